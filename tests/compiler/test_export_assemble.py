"""Putting modules together: what is needed and nothing else, under names that cannot be taken for others."""

from __future__ import annotations

from textwrap import dedent

import pytest

from arcg.compiler.export.assemble import Assembled, assemble


def put(wanted: str, *, absent: frozenset[str] = frozenset(), omitted: dict | None = None, **modules: str) -> Assembled:
    """Modules of a package, put together for a name of the last one."""
    sources = [(f"arcg.m.{name}", dedent(text)) for name, text in modules.items()]
    return assemble(sources, [(sources[-1][0], wanted)], absent=absent, omitted=omitted)


def run(whole: Assembled) -> dict:
    text = "from __future__ import annotations\n" + "\n".join(whole.imports) + "\n"
    text += "\n\n\n".join(section for _, _, section in whole.sections)
    names: dict = {"__name__": "assembled"}
    exec(compile(text, "assembled", "exec"), names)
    return names


def text(whole: Assembled) -> str:
    return "\n".join(section for _, _, section in whole.sections)


def test_only_what_is_needed_is_taken() -> None:
    whole = put(
        "answer",
        a="import json\nimport re\nONE = 1\nTWO = 2\ndef used():\n    return ONE\ndef unused():\n    return re\n",
        b="from arcg.m.a import unused, used\nimport sys\n"
        "def answer():\n    return used()\ndef other():\n    return unused()\n",
    )

    assert run(whole)["answer"]() == 1
    assert "unused" not in text(whole) and "TWO" not in text(whole) and whole.imports == ()


def test_a_module_is_no_prefix_any_more() -> None:
    whole = put(
        "answer",
        a="class Node:\n    pass\ndef make():\n    return Node()\n",
        b="""\
            from arcg.m import a
            def answer(value: a.Node) -> bool:
                match value:
                    case a.Node():
                        return isinstance(a.make(), a.Node)
                return False
            """,
    )

    names = run(whole)
    assert names["answer"](names["Node"]())
    assert "a.Node" not in text(whole)


def test_two_private_helpers_of_one_name_are_kept_apart() -> None:
    whole = put(
        "answer",
        a="def _help():\n    return 'a'\ndef first():\n    return _help()\n",
        b="from arcg.m.a import first\ndef _help():\n    return 'b'\n"
        "def answer(_helping=None):\n    return first() + _help()\n",
    )

    assert run(whole)["answer"]() == "ab"
    assert whole.names["arcg.m.a", "_help"] == "_help" and whole.names["arcg.m.b", "_help"] == "_help_of_b"


def test_what_a_function_calls_its_own_hides_nothing() -> None:
    """`a.seen` would become `seen`, which the function has for something else."""
    whole = put(
        "answer",
        a="def seen():\n    return 'a'\n",
        b="from arcg.m import a\ndef answer():\n    seen = 1\n    return [a.seen() for one in [seen]]\n",
    )

    assert run(whole)["answer"]() == ["a"]


@pytest.mark.parametrize(
    "binding",
    [
        "def answer(found):\n    return [found, a.found()]",
        "def answer(x):\n    for found in [x]:\n        return [found, a.found()]",
        "def answer(x):\n    with open('/dev/null') as found:\n        return [x, a.found()]",
        "def answer(x):\n    return [[found, a.found()] for found in [x]][0]",
        "def answer(x):\n    return (lambda found: [found, a.found()])(x)",
        "def answer(x):\n    match [x]:\n        case [*found]:\n            return [found[0], a.found()]",
        "def answer(x):\n    match x:\n        case found:\n            return [found, a.found()]",
        "def answer(x):\n    match {1: x}:\n        case {**found}:\n            return [found[1], a.found()]",
        "def answer(x):\n    if (found := x):\n        return [found, a.found()]",
        "def answer(x):\n    def found():\n        return x\n    return [found(), a.found()]",
        "def answer(x):\n    try:\n        1 / 0\n    except ArithmeticError as found:\n        return [x, a.found()]",
        "def answer(x):\n    found, y = x, 0\n    def inner():\n        return [found, a.found()]\n    return inner()",
    ],
)
def test_every_way_in_which_a_function_names_something(binding: str) -> None:
    whole = put("answer", a="def found():\n    return 'a'\n", b=f"from arcg.m import a\n{binding}\n")

    assert run(whole)["answer"]("x") == ["x", "a"]


