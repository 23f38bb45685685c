"""Signed tokens, each accepted in one spelling only.

Base64 decoders skip padding, unused bits and foreign characters: a token that was used up would
come back in another spelling.
"""

import hmac

from itsdangerous import Signer, TimestampSigner, URLSafeSerializer, URLSafeTimedSerializer
from itsdangerous.encoding import want_bytes


class _ExactSigner(Signer):
    def verify_signature(self, value: str | bytes, sig: str | bytes) -> bool:
        return hmac.compare_digest(want_bytes(sig), self.get_signature(value))


class _ExactTimestampSigner(_ExactSigner, TimestampSigner):
    pass


def signed_tokens(secret: bytes, salt: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=salt, signer=_ExactSigner)


def timed_tokens(secret: bytes, salt: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(secret, salt=salt, signer=_ExactTimestampSigner)
