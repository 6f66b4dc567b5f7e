"""All pairs of a folder, and one game beside a folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest
from support.disguise_text import disguised_text
from support.gated import STOPS, gated
from support.puzzlescript import PUSH

from arcg.compiler.canonical.symmetry import SYMMETRIES
from arcg.compiler.novelty.collection import Game, read_game
from arcg.compiler.novelty.compare import Prepared, compare
from arcg.compiler.novelty.ready import ready, ready_in, ways
from arcg.compiler.novelty.review import review
from arcg.compiler.novelty.survey import Survey, excerpt, short, survey
from arcg.compiler.novelty.verdict import shipped_null
from arcg.compiler.novelty.whole import bits_given
from arcg.runtime.loading import find, load


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Dyer twice, once in disguise, tilt, and a PuzzleScript game twice under other names."""
    place = tmp_path_factory.mktemp("games")
    (place / "old").mkdir()
    for name in ("dyer", "tilt"):
        shutil.copy(find(name), place / f"{name}.arcg")
    text = find("dyer").read_text(encoding="utf-8")
    (place / "old" / "in disguise.arcg").write_text(disguised_text(text, load("dyer"), SYMMETRIES[5], Random(1)))
    (place / "push.txt").write_text(PUSH)
    (place / "schieb ☃.txt").write_text(PUSH.replace("Crate", "Kiste").replace("Wall", "Wand"))
    (place / "broken.arcg").write_text("game\n")
    return place


@pytest.fixture(scope="module")
def found(folder: Path) -> Survey:
    return survey(ready_in(folder), shipped_null())


def test_all_pairs(found: Survey) -> None:
    assert found.names == ("dyer.arcg", "old/in disguise.arcg", "push.txt", "schieb ☃.txt", "tilt.arcg")
    assert [Path(left.file).name for left in found.left_out] == ["broken.arcg"]
    assert [(pair.a, pair.b) for pair in found.pairs] == [(a, b) for a in range(5) for b in range(a + 1, 5)]
    assert all(found.pair(pair.b, pair.a) is pair for pair in found.pairs)

    clones = {(pair.a, pair.b) for pair in found.pairs if pair.verdict == "clone"}
    assert clones == {(0, 1), (2, 3)}
    nearest = [pair.other(game) for game, pair in enumerate(found.nearest)]
    assert nearest[:4] == [1, 0, 3, 2]
    assert {found.closest[0].novelty, found.closest[1].novelty} == {0.0}


def test_a_pair_has_the_figures_of_the_two_games_alone(found: Survey) -> None:
    pair, apart = found.pair(0, 4), compare(load("dyer"), load("tilt"))

    assert pair.novelty == pytest.approx(apart.novelty)
    assert pair.containment == pytest.approx(apart.containment)
    assert pair.shared_bits == pytest.approx(apart.shared_bits)
    assert [rule.bits for rule in pair.shared] == pytest.approx([rule.bits for rule in apart.shared])


def test_copies_are_neighbours(found: Survey) -> None:
    order = found.tree.order
    assert abs(order.index(0) - order.index(1)) == abs(order.index(2) - order.index(3)) == 1


def test_levels_of_several_games(found: Survey) -> None:
    places = [{game for game, _ in same} for same in found.same_levels]

    assert places.count({0, 1}) == len(load("dyer").levels)
    assert {2, 3} in places


def test_the_document_is_whole(found: Survey) -> None:
    document = json.loads(json.dumps(found.as_json()))

    assert set(document) == {"games", "left_out", "pairs", "clusters", "same_levels", "background"}
    assert len(document["pairs"]) == 10
    assert document["games"][2]["nearest"] == document["games"][3]["file"]
    assert document["games"][2]["verdict"] == "clone"
    [left] = document["left_out"]
    assert left["line"] == 1
    assert sorted(document["clusters"]["order"]) == [game["file"] for game in document["games"]]
    assert [pair["novelty"] for pair in document["pairs"][:2]] == [0, 0]


def test_several_processes_find_the_same(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcg.compiler.novelty.ready.FEW", 1)
    monkeypatch.setattr("arcg.compiler.novelty.survey.BATCH", 3)
    one, two = (survey(ready_in(folder, jobs), shipped_null(), jobs) for jobs in (1, 2))

    assert one.as_json() == two.as_json()


def test_a_game_that_is_too_large_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "push.txt").write_text(PUSH)
    shutil.copy(find("dyer"), tmp_path / "dyer.arcg")
    assert ways(read_game(tmp_path / "push.txt").program) == 4
    monkeypatch.setattr("arcg.compiler.novelty.ready.MOST_WAYS", 3)
    found = ready_in(tmp_path)

    assert [Path(game.game.file).name for game in found.games] == ["dyer.arcg"]
    [left] = found.left_out
    assert left.reason == "it is too large: its rules match in 4 ways, more than 3"


