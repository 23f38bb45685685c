"""What a page asks of the browser edition's host, where no server is."""

import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from nomarch.browser.host import Host


class Page:
    """What a page asks of the host in its worker."""

    def __init__(self, host: Host) -> None:
        self.host = host

    async def gets(self, path: str) -> tuple[int, str]:
        headers = [("accept-language", "en")]
        status, _, body = await self.host.request("GET", self.host.root + path, headers)
        return status, body.decode()

    async def reads(self, path: str) -> str:
        status, text = await self.gets(path)
        assert status == 200, path
        return text

    async def posts(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        """Sends bytes, or anything else as JSON; the status and data of the answer."""
        if not isinstance(body, bytes):
            body, headers = json.dumps(body).encode(), {"content-type": "application/json"}
        answer = await self.host.request("POST", self.host.root + path, [*headers.items()], body)
        return answer[0], json.loads(answer[2])

    async def opens(self) -> str:
        seats = [{"kind": "me"}, *({"kind": "bot", "level": "greedy"} for _ in range(2))]
        status, made = await self.posts("/api/tables", {"game": "ra", "seats": seats})
        assert status == 201, made
        return str(made["id"])

    async def deal_of(self, table: str) -> Any:
        """What a table's page says of a joint deal."""
        return deal_in(await self.reads(f"/t/{table}"))

    async def has(self, table: str) -> bool:
        return f"/play/t/{table}" in await self.reads("/tables")

    async def loads(self, copy: bytes) -> tuple[int, str]:
        """Loads a copy of all games; the status, and why it was refused."""
        status, answer = await self.posts("/device/games", copy)
        return status, answer.get("error", "")


@contextlib.asynccontextmanager
async def visit(folder: Path) -> AsyncIterator[Page]:
    folder.mkdir(exist_ok=True)
    host = Host("https://example.org", folder, "/play")
    await host.open()
    try:
        yield Page(host)
    finally:
        await host.stop()


def deal_in(page: str) -> Any:
    """The joint deal in a table's page."""
    state = page.partition('id="state">')[2].partition("</script>")[0]
    return json.loads(state)["deal"]
