"""Bodies in the passes of the compiler: what is refused, what is worked out, and that the plan plays the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from support import generated
from support.sketch import check_sketch

from arcg.compiler import ir
from arcg.compiler.estimate import WIDE, Estimate
from arcg.compiler.lower import lower
from arcg.compiler.passes import planned
from arcg.compiler.verify import verify
from arcg.runtime.reference import ReferenceEngine

GAME = """\
game bodies
board 8x4
actions arrows act
layer solid
layer air free open
kind Rod on solid has len: 1..3 = 2, way: facing = right, of: Rod
    body len, 1 when { $x < 1 + 1 or 3 < 2 }
    turned by way
kind Key on solid
    body origin 1 - 1, 0
        88
        8.
kind Fly on air
    body 2, 2
phase act
    on act, Rod -> Rod.len next
win when Rod touches Key, Fly at $c
legend
    r = Rod
    k = Key
    f = Fly
level
    map
        r..k....
        ........
        .......f
        ........
"""


@pytest.fixture(scope="module")
def program() -> ir.Program:
    game, found = check_sketch(GAME, "bodies.arcg")
    assert game is not None, [d.message for d in found]
    return lower(game)


def with_body(program: ir.Program, kind: int, **parts: object) -> ir.Program:
    body = replace(program.kinds[kind].body, **parts)  # type: ignore[type-var]
    return with_kind(program, kind, replace(program.kinds[kind], body=body))


def with_kind(program: ir.Program, number: int, kind: ir.Kind) -> ir.Program:
    return replace(program, kinds=(*program.kinds[:number], kind, *program.kinds[number + 1 :]))


ROD, KEY, FLY = range(3)
ONE, TRUE = ir.Const("int", 1), ir.Compare("=", ir.Const("int", 0), ir.Const("int", 0))


@pytest.mark.parametrize(
    ("kind", "parts", "message"),
    [
        (ROD, {"width": ir.World(0)}, "no world attribute"),
        (ROD, {"width": ir.Slot(1)}, "slot 1 is read before it is bound"),
        (ROD, {"width": ir.Apply("x", (ir.Apply("cell_of", (ir.Slot(0),)),))}, "attributes of its thing alone"),
        (ROD, {"width": ir.Aggregate("count", None, ir.Query((TRUE,)))}, "attributes of its thing alone"),
        (ROD, {"width": ir.Attr(ir.Slot(0), 1)}, "of sort dir where int is needed"),
        (ROD, {"width": ir.Attr(ir.Attr(ir.Slot(0), 2), 0)}, "an attribute of its thing, no thing"),
        (ROD, {"when": ir.Query((ir.Bind(0, (ROD,)), TRUE), (0,))}, "a body binds nothing"),
        (ROD, {"mirrored": ir.Query((ir.Compare("=", ir.Slot(2), ONE),))}, "slot 2 is read before it is bound"),
        (ROD, {"turned": 0}, "a facing of the kind turns it"),
        (ROD, {"upright": 4}, "a direction"),
        (ROD, {"slots": ()}, "a body has slots"),
        (ROD, {"width": ir.Const("int", 0)}, "its body has a cell"),
        (ROD, {"width": ir.Const("int", 65)}, "its body has a cell"),
        (ROD, {"width": ir.Const("int", 4), "when": None}, "one thing on a cell of an ordinary layer"),
        (ROD, {"origin": (ONE, ONE)}, "the thing is on the board"),
        (KEY, {"width": ONE}, "the box is that of the rows"),
        (KEY, {"rows": ((1, 1), (1,))}, "rows are of one length"),
        (KEY, {"rows": ((0, 0), (0, 0))}, "its body has a cell"),
        (KEY, {"when": ir.Query((TRUE,))}, "what is drawn has no condition"),
    ],
)
def test_a_broken_body_is_refused(program: ir.Program, kind: int, parts: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        verify(with_body(program, kind, **parts))


def test_what_is_free_or_open_needs_no_room(program: ir.Program) -> None:
    verify(with_body(program, FLY, origin=(ONE, ONE)))
    far = replace(program.kinds[KEY], layer=1)
    verify(with_kind(with_body(program, ROD, width=ir.Const("int", 4)), KEY, far))


def test_bodies_are_folded(program: ir.Program) -> None:
    rod, key, _ = (kind.body for kind in planned(program).kinds)

    assert rod is not None
    assert rod.when is not None
    assert rod.when.atoms == (ir.Exists((ir.Query((ir.Compare("<", ir.Slot(1), ir.Const("int", 2)),)),)),)
    assert key is not None
    assert key.origin == (ir.Const("int", 0), ir.Const("int", 0))


def test_a_body_has_several_cells(program: ir.Program) -> None:
    cells = ir.CellsOf(1, ir.Slot(0))

    assert Estimate(program).atom(cells, {0}).fan == WIDE
    plain = replace(program, kinds=tuple(replace(kind, body=None) for kind in program.kinds))
    assert Estimate(plain).atom(cells, {0}).fan == 1


@pytest.mark.parametrize("seed", [0, 20, 40])
def test_the_plan_of_a_game_with_bodies_plays_the_same(seed: int) -> None:
    game = generated.bodied(seed)
    one, two, random = ReferenceEngine(game), ReferenceEngine(planned(game)), Random(seed)

    for _ in range(20):
        action = random.choice((1, 2, 3, 4, 5, 6, 7))
        place = (random.randrange(64), random.randrange(64)) if action == 6 else ()
        one.step(action, *place)
        two.step(action, *place)
        assert one.state()[9:] == two.state()[9:]  # without what tells programs apart
