"""The report as one page: pictures of the levels, plots, graphs, every finding; nothing is loaded from elsewhere."""

from __future__ import annotations

import base64
import math
from collections.abc import Sequence
from html import escape
from typing import Any

from arcg.compiler import webpage
from arcg.runtime.explore.graph import one_level
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.png import png
from arcg.runtime.validate.report import Report
from arcg.runtime.validate.verdicts import minutes

STYLE = """
.error { color: var(--error); } .warning { color: var(--warning); } .note { color: var(--note); }
.fine { color: var(--fine); }
.finding { margin: .3rem 0; } .finding small { display: block; opacity: .75; }
.levels { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem; margin: 1rem 0; }
.level { background: var(--soft); border-radius: .5rem; padding: .8rem; overflow: hidden; }
.level img { width: 8rem; image-rendering: pixelated; float: left; margin: 0 .8rem .3rem 0; }
.level dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .6rem; margin: 0; font-size: .85rem; }
.level dt { opacity: .7; } .level dd { margin: 0; }
.level svg { clear: both; display: block; width: 100%; margin-top: .6rem; }
.level small { display: block; opacity: .7; font-size: .75rem; }
.yes { background: var(--bar); color: white; text-align: center; }
"""

WIDE, HIGH = 300, 70
"""Units of a plot."""


def page(reports: Sequence[Report]) -> str:
    """One HTML page about some games."""
    good = sum(report.ok for report in reports)
    title = f"{reports[0].program.name}: validation" if len(reports) == 1 else f"Validation of {len(reports)} games"
    body = "".join(_game(report) for report in reports)
    return webpage.page(title, STYLE, f"<p>{good} of {len(reports)} meet what is asked for.</p>\n{body}")


def _game(report: Report) -> str:
    verdict = "<span class=fine>fine</span>" if report.ok else "<span class=error>falls short</span>"
    long = minutes(report.settings, report.results)
    fuzz, random = report.results["fuzz"], report.results["random"]
    luck = "; ".join(
        f"{sum(one['wins'] for one in play):,} times in {sum(one['steps'] for one in play):,} steps" for play in random
    )
    facts = [
        f"stage: {report.settings.stage}",
        "" if long is None else f"{long:.1f} minutes for a person who knows what to do",
        f"random play won {luck}",
        f"fuzz: {fuzz['steps']:,} steps, {len(fuzz['faults'])} faults",
        "luck decided by " + ", ".join(f"{by}: {count}" for by, count in report.decided().items() if count),
    ]
    findings = "".join(_finding(one) for one in report.findings) or "<p class=fine>No findings.</p>"
    levels = "".join(_level(report, number) for number in range(len(report.program.levels)))
    return (
        f"<h2>{escape(report.program.name)}: {verdict}</h2>\n"
        f"<p>{'; '.join(escape(fact) for fact in facts if fact)}</p>\n"
        f"{findings}\n<div class=levels>{levels}</div>\n{_mechanics(report)}\n"
    )


def _finding(one: Any) -> str:
    advice = escape(one.advice)
    return (
        f"<p class=finding><b class={one.severity}>{one.severity} {one.code}</b> {escape(one.message)}"
        f"<small>{advice}</small></p>\n"
    )


# ---------------------------------------------------------------- levels


def _level(report: Report, number: int) -> str:
    level = report.results["levels"][number]
    graph, solution, luck = level["graph"], level["solution"], level["luck"]
    picture = base64.b64encode(png(KernelEngine(one_level(report.program, number)).frame(), 2)).decode()
    rows = [
        ("shortest", _length(solution, graph)),
        ("positions", f"{graph['states']:,}" + ("" if graph["complete"] else f" and more ({graph['why']})")),
        ("moves", f"{graph['branching']:.1f} that change something"),
        ("merges", f"{graph['merges'] / max(graph['edges'], 1):.0%} of the moves"),
        ("lost", "" if graph["dead"] is None else f"{graph['dead'] / graph['states']:.0%}"),
        ("rings", f"{graph['rings']:,}"),
        ("budget", "none" if graph["budget"] is None else str(graph["budget"])),
        ("luck", _luck(luck)),
        ("needs", ", ".join(report.results["survey"]["kinds"][number])),
        ("tricks", ", ".join(trick["name"] for trick in level["tricks"] if trick["won"]) or "none wins"),
    ]
    table = "".join(f"<dt>{name}<dd>{escape(text)}" for name, text in rows if text)
    moves = "" if solution is None else f"<details><summary>solution</summary><code>{_moves(solution)}</code></details>"
    drawing = _graph(level) if graph["drawing"] is not None else _layers(graph)
    return (
        f"<div class=level><img alt='level {number + 1}' src='data:image/png;base64,{picture}'>"
        f"<h3>{number + 1} {escape(level['name'])}</h3><dl>{table}</dl>{drawing}{moves}</div>\n"
    )


