"""Writes the recordings of the shipped games anew, for when a change of the program format changed their digests.

    PYTHONPATH=tests python tests/support/stamp.py

Nothing but the digest may change: a recording whose frames are not what the game shows now is left alone and named.
"""

from __future__ import annotations

import json
import sys

from arcg.compiler.ir import digest
from arcg.runtime.loading import load, shipped
from arcg.runtime.recording import read, replay


def main() -> int:
    """Stamp them all; the number of recordings that do not replay."""
    wrong = 0
    for path in shipped().values():
        program = load(path)
        for recording in sorted((path.parent / "recordings").glob("*.jsonl")):
            if replay(read(recording), program):
                sys.stderr.write(f"{recording} does not replay\n")
                wrong += 1
                continue
            first, rest = recording.read_text(encoding="utf-8").split("\n", 1)
            old = json.loads(first)["program"]
            recording.write_text(first.replace(old, digest(program)) + "\n" + rest, encoding="utf-8")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
