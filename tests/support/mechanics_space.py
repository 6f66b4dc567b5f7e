"""Mechanics of paths, sight, what is joined, what is worked out, and of matches taken once, in turn or at random."""

from __future__ import annotations

from support.ruling import Draw, key
from support.vocabulary import SMALL


def seeking(d: Draw) -> list[str]:
    """A field, and who follows it or asks how far it is."""
    n = d.number()
    name = f"path{n}"
    through = d.one(["no Wall at $c", "no Solid $s at $c", "no { Solid $s, $s at $c, $s != Player }", "no Wall at $c, "
        "no Box $b at $c", "{ no Wall at $c or Goal at $c }", "no Wall at $c, $c.x < 6"])  # fmt: skip
    if d.chance(0.4):
        who = d.one(["Spark", "Crate", "Rock", "Player"])
        to = d.one([f"{who} at $c", f"$c = {who}.cell", f"Goal at $c, {who}.x > 1"])
        let = f"let {name}({who}, $c) to {{ {to} }} through {{ {through} }}"
        other = d.one([kind for kind in ("Crate", "Player", "Spark", "Rock") if kind != who])
        rules = [
            f"{who}, {other}, {name}({who}, {other}) {d.one(['< 3', '> 1', '= 2', '!= 1'])} -> {d.one(SMALL)}",
            f"{who}, {other}, step({name}, {who}, {other}) = $d -> move {other} $d",
            f"{who}, step({name}, {who}) = $d -> way_out = $d",
            f"{who}, {other} -> score = {name}({who}, {other}) % 5",
            f"{other}, min {name}({who}, {other}) of {{ {who} }} < 3 -> {d.one(SMALL)}",
        ]
    else:
        to = d.one(["Player at $c", "Goal at $c", "Box at $c", "$c = cell(2, 1)", "Player at $c or Goal at $c",
            "Plate at $c", "did moved(Player), Player at $c"])  # fmt: skip
        let = f"let {name}($c) to {{ {to} }} through {{ {through} }}"
        who = d.one(["Spark", "Rock", "Crate", "Player", "Box"])
        rules = [
            f"{who}, step({name}, {who}) = $d -> move {who} $d",
            f"{who}, {name}({who}) < 4 -> {d.one(SMALL)}",
            f"{who}, {name}(ahead({who}, way_out)) > 1 -> {d.one(SMALL)}",
            f"{who}, no {{ {name}({who}) >= 0 }} -> {d.one(SMALL)}",
            f"{who} -> score = {name}({who}) % 5",
            f"$n = max {name}({who}) of {{ {who} }} -> lives = $n % 4",
            f"step({name}, cell(0, 0)) = $d -> way_out = $d",
        ]
    if name not in "".join(chosen := d.random.sample(rules, d.one([1, 2, 2]))):
        chosen = rules[:1]
    each = d.one(["", "", f" each {who}"]) if who in ("Spark", "Rock", "Crate") else ""
    return [let, f"phase seek{n} on {key(d)}{each}", *(f"    {rule}" for rule in chosen)]


def sight(d: Draw) -> list[str]:
    """Who sees whom, who is in line, who would stop whom."""
    n = d.number()
    one, two = d.random.sample(["Player", "Crate", "Rock", "Spark", "Goal", "Plate", "Cart", "Box"], 2)
    conditions = d.random.sample([
        f"{one} sees {two}", f"{one} sees($d) {two}, $d = way_out", f"{one}, {two}, no {one} sees {two}",
        f"{one} in_row {two}", f"{one} in_column {two}", f"{one}, {two}, {{ {one} in_row {two} or {one} sees {two} }}",
        f"{one} sees({d.one(['left', 'down', 'way_out'])}) {two}", f"{one}, {two}, way({one}, {two}) = left",
        f"{one}, {two}, $d = way({one}, {two}), $d != up", f"{one} stops {two}", f"Wall, {one}, Wall stops {one}",
        f"{one}, {two}, no {one} stops {two}", f"every {one} has {one} sees Wall", f"held sees {one}",
        "Crate $a sees Crate $b, $a.x < $b.x", f"{one} stops held", "Crate $a in_row Crate $b",
    ], 3)  # fmt: skip
    lines = [f"    {condition} -> {d.one(SMALL)}" for condition in conditions]
    if d.chance(0.5):
        lines.append(d.one([f"    {one} sees($e) {two} -> move {one} $e", "    Spark sees Rock -> drop Rock"]))
    when = d.one(["energy > 4", "mode = day", f"{two}.x > 1"])
    return [*([f"let {two} stops {one} when {when}"] if d.chance(0.4) else []), f"phase sight{n} on {key(d)}", *lines]


