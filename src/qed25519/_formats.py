"""Keys as DER, PEM (RFC 8410) and JWK (RFC 8037), from and to their 32 bytes.

DER of such a key is a fixed prefix and the 32 bytes.  Nothing else is accepted, but attributes (ignored) in PKCS#8, and
in its version 2 the public key, which must be there (returned, to be compared).  PEM may stand amid other text, as
RFC 7468 allows, and other PEM blocks.  What is not as expected raises ValueError, without the data in its text.

An algorithm is a name here, "X25519" or "Ed25519".  Names of encodings and formats are those of pyca/cryptography:
members of its enums, of qed25519.serialization's, or strings.
"""

import binascii
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from qed25519._bytes import kind

ALGORITHMS = {"X25519": "2b656e", "Ed25519": "2b6570"}          # 1.3.101.110 and 1.3.101.112

# INTEGER version, SEQUENCE { OBJECT IDENTIFIER }, OCTET STRING { OCTET STRING { the secret key } }
_PRIVATE = {bytes.fromhex(f"300506 03 {oid} 0422 0420"): name for name, oid in ALGORITHMS.items()}
# SEQUENCE { SEQUENCE { OBJECT IDENTIFIER }, BIT STRING { the public key } }
_PUBLIC = {bytes.fromhex(f"302a 3005 06 03 {oid} 0321 00"): name for name, oid in ALGORITHMS.items()}
_PRIVATE_OF = {name: prefix for prefix, name in _PRIVATE.items()}
_PUBLIC_OF = {name: prefix for prefix, name in _PUBLIC.items()}
_VERSION_1, _VERSION_2 = bytes.fromhex("020100"), bytes.fromhex("020101")
_ATTRIBUTES = 0xA0                                              # [0] IMPLICIT, of version 1 too
_PUBLIC_KEY = bytes.fromhex("8121 00")                          # [1] IMPLICIT BIT STRING of 32 bytes
_SEQUENCE, _OCTET_STRING = 0x30, 0x04

PRIVATE_LABEL, PUBLIC_LABEL, ENCRYPTED_LABEL = "PRIVATE KEY", "PUBLIC KEY", "ENCRYPTED PRIVATE KEY"
LINE = 64                                                       # characters of base64 in a line of PEM
# From the start of a line to its end, and each character looked at once: time is linear in the data.
_BOUNDARY = re.compile(rb"(?<![^\r\n])-----(BEGIN|END) ([^\r\n]*)")
_NAMED, _SHORT = 3, 40                                          # labels in an error, and characters of each


class PrivateParts(NamedTuple):
    """What a private key in a file says; `public` is None where it does not say it."""

    algorithm: str
    secret: bytes
    public: bytes | None


# --- DER ----------------------------------------------------------------------------------------------------


def private_der(algorithm: str, secret: bytes) -> bytes:
    """PKCS#8, version 1."""
    content = _VERSION_1 + _PRIVATE_OF[algorithm] + secret
    return bytes([_SEQUENCE, len(content)]) + content


def public_der(algorithm: str, public: bytes) -> bytes:
    """SubjectPublicKeyInfo."""
    return _PUBLIC_OF[algorithm] + public


def parse_private_der(der: bytes) -> PrivateParts:
    expected = "a PKCS#8 private key in DER, for X25519 or Ed25519 as RFC 8410 writes it"
    if len(der) < 48 or len(der) >= 130 or der[0] != _SEQUENCE or der[1] != len(der) - 2:
        raise ValueError(f"this is not {expected}: the sequence of 46 to 127 bytes around it is missing")
    version, algorithm, rest = der[2:5], _PRIVATE.get(der[5:16]), der[48:]
    if version not in (_VERSION_1, _VERSION_2) or algorithm is None:
        raise ValueError(f"this is not {expected}: version and algorithm identifier are others")
    if rest and rest[0] == _ATTRIBUTES:
        rest = rest[2 + rest[1]:] if 1 < len(rest) >= 2 + rest[1] else b"\0"
    if not rest and version == _VERSION_2:
        raise ValueError(f"this is not {expected}: version 2 has a public key after the private key, and it is missing")
    if not rest:
        return PrivateParts(algorithm, der[16:48], None)
    if version == _VERSION_2 and rest[:3] == _PUBLIC_KEY and len(rest) == 35:
        return PrivateParts(algorithm, der[16:48], rest[3:])
    raise ValueError(f"this is not {expected}: what follows the private key is neither attributes nor, in version 2, "
                     "a public key of 32 bytes")


