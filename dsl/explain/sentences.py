"""Whole sentences: rules, phases, facts, goals and what is forbidden, each as what a designer would say about it.

Every function takes the lexicon of a game and a core node with a scope of its own, and gives finished sentences.
"""

from __future__ import annotations

from collections.abc import Sequence

from arcg.dsl import core
from arcg.dsl.explain.english import article, counted, joined, listed, possessive, sentence, series, word
from arcg.dsl.explain.lexicon import Lexicon
from arcg.dsl.explain.queries import Search
from arcg.dsl.explain.shaping import shaped
from arcg.dsl.explain.steps import Steps
from arcg.dsl.model import COLOURS, FieldModel

# ---------------------------------------------------------------- rules


MODES: dict[str, str] = {
    "all": "",
    "once": " Only the first of these is done.",
    "turn": " This is done for one after another, each only if all of it still holds then.",
    "random": " Only one of these is done, chosen at random.",
}
"""What is said of the ways in which a rule finds what it looks for, by mode."""


def rule_text(lexicon: Lexicon, phase: core.Phase, rule: core.Rule) -> str:
    """What a rule answers, what it looks for and what it does."""
    phase, rule = shaped((phase, rule), lexicon.game)
    say = _of_rule(lexicon, phase, rule)
    when = say.happening(rule.trigger) if rule.trigger is not None else None
    if rule.trigger is not None:
        say.bound.update(arg.slot for arg in rule.trigger.args if isinstance(arg, core.Take))
    found = say.search(rule.query)
    deeds = [say.deed(effect) for effect in rule.effects] or ["nothing changes"]
    parts: list[str] = []
    if when is not None:
        parts.append(f"when {joined([when, *found.before])}")
    elif found.before:
        parts.append(f"if {joined(found.before)}")
    one = rule.mode == "once" and bool(found.groups) and not _often(lexicon, rule.trigger)
    whole = say.of_every(found, deeds[0]) if not one else None
    if one:
        parts.append(f"for {_first(found)}")
    elif whole is not None:
        deeds[0] = whole
    elif found.groups:
        parts.append(f"for {found.every()}")
    if found.clauses and not one:
        parts.append(f"if {joined(found.clauses)}")
    done = series(deeds)
    how = "" if one or not (found.groups or _often(lexicon, rule.trigger)) else MODES[rule.mode]
    if not parts:
        told = done.startswith(("for every ", "every ", "the ", "a new "))
        return sentence(done if told else f"each time, {done}") + how
    start = ", ".join(parts)
    return sentence(f"{start}{':' if ', ' in start or len(deeds) > 1 else ','} {done}") + how


def _often(lexicon: Lexicon, trigger: core.Trigger | None) -> bool:
    """Whether an event may have happened several times, with other arguments each time."""
    if trigger is None or lexicon.events[trigger.event].source == "input":
        return False
    return any(isinstance(arg, core.Take) for arg in trigger.args)


def _first(found: Search) -> str:
    """The one match of a rule that is done once: all that it looks for, and what must hold of it."""
    which = f"the first {found.groups[0]}"
    if len(found.groups) > 1:
        which = f"the first way to choose {listed([article(group) for group in found.groups])}"
    return f"{which} for which {joined(found.clauses)}" if found.clauses else which


def _of_rule(lexicon: Lexicon, phase: core.Phase, rule: core.Rule) -> Steps:
    """Words for a rule, in which the slots of its phase are known."""
    known = [arg.slot for head in phase.heads for arg in head.args if isinstance(arg, core.Take)]
    known += [phase.each.slot] if phase.each is not None else []
    return Steps(lexicon, rule.slots, (phase.heads, phase.each, rule), known)


# ---------------------------------------------------------------- phases


