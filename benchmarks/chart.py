"""The charts of `docs/bench.md`, from the figures that the benchmarks leave.

    python benchmarks/chart.py                                  draws `figures.json` again
    python benchmarks/chart.py --measure [--seconds 2] [--arcengine-python PATH] [--sources FOLDER] [--original COMMAND]
    python benchmarks/chart.py --figures FILE --to FOLDER       other figures, another place

With `--measure` it first runs `engines.py`, `drawing.py` and, where the table of the original engine is, also
`puzzlescript_speed.py` (with its own seconds), one after another, and writes what they measured into `figures.json`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HERE = Path(__file__).parent
FIGURES = HERE / "figures.json"
IMAGES = HERE.parent / "docs" / "images" / "bench"
TABLE = HERE.parents[1] / "shared" / "research" / "puzzlescript-bench.json"

OURS, THEIRS, LIMIT = ("#1f5fa8", "#a9c8ea"), ("#6b6b6b", "#c9c9c9"), "#c4541a"
"""Colours of what is drawn and what is not."""

TITLES = {"push": "push: walking and pushing", "lamps": "lamps: clicks", "glide": "glide: frame by frame"}
HEIGHT = 0.36
"""Of a bar; two stand in a row."""

Bar = tuple[str, float | None, float, tuple[str, str]]
"""A label, turns per second without and with drawing, and the colours of both."""


def run(program: str, *arguments: str) -> dict[str, Any]:
    """What a benchmark measures; what it prints is printed."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        subprocess.run([sys.executable, str(HERE / program), *arguments, "--json", str(file)], check=True)
        document: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return document


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """The figures of all benchmarks."""
    seconds = ["--seconds", str(options.seconds)]
    python = ["--arcengine-python", options.arcengine_python] if options.arcengine_python else []
    figures = {"engines": run("engines.py", *seconds, *python), "drawing": run("drawing.py", *seconds)}
    if TABLE.exists():
        sources = ["--sources", str(options.sources)] if options.sources else []
        original = ["--original", options.original] if options.original else []
        figures["puzzlescript"] = run("puzzlescript_speed.py", *sources, *original)
    return figures


def bars(rows: list[dict[str, Any]]) -> list[Bar]:
    """What is shown of the rows of a game, from above: of the kernels those with the game's own code.

    The last is what copying the frames alone would allow, as turns of as many frames as this game's have.
    """
    shown: list[Bar] = []
    for row in rows:
        if row["engine"] in ("kernels, own code", "reference") or row["engine"].startswith("arcengine"):
            ours = row["engine"] == "kernels, own code"
            name = f"kernels, {row['batch']:,} a call" if ours else row["engine"].split(", Python")[0]
            shown.append((name, row["plain"], row["drawn"], OURS if ours else THEIRS))
    last = next(row for row in reversed(rows) if row["drawn"])
    copied = max(row["frames"] for row in rows if row["engine"] == "frames copied" and row["batch"] == last["batch"])
    return [*shown, ("frames only copied", None, copied * last["drawn"] / last["frames"], (LIMIT, LIMIT))]


def short(figure: float) -> str:
    """A figure to two or three digits: 950, 9.5k, 95k, 950k, 9.5M."""
    for size, unit in ((1e6, "M"), (1e3, "k"), (1, "")):
        if figure >= size:
            return f"{figure / size:.{1 if figure < 10 * size else 0}f}".removesuffix(".0") + unit
    return f"{figure:.1f}"


def plain(axes: Axes) -> None:
    """A logarithmic scale to the right, told in our words, and nothing that says nothing."""
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda figure, _: short(figure))
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", which="minor", length=0)
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)


def panel(axes: Axes, title: str, shown: list[Bar]) -> None:
    """One game: two bars for each engine, above without drawing, below with every frame drawn."""
    plain(axes)
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold")
    axes.set_xlim(100, 2e7)
    for place, (_, bare, drawn, (dark, light)) in enumerate(shown):
        single = bare is None
        for figure, shift, colour in ((bare, -HEIGHT / 2, light), (drawn, 0 if single else HEIGHT / 2, dark)):
            if figure:
                axes.barh(place + shift, figure, HEIGHT, color=colour)
                label = axes.text(figure * 1.15, place + shift, short(figure), va="center", fontsize=8, color="#333333")
                label.set_bbox({"facecolor": "white", "edgecolor": "none", "pad": 0.4})
    axes.axvline(shown[-1][2], color=LIMIT, linewidth=0.9, linestyle=(0, (4, 3)), zorder=0.5)
    axes.set_yticks(range(len(shown)), [name for name, *_ in shown])
    axes.invert_yaxis()


def measured_on(document: dict[str, Any]) -> str:
    """What stands below a chart."""
    machine = document["machine"]
    busy = "" if machine["load"] is None else f", load {machine['load']} on {machine['cores']} cores when it began"
    return f"{machine['processor']}, {machine['system']}, Python {machine['python']}{busy}"


