"""Reading PuzzleScript: what each trait of a text comes to, and what is said of texts that are wrong."""

from __future__ import annotations

import pytest

from arcg.dsl.importing.puzzlescript.reading import read
from arcg.dsl.importing.puzzlescript.source import Definition, SourceGoal, SourceItem, SourceMap, SourceMessage

OBJECTS = """Background
green

Player
blue

Rock
gray

Wall
brown

Gem
yellow
"""
LEGEND = """. = Background
P = Player
R = Rock
# = Wall
* = Gem
"""
LAYERS = """Background
Gem
Player, Rock, Wall
"""
LEVELS = "#P.R*\n"


def text(prelude="", objects=OBJECTS, legend=LEGEND, sounds="", layers=LAYERS, rules="", goals="", levels=LEVELS):
    """A game; each section is what is given, or enough for a sound one."""
    sections = {
        "OBJECTS": objects,
        "LEGEND": legend,
        "SOUNDS": sounds,
        "COLLISIONLAYERS": layers,
        "RULES": rules,
        "WINCONDITIONS": goals,
        "LEVELS": levels,
    }
    return prelude + "\n" + "".join(f"=====\n{name}\n=====\n\n{body}\n" for name, body in sections.items())


def good(**sections):
    source = read(text(**sections))
    assert source.notes == []
    assert source.playable
    return source


def told(written):
    """What is said of a text: severity, and the line itself."""
    lines = ["the whole", *written.split("\n")]
    return [(note.severity, lines[note.line]) for note in read(written).notes]


def shown(row):
    """A pattern in words."""
    cells = [
        "..." if cell is None else " ".join(f"{item.word or ''} {item.name}".strip() for item in cell) for cell in row
    ]
    return " | ".join(cells).replace("|  |", "| |")


def test_a_game() -> None:
    source = good(
        prelude="title Rocks\nnoundo\n",
        rules="[ > Player | Rock ] -> [ > Player | > Rock ]\n",
        goals="all Gem on Rock\n",
    )

    assert source.prelude == {"title": "Rocks", "noundo": ""}
    assert [each.original for each in source.objects.values()] == ["Background", "Player", "Rock", "Wall", "Gem"]
    assert source.layers == [("background",), ("gem",), ("player", "rock", "wall")]
    (rule,) = source.rules
    assert rule.left == (((SourceItem(">", "player"),), (SourceItem(None, "rock"),)),)
    assert rule.right == (((SourceItem(">", "player"),), (SourceItem(">", "rock"),)),)
    assert source.goals[0].quantifier == "all"
    (level,) = source.levels
    assert level.cells == ((("wall",), ("player",), ("background",), ("rock",), ("gem",)),)
    assert level.background == ("background",)


def test_numbers_of_objects_follow_the_layers() -> None:
    numbers = {each.name: (each.layer, each.number) for each in good().objects.values()}

    assert numbers == {"background": (0, 0), "gem": (1, 1), "player": (2, 2), "rock": (2, 3), "wall": (2, 4)}


