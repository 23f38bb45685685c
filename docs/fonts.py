"""Makes the fonts of pages and pictures, and the table of their widths.

    npm pack @fontsource/alegreya @fontsource/source-sans-3 source-sans   # and unpack each
    python -m docs.fonts FOLDER                                           # needs fonttools, brotli

FOLDER holds the unpacked packages under their names without the scope. Pages get the packages'
own WOFF2 files and a small file of signs; PNG pictures get TrueType files with the same glyphs.
Both are renamed, since "Source" is a reserved font name.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

SOURCE = Path(__file__).parents[1] / "src" / "nomarch"
PAGE, PICTURES = SOURCE / "web" / "static" / "fonts", SOURCE / "draw" / "fonts"
SANS = {400: "Regular", 600: "Semibold", 700: "Bold"}
SERIF = {500: "Medium", 700: "Bold"}
SIGNS = [*range(0x2190, 0x219A), 0x2248, 0x2260, 0x2264, 0x2265, 0x221E, *range(0x25A0, 0x25D0),
         0x2713, 0x2717]  # fmt: skip
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C), *range(0x2010, 0x203B),
           0x20AC, 0x2122, 0x2212, 0x2215]  # fmt: skip


RANGES = {
    "signs": "U+2190, U+2192, U+2194-2199, U+221E, U+2248, U+2260, U+2264-2265, U+25A0-25CF, "
    "U+2713, U+2717",
    "latin-ext": "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, "
    "U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, "
    "U+2C60-2C7F, U+A720-A7FF",
    "latin": "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, "
    "U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
}
"""What a browser fetches a file for; those of the packages, and of the signs."""


def subset(font: TTFont, codes: list[int], features: list[str]) -> TTFont:
    options = Options()
    options.layout_features, options.hinting, options.name_IDs = features, False, ["*"]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    return font


def rename(font: TTFont, family: str, style: str, weight: int) -> None:
    names = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family}-{style}".replace(" ", "")}
    for record in list(font["name"].names):
        if record.nameID in (16, 17, 25):
            font["name"].removeNames(nameID=record.nameID)
        elif record.nameID in names:
            record.string = names[record.nameID]
    font["OS/2"].usWeightClass = weight


def use_lining_figures(font: TTFont) -> None:
    """Map digits to their lining forms: renderers of pictures know no font features."""
    lookups = font["GSUB"].table.LookupList.Lookup
    for record in font["GSUB"].table.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for table in lookups[index].SubTable:
                    forms = getattr(table, "ExtSubTable", table).mapping
                    for cmap in font["cmap"].tables:
                        cmap.cmap = {c: forms.get(glyph, glyph) for c, glyph in cmap.cmap.items()}


def serif_face(folder: Path, weight: int) -> TTFont:
    """The latin and latin-ext files as one font with lining figures and kerning."""
    with TemporaryDirectory() as kept:
        paths = []
        for part in ("latin", "latin-ext"):
            font = TTFont(folder / f"alegreya/files/alegreya-{part}-{weight}-normal.woff2")
            if part == "latin":
                use_lining_figures(font)
            font = subset(font, LETTERS, ["kern"])
            font.flavor = None
            paths.append(f"{kept}/{part}.ttf")
            font.save(paths[-1])
        merged = Merger().merge(paths)
        merged.save(f"{kept}/merged.ttf")
        return TTFont(f"{kept}/merged.ttf", lazy=False)


def widths(font: TTFont) -> dict[str, int]:
    """Widths of characters in thousandths of an em."""
    scale = 1000 / font["head"].unitsPerEm
    return {
        chr(code): round(font["hmtx"][glyph][0] * scale)
        for code, glyph in sorted(font.getBestCmap().items())
    }


def style_sheet() -> str:
    rules = [
        f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-display: swap; '
        f'src: url({name}-{part}-{weight}-normal.woff2) format("woff2"); unicode-range: {codes}; }}'
        for family, name, weights in (
            ("Nomarch Serif", "alegreya", SERIF), ("Nomarch Sans", "source-sans-3", SANS),
        )
        for weight in weights
        for part, codes in RANGES.items()
        if (PAGE / f"{name}-{part}-{weight}-normal.woff2").exists()
    ]  # fmt: skip
    licence = "/* Alegreya and Source Sans 3, SIL Open Font License. Made by docs/fonts.py. */"
    return "\n".join([licence, *rules, ""])


def main(folder: Path) -> None:
    PAGE.mkdir(exist_ok=True)
    table = {}
    for name, weights in (("alegreya", SERIF), ("source-sans-3", SANS)):
        shutil.copy(folder / name / "LICENSE", PAGE / f"{name}-LICENSE")
        shutil.copy(folder / name / "LICENSE", PICTURES / f"{name}-LICENSE")
        for weight in weights:
            for part in ("latin", "latin-ext"):
                file = f"{name}-{part}-{weight}-normal.woff2"
                shutil.copy(folder / name / "files" / file, PAGE / file)
    for weight, style in SANS.items():
        path = folder / "source-sans" / "TTF" / f"SourceSans3-{style}.ttf"
        signs = subset(TTFont(path), SIGNS, [])
        rename(signs, "Nomarch Sans", style, weight)
        signs.flavor = "woff2"
        signs.save(PAGE / f"source-sans-3-signs-{weight}-normal.woff2")
        if weight != 600:
            font = subset(TTFont(path), LETTERS + SIGNS, ["kern"])
            rename(font, "Nomarch Sans", style, weight)
            font.save(PICTURES / f"NomarchSans-{style}.ttf")
            table["sans-bold" if weight == 700 else "sans"] = widths(font)
    for weight, style in SERIF.items():
        font = serif_face(folder, weight)
        rename(font, "Nomarch Serif", style, weight)
        font.save(PICTURES / f"NomarchSerif-{style}.ttf")
        table["serif-bold" if weight == 700 else "serif"] = widths(font)
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":")).replace("},", "},\n")
    (PAGE / "fonts.css").write_text(style_sheet(), encoding="utf-8")
    (PICTURES / "widths.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
