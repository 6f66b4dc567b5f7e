"""The testers' page in a real browser, on a real study: consent, games once each, limits, what goes wrong between."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.browser import DESK, KEYS, PHONE, Window, browsing, served, window

from arcg.games import __file__ as games_folder
from arcg.runtime import recording
from arcg.runtime.calibrate.store import Store
from arcg.runtime.calibrate.study import Plan, Study
from arcg.runtime.calibrate.web import create_app
from arcg.runtime.official.info import GameInfo, collect
from arcg.runtime.reference import ReferenceEngine

TILT, GLOW = "tilt", "glow"
RIGHT = 4


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsing() as found:
        yield found


@pytest.fixture(scope="module")
def games() -> list[GameInfo]:
    """With animations that are soon over."""
    return [dataclasses.replace(game, fps=60) for game in collect([TILT, GLOW])]


@pytest.fixture
def short(walk: list[GameInfo], games: list[GameInfo]) -> list[GameInfo]:
    """A game that is soon won, and another."""
    return [dataclasses.replace(walk[0], fps=60), games[1]]


@dataclasses.dataclass
class Desk:
    """A study that is served, and one tester's window on it. `late`: seconds that the study's clock is ahead."""

    study: Study
    address: str
    seen: Window
    clock: list[float]

    @property
    def page(self) -> Any:
        return self.seen.page

    def begin(self) -> None:
        self.page.goto(self.address)
        self.page.click("text=I agree")
        self.page.click("button[aria-label=begin]")
        self.page.wait_for_selector("canvas.picture")

    def act(self, action: int) -> None:
        with self.page.expect_response("**/api/test/act"):
            self.page.keyboard.press(KEYS[action])

    def turns(self) -> int:
        """How many actions have been kept of the tester's first session."""
        (session,) = self.study._sessions.values()
        return session.turn


