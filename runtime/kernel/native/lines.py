"""The lines of a function in LLVM's language: values, registers, words of the memory, calls of helpers, branches.

In a function the image is `@P`, the memory `%M`, the registers of the kernels `%R`; its own registers `%r<number>` and
the results of helpers `%out<number>` have room in its entry, which whoever writes it provides for.
"""

from __future__ import annotations

from arcg.runtime.kernel import layout as at
from arcg.runtime.kernel.native.helpers import Helper

UNDEFINED = str(at.UNDEFINED)


class Lines:
    """The lines of one function. `failed`: how it returns when an error is set."""

    def __init__(self, helpers: dict[str, Helper], failed: str) -> None:
        self.helpers = helpers
        self.failed = failed
        self.body: list[str] = []
        self.registers: dict[int, str] = {}
        self.written: set[int] = set()
        """Registers that the function has written."""
        self.results = 0
        """Calls of helpers that give something, each with room of its own."""
        self._values = 0

    def say(self, line: str) -> None:
        """Add a line."""
        self.body.append(line)

    def value(self, line: str) -> str:
        """A new value, given by an instruction."""
        self._values += 1
        name = f"%v{self._values}"
        self.say(f"{name} = {line}")
        return name

    def fresh(self) -> str:
        """A new label."""
        self._values += 1
        return f"l{self._values}"

    def call(self, name: str, *numbers: str) -> list[str]:
        """Call a helper with its numbers; what it gives."""
        helper = self.helpers[name]
        result = "%error"
        if helper.results:
            result = f"%out{self.results}"
            self.results += 1
        given = iter(numbers)
        of = {"p": "ptr @P", "m": "ptr %M", "r": "ptr %R"}
        listed = [of[letter] if letter in of else f"i64 {next(given)}" for letter in helper.arguments]
        self.say(f'call i32 @"{helper.symbol}"({", ".join([f"ptr {result}", "ptr %error", *listed])})')
        found = []
        for n in range(helper.results):
            place = self.value(f"getelementptr i64, ptr {result}, i64 {n}")
            found.append(self.value(f"load i64, ptr {place}"))
        return found

    def one(self, name: str, *numbers: str) -> str:
        """The one number that a helper gives."""
        return self.call(name, *numbers)[0]

    def get(self, register: int) -> str:
        """What a register holds."""
        return self.value(f"load i64, ptr {self._register(register)}")

    def put(self, register: int, value: str) -> None:
        """Have a register hold a value."""
        self.written.add(register)
        self.say(f"store i64 {value}, ptr {self._register(register)}")

    def _register(self, register: int) -> str:
        return self.registers.setdefault(register, f"%r{register}")

    def memory(self, place: int) -> str:
        """A word of the memory."""
        pointer = self.value(f"getelementptr i32, ptr %M, i64 {place}")
        word = self.value(f"load i32, ptr {pointer}")
        return self.value(f"sext i32 {word} to i64")

    def remember(self, place: int, value: str) -> None:
        """Write a word of the memory."""
        word = self.value(f"trunc i64 {value} to i32")
        pointer = self.value(f"getelementptr i32, ptr %M, i64 {place}")
        self.say(f"store i32 {word}, ptr {pointer}")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Go on at one label or another."""
        self.say(f"br i1 {condition}, label %{yes}, label %{no}")

    def stop_if(self, condition: str) -> None:
        """Leave the whole query when an error is set."""
        stop, go = self.fresh(), self.fresh()
        self.branch(condition, stop, go)
        self.say(f"{stop}:")
        self.say(self.failed)
        self.say(f"{go}:")

    def stop_on_error(self) -> None:
        """Leave the whole query when what was called last has set an error."""
        self.stop_if(self.value(f"icmp ne i64 {self.memory(at.ERROR)}, 0"))

    def only_if(self, condition: str, back: str) -> None:
        """Go on if a condition holds, else at a label."""
        go = self.fresh()
        self.branch(condition, go, back)
        self.say(f"{go}:")

    def unless_undefined(self, value: str, back: str) -> None:
        """Go on if a value is defined, else at a label."""
        self.only_if(self.value(f"icmp ne i64 {value}, {UNDEFINED}"), back)

    def recoded(self, value: str, table: int) -> str:
        """A number by a table, undefined if it is."""
        known = self.value(f"icmp sge i64 {value}, 0")
        number = self.value(f"select i1 {known}, i64 {value}, i64 0")
        place = self.value(f"add i64 {number}, {table}")
        pointer = self.value(f"getelementptr i32, ptr @P, i64 {place}")
        word = self.value(f"load i32, ptr {pointer}")
        wide = self.value(f"sext i32 {word} to i64")
        return self.value(f"select i1 {known}, i64 {wide}, i64 {value}")
