"""A push service on loopback, which decrypts what it gets."""

import base64
import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from nomarch.people.notices import Subscription


@dataclass
class PushService:
    """Takes messages for devices, and decrypts them."""

    port: int = 0
    status: int = 201
    got: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    keys: dict[str, tuple[ec.EllipticCurvePrivateKey, bytes]] = field(default_factory=dict)

    def device(self, name: str) -> Subscription:
        private, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.keys[f"/{name}"] = private, auth
        point = private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return Subscription(f"http://127.0.0.1:{self.port}/{name}", _b64(point), _b64(auth))

    arrival: Event = field(default_factory=Event)

    def wait(self, seconds: float) -> bool:
        return self.arrival.wait(seconds)

    def titles(self) -> list[str]:
        return [message["title"] for _, _, message in self.got]


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@contextlib.contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            private, auth = service.keys[self.path]
            if service.status == 201:
                clear = http_ece.decrypt(body, private_key=private, auth_secret=auth)
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.got.append((self.path, headers, json.loads(clear)))
                service.arrival.set()
            self.send_response(service.status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.port = server.server_address[1]
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
