"""Arguments that are bytes: anything bytes-like is taken, and copied first where it could change under our hands."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer


def exact_bytes(argument: str, data: "Buffer", length: int = 32) -> bytes:
    """`data` as immutable bytes of this length.  Raises TypeError and ValueError, which name the argument."""
    if type(data) is not bytes:
        data = _copied(argument, data, f"bytes-like and {length} bytes long")
    if len(data) != length:
        raise ValueError(f"{argument} is {len(data)} bytes long; expected {length} bytes")
    return data


def any_bytes(argument: str, data: "Buffer") -> bytes:
    """`data` as immutable bytes, however many."""
    return data if type(data) is bytes else _copied(argument, data, "bytes-like")


def _copied(argument: str, data: "Buffer", expected: str) -> bytes:
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"{argument} must be {expected}, not {kind(data)}") from None
    except ValueError as error:         # a memoryview that was released
        raise ValueError(f"{argument} cannot be read: {error}") from None


def kind(value: object) -> str:
    """The name of its type, with the module if that is another library's: pyca's keys have the same names."""
    found = type(value)
    known = found.__module__.split(".")[0] in ("builtins", "qed25519")
    return found.__qualname__ if known else f"{found.__module__}.{found.__qualname__}"
