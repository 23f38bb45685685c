"""Somebody who doesn't see the page: knows only its accessibility tree and its announcements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from nomarch.draw.text_board import BoardSection

HEAR = """
window.heard = [];
localStorage.setItem("text-board", "on");
const hears = (node) => node.nodeType === 1 && node.closest('[role=log]');
new MutationObserver((records) => {
  for (const { target, addedNodes } of records) {
    if (!hears(target)) continue;
    for (const node of addedNodes) window.heard.push(node.textContent);
  }
}).observe(document, { childList: true, subtree: true });
"""
"""Switches the text board on, and records every line that is added to a log."""


SILENT = ("InlineTextBox", "ListMarker")


class Node(NamedTuple):
    role: str
    name: str
    children: list[Node]

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, *roles: str) -> list[Node]:
        return [node for node in self.walk() if node.role in roles]

    @property
    def text(self) -> str:
        if self.role == "StaticText":
            return self.name
        return "".join(child.text for child in self.children) or self.name


class Listener:
    """Reads a page with the text board on, and plays by keyboard."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)

    def tree(self) -> Node:
        """The accessibility tree as Chromium gives it to a screen reader."""
        nodes = self._session.send("Accessibility.getFullAXTree")["nodes"]
        known = {node["nodeId"]: node for node in nodes}

        def build(node: dict[str, Any]) -> Iterator[Node]:
            children = [
                part
                for child in node.get("childIds", ())
                if child in known
                for part in build(known[child])
            ]
            role = node.get("role", {}).get("value", "")
            if node.get("ignored") or role in SILENT:
                yield from children if role not in SILENT else ()
            else:
                yield Node(role, node.get("name", {}).get("value", ""), children)

        return next(build(nodes[0]))

    def text_board(self) -> Node:
        return next(node for node in self.tree().all("region") if node.name == "Text board")

    def sections(self) -> list[BoardSection]:
        """The sections of the position: those with a list or a table under a heading."""
        found = []
        for region in self.text_board().all("region")[1:]:
            if region.name.endswith(": pieces"):
                continue
            lines = tuple(node.text for node in region.all("listitem"))
            table = [
                tuple(cell.text for cell in row.all("cell", "columnheader", "rowheader"))
                for row in region.all("row")
            ]
            columns, *rows = table or [()]
            found.append(BoardSection(region.name, "", lines, columns, tuple(rows)))
        return found

    def heard(self) -> list[str]:
        """What was announced since this was last asked."""
        lines: list[str] = self.page.evaluate("() => window.heard.splice(0)")
        return lines

    def moves(self) -> list[str]:
        tree = self.tree()
        boxes = [
            node for node in tree.all("region") if node.name in {"Text board", "What to do now"}
        ]
        return [button.name for box in boxes for button in box.all("button")]

    def choose(self, words: str) -> None:
        """Make a move by typing its words into the field for questions."""
        page = self.page
        page.keyboard.press("/")
        page.locator("dialog.reading input").wait_for()
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        buttons = page.locator("dialog.reading .answers button")
        buttons.first.wait_for()
        for _ in range(buttons.count() + 2):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == words:
                self.heard()  # the answers
                page.keyboard.press("Enter")
                return
        raise AssertionError(f"{words!r} was not found among {buttons.all_inner_texts()}")
