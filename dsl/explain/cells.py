"""Rules over cells in words: what each rule in brackets looks for and does, the settings, the turn, the goals.

Takes the `BracketGame` of a file under `semantics puzzlescript`, gives sentences. A rule is told by the difference of
its two sides: who comes, who goes, who is to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arcg.dsl import core
from arcg.dsl.cellwise.brackets import BracketGame, BracketGoal, BracketPhase, BracketRule, Cell, Item
from arcg.dsl.explain.english import article, listed, sentence
from arcg.dsl.explain.families import Use

_MOVES = {
    ">": "move ahead",
    "<": "move back",
    "^": "move to the left of ahead",
    "v": "move to the right of ahead",
    **{way: f"move {way}" for way in core.DIRECTIONS},
    "act": "act",
    "still": "stay",
    "moving": "move or act",
    "horizontal": "move left or right",
    "vertical": "move up or down",
    "orthogonal": "move",
    "parallel": "move ahead or back",
    "perpendicular": "move sideways",
    "randomdir": "move, somewhere by chance",
}
_COMMANDS = {
    "cancel": "the turn is taken back",
    "restart": "the level begins again",
    "checkpoint": "from now on the level begins from here",
    "again": "if the turn changed anything, another one without input follows",
    "win": "the level is won",
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def turn_text(game: BracketGame) -> str:
    """What a turn is, and what the settings change in it."""
    who = listed([article(item.name) for item in game.player]) or "the player"
    asked = "it is" if len(game.player) == 1 else "they are"
    text = f"When the player presses a button, wherever a cell holds {who}, {asked} asked to move that way, or to act. "
    text += "Then the rules of the phases are tried, one after another: a rule is done wherever it finds what it looks "
    text += "for, again and again until nothing changes, and so are rules of one name together."
    if any(not phase.late for phase in game.phases):
        text += " Between the phases with plan and the others everything that is to move does, if no thing of its "
        text += "layer lies where it would go; what cannot stays."
    else:
        text += " Before them everything that is to move does, if no thing of its layer lies where it would go."
    if game.must_move:
        text += " A turn of the player in which nobody of the player leaves a cell is taken back."
    if game.at_start:
        text += " When a level begins or is begun again, a turn without input is played."
    return text


def phase_text(phase: BracketPhase) -> str:
    """When a phase runs."""
    when = "after everything has moved" if phase.late else "before what is to move does"
    if phase.loops:
        when += "; its rules are gone through from the first to the last until nothing changes any more"
    return sentence(when)


def rule_text(rule: BracketRule) -> str:
    """What a rule looks for and does."""
    found = [_row_text(row, number) for number, row in enumerate(rule.left)]
    condition = f"where {', and '.join(found)}"
    if any(len(row) > 1 for row in rule.left) or _directed(rule):
        condition = f"{_ways_text(rule.ways)}, {condition}"
    deeds = [*_deeds(rule), *(_COMMANDS[command] for command in rule.commands)]
    done = listed(deeds) if not any("," in deed or " and " in deed for deed in deeds) else "; ".join(deeds)
    text = sentence(f"{condition}: {done or 'nothing changes'}")
    if rule.random and not rule.joins:
        text += " Of all matches one is taken, by chance, and only once."
    if rule.rigid:
        text += " If something that it moves cannot move, the turn is played again without its group of rules."
    if rule.joins:
        text += " It is tried together with the rule above it."
    return text


def goal_text(goal: BracketGoal) -> str:
    """When a goal is reached."""
    first = _cell_text(goal.first)
    match goal.quantifier:
        case "every":
            return sentence(f"every cell that holds {first} also holds {_cell_text(goal.second)}")
        case "no":
            return sentence(f"no cell holds {first}")
        case "some":
            return sentence(f"some cell holds {first}")


def chooses(rule: BracketRule) -> bool:
    """Whether a rule leaves something to the generator."""
    return rule.random or any(item.word in ("random", "randomdir") for item in _items(rule.right))


def uses(rule: BracketRule, loops: bool) -> list[Use]:
    """What of Core Knowledge a rule draws on; `loops` says that its phase goes round."""
    left, right = list(_items(rule.left)), list(_items(rule.right))
    moving = any(item.word in _MOVES for item in (*left, *right))
    there, then = ({item.name for item in items if item.word != "no"} for items in (left, right))
    found: list[tuple[bool, Use]] = [
        (moving and not loops, ("agentness", "things that ask to move")),
        (moving and loops, ("physics", "motion that goes on round after round")),
        (any(len(row) > 1 for row in rule.left), ("geometry", "neighbouring cells")),
        (any(cell is None for row in rule.left for cell in row), ("geometry", "cells in a line")),
        (any(len(cell or ()) > 1 for row in rule.left for cell in row), ("objectness", "things that share cells")),
        (bool(then - there), ("objectness", "things that come into being")),
        (bool(rule.right) and bool(there - then), ("objectness", "things that disappear")),
    ]
    return [use for holds, use in found if holds]


# ---------------------------------------------------------------- what a rule looks for


def _items(rows: Iterable[Iterable[Cell]]) -> Iterable[Item]:
    return (item for row in rows for cell in row for item in cell or ())


def _directed(rule: BracketRule) -> bool:
    """Whether words of a rule are seen along its direction."""
    relative = (">", "<", "^", "v", "parallel", "perpendicular")
    return any(item.word in relative for item in _items((*rule.left, *rule.right)))


def _ways_text(ways: Sequence[int]) -> str:
    if sorted(ways) == list(range(len(core.DIRECTIONS))):
        return "in all four directions"
    return f"going {listed([core.DIRECTIONS[way] for way in ways], 'or')}"


def _row_text(row: Sequence[Cell], number: int) -> str:
    text = ""
    far = False
    for cell in row:
        if cell is None:
            far = True
            continue
        subject = ("a cell" if number == 0 else "another cell") if not text else "one farther on" if far else "the next"
        text += f"{' and ' if text else ''}{subject} holds {_cell_text(cell)}"
        far = False
    return text


def _cell_text(cell: Sequence[Item]) -> str:
    return listed([_item_text(item) for item in cell]) or "anything"


def _item_text(item: Item) -> str:
    if item.word == "no":
        return f"no {item.name}"
    return article(item.name) + (f" that is to {_MOVES[item.word]}" if item.word is not None else "")


# ---------------------------------------------------------------- what it does


def _deeds(rule: BracketRule) -> list[str]:
    """What changes in each cell, one after another."""
    if not rule.right:
        return []
    several = sum(cell is not None for row in rule.left for cell in row) > 1
    seen = [item.name for item in _items(rule.left) if item.word != "no"]
    deeds: list[str] = []
    place = 0
    for was, now in zip(rule.left, rule.right, strict=False):
        for before, after in zip(was, now, strict=False):
            if before is None or after is None:
                continue
            where = f"{_ORDINALS[place]} cell" if place < len(_ORDINALS) else f"cell {place + 1}"
            deeds += _changes(before, after, where if several else "", seen)
            place += 1
    return deeds


def _changes(before: Sequence[Item], after: Sequence[Item], where: str, seen: Sequence[str]) -> list[str]:
    """What becomes of a cell; `where` says which, if there are several, and `seen` are all names of the left side."""
    words = {item.name: item.word for item in before if item.word != "no"}
    into, of = (f" into the {where}", f" of the {where}") if where else ("", "")
    deeds: list[str] = []
    kept: set[str] = set()
    for item in after:
        the = f"the {item.name}{of if seen.count(item.name) > 1 else ''}"
        if item.word == "random":
            deeds.append(f"{article(item.name)}, chosen by chance, comes{into}")
        elif item.word == "no":
            deeds.append(f"every {item.name}{of} goes")
        elif item.name not in words:
            moves = f" and is to {_MOVES[item.word]}" if item.word is not None else ""
            deeds.append(f"{article(item.name)} comes{into}{moves}")
        else:
            kept.add(item.name)
            if item.word is None and words[item.name] not in (None, "still"):
                deeds.append(f"{the} is to stay")
            elif item.word is not None and item.word != words[item.name]:
                deeds.append(f"{the} is to {_MOVES[item.word]}")
    gone = (name for name in words if name not in kept)
    return deeds + [f"the {name}{of if seen.count(name) > 1 else ''} goes" for name in gone]
