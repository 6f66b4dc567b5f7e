"""The parser: every construct gives the expected nodes, every mistake its diagnostic, no text an exception."""

import hashlib
import re
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcg.dsl import parser
from arcg.dsl import syntax as s
from arcg.dsl.build import _MAKERS
from arcg.dsl.codes import CODES
from arcg.dsl.diagnostics import Reporter, Span
from arcg.dsl.formatting import format_text
from arcg.dsl.parser import MAX_LENGTH, MAX_MISTAKES, RESERVED, can_name, grammar, parse

ROOT = Path(__file__).parents[2]
SKETCHES = ROOT.parent / "shared" / "design" / "kernel"
BAD = sorted((ROOT / "tests" / "bad").glob("E0*.arcg"))
AT = Span("", 1, 1, 1, 1)


def read(text):
    """The statements of a text that has no mistakes."""
    reporter = Reporter()
    statements = parse(text, "game.arcg", reporter).statements
    assert reporter.found == []
    return statements


def one(text):
    (statement,) = read(text)
    return statement


def mistakes(text):
    """Code, line and column of everything that is wrong with a text."""
    reporter = Reporter()
    parse(text, "game.arcg", reporter)
    return [(d.code, d.span.line, d.span.column) for d in reporter.found]


def rule(text):
    return one(f"phase p\n    {text}").rules[0]


def effect(text):
    return rule(f"-> {text}").effects[0]


def atom(text):
    return one(f"win when {text}").query[0]


def expr(text):
    return atom(f"x = {text}").right


# Short names for nodes: tests compare content, never places.
def num(value):
    return s.Int(value, span=AT)


def name(text):
    return s.Name(text, span=AT)


def thing(kind=None, var=None, **tests):
    return s.ThingTerm(kind, var, tuple(test(k, "=", v) for k, v in tests.items()), span=AT)


def test(attr, op, value):
    return s.AttrTest(attr, op, value, span=AT)


test.__test__ = False


def path(base, attr):
    return s.Path(base, attr, span=AT)


def call(word, *args):
    return s.Call(word, args, span=AT)


def related(left, relation, right, *args):
    return s.Related(relation, args, left, right, span=AT)


def compare(left, op, right):
    return s.Compare(op, left, right, span=AT)


def arith(left, op, right):
    return s.Arith(op, left, right, span=AT)


# ---------------------------------------------------------------- statements


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("game pu01", s.GameDecl("pu01", span=AT)),
        ("semantics puzzlescript", s.SemanticsDecl(name("puzzlescript"), (), span=AT)),
        ("board 8x4", s.BoardDecl(8, 4, None, None, span=AT)),
        ("board 8x4 cell 6 ground 5", s.BoardDecl(8, 4, 6, num(5), span=AT)),
        ("board 8x4 ground grey", s.BoardDecl(8, 4, None, name("grey"), span=AT)),
        ("actions arrows undo", s.ActionsDecl((name("arrows"), name("undo")), span=AT)),
        ("ties left up", s.TiesDecl((name("left"), name("up")), span=AT)),
        ("layer mark free hidden", s.LayerDecl(name("mark"), (name("free"), name("hidden")), span=AT)),
        ("group Tile = Plain Kernel", s.GroupDecl(thing("Tile"), (thing("Plain"), thing("Kernel")), span=AT)),
        ("bar energy bottom yellow", s.BarDecl("bar", name("energy"), name("bottom"), name("yellow"), span=AT)),
        ("pips lives top 8", s.BarDecl("pips", name("lives"), name("top"), num(8), span=AT)),
        ("lose first", s.LoseFirstDecl(span=AT)),
        ("undo", s.UndoDecl(None, span=AT)),
        ("undo keeping a b", s.UndoDecl(s.Keeping("keeping", (name("a"), name("b")), span=AT), span=AT)),
        ("win when x = 1", s.GoalDecl("win", (compare(name("x"), "=", num(1)),), span=AT)),
        ("lose when Crate", s.GoalDecl("lose", (thing("Crate"),), span=AT)),
        ("forbid Crate", s.ForbidDecl((thing("Crate"),), None, span=AT)),
        ("forbid Crate -> win", s.ForbidDecl((thing("Crate"),), (s.FinishEffect("win", span=AT),), span=AT)),
        (
            "let stuck(Cart, $d) when Cart",
            s.LetDecl(call("stuck", thing("Cart"), thing(var="d")), (thing("Cart"),), span=AT),
        ),
        ("let Rod $r carries Tip", s.LetDecl(related(thing("Rod", "r"), "carries", thing("Tip")), None, span=AT)),
        ("let A at B", s.LetDecl(related(thing("A"), "at", thing("B")), None, span=AT)),
        ("let A seen($d) B", s.LetDecl(related(thing("A"), "seen", thing("B"), thing(var="d")), None, span=AT)),
        ("Crate falls $d 3", s.Sentence((thing("Crate"), name("falls"), thing(var="d"), num(3)), span=AT)),
    ],
)
def test_statements(text, node):
    assert one(text) == node


