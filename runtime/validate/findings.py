"""Findings: what a validation has to say against a game, with stable codes.

A finding of severity `error` means that the game falls short of a requirement; `warning` that something is probably not
meant; `note` that it is worth knowing. The catalogue `CODES` has every code once.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

Severity = Literal["error", "warning", "note"]


class Code(NamedTuple):
    """What a code stands for. `title` names it, `message` has places for values, `advice` says what to do."""

    severity: Severity
    title: str
    message: str
    advice: str


CODES: dict[str, Code] = {
    "V101": Code(
        "error", "too few levels", "the game has {count} level{s}, and at least {least} are asked for",
        "add levels; each may bring one new thing, the last ones combine what came before",
    ),
    "V102": Code(
        "error", "a first level that asks too much", "the first level takes {count} mechanics to win: {names}",
        "let the first level be won with at most {most} of them",
    ),
    "V103": Code(
        "error", "too few mechanics", "all levels together take {count} mechanic{s} to win: {names}",
        "have at least {least} that interact",
    ),
    "V104": Code(
        "error", "no budget", "nothing loses the level of a player who goes on and on",
        "add a counter that actions spend, its bar, and `lose when` it is 0",
    ),
    "V105": Code(
        "error", "an id that the toolkit does not take", "the id `{name}` is not {asked}",
        "name the game with lower-case letters and digits, at most {most}, a letter first",
    ),
    "V106": Code(
        "error", "a session that is too long",
        "a person who knows what to do takes {minutes:.1f} minutes for all levels, and {most:g} are allowed",
        "shorten solutions, or what is shown within turns",
    ),
    "V107": Code(
        "error", "a stage that asks for more", "at the stage `{stage}` a game has {what}",
        "add it, or say an earlier stage for the game in arcg.yaml",
    ),
    "V108": Code(
        "error", "a level that is too short",
        "level {level} is won in {count} action{s}; at least {least} are asked for after the first {opening} levels",
        "let the idea ask for more before the level is won",
    ),
    "V109": Code(
        "error", "a level of too few mechanics",
        "level {level} takes {count} mechanic{s} to win ({names}); at least {least} are asked for after the"
        " first {opening} levels",
        "let the level ask for one that an earlier level teaches as well",
    ),
    "V201": Code(
        "error", "a level that luck wins",
        "the random player wins level {level} with a probability of {low:.3g}{upto}, says {by}; {most:.3g} is allowed",
        "make the level longer, or wrong moves cost more",
    ),
    "V202": Code(
        "error", "luck undecided", "whether the random player wins level {level} too often could not be decided",
        "let more attempts or positions be tried (`attempts`, `states` in arcg.yaml)",
    ),
    "V301": Code(
        "error", "a crash", "after {count} actions in level {level}: {detail}", "report it: this is a fault of arcg"
    ),
    "V302": Code(
        "error", "a frame that is none", "after {count} actions in level {level}: {detail}",
        "report it: this is a fault of arcg",
    ),
    "V303": Code(
        "error", "a state that hides something", "after {count} actions in level {level}: {detail}",
        "report it: this is a fault of arcg",
    ),
    "V304": Code(
        "error", "a turn that does not rest", "after {count} actions in level {level}: {detail}",
        "give the phase that repeats a rule that ends it",
    ),
    "V401": Code(
        "error", "a level that cannot be won", "level {level} cannot be won: all {states:,} positions were looked at",
        "`arcg play` shows where it is stuck; `arcg solve` proves it again",
    ),
    "V402": Code(
        "error", "a level of which it is not known", "no way to win level {level} was found: {why}",
        "record a win with `arcg play --record`, or let more positions be looked at (`states` in arcg.yaml)",
    ),
    "V403": Code(
        "note", "dead ends", "of the positions so many are lost without the game saying so: {shares}",
        "nothing is wrong with that; a player should be able to see it, or to go back",
    ),
    "V501": Code(
        "error", "a level that a cheap trick wins", "{name} wins level {level} with {count} action{s}",
        "let the level ask for more than that",
    ),
    "V601": Code(
        "warning", "a mechanic that no solution needs", "no level is won by way of {name} (line {line})",
        "add a level that takes it, or drop it",
    ),
    "V602": Code(
        "warning", "levels that do not grow", "no level after the first takes more mechanics to win than the first",
        "let later levels combine what earlier ones teach",
    ),
    "V603": Code(
        "warning", "a level that cannot be lost", "nothing that a player does in level {level} can lose it",
        "let the budget run down with what does not help",
    ),
    "V604": Code(
        "warning", "a budget that undo gives back", "undo gives back what was spent of `{name}`: nobody runs out of it",
        "write `undo keeping` with its name",
    ),
    "V701": Code(
        "error", "a recording that plays differently", "{path} differs first at turn {turn}: {detail}",
        "record it again, or see what changed in the game",
    ),
    "V702": Code("error", "a recording that cannot be read", "{path}: {detail}", "record it again"),
    "V801": Code(
        "warning", "something idle", "without {name} (line {line}) every recording and every level is what it was",
        "drop it, or add a level where it matters",
    ),
    "V901": Code(
        "error", "baselines of other levels", "{path} has {count} baselines, the game has {levels} levels",
        "give one baseline for each level",
    ),
    "V902": Code(
        "error", "a missing baseline", "level {level} has no baseline",
        "add it to `baselines` of the game in arcg.yaml: the actions that a person takes who meets the level first",
    ),
    "V903": Code(
        "warning", "an action that does nothing", "{name} is offered and changes nothing in any position of any level",
        "take it out of `actions`",
    ),
    "V904": Code(
        "error", "a baseline below the shortest solution",
        "the baseline of level {level} is {baseline}, and nobody wins it with fewer than {shortest} actions",
        "measure it with people",
    ),
}  # fmt: skip


class Finding(NamedTuple):
    """One finding, and what to do about it. `level` counts from 0; None: the game as a whole."""

    code: str
    message: str
    advice: str
    level: int | None = None

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return CODES[self.code].severity


def finding(code: str, level: int | None = None, **values: Any) -> Finding:
    """A finding in words: the values stand in the places of the catalogue; levels are counted from 1 in it."""
    if level is not None:
        values.setdefault("level", level + 1)
    if "count" in values:
        values.setdefault("s", "" if values["count"] == 1 else "s")
    said = CODES[code]
    return Finding(code, said.message.format(**values), said.advice.format(**values), level)
