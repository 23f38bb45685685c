"""A hook of MkDocs: the documentation is set in the fonts of the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

FONTS = Path(__file__).parents[1] / "src" / "nomarch" / "web" / "static" / "fonts"


def on_files(files: Files, config: Any) -> Files:
    for path in sorted(FONTS.iterdir()):
        files.append(File.generated(config, f"fonts/{path.name}", abs_src_path=str(path)))
    return files
