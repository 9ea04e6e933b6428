"""Keys as PEM, DER, JWK and OpenSSH, of both kinds: equal to pyca's, and everything else is refused in words."""

from __future__ import annotations

import base64
import copy
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization as pyca
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

import qed25519
from qed25519 import _formats, serialization

VECTORS = files("cryptography_vectors") / "asymmetric"
ALGORITHMS = tuple(_formats.ALGORITHMS)
RAW = bytes(range(1, 33))
PASSWORD = b"a password"
raws = st.binary(min_size=32, max_size=32)
both = pytest.mark.parametrize("algorithm", ALGORITHMS)


def our(algorithm: str, which: str) -> Any:
    return getattr(qed25519, algorithm + which)


def their(algorithm: str, which: str) -> Any:
    module = import_module(f"cryptography.hazmat.primitives.asymmetric.{algorithm.lower()}")
    return getattr(module, algorithm + which)


def private(algorithm: str, raw: bytes = RAW) -> Any:
    return our(algorithm, "PrivateKey").from_private_bytes(raw)


# --- equal to pyca's -----------------------------------------------------------------------------------------


@both
@given(raw=raws)
def test_pem_and_der_are_those_of_pyca_and_come_back(algorithm: str, raw: bytes) -> None:
    key, theirs = private(algorithm, raw), their(algorithm, "PrivateKey").from_private_bytes(raw)
    for encoding in ("PEM", "DER"):
        load = {"PEM": (serialization.load_pem_private_key, serialization.load_pem_public_key),
                "DER": (serialization.load_der_private_key, serialization.load_der_public_key)}[encoding]
        secret = key.private_bytes(encoding, "PKCS8", "NoEncryption")
        public = key.public_key().public_bytes(encoding, "SubjectPublicKeyInfo")
        e = getattr(pyca.Encoding, encoding)
        assert secret == theirs.private_bytes(e, pyca.PrivateFormat.PKCS8, pyca.NoEncryption())
        assert public == theirs.public_key().public_bytes(e, pyca.PublicFormat.SubjectPublicKeyInfo)
        assert load[0](bytearray(secret), None) == key and load[1](public) == key.public_key()


@both
def test_names_are_enums_of_ours_or_of_pyca_or_strings(algorithm: str) -> None:
    key = private(algorithm)
    for s in (serialization, pyca):
        e, f, g = s.Encoding, s.PrivateFormat, s.PublicFormat
        assert key.private_bytes(e.Raw, f.Raw, s.NoEncryption()) == RAW
        assert key.private_bytes(encoding=e.PEM, format=f.PKCS8, encryption_algorithm=s.NoEncryption()) \
            == key.private_bytes("PEM", "PKCS8", "NoEncryption")
        assert key.public_key().public_bytes(e.Raw, g.Raw) == key.public_key().public_bytes_raw()
        assert key.public_key().public_bytes(encoding=e.DER, format=g.SubjectPublicKeyInfo) \
            == key.public_key().public_bytes("DER", "SubjectPublicKeyInfo")
        assert issubclass(s.BestAvailableEncryption, s.KeySerializationEncryption)


@both
def test_what_is_encrypted_for_pyca_and_for_us(algorithm: str) -> None:
    key, theirs = private(algorithm), their(algorithm, "PrivateKey").from_private_bytes(RAW)
    for encryption in (serialization.BestAvailableEncryption(PASSWORD), pyca.BestAvailableEncryption(PASSWORD)):
        text, der = (key.private_bytes(encoding, "PKCS8", encryption) for encoding in ("PEM", "DER"))
        assert text.startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY-----")
        for module in (serialization, pyca):
            for loaded in (module.load_pem_private_key(text, PASSWORD), module.load_der_private_key(der, PASSWORD)):
                assert loaded.private_bytes_raw() == RAW
    text = theirs.private_bytes(pyca.Encoding.PEM, pyca.PrivateFormat.PKCS8, pyca.BestAvailableEncryption(PASSWORD))
    assert serialization.load_pem_private_key(text, bytearray(PASSWORD)) == key
    with pytest.raises(ValueError, match="password"):
        serialization.load_pem_private_key(text, b"another")


