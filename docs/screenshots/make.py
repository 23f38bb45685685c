"""Takes the pictures of the pages that the documentation shows.

From the project's folder, with its development packages and a Chromium installed:

    python -m docs.screenshots.make

The games are played by greedy bots from fixed seeds, so the pictures change only when a page does.
"""

from __future__ import annotations

import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.staging import DESKTOP, PHONE, Site, after, browser  # noqa: E402

from nomarch.match import Match  # noqa: E402

FOLDER = Path(__file__).parent
LARGEST = 250_000
PAGES = {"home": "/", "set-up": "/new/ra", "table": "/t/nile", "end": "/t/delta"}


def main() -> int:
    """Sets the stage, takes the pictures, and complains if one is too large."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), pause=3600)
        neith = site.guest("Neith")
        site.stage("nile", [neith, "bot", "bot", "bot"], seed="the river rises", stop=_rich)
        site.stage("delta", [neith, "bot", "bot", "bot"], seed="the river falls")
        try:
            site.start()
            with browser() as running:
                for device, settings in (("desktop", DESKTOP), ("phone", PHONE)):
                    context = running.new_context(
                        **settings, locale="en-GB", color_scheme="light", reduced_motion="reduce"
                    )
                    context.add_cookies([site.cookie(neith)])
                    take(context, site, device)
        finally:
            site.close()
    large = [path.name for path in FOLDER.glob("*.png") if path.stat().st_size > LARGEST]
    if large:
        print(f"larger than {LARGEST} bytes: {', '.join(large)}", file=sys.stderr)
    return 1 if large else 0


def take(context: Any, site: Site, device: str) -> None:
    """Every page on one device."""
    page = context.new_page()
    for name, path in PAGES.items():
        page.goto(site.url + path, wait_until="networkidle")
        picture = page.screenshot(animations="disabled", caret="hide")
        (FOLDER / f"{name}-{device}.png").write_bytes(smaller(picture))


def _rich(match: Match) -> bool:
    """A position with something to bid for, late enough that everybody has something."""
    view = match.observe(0)
    return bool(after(140)(match) and view.track_len >= 5 and view.ra_count >= 2)


def smaller(picture: bytes) -> bytes:
    """The same picture in its 256 commonest colours: flat art has few, and packs well so."""
    width, height, pixels = _pixels(picture)
    packed = pixels.astype(np.int32) @ (1 << 16, 1 << 8, 1)
    colours, index, counts = np.unique(packed, return_inverse=True, return_counts=True)
    split = np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
    kept = np.argsort(-counts)[:256]
    apart = ((split[:, None, :] - split[None, kept, :]) ** 2).sum(axis=2)
    indexed = apart.argmin(axis=1)[index].astype(np.uint8).reshape(height, width)
    rows = np.concatenate([np.zeros((height, 1), np.uint8), indexed], axis=1)
    return picture[:8] + b"".join((
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        _chunk(b"PLTE", split[kept].astype(np.uint8).tobytes()),
        _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)),
        _chunk(b"IEND", b""),
    ))  # fmt: skip


def _pixels(picture: bytes) -> tuple[int, int, Any]:
    """Width, height and pixels of a PNG as the browser writes it: eight bits, no alpha."""
    width, height, bits, kind = struct.unpack(">IIBB", picture[16:26])
    assert (bits, kind) == (8, 2), "expected red, green and blue of eight bits"
    data, at = b"", 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        if picture[at + 4 : at + 8] == b"IDAT":
            data += picture[at + 8 : at + 8 + length]
        at += 12 + length
    raw, stride = zlib.decompress(data), 3 * width
    rows, above = [], bytearray(stride + 3)
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(3) + raw[start + 1 : start + 1 + stride]
        _unfilter(raw[start], row, above)
        rows.append(bytes(row[3:]))
        above = row
    return width, height, np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 3)


def _unfilter(kind: int, row: bytearray, above: bytearray) -> None:
    """Undoes a PNG row's filter in place; both rows begin with a pixel of zeros."""
    for i in range(3, len(row)):
        left, up, corner = row[i - 3], above[i], above[i - 3]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        elif kind == 4:
            a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
            guess = left if a <= b and a <= c else up if b <= c else corner
        else:
            guess = 0
        row[i] = (row[i] + guess) & 255


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


if __name__ == "__main__":
    sys.exit(main())