class TestText:
    def test_capital_letters_count_only_where_they_are_shown(self) -> None:
        source = good(
            prelude="TITLE My Game\n", rules="[ ROCK ] -> [ Gem ] MESSAGE Well Done\n", levels="message Hi\n#p\n"
        )

        assert source.prelude == {"title": "My Game"}
        assert source.rules[0].message == "Well Done"
        assert source.levels[0] == SourceMessage(source.levels[0].line, "Hi")
        assert source.levels[1].cells == ((("wall",), ("player",)),)

    def test_comments_nest_and_go_on_over_lines(self) -> None:
        source = good(
            legend=LEGEND + "(one (two\n\n) ) O (three) = Gem (four\n\n)\n",
            rules="(a ( b\n) [ )\n[ Rock ] -> [ Gem ] (behind)\n",
            levels="(x)\n#P\n(between)\n..(beside)\n",
        )

        assert source.legend["o"].members == ("gem",)
        assert len(source.rules) == 1
        assert source.levels[0].rows == ("#p", "..")

    def test_comments_stand_with_what_they_are_before_or_beside(self) -> None:
        source = good(
            objects=OBJECTS.replace("Gem", "(shines)\n(brightly) Gem (very)"),
            rules="(push)\n[ Rock ] -> [ Gem ] (really)\n[ Gem ] -> [ Rock ]\n",
            levels="(first)\n#P\n..\n",
        )

        assert source.objects["gem"].comments == ("shines", "brightly", "very")
        assert [rule.comments for rule in source.rules] == [("push", "really"), ()]
        assert source.levels[0].comments == ("first",)

    def test_lines_may_end_as_on_windows(self) -> None:
        written = text(
            prelude="title A\n", rules="[ Rock ] -> [ Gem ] message Well\n", levels="#P\n..\n\nmessage Hi\nP\n"
        )

        assert read(written.replace("\n", "\r\n")) == read(written)
        assert read(written).notes == []

    def test_a_bracket_that_closes_no_comment(self) -> None:
        written = text(levels="#P\n)\n..\n")

        assert told(written) == [("warning", ")")]
        assert read(written).levels[0].rows == ("#p", "..")

    def test_rows_of_equals_signs_are_nothing(self) -> None:
        source = good(legend="=== (really)\n" + LEGEND, levels="======\n#P\n= =\n..\n")

        assert source.levels[0].rows == ("#p", "..")

    def test_an_equals_sign_can_be_a_glyph(self) -> None:
        objects = OBJECTS.replace("Gem", "Gem =")

        assert good(objects=objects, levels="P=.=\n").levels[0].cells[0][1] == ("gem",)

    def test_nothing_can_follow_a_row_of_equals_signs(self) -> None:
        assert told(text(legend="=== x\n" + LEGEND)) == [("error", "=== x")]

    def test_names_may_begin_like_a_section(self) -> None:
        source = good(objects=OBJECTS.replace("Gem", "LevelsGem"), legend=LEGEND.replace("Gem", "LevelsGem"),
                      layers=LAYERS.replace("Gem", "LevelsGem"))  # fmt: skip

        assert "levelsgem" in source.objects

    def test_a_level_may_look_like_a_section(self) -> None:
        legend = LEGEND + "".join(f"{letter} = Rock\n" for letter in "ULES")

        assert good(legend=legend.replace("\nR =", "\nr ="), levels="RULES\n").levels[0].width == 5

    @pytest.mark.parametrize(
        ("written", "wrong"),
        [
            (text().replace("SOUNDS", ""), "COLLISIONLAYERS"),
            (text().replace("OBJECTS", "OBJECTS\n\nOBJECTS here"), "OBJECTS here"),
            (text().replace("WINCONDITIONS", "WINCONDITIONS\nLEGEND"), "LEGEND"),
        ],
    )
    def test_sections_out_of_order(self, written, wrong) -> None:
        assert ("error", wrong) in told(written)

    def test_letters_of_any_script_make_names(self) -> None:
        objects = OBJECTS.replace("Gem", "Édelstein")
        source = good(
            objects=objects, legend=LEGEND.replace("Gem", "ÉDELSTEIN"), layers=LAYERS.replace("Gem", "édelstein")
        )

        assert source.objects["édelstein"].original == "Édelstein"

    def test_reading_stops_after_many_errors(self) -> None:
        source = read("nonsense\n" * 10 + text())

        assert not source.playable
        assert [note.line for note in source.notes] == [1, 2, 3, 4, 5, 6, 0]
        assert source.notes[-1].severity == "warning"


