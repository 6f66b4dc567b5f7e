"""The one layout, case by case: what is written, and what comes out."""

from __future__ import annotations

import pytest
from lark import Tree

from arcg.dsl import formatting
from arcg.dsl.breaking import WIDTH
from arcg.dsl.formatting import format_text
from arcg.dsl.parser import MAX_LINE
from arcg.dsl.reader import Token
from arcg.dsl.spacing import Word, words


def formatted(text: str) -> str:
    made, found = format_text(text, "x.arcg")
    assert made is not None, found
    assert format_text(made, "x.arcg") == (made, [])
    return made


def rule(text: str) -> str:
    """The rows of a formatted rule, without the phase above it."""
    return formatted(f"phase p\n  {text}\n").removeprefix("phase p\n")


# ---------------------------------------------------------------- spaces


@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        ("layer   air\tfree  ", "layer air free"),
        ("board 8x8   cell 4 ground  grey", "board 8x8 cell 4 ground grey"),
        ("group A=B   C", "group A = B C"),
        ("world has a :0 .. 9=3,b:- 2..-1", "world has a: 0..9 = 3, b: -2..-1"),
        ("kind A B on floor has hue:red blue ,of:A", "kind A B on floor has hue: red blue, of: A"),
        ("win when every A has A on B,c>=2", "win when every A has A on B, c >= 2"),
        ("let stuck( A,$d )when no B at ahead(A , $d)", "let stuck(A, $d) when no B at ahead(A, $d)"),
        ("let A meets  B when A.n=B.n", "let A meets B when A.n = B.n"),
        ("forbid A on B->show 2", "forbid A on B -> show 2"),
        ("A  is   pushed by B", "A is pushed by B"),
    ],
)
def test_spaces_of_statements(written: str, laid_out: str) -> None:
    assert formatted(written) == laid_out + "\n"


@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        ("a :on arrow( $d ) ,A->move A $d by - 1", "a: on arrow($d), A -> move A $d by -1"),
        ("->a", "-> a"),
        ("A {hue = red,n>2} -> a+1 , A { n=B . n-1 } . hue next", "A{hue=red, n > 2} -> a + 1, A{n=B.n - 1}.hue next"),
        ("{A on B or C}->a", "{ A on B or C } -> a"),
        ("no{A on B,c=d}->a-1 at  least 0", "no { A on B, c = d } -> a - 1 at least 0"),
        ("a-b- -c*(d+ -e)/2%3=- (f)->g", "a - b - -c * (d + -e) / 2 % 3 = -(f) -> g"),
        ("count{A{n=1}}>sum A.n of{A}->g", "count { A{n=1} } > sum A.n of { A } -> g"),
        ("A{n=count{B{m=1}}} -> g", "A{n=count { B{m=1} }} -> g"),
        ("max(a,b)>min (a) of{A}->g", "max(a, b) > min (a) of { A } -> g"),
        ("A $b{hue=red} ahead($d) C{n=1} $e->g", "A $b{hue=red} ahead($d) C{n=1} $e -> g"),
        ("did moved (A)->boom( A ),make A{n=-1} at $c", "did moved(A) -> boom(A), make A{n=-1} at $c"),
        ("ahead($c,up).x=1->g", "ahead($c, up).x = 1 -> g"),
    ],
)
def test_spaces_of_rules(written: str, laid_out: str) -> None:
    assert rule(written) == f"    {laid_out}\n"


def test_a_line_that_would_be_read_differently_stays_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spaces that mean something in a grammar to come are not taken away."""

    def too_close(tree: Tree[Token]) -> list[Word]:
        *most, last, end = words(tree)
        return [*most, Word(last.text + end.text, last.row, last.depth)]

    monkeypatch.setattr(formatting, "words", too_close)

    assert formatted("layer  a   free// c\nforbid  A on  B ,\n    C  ->  d   next\n") == (
        "layer  a   free  // c\nforbid  A on  B , C  ->  d   next\n"
    )


def test_a_keyword_with_a_name_behind_it_is_not_taken_apart() -> None:
    made, found = format_text("phasep\nlayer a", "x.arcg")

    assert made is None
    assert [d.code for d in found] == ["E013"]


def test_a_line_that_could_not_be_read_stays_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatting, "words", lambda tree: [Word("?", 0, 0)])

    assert format_text("layer  a\n", "x.arcg") == ("layer  a\n", [])


# ---------------------------------------------------------------- rows


def test_indentation_is_four_spaces_a_level_and_art_moves_with_its_block() -> None:
    text = """\
