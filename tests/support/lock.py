"""A small game with which validation has nothing to find, and a way to plant faults in it.

A marker goes from tile to tile if the arrow of the tile is pressed, and back to the first one if another is. A spring
takes it over the tile behind. The number of positions is that of the tiles, luck is hopeless, nothing is ever lost but
steps.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from arcg.compiler import ir
from arcg.runtime.env import from_level
from arcg.runtime.explore.graph import explore
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.loading import load
from arcg.runtime.recording import Writer

GAME = """\
game lock
board 14x2 cell 4 ground black
actions {actions}
layer floor
layer top
kind Tile on floor has way: facing
    pic
        8888
        8..8
        8..8
        8888
    tint 8 by way as red blue green yellow
kind Spring on floor
    pic
        .a.a
        a.a.
        .a.a
        a.a.
kind Goal on floor
    pic
        bbbb
        b..b
        b..b
        bbbb
kind Marker on top
    pic
        ....
        .55.
        .55.
        ....
world has steps: 0..40 = 20
bar steps bottom sky
phase press on arrow($d)
    right: Marker, Tile at Marker.cell, Tile.way = $d -> put Marker at cell(Marker.x + 1, 0)
    wrong: Marker, Tile at Marker.cell, Tile.way != $d -> put Marker at cell(0, 0)
{pressing}phase jump on arrow
    Marker on Spring -> put Marker at cell(Marker.x + 2, 0)
phase pay on arrow
    -> steps - 1
{rules}win when Marker on Goal
lose when steps = 0
legend
    M = Marker Tile{{way=up}}
    U = Tile{{way=up}}
    D = Tile{{way=down}}
    L = Tile{{way=left}}
    R = Tile{{way=right}}
    s = Spring
    o = Goal
{levels}"""

LEVELS = (
    "MRo...........",
    "MRDLsUULDRULo.",
    "MDLLRsDUUDRDLo",
    "MLRRDUsLLURDDo",
    "MDsURLLDRUULRo",
    "MRRLsUDDsURLDo",
)

SETTINGS = """\
validate:
    fuzz_steps: 3000
    random_steps: 2000
    patience: 3
games:
    lock:
        stage: complete
        baselines: [{baselines}]
{more}"""


def plant(
    folder: Path,
    levels: tuple[str, ...] = LEVELS,
    *,
    rules: str = "",
    pressing: str = "",
    actions: str = "arrows",
    more: str = "",
    baselines: str = "4, 30, 30, 30, 30, 30",
    recorded: bool = True,
) -> Path:
    """Write the game with other levels or rules (`pressing`: in the phase `press`), its settings, and recordings."""
    text = GAME.format(
        rules=rules, pressing=pressing, actions=actions,
        levels="\n".join(f"level tiles{n}\n    map\n        {row}\n        {'.' * 14}" for n, row in enumerate(levels)),
    )  # fmt: skip
    path = folder / "lock.arcg"
    path.write_text(text + "\n", encoding="utf-8")
    (folder / "arcg.yaml").write_text(SETTINGS.format(baselines=baselines, more=more), encoding="utf-8")
    if recorded:
        (folder / "recordings").mkdir()
        record(load(path), path)
    return path


def record(program: ir.Program, path: Path) -> None:
    """Record a win of all levels that can be won one after another, and a loss."""
    engine, random = KernelEngine(program), Random(0)
    with Writer(path.parent / "recordings" / "win.jsonl", program, source=path) as writer:
        writer.add(engine, 0)
        for level in range(len(program.levels)):
            solution = explore(program, level).solution
            if solution is None:
                break
            for move in solution.moves:
                engine.step(*move)
                writer.add(engine, *move)
    loser = KernelEngine(from_level(program, 1))
    with Writer(path.parent / "recordings" / "loss.jsonl", program, source=path, first_level=1) as writer:
        writer.add(loser, 0)
        while not loser.status:
            action = random.choice(program.actions)
            loser.step(action)
            writer.add(loser, action)
