"""The explanation as text for people: sections, wrapped lines, the same words with and without colour.

Takes an `Explanation` and a width, gives a rich text; its `plain` is what a pipe gets.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.text import Text

from arcg.dsl.explain.english import counted, listed
from arcg.dsl.explain.explanation import Entry, Explanation, RuleTold, Told, family_words

WIDTH = 100
"""Most columns of text."""

LEAST_WIDTH = 40
_LINES_SHOWN = 6


class Report:
    """Text under construction."""

    def __init__(self, width: int) -> None:
        self.width = max(LEAST_WIDTH, min(width, WIDTH))
        self.text = Text()

    def section(self, title: str) -> None:
        """The beginning of a section."""
        self.text.append(f"\n{title}\n", "bold").append(f"{'-' * len(title)}\n", "dim")

    def part(self, title: str) -> None:
        """The beginning of a part of a section."""
        self.text.append(f"\n{title}\n", "bold")

    def paragraph(self, text: str, indent: int = 0) -> None:
        """Wrapped text."""
        for line in self.wrapped(text, " " * indent, " " * indent):
            self.text.append(f"{line}\n")

    def item(self, label: str, text: str, indent: int = 2) -> None:
        """A label and what is said of it, its further lines set in."""
        start = " " * indent
        first, *rest = self.wrapped(f"{label}: {text}", start, start + "    ")
        bold = start + f"{label}:"
        if first.startswith(bold):
            self.text.append(bold, "cyan").append(f"{first.removeprefix(bold)}\n")
        else:
            self.text.append(f"{first}\n")
        for line in rest:
            self.text.append(f"{line}\n")

    def code(self, lines: Sequence[str], indent: int = 6) -> None:
        """Lines of a file, as they are."""
        for line in lines:
            self.text.append(f"{' ' * indent}{line}\n", "green")

    def wrapped(self, text: str, first: str, rest: str) -> list[str]:
        """Lines of the width; words are never broken."""
        return textwrap.wrap(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]


def report(told: Explanation, path: str, width: int = WIDTH) -> Text:
    """The whole explanation of the file at `path`."""
    out = Report(width)
    out.text.append(told.name, "bold").append(f"  ({path})\n")
    _glance(out, told)
    _turn(out, told)
    _motion(out, told)
    _ends(out, told)
    _sentences(out, told)
    _priors(out, told)
    _doubts(out, told)
    return out.text


def rules_report(rules: Sequence[RuleTold], told: Explanation, width: int = WIDTH) -> Text:
    """Some rules alone, each below what is said of its phase."""
    out = Report(width)
    for phase in told.phases:
        chosen = [rule for rule in phase.rules if rule in rules]
        if chosen:
            out.item(f"phase {phase.name}, line {phase.line}", phase.text, 0)
            for rule in chosen:
                _rule(out, rule)
    return out.text


# ---------------------------------------------------------------- sections


def _glance(out: Report, told: Explanation) -> None:
    out.section("At a glance")
    out.paragraph(told.board)
    for title, entries in (("Layers, from the lowest to the highest", told.layers),):
        _entries(out, title, entries)
    if told.kinds:
        out.part("Kinds")
    for kind in told.kinds:
        out.item(kind.name, f"on {kind.layer}, {kind.text}")
        for attr in kind.attributes:
            out.item(attr.name, attr.text, 6)
    sections: tuple[tuple[str, Sequence[Entry | Told]], ...] = (
        ("Groups", told.groups),
        ("The world remembers", told.world),
        ("Shown to the player", told.bars),
        ("Painted", told.paints),
        ("Levels", told.levels),
    )
    for title, section in sections:
        _entries(out, title, section)


def _entries(out: Report, title: str, entries: Sequence[Entry | Told]) -> None:
    if entries:
        out.part(title)
    for entry in entries:
        out.item(entry.name, entry.text)


def _turn(out: Report, told: Explanation) -> None:
    out.section("The turn")
    out.paragraph(told.turn)
    for phase in told.phases:
        out.text.append("\n")
        out.item(f"phase {phase.name}, line {phase.line}", phase.text, 0)
        for rule in phase.rules:
            _rule(out, rule)


def _rule(out: Report, rule: RuleTold) -> None:
    origin = f" (From the sentence `{rule.sentence}`.)" if rule.sentence is not None else ""
    out.item(f"{rule.name}, line {rule.line}", f"{rule.text}{origin}")


def _motion(out: Report, told: Explanation) -> None:
    out.section("What motion asks")
    out.paragraph(told.solid)
    if told.motion:
        meanings = {
            "stops": "Nothing can enter the cell of what stops it.",
            "pushes": "What is pushed goes along if it can; if it cannot, its pusher stays too.",
            "carries": "What is carried goes along; if it cannot, its carrier stays too.",
            "stuck": "What is stuck stays where it is.",
        }
        asked = {line.name for line in told.motion}
        out.paragraph(" ".join(text for name, text in meanings.items() if name in asked))
        _lines(out, told.motion)
    if told.facts:
        out.section("Facts")
        out.paragraph(" ".join(["Worked out afresh whenever something asks for them.", told.loops]).strip())
        _lines(out, told.facts)
    if told.derived:
        out.section("Attributes that are worked out")
        out.paragraph(
            "Of the lines of one attribute the first that applies gives the value, of several values of a line the "
            "first. Where no line applies there is none, and no comparison with it holds."
        )
        _lines(out, told.derived)
    if told.fields:
        out.section("Distances")
        out.paragraph(
            "Counted in steps from cell to neighbouring cell. The next step is the one to the least distance, if that "
            "is less. Where a distance does not reach there is none."
        )
        _lines(out, told.fields)


def _lines(out: Report, lines: Sequence[Told]) -> None:
    for line in lines:
        out.item(f"line {line.line}", line.text)


def _ends(out: Report, told: Explanation) -> None:
    out.section("The ends")
    if told.ends:
        out.paragraph(told.ends)
    _lines(out, [*told.wins, *told.loses])
    if told.forbids:
        out.part("Forbidden")
        _lines(out, told.forbids)
    out.part("Undo")
    out.paragraph(told.undo, 2)


def _sentences(out: Report, told: Explanation) -> None:
    if not told.sentences:
        return
    out.section("The sentences")
    out.paragraph("Each stands for the lines below it, which can be written in its place.")
    for sentence in told.sentences:
        out.text.append("\n")
        through = f", through {' and '.join(f'`{text}`' for text in sentence.through)}" if sentence.through else ""
        family = family_words(sentence.family)
        out.item(f"{sentence.text}, line {sentence.line}", f"the prior `{sentence.prior}` ({family}){through}")
        out.code(sentence.lines)


def _priors(out: Report, told: Explanation) -> None:
    out.section("The priors")
    used = [family for family in told.priors if family.reasons]
    out.paragraph(f"The game uses {counted(len(used), 'family')} of Core Knowledge." if used else "The game uses none.")
    for family in used:
        out.text.append("\n")
        out.item(family.name, f"{family.text}.", 0)
        for reason in family.reasons:
            shown = [str(line) for line in reason.lines[:_LINES_SHOWN]]
            more = f" and {len(reason.lines) - _LINES_SHOWN} more" if len(reason.lines) > _LINES_SHOWN else ""
            where = f"{'line' if len(reason.lines) == 1 else 'lines'} {', '.join(shown)}{more}"
            out.paragraph(f"- {reason.text} ({where})", 2)
    unused = [family.name for family in told.priors if not family.reasons]
    if unused:
        out.text.append("\n")
        out.paragraph(f"Not used: {', '.join(unused)}.")


def _doubts(out: Report, told: Explanation) -> None:
    out.section("Chance")
    if told.chance:
        out.paragraph(
            "These rules choose at random. What they choose follows from the seed of the game and the actions."
        )
        _lines(out, told.chance)
    else:
        out.paragraph("Nothing is left to chance: the same actions always lead to the same game.")
    out.section("What never happens")
    if told.allowed:
        out.paragraph(f"The file allows {listed(told.allowed)}, so nothing is said of that here.")
    elif not told.never:
        out.paragraph("The checker knows of nothing here that can never happen.")
    for diagnostic in told.never:
        out.item(f"line {diagnostic.span.line}", f"{diagnostic.message} ({diagnostic.code}).")