def test_names_in_a_class_are_seen_in_its_body_only() -> None:
    whole = put(
        "Answer",
        a="def size():\n    return 'a'\nX = 1\n",
        b="""\
            from arcg.m.a import X, size
            def _put(): return 1
            class Answer:
                width = X
                def size(self):
                    return size()
                def _put(self):
                    return _put()
            """,
        )  # fmt: skip

    assert run(whole)["Answer"]().size() == "a" and run(whole)["Answer"]()._put() == 1


def test_the_names_of_a_module_are_those_of_the_whole() -> None:
    whole = put(
        "answer",
        a="class Node:\n    pass\n",
        b="from arcg.m import a\nX = a.Node\ndef answer(x=0):\n    return X, vars(a)['Node']\n",
    )

    names = run(whole)
    assert names["answer"]() == (names["Node"],) * 2


def test_imports_within_functions_go() -> None:
    whole = put(
        "answer",
        a="def first():\n    from arcg.m.b import later  # they need each other\n\n    return later() + 1\n",
        b="from arcg.m.a import first\ndef later():\n    return 1\ndef answer():\n    return first()\n",
    )

    assert run(whole)["answer"]() == 2
    assert "import" not in text(whole) and "they need" not in text(whole)


def test_comments_and_layout_are_kept() -> None:
    source = dedent("""\
        import math

        # ------------------------------------------------ numbers

        # Why this is three.
        THREE = 3  # not four
        \"\"\"What three is.\"\"\"

        FOUR = 4


        # Above a decorator.
        @staticmethod
        def answer():
            \"\"\"Says ä and ö.\"\"\"
            ö = THREE  # inside

            return  math.floor( ö )
        """)

    whole = put("answer", a=source)

    expected = source.removeprefix("import math\n\n").replace("FOUR = 4\n\n\n", "\n")
    assert text(whole).split() == expected.split()
    assert "return  math.floor( ö )" in text(whole) and '"""What three is."""\n' in text(whole)


def test_names_after_letters_of_several_bytes_are_edited_where_they_are() -> None:
    whole = put(
        "answer",
        a="def _one():\n    return 1\ndef first():\n    return _one()\n",
        b="from arcg.m.a import first\ndef _one():\n    return 2\n"
        "def answer():\n    return ['äöü€𝔘', first(), _one()]\n",
    )

    assert run(whole)["answer"]() == ["äöü€𝔘", 1, 2]


def test_annotations_may_speak_of_what_is_left_out_on_purpose() -> None:
    b = "from arcg.m.watch import Watcher\ndef answer(by: Watcher | None = None) -> int:\n    return 1\n"

    assert run(put("answer", b=b, absent=frozenset({"arcg.m.watch"})))["answer"]() == 1
    with pytest.raises(ValueError, match="nothing is called Watcher"):
        put("answer", b=b)
    used = b.replace("return 1", "return Watcher()")
    with pytest.raises(ValueError, match="nothing is called Watcher"):
        put("answer", b=used, absent=frozenset({"arcg.m.watch"}))


def test_methods_can_be_left_out() -> None:
    gone = "    def gone(self):\n        from arcg.m.other import thing\n\n        return thing\n\n"
    a = f"class A:\n    x = 1\n\n{gone}    def here(self):\n        return self.x\n"

    whole = put("A", a=a, omitted={"arcg.m.a": frozenset({"A.gone"})})

    assert run(whole)["A"]().here() == 1 and "gone" not in text(whole)
    with pytest.raises(ValueError, match=r"has no A\.lost"):
        put("A", a=a, omitted={"arcg.m.a": frozenset({"A.lost"})})


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        # Without its dot the pattern would be a new name that fits everything.
        (
            "X = 1\n",
            "from arcg.m import a\ndef answer():\n    match 1:\n        case a.X:\n            pass\n",
            "pattern",
        ),
        ("X = 1\n", "def answer():\n    return y\n", "nothing is called y"),
        ("X = 1\n", "from arcg.m import a\ndef answer():\n    return a\n", "nothing is called a"),
        ("X = 1\n", "from arcg.m import a\ndef answer():\n    return a.Y\n", "nothing is called a.Y"),
        ("X = 1\n", "from arcg.m.a import X\ndef answer():\n    return vars(X)\n", "no module"),
        ("X = 1\n", "def answer():\n    global X\n    X = 1\n", "not foreseen"),
        ("X = 1\n", "from os import path as p\ndef answer():\n    return p\n", "not foreseen"),
        ("X = 1\n", "print(1)\ndef answer():\n    return 1\n", "not foreseen"),
        (
            "from typing import Set\nA = Set\n",
            "from arcg.m.a import A\nfrom collections.abc import Set\nanswer = Set, A\n",
            "different things",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_put_together_is_told(a: str, b: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        put("answer", a=a, b=b)