def test_settings_of_a_semantics() -> None:
    settings = one("semantics puzzlescript\n    input Hat Head  // both\n    from start\n    must move").parts
    assert settings == (
        s.InputPart((thing("Hat"), thing("Head")), span=AT),
        s.AtStartPart(span=AT),
        s.MustMovePart(span=AT),
    )


@pytest.mark.parametrize(
    ("words", "mode", "rigid"),
    [
        ("", "all", False),
        ("rigid", "all", True),
        ("at random", "random", False),
        ("rigid at random", "random", True),
        ("at  random rigid", "random", True),
        ("in turn", "turn", False),
    ],
)
def test_modes(words: str, mode: str, rigid: bool) -> None:
    (rule,) = one(f"phase a\n    [ > Player | ] {words} -> [ | > Player ]").rules
    assert (rule.mode, rule.rigid) == (mode, rigid)


def test_rigid_is_a_name_like_any_other() -> None:
    (rule,) = one("phase a\n    Crate rigid Wall, rigid -> rigid").rules
    assert rule.query == (related(thing("Crate"), "rigid", thing("Wall")), name("rigid"))
    assert not rule.rigid


@pytest.mark.parametrize(
    ("text", "domain", "default"),
    [
        ("n: 0..60", s.RangeDomain(0, 60, span=AT), None),
        ("n: -3 .. -1 = -2", s.RangeDomain(-3, -1, span=AT), s.Neg(num(2), span=AT)),
        ("lit: no yes", s.NamesDomain((name("no"), name("yes")), span=AT), None),
        ("dir: facing = down", s.NamesDomain((name("facing"),), span=AT), name("down")),
        ("sel: Token", s.ThingDomain(thing("Token"), span=AT), None),
    ],
)
def test_domains(text, domain, default):
    assert one(f"world has {text}").attrs == (s.AttrDecl(name(text.partition(":")[0]), domain, default, span=AT),)


def test_attributes_wrap_after_a_comma():
    world = one("world has a: 0..1, // the first\n\n    // between\n    b: red green,\n      c: Rod")
    assert [a.name.text for a in world.attrs] == ["a", "b", "c"]
    assert (world.attrs[1].span.line, world.attrs[1].span.column) == (4, 5)


def test_world_may_be_said_again():
    assert len(read("world has a: 0..1\nworld has b: 0..1")) == 2


def test_kinds():
    text = """
kind Wall Crate on solid has hue: 0..3, len: 1..4 = 1
    pic
        .8.
          8

        //8
    pic when hue = 1, len > 2   // second
        8
    tint 8 by hue
    tint red by len * 2 as red 3
kind Plain on solid
"""
    kind, plain = read(text)
    assert (kind.names, kind.layer) == ((thing("Wall"), thing("Crate")), name("solid"))
    assert [a.name.text for a in kind.attrs] == ["hue", "len"]
    first, second, tint, tint2 = kind.parts
    assert (first.when, first.rows) == (None, (".8.", "  8", "//8"))
    assert [(r.line, r.column, r.end_column) for r in first.row_spans] == [(4, 9, 12), (5, 9, 12), (7, 9, 12)]
    assert second.when == (compare(name("hue"), "=", num(1)), compare(name("len"), ">", num(2)))
    assert tint == s.TintDecl(num(8), name("hue"), (), span=AT)
    assert tint2 == s.TintDecl(name("red"), arith(name("len"), "*", num(2)), (name("red"), num(3)), span=AT)
    assert plain.parts == ()


def test_legend_takes_any_character():
    glyphs = "= / # . - * ( , : \u00e9"
    lines = [f"    {g} = Crate{{a=1, b=red}} Goal // {g}" for g in glyphs.split()]
    legend = one("legend\n    // no entry\n" + "\n".join(lines))
    assert [e.glyph for e in legend.entries] == glyphs.split()
    assert all(e.things == (thing("Crate", a=num(1), b=name("red")), thing("Goal")) for e in legend.entries)
    assert (legend.entries[0].span.line, legend.entries[0].span.column) == (3, 5)