class TestPrelude:
    def test_the_last_of_two_keys_counts(self) -> None:
        written = text(prelude="author A\nauthor B\n")

        assert told(written) == [("warning", "author B")]
        assert read(written).prelude == {"author": "B"}

    def test_a_flag_with_a_value(self) -> None:
        written = text(prelude="noaction please\n")

        assert told(written) == [("warning", "noaction please")]
        assert read(written).prelude == {"noaction": ""}

    @pytest.mark.parametrize("line", ["title", "flavour sweet", "... title x", "text_color greenish"])
    def test_lines_that_say_nothing(self, line) -> None:
        written = text(prelude=line + "\n")

        assert told(written) == [("error", line)]
        assert read(written).prelude == {}

    @pytest.mark.parametrize("size", ["9", "9x", "9x7x5", "ax7", "0x7", "9x-7", "9x1.5"])
    def test_views_of_no_size(self, size) -> None:
        written = text(prelude=f"zoomscreen {size}\n")

        assert {severity for severity, _ in told(written)} == {"warning"}
        assert read(written).prelude == {}

    def test_a_view(self) -> None:
        assert good(prelude="flickscreen 9x7\n").prelude == {"flickscreen": "9x7"}

    def test_palettes_by_number_and_name(self) -> None:
        assert good(prelude="color_palette 4\n").prelude == {"color_palette": "arnecolors"}
        assert good(prelude="color_palette c64\n").prelude == {"color_palette": "c64"}
        assert told(text(prelude="color_palette 99\n")) == [("error", "the whole")]

    def test_values_end_at_a_comment(self) -> None:
        assert good(prelude="homepage a.example (mine)\n").prelude == {"homepage": "a.example"}
        assert told(text(prelude="homepage a (b) c\n")) == [("warning", "homepage a (b) c")]


class TestObjects:
    def test_a_sprite_and_blank_lines(self) -> None:
        sprite = "blue #f00 #00ff00\n.0.1.\n22222\n.....\n00000\n11111\nExtra X\nred\n"
        source = good(objects=OBJECTS.replace("Gem\n", "Extra X\nred\nGem\n").replace("Player\nblue\n\nRock", "Player\n"
                      + sprite.replace("Extra X\nred\n", "") + "Rock"), layers=LAYERS + "Extra\n")  # fmt: skip

        assert source.objects["player"].colours == ("blue", "#f00", "#00ff00")
        assert source.objects["player"].rows == (".0.1.", "22222", ".....", "00000", "11111")
        assert source.objects["extra"].rows is None
        assert source.legend["x"] == Definition("x", "synonym", ("extra",), source.legend["x"].line)

    @pytest.mark.parametrize(
        ("sprite", "rows", "severity", "line"),
        [
            ("....\n.....\n.....\n.....\n.....\n", (".....",) * 5, "warning", "Gem"),
            ("00000\n00000\n", ("00000", "00000", ".....", ".....", "....."), "warning", "Gem"),
            ("00001\n.....\n.....\n.....\n.....\n", ("0000.", *[".....",] * 4), "error", "00001"),
        ],
    )  # fmt: skip
    def test_sprites_that_are_wrong(self, sprite, rows, severity, line) -> None:
        written = text(objects=OBJECTS + sprite)

        assert told(written) == [(severity, line)]
        assert read(written).objects["gem"].rows == rows

    def test_a_row_that_is_too_long(self) -> None:
        source = read(text(objects=OBJECTS + "000000\n00000\n00000\n00000\n00000\n"))

        assert source.objects["gem"].rows == ("00000",) * 5
        assert {note.severity for note in source.notes} == {"warning"}

    def test_no_colour(self) -> None:
        assert ("error", "Rock") in told(text(objects=OBJECTS.replace("gray\n", "")))

    def test_a_colour_that_does_not_exist(self) -> None:
        assert told(text(objects=OBJECTS.replace("gray", "gray octarine"))) == [("error", "gray octarine")]

    def test_an_object_twice(self) -> None:
        written = text(objects=OBJECTS + "\nROCK\npink\n\n")

        assert told(written) == [("error", "ROCK")]
        assert read(written).objects["rock"].colours == ("gray",)

    def test_a_keyword_as_a_name(self) -> None:
        written = text(objects=OBJECTS.replace("Gem", "Gem V"))

        assert told(written) == [("warning", "Gem V")]
        assert "v" in read(written).legend

    def test_an_object_without_a_layer(self) -> None:
        written = text(layers="Background\nPlayer Rock Wall\n")

        assert told(written) == [("error", "Gem")]
        assert read(written).objects["gem"].layer == -1
        assert read(written).playable


