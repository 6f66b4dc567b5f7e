"""The page of `arcg serve` in a real browser, on a real server: whole levels by key, mouse and finger; all views."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.browser import DESK, KEYS, PHONE, Window, browsing, served, window

import arcg.runtime.server
from arcg.dsl.colours import HEX
from arcg.games import __file__ as games_folder
from arcg.runtime import recording
from arcg.runtime.official.info import GameInfo, collect
from arcg.runtime.reference import ReferenceEngine
from arcg.runtime.server.app import create_app
from arcg.runtime.server.settings import ServerSettings

PAGE = Path(arcg.runtime.server.__file__).parent / "page"
DYER, GLOW, TILT = "dyer", "glow", "tilt"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with browsing() as found:
        yield found


@pytest.fixture(scope="module")
def games() -> dict[str, GameInfo]:
    """The shipped games, with animations that are soon over."""
    return {game.program.name: dataclasses.replace(game, fps=60) for game in collect([DYER, GLOW, TILT])}


@pytest.fixture(scope="module")
def address(games: dict[str, GameInfo], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = ServerSettings(kernels="off")
    with served(create_app([*games.values()], settings, tmp_path_factory.mktemp("recordings"))) as found:
        yield found


@pytest.fixture
def desk(browser: Any) -> Iterator[Window]:
    with window(browser, **DESK) as opened:
        yield opened
        assert not opened.complaints


@pytest.fixture
def phone(browser: Any) -> Iterator[Window]:
    with window(browser, **PHONE) as opened:
        yield opened
        assert not opened.complaints


def winning(name: str, levels: int) -> list[tuple[int, int, int]]:
    """The first actions of the winning recording of a shipped game, up to the win of so many levels."""
    found = recording.read(Path(games_folder).parent / name / "recordings" / "win.jsonl")
    last = next(turn for turn, answer in enumerate(found.answers) if answer.levels_completed == levels)
    return [(int(action), x, y) for action, x, y in recording.actions(found)[:last]]


def begun(game: GameInfo) -> ReferenceEngine:
    engine = ReferenceEngine(game.program)
    engine.reset()
    return engine


def enter(opened: Window, address: str, game: GameInfo, level: str = "") -> ReferenceEngine:
    opened.page.goto(f"{address}/#/play/{game.game_id}{level}")
    opened.page.wait_for_selector("canvas.picture")
    engine = begun(game)
    if not level:
        opened.shows(engine.frame())
    return engine


def levels(opened: Window) -> str:
    return str(opened.page.locator(".levels").get_attribute("title"))


def spent(opened: Window, count: int) -> None:
    """Wait until so many actions are counted on this level."""
    wanted = f"{count} action{'' if count == 1 else 's'}"
    opened.page.wait_for_function("wanted => document.querySelector('.spent')?.textContent === wanted", arg=wanted)


def answered(opened: Window) -> Any:
    """A `with` that ends when an action has been answered."""
    return opened.page.expect_response("**/api/cmd/*")


# ---------------------------------------------------------------- playing


def test_a_level_is_played_with_keys(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[DYER])
    for turn, (action, x, y) in enumerate(winning(DYER, 1)):
        assert levels(desk) == "level 1 of 9"
        desk.page.keyboard.press(KEYS[action])
        engine.step(action, x, y)
        desk.shows(engine.frame(), turn)
    assert levels(desk) == "level 2 of 9"
    desk.settled()
    for key, action in (("d", 4), ("w", 1), ("a", 3), ("s", 2), ("u", 7)):
        desk.page.keyboard.press(key)
        engine.step(action)
        desk.shows(engine.frame(), key)


def test_a_level_is_played_with_the_mouse(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[GLOW])
    for x, y in ((0, 0), (63, 63), (17, 40)):
        desk.page.mouse.move(*desk.place(x, y))
        assert desk.page.inner_text(".place") == f"{x}, {y}"
    for action, x, y in winning(GLOW, 1):
        desk.page.mouse.click(*desk.place(x, y))
        engine.step(action, x, y)
        desk.shows(engine.frame())
    assert levels(desk) == "level 2 of 8"


def test_clicks_hit_the_pixel_under_the_mouse(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    sent: list[Any] = []
    desk.page.on("request", lambda asked: sent.append(asked.post_data_json) if "ACTION6" in asked.url else None)
    enter(desk, address, games[GLOW])
    box = desk.page.locator("canvas.picture").bounding_box()
    side = box["width"] / 64
    for x, y in ((0, 0), (63, 0), (0, 63), (63, 63), (31, 32)):
        for inset in (0.1, side - 0.6):  # just inside both edges of the pixel
            with answered(desk):
                desk.page.mouse.click(box["x"] + x * side + inset, box["y"] + y * side + inset)
            assert (sent[-1]["x"], sent[-1]["y"]) == (x, y)


def test_a_level_is_played_with_a_finger(phone: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(phone, address, games[TILT])
    assert phone.page.locator(".pad button").count() == 6  # the directions, undo and RESET, nothing that is not offered
    names = {1: "up", 2: "down", 3: "left", 4: "right"}
    for action, x, y in winning(TILT, 1):
        phone.page.tap(f".pad .{names[action]}")
        engine.step(action, x, y)
        phone.shows(engine.frame())
    assert levels(phone) == "level 2 of 9"
    phone.settled()
    swipe(phone, (32, 32), (32, 50))
    engine.step(2)
    phone.shows(engine.frame())

    engine = enter(phone, address, games[GLOW])
    assert [one.get_attribute("aria-label") for one in phone.page.locator(".pad button").all()] == ["reset"]
    for action, x, y in winning(GLOW, 1):
        phone.page.touchscreen.tap(*phone.place(x, y))
        engine.step(action, x, y)
        phone.shows(engine.frame())
    assert levels(phone) == "level 2 of 8"
    assert phone.page.evaluate("() => [scrollX, scrollY, visualViewport.scale]") == [0, 0, 1]


def swipe(opened: Window, begin: tuple[int, int], end: tuple[int, int]) -> None:
    client = opened.page.context.new_cdp_session(opened.page)
    (x, y), (to_x, to_y) = opened.place(*begin), opened.place(*end)
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 5):
        point = {"x": x + (to_x - x) * step / 4, "y": y + (to_y - y) * step / 4}
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_that_holds_still_aims_under_a_loupe(phone: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(phone, address, games[GLOW])
    x, y = 52, 12
    client = phone.page.context.new_cdp_session(phone.page)
    at = dict(zip("xy", phone.place(12, 52), strict=True))
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    phone.page.wait_for_selector(".loupe")
    at = dict(zip("xy", phone.place(x, y), strict=True))
    client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    engine.step(6, x, y)
    phone.shows(engine.frame())


def test_clicks_need_no_mouse(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[GLOW])
    for key in ["ArrowLeft"] * 3 + ["ArrowUp"] * 2 + ["Enter"]:
        desk.page.keyboard.press(key)
    engine.step(6, 29, 30)
    desk.shows(engine.frame())
    spent(desk, 1)


# ---------------------------------------------------------------- input in time


def test_what_is_typed_ahead_is_played_in_order(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[DYER])
    moves = [4, 1, 3, 2, 2, 4]
    desk.page.evaluate(
        "keys => keys.forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))",
        [KEYS[move] for move in moves],
    )
    for move in moves:
        engine.step(move)
    desk.shows(engine.frame())
    spent(desk, 6)


def test_input_does_not_run_over_into_the_next_level(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[TILT])
    *before, (last, _, _) = winning(TILT, 1)
    for action, _, _ in before:
        desk.page.keyboard.press(KEYS[action])
        engine.step(action)
        desk.shows(engine.frame())
    desk.settled()
    engine.step(last)
    desk.page.evaluate(
        "keys => keys.forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))",
        [KEYS[last], KEYS[1], KEYS[2], KEYS[3]],
    )
    desk.page.wait_for_function("() => document.querySelector('.levels').title === 'level 2 of 9'")
    desk.page.keyboard.press(KEYS[1])  # skips the end of the level, and is no action
    desk.shows(engine.frame())
    spent(desk, 0)


def test_a_held_key_goes_on_and_stops(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    enter(desk, address, games[DYER])
    counted = "() => Number(document.querySelector('.spent').textContent.split(' ')[0])"
    desk.page.keyboard.down("ArrowLeft")
    desk.page.wait_for_function(f"() => ({counted})() >= 4")
    desk.page.keyboard.up("ArrowLeft")
    desk.page.wait_for_timeout(200)
    count = desk.page.evaluate(counted)
    desk.page.wait_for_timeout(500)
    assert desk.page.evaluate(counted) == count


WATCH = """() => {
    window.painted = [];
    const put = CanvasRenderingContext2D.prototype.putImageData;
    CanvasRenderingContext2D.prototype.putImageData = function (image, ...place) {
        window.painted.push(btoa(String.fromCharCode(...image.data)));
        return put.call(this, image, ...place);
    };
}"""


def painted(opened: Window) -> list[bytes]:
    """All pictures since the page was watched, as the frames of a game."""
    return [opened.frame_of(data).tobytes() for data in opened.page.evaluate("() => window.painted.splice(0)")]


def test_every_frame_of_a_turn_is_shown(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[TILT])
    desk.page.evaluate(WATCH)
    several = 0
    for action, _, _ in winning(TILT, 1):
        with answered(desk):
            desk.page.keyboard.press(KEYS[action])
        engine.step(action)
        desk.shows(engine.frame())
        desk.settled()
        frames = engine.frames()
        several += len(frames) > 2
        assert painted(desk) == [frame.tobytes() for frame in frames]
    assert several


def test_the_next_action_cuts_an_animation_short(browser: Any, games: dict[str, GameInfo], tmp_path: Path) -> None:
    slow = dataclasses.replace(games[TILT], fps=1)
    with served(create_app([slow], ServerSettings(kernels="off"))) as address, window(browser, **DESK) as opened:
        engine = enter(opened, address, slow)
        opened.page.evaluate(WATCH)
        for turn, action in enumerate((4, 3, 4), start=1):
            before = engine.frame().tobytes()
            opened.page.keyboard.press(KEYS[action])
            spent(opened, turn)
            engine.step(action)
            assert len(engine.frames()) > 2  # seconds, if nobody acted
            first = engine.frames()[0].tobytes()
            assert painted(opened)[-2 if turn > 1 else -1 :] == ([before] if turn > 1 else []) + [first]


def test_what_the_operating_system_repeats_is_not_heard(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    enter(desk, address, games[DYER])
    desk.page.evaluate(
        """() => {
            const tell = (name, repeat) => document.body.dispatchEvent(
                new KeyboardEvent(name, {key: "ArrowLeft", code: "ArrowLeft", repeat, bubbles: true}));
            for (const repeat of [false, true, true, true]) tell("keydown", repeat);
            tell("keyup", false);
        }"""
    )
    desk.page.keyboard.press("ArrowUp")
    desk.settled()
    assert desk.page.inner_text(".spent") == "2 actions"


# ---------------------------------------------------------------- RESET, the end


def test_a_reset_that_would_lose_everything_asks_first(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[TILT])
    desk.page.keyboard.press("r")  # nothing to lose, nothing to do
    for action, _, _ in winning(TILT, 1):
        desk.page.keyboard.press(KEYS[action])
        engine.step(action)
        desk.shows(engine.frame())
    desk.settled()
    desk.page.keyboard.press("r")
    desk.page.wait_for_selector("dialog[open]")
    assert desk.page.evaluate("() => document.activeElement.textContent") == "Keep playing"
    desk.page.keyboard.press("Escape")
    assert levels(desk) == "level 2 of 9"

    desk.page.keyboard.press("ArrowLeft")
    engine.step(3)
    desk.shows(engine.frame())
    desk.settled()
    desk.page.keyboard.down("r")  # only the level, however long it is held
    engine.step(0)
    desk.shows(engine.frame())
    desk.page.wait_for_timeout(500)
    desk.page.keyboard.up("r")
    assert not desk.page.locator("dialog").count()
    assert levels(desk) == "level 2 of 9"
    desk.page.keyboard.press("r")
    desk.page.click("dialog[open] .danger")
    engine.step(0)
    desk.shows(engine.frame())
    assert levels(desk) == "level 1 of 9"


def test_game_over_and_win_are_shown(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    found = recording.read(Path(games_folder).parent / GLOW / "recordings" / "loss.jsonl")
    enter(desk, address, games[GLOW])
    for _, x, y in recording.actions(found):
        desk.settled()
        with answered(desk):
            desk.page.mouse.click(*desk.place(x, y))
    desk.page.wait_for_selector(".board.is-over .over button")
    desk.page.keyboard.press(" ")  # what one presses by itself: the level again
    desk.page.wait_for_selector(".over", state="hidden")
    assert levels(desk) == "level 5 of 8"

    enter(desk, address, games[TILT], "/9")
    actions = winning(TILT, 9)[len(winning(TILT, 8)) :]
    for action, _, _ in actions:
        with answered(desk):
            desk.page.keyboard.press(KEYS[action])
    desk.page.wait_for_selector(".board.is-won .over button")
    assert levels(desk) == "all 9 levels won"


# ---------------------------------------------------------------- the connection


def test_a_dropped_connection_neither_loses_nor_doubles(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[DYER])
    desk.complaints.append("dropped")  # the browser itself complains about failed requests
    trouble = {"left": 2}

    def drop(route: Any) -> None:
        if trouble["left"] == 2:
            route.abort()  # the server never saw it
        elif trouble["left"] == 1:
            route.fetch()
            route.abort()  # the server played it, and the answer was lost
        else:
            route.continue_()
        trouble["left"] -= 1

    desk.page.route("**/api/cmd/*", drop)
    desk.page.keyboard.press("ArrowRight")
    desk.page.wait_for_selector(".banner:not([hidden])")
    desk.page.keyboard.press("ArrowUp")  # nobody plays into the void
    desk.page.wait_for_selector(".banner", state="hidden")
    once, twice = begun(games[DYER]), begun(games[DYER])
    for action in (4, 4):
        twice.step(action)
    once.step(4)
    assert not np.array_equal(once.frame(), twice.frame())
    engine.step(4)
    desk.shows(engine.frame())
    spent(desk, 1)
    assert trouble["left"] == -1
    desk.page.keyboard.press("ArrowUp")
    engine.step(1)
    desk.shows(engine.frame())
    spent(desk, 2)
    desk.complaints.clear()


def test_a_page_that_comes_back_goes_on_where_it_was(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[DYER])
    for move in (4, 1):
        desk.page.keyboard.press(KEYS[move])
        engine.step(move)
        desk.shows(engine.frame())
    desk.page.reload()
    desk.page.wait_for_selector("canvas.picture")
    desk.shows(engine.frame())

    def lose(route: Any) -> None:
        route.fetch()
        route.abort()

    desk.page.route("**/api/cmd/*", lose)
    desk.page.keyboard.press(KEYS[3])
    desk.page.wait_for_selector(".banner:not([hidden])")
    desk.page.unroute("**/api/cmd/*")
    desk.page.reload()  # with an action on its way that was played
    engine.step(3)
    desk.shows(engine.frame())
    spent(desk, 3)
    other = desk.page.context.new_page()
    other.goto(desk.page.url)
    other.wait_for_selector("canvas.picture")
    other.keyboard.press(KEYS[2])  # in another window
    engine.step(2)
    desk.shows(engine.frame())
    desk.complaints.clear()


def test_a_session_that_the_server_forgot(browser: Any, games: dict[str, GameInfo]) -> None:
    def app() -> Any:
        return create_app([games[DYER]], ServerSettings(kernels="off"))

    with window(browser, **DESK) as opened:
        with served(app()) as address:
            engine = enter(opened, address, games[DYER])
            opened.page.keyboard.press("ArrowUp")
            engine.step(1)
            opened.shows(engine.frame())
        opened.page.keyboard.press("ArrowLeft")
        opened.page.wait_for_selector(".banner:not([hidden])")
        with served(app(), int(address.rpartition(":")[2])):
            opened.page.click("dialog[open] .danger")
            opened.shows(begun(games[DYER]).frame())
            opened.page.keyboard.press("ArrowLeft")
            spent(opened, 1)


# ---------------------------------------------------------------- the other views


def test_levels_are_chosen_for_practice(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    enter(desk, address, games[TILT])
    desk.page.click(".select-level")
    assert "not scored" in desk.page.inner_text("dialog.select")
    desk.page.wait_for_function(
        "() => [...document.querySelectorAll('.level .thumb')].every(one => one.naturalWidth === 64)"
    )
    desk.page.click("dialog.select .level >> nth=2")
    desk.page.wait_for_selector(".practice-bar")
    engine = ReferenceEngine(games[TILT].program)
    engine.reset()
    for action, _, _ in winning(TILT, 2):
        engine.step(action)
    desk.shows(engine.frame())
    assert levels(desk) == "level 3 of 9"
    desk.page.keyboard.press("ArrowLeft")
    spent(desk, 1)
    desk.page.click(".practice-bar a")
    desk.page.wait_for_function("() => !document.querySelector('.practice-bar')")
    desk.shows(begun(games[TILT]).frame())


def test_games_scorecard_and_replays(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    engine = enter(desk, address, games[TILT])
    seen = [*engine.frames()]
    for action, _, _ in winning(TILT, 1):
        desk.page.keyboard.press(KEYS[action])
        engine.step(action)
        seen += [*engine.frames()]
        desk.shows(engine.frame())
        desk.settled()

    desk.page.click("header nav a >> nth=0")
    desk.page.wait_for_selector(".tile")
    assert desk.page.locator(".tile h2").all_inner_texts() == [game.title for game in games.values()]
    assert "1 of 9 levels" in desk.page.inner_text(f".tile[href$='{games[TILT].game_id}']")
    desk.page.wait_for_function(
        "() => [...document.querySelectorAll('.tile .thumb')].every(one => one.naturalWidth === 64)"
    )

    desk.page.click("header nav a >> nth=1")
    rows = desk.page.locator(".game-card tbody tr")
    rows.first.wait_for()
    assert rows.count() == 9
    assert rows.first.inner_text().split() == ["1", str(len(winning(TILT, 1)))]

    desk.page.click("header nav a >> nth=2")
    desk.page.click(".replay-row >> nth=0")
    desk.page.wait_for_selector(".scrubber input")
    slider = desk.page.locator(".scrubber input")
    assert slider.get_attribute("max") == str(len(seen) - 1)
    for at in (0, len(seen) // 2, len(seen) - 1, 1):
        slider.evaluate("(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }", str(at))
        desk.shows(seen[at], at)
    desk.page.keyboard.press(".")
    desk.shows(seen[2])
    desk.page.keyboard.press("End")
    desk.shows(seen[-1])
    assert f"turn {len(winning(TILT, 1))} / {len(winning(TILT, 1))}" in desk.page.inner_text(".where")
    desk.page.keyboard.press("ArrowLeft")
    desk.shows(seen[-1 - len(engine.frames())])
    desk.page.keyboard.press("Home")
    desk.page.select_option(".controls select", "8")
    desk.page.locator(".where").click()
    desk.page.keyboard.press(" ")
    desk.shows(seen[-1])


def test_a_finished_scorecard_begins_a_new_one(desk: Window, address: str, games: dict[str, GameInfo]) -> None:
    enter(desk, address, games[TILT])
    desk.page.keyboard.press("ArrowLeft")
    spent(desk, 1)
    desk.page.goto(f"{address}/#/card")
    desk.page.click("button[aria-label=finish]")
    desk.page.click("dialog[open] .danger")
    desk.page.wait_for_selector("text=Finished scorecard")
    enter(desk, address, games[TILT])
    spent(desk, 0)


def test_the_browser_keeps_keys_apart(browser: Any, address: str, games: dict[str, GameInfo]) -> None:
    for _ in range(2):
        with window(browser, **DESK) as opened:
            opened.page.goto(f"{address}/#/replays")
            opened.page.wait_for_selector("text=Nothing to look back on")
            enter(opened, address, games[TILT])


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("play/nothing", "no such game"),
        ("play/%", "malformed"),
        ("play/tilt/99", "`level` must be"),
        ("play/tilt/x", "`level` must be"),
        ("play/__proto__", "no such game"),
        ("replay/nothing", "no recording"),
        ("__proto__", "3 games"),
        ("<img src=x>", "3 games"),
    ],
)
def test_addresses_that_lead_nowhere(browser: Any, address: str, place: str, says: str) -> None:
    with window(browser, **DESK) as opened:
        opened.page.goto(f"{address}/#/{place}")
        opened.page.wait_for_selector("main h1")
        assert says in opened.page.inner_text("main")
        assert not [said for said in opened.complaints if "status of 40" not in said]


def test_a_competition(browser: Any, games: dict[str, GameInfo]) -> None:
    app = create_app([*games.values()], ServerSettings(kernels="off", competition=True))
    with served(app) as address, window(browser, **DESK) as opened:
        engine = enter(opened, address, games[TILT])
        assert not opened.page.locator(".select-level").count()
        for action, _, _ in winning(TILT, 1):
            opened.page.keyboard.press(KEYS[action])
            engine.step(action)
            opened.shows(engine.frame())
            opened.settled()
        opened.page.keyboard.press("r")
        opened.page.wait_for_selector(".toast")
        assert levels(opened) == "level 2 of 9"
        opened.page.click("header nav a >> nth=2")
        opened.page.wait_for_selector("text=does not record")
        opened.page.click("header nav a >> nth=1")
        opened.page.wait_for_selector("text=Your scorecard is open")
        opened.page.click("button[aria-label=finish]")
        opened.page.click("dialog[open] .danger")
        opened.page.wait_for_selector("text=Finished scorecard")
        assert not opened.complaints
        opened.page.goto(f"{address}/#/play/{games[GLOW].game_id}")
        opened.page.wait_for_selector("text=cannot open multiple scorecards")


@pytest.mark.parametrize("options", [DESK, PHONE, {"viewport": {"width": 844, "height": 390}, "has_touch": True}])
def test_everything_fits(browser: Any, address: str, games: dict[str, GameInfo], options: dict[str, Any]) -> None:
    with window(browser, **options) as opened:
        for name in (DYER, GLOW):
            enter(opened, address, games[name])
            wide, high = (options["viewport"][side] for side in ("width", "height"))
            for part in ("canvas.picture", *(f".pad .{key}" for key in ("up", "left", "right", "undo", "reset"))):
                box = opened.page.locator(part).bounding_box() if opened.page.locator(part).count() else None
                if box is not None:
                    assert box["x"] >= 0 and box["y"] >= 0, part
                    assert box["x"] + box["width"] <= wide and box["y"] + box["height"] <= high, part
            side = opened.page.locator("canvas.picture").bounding_box()["width"]
            dots = side * options.get("device_scale_factor", 1) / 64
            assert dots == pytest.approx(round(dots)), "a pixel of the game is whole pixels of the screen"
            assert side >= 0.7 * min(wide, high)
        for view in ("", "card", "replays"):
            opened.page.goto(f"{address}/#/{view}")
            opened.page.wait_for_timeout(100)
            assert opened.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), view


# ---------------------------------------------------------------- files


def test_the_colours_are_the_palette() -> None:
    text = (PAGE / "palette.js").read_text(encoding="utf-8")
    assert tuple(re.findall(r'"#([0-9A-F]{6})"', text)) == HEX


@pytest.mark.parametrize("path", sorted(PAGE.iterdir()), ids=lambda path: path.name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//[a-z]+\.|@import|eval\(|innerHTML|style=", text)
    if path.suffix == ".html":
        assert not re.search(r"<script(?![^>]*src)|<style| on[a-z]+=", text)