def test_levels():
    text = (
        "level first\n    energy = 20\n    sel = $a\n    board 3x2 ground 4\n    map\n      #P \n      // \n\n"
        "    put Rod{hue=1} $a at cell(3, 10)\n    put Rod $b{up=$a} at cell(0, 0)\nlevel\n    n = -1\n"
    )
    level, other = read(text)
    assert (level.name, other.name) == (name("first"), None)
    energy, sel, board, drawn, rod, second = level.parts
    assert energy == s.ParamPart(name("energy"), num(20), span=AT)
    assert sel.value == thing(var="a")
    assert (board.width, board.ground) == (3, num(4))
    assert drawn.rows == ("#P ", "// ")
    assert rod == s.PlacePart(thing("Rod", "a", hue=num(1)), call("cell", num(3), num(10)), span=AT)
    assert second.term == thing("Rod", "b", up=thing(var="a"))


def test_priors_hold_statements():
    prior, sentence = read(
        "prior X falls $d by 2\n    let X pushes X\n    phase fall\n        X -> $c - $n\nRock falls down by 2"
    )
    assert prior.words == (thing("X"), name("falls"), thing(var="d"), name("by"), num(2))
    assert [type(b) for b in prior.body] == [s.LetDecl, s.PhaseDecl]
    assert prior.body[1].rules[0].effects == (s.AddEffect(thing(var="c"), -1, thing(var="n"), None, None, span=AT),)
    assert sentence.words[0] == thing("Rock")


# ---------------------------------------------------------------- phases and rules


def test_phase_modifiers_in_any_order():
    assert one("phase p\n    -> win") == s.PhaseDecl(
        name("p"),
        (),
        None,
        False,
        False,
        None,
        0,
        (s.RuleDecl(None, None, (), (s.FinishEffect("win", span=AT),), span=AT),),
        span=AT,
    )
    phase = one(
        "phase p show 3 each Crate $a{n > 1} by $a.x first repeat on start arrow click(Slider) "
        "when x = 1, Crate at $c\n    -> win"
    )
    assert phase.events == (call("start"), call("arrow"), call("click", thing("Slider")))
    assert phase.when == (compare(name("x"), "=", num(1)), related(thing("Crate"), "at", thing(var="c")))
    assert (phase.repeat, phase.first, phase.show) == (True, True, 3)
    assert phase.each.term == s.ThingTerm("Crate", "a", (test("n", ">", num(1)),), span=AT)
    assert phase.each.by == path(thing(var="a"), "x")
    assert one("phase p when lit = yes on start show\n    -> win").show == 1


def test_rules():
    full = rule("push: on moved(Crate, $d), Crate on Goal -> win, lose")
    assert (full.name, full.event) == (name("push"), call("moved", thing("Crate"), thing(var="d")))
    assert full.query == (related(thing("Crate"), "on", thing("Goal")),)
    assert len(full.effects) == 2
    assert rule("on act -> win").event == call("act")
    assert (rule("a: x = 1 -> win").event, rule("a: -> win").query, rule("on act -> win").query) == (None, (), ())