def draw_engines(document: dict[str, Any], file: Path) -> None:
    """The games of `engines.py`, a panel each."""
    import matplotlib.pyplot as plt
    from matplotlib.patches import Patch

    games = document["games"]
    figure, places = plt.subplots(1, len(games), figsize=(3.3 * len(games) + 1.6, 4.3), sharey=True, squeeze=False)
    for axes, (game, rows) in zip(places[0], games.items(), strict=True):
        panel(axes, TITLES[game], bars(rows))
    places[0][len(games) // 2].set_xlabel("turns per second on one thread, logarithmic")
    shades = [Patch(color=OURS[1], label="nothing drawn"), Patch(color=OURS[0], label="every frame drawn")]
    figure.legend(handles=shades, loc="lower left", ncols=2, frameon=False, fontsize=9)
    figure.text(0.99, 0.02, measured_on(document), ha="right", fontsize=7, color="#777777")
    figure.tight_layout(rect=(0, 0.05, 1, 1))
    figure.savefig(file, dpi=130)
    plt.close(figure)


def draw_drawing(document: dict[str, Any], file: Path) -> None:
    """The games of `drawing.py`: frames per second, and how much of those that can be copied."""
    import matplotlib.pyplot as plt

    games = sorted(document["games"], key=lambda row: -row["frames"])
    figure, axes = plt.subplots(figsize=(8.5, 0.24 * len(games) + 1.6))
    plain(axes)
    axes.barh(range(len(games)), [row["frames"] for row in games], 0.7, color=OURS[0])
    for place, row in enumerate(games):
        axes.text(row["frames"] * 1.06, place, f"{row['share']:.1%}", va="center", fontsize=8, color="#333333")
    axes.axvline(document["copied"], color=LIMIT, linewidth=0.9, linestyle=(0, (4, 3)))
    label = {"color": LIMIT, "fontsize": 8, "ha": "right", "va": "bottom"}
    axes.text(document["copied"] * 0.95, len(games) - 0.6, "frames only copied", **label)
    axes.set_xlim(left=min(row["frames"] for row in games) / 2)
    axes.set_yticks(range(len(games)), [row["game"] for row in games])
    axes.invert_yaxis()
    axes.set_xlabel(f"frames drawn per second on one thread, {document['batch']:,} games a call, logarithmic")
    figure.text(0.99, 0.01, measured_on(document), ha="right", fontsize=7, color="#777777")
    figure.tight_layout(rect=(0, 0.02, 1, 1))
    figure.savefig(file, dpi=130)
    plt.close(figure)


def draw_puzzlescript(document: dict[str, Any], file: Path) -> None:
    """The games of `puzzlescript_speed.py`: the original and the kernels as dots on one line for each game."""
    import matplotlib.pyplot as plt

    games = sorted(document["games"], key=lambda row: row["original"])
    figure, axes = plt.subplots(figsize=(8.5, 0.32 * len(games) + 1.6))
    plain(axes)
    sizes = sorted({int(size) for row in games for size in row["rates"]})
    shades = ["#a9c8ea", "#5b93d0", "#1f5fa8"]
    for place, row in enumerate(games):
        ends = [row["original"], *row["rates"].values()]
        axes.plot([min(ends), max(ends)], [place, place], color="#d5d5d5", linewidth=2, zorder=1)
    theirs, dark = [row["original"] for row in games], THEIRS[0]
    axes.scatter(theirs, range(len(games)), s=46, color=dark, marker="D", label="the original, in JavaScript", zorder=3)
    for number, size in enumerate(sizes):
        found = [(row["rates"][str(size)], place) for place, row in enumerate(games) if str(size) in row["rates"]]
        colour = shades[number * (len(shades) - 1) // max(1, len(sizes) - 1)]
        axes.scatter(*zip(*found, strict=True), s=46, color=colour, label=f"kernels, {size:,} a call", zorder=2)
    axes.set_yticks(range(len(games)), [row["game"] for row in games])
    axes.set_xlabel("steps per second on one thread, nothing drawn, logarithmic")
    axes.legend(loc="lower right", fontsize=8, frameon=False)
    told = "measured in the same run" if document["measured"] else "measured on another machine"
    figure.text(0.99, 0.01, f"{measured_on(document)}; the original {told}", ha="right", fontsize=7, color="#777777")
    figure.tight_layout(rect=(0, 0.02, 1, 1))
    figure.savefig(file, dpi=130)
    plt.close(figure)


def main() -> None:
    """Measure if asked to, and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="run the benchmarks first")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure of engines.py and drawing.py")
    parser.add_argument("--arcengine-python", metavar="PATH", help="as of engines.py")
    parser.add_argument("--sources", metavar="FOLDER", help="as of puzzlescript_speed.py")
    parser.add_argument("--original", metavar="COMMAND", help="as of puzzlescript_speed.py")
    parser.add_argument("--figures", type=Path, default=FIGURES, metavar="FILE", help="where the figures are kept")
    parser.add_argument("--to", type=Path, default=IMAGES, metavar="FOLDER", help="where the charts go")
    options = parser.parse_args()
    if options.measure:
        options.figures.write_text(json.dumps(measure(options), indent=1) + "\n", encoding="utf-8")
    if not options.figures.exists():
        raise SystemExit(f"there are no figures in {options.figures}: measure them with --measure")
    figures = json.loads(options.figures.read_text(encoding="utf-8"))

    import matplotlib as mpl

    mpl.use("Agg")
    options.to.mkdir(parents=True, exist_ok=True)
    draw_engines(figures["engines"], options.to / "engines.png")
    draw_drawing(figures["drawing"], options.to / "drawing.png")
    if "puzzlescript" in figures:
        draw_puzzlescript(figures["puzzlescript"], options.to / "puzzlescript.png")


if __name__ == "__main__":
    main()
