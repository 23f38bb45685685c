"""Icons from a game's `icons.svg`.

The file is a sheet of nested `<svg id="NAME">` on the 48 grid, so that it opens in any drawing
program. Shapes name palette classes (`f-gold line`), never colours: they follow the page's theme.
"""

import re
from importlib import resources

_icons = re.compile(r'<svg id="([\w-]+)"[^>]*>\n(.*?)</svg>\n', re.DOTALL).findall


def load_icons(package: str) -> dict[str, str]:
    """Return the markup of each icon in a package's `icons.svg`, by name."""
    sheet = resources.files(package).joinpath("icons.svg").read_text(encoding="utf-8")
    return {name: markup.replace("\n", "") for name, markup in _icons(sheet)}