def test_rules_go_on_after_a_comma_and_an_arrow():
    phase = one(
        "phase p\n    on act,   // why\n        Crate ->\n        // more\n        win,\n          lose\n    -> win"
    )
    assert [len(r.effects) for r in phase.rules] == [2, 1]
    assert [(e.span.line, e.span.column) for e in phase.rules[0].effects] == [(5, 9), (6, 11)]
    assert phase.rules[0].span == Span("game.arcg", 2, 5, 6, 15)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("move Player $d", s.MoveEffect(thing("Player"), thing(var="d"), None, span=AT)),
        ("move sel right by -2", s.MoveEffect(name("sel"), name("right"), s.Neg(num(2), span=AT), span=AT)),
        ("move Rod{hue=1} $r.dir", s.MoveEffect(thing("Rod", hue=num(1)), path(thing(var="r"), "dir"), None, span=AT)),
        ("put Drop.of at $c", s.PutEffect(path(thing("Drop"), "of"), thing(var="c"), span=AT)),
        ("make Crate{a=1} $v at $c", s.MakeEffect(thing("Crate", "v", a=num(1)), thing(var="c"), span=AT)),
        ("make Crate $v{a=1} at $c", s.MakeEffect(thing("Crate", "v", a=num(1)), thing(var="c"), span=AT)),
        ("drop $b", s.DropEffect(thing(var="b"), span=AT)),
        ("x = 1", s.SetEffect(name("x"), num(1), span=AT)),
        (
            "Rod{hue=Slider.hue}.len + 1",
            s.AddEffect(path(thing("Rod", hue=path(thing("Slider"), "hue")), "len"), 1, num(1), None, None, span=AT),
        ),
        ("sel.hue + 1 at most 5", s.AddEffect(path(name("sel"), "hue"), 1, num(1), "most", num(5), span=AT)),
        ("x - 2 * n at least 0", s.AddEffect(name("x"), -1, arith(num(2), "*", name("n")), "least", num(0), span=AT)),
        ("$b.lit next", s.CycleEffect(path(thing(var="b"), "lit"), 1, span=AT)),
        ("x prev", s.CycleEffect(name("x"), -1, span=AT)),
        ("show", s.ShowEffect(1, span=AT)),
        ("show 6", s.ShowEffect(6, span=AT)),
        ("save loop", s.SaveEffect("loop", span=AT)),
        ("restore turn", s.RestoreEffect("turn", None, span=AT)),
        ("restore turn only Pad", s.RestoreEffect("turn", s.Keeping("only", (thing("Pad"),), span=AT), span=AT)),
        (
            "restore l keeping n A",
            s.RestoreEffect("l", s.Keeping("keeping", (name("n"), thing("A")), span=AT), span=AT),
        ),
        ("end", s.EndEffect("part", span=AT)),
        ("end phase", s.EndEffect("phase", span=AT)),
        ("end turn", s.EndEffect("turn", span=AT)),
        ("lose", s.FinishEffect("lose", span=AT)),
        ("boom", s.EmitEffect(call("boom"), span=AT)),
        ("boom()", s.EmitEffect(call("boom"), span=AT)),
        ("boom(Crate, 1)", s.EmitEffect(call("boom", thing("Crate"), num(1)), span=AT)),
    ],
)
def test_effects(text, node):
    assert effect(text) == node


# ---------------------------------------------------------------- queries and expressions


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
def test_comparisons(op):
    assert atom(f"x{op}1") == atom(f"x {op} 1") == compare(name("x"), op, num(1))


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("Crate", thing("Crate")),
        ("Crate $a", thing("Crate", "a")),
        ("$a", thing(var="a")),
        ("$a{n=1}", thing(var="a", n=num(1))),
        ("Crate{n=1}", thing("Crate", n=num(1))),
        ("Crate $a{n=1}", thing("Crate", "a", n=num(1))),
        ("Crate{n=1} $a", thing("Crate", "a", n=num(1))),
        (
            "Crate{n != 1, hue = $c.hue}",
            s.ThingTerm(
                "Crate", None, (test("n", "!=", num(1)), test("hue", "=", path(thing(var="c"), "hue"))), span=AT
            ),
        ),
        ("won", name("won")),
        ("held(Door)", call("held", thing("Door"))),
        ("A at $c", related(thing("A"), "at", thing(var="c"))),
        ("A $x ahead($d) B", related(thing("A", "x"), "ahead", thing("B"), thing(var="d"))),
        ("Tile near8($k) Clue", related(thing("Tile"), "near8", thing("Clue"), thing(var="k"))),
        ("no Crate on Goal", s.No(related(thing("Crate"), "on", thing("Goal")), span=AT)),
        ("no no x", s.No(s.No(name("x"), span=AT), span=AT)),
        (
            "every Crate has Crate on Goal",
            s.Every(thing("Crate"), related(thing("Crate"), "on", thing("Goal")), span=AT),
        ),
        ("did moved(Player)", s.Did(call("moved", thing("Player")), span=AT)),
        ("did act", s.Did(call("act"), span=AT)),
        (
            "{ A, x = 1 or B or y }",
            s.Braces(((thing("A"), compare(name("x"), "=", num(1))), (thing("B"),), (name("y"),)), span=AT),
        ),
    ],
)
def test_atoms(text, node):
    assert atom(text) == node


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("1 + 2 * 3 - 4", arith(arith(num(1), "+", arith(num(2), "*", num(3))), "-", num(4))),
        ("(1 + 2) % 3", arith(arith(num(1), "+", num(2)), "%", num(3))),
        ("a-1", arith(name("a"), "-", num(1))),
        ("$d * -1", arith(thing(var="d"), "*", s.Neg(num(1), span=AT))),
        ("a - -b", arith(name("a"), "-", s.Neg(name("b"), span=AT))),
        ("4 / 2", arith(num(4), "/", num(2))),
        ("Drop.of.hue", path(path(thing("Drop"), "of"), "hue")),
        ("$a.x", path(thing(var="a"), "x")),
        ("Rod{n=1}.len", path(thing("Rod", n=num(1)), "len")),
        ("nearest($a, Crate).cell", path(call("nearest", thing(var="a"), thing("Crate")), "cell")),
        ("max(a, b)", call("max", name("a"), name("b"))),
        (
            "count { Crate or Goal }",
            s.Aggregate("count", None, s.Braces(((thing("Crate"),), (thing("Goal"),)), span=AT), span=AT),
        ),
        (
            "sum $p.x + 1 of { P $p }",
            s.Aggregate(
                "sum", arith(path(thing(var="p"), "x"), "+", num(1)), s.Braces(((thing("P", "p"),),), span=AT), span=AT
            ),
        ),
        (
            "first Well of { Well }",
            s.Aggregate("first", thing("Well"), s.Braces(((thing("Well"),),), span=AT), span=AT),
        ),
    ],
)
def test_expressions(text, node):
    assert expr(text) == node