def parse_public_der(der: bytes) -> tuple[str, bytes]:
    algorithm = _PUBLIC.get(der[:12])
    if algorithm is None or len(der) != 44:
        raise ValueError("this is not a public key (SubjectPublicKeyInfo) in DER, for X25519 or Ed25519 as RFC 8410 "
                         "writes it: expected a prefix of 12 bytes and 32 bytes")
    return algorithm, der[12:]


def is_encrypted(der: bytes) -> bool:
    """It is made as EncryptedPrivateKeyInfo is: SEQUENCE { SEQUENCE …, OCTET STRING }."""
    try:
        first, end = _extent(der, 0)
        second = _extent(der, first)[1]
        return (der[0], der[first], der[second]) == (_SEQUENCE, _SEQUENCE, _OCTET_STRING) and end == len(der)
    except IndexError:
        return False


def _extent(der: bytes, start: int) -> tuple[int, int]:
    """Where the contents of the element at `start` begin and end."""
    length, first = der[start + 1], start + 2
    if length >= 0x80:                                          # in so many bytes that follow
        first += length - 0x80
        length = int.from_bytes(der[start + 2:first], "big")
    return first, first + length


# --- PEM ----------------------------------------------------------------------------------------------------


def pem(label: str, der: bytes) -> bytes:
    text = binascii.b2a_base64(der, newline=False).decode()
    lines = [text[start:start + LINE] for start in range(0, len(text), LINE)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""]).encode()


def parse_pem(data: bytes, *labels: str) -> tuple[str, bytes]:
    """Label and DER of the first block with one of these labels."""
    found = []
    for label, body in _blocks(data):
        if label in labels:
            return label, _base64(body)
        found.append(label)
    named = [label if len(label) <= _SHORT else f"{label[:_SHORT]}…" for label in found[:_NAMED]]
    if len(found) > _NAMED:
        named.append(f"{len(found) - _NAMED} more")
    raise ValueError(f"there is no PEM block BEGIN {' or '.join(labels)}; found {', '.join(named) or 'none at all'}")


def _blocks(data: bytes) -> Iterator[tuple[str, bytes]]:
    lines = _BOUNDARY.finditer(data)
    for begin in lines:
        if begin[1] == b"END":          # of no block: other text
            continue
        end, name = next(lines, None), begin[2].rstrip()
        if end is None or end[1] != b"END" or end[2].rstrip() != name or not name.endswith(b"-----"):
            raise ValueError("a PEM block has a BEGIN line, but no END line with the same label")
        yield name[:-5].decode("ascii", "replace"), data[begin.end():end.start()]


def _base64(body: bytes) -> bytes:
    packed = b"".join(body.split())
    try:
        content = binascii.a2b_base64(packed)
    except binascii.Error:
        content = b""
    if not content or binascii.b2a_base64(content, newline=False) != packed:
        raise ValueError("the PEM block does not hold base64, with its padding and nothing else, between its lines")
    return content


# --- JWK ----------------------------------------------------------------------------------------------------


def jwk(algorithm: str, public: bytes, secret: bytes | None = None) -> dict[str, str]:
    found = {"kty": "OKP", "crv": algorithm, "x": _base64url(public)}
    return found if secret is None else found | {"d": _base64url(secret)}


def parse_jwk(algorithm: str, key: Mapping[str, object]) -> tuple[bytes, bytes | None]:
    """The public and, if it is there, the secret key of a JWK for this algorithm."""
    if not isinstance(key, Mapping):
        raise TypeError(f"a JWK must be a mapping, such as a dict, not {kind(key)}")
    for member, expected in (("kty", "OKP"), ("crv", algorithm)):
        if key.get(member) != expected:
            raise ValueError(f"the JWK has {member} = {key.get(member)!r}; expected {expected!r}")
    return _jwk_member(key, "x"), _jwk_member(key, "d") if "d" in key else None


