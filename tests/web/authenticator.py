"""A passkey in software: what a browser and its authenticator answer."""

import base64
import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, BACKED_UP, ATTESTED = 0x01, 0x04, 0x18, 0x40


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _number(value: int) -> bytes:
    return value.to_bytes(32, "big")


@dataclass
class Authenticator:
    """One device with one passkey."""

    origin: str = "http://localhost:8000"
    is_synced: bool = True
    user: str = ""
    count: int = 0
    id_: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def _data(self, rp_id: str, flags: int, rest: bytes = b"") -> bytes:
        flags |= PRESENT | VERIFIED | (BACKED_UP if self.is_synced else 0)
        count = 0 if self.is_synced else self.count
        head = hashlib.sha256(rp_id.encode()).digest() + bytes([flags])
        return head + count.to_bytes(4, "big") + rest

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `navigator.credentials.create`."""
        self.user = options["user"]["id"]
        point = self.key.public_key().public_numbers()
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: _number(point.x), -3: _number(point.y)})
        attested = bytes(16) + len(self.id_).to_bytes(2, "big") + self.id_ + public
        data = self._data(options["rp"]["id"], ATTESTED, attested)
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(
            clientDataJSON=encoded(self._client_data("webauthn.create", options)),
            attestationObject=encoded(statement),
            transports=["internal"],
        )

    def get(self, options: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Answer `navigator.credentials.get`."""
        self.count += 1
        client, data = self._client_data("webauthn.get", options), self._data(options["rpId"], 0)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        answer = {
            "clientDataJSON": encoded(client),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
            "userHandle": self.user,
        }
        return self._credential(**(answer | more))

    def _credential(self, **response: Any) -> dict[str, Any]:
        id_ = encoded(self.id_)
        return {
            "id": id_, "rawId": id_, "type": "public-key", "response": response,
            "clientExtensionResults": {},
        }  # fmt: skip
