"""One program, run on pyca/cryptography and on qed25519: only its import lines differ, and it prints the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

CRYPTOGRAPHY = """
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
"""

QED25519 = """
from qed25519 import InvalidSignature, serialization
from qed25519 import Ed25519PrivateKey, Ed25519PublicKey
from qed25519 import X25519PrivateKey, X25519PublicKey
"""

# As a program that signs, exchanges keys and stores them would be written for cryptography.
PROGRAM = """
def says(work):
    try:
        print(work())
    except Exception as error:
        print(type(error).__name__)


# Ed25519
key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
signature = key.sign(b"a message")
print(signature.hex(), key.sign(data=bytearray(b"a message")) == signature)
public = key.public_key()
print(public.public_bytes_raw().hex(), public.verify(signature, b"a message"))
print(public.verify(signature=signature, data=memoryview(b"a message")))
for wrong in (signature[:-1] + b"\\0", signature[:-1], b"", bytes(64), bytearray(64)):
    says(lambda: public.verify(wrong, b"a message"))
says(lambda: public.verify(signature, b"another message"))
says(lambda: public.verify("text", b"a message"))
says(lambda: key.sign("text"))
says(lambda: Ed25519PrivateKey.from_private_bytes(bytes(31)))
says(lambda: Ed25519PublicKey.from_public_bytes(bytes(33)))
says(lambda: Ed25519PublicKey.from_public_bytes(b"\\xff" * 32).verify(signature, b"a message"))
says(lambda: Ed25519PrivateKey())
fresh = Ed25519PrivateKey.generate()
fresh.public_key().verify(fresh.sign(b""), b"")
print(fresh.public_key() == Ed25519PublicKey.from_public_bytes(fresh.public_key().public_bytes_raw()))

# X25519
ours, theirs = (X25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
print(ours.exchange(theirs.public_key()).hex(), theirs.exchange(peer_public_key=ours.public_key()).hex())
says(lambda: ours.exchange(X25519PublicKey.from_public_bytes(bytes(32))))
says(lambda: X25519PrivateKey.from_private_bytes("text"))
print(X25519PrivateKey.generate().public_key() == X25519PrivateKey.generate().public_key())

# Both, stored and read
Encoding, PrivateFormat, PublicFormat = serialization.Encoding, serialization.PrivateFormat, serialization.PublicFormat
for private in (key, ours):
    print(private.private_bytes_raw() == private.private_bytes(
        Encoding.Raw, PrivateFormat.Raw, serialization.NoEncryption()))
    print(private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex())
    for encoding, load_private, load_public in (
        (Encoding.PEM, serialization.load_pem_private_key, serialization.load_pem_public_key),
        (Encoding.DER, serialization.load_der_private_key, serialization.load_der_public_key),
    ):
        plain = private.private_bytes(encoding, PrivateFormat.PKCS8, serialization.NoEncryption())
        encrypted = private.private_bytes(encoding=encoding, format=PrivateFormat.PKCS8,
                                          encryption_algorithm=serialization.BestAvailableEncryption(b"password"))
        stored = private.public_key().public_bytes(encoding=encoding, format=PublicFormat.SubjectPublicKeyInfo)
        print(plain, stored)
        print(type(load_private(plain, None)).__name__, load_private(plain, password=None).private_bytes_raw().hex())
        print(load_private(encrypted, b"password").private_bytes_raw().hex(), len(encrypted))
        print(type(load_public(stored)).__name__, load_public(stored) == private.public_key())
        says(lambda: load_private(plain, b"password"))
        says(lambda: load_private(encrypted, None))
        says(lambda: load_private(encrypted, b"wrong"))
        says(lambda: load_private(stored, None))
        says(lambda: load_public(plain))
        says(lambda: load_public(b""))
        says(lambda: load_public("text"))
    says(lambda: private.private_bytes(Encoding.PEM, PrivateFormat.Raw, serialization.NoEncryption()))
    says(lambda: private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, None))
    says(lambda: private.private_bytes(None, PrivateFormat.PKCS8, serialization.NoEncryption()))
    says(lambda: private.public_key().public_bytes(Encoding.PEM, PublicFormat.OpenSSH))
says(lambda: serialization.BestAvailableEncryption(b""))
says(lambda: serialization.load_der_private_key(b"0" * 48, None))

# OpenSSH
print(public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH))
says(lambda: ours.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH))
text = key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, serialization.NoEncryption())
print(serialization.load_ssh_private_key(text, password=None).private_bytes_raw().hex())
print(serialization.load_ssh_public_key(public.public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH)) == public)
says(lambda: serialization.load_ssh_private_key(text, b"password"))
"""


def run(imports: str) -> list[str]:
    done = subprocess.run([sys.executable, "-W", "error::SyntaxWarning", "-c", imports + PROGRAM],
                          check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def test_the_same_program_prints_the_same() -> None:
    ours, theirs = run(QED25519), run(CRYPTOGRAPHY)
    differences = [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
    allowed = {("SharedSecretIsZero", "ValueError")}        # ours is a ValueError, with a name of its own
    assert set(differences) <= allowed and len(ours) > 80


@pytest.mark.parametrize("imports", [CRYPTOGRAPHY, QED25519])
def test_every_import_is_used(imports: str) -> None:
    names = {name.strip() for line in imports.strip().splitlines() for name in line.split("import ")[1].split(",")}
    assert all(name in PROGRAM or name == "InvalidSignature" for name in names)
    assert "InvalidSignature" in run(imports)