prior X shines
  kind X on air
   pic
         .1.
        // 2
  phase p
        -> a
level
 map
  #  /
   //#
"""
    with pytest.raises(AssertionError, match="E006"):
        formatted(text)
    assert (
        formatted(text.replace("        // 2", "         // 2"))
        == """\
prior X shines
    kind X on air
        pic
            .1.
            // 2
    phase p
        -> a
level
    map
        #  /
         //#
"""
    )


def test_rows_of_art_are_kept_to_the_character() -> None:
    """A space at the end of a row of a map is a cell, and signs that look like a comment are drawn."""
    assert formatted("level\n  map\n      #.  \n        //#  \n\n\n      a , b\n") == (
        "level\n    map\n        #.  \n          //#  \n\n        a , b\n"
    )


def test_a_row_of_signs_that_look_like_blanks_is_a_row() -> None:
    assert formatted("level\n map\n  \u00a0\n") == "level\n    map\n        \u00a0\n"


def test_blank_rows() -> None:
    assert formatted("\n  \nlayer a\n\n \n\t\nlayer b\nphase p\n\n\n  -> a\n\n\n") == (
        "layer a\n\nlayer b\nphase p\n\n    -> a\n"
    )
    assert formatted("") == formatted("\n \n") == ""


def test_byte_order_mark_and_line_ends() -> None:
    assert formatted("\ufefflayer a\r\nlayer b") == "layer a\nlayer b\n"


def test_what_fits_stands_in_one_row() -> None:
    assert rule("on a,\n\n     B, C ->\n      d,\n   e") == "    on a, B, C -> d, e\n"


def test_a_long_rule_is_broken_after_its_arrow() -> None:
    name = "B" * ((WIDTH - 18) // 2)
    fits = f"on a, {name}, {name} -> cd"

    assert len(fits) == WIDTH - 4
    assert rule(fits) == f"    {fits}\n"
    assert rule(fits + "e") == f"    {fits.removesuffix(' cd')}\n        cde\n"


def test_parts_that_are_too_long_are_broken_after_commas_outside_brackets_first() -> None:
    long = [letter * 30 for letter in "bcde"]

    assert (
        rule(f"on a, f({', '.join(long)}), g -> {', '.join(long)}, h")
        == f"""\
    on a,
        f({long[0]}, {long[1]}, {long[2]},
        {long[3]}), g ->
        {long[0]}, {long[1]}, {long[2]},
        {long[3]}, h
"""
    )


def test_a_row_is_filled_to_its_last_column() -> None:
    full = f"aaaa, {'b' * 50}, {'c' * 50}, e"

    assert len(f"        {full},") == WIDTH
    assert rule(f"on a -> {full}f") == f"    on a ->\n        {full}f\n"
    assert rule(f"on a -> {full}, f") == f"    on a ->\n        {full},\n        f\n"


def test_a_rule_without_conditions_does_not_end_after_its_arrow() -> None:
    long = [letter * 50 for letter in "bcd"]

    assert rule(f"-> {', '.join(long)}") == f"    -> {long[0]}, {long[1]},\n        {long[2]}\n"


def test_what_goes_on_is_set_off_from_the_block_below() -> None:
    long = [letter * 50 for letter in "bcd"]

    assert (
        formatted(f"phase p when {', '.join(long)}\n -> a // x\n")
        == f"""\
phase p when {long[0]}, {long[1]},
        {long[2]}
    -> a  // x
"""
    )


def test_what_cannot_be_broken_stays_whole() -> None:
    tall = "win when " + " + ".join(["energy"] * 20) + " > 3"
    entry = "legend\n    # = " + " ".join(["Crate{hue=red, worth=2}"] * 8) + "\n"

    assert formatted(tall) == tall + "\n"
    assert formatted(entry) == entry


# ---------------------------------------------------------------- comments


def test_comments_stand_as_deep_as_what_they_belong_to() -> None:
    text = """\
  // first
