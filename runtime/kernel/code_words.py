"""What assemblers write to: the words of the image, the registers of a scope, pieces of code that are shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from arcg.compiler import ir
from arcg.runtime.kernel import opcodes as op


class Scope:
    """The registers of one scope: its variables, then what is calculated on the way."""

    def __init__(self, variables: Sequence[ir.Variable], bound: frozenset[int] = frozenset()) -> None:
        self.variables = variables
        self.bound = set(bound)
        self.size = max(len(variables), 2)
        self.sizes_to_patch: list[int] = []

    def fresh(self) -> int:
        """A register of its own for a value."""
        self.size += 1
        return self.size - 1

    @contextmanager
    def inner(self) -> Iterator[None]:
        """What is bound inside is not bound outside."""
        bound = set(self.bound)
        yield
        self.bound = bound


class Writer:
    """Writes code into `words`; `data` has the addresses of constant data."""

    def __init__(
        self,
        program: ir.Program,
        words: list[int],
        data: dict[tuple[int, ...], int],
    ) -> None:
        self.program = program
        self.words = words
        self.data = data
        self.entries: list[int] = []
        """Addresses of whole pieces, which kernels ask for."""
        self._pieces: dict[tuple[object, ...], list[int]] = {}
        """By what a piece of code does: its address, or the places that wait for it (-1 - place)."""
        self._waiting: list[tuple[list[int], Callable[[], None]]] = []

    # ------------------------------------------------------------ words

    @property
    def here(self) -> int:
        """The address of the next word."""
        return len(self.words)

    def emit(self, *words: int) -> int:
        """Append words; the address of the first."""
        at = len(self.words)
        self.words.extend(words)
        return at

    def constant(self, data: Sequence[int]) -> int:
        """The address of constant data; in the first of the two rounds an address that means nothing."""
        return self.data.setdefault(tuple(data), 0)

    def kindset(self, kinds: Sequence[int]) -> int:
        """The address of a set of kinds: for each kind whether it is one of them."""
        return self.constant([int(kind in kinds) for kind in range(len(self.program.kinds))])

    def kindlist(self, kinds: Sequence[int]) -> int:
        """The address of a list of kinds: how many, then the kinds."""
        return self.constant([len(set(kinds)), *sorted(set(kinds))])

    # ------------------------------------------------------------ pieces

    def finish(self, at: int, scope: Scope) -> int:
        """Fill in the size of a scope that is complete, and assemble the clauses that it asks for."""
        self.close(scope)
        self.entries.append(at)
        while self._waiting:
            addresses, assemble = self._waiting.pop()
            entry = self.here
            for place in addresses:
                self.words[-1 - place] = entry
            addresses[:] = [entry]
            assemble()
        return at

    def call(self, what: tuple[object, ...], assemble: Callable[[], None], at: int) -> None:
        """Have a piece of code assembled if it is not yet, and its address written to `at`."""
        if what not in self._pieces:
            self._pieces[what] = []
            self._waiting.append((self._pieces[what], assemble))
        addresses = self._pieces[what]
        if addresses and addresses[0] >= 0:
            self.words[at] = addresses[0]
        else:
            addresses.append(-1 - at)

    def close(self, scope: Scope) -> None:
        """Fill in the size of a scope that is complete."""
        if scope.size > op.CALL_ROOM:
            raise ValueError(f"a rule or fact needs more than {op.CALL_ROOM} values at once; cut it into smaller facts")
        for at in scope.sizes_to_patch:
            self.words[at] = scope.size
        scope.sizes_to_patch.clear()