# ---------------------------------------------------------------- words


def test_only_reserved_words_cannot_be_names():
    words = {
        word
        for terminal in grammar().terminals
        for word in re.findall(r"(?<![\\\[\w])[a-z]{2,}", terminal.pattern.value)
    }
    free = sorted(words - RESERVED)
    assert {"kind", "phase", "level", "cell", "game", "layer", "keeping"} <= set(free)
    for word in free:
        assert atom(f"{word} = {word}") == compare(name(word), "=", name(word))
        assert effect(f"{word} + 1").target == name(word)
        assert one(f"level\n    {word} = 1").parts[0].name == name(word)
    for word in sorted(words):
        assert one(f"world has {word}: 0..1").attrs[0].name == name(word)
        assert atom(f"Crate.{word} = 1").left == path(thing("Crate"), word)


def test_a_word_is_no_name_of_what_no_rule_could_speak_of() -> None:
    rules = [word for word in sorted(RESERVED) if not can_name(word, "attribute")]

    assert {"first", "sum", "turn", "no", "on", "win", "map", "view"} <= set(rules)
    assert not {"count", "next", "of", "by", "when", "random"} & set(rules)
    assert [word for word in sorted(RESERVED) if not can_name(word, "value")] == ["first", "max", "min", "sum"]


def test_grammar_is_small_and_fully_built():
    rules = {str(r.origin.name) for r in grammar().rules if not r.origin.name.startswith("__")}
    assert len(rules) <= 107
    named = {str(r.alias or r.origin.name) for r in grammar().rules if not r.origin.name.startswith("_")}
    inlined = {r.origin.name for r in grammar().rules if r.options.expand1}
    assert named - inlined - {"rel", "tests", "repeat", "first", "plan", "pcell", "origin"} <= set(_MAKERS)


def test_an_unknown_module_attribute_is_an_error():
    with pytest.raises(AttributeError):
        parser.NO_SUCH_NAME  # noqa: B018


def test_tables_are_kept_beside_the_compiled_modules(tmp_path):
    code = "from arcg.dsl.parser import tree_of; tree_of('game a', 'statement')"
    environment = {"PYTHONPYCACHEPREFIX": str(tmp_path), "PATH": ""}

    def run():
        subprocess.run([sys.executable, "-c", code], env=environment, check=True, cwd=ROOT)

    run()
    (tables,) = tmp_path.rglob("grammar.*.tables")
    made = tables.stat().st_mtime_ns
    run()
    assert tables.stat().st_mtime_ns == made
    tables.write_bytes(tables.read_bytes()[:-1])  # a broken file is not trusted, and made again
    run()
    whole = tables.read_bytes()
    assert hashlib.sha256(whole[32:]).digest() == whole[:32]


# ---------------------------------------------------------------- layout


