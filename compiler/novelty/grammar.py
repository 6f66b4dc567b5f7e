"""The grammar of bodies: which symbols may stand where. What is forced costs nothing, a choice among n at most log2 n.

The tags are those of `arcg.compiler.canonical.lift` and `lift_cells`; a test holds the two together.
"""

from __future__ import annotations

PLAIN = 3
"""Numbers up to this size are symbols of their own; others are coded digit by digit."""

Choices = frozenset[str]


def _ref(*sorts: str) -> Choices:
    return frozenset(f"{sort}:{age}" for sort in sorts for age in ("new", "old"))


def _tags(text: str) -> Choices:
    """Tags that open: `query` for `(query`."""
    return frozenset(f"({tag}" for tag in text.split())


def _bare(text: str) -> Choices:
    return frozenset(text.split())


NUMBER = frozenset(["#", *(f"#{number}" for number in range(-PLAIN, PLAIN + 1))])
_ONE = (
    "neg abs cell_of x y x_from_right y_from_below cw ccw back dx dy dx_back dy_back "
    "across down across_from_right down_from_below asked"
)
_TWO = "add sub mul div mod least most ahead way cell_at"
_OVER = "count sum min max first"
VARIABLE, VALUE = _ref("slot", "outer"), _ref("value")
EXPR = (
    NUMBER
    | VARIABLE
    | VALUE
    | _ref("world")
    | _bare("none")
    | _tags(f"dir action of recode either distance approach {_ONE} {_TWO} {_OVER}")
)
QUERY, AMONG = _tags("query") | _bare("query"), _tags("among") | _bare("among")
EVENT = _ref("event") | _bare("start arrow act click clickcell undo action moved blocked enter leave")
DOMAIN = _tags("numbers things") | _bare("things facing names")
DO = _tags("do") | _bare("do")
_RELATIONS = "at lies_on overlaps touches near ahead_of beside"
ATOM = _tags(
    f"bind is_kind any_dir any_cell let = != < {_RELATIONS} ray would_stop some no did holds zero not_zero below_zero"
) | _bare("some")
EFFECT = _tags("move put swing stay make drop set gain next prev turn save restore emit to_each") | _bare(
    "end_part end_phase end_turn win lose"
)
ARGUMENT = _tags("take equal") | _bare("any")
PARAMS, GIVEN, ATTRS = (_tags(tag) | _bare(tag) for tag in ("params", "given", "attrs"))
KEPT = _ref("world", "kind")

# numbers of bodies
OFFSET = _bare("offset_x offset_y forward sideways") | _tags("step_x step_y")
FACTOR = OFFSET | _tags("of size quotient rest lesser greater product")
NUMERAL = NUMBER | FACTOR | _tags("total term")

# rules over cells
ITEM = _tags("here absent any_of comes goes chance lying")
SQUARE = _tags("square") | _bare("square")
MARK = _tags("asks spares leaves unasks adds") | _bare("gone still halts asked_on rigidly turned apart")
MOVEMENT = _bare("forward starboard back port to_act")

UNIT = _tags(
    "actions layer kind counter orders clause to through stops pushes carries stuck phase rule forbid win lose undo "
    "picture_turned set_of_kinds input cell_rule cell_goal"
) | _bare("undo lose_first joint loop cell_rule")