def phase_text(lexicon: Lexicon, phase: core.Phase) -> str:
    """When a phase runs and how its rules are gone through."""
    phase = shaped(phase, lexicon.game)
    say = Steps(lexicon, phase.slots, (phase.heads, phase.when, phase.each), later=phase.rules)
    for rule in phase.rules:  # what one of its rules has to call by its name is introduced with it
        inner = _of_rule(lexicon, phase, rule)
        say.called |= {slot for slot in inner.called if slot < len(phase.slots)}
    text = []
    if phase.heads:
        many = any(
            isinstance(arg, core.Take) and lexicon.events[head.event].source != "input"
            for head in phase.heads
            for arg in head.args
        )
        once = ", once for each time that it happened" if many else ""
        heads = [say.happening(head) for head in phase.heads]
        heads[1:] = [
            head.removeprefix("the player ") if heads[0].startswith("the player") else head for head in heads[1:]
        ]
        text.append(f"Runs when {listed(heads, 'or')}{once}")
    else:
        text.append("Runs once a turn")
    say.bound.update(arg.slot for head in phase.heads for arg in head.args if isinstance(arg, core.Take))
    if phase.when is not None:
        text[0] += f", provided that as it begins {joined(say.holds(phase.when))}"
    if phase.each is not None:
        text.append(_each(say, phase.each, phase.plan))
    if phase.plan:
        text.append("It is a plan: what asks to move waits for the next phase that runs and is no plan")
    if phase.repeat:
        changes = "neither the position nor what asks to move" if phase.plan else "nothing"
        text.append(f"Goes round again and again until a round changes {changes}")
    if phase.first:
        text.append(
            "Of its rules only the first that finds something is done" + (" in a round" if phase.repeat else "")
        )
    if phase.show:
        frames = f"the position is shown for {counted(phase.show, 'frame')}"
        every = "After every round that changed something" if phase.repeat else "If it changed something"
        text.append(f"{every}, {frames}")
    return " ".join(f"{part}." for part in text)


def _each(say: Steps, each: core.Each, plan: bool) -> str:
    """One thing after another."""
    found = say.search(each.query)
    noun = found.groups[0] if found.groups else say.noun(each.slot)
    text = f"Its rules are done for every {noun}, one after another" + ("" if plan else ", each with its motion")
    text += f", in the order of {say.words(each.by)}" if each.by is not None else ""
    return text + (f", if {joined(found.all_clauses)}" if found.all_clauses else "")


# ---------------------------------------------------------------- facts

_MOTION = {
    "stops": "{0} stops {1}",
    "pushes": "{0} pushes {1}",
    "carries": "{0} carries {1}",
    "stuck": "{0} cannot move",
}
"""The facts that motion asks, as clauses about their parameters."""


def clause_text(lexicon: Lexicon, name: str, infix: bool, clause: core.Clause) -> str:
    """One `let` line; `name` may be a fact that motion asks."""
    clause = shaped(clause, lexicon.game)
    say = Steps(lexicon, clause.slots, clause)
    shown = [_param(say, slot) for slot in clause.params]
    if name == "stuck":
        way = clause.params[1]
        told = say.uses[way] > 0 or way in say.defined
        head = _MOTION[name].format(shown[0]) + (f" {_way(say, way)}" if told else "")
    elif name in _MOTION:
        head = _MOTION[name].format(*shown)
    elif infix:
        extra = f" with {listed(shown[1:-1])}" if len(shown) > 2 else ""
        head = f"{shown[0]} {word(name)} {shown[-1]}{extra}"
    else:
        head = f"the fact {word(name)} holds" + (f" of {listed(shown)}" if shown else "")
    when = say.holds(clause.query)
    return sentence(f"{head} when {joined(when)}" if when else head)


def derived_text(lexicon: Lexicon, name: str, clause: core.Clause, later: bool) -> str:
    """One line of a derived attribute; `later` says that it counts only where no line before it applies."""
    clause = shaped(clause, lexicon.game)
    say = Steps(lexicon, clause.slots, clause)
    thing, value = clause.params
    domain = lexicon.derived_domain(name)
    owner = possessive(say.mention(thing), word(name))
    shown = say.words(core.Slot(value), domain)
    head = (
        f"{'otherwise, ' if later else ''}{owner} {'holds' if isinstance(domain, core.ThingDomain) else 'is'} {shown}"
    )
    when = say.holds(clause.query)
    return sentence(f"{head} when {joined(when)}" if when else head)