kind A on b
  // a kind without pictures
layer b
// rules
phase p
 // before
  -> a
    // after the rule
  // of the phase
// of the file
legend
// entries
  # = A
  //= B
level
  map
    #
  // of the level
// the end
"""
    assert (
        formatted(text)
        == """\
// first
kind A on b
    // a kind without pictures
layer b
// rules
phase p
    // before
    -> a
        // after the rule
    // of the phase
// of the file
legend
    // entries
    # = A
    //= B
level
    map
        #
    // of the level
// the end
"""
    )


def test_a_comment_below_a_map_never_becomes_a_row_of_it() -> None:
    assert formatted("level\n   map\n      #\n  // x\n   // y\n") == "level\n    map\n        #\n    // x\n    // y\n"


def test_comments_behind_code_stand_two_spaces_after_it() -> None:
    assert formatted("layer a//x  y \nlayer solid      // z\nlayer b\n") == (
        "layer a  //x  y\nlayer solid  // z\nlayer b\n"
    )


def test_comments_that_the_author_aligned_stay_aligned() -> None:
    text = """\
layer a            // one
layer solid        // two
                   // and more of it
layer ground     // three
layer air          // four

layer sky          // five
"""
    assert (
        formatted(text)
        == """\
layer a      // one
layer solid  // two
             // and more of it
layer ground  // three
layer air  // four

layer sky  // five
"""
    )


def test_a_comment_above_is_not_aligned_with_one_behind_code() -> None:
    assert formatted("layer a\n\n      // above\nundo  // behind\n") == "layer a\n\n    // above\nundo  // behind\n"


def test_tabs_before_comments_reach_to_the_next_fourth_column() -> None:
    text = "layer ab\t\t// one\nlayer abcdef\t// two\nphase p\n    -> a\n\t// three\n"

    assert formatted(text) == "layer ab      // one\nlayer abcdef  // two\nphase p\n    -> a\n    // three\n"


def test_a_comment_within_a_line_keeps_the_rows_around_it_apart() -> None:
    assert (
        rule("on a, // one\n\n    B,\n    C, // two\n      // three\n   d -> // four\n    e,\n    f // five")
        == """\
    on a,  // one
        B, C,  // two
        // three
        d ->  // four
        e, f  // five
"""
    )


def test_a_legend_may_draw_with_any_sign() -> None:
    assert formatted("legend\n / =  A// x\n - =A\n ==A\n ,= A\n") == (
        "legend\n    / = A  // x\n    - = A\n    = = A\n    , = A\n"
    )


# ---------------------------------------------------------------- what has no layout


DEEP = ["(" * 4000 + "a" + ")" * 4000, "a" + " + a" * 2000, "-" * 9000 + "a", "a" + ".b" * 4000, "no " * 3000 + "a"]


@pytest.mark.parametrize(
    "text",
    ["layr a\n", "\tlayer a\n", "phase p\n", "layer a\n\x00", "layer a,\n", *(f"win when {deep}" for deep in DEEP)],
    ids=lambda text: text[:16],
)
def test_a_text_that_cannot_be_read_is_explained(text: str) -> None:
    made, found = format_text(text, "x.arcg")

    assert made is None
    assert found
    assert all(d.code.startswith("E0") and d.span.file == "x.arcg" for d in found)


def test_mistakes_of_other_kinds_do_not_matter() -> None:
    assert formatted("kind A on  nowhere") == "kind A on nowhere\n"


def test_a_line_that_would_pass_the_bound_is_named() -> None:
    effects = "a=1," * (MAX_LINE // 4 - 10)
    text = f"layer a\nphase p\n -> {effects}b\n"

    made, found = format_text(text, "x.arcg")

    assert made is None
    assert [(d.code, d.span.line) for d in found] == [("E034", 3)]


def test_a_text_that_would_pass_the_bound_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatting, "MAX_LENGTH", 20)

    fits, refused = (format_text(f"phase p\n ->{effect}\n", "x.arcg") for effect in ("abcd", "abcde"))

    assert fits == ("phase p\n    -> abcd\n", [])
    assert refused[0] is None
    assert [d.code for d in refused[1]] == ["E003"]
