"""Makes `docs/drawing.md` and a picture of every shape, from the examples below.

From the project's folder:

    python -m docs.drawing_reference
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.smallest import actions, art, words  # noqa: E402

from nomarch.draw import Box, Scene, board_parts, covers, palette, scenery, shapes, svg, textures  # noqa: E402
from nomarch.engine.new_match import new  # noqa: E402
from nomarch.i18n import translator  # noqa: E402
from nomarch.kernel.declare.game import include  # noqa: E402

FOLDER = Path(__file__).parent
PAGE, PICTURES = "drawing.md", "drawing"
MODULES = (svg, shapes, board_parts, textures, scenery, covers)
NAMES = ("Neith", "Imhotep")
SIZE = 160, 80
"""Width and height of a picture that says nothing else."""


class Example(NamedTuple):
    """Code that draws a shape, and the size of its picture."""

    code: str
    width: int = SIZE[0]
    height: int = SIZE[1]
    theme: dict[str, str] = palette.LIGHT


EXAMPLES = {
    "svg.rect": Example('svg.rect(10, 10, 140, 60, "f-sand line", 8)'),
    "svg.circle": Example('svg.circle(80, 40, 30, "f-carnelian line")'),
    "svg.path": Example('svg.path("M20 60Q80 0 140 60", "nofill s-lapis", stroke_width=4)'),
    "svg.text": Example('svg.text(80, 46, "The Nile", 20, "f-ink sans", "middle", bold=True)'),
    "svg.group": Example('svg.group(svg.circle(0, 0, 10, "f-gold line"), at=(80, 40), scale=2.5)'),
    "svg.element": Example(
        'svg.element("ellipse", cx=80, cy=40, rx=60, ry=24, class_="f-nile line")'
    ),
    "shapes.card": Example('shapes.card(58, 6, 44, 68, "sand")'),
    "shapes.icon": Example("shapes.icon(FISH, 52, 12, 56)"),
    "shapes.tile": Example('shapes.tile(FISH, "turquoise", 52, 12, 56)'),
    "shapes.cartouche": Example("shapes.cartouche(80, 40, 12, size=20)"),
    "shapes.badge": Example("shapes.badge(0, 50, 40, 24) + shapes.badge(1, 110, 40, 24)"),
    "shapes.sun": Example("shapes.sun(80, 40, 34, 9)"),
    "shapes.panel": Example("shapes.panel(10, 10, 140, 60, active=True)"),
    "shapes.sheet": Example("shapes.sheet(10, 10, 140, 60)"),
    "shapes.ring": Example('shapes.card(58, 10, 44, 60, "sand") + shapes.ring(54, 6, 52, 68)'),
    "shapes.frame": Example('shapes.card(58, 10, 44, 60, "sand") + shapes.frame(54, 6, 52, 68)'),
    "shapes.piece": Example('shapes.piece(shapes.tile(FISH, "sand", 52, 12, 56), tip="A fish")'),
    "shapes.plaque": Example('shapes.plaque(14, 20, 132, "Land", action="land")'),
    "shapes.heading": Example('shapes.heading(80, 46, "Harvest", 22, "middle")'),
    "shapes.number": Example("shapes.number(80, 50, -12, 30)"),
    "shapes.written": Example(
        'shapes.written(shapes.wrapped("Three fish are worth a point", 16, 2), 12, 36, 16)'
    ),
    "board_parts.tableau": Example("board_parts.tableau(scene, 0, Box(10, 10, 220, 60))", 240),
    "board_parts.region": Example(
        'board_parts.region(scene, "river", "The river", Box(10, 10, 140, 60),\n'
        '    svg.rect(10, 10, 140, 60, "f-nile line", 8))'
    ),
    "board_parts.zone": Example(
        'board_parts.zone(scene, "mine", "You", Box(10, 10, 140, 60),\n'
        '    shapes.panel(10, 10, 140, 60))'
    ),
    "board_parts.clip": Example(
        'board_parts.clip(scene, "bank", Box(10, 10, 140, 60),\n'
        '    svg.rect(10, 10, 140, 60, "f-sand line", 8))'
    ),
    "board_parts.placed": Example(
        'board_parts.placed(Box(52, 12, 56), shapes.tile(FISH, "gold", 0, 0, 56))'
    ),
    "board_parts.tray": Example(
        'textures.textures("board", "wood") + board_parts.tray("board", Box(10, 10, 140, 60))'
    ),
    "board_parts.nameplate": Example(
        "board_parts.nameplate(scene, 1, Box(10, 14, 260, 50), 23,\n"
        "    marks=[board_parts.crown(scene)])", 280,
    ),
    "board_parts.space": Example('board_parts.space(Box(10, 20, 140, 40), "Start", ground="sand")'),
    "board_parts.numerals": Example("board_parts.numerals(40, 40, 3, now=2)"),
    "board_parts.numeral": Example("board_parts.numeral(80, 40, 5, True)"),
    "board_parts.steps": Example(
        'board_parts.steps(Box(10, 24, 300, 32), ["Bid", "Build", "Harvest"], now=1)', 320
    ),
    "board_parts.pile": Example(
        'board_parts.pile(Box(50, 20, 40, 52), 3, lambda box: shapes.card(*box, "lapis"))'
    ),
    "board_parts.many": Example(
        'shapes.tile(FISH, "turquoise", 52, 12, 56) + board_parts.many(Box(52, 12, 56, 56), 7)'
    ),
    "board_parts.plaques": Example(
        "board_parts.plaques(scene, Box(12, 12, 276),\n"
        '    dict.fromkeys(actions.CAST, "gold"))[0]', 300, 120,
    ),
    "textures.textures": Example(
        'textures.textures("board", "water", "field") + textures.laid("board", "water",\n'
        '    textures.slab(8, 8, 70, 64, 6)) + textures.laid("board", "field",\n'
        "    textures.slab(82, 8, 70, 64, 6))"
    ),
    "textures.laid": Example(
        'textures.textures("board", "stone") + textures.laid("board", "stone",\n'
        '    textures.slab(10, 10, 140, 60, 8), "line")'
    ),
    "textures.shadow": Example(
        'textures.shadow("M64 70h60l16 -10h-60z") + shapes.card(60, 10, 44, 60, "sand")'
    ),
    "textures.lit": Example('shapes.card(58, 10, 44, 60, "sand") + textures.lit(58, 10, 44, 60)'),
    "textures.sunk": Example("textures.sunk(40, 14, 80, 52)"),
    "textures.pressed": Example("textures.pressed(40, 14, 80, 52)"),
    "textures.slab": Example('svg.path(textures.slab(40, 14, 80, 52, 12), "f-clay line")'),
    "scenery.light": Example(
        'scenery.light("board", 1) + scenery.sky("board", Box(0, 0, 160, 80))\n'
        '    + scenery.sun("board", Box(0, 0, 160, 80), 0.5, 14)'
    ),
    "scenery.sky": Example(
        'scenery.light("board", 4) + scenery.sky("board", Box(10, 10, 140, 60))'
    ),
    "scenery.stars": Example("scenery.stars(Box(0, 0, 160, 80))", theme=palette.NIGHT),
    "scenery.sun": Example(
        'scenery.light("board", 4) + scenery.sun("board", Box(0, 0, 160, 80), 0.7, 16)'
    ),
    "scenery.haze": Example(
        'scenery.light("board", 4) + svg.path("M0 80L50 10L100 80Z", "f-stone")\n'
        '    + scenery.haze("board", "M0 80L50 10L100 80Z")'
    ),
    "scenery.dune": Example('scenery.dune("M0 80Q80 0 160 80Z", "M0 80Q80 0 160 80", "sand")'),
    "scenery.clouds": Example(
        'svg.rect(0, 0, 160, 80, "f-lapis") + scenery.clouds(Box(0, 10, 160, 120))'
    ),
    "scenery.hills": Example(
        'svg.path(scenery.hills(Box(0, 0, 160, 80), 70, (40, 60)) + "V80H0Z", "f-sand line")'
    ),
    "scenery.far_pyramid": Example("scenery.far_pyramid(80, 72, 110, 62, True)"),
    "scenery.palm": Example("scenery.palm(80, 78, 72, lean=4)"),
    "scenery.house": Example("scenery.house(80, 70, 80)"),
    "scenery.felucca": Example("scenery.felucca(76, 66, 60)"),
    "scenery.birds": Example("scenery.birds(36, 52, 40)"),
    "scenery.reeds": Example("scenery.reeds(80, 74, 64)"),
    "covers.tiles": Example(
        'shapes.icon(covers.tiles("kind", [FISH], ["turquoise"])["kind-0"], 52, 12, 56)'
    ),
    "covers.cover": Example(
        'covers.cover("Crocodile", sky="sand", ray="gold", disc="turquoise", emblem=FISH,\n'
        '    ground=["lapis"], row=[FISH] * 4)', 480, 300,
    ),
}  # fmt: skip
"""By module and name, in the order of the page."""

NO_SHAPES = {
    "svg.joined", "svg.number", "svg.attributes", "svg.title", "svg.drawing",
    "shapes.ink_on", "shapes.figures", "shapes.face_of", "shapes.breadth", "shapes.shorten",
    "shapes.fitted", "shapes.wrapped", "board_parts.area", "board_parts.areas", "board_parts.zoned",
    "board_parts.mine_title", "board_parts.others_title", "board_parts.player_zones",
    "board_parts.crown", "scenery.hour",
    "scenery.round_sun",
}  # fmt: skip
"""Functions that help to draw and draw nothing by themselves; a crown is in a nameplate."""

ABOUT = {
    "svg": "Elements. Colours are classes: `f-gold` fills, `s-gold` strokes, `line`, `bold` and "
    "`hair` are outlines, `nofill` leaves the inside open.",
    "shapes": "Cards, tiles, badges and lettering. `FISH` is an icon on the 48 grid.",
    "board_parts": "Parts that every board has. `scene` is the `Scene` that `draw` makes.",
    "textures": "Grounds. `textures.textures` goes into a drawing once, with the board's prefix.",
    "scenery": "Landscapes. `scenery.light` goes into a drawing once; it sets the hour.",
    "covers": "A game's cover and the pictures of its log.",
}


def shape_names() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the public functions of all modules, in the order of their source."""
    for module in MODULES:
        for name, function in vars(module).items():
            inner = inspect.unwrap(function)
            own = inspect.isfunction(inner) and inner.__module__ == module.__name__
            if own and not name.startswith("_"):
                yield f"{short_name(module)}.{name}", inner