def joining(d: Draw) -> list[str]:
    """Facts that ask themselves."""
    n = d.number()
    name, other = f"joined{n}", f"lit{n}"
    lets, ask = d.one([
        ([f"let {name}(Box) when Box touches Wall", f"let {name}(Box) when Box touches Box $b, {name}($b)"],
         [f"{name}(Box) -> Box.worth next", f"Crate, {name}(Crate) -> move Crate way_out",
          f"no {{ {name}(Box) }} -> {d.one(SMALL)}", f"Rock, no {{ {name}(Rock) }} -> Rock.worth = 1",
          f"-> score = count {{ {name}(Box) }} % 5", f"{name}(held) -> held = none"]),
        ([f"let {name}(Solid, Solid $b) when Solid touches $b",
          f"let {name}(Solid, Solid $b) when Solid touches Solid $m, {name}($m, $b)"],
         [f"{name}(Player, Crate) -> Crate.worth next", f"Rock, {name}(Rock, Player) -> drop Rock",
          f"-> score = count {{ {name}(Player, Solid) }} % 5", f"Crate, {name}(Crate) -> move Crate left",
          f"Player, Wall, {name}(Player, Wall) -> {d.one(SMALL)}"]),
        ([f"let {name}(Crate) when Crate near Goal", f"let {name}(Crate) when Crate near Rock, {other}(Rock)",
          f"let {other}(Rock) when Rock near Crate, {name}(Crate)", f"let {other}(Rock) when Rock = held"],
         [f"{name}(Crate) -> Crate.hue next", f"{other}(Rock) -> Rock.hue next",
          f"-> score = count {{ {other}(Rock) }}", f"Crate, {{ {name}(Crate) or energy < 3 }} -> Crate.way next"]),
        ([f"let {name}($c) when Player at $c",
          f"let {name}($c) when {name}($e), ahead($e, way_out) = $c, no Wall at $c"],
         [f"Crate, {name}(Crate.cell) -> Crate.worth next", f"{name}($c), count {{ Mark }} < 6 -> make Mark at $c",
          f"-> score = count {{ {name}($c) }} % 5"]),
        ([f"let Box {name} Box $b when Box touches $b, Box.worth = $b.worth",
          f"let Box {name} Box $b when Box {name} Box $m, $m {name} $b"],
         [f"Crate $a {name} Crate $b, $a.x < $b.x -> $b.hue = $a.hue", f"Crate {name} Rock -> Rock.of = Crate",
          f"Crate, {{ Crate {name} Rock }} -> Crate.way next"]),
    ])  # fmt: skip
    chosen = d.random.sample(ask, d.one([1, 2, 2, 3]))
    if not any(f"{name}" in rule for rule in chosen):
        chosen = ask[:1]
    return [*lets, f"phase join{n} on {key(d)}", *(f"    {rule}" for rule in chosen)]


def deriving(d: Draw) -> list[str]:
    """Attributes that are worked out."""
    n = d.number()
    name = f"glow{n}"
    kind = d.one(["Crate", "Spark", "Plate", "Box", "Goal"])
    sort = d.one(["int", "int", "hue", "dir", "thing"])
    values = {
        "int": [f"{kind}.x", "3", "energy - 2", f"count {{ Solid $k near {kind} }}", "1", "lives"],
        "hue": ["tone", "tone", "Crate.hue" if kind == "Crate" else "tone"],
        "dir": ["way_out", "left", "cw(way_out)"],
        "thing": ["held", "chosen", "held"],
    }[sort]
    conditions = [f"{kind} near Player", f"{kind} touches Wall", f"{kind}.x > 2", "energy > 5", f"no Solid near {kind}",
        f"{kind} in_row Player", "mode = day"]  # fmt: skip
    lets = [
        f"let {kind}.{name} = {d.one(values)} when {condition}"
        for condition in d.random.sample(conditions, d.one([1, 1, 2]))
    ]
    if d.chance(0.5):
        lets.append(f"let {kind}.{name} = {values[0]}")
    test = {"int": f"{name} > 1", "hue": f"{name} = tone", "dir": f"{name} != left", "thing": f"{name} = held"}[sort]
    rules = [f"{kind}{{{test}}} -> {d.one(SMALL)}", f"{kind}, {kind}.{test} -> {d.one(SMALL)}",
        f"-> score = count {{ {kind}{{{test}}} }} % 5",
        f"{kind} $a, {kind} $b, $a.{name} = $b.{name} -> {d.one(SMALL)}",
        f"{kind}, no {{ {kind}.{test} }} -> {d.one(SMALL)}"]  # fmt: skip
    rules.append({"int": f"{kind} -> score = {kind}.{name} % 5", "hue": f"{kind} -> tone = {kind}.{name}",
        "dir": f"{kind} -> way_out = {kind}.{name}", "thing": f"{kind} -> held = {kind}.{name}"}[sort])  # fmt: skip
    return [*lets, f"phase derive{n} on {key(d)}", *(f"    {rule}" for rule in d.random.sample(rules, 2))]