@both
@pytest.mark.parametrize("encoding", ["pem", "der"])
def test_the_files_of_cryptography_vectors(algorithm: str, encoding: str) -> None:
    folder = VECTORS / algorithm
    secret, encrypted, public = ((folder / f"{algorithm.lower()}-{part}.{encoding}").read_bytes()
                                 for part in ("pkcs8", "pkcs8-enc", "pub"))
    load_private = getattr(serialization, f"load_{encoding}_private_key")
    key = load_private(secret, None)
    assert isinstance(key, our(algorithm, "PrivateKey"))
    assert load_private(encrypted, b"password") == key
    assert key.private_bytes_raw() == getattr(pyca, f"load_{encoding}_private_key")(secret, None).private_bytes_raw()
    loaded = getattr(serialization, f"load_{encoding}_public_key")(public)
    assert isinstance(loaded, our(algorithm, "PublicKey"))
    assert loaded.public_bytes(encoding.upper(), "SubjectPublicKeyInfo").split() == public.split()
    assert key.private_bytes(encoding.upper(), "PKCS8", "NoEncryption").split() == secret.split()


# --- PKCS#8 ---------------------------------------------------------------------------------------------------


def der_of(algorithm: str, version: int = 2, attributes: bytes = b"", public: bytes | None = None) -> bytes:
    oid = bytes.fromhex(_formats.ALGORITHMS[algorithm])
    content = bytes([2, 1, version - 1, 0x30, 5, 6, 3]) + oid + bytes([4, 0x22, 4, 0x20]) + RAW + attributes
    content += b"" if public is None else b"\x81\x21\x00" + public
    return bytes([0x30, len(content)]) + content


# RFC 8410, section 10.3: its private keys, the second with attributes and the public key of the first.
RFC_8410 = """-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
"""


def test_the_keys_of_rfc_8410() -> None:
    first, second = ("".join(f"-----BEGIN{part}") for part in RFC_8410.split("-----BEGIN")[1:3])
    key = serialization.load_pem_private_key(first.encode(), None)
    assert serialization.load_pem_private_key(second.encode(), None) == key
    assert serialization.load_pem_public_key(RFC_8410.encode()) == key.public_key()
    assert key.private_bytes("PEM", "PKCS8", "NoEncryption") == first.encode()


ATTRIBUTES = bytes.fromhex("a01f301d060a2a864886f70d01090914310f0c0d437572646c6520436861697273")


@both
def test_attributes_may_follow_and_in_version_2_the_public_key_must(algorithm: str) -> None:
    key = private(algorithm)
    public = key.public_key().public_bytes_raw()
    for der in (der_of(algorithm, 1), der_of(algorithm, 1, ATTRIBUTES), der_of(algorithm, 2, b"", public),
                der_of(algorithm, 2, ATTRIBUTES, public)):
        assert serialization.load_der_private_key(der, None) == key
        assert serialization.load_pem_private_key(_formats.pem("PRIVATE KEY", der), None) == key
    with pytest.raises(ValueError, match="is not the one that belongs to it"):
        serialization.load_der_private_key(der_of(algorithm, 2, b"", RAW), None)
    for der in (der_of(algorithm, 1, b"", public), der_of(algorithm, 2, b"\xa0"), der_of(algorithm, 2, b"\xa0\x05abc"),
                der_of(algorithm, 2, b"", public[:-1]), der_of(algorithm, 2, b"\x81\x21\x01" + public),
                der_of(algorithm, 2, b"", public + b"\0"), der_of(algorithm, 2, b"\0")):
        with pytest.raises(ValueError, match="what follows the private key is neither"):
            serialization.load_der_private_key(der, None)
    for attributes in (b"", ATTRIBUTES):            # RFC 5958, section 2: version 2 is what has a public key
        with pytest.raises(ValueError, match="version 2 has a public key after the private key, and it is missing"):
            serialization.load_der_private_key(der_of(algorithm, 2, attributes), None)


@both
def test_every_shortened_or_changed_der_is_refused_or_another_key(algorithm: str) -> None:
    der, public = der_of(algorithm, 1), private(algorithm).public_key().public_bytes("DER", "SubjectPublicKeyInfo")
    for data, load, start in ((der, lambda d: serialization.load_der_private_key(d, None), 16),
                              (public, serialization.load_der_public_key, 12)):
        for end in range(len(data)):
            refused(load, data[:end])
        refused(load, data + b"\0")
        for position in range(start):
            for bit in range(8):
                changed = bytearray(data)
                changed[position] ^= 1 << bit
                refused(load, bytes(changed))