def _jwk_member(key: Mapping[str, object], member: str) -> bytes:
    text = key.get(member)
    if isinstance(text, str) and len(text) == 43 and text.isascii():
        try:
            value = binascii.a2b_base64(text.translate({ord("-"): "+", ord("_"): "/"}) + "=")
        except binascii.Error:
            value = b""
        if len(value) == 32 and _base64url(value) == text:
            return value
    raise ValueError(f"the JWK's member {member} is missing or not 32 bytes in base64url without padding")


def _base64url(value: bytes) -> str:
    text = binascii.b2a_base64(value, newline=False).decode()
    return text.rstrip("=").translate({ord("+"): "-", ord("/"): "_"})


# --- by the names of pyca -----------------------------------------------------------------------------------


def private_bytes(algorithm: str, secret: bytes, encoding: object, format: object, encryption: object) -> bytes:
    """What `private_bytes` of a key returns."""
    how = _name("encoding", encoding, "Encoding", ("Raw", "PEM", "DER"))
    what = _name("format", format, "PrivateFormat", ("Raw", "PKCS8", "OpenSSH"))
    plain = _is_plain(encryption)
    _both_raw(how, what)
    if how == "Raw":
        if not plain:
            raise ValueError("encryption_algorithm: a Raw key cannot be encrypted; expected NoEncryption()")
        return secret
    if what == "OpenSSH" or not plain:
        from qed25519 import _formats_extra

        return _formats_extra.private_bytes(algorithm, secret, how, what, None if plain else encryption)
    der = private_der(algorithm, secret)
    return der if how == "DER" else pem(PRIVATE_LABEL, der)


def public_bytes(algorithm: str, public: bytes, encoding: object, format: object) -> bytes:
    """What `public_bytes` of a key returns."""
    how = _name("encoding", encoding, "Encoding", ("Raw", "PEM", "DER", "OpenSSH"))
    what = _name("format", format, "PublicFormat", ("Raw", "SubjectPublicKeyInfo", "OpenSSH"))
    _both_raw(how, what)
    if how == "Raw":
        return public
    if (how == "OpenSSH") != (what == "OpenSSH"):
        raise ValueError(f"encoding is {how} and format is {what}; OpenSSH goes with OpenSSH only")
    if how == "OpenSSH":
        from qed25519 import _formats_extra

        return _formats_extra.public_bytes(algorithm, public)
    der = public_der(algorithm, public)
    return der if how == "DER" else pem(PUBLIC_LABEL, der)


def _name(argument: str, value: object, enum: str, names: tuple[str, ...]) -> str:
    """Of a string, or of a member of an enum of that name: "Raw" of "Raw" and of Encoding.Raw."""
    if not isinstance(value, str) and type(value).__name__ != enum:
        raise TypeError(f"{argument} must be a member of {enum} or its name, not {kind(value)}")
    name = str(value).rpartition(".")[2]
    if name not in names:
        raise ValueError(f"{argument} is {name}; expected {', '.join(names[:-1])} or {names[-1]}")
    return name


def _both_raw(how: str, what: str) -> None:
    if (how == "Raw") != (what == "Raw"):
        raise ValueError(f"encoding is {how} and format is {what}; Raw goes with Raw only")


def _is_plain(encryption: object) -> bool:
    if isinstance(encryption, str):
        if encryption != "NoEncryption":
            raise ValueError("encryption_algorithm is another string than NoEncryption; a password is expected in "
                             "BestAvailableEncryption(password)")
        return True
    if not any(base.__name__ == "KeySerializationEncryption" for base in type(encryption).__mro__):
        raise TypeError("encryption_algorithm must be NoEncryption(), BestAvailableEncryption(password) or what pyca's "
                        f"builder makes, not {kind(encryption)}")
    return type(encryption).__name__ == "NoEncryption"
