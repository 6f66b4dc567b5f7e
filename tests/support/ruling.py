"""Rules at random, typed by construction: effects, rules and whole phases."""

from __future__ import annotations

from support.parts import Parts
from support.vocabulary import EVENTS, HUES, KEYS, KINDS, MADE, SAVES, WORLD, attributes, kinds_of


class Draw(Parts):
    """Draws pieces of one game."""

    # ------------------------------------------------------------ effects

    def effects(self) -> tuple[list[str], list[str]]:
        """Guards and effects of a rule whose query has been drawn."""
        self.changed = set()
        made: list[str] = []
        guards: list[str] = []
        for _ in range(self.one([1, 1, 1, 2, 2, 3])):
            made += self.effect(guards)
        return guards, made

    def target_thing(self, *among: str) -> str:
        """A thing to act on: a bound one, or what the world refers to."""
        bound = self.things(among or None)
        mobile = [name for name in bound if "Wall" not in self.visible()[name]] or bound
        refs = [name for name, sort in WORLD.items() if sort.startswith("thing")]
        return self.one(mobile) if mobile and self.chance(0.92) else self.one(refs)

    def effect(self, guards: list[str]) -> list[str]:
        pick = self.some(0, 23)
        if self.restful:
            pick = self.one([0, 0, 0, 5, 10, 10, 17])
        if pick < 5:
            return [f"move {self.target_thing()} {self.direction()}{self.steps()}"]
        if pick < 7:
            return [f"put {self.target_thing()} at {self.cell()}"]
        if pick < 9:
            return self.make(guards)
        if pick == 9:
            return [f"drop {self.target_thing()}"]
        if pick < 15:
            return self.change()
        if pick < 17:
            return [self.keyed()]
        if pick == 17:
            return [self.one(["show", "show 2", "show 3"])]
        if pick < 20:
            return [self.emit()]
        if pick < 22:
            return [self.save_or_restore()]
        if pick == 22:
            return [self.one(["end phase", "end turn"])]
        return [self.one(["win", "lose"])] if self.chance(0.25) else self.change()

    def steps(self) -> str:
        pick = self.some(0, 13)
        return {0: " by 2", 1: " by -1", 2: f" by {self.one(self.reads('int'))}", 3: " by 3", 4: " by 0"}.get(pick, "")

    def make(self, guards: list[str]) -> list[str]:
        kind = self.one(["Spark", "Spark", "Mark", "Crate", "Rock", "Pane", "Cart", "Plate"])
        guards.append(f"count {{ {kind} {self.variable()} }} < {self.some(3, 6)}")
        given = self.random.sample(sorted(KINDS[kind]), min(len(KINDS[kind]), self.some(0, 2)))
        tests = []
        for attr in given:
            sort = KINDS[kind][attr]
            value = self.constant(sort) if self.chance(0.4) and not sort.startswith("thing") else self.value(sort)
            tests.append(f"{attr}={value}")
        braces = "{" + ", ".join(tests) + "}" if tests else ""
        if self.chance(0.3):
            name = self.variable()
            place = self.cell()
            with self.scope(**{name[1:]: f"thing {kind}"}):
                then = self.change(name) if KINDS[kind] else [f"drop {name}"]
                if kind in ("Crate", "Rock", "Spark") and "held" not in self.changed and self.chance(0.5):
                    self.changed.add("held")
                    then = [f"held = {name}"]
            return [f"make {kind} {name}{braces} at {place}", *then]
        return [f"make {kind}{braces} at {self.cell()}"]

    def change(self, thing: str | None = None) -> list[str]:
        """Set, add or cycle."""
        kinds = WORLD if thing is None else {}
        targets = [] if thing else list(kinds.items())
        for name in [thing] if thing else self.things():
            sort = self.visible()[name]
            own = attributes(tuple(sort.split()[1:]))
            targets += [(f"{name}.{attr}", domain) for attr, domain in own.items()] * (1 if thing else 3)
        if thing is None and self.chance(0.15):
            targets += [("chosen.worth", "int 1 4"), ("chosen.hue", HUES), ("chosen.way", "dir")]
        targets = [(text, sort) for text, sort in targets if text.split(".")[-1] not in self.changed]
        if not targets:
            return ["alarm"] if self.needs.add("alarm") is None else []
        target, sort = self.one(targets)
        self.changed.add(target.split(".")[-1])
        word = sort.split()[0]
        if word == "thing":
            return [f"{target} = {self.term(sort)}"]
        pick = self.some(0, 9)
        if word == "int" and (pick < 6 or self.restful):
            amount = self.one(["1", "2", "3", self.closed(self.term("int"))])
            bound = self.one(["", "", f" at least {sort.split()[1]}", f" at most {sort.split()[2]}", " at most 2"])
            if self.restful:
                return [f"{target} {self.one(['+ 1 at most ' + sort.split()[2], '- 1 at least ' + sort.split()[1]])}"]
            return [f"{target} {self.one('+-')} {amount}{bound}"]
        if pick < 8 and not self.restful:
            return [f"{target} {self.one(['next', 'prev'])}"]
        return [f"{target} = {self.constant(sort) if self.restful or self.chance(0.5) else self.value(sort)}"]

    def keyed(self) -> str:
        """Something done to every such thing."""
        kind, test = self.one([("Spark", "heat < 2"), ("Spark", "hue=red"), ("Crate", "hue != green"), ("Rock",
            "worth > 1"),
                               ("Mark", "n=0"), ("Pane", "open=no"), ("Plate", "weight >= 1"), ("Cart", "way != up"),
                               ("Crate", "worth <= 3"), ("Box", "worth > 1"), ("Spark", "of=none")])  # fmt: skip
        root = f"{kind}{{{test}}}"
        pick = self.some(0, 9)
        if pick < 2 or kind == "Pane":
            moved = root if kind != "Spark" or self.chance(0.7) else f"{root}.of"
            return f"move {moved} {self.direction()}"
        if pick in (2, 3):
            return f"put {root} at {self.cell()}"
        if pick == 4:
            return f"drop {root}"
        attrs = {a: s for a,
            s in attributes(kinds_of(kind)).items() if not s.startswith("thing") and a not in self.changed}  # fmt: skip
        if not attrs:
            return f"move {root} {self.direction()}"
        attr = self.one(sorted(attrs))
        self.changed.add(attr)
        if attrs[attr].startswith("int") and self.chance(0.6):
            return f"{root}.{attr} {self.one(['+ 1', '- 1', '+ 2 at most ' + attrs[attr].split()[2]])}"
        return f"{root}.{attr} {self.one(['next', 'prev', '= ' + self.constant(attrs[attr])])}"

    def emit(self) -> str:
        """An event with arguments that are at hand."""
        name = self.one(MADE)
        args = []
        for sort in EVENTS[name]:
            found = [r for r in self.reads(sort) if r not in WORLD or not sort.startswith("thing")]
            found = found or self.reads(sort)
            args.append(self.term(sort) if sort in ("int", "dir", "cell") else self.one(found))
        return f"{name}({', '.join(args)})" if args else name

    def save_or_restore(self) -> str:
        name = self.one(SAVES)
        if self.chance(0.35):
            return f"save {name}"
        if self.chance(0.6):
            self.needs.add(f"save {name}")
        else:
            name = self.one(["turn", "level"])
        return f"restore {name}{self.keeping()}"

    def keeping(self) -> str:
        pick = self.some(0, 4)
        if pick < 2:
            return ""
        named = self.random.sample(["Crate", "Player", "Spark", "Rock", "Thing", "energy", "score", "held", "mode"],
            self.some(1, 3))  # fmt: skip
        return f" {'keeping' if pick < 4 else 'only'} {' '.join(named)}"

    # ------------------------------------------------------------ rules and phases

    def also(self, share: float = 0.4) -> str:
        """Perhaps one more condition, with the comma before it."""
        return f", {self.one([self.test, self.test, self.atom])()}" if self.chance(share) else ""

    def rule(self, event: str | None, each: bool = False) -> str:
        """A rule in the present scope; `event` is the name of the event that it answers."""
        with self.scope():
            parts = [f"on {self.event(event)}"] if event else []
            if (event in ("click", "moved", "enter", "act", None) and not self.things()) or self.chance(0.3):
                parts.append(self.presence("Crate", "Spark", "Player", "Rock", "Crate", "Spark", "Box", "Mark",
                    "Plate", "Pane"))  # fmt: skip
            elif event is None and not each:
                parts.append(self.query(1))
            if self.chance(0.35):
                parts.append(self.query(self.one([1, 1, 2])))
            guards, effects = self.effects()
            if each and self.chance(0.12):
                effects.append("end")
            name = f"rule{self.number()}: " if self.chance(0.1) else ""
            cause = ", ".join([*parts, *guards])
            mode = self.one([" once", " in turn"]) if cause and self.chance(0.07) else ""
            return f"    {name}{cause}{mode}{' ' if cause else ''}-> {', '.join(effects)}"

    def phase(self) -> list[str]:
        """A whole phase."""
        head = f"phase free{self.number()}"
        happening = ["arrow", "arrow", "act", "click", "clickcell", "action", "moved", "enter", "blocked", "leave",
            "undo"]  # fmt: skip
        with self.scope():
            own = self.chance(0.4)
            if own:
                head += f" on {self.event(self.one([*happening, 'boom', 'tick', 'start']))}"
                if self.chance(0.25):
                    self.frames[-1].clear()
                    events = f"{self.one(['act', 'click'])} {self.one(['arrow', 'moved', 'undo'])}"
                    head = f"{head.split(' on ')[0]} on {events}"
            self.restful = self.chance(0.15)
            each = self.chance(0.25)
            if self.chance(0.15):
                with self.scope():
                    head += f" when {self.one([self.test, self.atom])()}"
            head += " repeat" if self.restful else ""
            first = self.chance(0.15)
            head += " first" if first else ""
            if each:
                kind = self.one(["Crate", "Spark", "Rock", "Box", "Mark", "Thing", "Plate"])
                name = self.variable()
                if kind not in self.visible() and self.chance(0.3):
                    name = kind
                self.bind(name, "thing " + " ".join(kinds_of(kind)))
                head += f" each {kind}{'' if name == kind else ' ' + name}"
                if self.chance(0.3):
                    head += self.tests(name)
                if self.chance(0.4):
                    head += f" by {self.one([read for read in self.reads('int') if read.startswith(name)])}"
            head += self.one([" show", " show 2"]) if self.chance(0.12) else ""
            rules = []
            for _ in range(self.some(1, 3)):
                event = None if own and self.chance(0.7) else self.one([*happening, *happening, *MADE])
                rules.append(self.rule(event, each))
            self.restful = False
        return [head, *rules]


def key(d: Draw) -> str:
    """What the player does to set something going."""
    return d.one(KEYS)
