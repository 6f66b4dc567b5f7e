"""Runs as one page: the plane of the two tests, learning curves, cost by exposure and by gap. Drawn by hand as SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from arcg.compiler import webpage
from arcg.runtime.stream.measuring import Estimate, Point, method
from arcg.runtime.stream.report import HEADINGS, Told, row, sentences

COLOURS = ("#5b7fa6", "#c2703d", "#3f8f5f", "#8a63b0", "#b23a5a", "#7a7a2a")
"""Of the runs, in their order; after the last the first comes again."""

STYLE = """
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 1.5rem; margin: 1rem 0; }
figure { margin: 0; } figcaption { font-size: .85rem; opacity: .8; }
svg { display: block; width: 100%; } svg text { font-size: 11px; fill: currentColor; }
svg .grid { stroke: var(--line); } svg .faint { opacity: .45; }
.mark { display: inline-block; width: .8em; height: .8em; border-radius: 50%; margin-right: .4em; }
td:nth-child(-n+3), th:nth-child(-n+3) { text-align: left; }
"""

Scale = Callable[[float], float]
"""From a figure to a place in a plot."""

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 460, 300, 56, 14, 12, 40


def page(runs: Sequence[Told]) -> str:
    """The page."""
    notes = "".join(f"<p>{escape(line)}</p>" for run in runs for line in sentences(run))
    body = f"{_table(runs)}<p>{escape(method())}</p>{notes}<div class=plots>{_plane(runs)}"
    body += _lines(runs, "curve", "Learning curve", "rounds", perfect=True)
    body += _lines(runs, "by_exposure", "Cost by exposure", "how often the task was met, this time included")
    body += _lines(runs, "by_gap", "Retention", "rounds since the task was met last")
    return webpage.page("Streams", STYLE, body + "</div>\n")


def _table(runs: Sequence[Told]) -> str:
    head = "".join(f"<th>{heading}" for heading in HEADINGS)
    rows = "".join(
        f"<tr><td><span class=mark style='background:{_colour(place)}'></span>{escape(run.folder.name)}"
        f"<td>{escape(run.learner)}" + "".join(f"<td>{escape(cell)}" for cell in row(phase, figures))
        for place, run in enumerate(runs)
        for phase, figures in run.phases()
    )
    return f"<div class=scroll><table><tr>{head}{rows}</table></div>"


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


# ---------------------------------------------------------------- the plane


def _plane(runs: Sequence[Told]) -> str:
    """Share saved in the seen test across, in the held-out test up, each with its interval."""
    shown = [
        (place, run, run.summary.seen.saved, run.summary.held_out.saved)
        for place, run in enumerate(runs)
        if run.summary.seen is not None and run.summary.held_out is not None
    ]
    if not shown:
        return ""
    ends = [0.0, 1.0]
    for _, _, across, up in shown:
        ends += [end for one in (across, up) for end in (one.value, one.low, one.high) if end is not None]
    low, high = max(-1.0, min(ends)), max(ends)

    def x(share: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * (max(share, low) - low) / (high - low)

    def y(share: float) -> float:
        return HIGH - BOTTOM - (HIGH - BOTTOM - TOP) * (max(share, low) - low) / (high - low)

    parts = []
    for tenth in range(int(low * 4) - 1, int(high * 4) + 1):
        share = tenth / 4
        if low <= share <= high:
            kind = "" if share else " style='stroke: currentColor; opacity: .6'"
            parts.append(f"<line class=grid x1={LEFT} x2={WIDE - RIGHT} y1={y(share):.1f} y2={y(share):.1f}{kind} />")
            parts.append(f"<line class=grid x1={x(share):.1f} x2={x(share):.1f} y1={TOP} y2={HIGH - BOTTOM}{kind} />")
            parts.append(f"<text x={x(share):.1f} y={HIGH - BOTTOM + 14} text-anchor=middle>{share:g}</text>")
            parts.append(f"<text x={LEFT - 6} y={y(share) + 4:.1f} text-anchor=end>{share:g}</text>")
    for place, run, across, up in shown:
        parts.append(_cross(across, up, x, y, _colour(place), run.folder.name))
    parts.append(_named("share saved in the seen test", "share saved in the held-out test"))
    return _figure(
        "".join(parts), "Memorisation across, generalisation up: the share of the budget that was saved "
        "against the same learner wiped before every instance.",
    )  # fmt: skip


def _cross(across: Estimate, up: Estimate, x: Scale, y: Scale, colour: str, name: str) -> str:
    """A point with its two intervals."""
    if across.value is None or up.value is None:
        return ""
    ends = [
        middle if end is None else end
        for middle, one in ((across.value, across), (up.value, up))
        for end in (one.low, one.high)
    ]
    at_x, at_y = x(across.value), y(up.value)
    side = -8 if at_x > WIDE / 2 else 8
    return (
        f"<line x1={x(ends[0]):.1f} x2={x(ends[1]):.1f} y1={at_y:.1f} y2={at_y:.1f} stroke='{colour}' />"
        f"<line x1={at_x:.1f} x2={at_x:.1f} y1={y(ends[2]):.1f} y2={y(ends[3]):.1f} stroke='{colour}' />"
        f"<circle cx={at_x:.1f} cy={at_y:.1f} r=5 fill='{colour}' />"
        f"<text x={at_x + side:.1f} y={at_y - 7:.1f} text-anchor={'end' if side < 0 else 'start'}>{escape(name)}</text>"
    )


# ---------------------------------------------------------------- lines


def _lines(runs: Sequence[Told], what: str, title: str, across: str, *, perfect: bool = False) -> str:
    """Budget used over something: the learner as a line, wiped as a dashed one; perfect memory dotted if wanted."""
    found: list[tuple[int, tuple[Point, ...]]] = [(place, getattr(run.summary, what)) for place, run in enumerate(runs)]
    labels = list(dict.fromkeys(point.label for _, points in found for point in points))
    labels.sort(key=lambda label: int(label.rstrip("+").partition("-")[0]))
    if not labels:
        return ""
    step = (WIDE - LEFT - RIGHT) / max(1, len(labels) - 1)

    def x(label: str) -> float:
        return LEFT + step * labels.index(label)

    def y(percent: float) -> float:
        return HIGH - BOTTOM - (HIGH - BOTTOM - TOP) * percent / 100

    parts = [
        f"<line class=grid x1={LEFT} x2={WIDE - RIGHT} y1={y(tick):.1f} y2={y(tick):.1f} />"
        f"<text x={LEFT - 6} y={y(tick) + 4:.1f} text-anchor=end>{tick}</text>"
        for tick in (0, 25, 50, 75, 100)
    ]
    every = max(1, len(labels) // 6)
    parts += [
        f"<text x={x(label):.1f} y={HIGH - BOTTOM + 14} text-anchor={'end' if label == labels[-1] else 'middle'}>"
        f"{escape(label)}</text>"
        for place, label in enumerate(labels)
        if place % every == 0
    ]
    for place, points in found:
        ways = [("used", "stroke-width=2"), ("used_reset", "stroke-dasharray='6 4' class=faint")]
        if perfect:
            ways.append(("used_perfect", "stroke-dasharray='1 4' class=faint"))
        for name, style in ways:
            line = " ".join(f"{x(point.label):.1f},{y(getattr(point, name)):.1f}" for point in points)
            parts.append(f"<polyline points='{line}' fill=none stroke='{_colour(place)}' {style} />")
        parts += [
            f"<circle cx={x(point.label):.1f} cy={y(point.used):.1f} r=2.5 fill='{_colour(place)}'>"
            f"<title>{escape(point.label)}: {point.used:.1f} %, {point.instances} instances</title></circle>"
            for point in points
        ]
    parts.append(_named(across, "budget used, %"))
    dotted = ", dotted: perfect memory" if perfect else ""
    return _figure("".join(parts), f"{title}. Dashed: wiped before every instance{dotted}.")


def _named(across: str, up: str) -> str:
    middle = (TOP + HIGH - BOTTOM) / 2
    return (
        f"<text x={(LEFT + WIDE - RIGHT) / 2} y={HIGH - 6} text-anchor=middle>{across}</text>"
        f"<text x=12 y={middle} text-anchor=middle transform='rotate(-90 12 {middle})'>{up}</text>"
    )


def _figure(inside: str, caption: str) -> str:
    return (
        f"<figure><svg viewBox='0 0 {WIDE} {HIGH}' role=img aria-label='{escape(caption)}'>{inside}</svg>"
        f"<figcaption>{escape(caption)}</figcaption></figure>\n"
    )
