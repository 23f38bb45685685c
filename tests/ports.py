"""Ports for servers that tests and benches start."""

import random
import socket

BELOW_OUTGOING = range(18_000, 32_000)
"""Ports that systems give to no outgoing connection, so nobody takes one before the server does."""


def free_port() -> int:
    while True:
        port = random.SystemRandom().choice(BELOW_OUTGOING)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
