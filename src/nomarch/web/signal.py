"""The relay of the browser edition: forwards frames within a room, and keeps nothing.

A frame begins with 16 bytes that name a member; the others get it with the sender's in their place.
Members encrypt the contents; the relay sees names, sizes and times.
"""

import asyncio
import contextlib
import re
from base64 import urlsafe_b64decode
from collections import defaultdict

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from nomarch.web.http.limits import RateLimiter

MAX_FRAME = 16 * 1024
MAX_MEMBERS = 24
MAX_ROOMS = 2_000
BYTES_PER_SECOND = 256 * 1024
"""What a room may send, ten times as much at once: a page, or hours of play."""
NAME = 16
ROOM = re.compile(r"[\w-]{12}")
MEMBER = re.compile(r"[\w-]{22}")
TRY_LATER = 1013


class Relay:
    """Rooms that have members now."""

    def __init__(self) -> None:
        self.rooms: dict[str, dict[WebSocket, bytes]] = defaultdict(dict)
        self.limits = RateLimiter(BYTES_PER_SECOND, 10 * BYTES_PER_SECOND)

    async def serve(self, socket: WebSocket) -> None:
        room, member = socket.path_params["room"], socket.path_params["member"]
        await socket.accept()
        if not (ROOM.fullmatch(room) and MEMBER.fullmatch(member) and self._has_space(room)):
            await socket.close(TRY_LATER)
            return
        members, name = self.rooms[room], urlsafe_b64decode(member + "==")
        members[socket] = name
        try:
            while True:
                frame = await socket.receive_bytes()
                if not NAME < len(frame) <= MAX_FRAME or not self.limits.allows(room, len(frame)):
                    break
                others = [each for each, known in members.items() if known == frame[:NAME]]
                sent = name + frame[NAME:]
                await asyncio.gather(*(_send(each, sent) for each in others))
            await socket.close(TRY_LATER)
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass  # gone, or sent text
        finally:
            del members[socket]
            if not members:
                self.rooms.pop(room, None)

    def _has_space(self, room: str) -> bool:
        members = self.rooms.get(room, {})
        return len(members) < MAX_MEMBERS and (room in self.rooms or len(self.rooms) < MAX_ROOMS)


async def _send(socket: WebSocket, frame: bytes) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone meanwhile
        await socket.send_bytes(frame)


def relay_route() -> WebSocketRoute:
    return WebSocketRoute("/signal/{room}/{member}", Relay().serve, name="signal")