SHAPES: dict[str, tuple[list[Choices], Choices | None]] = {
    # what must stand there, and what may follow, as often as it likes
    "": ([UNIT], None),
    # declarations
    "actions": ([], _tags("action")),
    "action": ([NUMBER], None),
    "layer": ([_ref("layer")], _bare("free hidden clickable open")),
    "kind": ([_ref("kind"), _ref("layer") | _bare("free open"), ATTRS], _tags("body") | _bare("body numbered")),
    "attrs": ([], _tags("has")),
    "has": ([_ref("field"), DOMAIN], _tags("starts")),
    "body": (
        [],
        _tags("grows turned boxed mirrored_x mirrored_y mirrored_along mirrored_across") | _bare("one_cell boxed"),
    ),
    "grows": ([_tags("box") | _bare("box")], QUERY),
    "box": ([], _tags("reach")),
    "reach": ([_tags("dir") | _bare("front rear port starboard"), NUMERAL], None),
    "turned": ([_ref("field")], None),
    "boxed": ([], _tags("dir")),
    **dict.fromkeys(("mirrored_x", "mirrored_y", "mirrored_along", "mirrored_across"), ([QUERY], None)),
    **dict.fromkeys(("zero", "not_zero", "size"), ([NUMERAL], NUMERAL)),
    "below_zero": ([NUMERAL], None),
    **dict.fromkeys(("quotient", "rest", "lesser", "greater", "product"), ([NUMERAL, NUMERAL], None)),
    "total": ([], NUMERAL),
    "term": ([NUMBER, FACTOR], FACTOR),
    **dict.fromkeys(("step_x", "step_y"), ([EXPR], None)),
    "counter": ([_ref("world"), DOMAIN], _tags("starts")),
    "starts": ([VALUE | _tags("action")], None),
    "numbers": ([NUMBER, NUMBER], None),
    "things": ([], _ref("kind")),
    "orders": ([], _tags("steps sorted")),
    "steps": ([], _tags("then")),
    "then": ([VALUE | _tags("action"), VALUE | _tags("action")], None),
    "sorted": ([], VALUE),
    "undo": ([], KEPT),
    "picture_turned": ([_ref("world"), _tags("dir") | _bare("cw ccw")], None),
    # facts, goals, rules
    "clause": ([_ref("fact"), PARAMS, QUERY], None),
    **dict.fromkeys(("to", "through"), ([_ref("distance"), PARAMS, QUERY], None)),
    **dict.fromkeys(("stops", "pushes", "carries", "stuck"), ([PARAMS, QUERY], None)),
    "params": ([], VARIABLE),
    **dict.fromkeys(("win", "lose", "when", "no"), ([QUERY], None)),
    "forbid": ([QUERY, DO], None),
    "phase": ([_tags("heads") | _bare("heads")], _tags("when each") | _bare("repeat first plan")),
    "heads": ([], _tags("on")),
    "each": ([VARIABLE, QUERY], _tags("by")),
    "by": ([EXPR], None),
    "rule": ([_tags("on") | QUERY], QUERY | _bare("once in_turn at_random") | DO),
    "do": ([], EFFECT),
    # queries
    "query": ([], ATOM),
    "some": ([], QUERY),
    "bind": ([VARIABLE, AMONG], None),
    "among": ([], _ref("kind")),
    "is_kind": ([EXPR, AMONG], None),
    **dict.fromkeys(("any_dir", "any_cell"), ([VARIABLE], None)),
    "let": ([VARIABLE, EXPR], None),
    **dict.fromkeys(("=", "!=", "<", "at", "lies_on", "overlaps", "touches", "near", "beside"), ([EXPR, EXPR], None)),
    "ahead_of": ([EXPR, EXPR, EXPR], None),
    **dict.fromkeys(("on", "did"), ([EVENT], ARGUMENT)),
    "holds": ([_ref("fact")], ARGUMENT),
    "ray": ([VARIABLE, EXPR, EXPR], EXPR),
    "would_stop": ([EXPR, EXPR], None),
    "take": ([VARIABLE], AMONG),
    "equal": ([EXPR], None),
    # expressions
    "dir": ([NUMBER], None),
    "of": ([EXPR, _ref("field")], None),
    "either": ([], EXPR),
    **dict.fromkeys(("distance", "approach"), ([_ref("distance"), EXPR], EXPR)),
    **dict.fromkeys(_ONE.split(), ([EXPR], None)),
    **dict.fromkeys(_TWO.split(), ([EXPR, EXPR], None)),
    **dict.fromkeys(_OVER.split(), ([QUERY], EXPR)),
    "recode": ([EXPR, _tags("pairs") | _bare("pairs")], None),
    "pairs": ([], _tags("as")),
    "as": ([VALUE | NUMBER | _tags("action"), VALUE | NUMBER | _tags("action")], None),
    # effects
    "move": ([EXPR, EXPR, EXPR], None),
    "put": ([EXPR, EXPR], None),
    "swing": ([EXPR, _bare("cw ccw"), EXPR], None),
    "make": ([AMONG, EXPR, GIVEN], VARIABLE),
    "given": ([], _tags("with")),
    "with": ([_ref("field"), EXPR], None),
    **dict.fromkeys(("drop", "stay"), ([EXPR], None)),
    "set": ([EXPR, EXPR], None),
    "gain": ([EXPR, EXPR], _tags("at_least at_most")),
    **dict.fromkeys(("at_least", "at_most", "next", "prev"), ([EXPR], None)),
    "turn": ([EXPR, _bare("cw ccw")], None),
    "save": ([_ref("save") | _bare("turn_start level_start")], None),
    "restore": (
        [_ref("save") | _bare("turn_start level_start"), _tags("keeping only") | _bare("keeping only")],
        None,
    ),
    **dict.fromkeys(("keeping", "only"), ([], KEPT)),
    "emit": ([EVENT], EXPR),
    "to_each": ([VARIABLE, QUERY, EFFECT], None),
    # rules over cells
    "set_of_kinds": ([_ref("kind"), AMONG], None),
    "input": ([SQUARE, _ref("kind")], _bare("from_start must_move")),
    "cell_goal": ([_bare("some no every never")], SQUARE),
    "cell_rule": ([], _tags("case") | _bare("late at_random rigid cancel restart checkpoint again win")),
    "case": ([_bare("every_way no_way") | _tags("along")], _tags("row")),
    "along": ([], _tags("dir")),
    "row": ([], SQUARE | _bare("gap")),
    "square": ([], ITEM),
    **dict.fromkeys(("here", "absent", "any_of", "comes", "goes", "chance", "lying"), ([_ref("kind")], MARK)),
    **dict.fromkeys(("asks", "spares", "leaves", "unasks", "adds"), ([], MOVEMENT)),
}
"""By tag: what stands in each place below it."""

END: Choices = frozenset([")"])


def allowed(tag: str, place: int) -> Choices:
    """The symbols that may stand in a place below a tag (written as it opens; nothing for the whole body)."""
    needed, more = SHAPES[tag.lstrip("(")]
    if place < len(needed):
        return needed[place]
    return END if more is None else END | more


def choices(tag: str, place: int) -> int:
    """How many symbols may stand there."""
    return len(allowed(tag, place))
