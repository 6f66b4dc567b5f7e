"""One session of play without a screen: the game, its animation, all that was seen, and what a save of the file does.

Takes actions, saves and the time from a player (window or terminal), gives a `View` of all there is to show. It keeps
the last good game when a save is broken, and plays the level's actions again when a save is sound. One can look back
at everything that was seen, and go on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from arcg.compiler.ir import Program
from arcg.dsl.core import ACTION_NAMES
from arcg.dsl.diagnostics import ArcgError, Diagnostic
from arcg.dsl.render import summary
from arcg.editor.looking import Looking, Take
from arcg.editor.pace import ends_level, frame_time
from arcg.editor.pictures import unpacked
from arcg.editor.reel import Origin, Reel, Turn
from arcg.editor.rerun import Job, Progress, Rerun, Work, go_back, rerun
from arcg.editor.shelf import Shelf
from arcg.editor.tape import Recorder
from arcg.editor.versions import same_levels
from arcg.editor.view import View, meters, timeline
from arcg.runtime.engine import Action, Engine, Status
from arcg.runtime.env import from_level

NOTE_TIME = 2.0
"""Seconds that a passing note stays."""

PATIENCE = 0.25
"""Seconds that playing again may take at once; what is left is done in the pauses, and the window stays alive."""

SLICE = 0.01
"""Seconds of playing again between two looks at what the player does."""

Loaded = tuple[Program | None, list[Diagnostic], str]
"""What `arcg.runtime.loading.check_source` gives: the program unless there are errors, what was found, the text."""


class Session:
    """A game in play.

    `program` is the game as it was last read, `text` what it was made of, `reel` what is being played of it now, at the
    end of its present branch. `shelf` has all that was played, and the recordings that were opened. `rerun` is what
    came of the last playing again.

    Args:
        load: reads the file and builds the game.
        engine: what runs a program.
        level: where to begin, 0-based; RESET twice in a row starts there again.
        seed: that of the game, where it uses chance.
        recorders: who is told of all that happens.
        explain: makes the report on a broken save from what was found and the text it was found in.
        now: the time, in seconds from any moment; all later times count from the same.

    Raises:
        ArcgError: the file has mistakes.
        ValueError: there is no such level, or no such seed.
        OSError: the file cannot be read, or the recording not written.
    """

    def __init__(
        self,
        load: Callable[[], Loaded],
        engine: Callable[[Program], Engine],
        *,
        level: int = 0,
        seed: int = 0,
        recorders: Sequence[Recorder] = (),
        explain: Callable[[list[Diagnostic], str], str],
        now: float = 0.0,
    ) -> None:
        self._load = load
        self._make_engine = engine
        self._seed = seed
        self._recorders = list(recorders)
        self._explain = explain
        self._problem_title = self._problem = ""
        self._note = ""
        self._note_ends = 0.0
        self.shelf = Shelf()
        self._looking: Looking | None = None
        self._work: Work | None = None
        self.rerun: Rerun | None = None
        program, found, self.text = load()
        if program is None:
            raise ArcgError(found)
        self.program = program
        self._begin(level, frozenset(), now)
        for recorder in recorders:
            recorder.begin(self.reel)

    # ------------------------------------------------------------ what the player does

    def act(self, action: Action, now: float, *, x: int = -1, y: int = -1, held: bool = False) -> None:
        """Take an action; `held` when it comes from a key that is held down.

        A press during an animation ends the animation and acts at once, so a quick player never waits. Some presses
        are swallowed: the one that ends the animation of a won or lost level, because it was meant for a board that
        is no longer there, what a held key sends while something still moves, and all while actions are played again,
        which RESET ends with the level's beginning. Who looks back acts from there.
        """
        if self._work is not None:
            if action == Action.RESET:
                self._begin_again(same_levels(self.reel.program, self.program).get(self.level, 0), now)
            return
        branch, turn = self.take.branch, self._looking.turn if self._looking else -1
        if self._looking is None and self.animating:
            if held:
                return
            self._shown = self._frames - 1
            if ends_level(branch, branch.length - 1) and action != Action.RESET:
                return
        if action != Action.RESET and branch.turn(turn).status is not Status.PLAYING:
            return
        if action not in (Action.RESET, *self.program.actions):
            self.remark(f"this game has no {ACTION_NAMES[action]}", now)
            return
        if self._looking is not None:
            self.resume(now, lambda later: self.act(action, later, x=x, y=y))
            return
        self.engine.step(action, x, y)
        self.reel.add(self.engine, action, x, y)
        self.reel.played = True
        self._recorded(lambda recorder: recorder.add(self.reel))
        self._animate(now)

    def go_to(self, level: int, now: float) -> None:
        """Play from another level, 0-based; nothing happens when there is none."""
        if 0 <= level < len(self.program.levels) and level != self.level:
            self._begin_again(level, now)
            self.remark(f"level {level + 1}", now)

    def reload(self, now: float) -> None:
        """The file has been saved: play the new game, or keep the old one and say what is wrong.

        What was done in the level is played again on the new game, and a note says whether it goes as before. A save
        that leaves the game as it is (a comment, a blank line) leaves the play alone. A game that has lost the level
        being played begins at its first. Levels that were completed stay so.
        """
        try:
            program, found, text = self._load()
        except FileNotFoundError:  # gone again since the save was seen; it will be back, or the game stays as it is
            return
        if program is None:
            self._problem_title = f"{summary(found)} in the save. You are playing the last good game."
            self._problem = self._explain(found, text).rstrip().removesuffix(summary(found)).rstrip()
            return
        self._problem_title = self._problem = ""
        warned = f", {len(found)} warning{'' if len(found) == 1 else 's'}" if found else ""
        if program == self.program:
            self.text = text
            self.remark(f"saved, nothing changes{warned}", now)
            return
        self.program, self.text = program, text
        if self.level not in same_levels(self.reel.program, program):
            self._begin_again(0, now)
            self.remark(f"reloaded{warned}", now)
            return
        self.shelf.clear(self.reel)
        self._start(self._reloaded(f"reloaded{warned}"), now)

    def read_from(self, load: Callable[[], Loaded]) -> None:
        """Take the game from somewhere else from the next reload on."""
        self._load = load

    def close(self) -> None:
        """End the recordings."""
        self._recorded(lambda recorder: recorder.close())

    # ------------------------------------------------------------ looking back

    def look(self, turn: int, frame: int = -1, *, take: Take | None = None) -> None:
        """Show what was seen then, in what is looked at or in another `take`; negative numbers count from the end.

        To look at the end of what is being played is to be back in play.
        """
        self._place(Looking(take or self.take, turn, frame))

    def look_by(self, *, turns: int = 0, frames: int = 0) -> None:
        """Look so many turns on or back (negative), or so many frames, which lead on into the next turn."""
        looking = self._looking or Looking(self.take, -1, self._shown)
        looking.speed = 0.0
        if turns:
            looking.move(max(0, looking.turn + turns), -1)
        looking.move_by(frames)
        self._place(looking)

    def play_back(self, speed: float, now: float, until: int | None = None) -> None:
        """Show what was seen as it was, from where one looks, at so many times the speed, backward if negative.

        It ends at turn `until`, by default where the take ends or begins. Speed 0 makes it stand.
        """
        if self._looking is None and speed < 0:
            self._looking = Looking(self.take, -1, self._shown)
        if self._looking is not None:
            self._looking.play(speed, now, until)

    def look_at_divergence(self) -> None:
        """Look where the last save made it go another way, if it did."""
        if self.rerun is not None and (found := self.rerun.divergence) is not None:
            self.look(found.turn, found.frame, take=self.rerun.after)

    def live(self) -> None:
        """Look back no longer."""
        self._looking = None
        self._shown = self._frames - 1

    def resume(self, now: float, then: Callable[[float], None] | None = None) -> None:
        """Go on from what one looks at: from the end of that turn, in a branch of its own if it has a future.

        A take of another version of the game has its level's actions played again on the present one. `then` is
        called with the time once play is there, unless it cannot get there.
        """
        if self._looking is not None and self._work is None:
            self._start(self._resumed(self._looking.take, self._looking.turn), now, then)

    @property
    def take(self) -> Take:
        """What is being looked at, or else played."""
        return self._looking.take if self._looking else Take(self.reel, self.reel.branch)

    # ------------------------------------------------------------ time

    @property
    def animating(self) -> bool:
        """Whether there are frames of the last answer still to come."""
        return self._shown < self._frames - 1

    def advance(self, now: float) -> bool:
        """Move on to the time `now`; whether anything to show has changed."""
        changed = self._work is not None
        if self._work is not None:
            self._go_on(SLICE, now)
        if self._looking is not None:
            changed |= self._looking.advance(now)
            self._place(self._looking)
        elif self.animating:
            due = min(int((now - self._started) / self._interval), self._frames - 1)
            changed |= due > self._shown
            self._shown = max(due, self._shown)
        if self._note and now >= self._note_ends:
            self._note, changed = "", True
        return changed

    def wait(self, now: float) -> float | None:
        """Seconds until `advance` will have something new, or None when nothing is on its way."""
        if self._work is not None:
            return 0.0
        times = [self._looking.wait(now)] if self._looking else []
        if self.animating and not self._looking:
            times.append(self._started + (self._shown + 1) * self._interval - now)
        if self._note:
            times.append(self._note_ends - now)
        return max(0.0, min(coming)) if (coming := [one for one in times if one is not None]) else None

    # ------------------------------------------------------------ what there is to show

    @property
    def level(self) -> int:
        """The level being played, 0-based, among all levels of the game."""
        return self.reel.branch.turn(-1).level

    def view(self) -> View:
        """What to show now."""
        at = self._looking or Looking(self.take, -1, self._shown)
        reel, branch = at.take.reel, at.take.branch
        turn = branch.turn(at.turn)
        standing = turn if at.complete else branch.turn(max(0, at.turn - 1))
        work = self._work
        return View(
            frame=unpacked(branch.shown(at.turn)[at.frame : at.frame + 1])[0],
            name=reel.program.name,
            level=standing.level,
            level_count=len(reel.program.levels),
            won=reel.won_by(standing),
            action_count=standing.action_count,
            meters=meters(reel.program, standing),
            status=standing.status,
            offered=reel.program.actions,
            messages=turn.messages,
            problem_title=self._problem_title,
            problem=self._problem,
            note=work.told() if work else self._note,
            recording=bool(self._recorders),
            timeline=timeline(at, live=self._looking is None, busy=work.progress if work else None),
            divergence=self.rerun.divergence if self.rerun else None,
        )

    # ------------------------------------------------------------ inside

    def _begin(self, level: int, won: frozenset[int], now: float) -> None:
        self.engine = self._make_engine(from_level(self.program, level))
        self.engine.reset(self._seed)
        self.reel = self._new_reel(level, self._seed, won, "played")
        self.reel.add(self.engine)
        self.shelf.reels.append(self.reel)
        self._work = self._looking = self.rerun = None
        self._animate(now)

    def _begin_again(self, level: int, now: float) -> None:
        self._begin(level, self._won(self.reel, self.reel.branch.turn(-1)), now)
        self._recorded(lambda recorder: recorder.begin(self.reel))

    def _new_reel(self, level: int, seed: int, won: frozenset[int], origin: Origin) -> Reel:
        return Reel(self.program, self.text, level, seed, won, self.shelf.pictures, origin)

    def _won(self, reel: Reel, turn: Turn) -> frozenset[int]:
        """The levels that were won by then, where they are now."""
        places = same_levels(reel.program, self.program)
        return frozenset(places[level] for level in reel.won_by(turn) if level in places)

    def _animate(self, now: float) -> None:
        """Show the frames of the last answer, one after another."""
        branch = self.reel.branch
        self._frames = max(1, len(branch.turn(-1).packed))
        self._shown = 0
        self._started = now
        self._interval = frame_time(branch, branch.length - 1)

    def _place(self, looking: Looking) -> None:
        """Look there, or be back in play where that is what is played."""
        self._looking = looking
        if looking.at_end and not looking.speed and looking.take == Take(self.reel, self.reel.branch):
            self.live()

    def remark(self, text: str, now: float) -> None:
        """Say something in passing."""
        self._note, self._note_ends = text, now + NOTE_TIME

    def _recorded(self, write: Callable[[Recorder], None]) -> None:
        """Play goes on when the disk is full or gone; the player is told that the recording does not."""
        for recorder in tuple(self._recorders):
            try:
                write(recorder)
            except OSError as error:
                recorder.abandon()
                self._recorders.remove(recorder)
                self._problem_title = "The recording has stopped. You play on without it."
                self._problem = error.strerror or str(error)

    # ------------------------------------------------------------ playing again

    def _start(self, job: Job, now: float, then: Callable[[float], None] | None = None) -> None:
        self._work, self._then = Work(job), then
        self._go_on(PATIENCE, now)

    def _go_on(self, seconds: float, now: float) -> None:
        """Go on with what is played again, for about so long."""
        assert self._work is not None, "only called while there is work"
        if self._work.go(seconds):
            said, then, self._work = self._work.said, self._then, None
            if said:
                self.remark(said, now)
            if then is not None:
                then(now)

    def _reloaded(self, said: str) -> Job:
        """Play the level's actions again on the game as it is now, and go on looking at what was looked at."""
        looking, before = self._looking, Take(self.reel, self.reel.branch)
        found = yield from self._again(before, before.branch.length - 1)
        if looking is not None and looking.take != before:
            self._looking = looking
        elif looking is not None and looking.turn >= found.start:
            self.look(looking.turn - found.start, looking.frame)
        return f"{said}, {told}" if (told := found.told()) else said

    def _resumed(self, take: Take, turn: int) -> Job:
        """Go on from a turn; see `resume`."""
        reel, branch = take.reel, take.branch
        if reel.program is not self.program or reel.origin == "recording":
            if branch.turn(turn).level not in same_levels(reel.program, self.program):
                self._then = None
                return "the game no longer has this level"
            found = yield from self._again(take, turn)
            if found.last < found.actions:
                self._then = None  # what was to be done was meant for another position
            return found.told()
        if (take, turn) == (Take(self.reel, self.reel.branch), self.reel.branch.length - 1):
            self.live()
            return ""
        engine = self.engine if reel is self.reel else self._make_engine(from_level(self.program, reel.first_level))
        yield from go_back(take, engine, turn)
        reel.fork(branch, turn)
        self._enter(reel, engine)
        return ""

    def _again(self, take: Take, turn: int) -> Generator[Progress, None, Rerun]:
        """Play the actions of a level, up to a turn, again on the present game, and go on from there."""
        places = same_levels(take.reel.program, self.program)
        level, seed = places[take.branch.turn(take.branch.level_start(turn)).level], take.reel.seed
        engine = self._make_engine(from_level(self.program, level))
        engine.reset(seed)
        new = self._new_reel(level, seed, self._won(take.reel, take.branch.turn(turn)), "rerun")
        self.rerun = yield from rerun(take, turn, places, new, engine)
        self.shelf.reels.append(new)
        self._enter(new, engine)
        return self.rerun

    def _enter(self, reel: Reel, engine: Engine) -> None:
        """Be in play at the end of a reel's present branch."""
        self.reel, self.engine = reel, engine
        self._animate(0.0)
        self.live()
        self._recorded(lambda recorder: recorder.begin(reel))
