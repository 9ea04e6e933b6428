"""The test vectors of RFC 8032, sections 7.1 (Ed25519), 7.2 (Ed25519ctx) and 7.3 (Ed25519ph), on every backend.

7.1's TEST 1024 has a message of 1,023 bytes; it is the last line of sign.input, and so in test_sign_input.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from qed25519 import Ed25519PrivateKey, Ed25519PublicKey, InvalidSignature


class Vector(NamedTuple):
    name: str
    secret: str
    public: str
    message: str
    signature: str
    options: Mapping[str, Any] = MappingProxyType({})


CTX = ("0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
       "dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292")
ABC = ("833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
       "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf")

VECTORS = [
    Vector("7.1 TEST 1", "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
           "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
           "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
           "d25bf5f0595bbe24655141438e7a100b"),
    Vector("7.1 TEST 2", "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
           "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
           "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
           "387b2eaeb4302aeeb00d291612bb0c00"),
    Vector("7.1 TEST 3", "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
           "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
           "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
           "4a7c15e9716ed28dc027beceea1ec40a"),
    Vector("7.1 TEST SHA(abc)", *ABC,
           "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
           "454d4423643ce80e2a9ac94fa54ca49f",
           "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e030"
           "3dca179c138ac17ad9bef1177331a704"),
    Vector("7.2 foo", *CTX, "f726936d19c800494e3fdaff20b276a8",
           "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a8b36950b95130022907a7fb7c4e9b2d5"
           "f6cca685a587b4b21f4b888e4e7edb0d", {"context": b"foo"}),
    Vector("7.2 bar", *CTX, "f726936d19c800494e3fdaff20b276a8",
           "fc60d5872fc46b3aa69f8b5b4351d5808f92bcc044606db097abab6dbcb1aee3216c48e8b3b66431b5b186d1d28f8ee1"
           "5a5ca2df6668346291c2043d4eb3e90d", {"context": b"bar"}),
    Vector("7.2 foo2", *CTX, "508e9e6882b979fea900f62adceaca35",
           "8b70c1cc8310e1de20ac53ce28ae6e7207f33c3295e03bb5c0732a1d20dc64908922a8b052cf99b7c4fe107a5abb5b2c"
           "4085ae75890d02df26269d8945f84b0b", {"context": b"foo"}),
    Vector("7.2 foo3", "ab9c2853ce297ddab85c993b3ae14bcad39b2c682beabc27d6d4eb20711d6560",
           "0f1d1274943b91415889152e893d80e93275a1fc0b65fd71b4b0dda10ad7d772", "f726936d19c800494e3fdaff20b276a8",
           "21655b5f1aa965996b3f97b3c849eafba922a0a62992f73b3d1b73106a84ad85e9b86a7b6005ea868337ff2d20a7f5fb"
           "d4cd10b0be49a68da2b2e0dc0ad8960f", {"context": b"foo"}),
    Vector("7.3 TEST abc", *ABC, "616263",
           "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae4131f85042463c2a355a2003d062adf5aa"
           "a10b8c61e636062aaad11c2a26083406", {"prehash": True}),
]


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.name)
def test_keys_and_signatures(vector: Vector) -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(vector.secret))
    message, signature = bytes.fromhex(vector.message), bytes.fromhex(vector.signature)
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(vector.public))
    assert key.public_key() == public
    assert key.sign(message, **vector.options).hex() == vector.signature
    public.verify(signature, message, **vector.options)
    for options in ({}, {"context": b"foo"}, {"context": b"bar"}, {"prehash": True}):
        if options != vector.options:
            with pytest.raises(InvalidSignature):
                public.verify(signature, message, **options)
