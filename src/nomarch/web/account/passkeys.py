"""WebAuthn: options for the browser, and the check of its answers.

The domain and origin come from the settings, never from a request.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from nomarch.people.accounts import Passkey
from nomarch.tables.state.errors import BadRequest

log = logging.getLogger("nomarch.web")

SITE_NAME = "Nomarch"


@dataclass(frozen=True)
class PasskeyVerifier:
    """Makes options and verifies responses for one site."""

    origin: str
    """The origin of its pages, such as https://games.example.org."""
    rp_id: str = ""
    """The domain that passkeys belong to; by default the origin's host."""

    @property
    def domain(self) -> str:
        return self.rp_id or urlsplit(self.origin).hostname or "localhost"

    def works_at(self, host: str) -> bool:
        """Whether browsers allow passkeys on pages of a host."""
        url = urlsplit(self.origin)
        return url.netloc == host and (url.scheme == "https" or url.hostname == "localhost")

    def creation_options(
        self, user: str, handle: str, known: Sequence[Passkey]
    ) -> tuple[bytes, dict[str, Any]]:
        """Return a challenge, and the options for `navigator.credentials.create`."""
        from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
        from webauthn.helpers import structs

        options = generate_registration_options(
            rp_id=self.domain,
            rp_name=SITE_NAME,
            user_id=base64url_to_bytes(user),
            user_name=handle,
            user_display_name=handle,
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.credential))
                for key in known
            ],
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
        )
        return options.challenge, json.loads(options_to_json(options))

    def verify_new(
        self, credential: dict[str, Any], challenge: bytes, person: str, label: str, at: float
    ) -> Passkey:
        """Return the passkey that a browser made. Raises `BadRequest` if it isn't sound."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        try:
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.domain,
                expected_origin=self.origin,
            )
        except Exception as error:  # the library lets errors of its parsers through
            raise _unverified(error) from error
        transports = _response(credential).get("transports")
        ways = transports if isinstance(transports, list) else []
        return Passkey(
            bytes_to_base64url(verified.credential_id),
            person,
            verified.credential_public_key,
            verified.sign_count,
            ",".join(way for way in ways if isinstance(way, str))[:100],
            verified.credential_backed_up,
            label or "Passkey",
            at,
            at,
        )

    def request_options(self) -> tuple[bytes, dict[str, Any]]:
        """Return a challenge, and the options for `navigator.credentials.get`."""
        from webauthn import generate_authentication_options, options_to_json

        options = generate_authentication_options(rp_id=self.domain)
        return options.challenge, json.loads(options_to_json(options))

    def verify(self, credential: dict[str, Any], challenge: bytes, key: Passkey, user: str) -> int:
        """Check a passkey's answer. Returns its new count of signatures."""
        from webauthn import verify_authentication_response

        if _response(credential).get("userHandle") != user:
            raise _unverified(ValueError("the user handle is another account's"))
        try:
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.domain,
                expected_origin=self.origin,
                credential_public_key=key.public_key,
                # Synced passkeys don't count, and an unchanged counter proves nothing.
                credential_current_sign_count=0,
            )
        except Exception as error:
            raise _unverified(error) from error
        if 0 < verified.new_sign_count <= key.sign_count and not key.is_synced:
            log.warning("a passkey counts %d after %d", verified.new_sign_count, key.sign_count)
        return verified.new_sign_count


def _response(credential: dict[str, Any]) -> dict[str, Any]:
    response = credential.get("response")
    return response if isinstance(response, dict) else {}


def _unverified(error: Exception) -> BadRequest:
    log.info("a passkey was not accepted: %s", error)
    return BadRequest("Your passkey couldn't be verified. Try again.")
