"""The explanation of a game as data: everything that `arcg explain` says, in words, section by section.

`explain` takes a checked game with what the checker found in it, and gives an `Explanation`. `report.py` lays it out
for people; programs take it as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from arcg.dsl import core
from arcg.dsl.cellwise.brackets import BracketGame, BracketPhase, BracketRule
from arcg.dsl.codes import NEVER_HAPPENS
from arcg.dsl.diagnostics import Diagnostic
from arcg.dsl.expand import OWN, words_text
from arcg.dsl.explain import cells, glance
from arcg.dsl.explain.bodies import body_text
from arcg.dsl.explain.english import listed, word
from arcg.dsl.explain.families import BAR_USE, FAMILIES, FIELD_USE, MOTION_USES, Use, families, uses
from arcg.dsl.explain.lexicon import Lexicon
from arcg.dsl.explain.sentences import (
    clause_text,
    derived_text,
    field_text,
    forbid_text,
    goal_text,
    paint_text,
    phase_text,
    rule_text,
    undo_text,
)
from arcg.dsl.explain.source import source
from arcg.dsl.functions import ID
from arcg.dsl.model import DerivedModel, FieldModel, Game, KindModel

UNDO_ACTION = 7
NUMBERED = "its place, from 1, in the order in which they were made"


@dataclass(frozen=True, slots=True)
class Entry:
    """Something with a name, said in a phrase: a layer, an attribute, a bar, a level."""

    name: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class KindTold:
    """A kind: the layer it lies on, how it is drawn, and its attributes."""

    name: str
    line: int
    layer: str
    text: str
    attributes: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the file said in words: a fact, a goal, a forbid. `name` is that of the fact, else the statement's."""

    name: str
    line: int
    text: str
    families: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleTold:
    """A rule. `sentence` is the sentence of the file that it comes from, or None."""

    name: str
    line: int
    phase: str
    text: str
    families: tuple[str, ...]
    sentence: str | None


@dataclass(frozen=True, slots=True)
class PhaseTold:
    """A phase and its rules."""

    name: str
    line: int
    text: str
    rules: tuple[RuleTold, ...]


