"""X25519 on hand-written constant-time assembly whose machine code is proved correct."""

__version__ = "0.1.0"
