"""From syntax back to text: statements as the lines of an `.arcg` file that reads as the same syntax.

Takes statements, such as those that a sentence stands for, and gives lines without the sentence in them. Parsing the
lines again gives equal syntax, but for names that a prior met first before a dot: the thing is then said beforehand,
because `Crate $y.hue` cannot be written (`Crate $y, $y.hue = red`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from arcg.dsl import syntax
from arcg.dsl.expand import words_text
from arcg.dsl.walk import nodes

INDENT = "    "


def source(statements: Iterable[syntax.Statement]) -> list[str]:
    """The lines of some statements."""
    return [line for statement in statements for line in STATEMENTS[type(statement)](statement)]


# ---------------------------------------------------------------- expressions


def expression(node: syntax.Expr) -> str:
    """An expression."""
    return EXPRESSIONS[type(node)](node)


def _term(node: syntax.ThingTerm) -> str:
    name = " ".join(part for part in (node.kind, f"${node.var}" if node.var else None) if part)
    tests = ", ".join(f"{test.name} {test.op} {expression(test.value)}" for test in node.tests)
    return f"{name}{{{tests}}}" if tests else name


def _path(node: syntax.Path) -> str:
    base = node.base
    if isinstance(base, syntax.ThingTerm) and base.kind is not None and base.var is not None:
        base = syntax.ThingTerm(None, base.var, base.tests, span=base.span)
    return f"{_operand(base) if isinstance(base, syntax.Arith | syntax.Neg) else expression(base)}.{node.name}"


def _event(node: syntax.Call) -> str:
    """An event, or the head of a fact: bare without arguments."""
    return _call(node) if node.args else node.name


def _call(node: syntax.Call) -> str:
    return f"{node.name}({_list(node.args)})"


def _operand(node: syntax.Expr) -> str:
    text = expression(node)
    return f"({text})" if isinstance(node, syntax.Arith | syntax.Neg | syntax.Aggregate) else text


def _aggregate(node: syntax.Aggregate) -> str:
    of = f" {expression(node.value)} of" if node.value is not None else ""
    return f"{node.op}{of} {_braces(node.query)}"


def _list(items: Iterable[syntax.Expr]) -> str:
    return ", ".join(expression(item) for item in items)


EXPRESSIONS: dict[type, Callable[[Any], str]] = {
    syntax.Int: lambda node: str(node.value),
    syntax.Name: lambda node: node.text,
    syntax.ThingTerm: _term,
    syntax.Path: _path,
    syntax.Call: _call,
    syntax.Neg: lambda node: f"-{_operand(node.value)}",
    syntax.Arith: lambda node: f"{_operand(node.left)} {node.op} {_operand(node.right)}",
    syntax.Aggregate: _aggregate,
}
"""How each class of expression is written."""

# ---------------------------------------------------------------- queries


def query(atoms: syntax.Query, known: Iterable[syntax.Node] = ()) -> str:
    """Conditions; `known` is what stands before them and has met things already."""
    met = {_name(term) for node in known for term in _terms(node)}
    parts = []
    for node in atoms:
        if any(_name(term) not in met for term in _stranded(node)):
            parts += [expression(term) for term in _first(node, met)]
        met |= {_name(term) for term in _terms(node)}
        parts.append(atom(node))
    return ", ".join(parts)


def atom(node: syntax.Atom) -> str:
    """One condition."""
    return ATOMS[type(node)](node) if type(node) in ATOMS else expression(node)  # type: ignore[arg-type]


def _name(term: syntax.ThingTerm) -> str:
    return f"${term.var}" if term.var is not None else str(term.kind)


def _terms(node: syntax.Node) -> Iterator[syntax.ThingTerm]:
    return (inner for inner in nodes(node) if isinstance(inner, syntax.ThingTerm))


def _stranded(node: syntax.Node) -> Iterator[syntax.ThingTerm]:
    """Things with a kind and a name before a dot."""
    for inner in nodes(node):
        if isinstance(inner, syntax.Path) and isinstance(inner.base, syntax.ThingTerm):
            term = inner.base
            if term.kind is not None and term.var is not None:
                yield syntax.ThingTerm(term.kind, term.var, span=term.span)


def _first(node: syntax.Node, met: set[str]) -> list[syntax.ThingTerm]:
    """The things that a condition meets first, bare, in order."""
    found: dict[str, syntax.ThingTerm] = {}
    # in brackets a kind that was met before them would be that thing, so only those before a dot may be said beforehand
    for term in _stranded(node) if isinstance(node, syntax.Pattern) else _terms(node):
        if term.kind is not None and _name(term) not in met:
            found.setdefault(_name(term), syntax.ThingTerm(term.kind, term.var, span=term.span))
    return list(found.values())


def _related(node: syntax.Related) -> str:
    word = f"{node.relation}({_list(node.args)})" if node.args else node.relation
    return f"{expression(node.left)} {word} {expression(node.right)}"


def _braces(node: syntax.Braces, known: Iterable[syntax.Node] = ()) -> str:
    return f"{{ {' or '.join(query(alternative, known) for alternative in node.alternatives)} }}"


def _pattern(node: syntax.Pattern) -> str:
    along = f" along {_list(node.along).replace(',', '')}" if node.along else ""
    return f"[ {' | '.join(_cell(cell) for cell in node.cells)} ]{along}"


def _cell(node: syntax.PatternCell) -> str:
    items = (f"{item.word} {_term(item.term)}" if item.word is not None else _term(item.term) for item in node.items)
    return " ".join([*(["..."] if node.gap else []), *items])


ATOMS: dict[type, Callable[[Any], str]] = {
    syntax.Compare: lambda node: f"{expression(node.left)} {node.op} {expression(node.right)}",
    syntax.Related: _related,
    syntax.No: lambda node: f"no {atom(node.atom)}",
    syntax.Every: lambda node: f"every {atom(node.over)} has {atom(node.claim)}",
    syntax.Did: lambda node: f"did {_event(node.event)}",
    syntax.Braces: _braces,
    syntax.Pattern: _pattern,
}
"""How each class of condition is written; what is missing here is an expression."""

# ---------------------------------------------------------------- effects


def effect(node: syntax.Effect) -> str:
    """One effect."""
    return EFFECTS[type(node)](node)


def _move(node: syntax.MoveEffect) -> str:
    by = f" by {expression(node.by)}" if node.by is not None else ""
    return f"move {expression(node.target)} {expression(node.direction)}{by}"


def _made(term: syntax.ThingTerm) -> str:
    """A new thing: its kind, its attributes, its name."""
    text = _term(syntax.ThingTerm(term.kind, None, term.tests, span=term.span))
    return f"{text} ${term.var}" if term.var is not None else text


def _add(node: syntax.AddEffect) -> str:
    amount = _operand(node.amount) if isinstance(node.amount, syntax.Arith) else expression(node.amount)
    clamp = f" at {node.clamp} {expression(node.bound)}" if node.clamp is not None and node.bound is not None else ""
    return f"{expression(node.target)} {'+' if node.sign > 0 else '-'} {amount}{clamp}"


def _keeping(keep: syntax.Keeping | None) -> str:
    return f" {keep.mode} {' '.join(expression(name) for name in keep.names)}" if keep is not None else ""


EFFECTS: dict[type, Callable[[Any], str]] = {
    syntax.MoveEffect: _move,
    syntax.TurnEffect: lambda node: (
        f"turn {expression(node.target)} {node.sense}"
        + (f" about {expression(node.about)}" if node.about is not None else "")
    ),
    syntax.PutEffect: lambda node: f"put {expression(node.target)} at {expression(node.cell)}",
    syntax.MakeEffect: lambda node: f"make {_made(node.term)} at {expression(node.cell)}",
    syntax.StayEffect: lambda node: f"stay {expression(node.target)}",
    syntax.DropEffect: lambda node: f"drop {expression(node.target)}",
    syntax.SetEffect: lambda node: f"{expression(node.target)} = {expression(node.value)}",
    syntax.AddEffect: _add,
    syntax.CycleEffect: lambda node: f"{expression(node.target)} {'next' if node.step > 0 else 'prev'}",
    syntax.ShowEffect: lambda node: f"show {node.count}" if node.count != 1 else "show",
    syntax.SaveEffect: lambda node: f"save {node.name}",
    syntax.RestoreEffect: lambda node: f"restore {node.name}{_keeping(node.keep)}",
    syntax.EndEffect: lambda node: "end" if node.scope == "part" else f"end {node.scope}",
    syntax.FinishEffect: lambda node: node.outcome,
    syntax.EmitEffect: lambda node: _event(node.event),
    syntax.Pattern: _pattern,
}
"""How each class of effect is written."""

# ---------------------------------------------------------------- statements


def _semantics(node: syntax.SemanticsDecl) -> list[str]:
    return [f"semantics {node.name.text}", *(INDENT + SETTINGS[type(part)](part) for part in node.parts)]


SETTINGS: dict[type, Callable[[Any], str]] = {
    syntax.InputPart: lambda node: f"input {' '.join(expression(name) for name in node.names)}",
    syntax.AtStartPart: lambda node: "from start",
    syntax.MustMovePart: lambda node: "must move",
}
"""How each setting of a semantics is written."""


def _board(node: syntax.BoardDecl) -> list[str]:
    cell = f" cell {node.cell}" if node.cell is not None else ""
    ground = f" ground {expression(node.ground)}" if node.ground is not None else ""
    return [f"board {node.width}x{node.height}{cell}{ground}"]


def _view(node: syntax.ViewDecl) -> list[str]:
    line = f"view {node.width}x{node.height}"
    line += f" follow {expression(node.follow)}" if node.follow is not None else ""
    line += f" from {_pair(node.corner)}" if node.corner is not None else ""
    return [line + (f" turned by {node.turned.text}" if node.turned is not None else "")]


def _paint(node: syntax.PaintDecl) -> list[str]:
    start = "fog" if node.layer is None else "paint"
    on = f" on {node.layer.text}" if node.layer is not None else ""
    when = f" when {query(node.when, (node.colour, node.cell))}" if node.when is not None else ""
    return [f"{start} {expression(node.colour)}{on} at {expression(node.cell)}{when}"]


def _words(start: str) -> Callable[[Any], list[str]]:
    return lambda node: [f"{start} {' '.join(name.text for name in node.names)}"]


def _attrs(attrs: Iterable[syntax.AttrDecl]) -> str:
    return ", ".join(
        f"{attr.name.text}: {DOMAINS[type(attr.domain)](attr.domain)}"
        + (f" = {expression(attr.default)}" if attr.default is not None else "")
        for attr in attrs
    )


DOMAINS: dict[type, Callable[[Any], str]] = {
    syntax.RangeDomain: lambda node: f"{node.low}..{node.high}",
    syntax.NamesDomain: lambda node: " ".join(name.text for name in node.names),
    syntax.ThingDomain: lambda node: expression(node.kind),
}
"""How each class of domain is written."""


def _kind(node: syntax.KindDecl) -> list[str]:
    has = f" has {_attrs(node.attrs)}" if node.attrs else ""
    numbered = " numbered" if node.numbered else ""
    lines = [f"kind {' '.join(expression(name) for name in node.names)} on {node.layer.text}{numbered}{has}"]
    return lines + [INDENT + line for part in node.parts for line in KIND_PARTS[type(part)](part)]


def _pic(node: syntax.PicDecl) -> list[str]:
    when = f" when {query(node.when)}" if node.when is not None else ""
    cells = " cells" if node.cells else ""
    return [f"pic{cells}{when}", *(INDENT + row for row in node.rows)]


def _body(node: syntax.BodyDecl) -> list[str]:
    size = f" {_pair(node.size)}" if node.size is not None else ""
    origin = f" origin {_pair(node.origin)}" if node.origin is not None else ""
    when = f" when {query(node.when)}" if node.when is not None else ""
    return [f"body{size}{origin}{when}", *(INDENT + row for row in node.rows)]


def _pair(two: tuple[syntax.Expr, syntax.Expr]) -> str:
    return f"{expression(two[0])}, {expression(two[1])}"


def _tint(node: syntax.TintDecl) -> list[str]:
    palette = f" as {' '.join(expression(colour) for colour in node.palette)}" if node.palette else ""
    return [f"tint {expression(node.colour)} by {expression(node.by)}{palette}"]


KIND_PARTS: dict[type, Callable[[Any], list[str]]] = {
    syntax.PicDecl: _pic,
    syntax.TintDecl: _tint,
    syntax.BodyDecl: _body,
    syntax.TurnedDecl: lambda node: [f"turned by {node.by.text}"],
    syntax.MirroredDecl: lambda node: [f"mirrored when {query(node.when)}"],
}
"""How each part of a kind is written."""


def _let(node: syntax.LetDecl) -> list[str]:
    head = _related(node.head) if isinstance(node.head, syntax.Related) else _event(node.head)
    return [f"let {head}" + (f" when {query(node.when, (node.head,))}" if node.when is not None else "")]


def _let_attr(node: syntax.LetAttrDecl) -> list[str]:
    when = f" when {query(node.when, (node.thing, node.value))}" if node.when is not None else ""
    return [f"let {_term(node.thing)}.{node.name.text} = {expression(node.value)}{when}"]


def _let_field(node: syntax.LetFieldDecl) -> list[str]:
    to, through = (_braces(braces, (node.head,)) for braces in (node.to, node.through))
    return [f"let {_call(node.head)} to {to} through {through}"]


def _phase(node: syntax.PhaseDecl) -> list[str]:
    line = f"phase {node.name.text}"
    line += f" on {' '.join(_event(event) for event in node.events)}" if node.events else ""
    line += " repeat" if node.repeat else ""
    line += " first" if node.first else ""
    line += f" show {node.show}" if node.show > 1 else " show" if node.show else ""
    line += " plan" if node.plan else ""
    if node.each is not None:
        line += f" each {expression(node.each.term)}"
        line += f" by {expression(node.each.by)}" if node.each.by is not None else ""
    line += f" when {query(node.when, node.events)}" if node.when is not None else ""
    return [line, *(INDENT + _rule(rule, node) for rule in node.rules)]


def _rule(node: syntax.RuleDecl, phase: syntax.PhaseDecl) -> str:
    known: list[syntax.Node] = [*phase.events, *([phase.each] if phase.each is not None else [])]
    known += [node.event] if node.event is not None else []
    conditions = query(node.query, known)
    event = f"on {_event(node.event)}" if node.event is not None else ""
    cause = ", ".join(part for part in (event, conditions) if part)
    name = f"{node.name.text}:" if node.name is not None else ""
    done = ", ".join(effect(step) for step in node.effects)
    rigid = "rigid" if node.rigid else ""
    return " ".join(part for part in (name, cause, rigid, MODES[node.mode], "->", done) if part)


MODES = {"all": "", "once": "once", "turn": "in turn", "random": "at random"}
"""How each mode of a rule is written, before the arrow."""


def _forbid(node: syntax.ForbidDecl) -> list[str]:
    effects = f" -> {', '.join(effect(step) for step in node.effects)}" if node.effects is not None else ""
    return [f"forbid {query(node.query)}{effects}"]


def _legend(node: syntax.LegendDecl) -> list[str]:
    entries = (f"{entry.glyph} = {' '.join(_term(thing) for thing in entry.things)}" for entry in node.entries)
    return ["legend", *(INDENT + entry for entry in entries)]


def _level(node: syntax.LevelDecl) -> list[str]:
    line = f"level {node.name.text}" if node.name is not None else "level"
    return [line, *(INDENT + text for part in node.parts for text in LEVEL_PARTS[type(part)](part))]


def _amount(amount: tuple[int, int] | None) -> str:
    if amount is None:
        return ""
    low, high = amount
    return f"{low}" if low == high else f"{low}..{high}"


def _wanted(least: int, most: int | None) -> str:
    return f"{least}.." if most is None else _amount((least, most))


def _choice(node: syntax.Choice) -> str:
    return f"{node.name.text}: {DOMAINS[type(node.domain)](node.domain)}"


def _some(node: syntax.SomeLine) -> str:
    parts = ["put", _amount(node.amount), expression(node.kind), _choices(node), node.where, _kinds(node), _area(node)]
    return " ".join(part for part in parts if part)


def _keep(node: syntax.KeepLine) -> str:
    return " ".join(part for part in ["keep", _kinds(node), _choices(node), _area(node)] if part)


def _choices(node: syntax.SomeLine | syntax.KeepLine) -> str:
    made = ", ".join(map(_choice, node.choices))
    return made and f"with {made}"


def _area(node: syntax.SomeLine | syntax.KeepLine) -> str:
    if node.area is None:
        return ""
    left, top, right, bottom = node.area
    return f"from cell({left}, {top}) to cell({right}, {bottom})"


def _kinds(node: syntax.SomeLine | syntax.KeepLine | syntax.ConnectedLine) -> str:
    return " ".join(expression(kind) for kind in node.kinds)


RECIPE_LINES: dict[type, Callable[[Any], str]] = {
    syntax.SizesLine: lambda node: (
        "board " + " to ".join(dict.fromkeys(f"{w}x{h}" for w, h in (node.least, node.most)))
    ),
    syntax.KeepLine: _keep,
    syntax.FillLine: lambda node: f"fill {expression(node.kind)} as {node.way.text} {_amount(node.amount)}".rstrip(),
    syntax.VaryLine: lambda node: f"vary {_choice(node.choice)}",
    syntax.SomeLine: _some,
    syntax.DemandLine: lambda node: f"{'must' if node.must else 'never'} {query(node.query)}",
    syntax.ConnectedLine: lambda node: f"connected around {_kinds(node)}",
    syntax.AlikeLine: lambda node: f"mirrored {node.way.text}",
    syntax.WantedLine: lambda node: f"{node.measure.text} {_wanted(node.least, node.most)}",
}
"""How each line below `generate` is written."""


LEVEL_PARTS: dict[type, Callable[[Any], list[str]]] = {
    syntax.ParamPart: lambda node: [f"{node.name.text} = {expression(node.value)}"],
    syntax.MapPart: lambda node: ["map", *(INDENT + row for row in node.rows)],
    syntax.PlacePart: lambda node: [f"put {_made(node.term)} at {expression(node.cell)}"],
    syntax.BoardDecl: _board,
    syntax.ViewDecl: _view,
    syntax.GeneratePart: lambda node: ["generate", *(INDENT + RECIPE_LINES[type(line)](line) for line in node.lines)],
}
"""How each part of a level is written."""


def _prior(node: syntax.PriorDecl) -> list[str]:
    return [f"prior {words_text(node.words)}", *(INDENT + line for line in source(node.body))]


STATEMENTS: dict[type, Callable[[Any], list[str]]] = {
    syntax.GameDecl: lambda node: [f"game {node.name}"],
    syntax.SemanticsDecl: _semantics,
    syntax.BoardDecl: _board,
    syntax.ViewDecl: _view,
    syntax.ActionsDecl: _words("actions"),
    syntax.TiesDecl: _words("ties"),
    syntax.LayerDecl: lambda node: [" ".join(["layer", node.name.text, *(flag.text for flag in node.flags)])],
    syntax.GroupDecl: lambda node: [
        f"group {expression(node.name)} = {' '.join(expression(member) for member in node.members)}"
    ],
    syntax.KindDecl: _kind,
    syntax.WorldDecl: lambda node: [f"world has {_attrs(node.attrs)}"],
    syntax.BarDecl: lambda node: [f"{node.shape} {node.attr.text} {node.edge.text} {expression(node.colour)}"],
    syntax.PaintDecl: _paint,
    syntax.LetDecl: _let,
    syntax.LetAttrDecl: _let_attr,
    syntax.LetFieldDecl: _let_field,
    syntax.PhaseDecl: _phase,
    syntax.ForbidDecl: _forbid,
    syntax.GoalDecl: lambda node: [f"{node.outcome} when {query(node.query)}"],
    syntax.LoseFirstDecl: lambda node: ["lose first"],
    syntax.UndoDecl: lambda node: [f"undo{_keeping(node.keep)}"],
    syntax.AllowDecl: lambda node: [f"allow {' '.join(code.text for code in node.codes)}"],
    syntax.LegendDecl: _legend,
    syntax.LevelDecl: _level,
    syntax.PriorDecl: _prior,
    syntax.Sentence: lambda node: [words_text(node.words)],
}
"""How each class of statement is written."""