@dataclass(frozen=True, slots=True)
class SentenceTold:
    """A sentence, the prior that it uses, and the lines that it stands for.

    `through` are the sentences inside the prior, which have been replaced in `lines`.
    """

    text: str
    line: int
    prior: str
    family: str
    through: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a family is among those of a game: what uses it, on which lines."""

    text: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FamilyTold:
    """A family of Core Knowledge and where the game uses it; without reasons it does not."""

    name: str
    text: str
    reasons: tuple[Reason, ...]


@dataclass(slots=True)
class Explanation:
    """What a game means. `turn` and `motion` are sentences that hold for the whole game."""

    name: str
    board: str
    layers: list[Entry] = field(default_factory=list)
    kinds: list[KindTold] = field(default_factory=list)
    groups: list[Entry] = field(default_factory=list)
    world: list[Entry] = field(default_factory=list)
    bars: list[Entry] = field(default_factory=list)
    paints: list[Told] = field(default_factory=list)
    levels: list[Entry] = field(default_factory=list)
    turn: str = ""
    phases: list[PhaseTold] = field(default_factory=list)
    solid: str = ""
    motion: list[Told] = field(default_factory=list)
    facts: list[Told] = field(default_factory=list)
    loops: str = ""
    """Of the facts that ask themselves or each other."""
    derived: list[Told] = field(default_factory=list)
    fields: list[Told] = field(default_factory=list)
    forbids: list[Told] = field(default_factory=list)
    wins: list[Told] = field(default_factory=list)
    loses: list[Told] = field(default_factory=list)
    ends: str = ""
    undo: str = ""
    sentences: list[SentenceTold] = field(default_factory=list)
    priors: list[FamilyTold] = field(default_factory=list)
    chance: list[Told] = field(default_factory=list)
    never: list[Diagnostic] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    """Codes of what never happens that the file allows, so that `never` says nothing of them."""

    @property
    def rules(self) -> list[RuleTold]:
        """The rules of all phases, in the order of the turn."""
        return [rule for phase in self.phases for rule in phase.rules]


def explain(game: Game, found: Iterable[Diagnostic]) -> Explanation:
    """What a checked game means; `found` are the diagnostics of its file."""
    return _Explainer(game).explanation(found)


class _Explainer:
    """Builds the explanation of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lexicon = Lexicon(game)
        self.sentences = {told.line: told for told in _sentences(game)}
        """The sentences by line; what they brought has their line."""
        self.reasons: dict[Use, dict[int, None]] = {}

    def explanation(self, found: Iterable[Diagnostic]) -> Explanation:
        game, lexicon = self.game, self.lexicon
        told = Explanation(game.name, glance.board_text(game) + glance.view_text(lexicon))
        told.layers = [Entry(la.name, la.span.line, glance.layer_text(game, la)) for la in game.layers.values()]
        told.kinds = [self._kind(kind) for kind in game.kinds.values()]
        told.groups = [Entry(g.name, g.span.line, glance.group_text(lexicon, g.kinds)) for g in game.groups.values()]
        told.world = [Entry(a.name, a.span.line, glance.attribute_text(lexicon, a)) for a in game.world.values()]
        told.bars = [Entry(bar.attr.name, bar.span.line, glance.bar_text(bar)) for bar in game.bars]
        layers = list(game.layers)
        told.paints = [
            self._told("fog" if paint.layer is None else "paint", paint, paint_text(lexicon, paint, layers))
            for paint in game.paints
        ]
        told.levels = [Entry(la.name, la.span.line, glance.level_text(game, la)) for la in game.levels]
        self._attributes()
        told.turn = _turn_text(game)
        told.phases = [self._phase(phase) for phase in game.phases]
        told.solid = glance.solid_text(game)
        told.motion = [
            self._told(name, clause, clause_text(lexicon, name, name != "stuck", clause), MOTION_USES[name])
            for name, clauses in game.motion.items()
            for clause in clauses
        ]
        told.facts = [
            self._told(fact.name, clause, clause_text(lexicon, fact.name, fact.infix, clause))
            for fact in game.facts.values()
            if not fact.name.startswith(".")  # a line of a derived attribute
            for clause in fact.clauses
        ]
        told.loops = _loops_text(game)
        told.derived = [line for derived in game.derived.values() for line in self._derived(derived)]
        told.fields = [self._field(found) for found in game.distances.values()]
        kept = list(dict.fromkeys(bar.attr.name for bar in game.bars))
        told.forbids = [self._told("forbid", forbid, forbid_text(lexicon, forbid, kept)) for forbid in game.forbids]
        told.wins = [
            self._told("win", goal, goal_text(lexicon, "won", goal, len(game.wins) == 1)) for goal in game.wins
        ]
        told.loses = [self._told("lose", goal, goal_text(lexicon, "lost", goal)) for goal in game.loses]
        if game.brackets is not None:
            self._cells(told, game.brackets)
        told.ends = _ends_text(game)
        told.undo = undo_text(lexicon, UNDO_ACTION in game.actions, game.undo)
        told.sentences = list(self.sentences.values())
        told.priors = self._priors(told.sentences)
        told.chance = self._chance(told.rules) if game.brackets is None else self._chosen(told.rules, game.brackets)
        told.never = [diagnostic for diagnostic in found if diagnostic.code in NEVER_HAPPENS]
        told.allowed = sorted(NEVER_HAPPENS & game.allowed.keys())
        return told

    def _kind(self, kind: KindModel) -> KindTold:
        attrs = [
            Entry(a.name, a.span.line, glance.attribute_text(self.lexicon, a) if a.name != ID else NUMBERED)
            for a in kind.attrs.values()
        ]
        attrs += [
            Entry(d.name, d.span.line, glance.derived_text(self.lexicon, d))
            for d in self.game.derived.values()
            if kind.number in d.kinds
        ]
        text = ", ".join(part for part in (body_text(self.lexicon, kind), glance.looks(self.lexicon, kind)) if part)
        return KindTold(kind.name, kind.span.line, kind.layer.name, text, tuple(attrs))

    # ------------------------------------------------------------ rules over cells

    def _cells(self, told: Explanation, brackets: BracketGame) -> None:
        """The turn, the phases and the goals of a game under `semantics puzzlescript`."""
        told.turn = cells.turn_text(brackets)
        told.solid = "A thing keeps others of its layer out of its cell. Rules move, make and drop things as they say."
        for phase in brackets.phases:
            rules = [self._cell_rule(brackets, phase, rule) for rule in phase.rules]
            told.phases.append(PhaseTold(phase.name, phase.span.line, cells.phase_text(phase), tuple(rules)))
        told.wins = [Told("win", goal.span.line, cells.goal_text(goal), ()) for goal in brackets.goals]

    def _cell_rule(self, brackets: BracketGame, phase: BracketPhase, rule: BracketRule) -> RuleTold:
        line = rule.span.line
        used = tuple(families(self._note(cells.uses(rule, phase.loops), line)))
        return RuleTold(brackets.names[rule.source], line, phase.name, cells.rule_text(rule), used, None)

    def _chosen(self, told: Sequence[RuleTold], brackets: BracketGame) -> list[Told]:
        return [
            Told(line.name, line.line, line.text, line.families)
            for rule, line in zip(brackets.rules, told, strict=True)
            if cells.chooses(rule)
        ]

    # ------------------------------------------------------------ rules and clauses

    def _phase(self, phase: core.Phase) -> PhaseTold:
        self._note(uses(self.lexicon, replace(phase, rules=()), phase.repeat), phase.line)
        rules = []
        for rule in phase.rules:
            used = self._note(uses(self.lexicon, rule, phase.repeat), rule.line)
            sentence = self.sentences.get(rule.line)
            text = rule_text(self.lexicon, phase, rule)
            names = self._families(used, rule.line)
            rules.append(RuleTold(rule.name, rule.line, phase.name, text, names, sentence.text if sentence else None))
        return PhaseTold(phase.name, phase.line, phase_text(self.lexicon, phase), tuple(rules))

    def _derived(self, derived: DerivedModel) -> Iterable[Told]:
        """The lines of a derived attribute, in the order in which they are tried."""
        said: set[int] = set()
        for number in derived.facts:
            for clause in self.lexicon.facts[number].clauses:
                kinds = set(self.lexicon.facts[number].params[0].kinds)
                text = derived_text(self.lexicon, derived.name, clause, bool(kinds & said))
                said |= kinds
                yield self._told(derived.name, clause, text)

    def _field(self, found: FieldModel) -> Told:
        used = self._note([FIELD_USE, *uses(self.lexicon, (found.to, found.through))], found.to.line)
        text = field_text(self.lexicon, found)
        return Told(found.name, found.to.line, text, self._families(used, found.to.line))

    def _told(
        self,
        name: str,
        node: core.Clause | core.Condition | core.Forbid | core.Paint,
        text: str,
        also: Use | None = None,
    ) -> Told:
        used = self._note([*uses(self.lexicon, node), *([also] if also is not None else [])], node.line)
        return Told(name, node.line, text, self._families(used, node.line))

    def _families(self, used: list[Use], line: int) -> tuple[str, ...]:
        """The families of what a line uses, and of the sentence that it comes from."""
        sentence = self.sentences.get(line)
        own = [(sentence.family, "")] if sentence is not None and sentence.family in FAMILIES else []
        return tuple(families([*used, *own]))

    # ------------------------------------------------------------ priors

    def _note(self, found: Iterable[Use], line: int) -> list[Use]:
        """Remember what a line uses."""
        used = list(found)
        for use in used:
            self.reasons.setdefault(use, {})[line] = None
        return used

    def _attributes(self) -> None:
        """What the declarations use."""
        owners: list[Any] = [*self.game.world.values()]
        owners += [attr for kind in self.game.kinds.values() for attr in kind.attrs.values()]
        for attr in owners:
            self._note(uses(self.lexicon, attr.domain), attr.span.line)
        for kind in self.game.kinds.values():
            if kind.body is not None:
                self._note(uses(self.lexicon, kind.body), kind.span.line)
        for bar in self.game.bars:
            self._note([BAR_USE], bar.span.line)
        if self.game.view is not None:
            self._note(uses(self.lexicon, self.game.view), self.game.view_line)

    def _priors(self, sentences: Sequence[SentenceTold]) -> list[FamilyTold]:
        told = []
        for family, about in FAMILIES.items():
            reasons = [Reason(f"the sentence `{s.text}`", (s.line,)) for s in sentences if s.family == family]
            reasons += [
                Reason(what, tuple(sorted(lines))) for (its, what), lines in self.reasons.items() if its == family
            ]
            told.append(FamilyTold(family, about, tuple(reasons)))
        return told

    # ------------------------------------------------------------ chance

    def _chance(self, told: Sequence[RuleTold]) -> list[Told]:
        """The rules that choose at random; `told` are all rules."""
        rules = [rule for phase in self.game.phases for rule in phase.rules]
        return [
            Told(line.name, line.line, line.text, line.families)
            for rule, line in zip(rules, told, strict=True)
            if rule.mode == "random"
        ]


