"""qed25519.x25519: which arguments it takes, which it refuses and how, and the zero secret."""

import array
import ctypes

import pytest

import qed25519
from qed25519 import _x25519

SECRET = bytes(range(32))
PUBLIC = b"\x09" + bytes(31)
SHARED = qed25519.x25519(SECRET, PUBLIC)


@pytest.mark.parametrize(
    "convert",
    [
        bytes,
        bytearray,
        memoryview,
        lambda b: memoryview(bytearray(b)),
        lambda b: array.array("B", b),
        lambda b: array.array("Q", b),
        lambda b: memoryview(bytes(reversed(b)))[::-1],
        lambda b: memoryview(bytes(x for y in b for x in (y, 0xFF)))[::2],
        lambda b: (ctypes.c_uint64 * 4).from_buffer_copy(b),
        type("Bytes", (bytes,), {}),
    ],
)
def test_takes_anything_bytes_like(convert: type) -> None:
    assert qed25519.x25519(convert(SECRET), PUBLIC) == SHARED
    assert qed25519.x25519(SECRET, convert(PUBLIC)) == SHARED
    key = qed25519.X25519PrivateKey.from_private_bytes(convert(SECRET))
    assert key.exchange(qed25519.X25519PublicKey.from_public_bytes(convert(PUBLIC))) == SHARED


def test_the_result_is_new_bytes_and_the_arguments_are_unchanged() -> None:
    secret, public = bytearray(SECRET), bytearray(PUBLIC)
    result = qed25519.x25519(secret, public)
    assert type(result) is bytes and len(result) == 32
    assert bytes(secret) == SECRET and bytes(public) == PUBLIC
    assert qed25519.x25519(secret, secret) == qed25519.x25519(SECRET, SECRET)


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_length_is_checked(length: int) -> None:
    wrong = bytes(length)
    with pytest.raises(ValueError, match=f"secret_key is {length} bytes long; expected 32 bytes"):
        qed25519.x25519(wrong, PUBLIC)
    with pytest.raises(ValueError, match=f"public_key is {length} bytes long; expected 32 bytes"):
        qed25519.x25519(SECRET, wrong)
    with pytest.raises(ValueError, match=f"data is {length} bytes long; expected 32 bytes"):
        qed25519.X25519PrivateKey.from_private_bytes(bytearray(wrong))
    with pytest.raises(ValueError, match=f"data is {length} bytes long; expected 32 bytes"):
        qed25519.X25519PublicKey.from_public_bytes(wrong)


@pytest.mark.parametrize(("wrong", "kind"), [("0" * 32, "str"), (5, "int"), (None, "NoneType"), ([0] * 32, "list")])
def test_type_is_checked(wrong: object, kind: str) -> None:
    with pytest.raises(TypeError, match=f"secret_key must be bytes-like and 32 bytes long, not {kind}"):
        qed25519.x25519(wrong, PUBLIC)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=f"public_key must be bytes-like and 32 bytes long, not {kind}"):
        qed25519.x25519(SECRET, wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=f"data must be bytes-like and 32 bytes long, not {kind}"):
        qed25519.X25519PublicKey.from_public_bytes(wrong)  # type: ignore[arg-type]


def test_a_released_view_is_named() -> None:
    view = memoryview(bytearray(SECRET))
    view.release()
    with pytest.raises(ValueError, match=r"secret_key cannot be read: .*released"):
        qed25519.x25519(view, PUBLIC)


def test_the_secret_is_not_in_the_message() -> None:
    with pytest.raises(ValueError) as caught:
        qed25519.x25519(b"\xab" * 31, PUBLIC)
    assert "ab" not in str(caught.value) and "xab" not in repr(caught.value)


@pytest.mark.parametrize("u", [0, 1, 2**255 - 20, 2**255 - 19, 2**255 - 18, 2**255, 2**255 + 1])
def test_zero_shared_secret(u: int) -> None:
    point = u.to_bytes(32, "little")
    with pytest.raises(qed25519.SharedSecretIsZero, match="allow_zero"):
        qed25519.x25519(SECRET, point)
    assert issubclass(qed25519.SharedSecretIsZero, ValueError)
    assert qed25519.x25519(SECRET, point, allow_zero=True) == bytes(32)
    with pytest.raises(qed25519.SharedSecretIsZero, match=r"zero: peer_public_key is of small order$"):
        qed25519.X25519PrivateKey.from_private_bytes(SECRET).exchange(qed25519.X25519PublicKey.from_public_bytes(point))


def test_allow_zero_changes_nothing_else_and_is_a_keyword() -> None:
    assert qed25519.x25519(secret_key=SECRET, public_key=PUBLIC, allow_zero=True) == SHARED
    with pytest.raises(TypeError):
        qed25519.x25519(SECRET, PUBLIC, True)  # type: ignore[call-arg]


def test_writable_buffers_are_copied_before_use(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[bytes, bytes]] = []

    def record(k: bytes, u: bytes) -> bytes:
        secret[:] = public[:] = bytes(32)  # as another thread might
        seen.append((k, u))
        return SHARED

    secret, public = bytearray(SECRET), bytearray(PUBLIC)
    monkeypatch.setattr(_x25519, "_x25519", record)
    qed25519.x25519(secret, public)
    assert seen == [(SECRET, PUBLIC)]
