"""Rules in brackets as the file has them, with their names resolved: phases, goals and settings as a `BracketGame`.

Takes statements and a game whose kinds and groups are declared. What is no rule over cells is reported here; what
rules come to is `expand`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arcg.dsl import core, syntax
from arcg.dsl.cellwise.brackets import (
    WORDS,
    BracketGame,
    BracketGoal,
    BracketPhase,
    BracketRule,
    Cell,
    Item,
    Row,
)
from arcg.dsl.cellwise.nodes import Command
from arcg.dsl.cellwise.refuse import plain, report
from arcg.dsl.diagnostics import Reporter, did_you_mean
from arcg.dsl.model import Game
from arcg.dsl.wording import count_words

COMMANDS: Final[dict[str, Command]] = {
    "restore turn": "cancel",
    "restore level": "restart",
    "save level": "checkpoint",
    "again": "again",
    "win": "win",
}
"""What may stand behind the arrow beside patterns."""

_ONLY: Final = "behind the arrow stand patterns, `again`, `win`, `save level`, `restore level` and `restore turn`"
_LATE: Final = "write the rule in a phase with `plan`: those run before what was asked moves"
_NOT_LATE: Final = ("no", "random", "randomdir", None)
_MOST_GAPS: Final = 2


def check_brackets(game: Game, statements: Sequence[syntax.Statement], reporter: Reporter) -> BracketGame:
    """What a file says of what happens; of what is mistaken, only what could be read."""
    return _Resolver(game, statements, reporter).game_of()


class _Resolver:
    def __init__(self, game: Game, statements: Sequence[syntax.Statement], reporter: Reporter) -> None:
        self.game = game
        self.statements = statements
        self.reporter = reporter
        groups = [statement for statement in reversed(statements) if isinstance(statement, syntax.GroupDecl)]
        self.groups = {decl.name.kind: decl for decl in groups if decl.name.kind is not None}
        self.members: dict[str, tuple[int, ...]] = {}
        self.names: list[str] = []
        self.given: dict[str, syntax.Name] = {}

    def game_of(self) -> BracketGame:
        player, at_start, must_move = self.settings()
        phases: list[BracketPhase] = []
        first: dict[str, syntax.Name] = {}
        for decl in self.statements:
            if isinstance(decl, syntax.PhaseDecl):
                if (known := first.setdefault(decl.name.text, decl.name)) is not decl.name:
                    notes = [("first here", known.span)]
                    self.reporter.report("E130", decl.name.span, notes=notes, what="the phase", name=decl.name.text)
                if decl.plan and phases and phases[-1].late:
                    hint = f"write it above the phase `{phases[-1].name}`: all of them run before what was asked moves"
                    report(self.reporter, decl.span, "a phase with `plan`", hint, "below one without")
                phases.append(self.phase(decl))
        goals = [goal for decl in self.statements if isinstance(decl, syntax.GoalDecl) for goal in self.goals(decl)]
        return BracketGame(player, at_start, must_move, tuple(phases), tuple(goals), tuple(self.names))

    # ------------------------------------------------------------ settings

    def settings(self) -> tuple[tuple[Item, ...], bool, bool]:
        decl = next(decl for decl in self.statements if isinstance(decl, syntax.SemanticsDecl))
        once: dict[type, syntax.Node] = {}
        for part in decl.parts:
            if (known := once.setdefault(type(part), part)) is not part:
                words = {syntax.InputPart: "input", syntax.AtStartPart: "from start", syntax.MustMovePart: "must move"}
                notes = [("the first one", known.span)]
                self.reporter.report("E204", part.span, notes=notes, what=words[type(part)])
        asked = once.get(syntax.InputPart)
        player: tuple[Item, ...] = ()
        if isinstance(asked, syntax.InputPart):
            player = self.distinct(self.item(None, term) for term in asked.names)
        else:
            self.reporter.report("E241", decl.span)
        return player, syntax.AtStartPart in once, syntax.MustMovePart in once

    # ------------------------------------------------------------ phases and rules

    def phase(self, decl: syntax.PhaseDecl) -> BracketPhase:
        for found, word, hint in (
            (bool(decl.events), "on", "put what asks for it into the brackets: `[ > Player ]`"),
            (decl.when is not None, "when", "put the condition into the brackets of the rules"),
            (decl.first, "first", "let a rule say with `no` what the rules above it have not found"),
            (decl.each is not None, "each", "a rule is tried in all cells anyway"),
            (decl.show > 0, "show", "write `again` behind the arrow: another turn follows, with a frame of its own"),
        ):
            if found:
                report(self.reporter, decl.span, word, hint)
        rules: list[BracketRule] = []
        before = ""
        count = 0
        for number, rule in enumerate(decl.rules, 1):
            name = rule.name.text if rule.name is not None else ""
            joins = bool(name) and name == before
            count = count + 1 if joins else 1
            if rule.name is not None and not joins:
                first = self.given.setdefault(name, rule.name)
                if first is not rule.name:
                    self.reporter.report("E321", rule.name.span, notes=[("first here", first.span)], name=name)
            if joins and rule.mode == "random" and not rules[-1].random:
                hint = f"write it in the first of the rules called `{name}`: one of all their matches is taken"
                report(self.reporter, rule.span, "`at random`", hint, "in a rule that joins others")
            before = name
            self.names.append(f"{decl.name.text}.{number}" if not name else name if count == 1 else f"{name}.{count}")
            random = rules[-1].random if joins else rule.mode == "random"
            rules.append(self.rule(rule, not decl.plan, joins, random))
        return BracketPhase(decl.name.text, not decl.plan, decl.repeat, tuple(rules), decl.span)

    def rule(self, decl: syntax.RuleDecl, late: bool, joins: bool, random: bool) -> BracketRule:
        if decl.event is not None:
            hint = "put what asks for it into the brackets: `[ > Player ]`"
            report(self.reporter, decl.event.span, f"`on {decl.event.name}`", hint)
        if decl.mode in ("once", "turn"):
            word = "once" if decl.mode == "once" else "in turn"
            report(self.reporter, decl.span, f"`{word}`", "leave it out: a rule is tried until nothing changes")
        if decl.rigid and late:
            report(self.reporter, decl.span, "rigid", _LATE, "in a phase without `plan`")
        patterns: list[syntax.Pattern] = []
        for atom in decl.query:
            if isinstance(atom, syntax.Pattern):
                patterns.append(atom)
            else:
                report(
                    self.reporter, atom.span, "a condition without brackets", "say what is in which cells: `[ A | B ]`"
                )
        if not patterns and decl.event is None and not decl.query:
            report(self.reporter, decl.span, "a rule without a pattern", "write `[ ] -> ..` for any cell")
        right: list[syntax.Pattern] = []
        commands: list[Command] = []
        for effect in decl.effects:
            if isinstance(effect, syntax.Pattern):
                right.append(effect)
            elif (command := self.command(effect)) is not None:
                commands.append(command)
        self.mirror(decl, patterns, right)
        return BracketRule(
            self.ways(patterns),
            tuple(self.row(pattern, late, left=True) for pattern in patterns),
            tuple(self.row(pattern, late, left=False) for pattern in right),
            tuple(commands),
            late,
            decl.rigid,
            random,
            joins,
            len(self.names) - 1,
            decl.span,
        )

    def command(self, effect: syntax.Effect) -> Command | None:
        match effect:
            case syntax.RestoreEffect(name="turn" | "level" as name, keep=None):
                return COMMANDS[f"restore {name}"]
            case syntax.SaveEffect(name="level"):
                return "checkpoint"
            case syntax.FinishEffect(outcome="win"):
                return "win"
            case syntax.EmitEffect(event=syntax.Call(name="again", args=())):
                return "again"
            case syntax.EmitEffect(event=syntax.Call(name=name)):
                hint = did_you_mean(name, ["again"]) or _ONLY
                report(self.reporter, effect.span, f"the event `{name}`", hint)
            case syntax.FinishEffect():
                report(self.reporter, effect.span, "lose", "write `restore level`: the level begins again")
            case syntax.RestoreEffect(keep=syntax.Keeping()):
                report(self.reporter, effect.span, "keeping", "everything is restored, or nothing")
            case syntax.RestoreEffect() | syntax.SaveEffect():
                report(self.reporter, effect.span, f"the save `{effect.name}`", "there is one save: `save level`")
            case _:
                report(self.reporter, effect.span, "this effect", _ONLY)
        return None

    def mirror(
        self, decl: syntax.RuleDecl, patterns: Sequence[syntax.Pattern], right: Sequence[syntax.Pattern]
    ) -> None:
        """Report what the right side has not as the left side has it."""
        if right and len(right) != len(patterns):
            want, got = count_words(len(patterns), "pattern"), count_words(len(right), "pattern")
            self.reporter.report("E242", right[0].span.to(right[-1].span), want=want, got=got)
            return
        for was, now in zip(patterns, right, strict=False):
            if len(now.cells) != len(was.cells):
                want, got = count_words(len(was.cells), "cell"), count_words(len(now.cells), "cell")
                self.reporter.report("E374", now.span, want=want, got=got)
                continue
            for cell, mirrored in zip(was.cells, now.cells, strict=True):
                if cell.gap != mirrored.gap:
                    self.reporter.report("E375", mirrored.span, text="..." if mirrored.gap else "a cell without `...`")
        for pattern in right:
            if pattern.along:
                self.reporter.report("E375", pattern.span, text="along")

    def ways(self, patterns: Iterable[syntax.Pattern]) -> tuple[int, ...]:
        """The directions of a rule, which any one of its patterns may give."""
        found: tuple[int, ...] = ()
        said: syntax.Pattern | None = None
        for pattern in patterns:
            if not pattern.along:
                continue
            if said is not None:
                notes = [("the first one", said.span)]
                self.reporter.report("E204", pattern.span, notes=notes, what="along")
                continue
            said = pattern
            for word in pattern.along:
                text = word.text if isinstance(word, syntax.Name) else f"${word.var}"
                if text in core.DIRECTIONS:
                    found += (core.DIRECTIONS.index(text),)
                else:
                    hint = did_you_mean(text, core.DIRECTIONS) or "write some of `up`, `down`, `left`, `right`"
                    self.reporter.report("E107", word.span, word=text, what="a direction", hint=hint)
        return found or tuple(range(len(core.DIRECTIONS)))

    # ------------------------------------------------------------ cells

    def row(self, pattern: syntax.Pattern, late: bool, *, left: bool) -> Row:
        cells: list[Cell] = []
        gaps = [cell.gap for cell in pattern.cells]
        if left and (gaps[0] or gaps[-1] or sum(gaps) > _MOST_GAPS):
            self.reporter.report("E376", pattern.span)
        for cell in pattern.cells:
            if cell.gap and cell.items:
                report(self.reporter, cell.items[0].span, "something beside `...`", "let `...` stand alone in its cell")
            cells.append(None if cell.gap else self.cell(cell, late, left=left))
        return tuple(cells)

    def cell(self, cell: syntax.PatternCell, late: bool, *, left: bool) -> tuple[Item, ...]:
        for item in cell.items:
            word = item.word
            if word is not None and word not in WORDS:
                hint = did_you_mean(word, WORDS) or "the words are " + ", ".join(f"`{known}`" for known in WORDS)
                self.reporter.report("E377", item.span, word=word, hint=hint)
            elif left and word in ("random", "randomdir"):
                hint = "choose behind the arrow, or let the rule be taken `at random`"
                report(self.reporter, item.span, f"`{word}`", hint, "before the arrow")
            elif late and word not in _NOT_LATE:
                report(self.reporter, item.span, f"`{word}`", _LATE, "in a phase without `plan`")
        return self.distinct(self.item(item.word, item.term) for item in cell.items)

    def item(self, word: str | None, term: syntax.ThingTerm) -> Item | None:
        """A word and a name; None after a report."""
        if not plain(term, self.reporter) or term.kind is None:
            return None
        if term.kind in self.game.kinds:
            return Item(word, term.kind, (self.game.kinds[term.kind].number,), term.span)
        if term.kind in self.groups:
            return Item(word, term.kind, self.of_group(term.kind), term.span)
        hint = did_you_mean(term.kind, [*self.game.kinds, *self.groups]) or f"declare it: `kind {term.kind} on ..`"
        self.reporter.report("E101", term.span, name=term.kind, hint=hint)
        return None

    def of_group(self, name: str) -> tuple[int, ...]:
        """The kinds of a group as written, groups in it spelled out; none of one that contains itself."""
        if name not in self.members:
            self.members[name] = ()
            found: list[int] = []
            for member in self.groups[name].members:
                part = member.kind or ""
                if part in self.game.kinds:
                    found.append(self.game.kinds[part].number)
                elif part in self.groups:
                    found += self.of_group(part)
            self.members[name] = tuple(found)
        return self.members[name]

    def distinct(self, items: Iterable[Item | None]) -> tuple[Item, ...]:
        """The items of a cell; of those of one name, but for what is absent or drawn, the first."""
        found: list[Item] = []
        for item in items:
            if item is None or not item.kinds:
                continue
            apart = ("no", "random")
            if item.word not in apart and any(o.name == item.name and o.word not in apart for o in found):
                self.reporter.report("E221", item.span, word=item.name)
                continue
            found.append(item)
        return tuple(found)

    # ------------------------------------------------------------ goals

    def goals(self, decl: syntax.GoalDecl) -> Iterable[BracketGoal]:
        if decl.outcome == "lose":
            report(self.reporter, decl.span, "lose", "let a rule end in `-> restore level`")
            return
        for atom in decl.query:
            match atom:
                case syntax.Pattern() as pattern:
                    yield BracketGoal("some", self.one_cell(pattern), (), atom.span)
                case syntax.No(atom=syntax.Pattern() as pattern):
                    yield BracketGoal("no", self.one_cell(pattern), (), atom.span)
                case syntax.Every(over=syntax.Pattern() as over, claim=syntax.Pattern() as claim):
                    yield BracketGoal("every", self.one_cell(over), self.one_cell(claim), atom.span)
                case _:
                    hint = "write `every [ A ] has [ B ]`, `no [ A B ]` or `[ A B ]`, each of one cell"
                    report(self.reporter, atom.span, "this goal", hint)

    def one_cell(self, pattern: syntax.Pattern) -> tuple[Item, ...]:
        """The items of a pattern of one cell, none of which moves."""
        (cell, *more) = pattern.cells
        if more or cell.gap or pattern.along:
            report(
                self.reporter, pattern.span, "a pattern of several cells", "let a rule find them: `-> win`", "in a goal"
            )
        for item in cell.items:
            if item.word not in ("no", None):
                report(
                    self.reporter, item.span, f"`{item.word}`", "leave it out: at the end nothing moves", "in a goal"
                )
        return self.distinct(self.item(item.word, item.term) for item in cell.items)