def test_places_are_those_of_the_file():
    (kind,) = read("\ufeffkind  Crate on solid  // a\r\n    pic\r\n        8\r\n")
    assert kind.span == Span("game.arcg", 1, 1, 1, 21)
    assert kind.names[0].span == Span("game.arcg", 1, 7, 1, 12)
    assert kind.parts[0].rows == ("8",)


def every_node(node):
    if isinstance(node, s.Node):
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from every_node(item)
    elif is_dataclass(node) and not isinstance(node, Span):
        for field in fields(node):
            yield from every_node(getattr(node, field.name))


def test_spans_lie_in_those_of_their_line():
    text = "phase p\n    a: on moved(Crate $c, $d), no { Wall at $c or x = -1 } -> move Crate $d by 2, x + 1\n"
    (named,) = one(text).rules
    for node in every_node(named):
        assert node.span.line == 2
        assert named.span.column <= node.span.column < node.span.end_column <= named.span.end_column
    assert (
        text.split("\n")[1][named.query[0].span.column - 1 : named.query[0].span.end_column - 1]
        == "no { Wall at $c or x = -1 }"
    )


def test_a_text_may_be_empty_or_all_comments():
    assert read("") == read("\n\n") == read("// nothing\n   // here") == ()


def test_comments_and_blank_lines_do_not_end_blocks():
    assert len(one("phase p\n    -> win // a\n\n// at the margin\n   \n    -> lose").rules) == 2


# ---------------------------------------------------------------- mistakes


def test_five_mistakes_in_one_phase_give_five_diagnostics():
    text = """phase walk
    on act => win
    x = 1 -> win
    Player Goal -> win
    end
    on act -> show = 1
    -> lose
    no no -> win
"""
    assert [line for _, line, _ in mistakes(text)] == [2, 4, 5, 6, 8]
    reporter = Reporter()
    (phase,) = parse(text, "", reporter).statements
    assert [r.span.line for r in phase.rules] == [3, 7]


def test_a_bad_head_does_not_hide_mistakes_below_it():
    assert mistakes("phse walk\n    on act => win\nkind wall on solid\n    tint\nlayer A") == [
        ("E013", 1, 1),
        ("E015", 2, 12),
        ("E023", 3, 6),
        ("E001", 4, 9),
        ("E022", 5, 7),
    ]


def test_art_never_spoils_the_rest():
    rows = ["//", "->,", '"', "((((", "phase", "x = 1", "\u2028", "{", "win when", "=", "\u00e9"]
    text = "level\n    map\n" + "".join(f"        {row}\n" for row in rows) + "    n = 1\nlayer floor\n"
    reporter = Reporter()
    level, layer = parse(text, "", reporter).statements
    assert level.parts[0].rows == tuple(row for row in rows if row != "\u2028")
    assert isinstance(level.parts[1], s.ParamPart)
    assert isinstance(layer, s.LayerDecl)
    assert [d.code for d in reporter.found] == ["E004"]


def test_a_row_of_art_left_of_the_first_is_reported():
    assert mistakes("level\n    map\n          ##\n        ##\n") == [("E006", 4, 1)]


def test_words_of_a_block_are_names_elsewhere():
    assert one("phase p\n    pic = 3 -> win\n    tint = 3 -> win").rules[1].query[0].left == name("tint")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Phase walk\n    -> win", "E013"),
        ("Player on Goal -> win", "E027"),
        ("prior A b\n    prior C d\n        let A stops B", "E027"),
        ("put Crate at cell(1, 2)", "E027"),
        ("phase p\n    x\n        = 1 -> win\n    -> win", "E014"),
        ("win when\n    Crate", "E001"),
        ("game shed\n    -> win", "E007"),
        ("phase p\n    $p.lit next", "E014"),
        ("phase p\n    -> x++", "E015"),
        ("phase p\n    -> x += 1", "E015"),
        ("phase p\n    -> win; lose", "E015"),
        ("win when 3x = 1", "E001"),
        ("board 99999999999999999x8", "E031"),
        ("world has x: 0..1,", "E010"),
        ("phase p\n    x ->", "E010"),
        ("   game shed", "E006"),
        ("\u00a0game shed", "E004"),
        ("game\x00 shed", "E004"),
    ],
)
def test_mistakes(text, expected):
    assert expected in [code for code, _, _ in mistakes(text)]
    assert len(mistakes(text)) <= 2