def _sentences(game: Game) -> list[SentenceTold]:
    """The sentences of the file itself, in order; those inside priors have the place of the one that brought them."""
    told: list[SentenceTold] = []
    inner: dict[int, list[str]] = {}
    for expansion in game.expansions:
        text, line = words_text(expansion.sentence.words), expansion.sentence.span.line
        if line in inner:
            inner[line].append(text)
            continue
        inner[line] = []
        lines = tuple(source(expansion.statements))
        told.append(SentenceTold(text, line, words_text(expansion.prior.words), expansion.family, (), lines))
    return [SentenceTold(s.text, s.line, s.prior, s.family, tuple(inner[s.line]), s.lines) for s in told]


def family_words(family: str) -> str:
    """A prior's family as people say it."""
    return "a prior of this file" if family == OWN else family


def _turn_text(game: Game) -> str:
    """What a turn is, in this game."""
    steps = ["the phases run in this order"]
    if game.forbids:
        steps.append("then what is forbidden is looked for")
    if game.wins or game.loses:
        goals = ["losing", "winning"] if game.lose_first else ["winning", "losing"]
        have = {"winning": bool(game.wins), "losing": bool(game.loses)}
        steps += [f"then {goal} is tested" for goal in goals if have[goal]]
    text = f"After each action of the player, {', '.join(steps)}. "
    text += "A phase does its rules one after another; then everything that asked to move moves at once. "
    text += "A rule is done once for each way in which it finds what it looks for, "
    text += "and what would not be legal is left out."
    if any(phase.plan for phase in game.phases):
        text += " What a plan asks for waits for a later phase; what still waits after the last one is forgotten."
    loading = [f"the phase {word(phase.name)}" for phase in game.phases if phase.on_start]
    if loading:
        text += f" When a level is loaded, a turn without an action runs {listed(loading)},"
        text += " and of other phases only rules that answer the beginning of the level."
    return text


