"""A game at a glance: board, layers, kinds with their attributes and looks, the world's attributes, bars, levels.

Takes a checked game and gives short phrases; nothing here looks at rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from arcg.dsl import core
from arcg.dsl.explain.english import article, counted, listed, plural, word
from arcg.dsl.explain.lexicon import Lexicon
from arcg.dsl.explain.sentences import free_words, look_words
from arcg.dsl.explain.shapes import Derived
from arcg.dsl.explain.shaping import shaped
from arcg.dsl.model import (
    ACTION_WORDS,
    COLOURS,
    AttrModel,
    BarModel,
    DerivedModel,
    Game,
    KindModel,
    LayerModel,
    LevelModel,
)
from arcg.dsl.walk import below
from arcg.dsl.wording import written

MOST_COLOURS = 3
_OFFERS = {
    "arrows": "the arrows",
    "act": "the action button",
    "click": "clicks",
    "undo": "undo",
}
_FLAGS = {
    "free": "its things may share cells",
    "hidden": "it is never drawn",
    "clickable": "clicks hit the whole cell, not only what is drawn",
    "open": "its things may leave the board",
}


def board_text(game: Game) -> str:
    """The board, the levels and what the player can do."""
    offered = [_OFFERS[name] for name, numbers in ACTION_WORDS.items() if set(numbers) & set(game.actions)]
    board = (
        f"A board of {game.width}x{game.height} cells, {game.cell}x{game.cell} pixels each, on {COLOURS[game.ground]}"
    )
    has = f"The player has {listed(offered)}" if offered else "The player can do nothing"
    text = f"{board}; {counted(len(game.levels), 'level')}. {has}."
    if game.ties != (core.UP, core.DOWN, core.LEFT, core.RIGHT):
        order = ", ".join(core.DIRECTIONS[direction] for direction in game.ties)
        text += f" Where several directions would do, they are tried in the order {order}."
    return text


def view_text(lexicon: Lexicon) -> str:
    """The part of the board that is seen; nothing where that is all of it."""
    game, view = lexicon.game, lexicon.game.view
    if view is None:
        return ""
    text = f" Of the board {view.width}x{view.height} cells are seen"
    if game.followed is not None:
        text += f", the first `{written(game.followed)}` in the middle as far as the edges allow"
    elif view.corner is not None:
        column, row = (free_words(lexicon, view.slots, part) for part in view.corner)
        text += f", from column {column} and row {row} on as far as the edges allow"
    if view.turned is not None:
        turned = word(lexicon.world[view.turned].name)
        text += f"; {turned} turns the picture, and with it what the arrows and clicks mean"
    return text + "."


def layer_text(game: Game, layer: LayerModel) -> str:
    """A layer: what lies on it and how."""
    kinds = [kind.name for kind in game.kinds.values() if kind.layer is layer]
    how = [] if "free" in layer.flags else ["one thing a cell"]
    how += [text for flag, text in _FLAGS.items() if flag in layer.flags]
    return f"{listed(kinds) or 'nothing'}; {listed(how)}"


def attribute_text(lexicon: Lexicon, attr: AttrModel) -> str:
    """The values of an attribute, and the one that it begins with."""
    return DOMAINS[type(attr.domain)](lexicon, attr.domain, attr.default)


def derived_text(lexicon: Lexicon, derived: DerivedModel) -> str:
    """The values of an attribute that is worked out."""
    match derived.type.sort:
        case "enum" if derived.type.domain is not None:
            values = listed(derived.type.domain.names, "or")
        case "dir":
            values = "a direction"
        case "thing":
            values = article(lexicon.noun(derived.type.kinds))
        case _:
            values = "a number"
    return f"{values}, worked out whenever it is asked for"


def _number(lexicon: Lexicon, domain: core.IntDomain, default: int) -> str:
    return f"{domain.low} to {domain.high}, at first {default}"


def _names(lexicon: Lexicon, domain: core.EnumDomain, default: int) -> str:
    return f"{listed(domain.names, 'or')}, at first {domain.names[default]}"


def _direction(lexicon: Lexicon, domain: core.DirDomain, default: int) -> str:
    return f"a direction, at first {core.DIRECTIONS[default]}"


def _thing(lexicon: Lexicon, domain: core.ThingDomain, default: int) -> str:
    return f"{article(lexicon.noun(domain.kinds))} or none, at first none"


DOMAINS: dict[type, Callable[[Lexicon, Any, int], str]] = {
    core.IntDomain: _number,
    core.EnumDomain: _names,
    core.DirDomain: _direction,
    core.ThingDomain: _thing,
}
"""How each class of domain is put into words, with the value at the start."""


def looks(lexicon: Lexicon, kind: KindModel) -> str:
    """How a kind is drawn, in a phrase."""
    if "hidden" in kind.layer.flags:
        return "never drawn"
    if not kind.pictures:
        return "without a picture, so never seen"
    times = [picture.cells for picture in kind.pictures]
    repeated = " in each of its cells" if all(times) else ", sometimes in each of its cells," if any(times) else ""
    sizes = list(dict.fromkeys(f"{len(picture.rows[0])}x{len(picture.rows)}" for picture in kind.pictures))
    drawn = Counter(pixel for picture in kind.pictures for row in picture.rows for pixel in row if pixel >= 0)
    colours = [COLOURS[colour] for colour, _ in drawn.most_common()]
    shown = colours[:MOST_COLOURS]
    if len(colours) > MOST_COLOURS:
        shown.append(f"{counted(len(colours) - MOST_COLOURS, 'more colour')}")
    many = len(kind.pictures) > 1
    text = f"{len(kind.pictures)} pictures" if many else "a picture"
    text += f" of {listed(sizes, 'or')} pixels in {listed(shown) or 'no colour'}"
    by = _conditions(lexicon, kind)
    if by:
        text += f", chosen by {listed(by)}"
    for tint in kind.tints:
        text += f"; its {COLOURS[tint.colour]} is tinted by {look_words(lexicon, kind.number, tint.slots, tint.expr)}"
    return f"drawn{repeated} as {text}"


def _conditions(lexicon: Lexicon, kind: KindModel) -> list[str]:
    """What the pictures of a kind are chosen by: attributes, facts, and what else there is."""
    found: dict[str, None] = {}
    for node in below(shaped([picture.when for picture in kind.pictures], lexicon.game)):
        match node:
            case Derived(name=name):
                found[word(name)] = None
            case core.Attr(field=number):
                found[word(lexicon.fields[number])] = None
            case core.World(attr=number):
                found[word(lexicon.world[number].name)] = None
            case core.Fact(fact=number):
                found[word(lexicon.facts[number].name)] = None
    if not found and any(picture.when is not None for picture in kind.pictures):
        return ["what is around it"]
    return list(found)


def group_text(lexicon: Lexicon, kinds: tuple[int, ...]) -> str:
    """A group."""
    return f"any {listed([lexicon.kinds[kind].name for kind in kinds], 'or')}"


def bar_text(bar: BarModel) -> str:
    """A bar or pips."""
    shape = "a bar" if bar.shape == "bar" else "pips"
    sides = {"top": "along the top", "bottom": "along the bottom", "left": "down the left", "right": "down the right"}
    return f"shown as {shape} {sides[bar.edge]}, in {COLOURS[bar.colour]}"


def level_text(game: Game, level: LevelModel) -> str:
    """What a level has that others need not have."""
    size = f"{level.width}x{level.height}"
    text = f"{size} cells, {counted(len(level.things), 'thing')}"
    if level.view is not None:
        text += f", {level.view[0]}x{level.view[1]} cells seen"
    for attr, value in zip(game.world.values(), level.world, strict=True):
        if isinstance(attr.domain, core.ThingDomain):
            if value != core.NONE:
                kind = list(game.kinds.values())[level.things[value].kind]
                text += f", {word(attr.name)} holds {article(kind.name)}"
        elif value != attr.default:
            text += f", {word(attr.name)} is {value_text(attr, value)}"
    return text


def value_text(attr: AttrModel, value: int) -> str:
    """A value of an attribute that holds no thing."""
    match attr.domain:
        case core.EnumDomain(names=names):
            return names[value]
        case core.DirDomain():
            return core.DIRECTIONS[value]
    return str(value)


def solid_text(game: Game) -> str:
    """What stops what without a word about it."""
    parts = []
    for layer in game.layers.values():
        kinds = [plural(kind.name) for kind in game.kinds.values() if kind.layer is layer]
        if kinds and "free" not in layer.flags:
            parts.append(f"{listed(kinds)} ({layer.name})")
    open_ = [layer.name for layer in game.layers.values() if "open" in layer.flags]
    always = f"The edge of the board stops everything{f' but what lies on {listed(open_)}' if open_ else ''}"
    if not parts:
        return f"{always}."
    return f"{always}. Things of one ordinary layer stop one another: {'; '.join(parts)}."
