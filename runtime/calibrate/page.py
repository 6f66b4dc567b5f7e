"""A study as one page: for each game its levels, with heat maps of clicks and where people reset, and its testers."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from arcg.compiler import webpage
from arcg.runtime.calibrate.measures import GameMeasures, LevelMeasures, TesterMeasures
from arcg.runtime.engine import SIZE
from arcg.runtime.env import from_level
from arcg.runtime.png import png
from arcg.runtime.reference import ReferenceEngine

STYLE = """
.in { color: var(--fine); } .out { color: var(--error); }
.levels { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; margin: 1rem 0; }
.level { background: var(--soft); border-radius: .5rem; padding: .8rem; overflow: hidden; }
.picture { position: relative; width: 9rem; height: 9rem; float: left; margin: 0 .8rem .3rem 0; }
.picture img, .picture svg { position: absolute; inset: 0; width: 100%; height: 100%; image-rendering: pixelated; }
.level dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .6rem; margin: 0; font-size: .85rem; }
.level dt { opacity: .7; } .level dd { margin: 0; }
.level figure { clear: both; margin: .6rem 0 0; } figcaption { font-size: .75rem; opacity: .7; }
.level figure svg, .curves svg { display: block; width: 100%; }
.curves { max-width: 46rem; margin: 1rem 0; }
svg text { font-size: 9px; fill: currentColor; opacity: .7; }
"""

WIDE, HIGH = 300, 60
"""Units of a small plot."""

HOT = "#ff3b30"


def page(games: Sequence[GameMeasures]) -> str:
    """One HTML page about a study."""
    testers = len({one.tester for game in games for one in game.testers})
    title = f"{games[0].played.program.name}: testers" if len(games) == 1 else f"Testers of {len(games)} games"
    body = "".join(_game(game) for game in games)
    return webpage.page(title, STYLE, f"<p>{testers} tester{'' if testers == 1 else 's'}.</p>\n{body}")


def _game(game: GameMeasures) -> str:
    style = {"in": "in", "out": "out"}.get(game.inclusion, "")
    verdict = f"<span class='{style}'>{escape(game.inclusion)}</span>"
    levels = "".join(_level(game, number, level) for number, level in enumerate(game.levels))
    baselines = "not yet for every level" if game.baselines is None else ", ".join(map(str, game.baselines))
    return (
        f"<h2>{escape(game.played.program.name)}: {verdict}</h2>\n"
        f"<p>{escape(game.played.game_id)}: {game.completed} of {game.closed} testers completed all levels. "
        f"Baselines: {baselines}.</p>\n"
        f"<div class=levels>{levels}</div>\n{_curves(game)}\n{_testers(game.testers)}\n"
    )


# ---------------------------------------------------------------- levels


def _level(game: GameMeasures, number: int, level: LevelMeasures) -> str:
    frame = ReferenceEngine(from_level(game.played.program, number)).frame()
    picture = base64.b64encode(png(frame, 2)).decode()
    rows = [
        ("completed", "" if level.rate is None else f"{level.completed} of {level.reached}"),
        ("actions", _spread(level)),
        ("baseline", "" if level.baseline is None else str(level.baseline)),
        ("median time", "" if level.seconds is None else f"{level.seconds:.0f} s"),
        ("resets", str(level.resets)),
        ("shortest", "" if level.shortest is None else str(level.shortest)),
        ("learning cost", "" if level.learning_cost is None else f"{level.learning_cost:.1f}x"),
        ("clicks", str(int(level.clicks.sum())) if level.clicks.any() else ""),
    ]
    table = "".join(f"<dt>{name}<dd>{escape(text)}" for name, text in rows if text)
    return (
        f"<div class=level><div class=picture><img alt='level {number + 1}' src='data:image/png;base64,{picture}'>"
        f"{_heat(level.clicks)}</div><h3>{escape(named(game, number))}</h3><dl>{table}</dl>{_resets(level)}</div>\n"
    )


def named(game: GameMeasures, number: int) -> str:
    """A level's number, with its name where it has one."""
    name = game.played.program.levels[number].name
    return f"{number + 1}" if name == f"{number + 1}" else f"{number + 1} {name}"


def _spread(level: LevelMeasures) -> str:
    if not level.actions:
        return ""
    least, most = level.actions[0], level.actions[-1]
    return str(least) if least == most else f"{least} to {most}"


