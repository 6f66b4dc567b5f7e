"""The eight symmetries of the square, applied to trees: directions, turns, coordinates and the four arrow actions."""

from __future__ import annotations

from dataclasses import dataclass

from arcg.compiler import ir
from arcg.compiler.canonical.lift_bodies import ACROSS, DOWN, SIDE
from arcg.compiler.canonical.tree import Child, Node, free

Side = tuple[str, int]
"""An axis with a sign: which coordinate, counted from which edge."""

_AXES = {"x": ("x", 1), "y": ("y", 1), "x_from_right": ("x", -1), "y_from_below": ("y", -1)}
_STEPS = {"dx": ("x", 1), "dy": ("y", 1), "dx_back": ("x", -1), "dy_back": ("y", -1)}


_WORDS = {
    (False, False, False): "",
    (False, True, False): "mirrored left to right",
    (False, False, True): "mirrored top to bottom",
    (False, True, True): "turned by a half",
    (True, False, False): "mirrored along a diagonal",
    (True, True, True): "mirrored along the other diagonal",
    (True, True, False): "turned by a quarter clockwise",
    (True, False, True): "turned by a quarter counter-clockwise",
}


@dataclass(frozen=True, slots=True)
class Symmetry:
    """First `transpose` (columns become rows), then `mirror` left and right, then `flip` top and bottom."""

    transpose: bool
    mirror: bool
    flip: bool

    @property
    def words(self) -> str:
        """What it does, in words; nothing for the one that leaves all as it is."""
        return _WORDS[self.transpose, self.mirror, self.flip]

    @property
    def reflects(self) -> bool:
        """Whether clockwise becomes counter-clockwise."""
        return (self.transpose + self.mirror + self.flip) % 2 == 1

    def step(self, dx: int, dy: int) -> tuple[int, int]:
        """Where a step leads afterwards."""
        if self.transpose:
            dx, dy = dy, dx
        return (-dx if self.mirror else dx), (-dy if self.flip else dy)

    def direction(self, direction: int) -> int:
        """Where a direction points afterwards."""
        return ir.STEPS.index(self.step(*ir.STEPS[direction]))

    def cell(self, x: int, y: int, width: int, height: int) -> tuple[int, int]:
        """Where a cell of a board lies afterwards; the size is that of the board before."""
        if self.transpose:
            x, y, width, height = y, x, height, width
        return (width - 1 - x if self.mirror else x), (height - 1 - y if self.flip else y)

    def action(self, action: int) -> int:
        """Which action is what this one was: ACTION1 to ACTION4 are the directions."""
        return self.direction(action - 1) + 1 if 1 <= action <= 4 else action


SYMMETRIES = tuple(Symmetry(t, m, f) for t in (False, True) for m in (False, True) for f in (False, True))
"""All eight; the first leaves everything as it is."""


def turned(tree: Node, symmetry: Symmetry) -> Node:
    """The tree of the same game on a turned or mirrored board.

    The language cannot say `counted from the right edge`, so a game that reads `x` and its mirror image are equal only
    in this form; a coordinate that was mirrored once more is itself again.
    """
    return turns(tree)[SYMMETRIES.index(symmetry)]


def turns(tree: Node) -> tuple[Node, ...]:
    """The tree in all symmetries; they share the parts that look the same in each."""
    whole = _turns(tree)
    return (tree,) * len(SYMMETRIES) if whole is None else whole


def _turns(node: Node) -> tuple[Node, ...] | None:
    """A node in all symmetries; None: it is the same in each."""
    parts = [_turns(child) if isinstance(child, Node) and (child.children or child.tag in _TURNED) else None
             for child in node.children]  # fmt: skip
    if node.tag not in _TURNED and all(part is None for part in parts):
        return None
    found: list[Node] = []
    known: dict[object, Node] = {}  # what becomes of it in several symmetries is one object
    for place, symmetry in enumerate(SYMMETRIES):
        children = [child if part is None else part[place] for child, part in zip(node.children, parts, strict=True)]
        turned = Node(node.tag, tuple(children), node.before, node.source)
        if node.tag in _TURNED:
            turned = _node(turned, symmetry)
            found.append(known.setdefault(turned, turned))
        else:
            found.append(known.setdefault(tuple(map(id, children)), turned))
    return None if len(known) == 1 and found[0] == node else tuple(found)


def _node(node: Node, symmetry: Symmetry) -> Node:
    match node.tag, node.children:
        case "dir", (int(direction),):
            return Node("dir", (symmetry.direction(direction),))
        case "action", (int(action),):
            return Node("action", (symmetry.action(action),))
        case ("actions" | "along") as tag, children:
            return free(tag, tuple(sorted(children, key=repr)))
        case (("cw" | "ccw" as turn), children) if symmetry.reflects:
            return Node("ccw" if turn == "cw" else "cw", children)
        case tag, children if tag in _AXES:
            return Node(_moved(tag, _AXES, symmetry), children)
        case tag, children if tag in _STEPS:
            return Node(_moved(tag, _STEPS, symmetry), children)
        case "term", children:
            return Node("term", _signed(children, symmetry), node.before)
        case (("port" | "starboard" as side), ()) if symmetry.reflects:
            return Node("starboard" if side == "port" else "port")
        case tag, children if symmetry.transpose and tag in _TRANSPOSED:
            return Node(_TRANSPOSED[tag], children)
        case "cell", (across, down):
            return _cell(Node("across", (across,)), Node("down", (down,)), symmetry)
        case "cell_at", (Node() as one, Node() as two):
            return _cell(one, two, symmetry)
    return node


_TRANSPOSED = {
    "offset_x": "offset_y", "offset_y": "offset_x", "step_x": "step_y", "step_y": "step_x",
    "mirrored_x": "mirrored_y", "mirrored_y": "mirrored_x",
}  # fmt: skip


_TURNED = {"dir", "action", "actions", "along", "cw", "ccw", "term", "port", "starboard", "cell", "cell_at",
           *_AXES, *_STEPS, *_TRANSPOSED}  # fmt: skip
"""The tags that `_node` knows."""


def _signed(children: tuple[Child, ...], symmetry: Symmetry) -> tuple[Child, ...]:
    """A product in a body: how often it is added, then what is multiplied, of which some is negative in a mirror."""
    count, *atoms = children
    assert isinstance(count, int)
    mirrors = ((symmetry.mirror, ACROSS), (symmetry.flip, DOWN), (symmetry.reflects, SIDE))
    negative = sum(
        isinstance(atom, Node) and atom.tag in tags for happens, tags in mirrors if happens for atom in atoms
    )
    return (-count if negative % 2 else count, *atoms)


def _moved(tag: str, sides: dict[str, Side], symmetry: Symmetry) -> str:
    axis, sign = sides[tag]
    dx, dy = symmetry.step(sign, 0) if axis == "x" else symmetry.step(0, sign)
    return next(name for name, side in sides.items() if side == (("x", dx) if dx else ("y", dy)))


_EDGES = {"across": ("x", 1), "down": ("y", 1), "across_from_right": ("x", -1), "down_from_below": ("y", -1)}


def _cell(one: Node, two: Node, symmetry: Symmetry) -> Node:
    """A cell by its two coordinates, each with the edge that it is counted from."""
    parts: list[Child] = [Node(_moved(part.tag, _EDGES, symmetry), part.children) for part in (one, two)]
    parts.sort(key=lambda part: isinstance(part, Node) and part.tag.startswith("down"))
    return Node("cell_at", tuple(parts))