def test_messages_are_in_the_words_of_the_language():
    reporter = Reporter()
    parse("layer\nworld has x: 1..\nwin when x + )", "", reporter)
    for found in reporter.found:
        assert not re.search(r"[A-Z]{3,}|\$END|_NL|Token", found.message + found.hint)
        assert found.hint.count(",") <= 4
    assert reporter.found[0].message == "the line ends too early"


@pytest.mark.parametrize(
    ("line", "code", "advice"),
    [
        ("phase p\n    Sail -> turn Sail", "E001", "`turn Kind ccw`"),
        ("phase p\n    Sail -> turn Sail right", "E001", "`turn Kind ccw`"),
        ("phase p\n    Sail -> rotate Sail", "E036", "`turn Crate cw`"),
        ("phase p\n    on arrow, on click, Sail -> drop Sail", "E038", "`phase name on arrow click`"),
        ("phase p\n    on arrow click, Sail -> drop Sail", "E038", "`{ did arrow or did click }`"),
        ("phase p\n    on arrow($d) or click(Sail) -> drop Sail", "E038", "`{ did arrow($d) or did click(Sail) }`"),
        ("phase p\n    on arrow Sail on Ice -> drop Sail", "E001", "one event"),
        ("phase p\n    on arrow($d), on click(Sail) -> drop Sail", "E038", "`phase name on arrow($d) click(Sail)`"),
        ("phase p on arrow or click\n    -> win", "E036", "`on arrow click`"),
        ("phase p\n    when Sail -> win", "E018", "then `->`"),
        ("phase p\n    if Sail, Ice -> drop Sail", "E018", "then `->`"),
        ("phase p\n    unless Sail -> win", "E017", "`no`"),
        ("Cat pays 1 snow per action when no shade(Cat.cell)", "E037", "`Cat pays 1 snow per action`"),
        ("Cat seeks Dog around Wall, Tree", "E001", "in a group"),
        ("Cat walks if snow = 1", "E037", "`Cat walks`"),
        ("kind X on solid\n    body 3x1", "E001", "`body 3, 1`"),
        ("kind X on solid\n    body 3, 1 origin 1x0", "E001", "`origin 1, 0`"),
        ("world has a b: 1..3", "E001", "`a: 0..9, b: 0..9`"),
        ("kind X on solid has hue red blue", "E001", "`hue: red ..`"),
    ],
)
def test_what_a_newcomer_writes_is_told_what_to_write(line, code, advice):
    reporter = Reporter()
    parse(line, "", reporter)
    assert [found.code for found in reporter.found] == [code]
    assert advice in reporter.found[0].hint


def test_no_hint_shows_the_pattern_of_a_terminal():
    for line in ("turn Sail", "turn Sail up", "x = (", "move Sail"):
        reporter = Reporter()
        parse(f"phase p\n    Sail -> {line}", "", reporter)
        assert reporter.found
        assert not any(sign in found.hint for found in reporter.found for sign in ("\\", "?!"))


@pytest.mark.parametrize("file", BAD, ids=lambda f: f.stem)
def test_bad_files(file):
    """Each bad file gives exactly its code on exactly the lines that say so (a marked line may be the end of a run)."""
    text, code = file.read_text(encoding="utf-8"), file.stem[:4]
    marked = [(code, n) for n, row in enumerate(text.split("\n"), 1) if f"// <- {code}" in row]
    found = [(c, line) for c, line, _ in mistakes(text)]
    if code == "E012":  # needs a hundred others before it
        found = [(c, line) for c, line in found if c == code]

    assert marked
    assert found == marked


def test_every_code_of_the_text_has_a_bad_file():
    without_text = {"E002", "E003"}  # a file that cannot be opened; a file too large to keep here
    assert {f.stem[:4] for f in BAD} == {c for c in CODES if c.startswith("E0")} - without_text


def test_a_hundred_mistakes_are_enough():
    found = mistakes("layer A\n" * 1000)
    assert len(found) == MAX_MISTAKES + 1
    assert found[-1] == ("E012", MAX_MISTAKES + 1, 7)


def test_large_files_are_refused():
    assert mistakes("x" * (MAX_LENGTH + 1)) == [("E003", 1, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "phase p\n    -> x = " + "(" * 800,
        "phase p\n    -> x = " + "(" * 800 + "1" + ")" * 800,
        "win when " + "no " * 800 + "x",
        "win when x = " + "- " * 800 + "1",
        "win when x = " + "1 + " * 800 + "1",
        "win when " + "{" * 800 + "x" + "}" * 800,
        "win when x" + ".x" * 800 + " = 1",
        "win when " + "every x has " * 800 + "x",
    ],
)
def test_deep_nesting_is_a_diagnostic(text):
    ((code, _, _),) = mistakes(text)
    assert code in ("E011", "E020")