class TestLegend:
    def test_nesting_is_spelled_out(self) -> None:
        legend = (
            LEGEND
            + "Hard = Rock or Wall\nThing = Hard or Gem or Hard2\nBoth = Rock and Gem\nMore = Both and Background\n"
        )
        source = good(legend=legend.replace("Thing", "Hard2 = Hard\nThing"))

        assert source.legend["thing"].members == ("rock", "wall", "gem", "rock", "wall")
        assert source.legend["hard2"].sort == "or"
        assert source.legend["more"].members == ("rock", "gem", "background")
        assert source.legend["more"].sort == "and"

    @pytest.mark.parametrize(
        "line",
        [
            "Hard",
            "Hard =",
            "Hard = Rock or",
            "Hard = Rock or Wall and Gem",
            "Hard = Lava",
            "Hard = Rock Wall",
            "= Rock",
            "Rock = Gem",
            "Hard = Hard or Gem",
        ],
    )
    def test_lines_that_are_wrong(self, line) -> None:
        found = told(text(legend=LEGEND + line + "\n"))

        assert ("error", line) in found
        assert {where for _, where in found} == {line}

    def test_all_of_several_and_any_of_several_do_not_mix(self) -> None:
        legend = LEGEND + "Hard = Rock or Wall\nBoth = Rock and Gem\nBad = Hard and Gem\nWorse = Both or Wall\n"

        assert told(text(legend=legend)) == [
            ("error", "Bad = Hard and Gem"),
            ("error", "the whole"),
            ("error", "Worse = Both or Wall"),
        ]

    def test_members_on_one_layer(self) -> None:
        assert told(text(legend=LEGEND + "Both = Rock and Wall\n")) == [("error", "Both = Rock and Wall")]

    def test_of_two_meanings_maps_take_the_first_and_rules_the_last(self) -> None:
        source = read(text(legend=LEGEND + "P = Rock\n"))

        assert source.levels[0].cells[0][1] == ("player",)
        assert source.legend["p"].members == ("rock",)

    def test_many_members(self) -> None:
        legend = LEGEND + "A0 = Rock or Wall\n" + "".join(f"A{n + 1} = A{n} or A{n} or A{n}\n" for n in range(40))
        source = read(text(legend=legend))

        assert len(source.legend["a40"].members) <= 4096
        assert any(note.severity == "error" for note in source.notes)


class TestLayers:
    def test_properties_stand_for_their_members(self) -> None:
        source = good(legend=LEGEND + "Hard = Rock or Wall\n", layers="Background\nGem\nPlayer Hard\n")

        assert source.layers[2] == ("player", "rock", "wall")

    def test_the_last_layer_of_an_object_counts(self) -> None:
        written = text(layers=LAYERS + "Gem\n")

        assert told(written) == [("warning", "Gem")]
        assert (read(written).objects["gem"].layer, read(written).objects["gem"].number) == (3, 5)

    @pytest.mark.parametrize("line", ["Lava", "Both", "'"])
    def test_what_cannot_be_in_a_layer(self, line) -> None:
        written = text(legend=LEGEND + "Both = Rock and Gem\n", layers=LAYERS + line + "\n")

        assert told(written) == [("error", line)]

    def test_the_background_is_alone(self) -> None:
        layers = "Background, Gem\nPlayer, Rock, Wall\n"

        assert told(text(layers=layers)) == [("error", "Background, Gem")]

    def test_no_layers(self) -> None:
        assert not read(text(layers="")).playable