def refused(load: Callable[[bytes], Any], data: bytes) -> None:
    """With a ValueError, which does not show the key."""
    with pytest.raises(ValueError) as caught:
        load(data)
    assert RAW.hex() not in str(caught.value) and repr(RAW)[2:20] not in str(caught.value)


@given(data=st.binary(max_size=140))
def test_no_input_gives_another_error(data: bytes) -> None:
    for load in (serialization.load_der_public_key, serialization.load_pem_public_key):
        refused(load, data)
    refused(lambda d: serialization.load_pem_private_key(d, None), data)
    if not _formats.is_encrypted(data):
        refused(lambda d: serialization.load_der_private_key(d, None), data)


def test_keys_of_other_algorithms_are_refused() -> None:
    other = ec.generate_private_key(ec.SECP256R1())
    text, der = (other.private_bytes(encoding, pyca.PrivateFormat.PKCS8, pyca.NoEncryption())
                 for encoding in (pyca.Encoding.PEM, pyca.Encoding.DER))
    refused(lambda d: serialization.load_pem_private_key(d, None), text)
    refused(lambda d: serialization.load_der_private_key(d, None), der)
    refused(serialization.load_der_public_key, other.public_key().public_bytes(
        pyca.Encoding.DER, pyca.PublicFormat.SubjectPublicKeyInfo))
    encrypted = other.private_bytes(pyca.Encoding.PEM, pyca.PrivateFormat.PKCS8, pyca.BestAvailableEncryption(PASSWORD))
    with pytest.raises(ValueError, match=r"not for X25519 or Ed25519, but cryptography\..*ECPrivateKey"):
        serialization.load_pem_private_key(encrypted, PASSWORD)
    unknown = bytes.fromhex("300a 3004 06022a03 04020000")             # encrypted by 1.2.3
    refused(lambda d: serialization.load_der_private_key(d, PASSWORD), unknown)


# --- PEM -----------------------------------------------------------------------------------------------------


@both
def test_pem_amid_other_text_and_blocks(algorithm: str) -> None:
    key = private(algorithm)
    secret = key.private_bytes("PEM", "PKCS8", "NoEncryption")
    public = key.public_key().public_bytes("PEM", "SubjectPublicKeyInfo")
    for text in (b"a comment\n" + public + secret + b"and more", secret.replace(b"\n", b"\r\n"),
                 secret.replace(b"CAQAw", b"CAQ\nAw").replace(b"\n", b" \n"), public + secret + public,
                 secret.replace(b"\n", b"\r"), b"-----END A-----\n" + secret, b"> -----BEGIN A-----\n" + secret,
                 secret[:-1]):
        assert serialization.load_pem_private_key(text, None) == key
    assert serialization.load_pem_public_key(secret + public) == key.public_key()


PEM = private("X25519").private_bytes("PEM", "PKCS8", "NoEncryption")