def _heat(clicks: NDArray[np.int64]) -> str:
    """Clicks over the picture: the more there were on a pixel, the less is seen through."""
    if not clicks.any():
        return ""
    most = int(clicks.max())
    marks = "".join(
        f"<rect x={x - 0.5} y={y - 0.5} width=2 height=2 opacity={0.25 + 0.65 * clicks[y, x] / most:.2f} />"
        for y, x in np.argwhere(clicks)
    )
    return f"<svg viewBox='0 0 {SIZE} {SIZE}' fill='{HOT}' role=img aria-label='where was clicked'>{marks}</svg>"


def _resets(level: LevelMeasures) -> str:
    """After how many actions people reset, as bars."""
    if not level.reset_after:
        return ""
    last = max(level.reset_after)
    bins = min(20, last + 1)
    counts = np.bincount([after * bins // (last + 1) for after in level.reset_after], minlength=bins)
    width, top = WIDE / bins, int(counts.max())
    bars = "".join(
        f"<rect x={place * width + 1:.1f} y={HIGH - HIGH * count / top:.1f} width={max(1.0, width - 2):.1f} "
        f"height={HIGH * count / top:.1f} />"
        for place, count in enumerate(counts)
        if count
    )
    return (
        f"<figure><svg viewBox='0 0 {WIDE} {HIGH}' fill='var(--bar)' role=img aria-label='when people reset'>{bars}"
        "</svg>"
        f"<figcaption>RESET after 0 to {last} actions in the level</figcaption></figure>"
    )


# ---------------------------------------------------------------- testers


def _curves(game: GameMeasures) -> str:
    """Levels over actions, a line for each tester; actions on a logarithmic scale."""
    wide, high, left, bottom = 600, 220, 24, 18
    most = max((tester.actions for tester in game.testers), default=0)
    if not most:
        return ""
    levels, scale = len(game.levels), math.log1p(most)

    def x(actions: int) -> float:
        return left + (wide - left - 8) * math.log1p(actions) / scale

    def y(done: int) -> float:
        return high - bottom - (high - bottom - 8) * done / levels

    lines = "".join(_curve(tester, x, y) for tester in game.testers)
    marks = "".join(f"<text x=4 y={y(done) + 3:.1f}>{done}</text>" for done in range(levels + 1))
    ticks = [1, *(10**power for power in range(1, 8) if 10**power <= most)]
    under = "".join(f"<text x={x(tick):.1f} y={high - 4} text-anchor=middle>{tick}</text>" for tick in ticks)
    return (
        f"<figure class=curves><svg viewBox='0 0 {wide} {high}' role=img aria-label='levels over actions'>"
        f"{marks}{under}{lines}</svg>"
        "<figcaption>levels completed over actions, a line for each tester; a dot where one ended</figcaption>"
        "</figure>"
    )


def _curve(tester: TesterMeasures, x: Callable[[int], float], y: Callable[[int], float]) -> str:
    points = [f"{x(0):.1f},{y(0):.1f}"]
    done = 0
    for actions, levels in tester.curve:
        points += [f"{x(actions):.1f},{y(done):.1f}", f"{x(actions):.1f},{y(levels):.1f}"]
        done = levels
    points.append(f"{x(tester.actions):.1f},{y(done):.1f}")
    end = f"<circle cx={x(tester.actions):.1f} cy={y(done):.1f} r=3 fill='var(--bar)' />"
    return (
        f"<polyline points='{' '.join(points)}' fill=none stroke='var(--bar)' stroke-width=1.5 opacity=.7>"
        f"<title>{escape(tester.tester)}</title></polyline>{end}"
    )


def _testers(testers: Sequence[TesterMeasures]) -> str:
    if not testers:
        return "<p>Nobody has played it yet.</p>"
    rows = "".join(
        f"<tr><td>{escape(one.tester)}<td>{one.levels}<td>{one.actions}<td>{one.seconds / 60:.1f}<td>{one.resets}"
        f"<td>{escape(one.ended)}{' (past the soft limit)' if one.soft else ''}"
        f"<td>{'' if one.score is None else f'{one.score:.1f}'}<td><code>{escape(one.session)}</code></tr>"
        for one in testers
    )
    return (
        "<div class=scroll><table><tr><th>tester<th>levels<th>actions<th>minutes<th>resets<th>ended<th>RHAE<th>session"
        f"</tr>{rows}</table></div>"
    )
