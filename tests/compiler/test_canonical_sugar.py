"""The canonical form does not see how a game says something: sentences of the library or the lines they stand for."""

from __future__ import annotations

import pytest

from arcg.compiler.canonical import canonical
from arcg.compiler.lower import lower
from arcg.compiler.novelty import train
from arcg.dsl.check import check_text
from arcg.dsl.explain.explanation import explain

TWICE = "Two walks|One is pushed by Two|Yard stops Two unless One on Yard by hue"
"""Names a kind twice, so that the lines that `explain` writes for it are not what it says."""

USES = {said: (actions, layer) for actions, layer, said in train.USES if said != TWICE}


@pytest.mark.parametrize("said", USES)
def test_a_sentence_is_the_lines_that_it_stands_for(said: str) -> None:
    actions, layer = USES[said]
    text = train.GAME.format(actions=actions, layer=layer, lines=said.replace("|", "\n"))
    game, found = check_text(text, "use")
    assert game is not None
    lines = {sentence.line: sentence.lines for sentence in explain(game, found).sentences}
    assert lines
    written = "\n".join("\n".join(lines.get(at, (line,))) for at, line in enumerate(text.split("\n"), 1))
    other, mistakes = check_text(written, "written")

    assert other is not None, [mistake.message for mistake in mistakes]
    assert written != text
    assert canonical(lower(other)).hash == canonical(lower(game)).hash