class TestRules:
    def test_words_before_a_rule(self) -> None:
        rules = "late [ Rock ] -> [ Gem ]\n+ late up horizontal [ Gem ] -> [ Rock ]\nrigid random [ Rock ] -> [ Gem ]\n"
        first, second, third = good(rules=rules).rules

        assert (first.late, first.plus, first.directions) == (True, False, ())
        assert (second.late, second.plus, second.directions) == (True, True, ("up", "horizontal"))
        assert (third.rigid, third.random, third.plus) == (True, True, False)

    def test_signs_need_no_spaces(self) -> None:
        (rule,) = good(rules="right[>Player|...|Rock]->[Player|...|Gem]again\n".replace(">Player", "> Player")).rules

        assert [len(row) for row in rule.left] == [3]
        assert rule.left[0][1] is None
        assert rule.commands == ("again",)

    def test_commands_sounds_and_messages(self) -> None:
        source = good(sounds="sfx3 1234\n", rules="[ Rock ] -> cancel sfx3 message Not (so) fast\n[ Gem ] -> message\n")
        first, second = source.rules

        assert (first.right, first.commands, first.sounds, first.message) == (
            (),
            ("cancel",),
            ("sfx3",),
            "Not (so) fast",
        )
        assert second.message == " "

    def test_a_sound_that_is_not_declared(self) -> None:
        assert told(text(rules="[ Gem ] -> sfx3\n")) == [("warning", "[ Gem ] -> sfx3")]

    def test_loops(self) -> None:
        rule = "[ Rock ] -> [ Gem ]\n"
        source = good(rules=rule + "startloop\n" + rule + "endloop\n" + rule + "startloop\n" + rule + "endloop\n")

        assert [rule.loop for rule in source.rules] == [-1, 0, -1, 1]

    @pytest.mark.parametrize(
        ("rules", "count"), [("startloop\n", 1), ("endloop\n", 1), ("startloop\nstartloop\nendloop\n", 2)]
    )
    def test_loops_that_do_not_match(self, rules, count) -> None:
        assert [severity for severity, _ in told(text(rules=rules))] == ["error"] * count

    @pytest.mark.parametrize("mark", ["startloop", "endloop"])
    def test_a_loop_goes_around_whole_groups(self, mark) -> None:
        rule, marks = "[ Rock ] -> [ Gem ]\n", {"startloop": "", "endloop": ""}
        marks[mark] = mark + "\n"
        rules = rule + marks["startloop"] + "+ " + rule + marks["endloop"] + "+ " + rule
        rules = rules + "endloop\n" if mark == "startloop" else "startloop\n" + rules

        assert told(text(rules=rules)) == [("error", mark)]

    @pytest.mark.parametrize(
        ("rule", "left", "right"),
        [
            ("[ Rock win ] -> [ Gem ]", "rock", "gem"),
            ("late [ > Rock ] -> [ Gem ]", "rock", "gem"),
            ("late rigid [ Rock ] -> [ Gem ]", "rock", "gem"),
            ("> [ Rock ] -> [ Gem ]", "rock", "gem"),
            ("Gem [ Rock ] -> [ Gem ]", "rock", "gem"),
            ("[ > > Rock ] -> [ Gem ]", "rock", "gem"),
            ("[ Rock ] -> [ Gem ] lava", "rock", "gem"),
        ],
    )
    def test_rules_that_go_on_after_an_error(self, rule, left, right) -> None:
        written = text(rules=rule + "\n")

        assert set(told(written)) == {("error", rule)}
        (read_rule,) = read(written).rules
        assert [item.name for item in read_rule.left[0][0]] == [left]
        assert [item.name for item in read_rule.right[0][0]] == [right]

    @pytest.mark.parametrize(
        "rule",
        [
            "[ Rock ] up -> [ Gem ]",
            "[ Rock ] Gem -> [ Gem ]",
            "[ Rock ] | -> [ Gem ]",
            "[ Rock ] ... -> [ Gem ]",
            "[ Rock ] -> [ Gem again ]",
            "[ Rock ] -> again [ Gem ]",
            "[ no Rock no Rock ] -> [ Gem ]",
        ],
    )
    def test_rules_that_are_odd(self, rule) -> None:
        written = text(rules=rule + "\n")

        assert told(written) == [("warning", rule)]
        assert len(read(written).rules) == 1

    @pytest.mark.parametrize(
        ("rule", "severity"),
        [
            ("[ Rock ]", "error"),
            ("[ Rock (x) ] -> [ Gem ]", "error"),
            ("[ Rock ] [ Wall ] -> [ Gem ]", "warning"),
            ("[ ... | Rock ] -> [ ... | Gem ]", "error"),
            ("[ Rock | ... Wall | Gem ] -> [ Rock | ... | Gem ]", "error"),
            ("[ Rock | ... | ... | ... | Gem ] -> [ Rock | ... | ... | ... | Gem ]", "error"),
            ("[ Rock Rock ] -> [ Gem ]", "error"),
            ("[ Both Gem ] -> [ Gem ]", "error"),
            ("[ Rock ] -> [ Gem ] -> [ Wall ]", "error"),
            ("[ Rock ] ] -> [ Gem ]", "warning"),
        ],
    )
    def test_rules_that_are_left_out(self, rule, severity) -> None:
        written = text(legend=LEGEND + "Both = Rock and Gem\n", rules=rule + "\n[ Gem ] -> [ Rock ]\n")
        source = read(written)

        assert (severity, rule) in told(written)
        assert {where for _, where in told(written)} == {rule}
        assert len(source.rules) == 1
        assert source.playable

    @pytest.mark.parametrize(
        ("rule", "left", "right"),
        [
            ("[ Rock | ... | Gem ] -> [ Rock | Wall | Gem ]", "rock | ... | gem", "rock | ... | gem"),
            ("[ Rock | ... | Gem ] -> [ Rock | ... Wall | Gem ]", "rock | ... | gem", "rock | ... | gem"),
            ("[ Rock | | Gem ] -> [ Rock | Wall ... Gem | Gem ]", "rock | | gem", "rock | wall | gem"),
            ("[ no Both ] -> [ Gem ]", "no rock no gem", "gem"),
            ("[ Rock random Gem ] -> [ Gem ]", "rock", "gem"),
            ("[ Rock ] -> [ Gem no Gem ]", "rock", "gem"),
            ("[ Rock ] -> [ Gem no Loose ]", "rock", "gem no rock"),
            ("[ Rock ] -> [ > Gem Gem ]", "rock", "> gem"),
            ("[ Rock ] -> [ Both Gem ]", "rock", "rock gem"),
            ("[ Rock ] -> [ Both no Loose ]", "rock", "both"),
            ("[ Rock ] -> [ Rock Wall ]", "rock", "wall"),
        ],
    )
    def test_what_is_played_of_rules_that_are_wrong(self, rule, left, right) -> None:
        written = text(legend=LEGEND + "Both = Rock and Gem\nLoose = Rock or Gem\n", rules=rule + "\n")
        (read_rule,) = read(written).rules

        assert ("error", rule) in told(written)
        assert (shown(read_rule.left[0]), shown(read_rule.right[0])) == (left, right)

    def test_patterns_of_different_length_end_it_all(self) -> None:
        source = read(text(rules="[ Rock | ] -> [ Gem ]\n", goals="some Lava\n"))

        assert not source.playable
        assert len(source.notes) == 2

    def test_a_movement_without_a_name(self) -> None:
        rules = "[ > ] -> [ > ]\n[ Rock > ] -> cancel\n"

        assert told(text(rules=rules)) == [("error", "[ > ] -> [ > ]")] * 2 + [("error", "[ Rock > ] -> cancel")]
        assert read(text(rules=rules)).rules == []

    def test_many_groups_with_rigid_rules(self) -> None:
        rule = "rigid [ > Rock ] -> [ > Gem ]\n"
        good(rules=(rule + "+ " + rule) * 30)
        source = read(text(rules=(rule + "+ " + rule) * 31))

        assert [note.severity for note in source.notes] == ["error"]

    def test_what_is_on_no_layer_is_nowhere(self) -> None:
        rules = "[ Wall ] -> [ Rock ]\n[ Rock no Wall ] -> [ Wall Gem ]\n[ Hard ] -> [ Gem ]\n"
        written = text(
            legend=LEGEND + "Hard = Rock or Wall\n",
            layers=LAYERS.replace(", Wall", ""),
            rules=rules,
            goals="all Wall on Gem\nno Gem\n",
            levels="#P\n",
        )
        source = read(written)

        assert told(written) == [("error", "Wall")]
        assert [rule.left[0][0] for rule in source.rules] == [(SourceItem(None, "rock"),), (SourceItem(None, "hard"),)]
        assert source.rules[0].right[0][0] == (SourceItem(None, "gem"),)
        assert source.legend["hard"].members == ("rock",)
        assert [goal.first for goal in source.goals] == ["gem"]
        assert source.levels[0].cells[0][0] == ()

    def test_a_comment_before_a_rule_breaks_it(self) -> None:
        assert ("error", "(push) [ Rock ] -> [ Gem ]") in told(text(rules="(push) [ Rock ] -> [ Gem ]\n"))

    def test_what_is_no_rule_begins_no_group(self) -> None:
        rules = "[ Gem ] -> [ Gem ]\n[ Rock ] [ Wall ] -> [ Gem ]\n+ [ Rock ] -> [ Gem ]\n"

        assert [rule.plus for rule in read(text(rules=rules)).rules] == [False, True]

    def test_a_group_whose_first_rule_is_left_out(self) -> None:
        rules = "[ Gem ] -> [ Gem ]\n[ Rock Rock ] -> [ Gem ]\n+ [ Rock ] -> [ Gem ]\n+ [ Gem ] -> [ Rock ]\n"

        assert [rule.plus for rule in read(text(rules=rules)).rules] == [False, False, True]

    def test_a_rule_that_never_fits_says_whether_its_group_is_random(self) -> None:
        rules = "random [ randomdir Gem ] -> [ ]\n+ [ Rock ] -> [ Gem ]\n+ [ Gem ] -> [ Rock ]\n"

        assert [(rule.plus, rule.random) for rule in read(text(rules=rules)).rules] == [(False, True), (True, False)]

    def test_random_among_the_followers_of_a_group(self) -> None:
        rules = "[ Gem ] -> [ Gem ]\n+ random [ Rock ] -> [ Gem ]\n"

        assert told(text(rules=rules)) == [("error", "+ random [ Rock ] -> [ Gem ]")]

    def test_nothing_before_a_follower(self) -> None:
        source = read(text(rules="+ [ Rock ] -> [ Gem ]\n"))

        assert [note.severity for note in source.notes] == ["error"]
        assert [rule.plus for rule in source.rules] == [False]

    def test_a_word_without_meaning(self) -> None:
        rule = "[ Lava ] -> [ Gem ]"

        assert told(text(rules=rule + "\n")) == [("error", rule)] * 2

    def test_an_object_may_be_named_like_a_command(self) -> None:
        source = read(text(objects=OBJECTS.replace("Gem", "Gem Win"), rules="[ Rock ] -> [ Win ] win\n"))

        assert [item.name for item in source.rules[0].right[0][0]] == ["win"]
        assert source.rules[0].commands == ()