def _loops_text(game: Game) -> str:
    """What facts mean that ask themselves or each other."""
    names = [word(fact.name) for fact in game.facts.values() if fact.loop]
    if not names:
        return ""
    who, holds = ("asks itself", "It holds") if len(names) == 1 else ("ask themselves or each other", "They hold")
    return f"{listed(names)} {who}. {holds} of what follows from the lines step by step, and of nothing else."


def _ends_text(game: Game) -> str:
    """How winning and losing go together."""
    parts = []
    wins = len(game.wins if game.brackets is None else game.brackets.goals)
    winning, losing = _finishing(game, "win"), _finishing(game, "lose")
    commands = game.brackets is not None and any("win" in rule.commands for rule in game.brackets.rules)
    if not wins and not winning and not commands:
        parts.append("No line says when a level is won.")
    if wins > 1:
        parts.append("A level is won when all conditions of winning hold at once.")
    if winning:
        parts.append(f"A level is {'also ' if wins else ''}won by {listed(winning, 'or')}.")
    if len(game.loses) > 1:
        parts.append("It is lost when any condition of losing holds.")
    if losing:
        parts.append(f"It is {'also ' if game.loses else ''}lost by {listed(losing, 'or')}.")
    if game.wins and game.loses:
        parts.append(f"{'Losing' if game.lose_first else 'Winning'} is tested first.")
    return " ".join(parts)


def _finishing(game: Game, outcome: Literal["win", "lose"]) -> list[str]:
    """The rules that end a level by an effect, and `forbid` if one of its lines does."""
    end = core.Finish(outcome)
    found = [f"the rule {word(rule.name)}" for phase in game.phases for rule in phase.rules if end in rule.effects]
    if any(end in (forbid.effects or ()) for forbid in game.forbids):
        found.append("what is forbidden")
    return found
