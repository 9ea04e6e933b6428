"""X25519 on hand-written constant-time assembly whose machine code is proved correct.

    >>> import qed25519
    >>> ours, theirs = qed25519.X25519PrivateKey.generate(), qed25519.X25519PrivateKey.generate()
    >>> ours.exchange(theirs.public_key()) == theirs.exchange(ours.public_key())
    True

The names below are loaded when first used.  On a CPU for which there is no code, that use raises ImportError,
as it does for a QED25519_BACKEND that cannot be had; the prover and the command line work everywhere.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qed25519._x25519 import SharedSecretIsZero, X25519PrivateKey, X25519PublicKey, x25519

__version__ = "0.1.0"

__all__ = ["SharedSecretIsZero", "X25519PrivateKey", "X25519PublicKey", "x25519"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'qed25519' has no attribute {name!r}")
    value: object = getattr(import_module("qed25519._x25519"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
