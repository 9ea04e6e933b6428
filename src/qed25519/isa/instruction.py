"""A decoded instruction: mnemonic, operands, bytes.  Both decoders produce it; the machine executes it.

Register names are those of the whole register (`rax`, `x0`, `sp`, `xzr`); an operand says how many of its bits it
uses.  A form is a mnemonic with the kinds of its operands, as in `adc r64, m64`; the model defines forms.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Reg:
    """The low `width` bits of a register; writing 32 bits clears the upper half."""

    name: str
    width: int = 64

    @property
    def kind(self) -> str:
        return f"r{self.width}"


@dataclass(frozen=True, slots=True)
class ShiftedReg:
    """Arm64: a register operand shifted by a constant before use (`lsl`, `lsr`, `asr`, `ror`)."""

    name: str
    width: int
    shift: str
    amount: int

    @property
    def kind(self) -> str:
        return f"r{self.width}-{self.shift}"


@dataclass(frozen=True, slots=True)
class Imm:
    """A constant, already extended to the operation's width (0 <= value < 2^64)."""

    value: int

    @property
    def kind(self) -> str:
        return "imm"


@dataclass(frozen=True, slots=True)
class Mem:
    """`width` bits at base + scale*index + displacement.  Arm64 `pre` and `post` also write the sum back to base."""

    base: str | None
    displacement: int
    width: int
    index: str | None = None
    scale: int = 1
    mode: str = "offset"

    @property
    def kind(self) -> str:
        return f"m{self.width}" + ("" if self.mode == "offset" else f"-{self.mode}")


@dataclass(frozen=True, slots=True)
class Target:
    """A branch target or pc-relative address, as an address in the same code."""

    address: int

    @property
    def kind(self) -> str:
        return "rel"


@dataclass(frozen=True, slots=True)
class Cond:
    """An Arm64 condition code: `eq`, `cs`, …"""

    name: str

    @property
    def kind(self) -> str:
        return "cond"


Operand = Reg | ShiftedReg | Imm | Mem | Target | Cond


@dataclass(frozen=True)
class Instruction:
    """One instruction at `address`; `text` is for people only."""

    address: int
    encoding: bytes
    mnemonic: str
    operands: tuple[Operand, ...]
    text: str

    @cached_property
    def form(self) -> str:
        kinds = ", ".join(operand.kind for operand in self.operands)
        return f"{self.mnemonic} {kinds}" if kinds else self.mnemonic

    @cached_property
    def end(self) -> int:
        return self.address + len(self.encoding)


class DecodeError(ValueError):
    """The bytes are not an instruction that the model covers; the message shows them."""
