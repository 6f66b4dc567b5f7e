"""From bodies of the IR to trees without names: how far a body reaches from its thing's cell, and when.

A box is told by its reach in four directions, and a cell of it by its offset from the thing's cell: seen from there, a
mirrored board only changes directions and signs. A body that a facing turns is told as seen along that facing, so that
turning the board changes nothing. Numbers are sums of products, so that it makes no difference how they are written.
"""

from __future__ import annotations

import math
from collections import Counter

from arcg.compiler import ir
from arcg.compiler.canonical.bodies import ONE_CELL, Changes, is_still
from arcg.compiler.canonical.lift_queries import QueryLifter
from arcg.compiler.canonical.tree import Child, Node, free
from arcg.compiler.canonical.union import Union

Sum = dict[tuple[Node, ...], int]
"""Products of atoms, each sorted, with how often they are added; the empty product is 1."""

ACROSS, DOWN, SIDE = ("offset_x", "step_x"), ("offset_y", "step_y"), ("sideways",)
"""The atoms that change their sign in a mirror, by the mirror."""

MOST_TERMS = 100
"""Products of longer sums are not multiplied out."""


class BodyLifter(QueryLifter):
    """Lifts the body of one kind; slot 0 is the thing, slots 1 and 2 the column and the row in the box."""

    def __init__(self, program: ir.Program, union: Union, kind: int, body: ir.Body, changes: Changes) -> None:
        super().__init__(program, union, body)
        self.scope.narrow(0, frozenset((kind,)))
        self.kind, self.whole, self.changes = kind, body, changes
        self.origin = tuple(self._sum(part) for part in body.origin) if body.origin is not None else ({}, {})
        self.offsets = self._offsets()

    def _offsets(self) -> tuple[Sum, Sum]:
        """How far a cell lies to the right of the thing's cell, and how far below."""
        body = self.whole
        if body.turned is None:
            return {(Node("offset_x"),): 1}, {(Node("offset_y"),): 1}
        front, right = ir.STEPS[body.upright], ir.STEPS[ir.CLOCKWISE[body.upright]]
        across, down = (
            _added({(Node("forward"),): front[axis]}, {(Node("sideways"),): right[axis]}) for axis in (0, 1)
        )
        return _without_zeros(across), _without_zeros(down)

    def body(self) -> Node:
        """The body."""
        body, parts = self.whole, list[Node]()
        if not is_still(body):
            parts.append(self._grown())
        elif body.rows == ONE_CELL:
            parts.append(Node("one_cell"))
        if body.turned is not None:
            parts.append(Node("turned", (self.union.ref("field", ("field", self.kind, body.turned)),)))
        if body.mirrored is not None:
            along = body.upright in (ir.LEFT, ir.RIGHT)
            where = "x" if body.turned is None else "along" if along else "across"
            parts.append(Node(f"mirrored_{where}", (self.query(body.mirrored),)))
        if self.changes.is_boxed(self.kind, body):
            corner = tuple(Node("dir", (direction,)) for direction in (ir.UP, ir.LEFT))
            parts.append(free("boxed", corner if self.changes.has_corner(self.kind, body) else ()))
        return Node("body", tuple(parts))

    def _grown(self) -> Node:
        body, (across, down) = self.whole, self.origin
        last = [_added(self._sum(side), {(): -1}) for side in (body.width, body.height)]
        reaches = {
            ir.LEFT: across, ir.RIGHT: _added(last[0], across, -1), ir.UP: down, ir.DOWN: _added(last[1], down, -1),
        }  # fmt: skip
        box = tuple(Node("reach", (self._side(side), _told(reach))) for side, reach in reaches.items() if reach)
        return Node("grows", (free("box", box), *(() if body.when is None else (self.query(body.when),))))

    def _side(self, direction: int) -> Node:
        """A side of the box; one that is turned has a front."""
        body = self.whole
        if body.turned is None:
            return Node("dir", (direction,))
        names = {body.upright: "front", ir.BACK[body.upright]: "rear", ir.CLOCKWISE[body.upright]: "starboard"}
        return Node(names.get(direction, "port"))

    # ------------------------------------------------------------ conditions

    def atom(self, atom: ir.Atom) -> Node:
        """One condition; numbers are compared with nothing."""
        if isinstance(atom, ir.Compare) and self._is_number(atom.left):
            difference = _added(self._sum(atom.left), self._sum(atom.right), -1)
            if atom.op == "<":
                return Node("below_zero", (_told(difference),))
            share = math.gcd(*difference.values()) or 1
            difference = {product: count // share for product, count in difference.items()}
            return free("zero" if atom.op == "=" else "not_zero", _unsigned(difference))
        return super().atom(atom)

    def _is_number(self, expr: ir.Expr) -> bool:
        match expr:
            case ir.Const(sort):
                return sort == "int"
            case ir.Slot():
                return True
            case ir.Attr(_, number):
                attrs = self.program.kinds[self.kind].attrs
                return any(attr.field == number and isinstance(attr.domain, ir.IntDomain) for attr in attrs)
            case ir.Apply(function):
                return function not in ("cw", "ccw", "back")
        return False

    # ------------------------------------------------------------ numbers

    def _sum(self, expr: ir.Expr) -> Sum:
        """A number as a sum of products."""
        match expr:
            case ir.Const(value=value):
                return {(): value} if value else {}
            case ir.Slot(1 | 2 as index):
                return _added(self.origin[index - 1], self.offsets[index - 1])
            case ir.Apply("add", (left, right)):
                return _added(self._sum(left), self._sum(right))
            case ir.Apply("sub", (left, right)):
                return _added(self._sum(left), self._sum(right), -1)
            case ir.Apply("neg", (inner,)):
                return _added({}, self._sum(inner), -1)
            case ir.Apply("mul", (left, right)):
                return _multiplied(self._sum(left), self._sum(right))
            case ir.Apply("abs", (inner,)):
                return _absolute(self._sum(inner))
            case ir.Apply("div" | "mod" as function, (left, right)):
                return _divided(function, self._sum(left), self._sum(right))
            case ir.Apply("least" | "most" as function, (left, right)):
                tag = "lesser" if function == "least" else "greater"
                return {(free(tag, (_told(self._sum(left)), _told(self._sum(right)))),): 1}
            case ir.Apply("dx" | "dy" as function, (direction,)):
                return {(Node("step_x" if function == "dx" else "step_y", (self.expr(direction),)),): 1}
        told = self.expr(expr)
        assert isinstance(told, Node)
        return {(told,): 1}


def _without_zeros(total: Sum) -> Sum:
    return {product: count for product, count in total.items() if count}


def _added(one: Sum, two: Sum, times: int = 1) -> Sum:
    total = dict(one)
    for product, count in two.items():
        total[product] = total.get(product, 0) + times * count
    return _without_zeros(total)


def _multiplied(one: Sum, two: Sum) -> Sum:
    if len(one) * len(two) > MOST_TERMS:
        return {(free("product", (_told(one), _told(two))),): 1}
    total: Sum = {}
    for left, times in one.items():
        for right, count in two.items():
            product = tuple(sorted((*left, *right), key=repr))
            total[product] = total.get(product, 0) + times * count
    return _without_zeros(total)


def _absolute(total: Sum) -> Sum:
    if set(total) <= {()}:
        return {(): abs(total[()])} if total else {}
    return {(free("size", _unsigned(total)),): 1}


def _divided(function: str, one: Sum, two: Sum) -> Sum:
    tag = "quotient" if function == "div" else "rest"
    if set(one) <= {()} and set(two) == {()}:
        known = one.get((), 0) // two[()] if function == "div" else one.get((), 0) % two[()]
        return {(): known} if known else {}
    return {(Node(tag, (_told(one), _told(two))),): 1}


def _told(total: Sum) -> Child:
    """A sum as a tree: what is added in any order, each product with how often."""
    terms = tuple(_term(product, count) for product, count in total.items())
    return 0 if not terms else terms[0] if len(terms) == 1 else free("total", terms)


def _term(product: tuple[Node, ...], count: int) -> Child:
    if not product:
        return count
    if count == 1 and len(product) == 1 and not any(product[0].tag in mirror for mirror in (ACROSS, DOWN, SIDE)):
        return product[0]
    return Node("term", (count, *product), (frozenset(), *[frozenset((0,))] * len(product)))


def _unsigned(total: Sum) -> tuple[Child, ...]:
    """What is told of a number of which only the size counts: one of the two signs, or both where none comes first.

    Which one comes first is seen from what no mirror changes.
    """
    fixed = [(len(product), count) for product, count in total.items() if _is_even(product)]
    one, two = sorted(fixed), sorted((length, -count) for length, count in fixed)
    opposite = _told(_added({}, total, -1))
    return (_told(total),) if one > two else (opposite,) if two > one else (_told(total), opposite)


def _is_even(product: tuple[Node, ...]) -> bool:
    """Whether a product keeps its sign in every mirror."""
    tags = Counter(atom.tag for atom in product)
    return all(sum(tags[tag] for tag in mirror) % 2 == 0 for mirror in (ACROSS, DOWN, SIDE))
