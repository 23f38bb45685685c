"""The relay of the browser edition."""

import contextlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from nomarch.web import signal
from nomarch.web.signal import MAX_FRAME, relay_route

ROOM = "room-of-some"
HOST, ANN, BOB = bytes(16), b"a" * 16, b"b" * 16


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(Starlette(routes=[relay_route()])) as client:
        yield client


def address(member: bytes, room: str = ROOM) -> str:
    return f"/signal/{room}/{urlsafe_b64encode(member).decode().rstrip('=')}"


def test_frames_reach_whom_they_name_in_their_room_alone(client: TestClient) -> None:
    connect = client.websocket_connect
    with (
        connect(address(HOST)) as host,
        connect(address(ANN)) as ann,
        connect(address(BOB)) as bob,
        connect(address(HOST, "another-room")) as stranger,
    ):
        ann.send_bytes(HOST + b"to the host")
        assert host.receive_bytes() == ANN + b"to the host"
        host.send_bytes(BOB + b"to Bob")
        assert bob.receive_bytes() == HOST + b"to Bob"
        stranger.send_bytes(ANN + b"from outside")
        host.send_bytes(ANN + b"last")
        assert ann.receive_bytes() == HOST + b"last"


def test_who_has_gone_leaves_nothing(client: TestClient) -> None:
    relay = signal.Relay()
    app = Starlette(routes=[signal.WebSocketRoute("/signal/{room}/{member}", relay.serve)])
    with TestClient(app) as client, contextlib.ExitStack() as open_sockets:
        for room in (f"room-{number:07}" for number in range(200)):
            host, ann = (
                open_sockets.enter_context(client.websocket_connect(address(member, room)))
                for member in (HOST, ANN)
            )
            ann.send_bytes(HOST + b"hello")
            assert host.receive_bytes() == ANN + b"hello"
        assert len(relay.rooms) == 200
    assert not relay.rooms


@pytest.mark.parametrize(
    "frame", [b"", bytes(16), bytes(MAX_FRAME + 1)], ids=["empty", "bare", "long"]
)
def test_a_wrong_frame_ends_a_connection(client: TestClient, frame: bytes) -> None:
    with client.websocket_connect(address(ANN)) as ann:
        ann.send_bytes(frame)
        with pytest.raises(WebSocketDisconnect):
            ann.receive_bytes()


def is_refused(client: TestClient, path: str) -> bool:
    try:
        with client.websocket_connect(path) as socket:
            socket.receive_bytes()
    except WebSocketDisconnect:
        return True
    return False


def test_rooms_members_and_bytes_are_limited(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signal, "MAX_ROOMS", 1)
    monkeypatch.setattr(signal, "MAX_MEMBERS", 2)
    for wrong in ("/signal/room/aaaa", f"/signal/{ROOM}/short", f"/signal/a%2Fb/{'a' * 22}"):
        assert is_refused(client, wrong)
    with client.websocket_connect(address(HOST)), client.websocket_connect(address(ANN)) as ann:
        assert is_refused(client, address(ANN, "another-room"))
        assert is_refused(client, address(BOB))
        for _ in range(12 * signal.BYTES_PER_SECOND // MAX_FRAME):
            ann.send_bytes(BOB + bytes(MAX_FRAME - 16))
        with pytest.raises(WebSocketDisconnect):
            ann.receive_bytes()
