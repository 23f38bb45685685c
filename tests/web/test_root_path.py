"""A real server under a path of its address: behind a proxy that takes it off, or does not."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from nomarch.web.http.static_files import STATIC

from .test_kill import GIVE_UP, soak

ROOT = "/games/nomarch"
LESSONS = 3
"""Lessons and puzzles of a game that are followed: there are hundreds, all alike."""
LINK = re.compile(r'(?:href|src)="(/[^"]*)"')

pytestmark = pytest.mark.xdist_group("below a path")  # all ask the same server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[soak.Server]:
    server = soak.Server(tmp_path_factory.mktemp("place"), "--root-path", ROOT, "--https")
    yield server
    server.kill()


def get(server: soak.Server, path: str) -> httpx.Response:
    return httpx.get(f"http://{server.address}{path}", timeout=GIVE_UP, verify=False)


def test_every_link_of_every_page_leads_somewhere(server: soak.Server, visit: Any) -> None:
    ann = visit(server, root=ROOT)
    table = ann.opens("me", "here", "friend")
    todo, seen, followed = [f"{ROOT}/", f"{ROOT}{table.page}"], set[str](), Counter[str]()
    while todo:
        path = todo.pop()
        seen.add(path)
        assert path.startswith(ROOT)
        answer = ann.get(path.removeprefix(ROOT), follow_redirects=True)
        assert answer.status_code == 200, path
        assert answer.url.path.startswith(ROOT)
        if answer.headers["content-type"].startswith("text/html"):
            assert f'data-root="{ROOT}"' in answer.text
            found = {link.partition("?")[0] for link in LINK.findall(answer.text)}
            for link in sorted(found - seen - set(todo)):
                lessons = link.rpartition("/")[0]
                followed[lessons] += "/learn/" in lessons
                if followed[lessons] <= LESSONS:
                    todo.append(link)
    joined = ann.get(f"{table.page}/join/{table.invite}")
    assert joined.headers["location"] == f"{ROOT}{table.page}"
    manifest = ann.gets("/static/manifest.webmanifest")
    assert manifest["start_url"] == "../"
    for icon in manifest["icons"]:
        assert ann.get(f"/static/{icon['src']}").status_code == 200
    assert {f"{ROOT}/tables", f"{ROOT}/me", f"{ROOT}/colours.css"} <= seen
    assert any(path.startswith(f"{ROOT}/static/") and path.endswith(".js") for path in seen)


def test_scripts_name_no_address_but_through_the_root() -> None:
    scripts = list(STATIC.glob("*.js"))
    assert len(scripts) > 9
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        bare = re.findall(r'(?<!at\()["`]/(?:api|t|static|tables|me)\b[^"`]*', text)
        chosen = [path for path in bare if "icon" not in path]
        assert chosen == [], script.name


def test_cookies_stay_below_the_path_and_are_sent_over_https_only(server: soak.Server) -> None:
    cookie = get(server, f"{ROOT}/?lang=nl").headers.get_list("set-cookie")
    assert len(cookie) == 2
    assert all(f"Path={ROOT}" in line for line in cookie)
    assert any("Secure" in line and "HttpOnly" in line for line in cookie)
    answer = get(server, f"{ROOT}/")
    assert "max-age" in answer.headers["strict-transport-security"]


def test_a_proxy_may_take_the_path_off(server: soak.Server) -> None:
    answer = get(server, "/me")
    assert answer.status_code == 200
    assert f'href="{ROOT}/tables"' in answer.text
    assert f"{ROOT}/me/" in answer.text  # the link for another device
    assert "ok" in get(server, "/health").json()
    refused = get(server, f"{ROOT}/api/tables/none")
    assert (refused.status_code, list(refused.json())) == (404, ["error"])
    missing = get(server, f"{ROOT}x/")
    assert missing.status_code == 404


@pytest.mark.parametrize("root", [ROOT, ""])
def test_sockets_work_below_the_path(server: soak.Server, visit: Any, root: str) -> None:
    ann = visit(server, root=root)
    with ann.listens(ann.opens("me", "here", "here")) as link:
        assert link.first["type"] == "table"
