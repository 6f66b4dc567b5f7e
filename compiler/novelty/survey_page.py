"""A survey as one page: nearest neighbours, heat map, dendrogram, levels that several games have.

Nothing is loaded from elsewhere. Without scripts the tables and the dendrogram are there all the same.
"""

from __future__ import annotations

import json
from html import escape
from importlib import resources

from arcg.compiler import webpage
from arcg.compiler.novelty.survey import Pair, Survey, excerpt
from arcg.compiler.novelty.verdict import Verdict

VERDICTS: tuple[Verdict, ...] = ("clone", "variant", "related", "novel", "too short to judge")

GLANCE = "have nothing in common at a glance and were not coded: novelty 1"

ROW, WIDE, MARGIN, TOP = 18, 900, 230, 24
"""Of the dendrogram: the height of a row, the width of the scale, the room for names and for the scale's figures."""


def page(survey: Survey) -> str:
    """The HTML page about a survey."""
    count = len(survey.games)
    title = f"Novelty of {count} game{'' if count == 1 else 's'}"
    parts = [_summary(survey)]
    if count > 1:
        parts += [_nearest(survey), _map(), _tree(survey), _levels(survey)]
        parts += [f"<script type=application/json id=data>{_data(survey)}</script>\n<script>\n{_file('js')}</script>\n"]
    return webpage.page(title, _file("css"), "".join(parts))


def _file(suffix: str) -> str:
    return resources.files(__package__).joinpath(f"survey_page.{suffix}").read_text(encoding="utf-8")


def _verdict(verdict: Verdict) -> str:
    kind = "short" if verdict == "too short to judge" else verdict
    return f"<span class='verdict {kind}'>{verdict}</span>"


def _summary(survey: Survey) -> str:
    found = [pair.verdict for pair in survey.nearest if pair is not None]
    counts = "".join(f"<li>{found.count(word)} {_verdict(word)}</li>" for word in VERDICTS if word in found)
    background = survey.games[0].prepared.background.version[:12]
    left = "".join(
        f"<li><code>{escape(one.file)}{f':{one.line}' if one.line else ''}</code> {escape(one.reason)}</li>"
        for one in survey.left_out
    )
    left_out = f"<details><summary>{len(survey.left_out)} files left out</summary><ul>{left}</ul></details>\n"
    return (
        f"<p>{len(survey.pairs):,} pairs, background <code>{background}</code>. Novelty 0: the same program, 1: "
        "nothing in common. Containment near 1: the smaller game is inside the larger one.</p>\n"
        + (f"<p>{survey.passed_over:,} pairs {GLANCE}.</p>\n" if survey.passed_over else "")
        + (f"<p>By the nearest neighbour of each game:</p><ul class=counts>{counts}</ul>\n" if counts else "")
        + (left_out if left else "")
    )


def _nearest(survey: Survey) -> str:
    rows = sorted(
        ((pair, game) for game, pair in enumerate(survey.nearest) if pair is not None),
        key=lambda row: (row[0].nearness, row[1]),
    )
    text = "".join(_nearest_row(survey, pair, game) for pair, game in rows)
    head = "".join(
        f"<th{' class=text' if name in ('game', 'nearest', 'verdict') else ''}"
        f"{' aria-sort=ascending' if name == 'verdict' else ''} scope=col><button type=button>{name}</button></th>"
        for name in ("game", "nearest", "novelty", "containment", "shared bits", "verdict")
    )
    return (
        "<h2>Nearest neighbours</h2>\n<div class=tall tabindex=0 role=region aria-label='Nearest neighbours'>"
        f"<table class=sortable><thead><tr>{head}<th><span hidden>pair</span></th></tr></thead>\n"
        f"<tbody>{text}</tbody></table></div>\n"
    )


def _nearest_row(survey: Survey, pair: Pair, game: int) -> str:
    other = pair.other(game)
    return (
        f"<tr><td class='text name'>{escape(survey.names[game])}</td>"
        f"<td class='text name'>{escape(survey.names[other])}</td>"
        f"<td>{pair.novelty:.3f}</td><td>{pair.containment:.3f}</td><td>{pair.shared_bits:.0f}</td>"
        f"<td class=text data-value='{VERDICTS.index(pair.verdict)} {pair.novelty:.3f}'>{_verdict(pair.verdict)}</td>"
        f"<td><button type=button data-pair='{game} {other}'>compare</button></td></tr>\n"
    )


