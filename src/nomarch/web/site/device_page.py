"""Pages of the browser edition: what this device keeps, and a Python prompt."""

from dataclasses import dataclass
from io import BytesIO

import segno
from starlette.requests import Request
from starlette.responses import Response

from nomarch.tables.state.errors import BadRequest
from nomarch.web.http.language import language_of
from nomarch.web.table.pages import TablePages
from nomarch.web.table.serializers import table_lines

MAX_LINK = 800


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

    async def show_room(self, request: Request) -> Response:
        return await self.pages.render(request, "room.html")

    async def show_code(self, request: Request) -> Response:
        """Draw a link as a QR code."""
        text = request.query_params.get("text", "")
        if not 0 < len(text) <= MAX_LINK:
            raise BadRequest("We couldn't read the request: {reason}.", reason="no link")
        picture = BytesIO()
        segno.make(text, error="l", micro=False).save(picture, kind="svg", scale=4, light="white")
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def show_prompt(self, request: Request) -> Response:
        return await self.pages.render(request, "python.html")
