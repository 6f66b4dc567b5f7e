"""The assembler of bodies: what a kind's body says, as words of the image and code for `bodies.calculate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arcg.compiler import ir
from arcg.runtime.kernel import layout as at

NOWHERE = -1
OF_TWO = {
    "add": at.PLUS, "sub": at.MINUS, "mul": at.TIMES, "div": at.DIVIDED, "mod": at.REST, "least": at.LESSER,
    "most": at.GREATER,
}  # fmt: skip
OF_ONE = {
    "neg": at.NEGATED, "abs": at.ABSOLUTE, "cw": at.QUARTER, "ccw": at.QUARTER_BACK, "back": at.OPPOSITE,
    "dx": at.ACROSS, "dy": at.DOWNWARDS,
}  # fmt: skip
SIGNS = {"=": at.EQUALS, "!=": at.DIFFERS, "<": at.BELOW, "<=": at.AT_MOST, ">": at.ABOVE, ">=": at.AT_LEAST}


class BodyCoder:
    """Writes the body of one kind; `emit` appends words to the image and gives the address of the first."""

    def __init__(self, kind: ir.Kind, emit: Callable[..., int]) -> None:
        self.places = {attr.field: place for place, attr in enumerate(kind.attrs)}
        self.emit = emit
        self.asked: dict[int, None] = {}

    def body(self, body: ir.Body) -> int:
        """The words of a body (see layout.py); their address."""
        code = [self._code(self._value(side)) for side in (body.width, body.height)]
        code.append(self.emit(*(cell for row in body.rows for cell in row)) if body.rows else NOWHERE)
        code.append(NOWHERE if body.when is None else self._code(self._query(body.when)))
        code += [NOWHERE, NOWHERE] if body.origin is None else [self._code(self._value(part)) for part in body.origin]
        code.append(NOWHERE if body.mirrored is None else self._code(self._query(body.mirrored)))
        code += [NOWHERE if body.turned is None else self._place(body.turned), body.upright]
        return self.emit(*code, len(self.asked), *self.asked)

    def _place(self, field: int) -> int:
        place = self.places[field]
        self.asked[place] = None
        return place

    def _code(self, words: Sequence[int]) -> int:
        return self.emit(*words, at.FINISHED)

    def _value(self, expr: ir.Expr) -> list[int]:
        match expr:
            case ir.Const(_, value):
                return [at.PUSH, value]
            case ir.Slot(index):
                return [at.PUSH_X if index == 1 else at.PUSH_Y]
            case ir.Attr(_, field):
                return [at.PUSH_ATTR, self._place(field)]
            case ir.Recode(inner, table):
                return [*self._value(inner), at.RENAMED, self.emit(*table)]
            case ir.Apply(function, args) if len(args) == 1:
                return [*self._value(args[0]), OF_ONE[function]]
            case ir.Apply(function, args):
                return [*self._value(args[0]), *self._value(args[1]), OF_TWO[function]]
        raise TypeError(f"a body does not ask {type(expr).__name__}")

    def _query(self, query: ir.Query) -> list[int]:
        return self._all([self._atom(atom) for atom in query.atoms], at.BOTH, 1)

    def _all(self, parts: list[list[int]], join: int, empty: int) -> list[int]:
        if not parts:
            return [at.PUSH, empty]
        return [*parts[0], *(word for part in parts[1:] for word in (*part, join))]

    def _atom(self, atom: ir.Atom) -> list[int]:
        match atom:
            case ir.Compare(sign, left, right):
                return [*self._value(left), *self._value(right), SIGNS[sign]]
            case ir.Exists(alternatives):
                return self._all([self._query(query) for query in alternatives], at.ONE_OF, 0)
            case ir.No(query):
                return [*self._query(query), at.NOT]
        raise TypeError(f"a body does not ask {type(atom).__name__}")