def _map() -> str:
    return (
        "<h2 id=map>Heat map</h2>\n<p class=legend><span class=ramp id=ramp></span><span>Point at a cell, click to "
        "keep it, or choose one with the arrow keys. Rows and columns are in the order of the dendrogram.</span></p>\n"
        "<noscript><p>The heat map needs scripts.</p></noscript>\n"
        "<div class=map><div class=heat id=heat><canvas tabindex=0 role=application "
        "aria-label='Heat map of all pairs; arrow keys choose a pair'></canvas><div class=marker hidden></div></div>\n"
        "<div class=panel id=pair aria-live=polite></div></div>\n"
    )


def _tree(survey: Survey) -> str:
    """The dendrogram: games from top to bottom, joins from left (the same program) to right."""
    order, joins, count = survey.tree.order, survey.tree.joins, len(survey.games)
    high = TOP + ROW * count
    ends = {game: (TOP + ROW * (row + 0.5), float(MARGIN)) for row, game in enumerate(order)}
    marks = [
        f"<path class=grid d='M{x} {TOP}V{high}'/><text x={x} y=14 text-anchor=middle>{at:g}</text>"
        for at in (0, 0.25, 0.5, 0.75, 1)
        for x in (MARGIN + round(WIDE * at),)
    ]
    marks += [
        f"<text x={MARGIN - 6} y={ends[game][0] + 4:g} text-anchor=end>{escape(_cut(survey.names[game]))}"
        f"<title>{escape(survey.names[game])}</title></text>"
        for game in order
    ]
    for number, join in enumerate(joins, count):
        (one, left), (other, right) = ends[join.left], ends[join.right]
        x = MARGIN + WIDE * join.height
        marks.append(
            f"<path d='M{left:.1f} {one:g}H{x:.1f}V{other:g}H{right:.1f}'><title>{join.height:.3f}</title></path>"
        )
        ends[number] = ((one + other) / 2, x)
    return (
        "<h2>Dendrogram</h2>\n<p>Games join where their mean novelty stands on the scale.</p>\n"
        "<div class=tree tabindex=0 role=region aria-label=Dendrogram>"
        f"<svg viewBox='0 0 {MARGIN + WIDE + 20} {high + 6}' role=img aria-label='Dendrogram of {count} games'>"
        f"{''.join(marks)}</svg></div>\n"
    )


def _cut(name: str) -> str:
    """A name that has room beside the dendrogram; its end tells more than its beginning."""
    return name if len(name) <= 34 else f"..{name[-32:]}"


def _levels(survey: Survey) -> str:
    if not survey.same_levels:
        return "<h2>Levels</h2>\n<p>No level is in several games.</p>\n"
    rows = "".join(
        "<li>" + ", ".join(f"{escape(survey.names[game])} <i>{escape(level)}</i>" for game, level in same) + "</li>\n"
        for same in survey.same_levels
    )
    return (
        f"<h2>Levels</h2>\n<p>{len(survey.same_levels)} levels are in several games, up to symmetry and the choice of "
        f"things.</p>\n<div class=tall tabindex=0 role=region aria-label=Levels><ul>{rows}</ul></div>\n"
    )


def _data(survey: Survey) -> str:
    """What the script needs: figures as whole numbers, shared rules by the number of the pair, lines by game."""
    texts: list[dict[str, str]] = [{} for _ in survey.games]
    rules: dict[int, list[list[object]]] = {}
    for number, pair in enumerate(survey.pairs):
        for rule in pair.shared:
            found: list[object] = [round(rule.bits), rule.a.line, rule.a.what, rule.b.line, rule.b.what]
            rules.setdefault(number, []).append(found)
            for game, place in ((pair.a, rule.a), (pair.b, rule.b)):
                if str(place.line) not in texts[game]:
                    texts[game][str(place.line)] = excerpt(survey.games[game].game, place.line)
    document = {
        "names": survey.names,
        "files": [game.game.file for game in survey.games],
        "order": survey.tree.order,
        "verdicts": VERDICTS,
        "closest": [survey.closest[0].a, survey.closest[0].b],
        "pairs": [
            [
                round(1000 * pair.novelty),
                round(1000 * pair.containment),
                round(pair.shared_bits),
                round(pair.joint),
                VERDICTS.index(pair.verdict),
                int(pair.coded),
            ]
            for pair in survey.pairs
        ],
        "rules": rules,
        "texts": texts,
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
