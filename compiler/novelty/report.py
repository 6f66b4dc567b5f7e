"""What is said about two games: a document for programs and a table for people.

Mechanics first, levels and presentation apart, then the shared rules with their lines in both files. Where the figure
is weak, the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arcg.compiler.novelty.collection import Game
from arcg.compiler.novelty.compare import EVIDENCE_BITS, FEW_RULES, Comparison, Doubt, compare
from arcg.compiler.novelty.patterns import LevelMatch, PictureMatch, match_levels, match_pictures
from arcg.compiler.novelty.units import Unit

DOUBTS: dict[Doubt, str] = {
    "too short": f"too short to judge: a game of {FEW_RULES} rules or fewer, or of under {EVIDENCE_BITS:.0f} bits, "
    "could be like any other by chance",
    "little shared": f"under {EVIDENCE_BITS:.0f} shared bits are no evidence of anything in common",
}

Row = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Report:
    """A comparison with all that is said beside it."""

    a: Game
    b: Game
    comparison: Comparison
    levels: LevelMatch
    pictures: PictureMatch

    def as_json(self) -> dict[str, Any]:
        """The report as a JSON document: bits and shares rounded to six digits."""
        found = self.comparison
        bits = {"a": found.a, "b": found.b, "joint": found.joint, "shared": found.shared_bits}
        return {
            "a": self.a.file,
            "b": self.b.file,
            "novelty": round(found.novelty, 6),
            "containment": round(found.containment, 6),
            "bits": {name: round(value, 6) for name, value in bits.items()},
            "rules": {"a": found.rules[0], "b": found.rules[1]},
            "same_program": found.same,
            "doubt": None if found.doubt is None else DOUBTS[found.doubt],
            "hashes": {"a": found.forms[0].hash, "b": found.forms[1].hash},
            "background": found.background,
            "shared_rules": [
                {
                    "a": _place(self.a, pair.a),
                    "b": _place(self.b, pair.b),
                    "bits": round(pair.bits, 6),
                }
                for pair in found.shared
            ],
            "levels": {
                "a": self.levels.a,
                "b": self.levels.b,
                "duplicates": [list(pair) for pair in self.levels.duplicates],
            },
            "presentation": {
                "pictures": {"a": self.pictures.a, "b": self.pictures.b},
                "equal": self.pictures.equal,
                "share": round(self.pictures.share, 6),
            },
        }

    def rows(self) -> dict[str, list[Row]]:
        """The figures as lines of a table, section by section."""
        found = self.comparison
        return {
            "mechanics": [
                ("K(A)", f"{found.a:.0f} bits, {_count(found.rules[0], 'rule')}"),
                ("K(B)", f"{found.b:.0f} bits, {_count(found.rules[1], 'rule')}"),
                ("K(A,B)", f"{found.joint:.0f} bits"),
                ("shared", f"{found.shared_bits:.0f} bits"),
                ("novelty", f"{found.novelty:.3f}" + ("  (the same program)" if found.same else "")),
                ("containment", f"{found.containment:.3f}"),
                ("background", found.background[:12]),
            ],
            "levels": [
                ("in A, in B", f"{self.levels.a}, {self.levels.b}"),
                ("duplicates", str(len(self.levels.duplicates))),
            ],
            "presentation": [
                ("pictures", f"{self.pictures.a}, {self.pictures.b}"),
                ("equal", f"{self.pictures.share:.0%}"),
            ],
        }

    def shared_rows(self) -> list[tuple[str, str, str]]:
        """The shared rules as lines of a table: bits, place and name in A, place and name in B."""
        return [
            (f"{pair.bits:.0f} bits", _words(self.a, pair.a), _words(self.b, pair.b)) for pair in self.comparison.shared
        ]


def report(a: Game, b: Game) -> Report:
    """Compare two games in every respect."""
    one, two = a.program, b.program
    return Report(a, b, compare(one, two), match_levels(one, two), match_pictures(one, two))


def _place(game: Game, unit: Unit) -> dict[str, Any]:
    return {"file": game.file, "line": unit.source.line, "rule": unit.source.what}


def _words(game: Game, unit: Unit) -> str:
    return f"{game.file}:{unit.source.line} {unit.source.what}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
