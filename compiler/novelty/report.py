"""What is said about two games: a document for programs and a table for people.

The verdict first, with its reason; then mechanics, levels and presentation apart, and the shared rules with their lines
in both files. Where the figure is weak, the report says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arcg.compiler.novelty import level_figures, stitch
from arcg.compiler.novelty.background import shipped
from arcg.compiler.novelty.behaviour import Behaviour
from arcg.compiler.novelty.collection import Game
from arcg.compiler.novelty.compare import EVIDENCE_BITS, FEW_RULES, Comparison, Doubt, compare
from arcg.compiler.novelty.level_figures import LevelFigures
from arcg.compiler.novelty.level_grids import level_set
from arcg.compiler.novelty.patterns import LevelMatch, PictureMatch, match_levels, match_pictures
from arcg.compiler.novelty.policies import Policies
from arcg.compiler.novelty.stitch import Absent, Stitched
from arcg.compiler.novelty.units import Unit
from arcg.compiler.novelty.verdict import RELATED, VARIANT, Judgement, Null, judged, rules_of, shipped_null

DOUBTS: dict[Doubt, str] = {
    "too short": f"a game of {FEW_RULES} rules or fewer, or of under {EVIDENCE_BITS:.0f} bits, "
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
    level_figures: LevelFigures | str
    pictures: PictureMatch
    stitch: Stitched | Absent | None
    """None: not asked for."""
    null: Null
    behaviour: Behaviour | None = None
    """What playing both showed; None: they were not played."""
    policies: Policies | None = None
    """What their solutions have in common; None: they were not solved."""

    @property
    def judgement(self) -> Judgement:
        """The verdict on the mechanics, and what it stands on."""
        return judged(self.comparison, self.null)

    @property
    def reason(self) -> str:
        """Why the verdict is what it is."""
        return reason(self.comparison, self.judgement, self.null)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What speaks against a verdict that calls a game new; the verdict is about rules as they are written."""
        if self.judgement.verdict in ("clone", "variant"):
            return ()
        return self._acting() + self._taken()

    @property
    def grounds(self) -> tuple[str, ...]:
        """Those of the remarks with which a review should not let a game pass.

        Old levels under new rules may be a new game; not so under rules that are related to the old ones.
        """
        if self.judgement.verdict in ("clone", "variant"):
            return ()
        return self._acting() + (self._taken() if self.judgement.verdict == "related" else ())

    def _acting(self) -> tuple[str, ...]:
        played = self.behaviour
        if played is None or not played.alike:
            return ()
        return (f"however the rules are written, both games act alike on all {played.levels} levels played",)

    def _taken(self) -> tuple[str, ...]:
        levels = self.levels
        return tuple(
            f"all {count} levels of {levels_of} are levels of {other}, up to symmetry and names"
            for levels_of, other, count, at in (("A", "B", levels.a, 0), ("B", "A", levels.b, 1))
            if count > 1 and len({pair[at] for pair in levels.duplicates}) == count
        )

    def as_json(self) -> dict[str, Any]:
        """The report as a JSON document: bits and shares rounded to six digits."""
        found, judgement = self.comparison, self.judgement
        bits = {"a": found.a, "b": found.b, "joint": found.joint, "shared": found.shared_bits}
        return {
            "a": self.a.file,
            "b": self.b.file,
            "verdict": judgement.verdict,
            "percentile": None if judgement.percentile is None else round(judgement.percentile, 6),
            "reason": self.reason,
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
            "behaviour": None if self.behaviour is None else self.behaviour.as_json(),
            "solver": None if self.policies is None else self.policies.as_json(),
            "levels": {
                "a": self.levels.a,
                "b": self.levels.b,
                "duplicates": [list(pair) for pair in self.levels.duplicates],
                **level_figures.json_of(self.level_figures),
            },
            "presentation": {
                "pictures": {"a": self.pictures.a, "b": self.pictures.b},
                "equal": self.pictures.equal,
                "share": round(self.pictures.share, 6),
            },
            "stitch": None if self.stitch is None else stitch.json_of(self.stitch),
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
            **({} if self.behaviour is None else {"behaviour": self.behaviour.rows()}),
            **({} if self.policies is None else {"solver": self.policies.rows()}),
            "levels": [
                ("in A, in B", f"{self.levels.a}, {self.levels.b}"),
                ("duplicates", str(len(self.levels.duplicates))),
                *level_figures.rows_of(self.level_figures),
            ],
            "presentation": [
                ("pictures", f"{self.pictures.a}, {self.pictures.b}"),
                ("equal", f"{self.pictures.share:.0%}"),
            ],
            **({} if self.stitch is None else {"shared abstractions (Stitch)": stitch.rows_of(self.stitch)}),
        }

    def shared_rows(self) -> list[tuple[str, str, str]]:
        """The shared rules as lines of a table: bits, place and name in A, place and name in B."""
        return [
            (f"{pair.bits:.0f} bits", _words(self.a, pair.a), _words(self.b, pair.b)) for pair in self.comparison.shared
        ]


def report(a: Game, b: Game, null: Null | None = None, quick: bool = False) -> Report:
    """Compare two games in every respect; they are judged by a null, by default the shipped one.

    `quick`: without what takes more than a moment.
    """
    one, two = a.program, b.program
    found = compare(one, two)
    return Report(
        a=a,
        b=b,
        comparison=found,
        levels=match_levels(one, two),
        level_figures=level_figures.compare_levels(level_set(one), level_set(two)),
        pictures=match_pictures(one, two),
        stitch=None if quick else stitch.stitched(*found.forms, shipped()),
        null=null or shipped_null(),
    )


def reason(found: Comparison, judgement: Judgement, null: Null) -> str:
    """Why two games are judged as they are, in words."""
    match judgement.ground:
        case "same form":
            return "the canonical forms are equal"
        case "too short" | "little shared":
            return DOUBTS[judgement.ground]
    rules, size = rules_of(found), min(found.rules)
    pairs = f"unrelated pairs of about {_count(size, 'rule')}"
    share = judgement.percentile or 0.0
    closer = f"{_percent(share)} of them come as close" if share else f"none of {null.pairs(rules, size)} comes closer"
    bits = _count(round(found.shared_bits), "bit")
    level = VARIANT if judgement.verdict == "variant" else RELATED
    told = f"{_percent(level)} quantile of {pairs} ({closer}); {bits} shared"
    match judgement.ground:
        case "ratio":
            return f"novelty {found.novelty:.3f} is below {null.ratio(rules, size, level):.3f}, the {told}"
        case "containment":
            return (
                f"containment {found.containment:.3f} is above {null.containment(rules, size, level):.3f}, the {told}"
            )
        case _:
            return f"{_percent(share)} of {pairs} come as close; {bits} shared"


def _percent(share: float) -> str:
    return f"{share:.1%}".replace(".0%", "%")


def _place(game: Game, unit: Unit) -> dict[str, Any]:
    return {"file": game.file, "line": unit.source.line, "rule": unit.source.what}


def _words(game: Game, unit: Unit) -> str:
    return f"{game.file}:{unit.source.line} {unit.source.what}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