class TestGoals:
    def test_conditions(self) -> None:
        goals = good(goals="any Gem\nno Rock on Gem\nall Gem on Rock\n").goals

        assert [(goal.quantifier, goal.first, goal.second) for goal in goals] == [
            ("some", "gem", None),
            ("no", "rock", "gem"),
            ("all", "gem", "rock"),
        ]
        assert isinstance(goals[0], SourceGoal)

    @pytest.mark.parametrize(
        ("line", "severity", "goal"),
        [
            ("every Gem", "error", ("some", "gem", None)),
            ("no Gem, Rock", "error", None),
            ("- no Gem", "error", None),
            ("no", "error", None),
            ("no Lava", "error", None),
            ("all Gem Rock", "error", ("all", "gem", None)),
            ("all Gem on", "warning", ("all", "gem", None)),
            ("no Gem on Rock on Wall", "error", ("no", "gem", None)),
        ],
    )
    def test_conditions_that_are_wrong(self, line, severity, goal) -> None:
        written = text(goals=line + "\n")
        goals = [(each.quantifier, each.first, each.second) for each in read(written).goals]

        assert set(told(written)) == {(severity, line)}
        assert goals == ([goal] if goal else [])


class TestLevels:
    def test_rows_take_the_length_of_the_first(self) -> None:
        written = text(levels="#P..\n#*\n......\n")

        assert told(written) == [("warning", "#*"), ("warning", "......")]
        assert read(written).levels[0].rows == ("#p..", "#***", "....")

    def test_blank_lines_and_messages_end_a_map(self) -> None:
        first, second, message, third = good(levels="P\n\n\nP.\nmessage  Well\nP..\n").levels

        assert (first.width, second.width, third.width) == (1, 2, 3)
        assert message.text == "Well"

    def test_a_message_without_a_space(self) -> None:
        written = text(levels="messageWell\nP\n")

        assert told(written) == [("warning", "messageWell")]
        assert read(written).levels[0].text == "Well"

    def test_all_of_several_in_a_cell(self) -> None:
        source = good(legend=LEGEND + "@ = Rock and Gem\n", levels="P@\n")

        assert source.levels[0].cells[0][1] == ("rock", "gem")

    def test_each_map_has_the_background_that_it_shows_first(self) -> None:
        objects = OBJECTS.replace("Background\ngreen", "Grass g\ngreen\n\nSand s\nyellow")
        legend = "Background = Grass or Sand\n" + LEGEND.replace(". = Background\n", "")
        source = good(objects=objects, legend=legend, levels="P#s\ng#P\n\nPs\n\nP#\n")

        assert [level.background for level in source.levels] == [("grass",), ("sand",), ("grass",)]

    def test_a_glyph_without_meaning_empties_the_rest(self) -> None:
        written = text(levels="#P.\n#?.\n")
        level = read(written).levels[0]

        assert told(written) == [("error", "#?."), ("error", "#?.")]
        assert level.cells == ((("wall",), ("player",), ()), (("wall",), (), ()))
        assert level.background == ()

    def test_any_of_several_is_no_glyph(self) -> None:
        assert told(text(legend=LEGEND + "h = Rock or Wall\n", levels="Ph\n")) == [("error", "Ph"), ("error", "Ph")]

    def test_no_levels(self) -> None:
        assert told(text(levels="")) == [("error", "the whole")]

    def test_a_map_that_is_too_large(self) -> None:
        source = read(text(levels=("." * 300 + "\n") * 300))

        assert isinstance(source.levels[0], SourceMap)
        assert (source.levels[0].width, source.levels[0].height) == (256, 256)
        assert any(note.severity == "error" for note in source.notes)


class TestPlayerAndBackground:
    def test_neither(self) -> None:
        objects = OBJECTS.replace("Player", "Hero").replace("Background", "Grass")
        legend = LEGEND.replace("Player", "Hero").replace("Background", "Grass")
        layers = LAYERS.replace("Player", "Hero").replace("Background", "Grass")
        source = read(text(objects=objects, legend=legend, layers=layers))

        assert [(note.severity, note.line) for note in source.notes] == [("error", 0)] * 4

    def test_a_background_of_all_of_several(self) -> None:
        objects, legend = OBJECTS.replace("Background", "Grass"), LEGEND.replace("Background", "Grass")
        line = "Background = Grass and Gem"
        written = text(objects=objects, legend=legend + line + "\n", layers=LAYERS.replace("Background", "Grass"))

        assert told(written) == [("error", line)]
        assert read(written).levels[0].background == ("grass",)

    def test_a_background_on_two_layers(self) -> None:
        objects, legend = OBJECTS.replace("Background", "Grass"), LEGEND.replace("Background", "Grass")
        line = "Background = Grass or Gem"
        written = text(objects=objects, legend=legend + line + "\n", layers=LAYERS.replace("Background", "Grass"))

        assert told(written) == [("error", line)]
