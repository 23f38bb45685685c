"""A hook of MkDocs: boards that are played in place, by the browser edition at `/play/`.

Each game's page gets a game and its lessons, the library's page a Python prompt. Nothing is loaded
before it is opened (`play-here.js`).
"""

from __future__ import annotations

from html import escape
from pathlib import PurePosixPath
from typing import Any

from nomarch.i18n import ENGLISH
from nomarch.kernel.declare.game import rulebooks


def on_page_markdown(markdown: str, page: Any, **more: Any) -> str:
    path = PurePosixPath(page.file.src_uri)
    up = "../" * (len(path.parts) - 1)
    if path.parts[0] == "rules" and path.stem in rulebooks():
        title, rest = markdown.split("\n", 1)
        return f"{title}\n\n{_boards(path.stem, up)}\n{rest}"
    if str(path) == "library.md":
        title, rest = markdown.split("\n", 1)
        return f"{title}\n\n{_button(up, 'python', 'Open a Python prompt here')}\n{rest}"
    return markdown


def _boards(game: str, up: str) -> str:
    book = rulebooks()[game]
    lines = [_button(up, f"new/{game}", f"Play {book.game.title} here")]
    if book.teaching:
        lines.append('<details class="lessons"><summary>Lessons to play here</summary>')
        for lesson in book.teaching.lessons(ENGLISH):
            lines.append(_button(up, f"learn/{game}/{lesson.id}", lesson.title))
        lines.append("</details>")
    return "\n".join(lines)


def _button(up: str, path: str, words: str) -> str:
    address = f"{up}play/?open={path}"
    return (
        f'<div class="play-here"><button data-play="{address}">▶ {escape(words)}</button> '
        f'<a href="{address}">in its own page</a></div>\n'
    )