@pytest.mark.parametrize(("text", "message"), [
    (b"", "no PEM block BEGIN PRIVATE KEY or ENCRYPTED PRIVATE KEY; found none at all"),
    (PEM.replace(b"PRIVATE", b"RSA PRIVATE"), "found RSA PRIVATE KEY"),
    (PEM.replace(b"PRIVATE", b"OPENSSH PRIVATE"), "found OPENSSH PRIVATE KEY"),
    (PEM.replace(b"PRIVATE", b"\xff"), "found \ufffd KEY"),
    (PEM[:-10], "a BEGIN line, but no END line with the same label"),
    (PEM.replace(b"END PRIVATE", b"END PUBLIC"), "no END line with the same label"),
    (b"-----BEGIN PRIVATE KEY", "a BEGIN line, but no END line"),
    (b" " + PEM, "found none at all"),
    (PEM.replace(b"\n", b""), "no END line with the same label"),
    (PEM.replace(b"\n-----END", b"-----END"), "no END line with the same label"),
    (b"-----BEGIN A-----\n" + PEM + b"-----END A-----\n", "no END line with the same label"),
    (PEM.replace(b"MC4", b"M*C4"), "does not hold base64"),
    (PEM.replace(b"MC4", b"Proc-Type: 4,ENCRYPTED\n\nMC4"), "does not hold base64"),
    (PEM.replace(b"MC4C", b"MC4"), "does not hold base64"),
    (PEM.replace(b"MC4C", b""), "not a PKCS#8 private key in DER"),
    (b"-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----", "does not hold base64"),
    (PEM.replace(b"\n-----END", b"====\n-----END"), "does not hold base64"),
])
def test_bad_pem_is_refused(text: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        serialization.load_pem_private_key(text, None)


def test_the_error_names_a_few_labels_in_short() -> None:
    text = b"".join(_formats.pem(label, b"x") for label in ("A" * 10**6, "B", "C", "D", "E"))
    with pytest.raises(ValueError, match=f"; found {'A' * 40}…, B, C, 2 more$"):
        serialization.load_pem_public_key(text)


@pytest.mark.parametrize("part", [b"-----BEGIN A-----\n-----END A-----\n", b"-----END A-----\n", b"-----BEGIN ",
                                  b"-----", b"-----BEGIN A" + b" " * 99, b"\n"])
def test_pem_is_read_in_linear_time(part: bytes) -> None:
    """4 MB take less than a second, but a minute where each block copies the rest."""
    start = time.process_time()
    refused(serialization.load_pem_public_key, part * (4_000_000 // len(part)))
    assert time.process_time() - start < 10


def test_base64_has_one_form() -> None:
    """The last character before "=" has bits that are not used; others than zeros would be a second spelling."""
    public = private("X25519").public_key().public_bytes("PEM", "SubjectPublicKeyInfo")
    last = public[public.index(b"=") - 1:public.index(b"=")]
    alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    position = alphabet.index(last)
    other = alphabet[position + 1:position + 2]
    with pytest.raises(ValueError, match="does not hold base64"):
        serialization.load_pem_public_key(public.replace(last + b"=", other + b"="))


def test_passwords_that_are_missing_or_too_much() -> None:
    plain = private("X25519").private_bytes("DER", "PKCS8", "NoEncryption")
    encrypted = private("X25519").private_bytes("DER", "PKCS8", serialization.BestAvailableEncryption(PASSWORD))
    for load, wrap in ((serialization.load_der_private_key, lambda label, der: der),
                       (serialization.load_pem_private_key, _formats.pem)):
        with pytest.raises(TypeError, match="a password was given, but the private key is not encrypted"):
            load(wrap("PRIVATE KEY", plain), PASSWORD)
        with pytest.raises(TypeError, match="password is None, but the private key is encrypted"):
            load(wrap("ENCRYPTED PRIVATE KEY", encrypted), None)
        with pytest.raises(TypeError, match="password must be bytes-like, not str"):
            load(wrap("PRIVATE KEY", plain), "text")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="data must be bytes-like, not str"):
        serialization.load_pem_public_key("text")  # type: ignore[arg-type]


# --- names and pairs -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "error", "message"), [
    (("PEM", "Raw", "NoEncryption"), ValueError, "encoding is PEM and format is Raw; Raw goes with Raw only"),
    (("Raw", "PKCS8", "NoEncryption"), ValueError, "Raw goes with Raw only"),
    (("SMIME", "PKCS8", "NoEncryption"), ValueError, "encoding is SMIME; expected Raw, PEM or DER"),
    (("PEM", pyca.PrivateFormat.TraditionalOpenSSL, "NoEncryption"), ValueError,
     "format is TraditionalOpenSSL; expected Raw, PKCS8 or OpenSSH"),
    (("Raw", "Raw", pyca.BestAvailableEncryption(b"x")), ValueError, "a Raw key cannot be encrypted"),
    (("Raw", "Raw", "Best"), ValueError, "encryption_algorithm is another string than NoEncryption"),
    (("Raw", "Raw", None), TypeError, "encryption_algorithm must be NoEncryption.*, not NoneType"),
    ((5, "Raw", "NoEncryption"), TypeError, "encoding must be a member of Encoding or its name, not int"),
    (("Raw", pyca.PublicFormat.Raw, "NoEncryption"), TypeError, "format must be a member of PrivateFormat"),
    (("PEM", "OpenSSH", "NoEncryption"), ValueError, "X25519 as PEM has no OpenSSH form"),
])
def test_private_bytes_refuses(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        private("X25519").private_bytes(*arguments)


@pytest.mark.parametrize(("arguments", "message"), [
    (("PEM", "Raw"), "encoding is PEM and format is Raw; Raw goes with Raw only"),
    (("PEM", "OpenSSH"), "encoding is PEM and format is OpenSSH; OpenSSH goes with OpenSSH only"),
    (("OpenSSH", "SubjectPublicKeyInfo"), "OpenSSH goes with OpenSSH only"),
    (("DER", "PKCS1"), "format is PKCS1; expected Raw, SubjectPublicKeyInfo or OpenSSH"),
    (("X962", "OpenSSH"), "encoding is X962; expected Raw, PEM, DER or OpenSSH"),
    (("OpenSSH", "OpenSSH"), "OpenSSH has no form for X25519 keys"),
])
def test_public_bytes_refuses(arguments: tuple[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        private("X25519").public_key().public_bytes(*arguments)


def test_a_password_is_bytes() -> None:
    for wrong in ("text", b"", None):
        with pytest.raises(ValueError, match="password must be bytes, one or more"):
            serialization.BestAvailableEncryption(wrong)  # type: ignore[arg-type]


WITHOUT = """
import sys
sys.modules["cryptography"] = None
from qed25519 import X25519PrivateKey, serialization
key = X25519PrivateKey.generate()
text = key.private_bytes("PEM", "PKCS8", "NoEncryption")
assert serialization.load_pem_private_key(text, None) == key
for work in (lambda: key.private_bytes("PEM", "PKCS8", serialization.BestAvailableEncryption(b"x")),
             lambda: serialization.load_der_private_key(bytes.fromhex("300430000400"), b"x"),
             lambda: serialization.load_ssh_public_key(b"ssh-ed25519 AAAA")):
    try:
        work()
    except ImportError as error:
        print(error)
"""


def test_without_the_extra_the_error_says_what_to_install() -> None:
    printed = subprocess.run([sys.executable, "-c", WITHOUT], check=True, capture_output=True, text=True).stdout
    assert printed.splitlines() == [
        'OpenSSH and encrypted keys need cryptography, the extra `formats`: pip install "qed25519[formats]"'] * 3


# --- OpenSSH --------------------------------------------------------------------------------------------------


def openssh(name: str) -> bytes:
    return (VECTORS / "OpenSSH" / f"ed25519-{name}").read_bytes()


@pytest.mark.parametrize(("name", "password"), [("nopsw", None), ("psw", b"password"), ("aesgcm-psw", b"password")])
def test_the_openssh_files_of_cryptography_vectors(name: str, password: bytes | None) -> None:
    key = serialization.load_ssh_private_key(openssh(f"{name}.key"), password)
    assert isinstance(key, qed25519.Ed25519PrivateKey)
    line = openssh(f"{name}.key.pub")
    public = serialization.load_ssh_public_key(line)
    assert public == key.public_key()
    assert public.public_bytes("OpenSSH", "OpenSSH") == b" ".join(line.split()[:2])
    assert private("Ed25519", key.private_bytes_raw()) == key


@pytest.mark.parametrize("encryption", ["NoEncryption", serialization.BestAvailableEncryption(PASSWORD),
                                        pyca.BestAvailableEncryption(PASSWORD)])
def test_openssh_comes_back(encryption: Any) -> None:
    key, password = private("Ed25519"), None if encryption == "NoEncryption" else PASSWORD
    for names in (("PEM", "OpenSSH"), (pyca.Encoding.PEM, pyca.PrivateFormat.OpenSSH)):
        text = key.private_bytes(*names, encryption)
        assert text.startswith(b"-----BEGIN OPENSSH PRIVATE KEY-----")
        assert serialization.load_ssh_private_key(text, password) == key
        assert pyca.load_ssh_private_key(text, password).private_bytes_raw() == RAW  # type: ignore[union-attr]
    line = key.public_key().public_bytes(pyca.Encoding.OpenSSH, pyca.PublicFormat.OpenSSH)
    assert serialization.load_ssh_public_key(line + b" a comment") == key.public_key()


def test_other_openssh_is_refused() -> None:
    with pytest.raises(ValueError, match="Ed25519 as DER has no OpenSSH form; expected PEM of an Ed25519 key"):
        private("Ed25519").private_bytes("DER", "OpenSSH", "NoEncryption")
    with pytest.raises(ValueError, match=r"not for X25519 or Ed25519, but cryptography\..*ECPublicKey"):
        serialization.load_ssh_public_key(
            ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(
                pyca.Encoding.OpenSSH, pyca.PublicFormat.OpenSSH))
    with pytest.raises(ValueError, match="the key cannot be read: "):
        serialization.load_ssh_public_key(b"ssh-unheard-of AAAA")
    for wrong in (b"", b"ssh-ed25519", b"ssh-ed25519 AAAA", openssh("nopsw.key")):
        refused(serialization.load_ssh_public_key, wrong)
    refused(lambda data: serialization.load_ssh_private_key(data, None), openssh("nopsw.key")[:200])
    with pytest.raises(ValueError):
        serialization.load_ssh_private_key(openssh("psw.key"), b"another")


# --- JWK -----------------------------------------------------------------------------------------------------


def test_the_jwk_of_rfc_8037() -> None:
    """Appendix A.6: Bob's public key of RFC 7748, section 6.1."""
    jwk = {"kty": "OKP", "crv": "X25519", "kid": "Bob", "x": "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"}
    key = qed25519.X25519PublicKey.from_jwk(jwk)
    assert key.public_bytes_raw().hex() == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    assert key.to_jwk() == {name: jwk[name] for name in ("kty", "crv", "x")}


def test_the_ed25519_jwk_of_rfc_8037() -> None:
    """Appendices A.1, A.2 and A.4: a key of RFC 8032, and what it signs."""
    jwk = {"kty": "OKP", "crv": "Ed25519", "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
           "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}
    key = qed25519.Ed25519PrivateKey.from_jwk(jwk)
    assert key.to_jwk() == jwk
    signed = b"eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
    assert base64.urlsafe_b64encode(key.sign(signed)).decode().rstrip("=") == (
        "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")


@both
@given(raw=raws)
def test_jwk_comes_back(algorithm: str, raw: bytes) -> None:
    key = private(algorithm, raw)
    jwk = key.to_jwk()
    assert our(algorithm, "PrivateKey").from_jwk(jwk) == key
    assert our(algorithm, "PublicKey").from_jwk(key.public_key().to_jwk()) == key.public_key()
    assert jwk == {**key.public_key().to_jwk(), "d": base64.urlsafe_b64encode(raw).decode().rstrip("=")}


@both
def test_bad_jwk_is_refused(algorithm: str) -> None:
    whole = private(algorithm).to_jwk()
    cls = our(algorithm, "PrivateKey")
    for changes, message in (
        ({"kty": "EC"}, "kty = 'EC'; expected 'OKP'"), ({"crv": "P-256"}, f"crv = 'P-256'; expected '{algorithm}'"),
        ({"d": None}, "member d is missing or not 32 bytes in base64url"), ({"x": "AA"}, "member x is missing"),
        ({"d": whole["d"] + "="}, "member d"), ({"d": whole["d"][:-1] + "-"}, "member d"),
        ({"d": whole["d"][:-1] + "é"}, "member d"), ({"d": whole["d"].replace(whole["d"][5], "+")}, "member d"),
        ({"d": "*" * 43}, "member d"), ({"x": whole["d"]}, "not the one that belongs to it"),
    ):
        with pytest.raises(ValueError, match=message) as caught:
            cls.from_jwk(whole | changes)
        assert whole["d"][:20] not in str(caught.value)
    without = copy.copy(whole)
    del without["d"]
    with pytest.raises(ValueError, match=f"no private key .*; expected one for {algorithm}PrivateKey"):
        cls.from_jwk(without)
    with pytest.raises(ValueError, match="holds a private key"):
        our(algorithm, "PublicKey").from_jwk(whole)
    with pytest.raises(TypeError, match="a JWK must be a mapping, such as a dict, not str"):
        cls.from_jwk("{}")