@pytest.fixture
def desk(browser: Any, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    games = request.getfixturevalue(getattr(request, "param", "games"))
    clock = [1000.0]
    with ExitStack() as stack:
        store = stack.enter_context(Store(tmp_path / "study.sqlite"))
        plan = Plan(consent="One <b>text</b>.\n\nAnother.", shuffled=False)
        study = Study(games, plan, store, clock=lambda: clock[0], engine=ReferenceEngine)
        address = stack.enter_context(served(create_app(study)))
        seen = stack.enter_context(window(browser, **DESK))
        yield Desk(study, address, seen, clock)
        assert not seen.complaints


def winning(levels: int) -> list[int]:
    found = recording.read(Path(games_folder).parent / TILT / "recordings" / "win.jsonl")
    last = next(turn for turn, answer in enumerate(found.answers) if answer.levels_completed == levels)
    return [int(action) for action, _, _ in recording.actions(found)[:last]]


def begun(game: GameInfo) -> ReferenceEngine:
    engine = ReferenceEngine(game.program)
    engine.reset()
    return engine


def play(desk: Desk, engine: ReferenceEngine, actions: list[int]) -> None:
    for action in actions:
        desk.page.keyboard.press(KEYS[action])
        engine.step(action)
        desk.seen.shows(engine.frame())
        desk.seen.settled()


@pytest.mark.parametrize("desk", ["short"], indirect=True)
def test_from_consent_to_thanks(desk: Desk, short: list[GameInfo]) -> None:
    desk.page.goto(desk.address)
    desk.page.wait_for_selector(".paper p")
    assert desk.page.locator(".paper p").all_inner_texts() == ["One <b>text</b>.", "Another."]  # text, not HTML
    desk.begin()
    engine = begun(short[0])
    play(desk, engine, [1, RIGHT])
    desk.page.reload()  # goes on where it was
    desk.page.wait_for_selector("canvas.picture")
    desk.seen.shows(engine.frame())
    play(desk, engine, [RIGHT, RIGHT])
    assert desk.page.locator(".over button").count() == 1  # a game is played once: no RESET
    desk.page.keyboard.press("r")
    desk.page.keyboard.press(" ")
    desk.page.click("button[aria-label='go on']")

    desk.page.click("button[aria-label=begin]")
    desk.seen.shows(begun(short[1]).frame())
    desk.page.click("button[aria-label='stop this game']")
    desk.page.keyboard.press("Escape")
    desk.page.click("button[aria-label='stop this game']")
    desk.page.click("dialog[open] .danger")
    desk.page.wait_for_selector("text=Thank you!")
    desk.page.reload()
    desk.page.wait_for_selector("text=Thank you!")
    (tester,) = {row.tester for row in desk.study._store.sessions()}
    assert desk.study.progress(tester) == ["done", "done"]


def test_no_word_says_how_it_is_played(desk: Desk) -> None:
    desk.begin()

    assert desk.page.inner_text("body").split() == ["Stop", "Z", "R", "level", "1", "of", "9"]


def test_lost_answers_and_reloads_neither_lose_nor_double(desk: Desk, games: list[GameInfo]) -> None:
    desk.begin()
    engine = begun(games[0])
    first, second, third, *_ = winning(1)

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    desk.page.route("**/api/test/act", lose, times=1)
    play(desk, engine, [first])
    assert desk.turns() == 1
    desk.page.route("**/api/test/act", lose)
    desk.page.keyboard.press(KEYS[second])
    desk.page.wait_for_selector(".banner:not([hidden])")
    desk.page.unroute("**/api/test/act")
    desk.page.reload()  # it was played
    engine.step(second)
    desk.seen.shows(engine.frame())
    desk.page.route("**/api/test/act", lambda route: route.abort())
    desk.page.keyboard.press(KEYS[third])
    desk.page.wait_for_selector(".banner:not([hidden])")
    desk.page.unroute("**/api/test/act")
    desk.page.reload()  # it was not, and is now
    engine.step(third)
    desk.seen.shows(engine.frame())
    assert desk.turns() == 3
    desk.seen.complaints.clear()  # the browser's, about failed requests


def test_a_reset_never_loses_the_game(desk: Desk, games: list[GameInfo]) -> None:
    desk.begin()
    engine = begun(games[0])
    play(desk, engine, winning(1))
    desk.page.keyboard.press("r")
    play(desk, engine, [3, 0])
    assert desk.turns() == len(winning(1)) + 2
    desk.page.reload()
    desk.page.wait_for_selector("canvas.picture")
    desk.act(0)  # the page does not know any more that nothing was done; the study does
    assert desk.turns() == len(winning(1)) + 2
    assert not desk.page.locator("dialog").count()
    play(desk, engine, [3])
    desk.seen.complaints.clear()  # the browser's, about the refusal


def test_limits_of_time(desk: Desk, games: list[GameInfo]) -> None:
    desk.begin()
    assert not desk.page.is_visible(".gentle")
    desk.clock[0] += 20 * 60
    desk.act(winning(1)[0])
    desk.page.click(".gentle button")
    desk.act(winning(1)[1])
    assert not desk.page.locator(".gentle").count()
    desk.clock[0] += 10 * 60
    desk.act(winning(1)[2])
    desk.page.wait_for_selector(".over button")
    desk.page.keyboard.press(KEYS[winning(1)[2]])
    assert desk.turns() == 2
    desk.page.click("button[aria-label='go on']")
    desk.page.wait_for_selector("button[aria-label=begin]")
    desk.seen.complaints.clear()  # the browser's, about the refusal


def test_time_ends_a_game_in_which_nobody_moves(desk: Desk) -> None:
    desk.page.clock.install()
    desk.begin()
    desk.clock[0] += 20 * 60 + 1
    desk.page.clock.run_for((20 * 60 + 2) * 1000)
    desk.page.wait_for_selector(".gentle:not([hidden])")
    desk.clock[0] += 10 * 60
    desk.page.clock.run_for(10 * 60 * 1000)
    desk.page.wait_for_selector(".over button")
    desk.seen.complaints.clear()  # the browser's, about the refusal


def test_a_tester_of_another_study_begins_anew(desk: Desk) -> None:
    desk.page.goto(desk.address)
    desk.page.evaluate("() => localStorage.setItem('arcg.tester', '\"nobody\"')")
    desk.page.reload()
    desk.page.wait_for_selector("text=I agree")
    desk.seen.complaints.clear()  # the browser's, about the refusal


def test_it_fits_a_phone(browser: Any, desk: Desk) -> None:
    with window(browser, **PHONE) as seen:
        phone = dataclasses.replace(desk, seen=seen)
        phone.begin()
        for part in ("canvas.picture", ".pad .up", ".pad .right", ".pad .reset", "button[aria-label='stop this game']"):
            box = seen.page.locator(part).bounding_box()
            assert box["x"] >= 0 and box["y"] >= 0, part
            assert box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844, part
        seen.page.tap(".pad .left")
        seen.settled()
        assert phone.turns() == 1