def taking(d: Draw) -> list[str]:
    """One match only, or one after another."""
    n = d.number()
    rules = [
        "Crate once -> Crate.worth next, move Crate way_out", "Box once -> drop Box",
        "Crate $a, Crate $b touches $a in turn -> drop $b, score + 1 at most 9",
        "Box, energy > 3 in turn -> energy - 2 at least 0, Box.worth next",
        "Spark, count { Spark $s } > 2 in turn -> drop Spark", "Crate, lives > 0 in turn -> lives - 1, Crate.hue next",
        "Rock, Rock.of = none once -> Rock.of = chosen", "Spark{heat < 3} once -> Spark.heat + 1, held = Spark",
        "Crate $a, Crate $b, $a.worth < $b.worth in turn -> $a.worth = $b.worth",
        "Plate, count { Mark } < 3 in turn -> make Mark at Plate.cell",
        "Box $a, Box $b, $a touches $b once -> $a.worth next, $b.worth next",
        "Crate, Spark in turn -> Spark.hue = Crate.hue, Crate.worth next",
        "Box in turn -> move Box left, score + 1 at most 9",
        "Crate, mode = day in turn -> mode next, Crate.way next",
    ]  # fmt: skip
    modes = [" once", " in turn"]
    rules = [rule.replace(d.one(modes), " at random") if d.chance(0.2) else rule for rule in rules]
    chosen = d.random.sample(rules, d.one([1, 2]))
    return [f"phase take{n} on {key(d)}{d.one(['', '', ' first'])}", *(f"    {rule}" for rule in chosen)]


def drawing(d: Draw) -> list[str]:
    """One match at random: of a level's things as it begins, of ways to go, of what happened, until none is left."""
    n = d.number()
    who = d.one(["Crate", "Box", "Spark", "Rock", "Player", "Solid"])
    rules = [
        f"{who} at random -> drop {who}", "Box at random -> Box.worth next, score + 1 at most 9",
        f"Player, {who} touches Player at random -> move {who} way_out", "Crate{hue=red} at random -> Crate.hue next",
        "Spark $a, Spark $b at random -> $a.hue = $b.hue", "Crate at random -> chosen = Crate, show",
        f"{who}, Goal at $c at random -> put {who} at $c", "Plate, no Mark at Plate.cell at random -> make Mark at "
        "Plate.cell", "Rock, Crate at random -> Rock.of = Crate", "Spark{heat < 3} at random -> Spark.heat + 1",
        "energy > 2 at random -> energy - 1",
        "Spark, $n = Spark.heat at random -> lives = $n % 4",
    ]  # fmt: skip
    free = [f"let free{n}({who}, $d) when no Solid $s at ahead({who}, $d)", f"phase wander{n} on {key(d)} each {who}",
        f"    free{n}({who}, $d) at random -> move {who} $d"]  # fmt: skip
    answer = d.one(["moved", "blocked"])
    told = [f"phase pick{n}", f"    on {answer}({who}) at random -> {d.one(SMALL)}, put {who} at cell(1, 1)"]
    begin = [f"phase scatter{n} on start", f"    {d.one(rules)}",
        *([f"    {d.one(rules)}"] if d.chance(0.5) else [])]  # fmt: skip
    chosen = d.random.sample(rules, d.one([1, 2, 2]))
    plain = [f"phase draw{n} on {key(d)}{d.one(['', '', ' first', ' repeat'])}", *(f"    {rule}" for rule in chosen)]
    idle = [f"phase idle{n} on {key(d)}", "    Box at random -> Box.worth + 9"]
    return d.one([plain, plain, free, told, begin, begin, idle, idle])


