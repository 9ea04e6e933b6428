"""One X25519 exchange and one Ed25519 signature, printed: what `make prove` shows at its end."""

import qed25519
from qed25519._backend import BACKEND

alice, bob = qed25519.X25519PrivateKey.generate(), qed25519.X25519PrivateKey.generate()
ours, theirs = alice.exchange(bob.public_key()), bob.exchange(alice.public_key())
assert ours == theirs

signer, message = qed25519.Ed25519PrivateKey.generate(), b"proved"
signature = signer.sign(message)
signer.public_key().verify(signature, message)

print(f"\nThe routines of X25519 and Ed25519 just proved (backend {BACKEND.name}: {BACKEND.reason})")
print("  Alice's public key", alice.public_key().public_bytes_raw().hex())
print("  Bob's public key  ", bob.public_key().public_bytes_raw().hex())
print("  the shared secret ", ours.hex(), "on both sides")
print("  a verification key", signer.public_key().public_bytes_raw().hex())
print("  verifies of", repr(message.decode()), signature.hex())
