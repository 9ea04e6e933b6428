"""One X25519 exchange, printed: what `make prove` shows at its end."""

import qed25519
from qed25519._backend import BACKEND

alice, bob = qed25519.X25519PrivateKey.generate(), qed25519.X25519PrivateKey.generate()
ours, theirs = alice.exchange(bob.public_key()), bob.exchange(alice.public_key())
assert ours == theirs

print(f"\nThe X25519 routines just proved (backend {BACKEND.name}: {BACKEND.reason})")
print("  Alice's public key", alice.public_key().public_bytes_raw().hex())
print("  Bob's public key  ", bob.public_key().public_bytes_raw().hex())
print("  the shared secret ", ours.hex(), "on both sides")
