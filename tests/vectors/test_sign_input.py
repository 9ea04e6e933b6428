"""The 1,024 cases of sign.input, which came with the first implementation of Ed25519: messages of 0 to 1,023 bytes."""

from importlib.resources import files

from qed25519 import Ed25519PrivateKey, InvalidSignature

FILE = files("cryptography_vectors") / "asymmetric" / "Ed25519" / "sign.input"
CASES = [[bytes.fromhex(field) for field in line.split(":")[:4]] for line in FILE.read_text().splitlines()]
PYTHONS_SHARE = 16                      # the specification is slow


def test_all_are_here() -> None:
    assert len(CASES) == 1024
    assert [len(message) for _, _, message, _ in CASES] == list(range(1024))
    assert CASES[-1][0][:4].hex() == "f5e5767c", "RFC 8032, 7.1, TEST 1024"


def test_each_case(backend: str) -> None:
    cases = CASES if backend != "python" else CASES[::PYTHONS_SHARE]
    for secret_and_public, public, message, signature_and_message in cases:
        key = Ed25519PrivateKey.from_private_bytes(secret_and_public[:32])
        assert key.public_key().public_bytes_raw() == public == secret_and_public[32:]
        signature = key.sign(message)
        assert signature + message == signature_and_message
        key.public_key().verify(signature, message)
        try:
            key.public_key().verify(signature, message + b"\0")
        except InvalidSignature:
            continue
        raise AssertionError(f"accepted for another message: {signature.hex()}")
