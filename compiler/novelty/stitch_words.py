"""An abstraction in words that are close to those of an `.arcg` file: what the rules of two games have in common.

Names are nobody's: kinds are `K1`, `K2`, things and other variables `$a`, `$b`, attributes `p1`, values `v1`. A hole is
`?`, with a number where there are several. What stands in brackets are rules over cells: `K1 => > K1` says that the
kind is asked to move afterwards.
"""

from __future__ import annotations

from collections.abc import Callable

from arcg.compiler.novelty.stitch_terms import Term

_NAMES = {"kind": "K", "field": "p", "value": "v", "world": "counter", "fact": "fact", "event": "event",
          "layer": "layer", "save": "save", "distance": "distance"}  # fmt: skip
_DIRECTIONS = ("up", "down", "left", "right")
_MOVES = {"forward": ">", "back": "<", "starboard": "v", "port": "^", "to_act": "action"}

_FRAMES = {
    # conditions
    "bind": "{1} {0}", "is_kind": "{0} is {1}", "any_dir": "any direction {0}", "any_cell": "any cell {0}",
    "let": "{0} = {1}", "=": "{0} = {1}", "!=": "{0} != {1}", "<": "{0} < {1}", "at": "{0} at {1}",
    "lies_on": "{0} on {1}", "overlaps": "{0} overlaps {1}", "touches": "{0} touches {1}", "near": "{0} near {1}",
    "beside": "{0} beside {1}", "ahead_of": "{0} ahead of {1} {2}", "would_stop": "{0} would stop {1}",
    "some": "{{ {0} }}", "no": "no {{ {0} }}",
    # expressions
    "of": "{0}.{1}", "neg": "-{0}", "cell_of": "{0}.cell", "x": "{0}.x", "y": "{0}.y", "add": "{0} + {1}",
    "sub": "{0} - {1}", "mul": "{0} * {1}", "div": "{0} / {1}", "back": "{0} back", "cw": "{0} cw", "ccw": "{0} ccw",
    "equal": "{0}", "count": "count {{ {0} }}", "ahead": "ahead of {0} {1}",
    # effects
    "move": "move {0} {1} {2}", "put": "put {0} at {1}", "drop": "drop {0}", "stay": "{0} stays", "set": "{0} = {1}",
    "next": "{0} next", "prev": "{0} prev", "turn": "turn {0} {1}", "at_least": "at least {0}",
    "at_most": "at most {0}",
    # what is declared
    "win": "win when {0}", "lose": "lose when {0}", "numbers": "{0}..{1}", "starts": "from {0}", "has": "{0}: {1}",
}  # fmt: skip


def told(term: Term) -> str:
    """A term in words."""
    holes = sorted({word for word in _words(term) if word.startswith("#")})
    names = {hole: "?" if len(holes) == 1 else f"?{number + 1}" for number, hole in enumerate(holes)}
    return _told(term, names)


def _words(term: Term) -> list[str]:
    return [term] if isinstance(term, str) else [word for child in term for word in _words(child)]


def _told(term: Term, names: dict[str, str]) -> str:
    if isinstance(term, str):
        return _leaf(term, names)
    head, *children = term
    assert isinstance(head, str)
    parts = [_told(child, names) for child in children]
    if head in _SPECIAL:
        return _SPECIAL[head](parts)
    frame = _FRAMES.get(head)
    if frame is not None and frame.count("{") - 2 * frame.count("{{") <= len(parts):
        places = sum(f"{{{place}}}" in frame for place in range(len(parts)))
        return " ".join([frame.format(*parts), *parts[places:]])
    return f"{_plain(head)}({', '.join(parts)})"


def _leaf(word: str, names: dict[str, str]) -> str:
    if word in names:
        return names[word]
    sort, colon, number = word.partition(":")
    if not colon:
        return _plain(word)
    if sort in ("slot", "outer"):
        letter = "abcdefghijklmnopqrstuvwxyz"[int(number) % 26]
        return f"${letter}" if sort == "slot" else f"${letter}{letter}"
    return f"{_NAMES.get(sort, sort)}{int(number) + 1}"


def _plain(word: str) -> str:
    return word.replace("_", " ")


# ---------------------------------------------------------------- what is more than a frame


def _event(parts: list[str]) -> str:
    event, *arguments = parts
    return f"{event}({', '.join(arguments)})" if arguments else event