def field_text(lexicon: Lexicon, field: FieldModel) -> str:
    """What a field is a distance to, and through what."""
    parts: list[str] = []
    of = ""
    for start, clause in (
        ("it is 0 on every cell", field.to),
        ("grows by 1 with each step into a cell", field.through),
    ):
        clause = shaped(clause, lexicon.game)
        say = Steps(lexicon, clause.slots, clause)
        *things, cell = clause.params
        of = f" for {listed([say.words(core.Slot(slot)) for slot in things])}" if things and not parts else of
        say.met.update(clause.params)
        holds = say.holds(clause.query)
        called = say.name(cell)
        parts.append(f"{start}{f' {called}' if called else ''}" + (f" for which {joined(holds)}" if holds else ""))
    return sentence(f"the distance in {word(field.name)}{of}: {parts[0]}, and {parts[1]}")


def _param(say: Steps, slot: int) -> str:
    return say.words(core.Slot(slot))


def _way(say: Steps, slot: int) -> str:
    """The direction of a `stuck` line, which its head has mentioned."""
    if slot in say.defined:
        return say.adverb(say.defined[slot])
    name = say.name(slot)
    return f"in a direction {name}" if name is not None else "in a direction"


# ---------------------------------------------------------------- ends


def goal_text(lexicon: Lexicon, outcome: str, goal: core.Condition, enough: bool = True) -> str:
    """A `win` or `lose` line; `enough` says that it decides alone."""
    goal = shaped(goal, lexicon.game)
    say = Steps(lexicon, goal.slots, goal)
    return sentence(f"the level is {outcome} {'when' if enough else 'only if'} {joined(say.holds(goal.query))}")


def forbid_text(lexicon: Lexicon, forbid: core.Forbid, kept: Sequence[str]) -> str:
    """What may not be, and what happens instead. `kept` are the counters that the default answer leaves alone."""
    forbid = shaped(forbid, lexicon.game)
    say = Steps(lexicon, forbid.slots, forbid)
    start = f"if, at the end of the turn, {joined(say.holds(forbid.query))}"
    if forbid.effects is not None:
        return sentence(f"{start}: {series([say.deed(step) for step in forbid.effects])}")
    but = f", except {listed([word(name) for name in kept])}" if kept else ""
    back = f"the position is shown for 1 frame, and then everything goes back to the beginning of the turn{but}"
    return sentence(f"{start}, the turn is taken back: {back}")


def undo_text(lexicon: Lexicon, offered: bool, keep: core.Keep) -> str:
    """What undo does."""
    if not offered:
        return "The player cannot take a turn back: the game does not offer undo."
    kept = Steps(lexicon, (), ()).kept(keep)
    text = "Undo goes back to before the last turn that changed anything"
    return sentence(text + (f"; it does not give back {listed(kept, 'or')}" if kept else ""))


# ---------------------------------------------------------------- looks


def look_words(lexicon: Lexicon, kind: int, slots: tuple[core.Variable, ...], expr: core.Expr) -> str:
    """What a tint goes by; the thing itself is in slot 0."""
    expr = shaped(expr, lexicon.game, slots)
    say = Steps(lexicon, slots, expr, [0], kinds={0: (kind,)})
    say.itself = 0
    return say.words(expr)


def paint_text(lexicon: Lexicon, paint: core.Paint, layers: Sequence[str]) -> str:
    """A `paint` or `fog` line; `layers` are the names of the layers."""
    paint = shaped(paint, lexicon.game)
    say = Steps(lexicon, paint.slots, paint)
    found = say.search(paint.query)
    parts = [f"if {joined(found.before)}"] if found.before else []
    if found.groups:
        parts.append(f"for {found.every()}")
    if found.clauses:
        parts.append(f"if {joined(found.clauses)}")
    cell = say.words(paint.cell)
    match paint.colour:
        case core.Const(value=value):
            how = COLOURS[value]
        case core.Recode(expr=expr):
            how = f"in the colour of {say.words(expr)}"
        case colour:
            how = f"in the colour with the number {say.words(colour)}"
    if paint.layer is None:
        done = f"{cell} lies in fog, painted {how}: what is there is neither seen nor clicked"
    else:
        done = f"{cell} is painted {how}, over what lies on {word(layers[paint.layer])}"
    return sentence(", ".join([*parts, done]))


def free_words(lexicon: Lexicon, slots: tuple[core.Variable, ...], expr: core.Expr) -> str:
    """An expression of which nothing is known outside it."""
    expr = shaped(expr, lexicon.game, slots)
    return Steps(lexicon, slots, expr, []).words(expr)
