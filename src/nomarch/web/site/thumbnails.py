"""Small pictures of positions, to be linked by cards: the board as one SVG file."""

from __future__ import annotations

from starlette.responses import Response

from nomarch.draw.svg import STYLE_HASH
from nomarch.engine.match import Match
from nomarch.web.http.openapi import SVG

AGE = 86_400
"""Seconds that a browser may keep a picture."""


def draw_thumbnail(match: Match, seat: int, language: str) -> str:
    """Draw a position without tips and marks; call it in a drawing thread."""
    return str(match.svg(seat, language=language, marked=False, brief=True))


def thumbnail_response(drawn: str) -> Response:
    return Response(
        drawn,
        media_type=SVG,
        headers={
            "cache-control": f"public, max-age={AGE}",
            "vary": "accept-language, cookie",
            "content-security-policy": f"default-src 'none'; style-src {STYLE_HASH}",
        },
    )