def _rule(parts: list[str]) -> str:
    *conditions, effects = [part for part in parts if part not in ("query", "do")] or [""]
    return f"{', '.join(conditions)} -> {effects}".strip()


def _clause(parts: list[str]) -> str:
    fact, params, *query = parts
    return _when(f"let {fact}({params})", query)


def _when(start: str, query: list[str]) -> str:
    told = ", ".join(part for part in query if part != "query")
    return f"{start} when {told}" if told else start


def _relation(word: str) -> Callable[[list[str]], str]:
    def relation(parts: list[str]) -> str:
        params, *query = parts
        return _when(f"let {params.replace(', ', f' {word} ')}", query)

    return relation


def _gain(parts: list[str]) -> str:
    target, amount, *bounds = parts
    sign = f"- {amount[1:]}" if amount.startswith("-") else f"+ {amount}"
    return " ".join([target, sign, *bounds])


def _direction(parts: list[str]) -> str:
    return _DIRECTIONS[int(parts[0])] if parts[0] in ("0", "1", "2", "3") else f"direction {parts[0]}"


def _take(parts: list[str]) -> str:
    return " ".join(reversed(parts))


def _square(parts: list[str]) -> str:
    return ", ".join(parts) or "anything"


def _item(parts: list[str]) -> str:
    """A kind in a cell: what it is asked, and what becomes of it."""
    kind, *marks = parts
    before = next((mark[5:] + " " for mark in marks if mark.startswith("asks ")), "")
    after = next((f" => {mark[7:]} {kind}" for mark in marks if mark.startswith("leaves ")), "")
    if "gone" in marks:
        after = " => nothing"
    rest = [mark for mark in marks if not mark.startswith(("asks ", "leaves ")) and mark not in ("gone", "apart")]
    return " ".join([f"{before}{kind}{after}", *rest])


def _moves(word: str) -> Callable[[list[str]], str]:
    return lambda parts: f"{word} {' '.join(_MOVES.get(part, part) for part in parts)}"


def _case(parts: list[str]) -> str:
    way, *rows = parts
    start = "" if way in ("every way", "no way") else f"{way} "
    return start + " ".join(rows)


_SPECIAL: dict[str, Callable[[list[str]], str]] = {
    "query": ", ".join,
    "do": ", ".join,
    "params": ", ".join,
    "among": " or ".join,
    "either": " or ".join,
    "given": ", ".join,
    "attrs": lambda parts: f"with {', '.join(parts)}",
    "heads": lambda parts: " or ".join(f"on {part}" for part in parts),
    "phase": lambda parts: " ".join(["phase", *(part for part in parts if part != "heads")]),
    "on": _event,
    "did": lambda parts: f"did {_event(parts)}",
    "holds": _event,
    "emit": _event,
    "take": _take,
    "rule": _rule,
    "clause": _clause,
    "stops": _relation("stops"),
    "pushes": _relation("pushes"),
    "carries": _relation("carries"),
    "stuck": lambda parts: _when(f"let stuck({parts[0]})", parts[1:]),
    "make": lambda parts: " ".join(["make", parts[0], "at", *(part for part in parts[1:] if part != "given")]),
    "gain": _gain,
    "dir": _direction,
    "kind": lambda parts: " ".join(["kind", parts[0], "on", *(part for part in parts[1:] if part != "attrs")]),
    "counter": lambda parts: " ".join([f"{parts[0]}:", *parts[1:]]),
    # rules over cells
    "cell_rule": " ".join,
    "case": _case,
    "along": " or ".join,
    "row": lambda parts: f"[ {' | '.join('...' if part == 'gap' else part for part in parts)} ]",
    "square": _square,
    "here": _item,
    "absent": lambda parts: f"no {_item(parts)}",
    "any_of": lambda parts: f"any {_item(parts)}",
    "comes": lambda parts: f"=> {_item(parts)}",
    "goes": lambda parts: f"{_item(parts)} => nothing",
    "asks": _moves("asks"),
    "leaves": _moves("leaves"),
    "spares": _moves("not"),
    "unasks": _moves("no longer"),
    "adds": _moves("=> also"),
    "cell_goal": lambda parts: f"win when {parts[0]} {' on '.join(parts[1:])}",
}