def _length(solution: dict[str, Any] | None, graph: dict[str, Any]) -> str:
    if solution is None:
        return "cannot be won" if graph["complete"] else "not known"
    count = len(solution["moves"])
    ways = "" if solution["ways"] is None else f", {solution['ways']:,.0f} way{'s' if solution['ways'] > 1 else ''}"
    return f"{count} actions{ways}" if solution["proved"] else f"at most {count} actions"


def _luck(luck: dict[str, Any]) -> str:
    match luck["by"]:
        case "exact":
            return f"{luck['high']:.3g} (exactly)"
        case "bound":
            return f"between {luck['low']:.3g} and {luck['high']:.3g} (a rigorous bound)"
        case "sample":
            low, high = luck["limits"]
            return f"{low:.3g} to {high:.3g} ({luck['wins']} wins in {luck['attempts']:,} attempts)"
        case _:
            return f"not decided: between {luck['low']:.3g} and {luck['high']:.3g}"


def _moves(solution: dict[str, Any]) -> str:
    from arcg.dsl.core import ACTION_NAMES

    return escape(
        " ".join(f"click({x},{y})" if ACTION_NAMES[action] == "click" else ACTION_NAMES[action]
                 for action, x, y in solution["moves"])
    )  # fmt: skip


# ---------------------------------------------------------------- plots


def _layers(graph: dict[str, Any]) -> str:
    """How many positions take how many actions, on a logarithmic scale."""
    layers: list[int] = graph["layers"]
    top = math.log1p(max(layers, default=1))
    step = WIDE / max(len(layers), 1)
    bars = "".join(
        f"<rect x={n * step:.1f} y={HIGH - HIGH * math.log1p(count) / top:.1f} width={max(step - 1, 0.5):.1f} "
        f"height={HIGH * math.log1p(count) / top:.1f} fill='var(--bar)'><title>{count:,} positions after {n} actions"
        f"</title></rect>"
        for n, count in enumerate(layers)
        if count
    )
    return (
        f"<svg viewBox='0 0 {WIDE} {HIGH}' role=img aria-label='positions by actions'>{bars}</svg>"
        f"<small>positions by the actions that they take, 0 to {len(layers) - 1}; heights are logarithms</small>"
    )


def _graph(level: dict[str, Any]) -> str:
    """The state graph: from left to right by actions; lost positions pale, moves that win green, that lose red."""
    graph = level["graph"]
    layers: list[int] = graph["layers"]
    dead, high = set(graph["drawing"]["dead"]), max(HIGH, 9 * max(layers))
    places: list[tuple[float, float]] = []
    for n, count in enumerate(layers):
        x = 8 + n * (WIDE - 30) / max(len(layers) - 1, 1)
        places += [(x, high * (m + 0.5) / count) for m in range(count)]
    lines = []
    for one, other in graph["drawing"]["edges"]:
        x, y = places[one]
        if other >= 0:
            to_x, to_y = places[other]
            bend = (x + to_x) / 2 + (12 if to_x <= x else 0)
            path, colour = f"M{x:.0f} {y:.0f}Q{bend:.0f} {(y + to_y) / 2 - 4:.0f} {to_x:.0f} {to_y:.0f}", "var(--line)"
        else:
            path, colour = f"M{x:.0f} {y:.0f}h9", "var(--fine)" if other == -1 else "var(--error)"
        lines.append(f"<path d='{path}' fill=none stroke='{colour}' stroke-width={1 if other >= 0 else 3} />")
    dots = "".join(
        f"<circle cx={x:.1f} cy={y:.1f} r={3.5 if not n else 2.5} fill='var({'--line' if n in dead else '--bar'})' />"
        for n, (x, y) in enumerate(places)
    )
    return (
        f"<svg viewBox='0 0 {WIDE} {high}' role=img aria-label='state graph'>{''.join(lines)}{dots}</svg>"
        "<small>every position, by actions from the left; pale: lost; green: a move that wins, red: that loses</small>"
    )


def _mechanics(report: Report) -> str:
    """Which mechanics each level takes to win."""
    taken: list[list[str]] = report.results["survey"]["mechanics"]
    names = sorted({name for names in taken for name in names})
    if not names:
        return ""
    head = "".join(f"<th>{number + 1}" for number in range(len(taken)))
    rows = "".join(
        f"<tr><td>{escape(name)}" + "".join("<td class=yes>x" if name in level else "<td>" for level in taken)
        for name in names
    )
    return f"<h3>What each level takes to win</h3><div class=scroll><table><tr><th>mechanic{head}{rows}</table></div>"
