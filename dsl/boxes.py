"""Boxes: the cells that a body comes to, once the attributes of its thing are known."""

from __future__ import annotations

from arcg.dsl import core


def shape(body: core.Body, values: dict[int, int]) -> set[tuple[int, int]] | None:
    """The cells of a body seen from its thing's cell, for attributes by field; None if a side is none or too long."""
    width, height = _value(body.width, values, (0, 0)), _value(body.height, values, (0, 0))
    origin_x, origin_y = (0, 0) if body.origin is None else (_value(part, values, (0, 0)) for part in body.origin)
    if width is None or height is None or origin_x is None or origin_y is None:
        return None
    if not (1 <= width <= core.MAX_BODY and 1 <= height <= core.MAX_BODY):
        return None
    box = [(column, row) for row in range(height) for column in range(width)]
    if body.rows:
        mask = {cell for cell in box if body.rows[cell[1]][cell[0]]}
    elif body.when is None:
        mask = set(box)
    else:
        mask = {cell for cell in box if _holds(body.when, values, cell)}
    quarters = 0
    if body.turned is not None:
        while _turned(body.upright, quarters) != values[body.turned]:
            quarters += 1
    mirror = body.mirrored is not None and _holds(body.mirrored, values, (0, 0))

    def placed(cell: tuple[int, int]) -> tuple[int, int]:
        x, y = cell[0] - origin_x, cell[1] - origin_y
        x = -x if mirror else x
        for _ in range(quarters):
            x, y = -y, x
        return x, y

    left = top = 0
    if body.origin is None:
        corners = [placed(cell) for cell in ((0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1))]
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return {(x - left, y - top) for x, y in map(placed, mask)}


def constant(expr: core.Expr) -> int | None:
    """The value of a side or an origin that is the same for every thing; None if it asks for an attribute."""
    return _value(expr, {}, (0, 0))


def _turned(direction: int, quarters: int) -> int:
    for _ in range(quarters):
        direction = core.CLOCKWISE[direction]
    return direction


def _value(expr: core.Expr, values: dict[int, int], cell: tuple[int, int]) -> int | None:
    match expr:
        case core.Const(_, value):
            return value
        case core.Slot(index):
            return cell[index - 1] if index else None
        case core.Attr(_, field):
            return values.get(field)
        case core.Recode(inner, table):
            place = _value(inner, values, cell)
            return None if place is None else table[place] if place >= 0 else place
        case core.Apply(function, args):
            known = [_value(arg, values, cell) for arg in args]
            if None in known:
                return None
            return _applied(function, *[value for value in known if value is not None])
    raise TypeError(f"a body cannot ask {type(expr).__name__}")


def _applied(function: core.Function, a: int, b: int = 0) -> int | None:
    if function in ("div", "mod") and not b:
        return None
    table = {
        "add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b, "div": lambda: a // b, "mod": lambda: a % b,
        "neg": lambda: -a, "abs": lambda: abs(a), "least": lambda: min(a, b), "most": lambda: max(a, b),
        "cw": lambda: core.CLOCKWISE[a], "ccw": lambda: core.COUNTER_CLOCKWISE[a], "back": lambda: core.BACK[a],
        "dx": lambda: core.STEPS[a][0], "dy": lambda: core.STEPS[a][1],
    }  # fmt: skip
    return table[function]()


def _holds(query: core.Query, values: dict[int, int], cell: tuple[int, int]) -> bool:
    return all(_test(atom, values, cell) for atom in query.atoms)


def _test(atom: core.Atom, values: dict[int, int], cell: tuple[int, int]) -> bool:
    match atom:
        case core.Exists(alternatives):
            return any(_holds(query, values, cell) for query in alternatives)
        case core.No(query):
            return not _holds(query, values, cell)
        case core.Compare(op, left, right):
            one, two = _value(left, values, cell), _value(right, values, cell)
            if one is None or two is None:
                return False
            signs = {"=": one == two, "!=": one != two, "<": one < two, "<=": one <= two, ">": one > two}
            return signs.get(op, one >= two)
    raise TypeError(f"a body cannot ask {type(atom).__name__}")
