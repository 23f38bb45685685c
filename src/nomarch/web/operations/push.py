"""Send web push messages to browsers' push services.

`pywebpush` is an extra (`pip install 'nomarch[push]'`); it is imported on first use. Endpoints come
from browsers, so only known push services are called, over https, without redirects, and never at
a private address.
"""

from __future__ import annotations

import base64
import importlib.util
import re
import time
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from nomarch.people.notices import Subscription

if TYPE_CHECKING:
    from aiohttp import ClientSession

HOSTS = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
"""Push services of Chrome, Firefox, Edge and Safari; their subdomains count too."""
TIMEOUT = 10.0
LONGEST_TTL = 28 * 86_400
TOKEN_SECONDS = 12 * 3600
"""Seconds for which a signature is valid; services allow at most 24 hours."""
MAX_PAYLOAD = 3000
"""Bytes; push services accept at least 4096 with encryption."""
MAX_ENDPOINT = 1000
_PLAIN = re.compile(r"https?://[A-Za-z0-9.:-]+(/[!-\[\]-~]*)?")
"""A host without signs that programs read differently, and no backslash behind it."""


class PushError(Exception):
    """A message was not accepted."""


class PushGone(PushError):
    """The subscription has ended: forget the device."""


class PushRefused(PushError):
    """The service refuses the message for good, for instance because of our key."""


class PushUnavailable(PushError):
    """The service did not take the message; try later."""


class PushUnknown(PushError):
    """The connection broke after the message was sent: it may have been accepted."""


def is_available() -> bool:
    """Whether push messages can be sent."""
    return importlib.util.find_spec("pywebpush") is not None


def new_key() -> str:
    """Return a new private key for a site."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    private = ec.generate_private_key(ec.SECP256R1())
    der = private.private_bytes(
        serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return _encoded(der)


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(data: str) -> bytes:
    return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))


@dataclass(frozen=True)
class Pusher:
    """Sends messages signed with the site's key."""

    key: str
    """The private key; see `new_key`."""
    contact: str
    """How push services reach the operator: mailto:… or https://…."""
    local: bool = False
    """Whether loopback endpoints are allowed, also without https; for tests only."""

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with."""
        from cryptography.hazmat.primitives import serialization

        point = self._vapid().public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return _encoded(point)

    def _vapid(self) -> Any:
        from py_vapid import Vapid02

        return Vapid02.from_string(self.key)

    def accepts(self, device: Subscription) -> bool:
        """Whether a subscription names a known push service and has valid keys."""
        try:
            url = urlsplit(device.endpoint)
            host, port = url.hostname or "", url.port
            keys = len(_decoded(device.p256dh)), len(_decoded(device.auth))
        except ValueError:
            return False
        if not _PLAIN.fullmatch(device.endpoint):
            return False
        if keys != (65, 16) or len(device.endpoint) > MAX_ENDPOINT or url.username or url.password:
            return False
        if self.local and host == "127.0.0.1":
            return True
        is_known = any(host == known or host.endswith(f".{known}") for known in HOSTS)
        return url.scheme == "https" and port in (None, 443) and is_known

    async def send(self, device: Subscription, data: bytes, *, ttl: float, topic: str = "") -> None:
        """Send a message. Raises `PushError`, with whether to retry."""
        import aiohttp

        if not self.accepts(device) or len(data) > MAX_PAYLOAD:
            raise PushRefused("not a known push service, or too long")
        try:
            body = _encrypt(device, data)
        except ValueError as error:  # a key that is no point of the curve
            raise PushGone(str(error)) from error
        headers = {
            **self._signature(device.endpoint),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(max(60, min(round(ttl), LONGEST_TTL))),
            "urgency": "high",
        }
        if topic:
            headers["topic"] = topic
        try:
            async with (
                self._session() as session,
                session.post(
                    device.endpoint, data=body, headers=headers, allow_redirects=False
                ) as answer,
            ):
                status, wait = answer.status, answer.headers.get("retry-after", "")
        except (aiohttp.ClientConnectorError, aiohttp.ClientSSLError) as error:
            raise PushUnavailable(str(error)) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise PushUnknown(str(error) or type(error).__name__) from error
        _check(status, wait)

    def _signature(self, endpoint: str) -> dict[str, str]:
        url = urlsplit(endpoint)
        claims = {
            "sub": self.contact,
            "aud": f"{url.scheme}://{url.netloc}",
            "exp": int(time.time()) + TOKEN_SECONDS,
        }
        signed: dict[str, str] = self._vapid().sign(claims)
        return signed

    def _session(self) -> ClientSession:
        import aiohttp

        resolver = aiohttp.ThreadedResolver() if self.local else public_resolver()
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=resolver),
            timeout=aiohttp.ClientTimeout(total=TIMEOUT),
            trust_env=False,
        )


def _encrypt(device: Subscription, data: bytes) -> bytes:
    from pywebpush import WebPusher

    keys = {"p256dh": device.p256dh, "auth": device.auth}
    encoded = WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(data)
    return bytes(encoded["body"])


def _check(status: int, wait: str) -> None:
    if status in (200, 201, 202, 204):
        return
    if status in (404, 410):
        raise PushGone(str(status))
    if status == 429 or status >= 500:
        raise PushUnavailable(f"{status} {wait}".strip())
    raise PushRefused(str(status))


def public_resolver() -> Any:
    """Return a resolver that finds no private addresses."""
    import aiohttp

    class PublicResolver(aiohttp.ThreadedResolver):
        async def resolve(self, host: str, *rest: Any, **more: Any) -> Any:
            found = await super().resolve(host, *rest, **more)
            public = [line for line in found if ip_address(line["host"]).is_global]
            if not public:
                raise OSError(f"{host} has no public address")
            return public

    return PublicResolver()
