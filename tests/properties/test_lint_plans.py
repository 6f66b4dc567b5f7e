"""What the analyses say of plans and derived attributes is so: small random games are played with and without it."""

from __future__ import annotations

import os
from random import Random

from arcg.compiler.lower import lower
from arcg.dsl.check import check_text
from arcg.dsl.diagnostics import Diagnostic
from arcg.runtime.reference import ReferenceEngine

EXAMPLES = int(os.environ.get("ARCG_EXAMPLES", "40")) * 4
SEED = int(os.environ.get("ARCG_SEED", "0"))
PLAYED = [(5, 0, 0), (1, 0, 0), (4, 0, 0), (5, 0, 0), (3, 0, 0), (4, 0, 0)]
"""Actions: act and arrows."""

BEGINNING = """game small
board 6x3
actions arrows act
layer solid
layer air free
kind Wall on solid
    pic
        5
kind Player on solid
    pic
        9
kind Crate on solid has worth: 0..9 = 1, heat_was: 0..99
    pic
        8
    tint 8 by heat_was % 16
kind Spark on air
    pic
        b.
        ..
world has n: 0..99, m: 0..99, mode: day night
legend
    # = Wall
    P = Player
    c = Crate
    s = Spark
level
    map
        P.c.c
        ..s.#
        .c...
"""

RULES = [
    "Player -> move Player right", "on arrow($d), Player -> move Player $d", "on act, Crate -> move Crate down",
    "on arrow(left), Crate -> move Crate left", "Crate once -> move Crate up", "Spark -> put Spark at cell(n % 6, 0)",
    "Crate -> stay Crate", "Player -> stay Player", "Spark -> stay Spark", "on act, Player near Crate -> stay Player",
    "asked(Crate) = $d -> n + 1", "asked(Player) = right -> m + 1", "asked(Spark) = $d -> n + 1",
    "asked(Player) = $d, Crate near Player -> move Crate $d", "on moved(Crate) -> m + 1", "-> n + 1",
    "[ > Player | Crate ] -> [ > Player | > Crate ]", "[ moving Crate | Wall ] -> [ Crate | Wall ]",
]  # fmt: skip
HEADS = ["", "", "", " on act", " on arrow", " on arrow(left)", " on start", " when mode = night", " each Crate"]


def phases(random: Random) -> str:
    """Phases that ask for motion, take it back and look at it."""
    text = BEGINNING
    for number in range(random.randint(1, 4)):
        plan = random.choice(["", " plan", " plan", " repeat plan"])
        text += f"phase p{number}{random.choice(HEADS)}{plan}\n"
        text += "".join(f"    {rule}\n" for rule in random.sample(RULES, random.randint(1, 3)))
    return text


def course(text: str) -> tuple[list[object], set[int]]:
    """How a game goes, and the lines of the rules that fired."""
    checked, found = check_text(text, "small")
    assert checked is not None, (text, [d.message for d in found])
    engine = ReferenceEngine(lower(checked))
    seen: list[object] = [(engine.world_values(), engine.frames().tobytes())]
    fired: set[int] = set()
    for action in PLAYED:
        engine.step(*action)
        seen.append((engine.world_values(), engine.frames().tobytes()))
        fired |= {trace.line for trace in engine.trace()}
    return seen, fired


def told(found: list[Diagnostic], *codes: str) -> set[int]:
    """The lines of which one of some codes is said."""
    return {diagnostic.span.line for diagnostic in found if diagnostic.code in codes}


def _idle(rule: str) -> str:
    """A rule with its motion, if it has some, to where things are."""
    return rule + " by 0" if "-> move" in rule else rule.replace("at cell(n % 6, 0)", "at Spark.cell")


def test_what_is_said_of_requests_for_motion_is_so() -> None:
    counts = dict.fromkeys(("W321", "W330", "W333"), 0)
    for number in range(EXAMPLES):
        text = phases(Random(f"plans {SEED} {number}"))
        checked, found = check_text(text, "small")
        if checked is None:
            assert told(found, "E320", "E364"), (text, [d.message for d in found])
            continue
        seen, fired = course(text)
        assert not fired & told(found, "W321"), text
        counts["W321"] += len(told(found, "W321"))
        lines = text.split("\n")
        for code, needless in (("W333", "stay"), ("W330", "plan")):
            for line in told(found, code):
                counts[code] += 1
                other = list(lines)
                if needless == "stay":
                    other[line - 1] = other[line - 1].split("->")[0] + "-> n + 0"
                elif "asked" in text or "[" in text:
                    continue
                else:  # a request that goes nowhere is none
                    end = next((n for n in range(line, len(lines)) if lines[n].startswith("phase")), len(lines))
                    other[line:end] = [_idle(rule) for rule in other[line:end]]
                assert course("\n".join(other))[0] == seen, (code, line, text)
    assert all(count > EXAMPLES // 40 for count in counts.values()), counts


CONDITIONS = ["", "", "Crate near Player", "mode = day", "Crate.worth > 1", "Crate.worth > 2", "Crate near Crate $b",
              "no Wall near Crate", "Spark near Crate", "Crate near Spark $s, $s near Player"]  # fmt: skip
VALUES = ["0", "1", "2", "n", "Crate.worth", "count { Spark }", "first Spark.x of { Spark near Crate }", "6 / n"]


def test_lines_of_derived_attributes_that_are_never_reached_change_nothing() -> None:
    needless = 0
    for number in range(EXAMPLES):
        random = Random(f"derived {SEED} {number}")
        lines = []
        for _ in range(random.randint(2, 4)):
            when = ", ".join(filter(None, random.sample(CONDITIONS, random.choice([1, 1, 2]))))
            lines.append(f"let Crate.heat = {random.choice(VALUES)}" + (f" when {when}" if when else ""))
        rules = (
            "phase keep\n    Crate -> Crate.heat_was = Crate.heat\n    on act, Crate once -> Crate.worth + 1, n + 1\n"
        )
        rules += "    on arrow($d), Player -> move Player $d\n    on arrow(right) -> mode next\n"
        text = BEGINNING + "\n".join(lines) + "\n" + rules
        checked, found = check_text(text, "small")
        assert checked is not None, (text, [d.message for d in found])
        hidden = told(found, "W332")
        needless += len(hidden)
        if hidden:
            kept = [line for place, line in enumerate(text.split("\n"), 1) if place not in hidden]
            assert course("\n".join(kept))[0] == course(text)[0], (hidden, text)
    assert needless > EXAMPLES // 10
