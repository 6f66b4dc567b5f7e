"""Questions about a thing that is alone: all that its body may depend on."""

from __future__ import annotations

from arcg.compiler import ir
from arcg.runtime.engine import Status
from arcg.runtime.reference.matching import Env, Matcher, Value
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.state import Saved, State, Thing


class Alone:
    """One thing and the scope of its kind's body, asked as rules ask."""

    def __init__(self, program: ir.Program, body: ir.Body, thing: Thing) -> None:
        self._body = body
        state = State(0, Status.PLAYING, {0: thing}, [], [], 1)
        self._matcher = Matcher(program, Codec(program), state, Saved({}, ()), ())

    def number(self, expr: ir.Expr) -> int | None:
        """The value of an expression that knows the thing only."""
        value = self._matcher.value(expr, self._env(0, 0))
        return value if isinstance(value, int) else None

    def attribute(self, field: int) -> Value:
        """An attribute of the thing."""
        return self._matcher.value(ir.Attr(ir.Slot(0), field), self._env(0, 0))

    def holds(self, query: ir.Query, column: int, row: int) -> bool:
        """Whether a condition holds of a cell of the box."""
        return self._matcher.exists(query, self._env(column, row))

    def _env(self, column: int, row: int) -> Env:
        return Env(self._body.slots, [0, column, row])
