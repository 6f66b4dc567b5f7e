"""From the code of the query machine to LLVM's language.

The machine keeps what is left to try on a stack that it looks at again and again. Which choices and queries within
queries lie on that stack is known for every instruction beforehand, so a piece of code becomes a function whose blocks
are named by an instruction and the stack it is reached with: going back is a jump. Registers become values of the
function, a fact that is asked a function of its own, and all numbers of the image constants.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arcg.runtime.kernel import layout as at
from arcg.runtime.kernel import opcodes as op
from arcg.runtime.kernel.native.helpers import Helper
from arcg.runtime.kernel.native.lines import UNDEFINED, Lines

Stack = tuple["Site", ...]

TOP, FACT, ROWS = range(3)
"""What a function is: asked by the kernels, a fact whose arguments are known, or all solutions of one as rows."""
SORTS = "query", "fact", "rows"


class Site(NamedTuple):
    """An entry of the machine's stack: the instruction that made it, and a number by which its state is named."""

    pc: int
    number: int


SIGNS = {op.EQ: "eq", op.NE: "ne", op.LT: "slt", op.LE: "sle", op.GT: "sgt", op.GE: "sge"}
FRAMES = {op.EXISTS, op.FOLD, op.COLLECT}


class Translator:
    """Writes the functions of one image; `text` is the whole module in the end."""

    def __init__(self, image: NDArray[np.int32], helpers: dict[str, Helper]) -> None:
        self.words: list[int] = image.tolist()
        self.helpers = helpers
        self.met: set[int] = set()
        """The instructions that were translated."""
        self._functions: dict[tuple[int, int], list[str]] = {}
        self._waiting: list[tuple[int, int, tuple[int, ...]]] = []

    def text(self, entries: Sequence[int]) -> str:
        """The module with a function `query<address>` for each piece of code that the kernels ask for."""
        for entry in entries:
            self.wanted(entry, TOP, ())
        while self._waiting:
            code, sort, arguments = self._waiting.pop()
            self._functions[code, sort] = _Function(self, code, sort, arguments).lines()
        words = ", ".join(f"i32 {word}" for word in self.words)
        head = [f"@P = internal unnamed_addr constant [{len(self.words)} x i32] [{words}], align 64"]
        for helper in self.helpers.values():
            kinds = ["ptr", "ptr", *("i64" if letter == "n" else "ptr" for letter in helper.arguments)]
            head.append(f'declare i32 @"{helper.symbol}"({", ".join(kinds)})')
        return "\n".join([*head, *(line for lines in self._functions.values() for line in lines)]) + "\n"

    def wanted(self, code: int, sort: int, arguments: tuple[int, ...]) -> str:
        """The name of the function for a piece of code, which is written if it is not yet.

        `arguments`: the registers that callers fill.
        """
        if (code, sort) not in self._functions:
            self._functions[code, sort] = []
            self._waiting.append((code, sort, arguments))
        return f"@{SORTS[sort]}{code}"