def test_ordinary_nesting_is_no_mistake():
    assert expr("(" * 40 + "1" + ")" * 40) == num(1)


# ---------------------------------------------------------------- sketches, speed, fuzz


def sketches():
    if not SKETCHES.is_dir():
        pytest.skip("the design sketches are not beside this checkout (../shared/design/kernel)")
    return {f.stem: f.read_text(encoding="utf-8") for f in sorted(SKETCHES.glob("*.arcg"))}


def test_sketches_parse_but_for_what_came_later():
    """What the drafts hold beyond the first cut, or in the draft's older spelling, is all that is reported."""
    later = re.compile(r"^(view|paint)\b|^ +body\b|^ *let .*\) (= |to )|^ *let Y\.open|\[|\bturn \$r|\b(make|put) .*\{")
    for stem, text in sketches().items():
        rows = text.split("\n")
        reporter = Reporter()
        assert parse(text, stem, reporter).statements
        for found in reporter.found:
            assert later.search(rows[found.span.line - 1]), (stem, found)


SAMPLE = """game pu01
board 8x4 cell 6 ground 5
actions arrows undo
layer solid free
kind Goal on floor has hue: 0..3 = 1, sel: Goal
    pic when hue = 1
        .33.
        3..3
    tint 8 by hue as red blue
Crate is pushed by Player
world has energy: 0..60 = 60
bar energy bottom yellow
let Lock stops Player when no fits(Lock)
phase walk on arrow start each Goal $g by $g.x
    a: on arrow($d), Player -> move Player $d, energy - 1 at least 0
    on click(Slider) ->
        Rod{hue=Slider.hue}.len + 1, restore turn keeping energy
win when every Crate has Crate on Goal, count { Goal $g } = 3
forbid Rod $a overlaps Rod $b
undo keeping energy
prior X falls $d
    phase fall repeat show
        X -> move X $d
legend
    # = Wall
    * = Crate Goal{a=1}
level first
    energy = 20
    map
        ####
        #P.#
    put Tip{up=$b} $c at cell(5, 8)
"""


def test_sample_is_valid():
    assert len(read(SAMPLE)) == 16


def survives(text):
    reporter = Reporter()
    file = parse(text, "", reporter)
    assert isinstance(file, s.File)
    lines = file.text.split("\n")
    for found in reporter.found:
        assert 1 <= found.span.line <= found.span.end_line <= len(lines)
        assert (found.span.line, found.span.column) < (found.span.end_line, found.span.end_column)
        assert 1 <= found.span.column <= len(lines[found.span.line - 1]) + 1


PIECES = st.sampled_from(
    [*re.findall(r"\w+|\s+|.", SAMPLE), *(t.pattern.value for t in grammar().terminals), "\t", "\x00"]
)


@settings(max_examples=150)
@given(st.text())
def test_any_text_is_survived(text):
    survives(text)


@settings(max_examples=150)
@given(st.lists(PIECES).map(" ".join) | st.lists(PIECES).map("".join))
def test_any_words_are_survived(text):
    survives(text)


@settings(max_examples=200)
@given(st.data())
def test_changed_files_are_survived(data):
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 30)))
        text = text[:start] + data.draw(PIECES | st.text(max_size=5)) + text[end:]
    survives(text)


def test_a_rule_without_its_arrow_is_told_so():
    for line in ("Crate{lit=yes} Crate.lit = no", "on act, Crate $a $a.hue next", "Crate drop Crate"):
        reporter = Reporter()
        parse(f"phase a\n    {line}\n", "", reporter)
        assert [d.code for d in reporter.found] == ["E014"], line


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("letel", "E013", "letel"),
        ("layersolid", "E013", "layersolid"),
        ("kind Crate onsolid", "E036", "onsolid"),
    ],
)
def test_a_keyword_ends_where_a_name_would(line: str, code: str, word: str) -> None:
    reporter = Reporter()
    parse(f"game x\n{line}\n        P\n", "game.arcg", reporter)

    assert [(d.code, word in d.message) for d in reporter.found if d.code == code] == [(code, True)]
    assert format_text(f"game x\n{line}\n        P\n", "game.arcg")[0] is None