def short_name(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


# --- Pictures -------------------------------------------------------------------------------------


def make_scene() -> Scene[Any, Any]:
    """Make the scene of a small game, as its first player sees it."""
    include("tests.smallest")
    match = new("crocodile", players=2, seed=1, names=NAMES)
    return Scene(
        match.observe(0), words, actions.ACTIONS, art.SHAPES,
        viewer=0, legal=match.legal_actions(0), to_act=match.to_act, names=NAMES,
        t=translator("tests.smallest", "en"), shape="wide", prefix="board",
    )  # fmt: skip


def draw_shape(name: str, scene: Scene[Any, Any]) -> str:
    """Return the picture of a shape, with the few style rules that it uses."""
    code, width, height, theme = EXAMPLES[name]
    known = {short_name(module): module for module in MODULES}
    values = {"Box": Box, "FISH": art.FISH, "scene": scene, "actions": actions}
    markup = eval(f"({code})", known | values)
    used = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', markup))))
    style = "".join(rule for rule in style_rules(theme) if is_used(rule, used))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    ground = f'<rect width="{width}" height="{height}" fill="{theme["papyrus"]}"/>'
    return (
        f'{head} width="{width}" height="{height}"><style>{style}</style>{ground}{markup}</svg>\n'
    )


def style_rules(theme: dict[str, str]) -> list[str]:
    """Return the rules of a theme, one by one."""
    return re.findall(r"[^{}]+\{[^{}]*\}", palette.css(theme).replace("\n", ""))


def is_used(rule: str, classes: set[str]) -> bool:
    named = set(re.findall(r"\.([\w-]+)", rule.partition("{")[0]))
    return not named or bool(named & classes)


# --- The page -------------------------------------------------------------------------------------


def signature(function: Callable[..., Any]) -> str:
    """Return the arguments of a function without their types."""
    arguments = [
        each.replace(annotation=inspect.Parameter.empty)
        for each in inspect.signature(function).parameters.values()
    ]
    return str(inspect.Signature(arguments))


def write_page() -> str:
    """Return the text of the page."""
    functions = dict(shape_names())
    lines = [
        "# Drawing",
        "",
        "This page shows how to draw a board from parts: each has a picture and its code. A "
        "game's `art` puts them together; [Add a game](add-a-game.md#draw-the-board) shows how. "
        "All functions return SVG as a string, so `+` puts two on top of each other.",
        "",
        "Made by `python -m docs.drawing_reference`.",
    ]
    module = ""
    for name, example in EXAMPLES.items():
        owner, _, short = name.partition(".")
        if owner != module:
            module = owner
            lines += ["", f"## {owner}", "", ABOUT[owner]]
        about = inspect.cleandoc(functions[name].__doc__ or f"Draw a {short}.").splitlines()
        lines += ["", f"### {short}", "", f"`{name}{signature(functions[name])}`", "", *about]
        lines += ["", *(f"    {line}" for line in example.code.splitlines())]
        lines += ["", f"![{name}]({PICTURES}/{picture_name(name)})"]
    return "\n".join(lines) + "\n"


def picture_name(name: str) -> str:
    return f"{name.replace('.', '-').replace('_', '-')}.svg"


def all_files() -> dict[Path, str]:
    """Return the page and all pictures by their paths in the documentation."""
    scene = make_scene()
    pictures = {Path(PICTURES) / picture_name(name): draw_shape(name, scene) for name in EXAMPLES}
    return {Path(PAGE): write_page(), **pictures}


if __name__ == "__main__":
    (FOLDER / PICTURES).mkdir(exist_ok=True)
    for path, text in all_files().items():
        (FOLDER / path).write_text(text, encoding="utf-8")
