"""Start-up times of the command line, as a person waits for them.

    python benchmarks/startup.py [--runs 7] [GAME]

Runs each command in a new process several times and prints the median and the best, next to a bare Python start. The
window is real where there is a display, else SDL's dummy; it closes after its first frame.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time


def seconds(command: list[str]) -> float:
    """Wall time of one run."""
    environment = dict(os.environ)
    if not environment.get("DISPLAY") and not environment.get("WAYLAND_DISPLAY"):
        environment["SDL_VIDEODRIVER"] = "dummy"
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="dyer", help="id or path of a game")
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    arcg = [sys.executable, "-m", "arcg"]
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "import arcg": [sys.executable, "-c", "import arcg"],
        "arcg --help": [*arcg, "--help"],
        f"arcg play {options.game}, to the first frame": [*arcg, "play", options.game, "--once"],
    }
    print(f"{'command':44} {'median':>8} {'best':>8}")
    for name, command in commands.items():
        seconds(command)
        times = [seconds(command) for _ in range(options.runs)]
        print(f"{name:44} {statistics.median(times):7.2f}s {min(times):7.2f}s")


if __name__ == "__main__":
    main()
