"""What this device keeps, for the version without a server: a name, and all games as one file."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from nomarch.web.http.pages import Pages


@dataclass
class DevicePage:
    """A page in place of accounts."""

    pages: Pages

    async def show(self, request: Request) -> Response:
        return await self.pages.render(request, "device.html")