def test_one_game_has_no_neighbour(tmp_path: Path) -> None:
    shutil.copy(find("dyer"), tmp_path / "dyer.arcg")
    alone = survey(ready_in(tmp_path), shipped_null())

    assert (alone.nearest, alone.closest, alone.tree.order) == ((None,), (), (0,))
    assert alone.as_json()["games"][0]["nearest"] is None


def test_names_are_short() -> None:
    assert short(["a/b/c.arcg", "a/b/d/e.arcg"]) == ("c.arcg", "d/e.arcg")
    assert short(["a/b/c.arcg"]) == ("c.arcg",)
    assert short(["c.arcg", "/c.arcg"]) == ("c.arcg", "/c.arcg")


# ---------------------------------------------------------------- a review


def test_a_review(folder: Path) -> None:
    path = folder / "old" / "in disguise.arcg"
    told = review(ready(read_game(path)), ready_in(folder, without=path), shipped_null())

    assert len(told.games) == 4
    assert told.game(told.nearest).game.file.endswith("dyer.arcg")
    assert told.nearest.verdict == "clone"
    assert len(told.known_levels) == len(load("dyer").levels)
    document = told.as_json()
    assert document["nearest"]["shared_rules"][0]["a"]["text"]
    assert len(document["pairs"]) == 4


PUSHES = (
    "[ > Player | Crate | Crate ] -> [ > Player | > Crate | > Crate ]",
    "[ > Player | Crate | Wall ] -> [ Player | | Wall ]",
    "late [ Player | Target | Crate ] -> [ Player | Crate | Target ]",
    "[ action Player | | Crate ] -> [ Player | Crate | ]",
)
PULLS = (
    "[ < Player | Crate ] -> [ < Player | < Crate ]",
    "late [ Crate | Crate | Crate ] -> [ Wall | | Wall ]",
    "[ stationary Crate | Target | Wall ] -> [ | Crate Target | Wall ]",
    "late [ Player Target | Wall ] -> [ Player | Crate Target ]",
)


def test_a_game_put_together_from_others_is_known_from_the_collection(tmp_path: Path) -> None:
    """It has the rules of two games: both at once tell more than either, and games of other rules tell little."""

    def made(*rules: str) -> Prepared:
        text = PUSH.replace("[ > Player | Crate ] -> [ > Player | > Crate ]", "\n".join(rules))
        (tmp_path / "game.txt").write_text(text)
        return ready(read_game(tmp_path / "game.txt")).prepared

    new, parents = made(*PUSHES, *PULLS), [made(*PUSHES), made(*PULLS)]
    others = [ready(Game(load(name), name)).prepared for name in ("dyer", "glow", "tilt")]
    one, two = (bits_given(new, [parent, *others]) for parent in parents)

    assert bits_given(new, [*parents, *others]) < 0.8 * min(one, two) < 0.8 * new.bits
    assert 0.9 * new.bits < bits_given(new, others) <= new.bits == bits_given(new, [])


def test_a_copy_costs_next_to_nothing_beside_its_collection(folder: Path) -> None:
    path = folder / "old" / "in disguise.arcg"
    told = review(ready(read_game(path)), ready_in(folder, without=path), shipped_null())

    assert told.given < 0.2 * told.alone
    assert told.by_chance == 0


def test_shared_rules_are_shown_as_they_stand_in_the_files(folder: Path, tmp_path: Path) -> None:
    gated(tmp_path)
    told = review(ready(read_game(folder / "dyer.arcg")), ready_in(tmp_path), shipped_null())
    [pair] = told.pairs
    lines = {excerpt: other for _, excerpt, other in told.side_by_side(pair)}

    assert lines["let Gate stops Walker when no open(Gate)"] == STOPS


def test_an_excerpt_is_the_rule_and_nothing_else() -> None:
    text = "phase go\n    first:\n        on act\n            -> drop Box\n\n    next\n" + "\n".join(
        "    " * n for n in range(3)
    )
    game = Game(load("dyer"), "a.arcg", text)

    assert excerpt(game, 2) == "first:\n    on act\n        -> drop Box"
    assert excerpt(game, 6) == "next"
    assert excerpt(game, None) == excerpt(game, 0) == excerpt(game, 99) == ""
    long = Game(load("dyer"), "a.arcg", "let many\n" + "    more\n" * 50)
    assert excerpt(long, 1).count("\n") == 8
    assert (
        excerpt(Game(load("dyer"), "a.txt", "late [ A ] -> [ B ]\n  + [ B ] -> [ C ]\n", True), 1)
        == "late [ A ] -> [ B ]"
    )