class _Function(Lines):
    """One function, written block by block."""

    def __init__(self, module: Translator, code: int, sort: int, arguments: tuple[int, ...]) -> None:
        super().__init__(module.helpers, f"ret i64 {0 if sort == TOP else -1}")
        self.module, self.code, self.sort, self.arguments = module, code, sort, arguments
        self.words = module.words
        self.slots: dict[tuple[int | None, str], str] = {}
        self.widths: dict[int | None, int] = {}
        """Words of the rows of each frame (None: the function's own)."""
        self._labels: dict[tuple[int, Stack], str] = {}
        self._backs: dict[Stack, str] = {}
        self._sites: dict[tuple[int, Stack], Site] = {}
        self._todo: list[tuple[str, int, Stack]] = []
        self._todo_backs: list[tuple[str, Stack]] = []

    # ------------------------------------------------------------ text

    def lines(self) -> list[str]:
        """The whole function."""
        first = self.label(self.code, ())
        while self._todo or self._todo_backs:
            if self._todo:
                label, pc, stack = self._todo.pop()
                self.body.append(f"{label}:")
                self.instruction(pc, stack)
            else:  # what is within a frame before what comes after it, for its rows are known only then
                number = max(range(len(self._todo_backs)), key=lambda n: len(self._todo_backs[n][1]))
                label, stack = self._todo_backs.pop(number)
                self.body.append(f"{label}:")
                self.retry(stack)
        name = self.module.wanted(self.code, self.sort, self.arguments)
        if self.sort == TOP:
            parameters = "ptr %unused, ptr noalias %M, ptr noalias %R, ptr %x, ptr %y, ptr %z, i64 %code, i64 %base"
            begin = f"define i64 {name}({parameters}) {{"
        else:
            given = "".join(f", i64 %a{register}" for register in self.arguments)
            begin = f"define internal i64 {name}(ptr noalias %M, ptr noalias %R, i64 %base{given}) {{"
        ends = []
        if self.sort == TOP:
            ends = ["found:", *(line for n in sorted(self.written) for line in self._written_back(n)), "ret i64 1"]
        return [begin, "entry:", *self._entry(), f"br label %{first}", *self.body, *ends, "}"]

    def _entry(self) -> list[str]:
        """Room for all that changes, and what it is in the beginning."""
        lines = ["%error = alloca ptr"]
        lines += [f"{slot} = alloca i64" for slot in self.slots.values()]
        lines += [f"{name} = alloca i64" for name in self.registers.values()]
        lines += [f"%out{n} = alloca [4 x i64]" for n in range(self.results)]
        for register, name in self.registers.items():
            if self.sort == TOP:
                lines += [
                    f"%at{register} = add i64 %base, {register}",
                    f"%in{register} = getelementptr i64, ptr %R, i64 %at{register}",
                    f"%old{register} = load i64, ptr %in{register}",
                    f"store i64 %old{register}, ptr {name}",
                ]
            else:
                value = f"%a{register}" if register in self.arguments else UNDEFINED
                lines.append(f"store i64 {value}, ptr {name}")
        if (None, "mark") in self.slots:
            lines += [
                f"%top = getelementptr i32, ptr %M, i64 {at.ROW_TOP}",
                "%mark0 = load i32, ptr %top",
                "%mark1 = sext i32 %mark0 to i64",
                f"store i64 %mark1, ptr {self.slots[None, 'mark']}",
            ]
        for what in ("first", "last"):
            if (None, what) in self.slots:
                lines.append(f"store i64 -1, ptr {self.slots[None, what]}")
        return lines

    def _written_back(self, register: int) -> list[str]:
        """The kernels look for what was bound in the registers of the memory."""
        return [
            f"%res{register} = load i64, ptr {self.registers[register]}",
            f"store i64 %res{register}, ptr %in{register}",
        ]

    def slot(self, site: Site | None, what: str) -> str:
        """Where a word of the state of a site is kept (None: of the function's own frame)."""
        number = None if site is None else site.number
        return self.slots.setdefault((number, what), f"%{what}_{'f' if number is None else number}")

    # ------------------------------------------------------------ blocks

    def label(self, pc: int, stack: Stack) -> str:
        """The block of an instruction reached with a stack."""
        key = (pc, stack)
        if key not in self._labels:
            self._labels[key] = f"b{len(self._labels)}"
            self._todo.append((self._labels[key], pc, stack))
        return self._labels[key]

    def back(self, stack: Stack) -> str:
        """The block that tries the next candidate of the last choice of a stack."""
        if stack not in self._backs:
            self._backs[stack] = f"k{len(self._backs)}"
            self._todo_backs.append((self._backs[stack], stack))
        return self._backs[stack]

    def site(self, pc: int, stack: Stack) -> Site:
        return self._sites.setdefault((pc, stack), Site(pc, len(self._sites)))

    def frame(self, stack: Stack) -> int:
        """The place of the innermost frame in a stack, -1 for the function's own."""
        for place in range(len(stack) - 1, -1, -1):
            if self.words[stack[place].pc] in FRAMES:
                return place
        return -1

    def begin_frame(self, site: Site | None, rows: bool) -> None:
        self.say(f"store i64 {self.memory(at.ROW_TOP)}, ptr {self.slot(site, 'mark')}")
        if rows:
            self.say(f"store i64 -1, ptr {self.slot(site, 'first')}")
            self.say(f"store i64 -1, ptr {self.slot(site, 'last')}")

    def forget_rows(self, site: Site | None) -> None:
        """Take off the rows that a frame has put on the stack."""
        self.remember(at.ROW_TOP, self.value(f"load i64, ptr {self.slot(site, 'mark')}"))

    def gather(self, site: Site | None) -> None:
        """Bring the rows of a frame together."""
        first = self.value(f"load i64, ptr {self.slot(site, 'first')}")
        self.slot(site, "last")
        mark = self.value(f"load i64, ptr {self.slot(site, 'mark')}")
        number = None if site is None else site.number
        self.call("gather_rows", first, mark, str(self.widths.get(number, 0)))

    def retry(self, stack: Stack) -> None:
        """Go on with the next candidate of the last choice, or with what comes after a frame."""
        w = self.words
        if not stack:
            if self.sort == FACT:
                self.forget_rows(None)
            elif None in self.widths:
                self.gather(None)
            else:
                self.forget_rows(None)
            self.say("ret i64 0")
            return
        site, outer = stack[-1], stack[:-1]
        pc = site.pc
        code = w[pc]
        if code == op.EXISTS:
            self.forget_rows(site)
            self.say(f"br label %{self.label(w[pc + 2], outer)}")
        elif code == op.FOLD:
            self.forget_rows(site)
            if w[pc + 1] == op.FOLD_SUM:
                self.put(w[pc + 2], self.one("within", self.get(w[pc + 2])))
            self.say(f"br label %{self.label(w[pc + 3], outer)}")
        elif code == op.COLLECT:
            if site.number in self.widths:
                self.gather(site)
            else:
                self.forget_rows(site)
            self.say(f"br label %{self.label(w[pc + 2], outer)}")
        else:
            self.candidate(site, stack, outer)

    def go_on(self, pc: int, stack: Stack) -> None:
        self.say(f"br label %{self.label(pc, stack)}")

    # ------------------------------------------------------------ choices

    def load(self, site: Site, what: str) -> str:
        return self.value(f"load i64, ptr {self.slot(site, what)}")

    def store(self, site: Site, what: str, value: str) -> None:
        self.say(f"store i64 {value}, ptr {self.slot(site, what)}")

    def open_choice(self, pc: int, stack: Stack) -> None:
        """Begin a choice: its first candidate is looked for by its block of going back."""
        w = self.words
        code = w[pc]
        site = self.site(pc, stack)
        back = self.back(stack)
        if code == op.EACH_KIND:
            self.store(site, "a", "0")
            self.store(site, "b", "-1")
        elif code == op.EACH_AT:
            cell = self.get(w[pc + 2])
            self.unless_undefined(cell, back)
            self.store(site, "a", self.get(w[pc + 4]) if w[pc + 4] >= 0 else "-1")
            self.store(site, "b", self.one("first_at", cell))
        elif code == op.EACH_BY:
            slot = self.get(w[pc + 2])
            self.only_if(self.value(f"icmp ne i64 {self.one('is_alive', slot)}, 0"), back)
            self.store(site, "a", slot)
            self.store(site, "b", "-1")
            self.store(site, "c", "-1")
        elif code == op.EACH_EVENT:
            self.store(site, "a", self.memory(w[at.FIRST_OF] + 2 * w[pc + 2]))
        elif code in (op.EACH_CELL, op.EACH_DIR):
            self.store(site, "a", "0")
        elif code == op.EACH_RAY:
            ends = w[pc + 4] >= 0
            end = self.get(w[pc + 4]) if ends else UNDEFINED
            x, y, left = self.call("aim", self.get(w[pc + 2]), self.get(w[pc + 3]), str(int(ends)), end)
            self.only_if(self.value(f"icmp sge i64 {left}, 0"), back)
            for what, value in zip("abc", (x, y, left), strict=True):
                self.store(site, what, value)
        elif code == op.EACH_COVERED:
            slot = self.get(w[pc + 2])
            self.only_if(self.value(f"icmp ne i64 {self.one('is_alive', slot)}, 0"), back)
            self.store(site, "a", slot)
            self.store(site, "b", "0")
        elif code == op.EACH_SPAN:
            begin = self.get(w[pc + 2])
            words = self.value(f"mul i64 {self.get(w[pc + 3])}, {w[pc + 4]}")
            self.store(site, "a", begin)
            self.store(site, "b", self.value(f"add i64 {begin}, {words}"))
        elif code == op.EACH_TUPLE:
            loop = w[at.LOOP_AT] + w[pc + 2] * at.LOOP_WORDS
            self.store(site, "a", self.memory(loop + at.LOOP_BEGIN))
            self.store(site, "b", self.memory(loop + at.LOOP_END))
        else:
            self.store(site, "a", self.get(w[pc + 2]))
            self.store(site, "b", self.memory(at.ROW_TOP))
        self.say(f"br label %{self.back((*stack, site))}")

    def candidate(self, site: Site, stack: Stack, outer: Stack) -> None:
        """Put the next candidate of a choice into its register, or go back to the choice before."""
        w, pc = self.words, site.pc
        code, to = w[pc], w[pc + 1]
        none = self.back(outer)
        after = pc + op.LENGTHS[code]
        if code == op.EACH_KIND:
            which, slot = self.call("next_of_kinds", str(w[pc + 2]), self.load(site, "a"), self.load(site, "b"))
            self.only_if(self.value(f"icmp sge i64 {slot}, 0"), none)
            self.store(site, "a", which)
            self.store(site, "b", self.value(f"add i64 {slot}, 1"))
            self.put(to, slot)
        elif code == op.EACH_AT:
            node, owner, following = self.call("next_here", str(w[pc + 3]), self.load(site, "a"), self.load(site, "b"))
            self.only_if(self.value(f"icmp sge i64 {node}, 0"), none)
            self.store(site, "b", following)
            self.put(to, owner)
        elif code == op.EACH_BY:
            node, owner, following, number = self.call(
                "next_around", str(w[pc + 3]), self.load(site, "a"), str(w[pc + 4]), self.load(site, "b"),
                self.load(site, "c"),
            )  # fmt: skip
            self.only_if(self.value(f"icmp sge i64 {node}, 0"), none)
            self.store(site, "b", number)
            self.store(site, "c", following)
            self.put(to, owner)
        elif code == op.EACH_EVENT:
            number = self.load(site, "a")
            self.only_if(self.value(f"icmp sge i64 {number}, 0"), none)
            self.store(site, "a", self.one("next_event", number))
            self.put(to, number)
        elif code == op.EACH_CELL:
            number = self.load(site, "a")
            cell = self.one("cell_numbered", number)
            self.unless_undefined(cell, none)
            self.store(site, "a", self.value(f"add i64 {number}, 1"))
            self.put(to, cell)
        elif code == op.EACH_RAY:
            cell, x, y, left = self.call(
                "next_of_ray", self.load(site, "a"), self.load(site, "b"), self.load(site, "c")
            )
            self.unless_undefined(cell, none)
            for what, value in zip("abc", (x, y, left), strict=True):
                self.store(site, what, value)
            self.put(to, cell)
        elif code == op.EACH_COVERED:
            number, cell = self.call("next_covered", self.load(site, "a"), self.load(site, "b"))
            self.unless_undefined(cell, none)
            self.store(site, "b", number)
            self.put(to, cell)
        else:
            number = self.load(site, "a")
            end = "4" if code == op.EACH_DIR else self.load(site, "b")
            step = 1 if code == op.EACH_DIR else w[pc + 4] if code == op.EACH_SPAN else w[pc + 3]
            self.only_if(self.value(f"icmp slt i64 {number}, {end}"), none)
            self.store(site, "a", self.value(f"add i64 {number}, {step}"))
            self.put(to, number)
        self.go_on(after, stack)

    # ------------------------------------------------------------ instructions

    def instruction(self, pc: int, stack: Stack) -> None:
        """The block of one instruction."""
        w = self.words
        code = w[pc]
        self.module.met.add(code)
        after = pc + op.LENGTHS[code]
        if code == op.HALT:
            self.say("br label %found")
        elif code < op.EQ:
            self.put(w[pc + 1], self.calculation(code, pc))
            self.go_on(after, stack)
        elif code < op.FAIL:
            self.test(code, pc, stack, after)
        elif code == op.FAIL:
            self.say(f"br label %{self.back(stack)}")
        elif code == op.JUMP:
            self.go_on(w[pc + 1], stack)
        elif code == op.ARGUMENT:
            self.put(w[pc + 1], self.one("argument_of", self.get(w[pc + 2]), str(w[pc + 3])))
            self.go_on(after, stack)
        elif code < op.EXISTS:
            self.open_choice(pc, stack)
        elif code == op.SUCCEED:
            self.succeed(stack)
        elif code == op.TERM:
            site = stack[self.frame(stack)]
            how, to = w[site.pc + 1], w[site.pc + 2]
            value = self.get(w[pc + 1]) if how != op.FOLD_COUNT else "0"
            self.put(to, self.one("term", str(how), self.get(to), value))
            self.say(f"br label %{self.back(stack)}")
        elif code == op.ROW:
            self.row(pc, stack)
        elif code in FRAMES:
            self.open_frame(code, pc, stack, after)
        elif code in (op.ENTER, op.ENTER_ROWS):
            self.enter(code, pc, stack)
        else:
            self.use_rows(code, pc, stack, after)

    def calculation(self, code: int, pc: int) -> str:
        """What an instruction that gives a value gives."""
        w = self.words

        def operand(number: int) -> str:
            return self.get(w[pc + 1 + number])

        if code == op.CONST:
            return str(w[pc + 2])
        if code == op.UNDEF:
            return UNDEFINED
        if code == op.COPY:
            return operand(1)
        if code == op.WORLD_OF:
            return self.memory(w[at.LIVE] + at.BLOCK_HEAD + w[pc + 2])
        if code == op.ATTR_OF:
            return self.one("attribute", operand(1), str(w[pc + 3]))
        if code <= op.MOST:
            return self.one("number_of_two", str(code), operand(1), operand(2))
        if code in (op.CELL, op.AHEAD):
            return self.one("cell_of_two", str(code), operand(1), operand(2))
        if code == op.WAY:
            return self.one("way_to", operand(1), operand(2))
        if code == op.EITHER:
            value = operand(1)
            missing = self.value(f"icmp eq i64 {value}, {UNDEFINED}")
            return self.value(f"select i1 {missing}, i64 {operand(2)}, i64 {value}")
        if code == op.ASKED_OF:
            return self.one("asked_of", operand(1))
        if code == op.REACH_OF:
            return self.one("distance", str(w[pc + 2]), operand(2))
        if code == op.NEARER:
            return self.one("approach", str(w[pc + 2]), operand(2))
        if code == op.CELL_OF:
            return self.one("cell_of", operand(1))
        if code == op.RECODE:
            return self.recoded(operand(1), w[pc + 3])
        return self.one("of_one", str(code), operand(1))

    def test(self, code: int, pc: int, stack: Stack, after: int) -> None:
        """A test: on, or back."""
        w = self.words
        back = self.back(stack)
        if code == op.TAKE:
            value = self.get(w[pc + 2])
            self.unless_undefined(value, back)
            gone = self.value(f"icmp eq i64 {value}, {at.GONE}")
            self.put(w[pc + 1], self.value(f"select i1 {gone}, i64 -1, i64 {value}"))
            self.go_on(after, stack)
            return
        left = self.get(w[pc + 1])
        if code in SIGNS or code in (op.LIES_AT, op.ARGUMENT_IS) or op.SAME_CELL <= code <= op.AHEAD_OF:
            self.unless_undefined(left, back)
        if code == op.DEFINED:
            holds = self.value(f"icmp ne i64 {left}, {UNDEFINED}")
        elif code == op.ARGUMENT_IS:
            right = self.get(w[pc + 2])
            same = self.value(f"icmp eq i64 {left}, {right}")
            wants_none = self.value(f"icmp eq i64 {left}, -1")
            missing = self.value(f"icmp eq i64 {right}, {UNDEFINED}")
            holds = self.value(f"or i1 {same}, {self.value(f'and i1 {wants_none}, {missing}')}")
        elif code in SIGNS:
            right = self.get(w[pc + 2])
            self.unless_undefined(right, back)
            holds = self.value(f"icmp {SIGNS[code]} i64 {left}, {right}")
        else:
            holds = self.value(f"icmp ne i64 {self.asked(code, pc, left, back)}, 0")
        self.branch(holds, self.label(after, stack), back)

    def asked(self, code: int, pc: int, left: str, back: str) -> str:
        """A test that a helper answers."""
        w = self.words
        if code == op.ON_BOARD:
            return self.one("on_board", left)
        if code == op.IS_KIND:
            return self.one("is_kind", left, str(w[pc + 2]))
        right = self.get(w[pc + 2])
        if code == op.STOPS_BY:
            return self.one("stops_by", left, right, str(w[pc + 3]))
        self.unless_undefined(right, back)
        if code == op.LIES_AT:
            return self.one("lies_at", left, right)
        direction = self.get(w[pc + 3]) if code == op.AHEAD_OF else "0"
        return self.one("related", str(code), left, right, direction)

    # ------------------------------------------------------------ frames and facts

    def succeed(self, stack: Stack) -> None:
        """The query of the innermost frame has a solution."""
        place = self.frame(stack)
        if place < 0:
            self.forget_rows(None)
            self.say("br label %found" if self.sort == TOP else "ret i64 1")
            return
        site = stack[place]
        self.forget_rows(site)
        self.go_on(self.words[site.pc + 1], stack[:place])

    def row(self, pc: int, stack: Stack) -> None:
        """One more row of the innermost frame."""
        w = self.words
        listed = w[pc + 1]
        count = w[listed]
        place = self.frame(stack)
        site = stack[place] if place >= 0 else None
        self.widths[None if site is None else site.number] = count
        first, last = self.slot(site, "first"), self.slot(site, "last")
        self.slot(site, "mark")
        top = self.one("new_row", str(count), self.value(f"load i64, ptr {last}"))
        self.stop_if(self.value(f"icmp slt i64 {top}, 0"))
        begin = self.value(f"add i64 {top}, {w[at.ROWS] + 1}")
        row = self.value(f"getelementptr i64, ptr %R, i64 {begin}")
        for n in range(count):
            to = self.value(f"getelementptr i64, ptr {row}, i64 {n}")
            self.say(f"store i64 {self.get(w[listed + 1 + n])}, ptr {to}")
        before = self.value(f"load i64, ptr {first}")
        none = self.value(f"icmp slt i64 {before}, 0")
        self.say(f"store i64 {self.value(f'select i1 {none}, i64 {top}, i64 {before}')}, ptr {first}")
        self.say(f"store i64 {top}, ptr {last}")
        self.say(f"br label %{self.back(stack)}")

    def open_frame(self, code: int, pc: int, stack: Stack, after: int) -> None:
        """A query within the query."""
        w = self.words
        site = self.site(pc, stack)
        self.begin_frame(site, code == op.COLLECT)
        if code == op.FOLD:
            self.put(w[pc + 2], "0" if w[pc + 1] <= op.FOLD_SUM else UNDEFINED)
        elif code == op.COLLECT:
            self.put(w[pc + 1], self.memory(at.ROW_TOP))
        self.go_on(after, (*stack, site))

    def enter(self, code: int, pc: int, stack: Stack) -> None:
        """A fact is asked."""
        w = self.words
        exists = code == op.ENTER
        callee, size, listed = w[pc + 2 + exists], w[pc + 3 + exists], w[pc + 4 + exists]
        pairs = sorted((w[listed + 2 + 2 * n], w[listed + 1 + 2 * n]) for n in range(w[listed]))
        name = self.module.wanted(callee, FACT if exists else ROWS, tuple(to for to, _ in pairs))
        base = self.value(f"add i64 %base, {size}")
        given = [f"i64 {self.get(source)}" for _, source in pairs]
        result = self.value(f"call i64 {name}({', '.join(['ptr %M', 'ptr %R', f'i64 {base}', *given])})")
        self.stop_if(self.value(f"icmp slt i64 {result}, 0"))
        if not exists:
            self.go_on(w[pc + 1], stack)
            return
        found = self.value(f"icmp ne i64 {result}, 0")
        self.branch(found, self.label(w[pc + 1], stack), self.label(w[pc + 2], stack))

    # ------------------------------------------------------------ rows, loops of facts, fields

    def use_rows(self, code: int, pc: int, stack: Stack, after: int) -> None:
        """Instructions on rows that are complete, on loops of facts and on fields."""
        w = self.words
        if code == op.BEGIN_ROWS:
            self.put(w[pc + 1], self.memory(at.ROW_TOP))
        elif code == op.DISTINCT:
            self.call("distinct_rows", self.get(w[pc + 1]), str(w[pc + 2]))
        elif code in (op.ROW_WORD, op.TUPLE_WORD):
            table = w[at.ROWS] if code == op.ROW_WORD else w[at.TUPLES]
            place = self.value(f"add i64 {self.get(w[pc + 2])}, {table + w[pc + 3]}")
            pointer = self.value(f"getelementptr i64, ptr %R, i64 {place}")
            self.put(w[pc + 1], self.value(f"load i64, ptr {pointer}"))
        elif code == op.FOLD_ROWS:
            start = self.get(w[pc + 3])
            self.put(w[pc + 2], self.one("fold_rows", str(w[pc + 1]), start, str(w[pc + 4]), str(w[pc + 5])))
            self.remember(at.ROW_TOP, start)
        elif code == op.FIRST_ROW:
            start = self.get(w[pc + 2])
            self.put(w[pc + 1], self.one("first_row", start, str(w[pc + 3])))
            self.remember(at.ROW_TOP, start)
        elif code == op.KEEP_LOOP:
            self.call("keep_loop", str(w[pc + 1]), self.get(w[pc + 2]), self.get(w[pc + 3]), str(w[pc + 4]))
            self.stop_on_error()
        elif code == op.FIELD_SEED:
            self.call("seed", str(w[pc + 1]), self.get(w[pc + 2]))
        elif code == op.FIELD_GROW:
            self.call("reach", str(w[pc + 1]), self.get(w[pc + 2]))
        elif code == op.FIELD_KEEP:
            self.call("keep_field", str(w[pc + 1]))
        else:
            leaves = self.leaves(code, pc)
            self.branch(leaves, self.label(w[after - 1], stack), self.label(after, stack))
            return
        self.go_on(after, stack)

    def leaves(self, code: int, pc: int) -> str:
        """Whether an instruction goes on where its last word says."""
        w = self.words
        if code == op.LOOP_KNOWN:
            return self.value(f"icmp ne i64 {self.one('loop_known', str(w[pc + 1]))}, 0")
        if code == op.FIELD_KNOWN:
            base = self.spilled(w[pc + 2])
            known = self.one("field_known", str(w[pc + 1]), str(w[pc + 2]), base)
            return self.value(f"icmp ne i64 {known}, 0")
        if code == op.FIELD_NEXT:
            cell = self.one("next_cell", str(w[pc + 1]))
            self.put(w[pc + 2], cell)
            return self.value(f"icmp eq i64 {cell}, {UNDEFINED}")
        registers = [self.get(w[pc + 1 + n]) for n in range(3)]
        known, new = self.call("grow", *registers, str(w[pc + 4]))
        self.stop_on_error()
        self.put(w[pc + 2], known)
        self.put(w[pc + 3], new)
        return self.value(f"icmp sgt i64 {new}, 0")

    def spilled(self, listed: int) -> str:
        """Write the registers of a list where the kernels look for them; their base."""
        w = self.words
        end = w[at.REGISTERS] + w[at.REGISTERS_SIZE] - op.CALL_ROOM
        full, room = self.fresh(), self.fresh()
        self.branch(self.value(f"icmp sgt i64 %base, {end}"), full, room)
        self.say(f"{full}:")
        self.remember(at.ERROR, str(at.ROOM_REGISTERS))
        self.remember(at.NEED, "0")
        self.say(self.failed)
        self.say(f"{room}:")
        for n in range(w[listed]):
            register = w[listed + 1 + n]
            place = self.value(f"add i64 %base, {register}")
            pointer = self.value(f"getelementptr i64, ptr %R, i64 {place}")
            self.say(f"store i64 {self.get(register)}, ptr {pointer}")
        return "%base"
