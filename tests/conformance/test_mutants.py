"""Mutants: a number names one game for good, the import takes every one, and the engines play what is sound alike."""

from __future__ import annotations

import pytest
from conformance.material import MISSING, recorded
from conformance.mutants import Mutant, mutant
from conformance.replaying import ACTIONS

from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.importing.puzzlescript.translate import translate
from arcg.runtime.kernel import KernelEngine
from arcg.runtime.reference import ReferenceEngine

REAL = recorded()
SMALL = range(1, 161, 2)
"""Mutants of the small game, which need no recordings."""


def played(game: Mutant) -> bool:
    """Whether a mutant could be imported; then both engines have played it alike."""
    text = translate(game.source, "mutant").text
    checked = check_text(text, "mutant.arcg")[0] if text is not None else None
    if checked is None:
        return False
    program = lower(checked)
    engines = ReferenceEngine(program), KernelEngine(program)
    for action in game.inputs[:12]:
        for engine in engines:
            engine.step(ACTIONS[action], 0, 0)
        assert engines[0].state() == engines[1].state(), f"mutant {game.number}"
    return True


def test_a_number_names_one_mutant() -> None:
    for number in SMALL[:10]:
        assert mutant(number, ()) == mutant(number, ())
    assert len({mutant(number, ()).source for number in SMALL}) == len(SMALL)


def test_both_engines_play_mutants_of_a_small_game_alike() -> None:
    assert sum(played(mutant(number, ())) for number in SMALL) > len(SMALL) // 2


@pytest.mark.skipif(not REAL, reason=MISSING)
def test_mutants_of_real_games_are_imported_or_refused_in_words() -> None:
    for number in range(0, 60, 2):
        translate(mutant(number, REAL).source, "mutant")
