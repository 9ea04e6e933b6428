"""X25519 and Ed25519 on hand-written constant-time assembly whose machine code is proved correct.

    >>> import qed25519
    >>> ours, theirs = qed25519.X25519PrivateKey.generate(), qed25519.X25519PrivateKey.generate()
    >>> ours.exchange(theirs.public_key()) == theirs.exchange(ours.public_key())
    True
    >>> key = qed25519.Ed25519PrivateKey.generate()
    >>> key.public_key().verify(key.sign(b"a message"), b"a message")

Keys are read from PEM, DER and OpenSSH by qed25519.serialization; qed25519.hazmat has field elements, scalars, points.

The names below are loaded when first used.  On a CPU for which there is no code, that use raises ImportError,
as it does for a QED25519_BACKEND that cannot be had; the prover and the command line work everywhere.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qed25519._ed25519 import Ed25519PrivateKey, Ed25519PublicKey, InvalidSignature, verify_batch
    from qed25519._x25519 import SharedSecretIsZero, X25519PrivateKey, X25519PublicKey, x25519

__version__ = "0.1.0"

__all__ = ["Ed25519PrivateKey", "Ed25519PublicKey", "InvalidSignature", "SharedSecretIsZero", "X25519PrivateKey",
           "X25519PublicKey", "verify_batch", "x25519"]
_OF_X25519 = ("SharedSecretIsZero", "X25519PrivateKey", "X25519PublicKey", "x25519")


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'qed25519' has no attribute {name!r}")
    module = "qed25519._x25519" if name in _OF_X25519 else "qed25519._ed25519"
    value: object = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
