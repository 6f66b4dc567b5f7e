"""What of the language happens in a game: an observer of the reference engine, for tests only.

`watching(fired, program)` looks over the shoulder of every reference engine in the process while one game is played,
and notes what fires: not what a file says but what was tried, held, was applied, was refused, and why. `EXPECTED` is
all that can be noted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, get_args
from unittest.mock import patch

from support.watch import DOMAINS, EVENT_NAMES, Watch

from arcg.compiler import ir
from arcg.runtime.reference import drawing, effects, turn
from arcg.runtime.reference.bodies import Bodies
from arcg.runtime.reference.drawing import Drawer
from arcg.runtime.reference.effects import Writer
from arcg.runtime.reference.engine import ReferenceEngine
from arcg.runtime.reference.matching import Matcher
from arcg.runtime.reference.motion import Motion
from arcg.runtime.reference.order import Codec
from arcg.runtime.reference.state import References
from arcg.runtime.reference.turn import Turn


class Fired:
    """`now` is what fired in the present game, `games` in how many games each did."""

    def __init__(self) -> None:
        self.now: set[str] = set()
        self.games: Counter[str] = Counter()
        self.count = 0

    def share(self, name: str) -> float:
        return 100 * self.games[name] / max(1, self.count)

    def table(self) -> str:
        """All shares in percent, the rarest first."""
        rows = sorted(EXPECTED, key=lambda name: (self.games[name], name))
        return "\n".join(f"{self.share(name):6.1f} %  {name}" for name in rows)


# ---------------------------------------------------------------- what can fire

_STEPS = ("Move", "Put", "Drop", "Set", "Add", "Cycle")
_RELATIONS = [f"relation {name}: {held}" for name in get_args(ir.Relation) for held in ("holds", "fails")]
_COMPARISONS = [f"compare {op}: {held}" for op in ("=", "!=", "<", "<=", ">", ">=") for held in ("holds", "fails")]
_MOTION_FACTS = [f"let {name}: {held}" for name in ("stops", "pushes", "carries", "stuck") for held in ("holds",
    "fails")]  # fmt: skip
EXPECTED: tuple[str, ...] = (
    *[f"function {name}" for name in get_args(ir.Function)],
    "division by zero", "number too large", "property of nothing", "attribute of nothing", "recoded",
    "recoded to no value",
    *[f"{op} of something" for op in ("count", "sum", "min", "max", "first")],
    *[f"{op} of nothing" for op in ("count", "sum", "min", "max", "first")],
    *[f"{atom} {what}" for atom in ("Bind", "Range", "Assign") for what in ("binds", "tests: holds", "tests: fails")],
    "Bind finds nothing", "Assign undefined", "Range over dir", "Range over cell", "CellsOf binds",
    "CellsOf tests: holds", "CellsOf tests: fails", "Ray binds", "Ray tests: holds", "Stops: holds", "Stops: fails",
    "Either by a later option", "field reaches", "field does not reach", "step leads on", "step leads nowhere",
    "Fact in a ring: known", "Fact in a ring: worked out", "Fact in a ring follows from itself",
    "Asked: something", "Asked: nothing", "stay", "plan carries over", "plan changes what is asked",
    "at random: chosen", "at random: nothing to choose", "at random while loading",
    "undo brings the generator back", "numbers close up", "numbered: made", "numbered: not by place",
    "once leaves others out", "in turn: still holds", "in turn: holds no more",
    "IsKind: holds", "IsKind: fails", *_COMPARISONS, "compare undefined", *_RELATIONS,
    "relation of one thing with itself",
    *[f"{atom}: {held}" for atom in ("Exists", "No", "Every") for held in ("holds", "fails")],
    "Exists by a later alternative", "Every of none",
    "Did: holds", "Did: fails", *[f"did {name}" for name in EVENT_NAMES if name != "start"], "did a made event",
    "Fact: holds", "Fact: fails", "Fact asked with known arguments", "Fact enumerates", "Fact by several lines",
    "Fact left out arguments",
    "argument Wild", "argument Equal: fits", "argument Equal: misfits", "argument Take: bound",
    "argument Take: the same", "argument Take: another",
    "argument Take: another kind", "argument none: fits", "argument gone reads none", "gone is not nobody",
    *[f"rule on {name}" for name in EVENT_NAMES], "rule on a made event",
    *[f"phase on {name}" for name in EVENT_NAMES], "phase on a made event",
    "move", "move far", "move backwards", "move nowhere", "put", "put where it lies", "make", "make with attributes",
    "make named", "make equal once", "drop",
    *[f"set {where} {domain}" for where in ("world", "own") for domain in DOMAINS.values()], "add to world",
    "add to own",
    "add at least: bounded", "add at least: free", "add at most: bounded", "add at most: free",
    *[f"{way} of {domain}" for way in ("next", "prev") for domain in ("number", "name", "facing")], "step wraps round",
    "show", "save", "save again", "end part", "end phase", "end turn", "win", "lose", "emit",
    *[f"keyed {step}" for step in _STEPS], "keyed of none",
    *[f"restore {name}" for name in ("turn", "level", "named")], "restore whole", "restore keeping world",
    "restore keeping kinds", "restore only world",
    "restore only kinds", "restore of nothing saved", "restore of the same", "restore cancels a request",
    "restore does not fit", "reference forgotten",
    *[f"dropped: {why}" for why in ("undefined", "domain", "cell", "gone", "off the board")], "overwritten",
    "move done", "put done", "pushed", "pushed on", "carried", "carried away and no `moved`", *_MOTION_FACTS,
    "an own request comes first", "a second push joins",
    "a second push is refused", "a second carrier joins",
    *[f"refused: {why}" for why in ("stuck", "two ways to be carried", "edge", "layer", "let stops", "carrier",
    "cargo", "swap", "nobody drives", "contest")],
    "contest: pusher first", "contest: first gives way", "ring", "blocked by something", "blocked by nobody",
    "put blocked", "far move refused",
    "turn", "turn nowhere", "turn done", "turn blocked", "carried round",
    *[f"body: {done}" for done in ("move done", "put done", "turn done")],
    "body drawn", "body of a size", "body with a condition", "body with an origin", "body mirrored", "body turned",
    "body of no cells", "partly off the board", "wholly off the board", "placed off the board", "picture in every cell",
    "when: holds", "when: fails", "several runs of a head", "run of a head passed over", "repeat iterates",
    "repeat rests", "repeat goes on for an event",
    "first stops", "first goes on", "each has parts", "each passes over what is gone", "by changes the order",
    "by undefined", "phase show", "looks once",
    "while loading: answers", "while loading: silent", "win or lose ignored while loading", "no frame twice",
    "more than one frame",
    "forbid holds", "forbid holds and does", "forbid fails", "goal won", "goal lost", "won and lost, win first",
    "won and lost, lose first",
    "taken back: iterations", "taken back: frames", "level won", "game won", "game over", "ignored after the end",
    "reset of the level", "reset of the game",
    "action not offered", "click outside", "undo", "nothing to undo", "undo in the way", "worth undoing",
    "nothing to take back", "only what undo keeps",
    "click on a thing", "click on an empty cell", "click beside the board", "click on a bar",
    "click through a picture", "click by cell",
    "picture when: holds", "picture when: fails", "no picture", "hidden", "tint", "tint out of its palette",
    "fully covered board",
    "a part of the board seen", "the whole board seen", "a view of a level's own size", "view follows", "view from",
    "view stopped by an edge", "view goes on", "view of nothing", "picture turned by a facing",
    "picture turned by a number", "arrow on a turned picture", "click on a turned picture", "paint", "paint over paint",
    "no colour to paint", "fog", "click in fog",
    *[f"{shape} {edge}" for shape in ("bar", "pips") for edge in ("top", "bottom", "left", "right")], "bar empty",
    "bar more than full",
    "look-alikes", "identities in the state",
)  # fmt: skip


_PREFIX = {Matcher: "matcher", Writer: "writer", References: "references", Motion: "motion", Turn: "turn",
           ReferenceEngine: "engine", Drawer: "drawer", Codec: "codec", Bodies: "bodies"}  # fmt: skip
_OTHER_NAMES = {"turn_run": {"_run": "turn_run_phase"}}


def _recodes(value: object) -> bool:
    if isinstance(value, tuple):
        return any(map(_recodes, value))
    return isinstance(value, ir.Recode) or (
        is_dataclass(value) and any(_recodes(getattr(value, field.name)) for field in fields(value))
    )


@contextmanager
def watching(fired: Fired, program: ir.Program) -> Iterator[None]:
    """What reference engines do inside is noted in `fired` as one game of `program`."""
    fired.now.clear()
    watch = Watch(fired.now)
    # Every value goes through `value`: it is looked at only where there is something to see.
    unwatched = () if _recodes((program.phases, program.facts, program.kinds)) else ((Matcher, "value"),)

    def wrapped(original: Callable[..., Any], look: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(original)
        def method(*args: Any, **options: Any) -> Any:
            return look(original, *args, **options)

        return method

    with ExitStack() as stack:
        for owner, name in watch.wrappers():
            if (owner, name) in unwatched:
                continue
            look = f"{_PREFIX[owner]}_{name.lstrip('_')}"
            look = _OTHER_NAMES.get(look, {}).get(name, look)
            stack.enter_context(patch.object(owner, name, wrapped(getattr(owner, name), getattr(watch, look))))
        stack.enter_context(patch.object(turn, "applications", wrapped(effects.applications, watch.applications)))
        stack.enter_context(patch.object(drawing, "_applies", wrapped(drawing._applies, watch.applies)))
        yield
    fired.games.update(fired.now)
    fired.count += 1
