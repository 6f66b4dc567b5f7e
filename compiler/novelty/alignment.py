"""Which kinds of two games correspond, as their common rules say.

The references of two units that were coded from each other stand for the same; the more bits the pair saved, the more
that counts.
"""

from __future__ import annotations

from collections import Counter

from arcg.compiler.canonical import Form
from arcg.compiler.canonical.tree import Ref
from arcg.compiler.novelty.compare import Comparison
from arcg.compiler.novelty.units import Unit, units_of

KIND = "kind"


def aligned_kinds(comparison: Comparison) -> list[tuple[str, str]]:
    """Names of kinds of both games that play the same part in shared rules, the surest first; each at most once."""
    votes: Counter[tuple[str, str]] = Counter()
    ours, theirs = (_names(form) for form in comparison.forms)
    if comparison.same:  # then the canonical numbers say it
        ranks = [form.labelling.ranks for form in comparison.forms]
        partner = {ranks[1][ref]: name for ref, name in theirs.items()}
        return [(name, partner[ranks[0][ref]]) for ref, name in ours.items()]
    for shared in comparison.shared:
        for one, two in zip(_kinds(shared.a), _kinds(shared.b), strict=False):
            if one in ours and two in theirs:
                votes[ours[one], theirs[two]] += 1 + round(shared.bits)
    found: dict[str, str] = {}
    for (name, partner_name), _ in sorted(votes.items(), key=lambda entry: (-entry[1], entry[0])):
        if name not in found and partner_name not in found.values():
            found[name] = partner_name
    return list(found.items())


def _kinds(unit: Unit) -> list[Ref]:
    return [ref for ref in unit.wiring if ref.sort == KIND]


def _names(form: Form) -> dict[Ref, str]:
    """The kinds by their references; sets of kinds have none of their own."""
    return {
        _kinds(unit)[0]: unit.source.what.removeprefix("kind ") for unit in units_of(form) if unit.body[0] == "(kind"
    }