def planning(d: Draw) -> list[str]:
    """Motion that is asked for in one phase and changed in others before it happens."""
    n = d.number()
    who = d.one(["Player", "Player", "Crate", "Spark", "Box"])
    want = [f"phase want{n}{d.one(['', f' each {who}'])} plan", "    " + d.one([
        f"on arrow($d), {who} -> move {who} $d", f"on {key(d)}, {who} -> move {who} way_out",
        f"on arrow($d), {who} -> move {who} $d by 2", f"on {key(d)}, {who} -> put {who} at cell(1, 1)",
        f"on arrow($d), {who}, Crate $k near {who} -> move {who} $d, move $k $d",
    ])]  # fmt: skip
    middle = d.random.sample([
        f"asked({who}) = left -> move {who} right", f"{who}, asked({who}) = way_out -> stay {who}",
        f"{who}, {who}.x > 3 -> stay {who}", f"{who}, Box $k touches {who}, $e = asked({who}) -> move $k $e",
        f"asked({who}) = $e -> way_out = $e", f"{who}, no {{ asked({who}) = up }} -> {d.one(SMALL)}",
        "Crate $a, Crate $b touches $a, $e = asked($a) -> move $b $e", f"stay_{who}", "Box{worth > 2} -> stay Box",
        f"on {key(d)} -> drop {who}{{x > 2}}", "asked(held) = $e -> move held back($e)",
    ], 2)  # fmt: skip
    rules = [f"    {rule}" for rule in middle if not rule.startswith(("stay_", "on "))] or ["    Box -> stay Box"]
    changes = [f"phase change{n}{d.one(['', ' repeat', ' repeat', ' first'])} plan", *rules]
    last = d.one([[], [f"phase last{n}", f"    Crate, asked(Crate) = $e -> {d.one(SMALL)}"],
        [f"phase last{n} show", f"    {who} -> {d.one(SMALL)}"],
        [f"phase last{n} each Crate", "    -> move Crate left"],
        [f"phase last{n}", f"    on {key(d)} -> end turn", "    -> energy - 1 at least 0"]])  # fmt: skip
    return [*want, *changes, *last]


def patterning(d: Draw) -> list[str]:
    """Cells in a line, and what they become."""
    n = d.number()
    one, two = d.random.sample(["Player", "Crate", "Rock", "Spark", "Goal", "Box", "Wall"], 2)
    cells = d.one([
        f"{one} | {two}", f"{one} | {one}", f"{one} | | {two}", f"{one} | no {two}", f"{one} | no Solid",
        f"{one} {two}",
        f"{one} | ... | {two}", f"{one} | ... | {two}", f"{one} | ... no Wall | {two}",
        f"{one} | ... no Solid | $c", f"{one}{{x > 1}} | {two}",
        f"$c {one} | $e no Solid", f"Crate{{hue=red}} | {two}", f"{one} | ... Goal | Wall",
    ])  # fmt: skip
    along = d.one(["", "", " along right", " along left up", " along way_out"])
    count = cells.count("|") + 1
    parts = [part.strip() for part in cells.split("|")]
    effects = [d.one(SMALL), "move Crate{worth > 1} left"]
    if "..." not in cells:
        becomes = [
            " | ".join(["Spark", *[""] * (count - 1)]),
            " | ".join(part.split("{")[0] if "no " not in part and "$" not in part else "" for part in parts),
            " | ".join(["" if place else "Mark" for place in range(count)]),
        ]
        if not any(word in cells for word in ("no ", "$", "{")) and count == 2 and " " not in parts[0]:
            left, right = parts
            becomes += [f"{right} | {left}", f"{left} | ", f"> {left} | > {right}", f"| < {right}"]
        effects.append(f"[ {d.one(becomes)} ]")
    lines = [f"phase pattern{n}{d.one(['', f' on {key(d)}', f' on {key(d)} first'])}",
        f"    [ {cells} ]{along}{d.one(['', '', ' once', *[' in turn'] * (4 if '...' in cells else 1)])} -> "
        + d.one(effects[-1:] * 2 + effects)]  # fmt: skip
    if d.chance(0.4):
        lines += [f"phase wish{n} on arrow($d) plan", "    Player -> move Player $d",
            f"phase push{n} repeat plan", f"    [ > Player | {d.one(['Crate', 'Box'])} ] -> [ > Player | "
            f"> {d.one(['Crate', 'Crate'])} ]".replace("Box ] -> [ > Player | > Crate", "Box ] -> [ > Player | > Box"),
            f"phase rest{n}", f"    [ {d.one(['>', '<', '^', 'v', 'moving', 'still', 'left'])} Crate | "
            f"{d.one(['Wall', 'Solid', 'no Solid', ''])} ] -> [ Crate | {d.one(['', '', 'Mark'])} ]"]  # fmt: skip
    return lines
