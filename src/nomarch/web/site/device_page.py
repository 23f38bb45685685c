"""Pages of the browser edition: what this device keeps, and a Python prompt."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from nomarch.web.http.language import language_of
from nomarch.web.table.pages import TablePages
from nomarch.web.table.serializers import table_lines


@dataclass
class DevicePage:
    """A page in place of accounts."""

    pages: TablePages

    async def show(self, request: Request) -> Response:
        mine = await table_lines(
            self.pages.service, self.pages.person(request), 1, language_of(request)
        )
        return await self.pages.render(
            request, "device.html", running=[line for line in mine if not line.over]
        )

    async def show_prompt(self, request: Request) -> Response:
        return await self.pages.render(request, "python.html")
