"""The catalogue of diagnostics: every code with its severity, message and advice.

Codes are stable: a code is never given a second meaning. `E0xx` reading the text, `E1xx` names, `E2xx` declarations,
`E3xx` rules and queries, `E4xx` levels and pictures, `W...` warnings, `A...` advice, for which no check fails. Each has
a tiny bad file in `tests/bad/`.
"""

from __future__ import annotations

from dataclasses import dataclass

from arcg.dsl.diagnostics import Severity


@dataclass(frozen=True, slots=True)
class Template:
    """`message` and `hint` are `str.format` templates; `severity` decides whether the file can be built."""

    message: str
    hint: str = ""
    severity: Severity = "error"


CODES: dict[str, Template] = {
    # -- reading the text
    "E001": Template("{found}", "{expected}"),
    "E002": Template("{path} cannot be read: {reason}", "give the path of a UTF-8 text file that ends in .arcg"),
    "E003": Template("the file is too large: more than {limit} characters", "split the game or shorten its levels"),
    "E004": Template("a character that cannot be seen: {character}", "delete it; only spaces and line ends are needed"),
    "E005": Template("a tab indents this line{more}", "indent with spaces, four for each step"),
    "E006": Template(
        "this line is indented by {found} spaces, its neighbours by {expected}",
        "give all lines of a block the same indentation",
    ),
    "E007": Template(
        "nothing can be indented below `{word}`",
        "move the line to the left, or end the line above with `,` or `->` if this one continues it",
    ),
    "E008": Template("`{word}` has nothing below it", "write its lines below it, indented by four spaces"),
    "E009": Template("`{word}` has no rows below it", "draw the rows below it, indented by four spaces"),
    "E010": Template(
        "the line ends in `{sign}` but does not go on",
        "continue it on the next line, indented deeper than this one, or take the `{sign}` away",
    ),
    "E011": Template("more than {limit} things nested in each other", "split it up with `let` or more rules"),
    "E012": Template("more than {limit} mistakes; the rest of the file was not looked at", "mend the first ones"),
    "E013": Template("no statement begins with `{word}`", "{suggestion}"),
    "E014": Template(
        "this rule has no `->`", "write `what must hold -> what happens`, or `-> what happens` if it always does"
    ),
    "E015": Template("`{found}` is not a sign of the language", "write {use}"),
    "E016": Template(
        "conditions are joined by a comma, not by `{found}`", "write `a, b` for both of them (in the legend `A B`)"
    ),
    "E017": Template(
        "the opposite is said with `no`, not with `{found}`", "write `no` before it, or `!=` between values"
    ),
    "E018": Template(
        "there is no `{found}`: a rule says `what must hold -> what happens`",
        "write the conditions with commas, then `->`; for the other case write a second rule",
    ),
    "E019": Template(
        "there is no text in quotes", "a game says nothing in words; names stand bare, as in `level first`"
    ),
    "E020": Template("`{bracket}` is never closed", "write the `{other}` that belongs to it on the same line"),
    "E021": Template("`{bracket}` closes nothing", "take it away, or write the `{other}` that belongs before it"),
    "E022": Template("a lower-case name must stand here, not `{word}`", "write `{better}`; only kinds are capitalised"),
    "E023": Template("a kind must stand here, not `{word}`", "kinds are capitalised: `{better}`"),
    "E024": Template("this entry of the legend has no `=`", "write `glyph = Kind`, like `# = Wall`"),
    "E025": Template("a legend entry begins with one character, not with `{word}`", "choose one: `{glyph} = ..`"),
    "E026": Template("`{word}` cannot follow `end`", "write `end`, `end phase` or `end turn`"),
    "E027": Template("`{word}` cannot stand here: it belongs {place}", "{advice}"),
    "E028": Template(
        "`{word}` is a word of the language and cannot be a name here", "choose another name, such as `the_{word}`"
    ),
    "E029": Template("`{word}` is said twice", "say it once"),
    "E030": Template(
        "a new thing is given its attributes with `=`, not with `{op}`", "write one value: `{attr}=value`"
    ),
    "E031": Template("a number of more than {digits} digits", "numbers this large are of no use in a grid"),
    "E032": Template("`or` stands only inside braces", "write `{{ a or b }}`"),
    "E033": Template("no comma stands between names here", "write them one after another: `a b c`"),
    "E034": Template("this line goes on for more than {limit} characters", "make several lines of it"),
    "E035": Template("a name of more than {limit} characters", "choose a shorter one"),
    "E036": Template("`{word}` is not a word of the language here", "write {use}"),
    "E037": Template(
        "`{word}` begins no condition here: a sentence is matched word for word",
        "write its lines as a phase with the condition in it: `arcg explain` shows the lines of `{sentence}`",
    ),
    "E038": Template(
        "a rule answers one event",
        "let all rules of the phase answer both: `phase name on {first} {second}`; in one rule ask for them: "
        "`{{ did {first} or did {second} }}` in place of `on {first}`",
    ),
    # -- names, declarations, levels (expand.py, declare.py, levels.py) --------------------------------------------
    "E101": Template("no kind or group is called `{name}`", "{hint}"),
    "E102": Template("no layer is called `{name}`", "{hint}"),
    "E103": Template("the world has no attribute `{name}`", "{hint}"),
    "E104": Template("`{kind}` has no attribute `{name}`", "{hint}"),
    "E105": Template("no thing of this level is called `${name}`", "{hint}"),
    "E106": Template("`{name}` is not a colour", "{hint}"),
    "E107": Template("`{word}` is not {what}", "{hint}"),
    "E120": Template("no prior reads like this: `{sentence}`", "{hint}"),
    "E121": Template("the prior `{form}` is declared twice", "remove one of them, or change a word of its head"),
    "E122": Template(
        "`{name}` is a parameter of the prior, and its lines never use it",
        "use `{name}` in the lines below, or write another word in its place",
    ),
    "E123": Template(
        "the prior `{form}` comes back to itself",
        "a prior may use other sentences, but not, through them, its own; at most {limit} deep",
    ),
    "E125": Template(
        "a prior's head begins with a kind, and `{word}` is none",
        "write a capitalised word first, such as `prior X {form}`",
    ),
    "E126": Template(
        "`{name}` stands for no attribute here",
        "after a dot and in braces a variable stands for an attribute only in a prior with `{name}` in its head; "
        "elsewhere write the attribute's name",
    ),
    "E130": Template("{what} `{name}` is declared twice", "give one of them another name, or remove it"),
    "E131": Template("`{name}` is {first} and also {second}", "give one of them another name"),
    "E201": Template("the file has no `game` line", "begin with `game` and a short name, such as `game maze`"),
    "E202": Template("the game has no `board`", "say how many cells it has, such as `board 10x8`"),
    "E203": Template("the game has no `level`", "add `level`, and a `map` under it"),
    "E204": Template("there is a second `{what}` here", "keep one of them"),
    "E205": Template("a board of {width}x{height} cells is not possible", "a board has 1 to {largest} cells each way"),
    "E206": Template(
        "{width}x{height} cells of {cell} pixels do not fit the frame of 64x64 pixels",
        "write `cell {best}` or leave `cell` out: then the largest that fits is taken",
    ),
    "E207": Template("the range {low}..{high} is empty", "write the smaller number first: `{high}..{low}`"),
    "E208": Template("{value} is too large a number", "numbers go from -1000000 to 1000000"),
    "E210": Template("the value `{name}` is listed twice", "keep one of them"),
    "E211": Template(
        "an attribute that can only be `{name}` says nothing",
        "write a range (`0..3`), two or more values (`no yes`), `facing`, or the name of a kind{hint}",
    ),
    "E212": Template("{value} is not a value of `{name}`", "it may be {domain}"),
    "E213": Template("the group `{name}` contains itself", "name only kinds and groups that do not contain `{name}`"),
    "E214": Template("`ties` lists each of the four directions once", "write all four in the order you want"),
    "E215": Template(
        "a {shape} shows a number, and `{name}` is none",
        "give `{name}` a range such as `0..20`, or show another attribute",
    ),
    "E223": Template(
        "a {shape} has no length for numbers below 0, and `{name}` goes down to {low}",
        "let the range of `{name}` begin at 0",
    ),
    "E216": Template("there are {count} {what}, and the limit is {limit}", "{hint}"),
    "E217": Template("the tint cannot tell which colour each value of `{name}` has", "{hint}"),
    "E218": Template("`as` lists {count} colours for {values} values", "list one colour for each: {domain}"),
    "E219": Template("a tint needs a number, a named value or a direction here", "tint by an attribute of the kind"),
    "E220": Template("`{name}` is a group, and a thing has one kind", "write one of {kinds}"),
    "E221": Template("`{word}` is written twice", "keep one of them"),
    "E222": Template(
        "the directions are one domain, called `facing`", "write `{name}: facing`, with `= left` if need be"
    ),
    "E224": Template("a view of {width}x{height} cells is not possible", "a view has 1 to 64 cells each way"),
    "E225": Template("a level can only give the view another size{more}", "{hint}"),
    "E226": Template(
        "`{name}` cannot turn the view", "turn it by a facing, or by a number of quarter turns: `{name}: 0..3`"
    ),
    "E227": Template(
        "nothing says which `{name}` the view goes by",
        "write `follow {name}`, or choose one: `from first {text} of {{ {name} }}, 0`",
    ),
    "E230": Template("no warning has the code `{word}`", "{hint}"),
    "E231": Template("`{word}` cannot be allowed", "mend what it speaks of; only warnings about the game are allowed"),
    "E240": Template("{what} has no place {where}", "{hint}"),
    "E241": Template(
        "nothing says what the player moves", "write `input Player` below `semantics puzzlescript`, indented"
    ),
    "E242": Template(
        "the rule has {got} behind the arrow, and {want} before it",
        "write all patterns on both sides, in one order, or none behind the arrow",
    ),
    "E391": Template(
        "nothing tells which colour `{text}` is",
        "write a colour, or what is a number from 0 to 15 or a value named like a colour",
    ),
    "E392": Template("the layer `{name}` is hidden, so nobody can see what is painted on it", "paint on another layer"),
    "E401": Template("this row is {width} pixels wide, and {others} {usual}", "{hint}"),
    "E402": Template("`{char}` is not a pixel", "{hint}"),
    "E403": Template("a picture of {width}x{height} pixels is too large", "a picture has at most 64x64 pixels"),
    "E404": Template(
        "a picture of {width}x{height} pixels does not fit a cell of {cell}x{cell} in level `{level}`",
        "draw it with at most {cell}x{cell} pixels, or make the board smaller",
    ),
    "E405": Template("colour `{colour}` is tinted twice", "keep one tint for each colour of the pictures"),
    "E410": Template("the legend does not say what `{glyph}` is", "{hint}"),
    "E411": Template("this row has {count} cells, and the board is {width} wide{others}", "{hint}"),
    "E412": Template(
        "the map has {count} rows, and the board is {height} high", "remove rows or make the board higher"
    ),
    "E413": Template(
        "`{first}` and `{second}` stand on one cell ({x}, {y}) of the layer `{layer}`",
        "put them on different layers, or mark the layer `free`",
    ),
    "E414": Template(
        "the cell ({x}, {y}) is not on the board",
        "x goes from {least} to {right}, y from {least} (the top) to {bottom}",
    ),
    "E415": Template("a level needs to know this cell beforehand", "write it with two numbers, such as `cell(3, 2)`"),
    "E416": Template(
        "the character `{glyph}` puts `{first}` and `{second}` on one cell of the layer `{layer}`",
        "put them on different layers, or mark the layer `free`",
    ),
    "E417": Template("`{name}` cannot hold `${thing}`, which is a `{kind}`", "it may hold {domain}"),
    "E418": Template(
        "the body of this `{kind}` has no cells, or is longer than {limit}",
        "give its attributes other values, or look at its `body` line",
    ),
    "E420": Template(
        "the body of this `{kind}` reaches off the board at ({x}, {y})",
        "place it farther inside, or mark the layer: `layer {layer} open`",
    ),
    "E419": Template("the ground is the same in all levels", "write `ground` in the game's own `board` line"),
    "E421": Template("`generate` knows no {what} `{word}`", "{hint}"),
    "E422": Template("{what} cannot be {low}..{high}", "{hint}"),
    "E423": Template("this `generate` can make no level: {why}", "{hint}"),
    "W201": Template(
        "the game offers no action",
        "add `actions` with some of arrows, act, click, undo",
        "warning",
    ),
    "W202": Template("`{name}` is in no level, and no rule makes one", "place it, or remove the kind", "warning"),
    "W203": Template("this prior replaces the library's of the same form", "change a word of its head", "warning"),
    "W210": Template(
        "nothing reads `{name}`",
        "let a rule, a goal or a picture ask for it, or remove it",
        "warning",
    ),
    "W211": Template(
        "nothing answers the action `{word}`",
        "let a rule answer it, or take `{word}` out of the `actions` line",
        "warning",
    ),
    "W212": Template("the file gives no warning `{word}` to allow", "take `{word}` out of the line", "warning"),
    "W213": Template(
        "`{name}` is in no level, and only rules that can never fire make one",
        "see what is said of those rules, place it, or remove the kind",
        "warning",
    ),
    "W401": Template("nothing stands in this level", "add a `map`, or `put` things into it", "warning"),
    "W402": Template(
        "this picture is never drawn: one above it always fits",
        "put it above the picture without `when`, or give that one a `when`",
        "warning",
    ),
    "W403": Template(
        "no picture of `{kind}` has a pixel of colour {colour}", "tint a colour of its pictures", "warning"
    ),
    "W404": Template(
        "`{name}` has no picture, so nobody can see or click it",
        "give it a `pic`, or put it on a `hidden` layer if that is meant",
        "warning",
    ),
    "W405": Template(
        "this row of the map has {count} cells, and the longest {longest}{others}",
        "fill it up with `.` if the rest is meant to be empty",
        "warning",
    ),
    "W411": Template(
        "this level is won as it begins, before the player has done anything",
        "give the goal something to do, or check where things stand",
        "warning",
    ),
    "W412": Template(
        "this level is lost as it begins, before the player has done anything",
        "check where things stand, and the values that the level gives",
        "warning",
    ),
    "W413": Template("the level does not begin as meant: {message}", "", "warning"),
    # -- end of names, declarations, levels -----------------------------------------------------------------------
    # -- rules and queries (rules.py and the modules that it uses) ------------------------------------------------
    "E140": Template("nothing was saved as `{name}`", "{hint}"),
    "E141": Template("`{shown}` may be a `{kind}`, which has no attribute `{name}`", "{hint}"),
    "E142": Template(
        "`{name}` has not the same values for all that `{shown}` may be: it differs for `{kind}`",
        "say which kind it is, or give all these kinds the same values for `{name}`",
    ),
    "E143": Template("nothing is called `{name}`", "{hint}"),
    "E144": Template("`{name}` is an attribute of things, and it does not say whose", "write `{kind}.{name}`"),
    "E145": Template("nothing makes the event `{name}`", "{hint}"),
    "E146": Template("there is no function or fact `{name}`", "{hint}"),
    "E147": Template("there is no relation `{name}`", "{hint}"),
    "E148": Template("`{name}` is not among the values here", "{hint}"),
    "E149": Template(
        "it is not clear which attribute's `{name}` this is",
        "compare it with an attribute, or give the value to one, so that the attribute says which is meant",
    ),
    "E301": Template(
        "nothing has given `{name}` a value before this",
        "let the event, a fact, `ahead({name})`, `at {name}` or `{name} = ..` give it one, or say `Kind {name}`",
    ),
    "E302": Template(
        "`{name}` is not bound here: no condition outside `no` and braces says which `{name}`",
        "add `{name}` to the conditions, or choose every such thing with a test: `{name}{{attribute=value}}`",
    ),
    "E303": Template("{what} is given {got}", "write it like `{want}`"),
    "E304": Template("{role} must be {want}, and {text} is {got}", "{hint}"),
    "E305": Template("{value} is not a value of `{name}`", "it goes from {low} to {high}"),
    "E306": Template("`{left}` and `{right}` cannot be compared: {first}, and {second}", "compare values of one sort"),
    "E307": Template("`{op}` needs numbers, and this is {got}", "use `=` or `!=`, or a number"),
    "E308": Template("`{text}` is {first}, and none of these is {second}", "use values of one attribute"),
    "E309": Template("{role} must be {want}, and {text} is {got}", "name a kind that it can be"),
    "E310": Template(
        "`{name}` is the same thing both times, so this can never hold", "give the second one a name: `{other}`"
    ),
    "E311": Template("`{text}` alone is no condition: it is {got}", "compare it, as in `{example}`"),
    "E312": Template(
        "`{text}` is set and also changed step by step in one rule", "write two rules, one after the other"
    ),
    "E313": Template("`{text}` is where the thing stands and cannot be set", "write `put {base} at ..` or `move`"),
    "E314": Template(
        "`{text}` is not something that can be changed", "change an attribute, such as `energy` or `Crate.hue`"
    ),
    "E315": Template("{count} frames cannot be shown", "show 1 to {most} frames"),
    "E316": Template("`{name}` is saved by the game itself", "choose another name for this save"),
    "E317": Template("`{name}` is a group, and a new thing has one kind", "make one of {kinds}"),
    "E318": Template(
        "`end` ends the rules for one thing of an `each`, and this phase has no `each`",
        "write `end phase` or `end turn`",
    ),
    "E319": Template(
        "`{word}` cannot stand after `forbid`",
        "after `forbid` the turn is over: use `restore`, `show`, costs, or an event",
    ),
    "E320": Template(
        "`{name}` is not known yet here: motion is resolved only at the end of the phase",
        "put this rule in a later phase than the one that asks for the motion",
    ),
    "E321": Template("two rules are called `{name}`", "give one of them another name"),
    "E322": Template(
        "there is a phase `{name}` already, and its header differs",
        "give this phase another name, or the same header to join it",
    ),
    "E323": Template(
        "`{name}` has no value when the phase runs for `{event}`",
        "let every event of the header give `{name}`, or write two phases",
    ),
    "E324": Template(
        "`{name}` depends on itself: {way}", "only facts may ask themselves; break the circle with an attribute"
    ),
    "E325": Template(
        "nothing in this line gives `{name}` a value", "add a condition such as `{name} = ..` after `when`"
    ),
    "E326": Template("here `{name}` is given {got}, and before {want}", "give all lines of the fact the same sorts"),
    "E327": Template("`{name}` is a fact: it holds or not, and is no value", "use it as a condition of its own"),
    "E328": Template("`{name}` comes from the game itself and cannot be made by a rule", "choose another name"),
    "E329": Template("`{name}` is made with {got} here, and with {want} before", "make it the same way everywhere"),
    "E330": Template(
        "`{name}` is what motion asks, and rules cannot ask it",
        "declare a fact of your own with the same conditions, and use it for both",
    ),
    "E331": Template("`or` cannot stand in the braces of `{word}`", "put more braces round the alternatives"),
    "E332": Template(
        "`{text}` cannot have tests here, because the phase waits for several events",
        "test it in the rules, or write two phases",
    ),
    "E333": Template("`{word}` has no meaning for `{name}`, which holds a thing", "set it with `=`"),
    "E334": Template(
        "nothing tells what `{name}` is: {sorts}",
        "{hint}",
    ),
    "E335": Template(
        "`{name}` stands twice in the head, and the conditions do not say which of the two they mean",
        "give the second one a name: `{other}`",
    ),
    "E337": Template(
        "`{name}` is an event and no condition",
        "begin the rule with `on {usage}` to answer it, or ask whether it happened: `did {usage}`",
    ),
    "E338": Template("`{name}` is a fact and no event", "use it as a condition; an event needs a name of its own"),
    "E339": Template(
        "`rigid` has a meaning only under `semantics puzzlescript`",
        "take it away: here a thing that cannot move simply stays, and a rule answers it with `on blocked(..)`",
    ),
    "E340": Template(
        "which movement `{word} {first}` is behind the arrow cannot be told",
        "say it of `{first}` before the arrow too, in one cell only, or name one movement such as `>`",
    ),
    "E341": Template(
        "which of `{first}` is meant behind the arrow cannot be told",
        "name `{first}` in this cell before the arrow too, or in one other cell only, or write one of its kinds",
    ),
    "E342": Template("behind the arrow this cell has `{second}`, and `no {first}`", "take one of the two away"),
    "E343": Template(
        "no cell can hold both `{first}` and `{second}`, which lie on one layer", "put them on different layers"
    ),
    "E350": Template("`{text}` has no `{name}`: it is {got}", "only things have attributes"),
    "E351": Template(
        "`{text}` tests a thing where nothing can be tested", "put the test among the conditions, and `{name}` here"
    ),
    "E352": Template(
        "`{left}` and `{right}` are never the same thing: {first}, and {second}", "compare things of one kind"
    ),
    "E353": Template("{what} has {want}, and is given {got}", "leave the last ones out"),
    "E354": Template("there is nothing to {word}", "name a thing"),
    "E355": Template("`{name}` is given twice", "keep one of the two values"),
    "E356": Template("`{name}` is already another thing here", "choose another name"),
    "E357": Template("`{name}` is no number but {got}, so `{sign}` has no meaning", "set it with `=`, or use `next`"),
    "E358": Template("here `{name}` carries {got}, and before {want}", "let it carry the same sorts everywhere"),
    "E359": Template("`{name}` has a form of its own, because motion asks it", "write it like `{usage} when ..`"),
    "E360": Template("`{name}` is written in two ways", "write it like `{usage}` everywhere"),
    "E361": Template("`{name}` has {got} here, and {want} before", "give all lines of the fact as many"),
    "E362": Template("`each` must say the kind: `{text}` is none", "write `each Kind $name`"),
    "E363": Template("things are ordered by a number, and this is {got}", "write an attribute or a count after `by`"),
    "E364": Template(
        "`{name}` can never happen here: no earlier phase moves anything",
        "put this rule in a later phase than the one that asks for the motion",
    ),
    "E365": Template("`{text}` is not {want}", "{hint}"),
    "E366": Template(
        "`{name}` cannot be named after `forbid`, which asks only whether its condition holds",
        "change attributes of the world, restore, or make an event that a rule answers",
    ),
    "E367": Template(
        "the fact `{name}` asks whether it does not hold: {way}",
        "a fact may ask itself, but not under `no` or `every` or in what is counted",
    ),
    "E368": Template(
        "`{name}` asks itself, so `{text}` may be no number: numbers could go on for ever",
        "leave it out, or ask a field for the distance",
    ),
    "E369": Template(
        "the last argument of the field `{name}` must be a cell, and `{text}` says none",
        "end it with a variable for the cell, such as `let path(Guard, $c) to {{ Player at $c }} through {{ .. }}`",
    ),
    "E370": Template(
        "`let` must say which kind has the attribute: `{text}` is none", "write `let Kind.{name} = .. when ..`"
    ),
    "E371": Template("`{text}` is worked out by a `let` line and cannot be changed", "change what the line asks"),
    "E380": Template(
        "the body of `{kind}` asks for more than the thing itself",
        "use attributes of `{kind}` that hold no things, numbers, and in `when` the column `$x` and the row `$y`",
    ),
    "E381": Template("the body has no cells: {text}", "draw one with `0` to `9` and `a` to `f`, or give its size"),
    "E382": Template("this body says its cells twice", "give its size after `body`, or draw rows below it"),
    "E383": Template(
        "the body does not say which cells it has",
        "draw rows below it, as of a picture, or give its size: `body 3, 2`",
    ),
    "E384": Template("`{kind}` has no attribute `{name}` that is a facing", "{hint}"),
    "E385": Template(
        "a body that is drawn needs no condition", "draw its cells, or give its size: `body 3, 2 when ..`"
    ),
    "E386": Template(
        "the origin {x}, {y} is no cell of the body, which is {width} wide and {height} high",
        "count its columns and rows from 0, here {most}",
    ),
    "E373": Template(
        "a pattern after the arrow says what the cells of a pattern before it become, and there is none",
        "write the cells before the arrow too, such as `[ Player | Crate ] -> [ Player | ]`",
    ),
    "E374": Template(
        "this pattern has {got}, and the one before the arrow {want}", "write the same cells on both sides"
    ),
    "E375": Template("`{text}` cannot stand here: after the arrow a pattern says what is there", "leave it out"),
    "E376": Template(
        "`...` stands for the cells between two others", "write a cell on each side of it, such as `[ A | ... | B ]`"
    ),
    "E377": Template("`{word}` is no word of a pattern", "{hint}"),
    "E378": Template(
        "`id` cannot be given to a thing: it follows from the order in which they are made",
        "leave it out, or let the kind have an attribute of another name",
    ),
    "E379": Template("`after` stands between two things of one numbered kind, not {got}", "{hint}"),
    "E372": Template("`step` is asked of a field, and `{text}` is none", "{hint}"),
    "W301": Template("nothing uses `{name}`", "{hint}", "warning"),
    "W302": Template(
        "this {always}: `{text}` goes from {low} to {high}, and {number} is outside", "check the number", "warning"
    ),
    "W303": Template(
        "this never happens: the game does not offer `{word}`", "add `{word}` to the `actions` line", "warning"
    ),
    "W304": Template("the game does not offer undo", "add `undo` to the `actions` line", "warning"),
    "W305": Template(
        "undo gives `{name}` back, and players expect undo to cost", "write `undo keeping {name}`", "warning"
    ),
    "W306": Template(
        "`{name}` can step over {limit}, which loses: a result outside its values is not done at all",
        "write `{name} - {amount} at least {limit}`",
        "warning",
    ),
    "W307": Template(
        "`{name}` is bound before, so this `{word}` looks at that one thing only",
        "give it a name of its own in the braces, such as `Kind $b`, if all of them are meant",
        "warning",
    ),
    "W308": Template(
        "nothing wins this game: no level can ever be completed",
        "add a goal, such as `win when every Goal has Crate on Goal`",
        "warning",
    ),
    "W309": Template(
        "this rule leaves the game to chance: another seed, another game",
        "let the position decide, or write `allow W309` if chance is meant",
        "warning",
    ),
    "W321": Template("this rule can never fire: {reason}", "{hint}", "warning"),
    "W322": Template("the phase `{name}` never runs: {reason}", "{hint}", "warning"),
    "W323": Template(
        "this rule is never reached: whenever it has a match, the rule `{name}` above it has one",
        "under `first` write the rule with more conditions above the one with fewer",
        "warning",
    ),
    "W324": Template(
        "nothing is left of what this rule does: the next rule, `{name}`, sets all of it again",
        "write the rule with more conditions below the one with fewer, or take one of them away",
        "warning",
    ),
    "W325": Template(
        "several matches of this rule may set `{name}` to different values, and only the last one is kept",
        "say which thing the value is taken from, or choose: `first .. of {{ .. }}`, `max .. of {{ .. }}`",
        "warning",
    ),
    "W326": Template("this rule sets `{name}` twice, and only the last one is kept", "keep one of them", "warning"),
    "W327": Template(
        "the phase `{name}` may never rest: {why}",
        "give its rules a condition that ends, or drop `repeat`",
        "warning",
    ),
    "W328": Template(
        "nothing links {names}: all {count} combinations are tried, which is slow",
        "add a condition that says how they belong together, or let a rule remember it in an attribute",
        "warning",
    ),
    "W329": Template(
        "nothing answers the event `{name}`",
        "write a rule `on {name} -> ..`, ask `did {name}`, or remove it",
        "warning",
    ),
    "W330": Template(
        "what the plan `{name}` asks to move is forgotten: no phase that is no plan runs after it in the same turn",
        "take `plan` away, or write a phase below in which it moves",
        "warning",
    ),
    "W331": Template("the field `{name}` leads nowhere: {reason}", "{hint}", "warning"),
    "W332": Template(
        "this line of `{name}` is never reached: whenever it applies, the line above it does too",
        "write the line with more conditions above the one with fewer",
        "warning",
    ),
    "W333": Template(
        "this `stay` changes nothing: nothing has asked {kinds} to move by then",
        "let an earlier rule of the phase, or an earlier phase marked `plan`, ask for the move",
        "warning",
    ),
    "W334": Template(
        "this `{name}` is not the one that is given a value further on: inside {where} it stands for any at all",
        "write the condition with {where} after the one that says what `{name}` is, or use another name inside",
        "warning",
    ),
    "W335": Template("{what} can never hold: {reason}", "{hint}", "warning"),
    "W336": Template(
        "`every` ends at the comma: this `{name}` is any at all, not the one that `every` speaks of",
        "write all that is said of each in braces: `has {{ .., .. }}`; if any will do, give it another name: `{other}`",
        "warning",
    ),
    "W337": Template(
        "this rule misses what is refused in the last round of the phase: a round in which nothing moved is the last",
        "answer `blocked` in a phase below this one, which hears of all that was refused",
        "warning",
    ),
    "W338": Template(
        "one thing may have several values of `{name}` by this line, and the first of them is taken",
        "say which thing the value is taken from, or choose: `first .. of {{ .. }}`, `max .. of {{ .. }}`",
        "warning",
    ),
    "W339": Template(
        "nothing of this rule is ever done: what it makes of `{name}` is never within {low}..{high}",
        "check the amount, or keep the result within bounds with `at least` or `at most`",
        "warning",
    ),
    "W340": Template(
        "this `turn` changes nothing: {kinds} looks the same to all sides",
        "say in the kind what does: `has way: facing` and `turned by way`; or name another cell: `turn .. cw about ..`",
        "warning",
    ),
    "W351": Template(
        "`{first}` is one kind, so there is nothing to choose", "name a group, or leave `random` out", "warning"
    ),
    "W352": Template(
        "if `{first}` is chosen, `{second}` goes: both lie on one layer",
        "put them on different layers, or leave one of the two away",
        "warning",
    ),
    "W353": Template(
        "some ways of this rule put `{second}` where they put `{first}`, on one layer: only `{second}` comes",
        "name kinds instead of groups, or put them on different layers",
        "warning",
    ),
    "E390": Template(
        "nothing links {names}: {count} combinations would be tried, and the limit for so many names is {limit}",
        "add a condition that says how they belong together, or let a rule remember it in an attribute",
    ),
    # -- end of rules and queries ---------------------------------------------------------------------------------
    # -- core knowledge (knowledge/) ----------------------------------------------------------------------------------
    "W501": Template(
        "{what} looks like {sign}",
        "a player who knows the sign takes it for a message: change the shape until it is no sign",
        "warning",
    ),
    "W502": Template(
        "{what} in level `{level}` looks like {sign}",
        "move some of it, so that nobody reads it: a map should show places and things only",
        "warning",
    ),
    "A501": Template(
        "{count} quantities are shown at once, this one among them",
        "people follow about {limit}: leave some out, or let one of them be seen in what things look like",
        "advice",
    ),
    "A502": Template(
        "{what} only by {first} and {second}, which are easily taken for each other",
        "choose colours that are farther apart, or another shape",
        "advice",
    ),
    "A503": Template(
        "{count} things are to be found out in the first level: {names}",
        "begin with one or two, and bring the others in one by one in the levels after it",
        "advice",
    ),
}

UNREAD: frozenset[str] = frozenset({"E002", "E003"})
"""The codes that speak of a whole file whose text is not at hand, and of no place in it."""

NEVER_HAPPENS: frozenset[str] = frozenset({
    "W202", "W213", "W302", "W303", "W308", "W321", "W322", "W323", "W324", "W330", "W331", "W332", "W333", "W335",
    "W339", "W340", "W402",
})  # fmt: skip
"""The codes that say of a part of a game that it never comes about, or of a test that it always goes one way.

`arcg explain` lists what they found; a new warning of this sort belongs here.
"""
