"""Friends at a tab of the browser edition, as the worker with Python sees them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from nomarch.browser import friends
from nomarch.browser.host import Host
from nomarch.kernel.run.seeds import commitment, make_seed
from nomarch.tables.state.joint_deal import COMMIT, REVEAL

from .host_pages import Page, deal_in

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("browser")]
ROOM = "a-room-of-12"
FORBIDDEN, MISSING = HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND
CONFLICT = HTTPStatus.CONFLICT


class Friend:
    """A friend's tab: it keeps the cookies that it is given."""

    def __init__(self, host: Host, name: str) -> None:
        self.host, self.name, self.jar = host, name, dict[str, str]()

    async def asks(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        cookies = "; ".join(f"{key}={value}" for key, value in self.jar.items())
        sent = b"" if body is None else json.dumps(body).encode()
        headers = [("content-type", "application/json"), ("accept-language", "en")]
        status, answer, content, _ = await self.host.request_of(
            self.name, method, path, headers, sent, cookies
        )
        for name, value in answer:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                self.jar[key] = rest.partition(";")[0]
        return int(status), content

    async def gets(self, path: str) -> tuple[int, str]:
        status, content = await self.asks("GET", f"/play/with/{ROOM}{path}")
        return status, content.decode()

    async def posts(self, path: str, body: Any) -> tuple[int, Any]:
        status, content = await self.asks("POST", f"/play/with/{ROOM}{path}", body)
        return status, json.loads(content or b"{}")

    async def sees(self, table: str) -> Any:
        return json.loads((await self.gets(f"/api/tables/{table}"))[1])

    async def deal_of(self, table: str) -> Any:
        return deal_in((await self.gets(f"/t/{table}"))[1])

    async def comes(self) -> Friend:
        status, _ = await self.posts("/api/person", {"name": self.name})
        assert status == 200
        return self


@contextlib.asynccontextmanager
async def room(folder: Path) -> AsyncIterator[Host]:
    host = Host("https://example.org", folder, "/play")
    await host.open()
    host.friends.room, host.friends.link = ROOM, "https://example.org/play/with/#key"
    try:
        yield host
    finally:
        await host.stop()


async def new_table(host: Host, game: str, *kinds: str) -> str:
    seats = [{"kind": kind} for kind in kinds]
    body = json.dumps({"game": game, "seats": seats, "listed": True}).encode()
    headers = [("content-type", "application/json")]
    status, _, made = await host.request("POST", "/play/api/tables", headers, body)
    assert status == HTTPStatus.CREATED, made
    return str(json.loads(made)["id"])


async def deal(host: Host, table: str, *friends: Friend) -> None:
    """Everybody commits, then reveals, as their pages do."""
    people = {person: make_seed() for person in (Page(host), *friends)}
    for step in (COMMIT, REVEAL):
        for person, secret in people.items():
            assert (await person.deal_of(table))["step"] == step
            value = commitment(secret) if step == COMMIT else secret
            body = {"step": step, "value": value}
            assert (await person.posts(f"/api/tables/{table}/deal", body))[0] == 200


async def test_friends_play_as_themselves_and_see_what_is_theirs(tmp_path: Path) -> None:
    async with room(tmp_path) as host:
        table = await new_table(host, "giza", "me", "friend", "friend")
        ann, bob = await Friend(host, "Ann").comes(), await Friend(host, "Bob").comes()
        assert "Ann" not in (await bob.gets("/"))[1]
        for friend in (ann, bob):
            status, page = await friend.gets(f"/t/{table}")
            assert (status, "example.org/play/with/#key" in page) == (200, True)
            assert (await friend.posts(f"/api/tables/{table}/join", {}))[0] == 200
        await deal(host, table, ann, bob)
        views = [await friend.sees(table) for friend in (ann, bob)]
        assert [view["mine"] for view in views] == [[1], [2]]
        hands = [json.dumps(view["view"]) for view in views]
        assert hands[0] != hands[1]
        assert (await ann.gets(f"/api/tables/{table}/save"))[0] == FORBIDDEN
        wrong = {"seat": 2, "move": "any", "seq": views[0]["seq"]}
        assert (await ann.posts(f"/api/tables/{table}/move", wrong))[0] == FORBIDDEN


async def test_a_table_shows_how_friends_come(tmp_path: Path) -> None:
    """By its link; where there is none, the host gives out codes."""
    async with room(tmp_path) as host:
        table = await new_table(host, "ra", "me", "friend", "friend")
        page = Page(host)
        for link, is_shown in ((host.friends.link, True), ("", False)):
            host.friends.link = link
            shown = await page.reads(f"/t/{table}")
            assert ('id="invite-link"' in shown) == is_shown
            assert ("Let friends in" in shown) != is_shown
            assert "Friends in the room can watch." in shown
        status, invitation = await Friend(host, "Ann").gets(f"/t/{table}")
        assert (status, "which could look at hidden things" in invitation) == (200, True)
        assert "unrated" not in invitation


async def test_nobody_can_choose_a_deal_or_learn_it_early(tmp_path: Path) -> None:
    async with room(tmp_path) as host:
        table = await new_table(host, "fertility", "me", "friend")
        owner, ann = Page(host), await Friend(host, "Ann").comes()
        api = f"/api/tables/{table}"
        secrets = {owner: make_seed(), ann: make_seed()}
        commits = {person: commitment(secret) for person, secret in secrets.items()}
        assert (await owner.posts(f"{api}/deal", {"step": COMMIT, "value": commits[owner]}))[
            0
        ] == 200
        early = {"step": REVEAL, "value": secrets[owner]}
        await owner.posts(f"{api}/deal", early)
        assert (await owner.deal_of(table))["step"] == "", "a seat is free"
        await ann.posts(f"{api}/join", {})
        await ann.posts(f"{api}/deal", {"step": COMMIT, "value": commits[ann]})
        seen = await ann.deal_of(table)
        assert seen["commitments"][1:] == [commits[owner], commits[ann]]
        other = {"step": REVEAL, "value": secrets[owner]}
        assert (await ann.posts(f"{api}/deal", other))[0] == CONFLICT
        assert (await owner.posts(f"{api}/deal", early))[0] == 200
        await ann.posts(f"{api}/leave", {"seat": 1})
        assert (await owner.deal_of(table))["step"] == COMMIT, "who comes next knows a secret"
        await ann.posts(f"{api}/join", {})
        await deal(host, table, ann)
        for person in (owner, ann):
            seen = await person.deal_of(table)
            assert (seen["step"], seen["secrets"]) == ("", [])


async def test_only_what_is_listed_is_for_friends(tmp_path: Path) -> None:
    async with room(tmp_path) as host:
        known = {getattr(route, "path", "") for route in host.app.routes}
        assert known >= friends.READ | friends.CHANGED
        eve = await Friend(host, "Eve").comes()
        for route in known - friends.READ:
            path = route.replace("{", "").replace("}", "").replace(":path", "")
            assert (await eve.gets(path))[0] in (FORBIDDEN, MISSING), route
        for route in known - friends.CHANGED:
            path = route.replace("{", "").replace("}", "").replace(":path", "")
            assert (await eve.posts(path, {}))[0] in (FORBIDDEN, MISSING), route
        for method in ("PUT", "DELETE", "OPTIONS", "CONNECT", "nonsense"):
            assert (await eve.asks(method, f"/play/with/{ROOM}/tables"))[0] == FORBIDDEN


@pytest.mark.parametrize(
    "path",
    [
        "/play/device", "/device/games", "/play/with/another-room/tables", "/play/with", "", "//",
        f"/play/with/{ROOM}", f"/play/with/{ROOM}/../device", f"/play/with/{ROOM}/%2e%2e/device",
        f"/play/with/{ROOM}//device/games", f"/play/with/{ROOM}/device%2Fgames",
        f"/play/with/{ROOM}/device/games?x=/tables", f"/play/with/{ROOM}/device/python",
    ],
)  # fmt: skip
async def test_no_path_leads_out_of_the_room(tmp_path: Path, path: str) -> None:
    async with room(tmp_path) as host:
        eve = Friend(host, "Eve")
        for method in ("GET", "POST"):
            assert (await eve.asks(method, path, {}))[0] in (FORBIDDEN, MISSING)
        said = list[tuple[str, str]]()
        host.open_socket_of("Eve", "Eve:1", path, lambda *event: said.append(event), "")
        assert said == [("close", "1008")]


async def test_a_closed_room_and_forged_cookies_let_nobody_in(tmp_path: Path) -> None:
    async with room(tmp_path) as host:
        table = await new_table(host, "ra", "me", "friend", "friend")
        eve = Friend(host, "Eve")
        owner = host.cookies.values()
        eve.jar = {name: value[:-2] + "xx" for name, value in owner.items()}
        seen = json.loads((await eve.gets(f"/api/tables/{table}"))[1])
        assert not seen.get("mine")
        host.friends.room = ""
        assert (await eve.gets(f"/t/{table}"))[0] == MISSING


async def test_what_takes_time_or_space_is_limited_for_each_friend(tmp_path: Path) -> None:
    async with room(tmp_path) as host:
        ann, eve = await Friend(host, "Ann").comes(), await Friend(host, "Eve").comes()
        wish = {"game": "ra", "seats": [{"kind": "me"}, *[{"kind": "bot"}] * 2], "hints": True}
        made = [await eve.posts("/api/tables", wish) for _ in range(8)]
        assert {status for status, _ in made} == {201, 429}
        assert (await ann.posts("/api/tables", wish))[0] == 201
        table = made[0][1]["id"]
        asked = [(await eve.posts(f"/api/tables/{table}/hint", {"seat": 0}))[0] for _ in range(12)]
        assert asked[-1] == 429
        large = {"name": "x" * friends.MAX_BODY}
        assert (await eve.posts("/api/person", large))[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


async def test_nothing_is_rated_in_a_room(tmp_path: Path) -> None:
    async with room(tmp_path) as host:
        ann = await Friend(host, "Ann").comes()
        seats = [{"kind": "me"}, *[{"kind": "friend"}] * 2]
        status, _ = await ann.posts("/api/tables", {"game": "ra", "seats": seats, "rated": True})
        assert status in (FORBIDDEN, HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT)
