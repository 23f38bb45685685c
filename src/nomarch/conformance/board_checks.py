"""Checks of the board: every position is drawn with its legal moves, and can be read."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import numpy as np

from nomarch.conformance.contrast_checks import SVG, Matrix, line_of, matrix_of
from nomarch.conformance.playing import languages_of, play_at_random, played, samples
from nomarch.conformance.problems import Problem, problem_at
from nomarch.draw import text_board
from nomarch.draw.caching import clear_drawn
from nomarch.draw.tips import LATER
from nomarch.engine.match import SHAPES, SPECTATOR, Match
from nomarch.engine.match_log import moments_of, touched_pieces
from nomarch.i18n import DEFAULT, translator
from nomarch.kernel.declare.game import Rulebook, Setup
from nomarch.kernel.declare.moments import PRIMITIVES, SOUNDS, Beat
from nomarch.kernel.run.seeds import make_seed

SCALE = re.compile(r"scale\(([\d.]+)")
COLOUR = re.compile(r"(fill|stroke)=\"#|style=")
MOMENTS = (1, 12, 45, 90, None)
"""Decisions after which tips and regions are checked; None is the end."""
DRAWN_MOVES, DRAWN_EVERY = 40, 2
LETTERED_MOVES, LETTERED_EVERY = 160, 8
NAMES = ("Ani", "Meri", "Teti", "Bek", "Ty", "Nu")
MOST_MARKS = 24
"""More marks of one turn a page does not show."""
SLACK = 1.0
"""A region may reach so far beyond the drawing: half a line's width."""
OVERHANG = 2.0
"""Units that words may reach beyond their region: kerning makes most of them a little shorter."""
PLACES = {"wide": (1260, 672, 11.0), "tall": (378, float("inf"), 10.5)}
"""The room for a board at 1280×800 and on a phone 390 px wide, and the least size of type there."""


def _on_board(book: Rulebook, sentence: str) -> Problem:
    return problem_at(book, "art", "def draw", sentence)


def check_drawings(book: Rulebook, setup: Setup) -> Iterator[Problem]:
    """Every position is drawn with exactly its legal moves.

    Moves that end something and those of `art.BAR` may stand in the page's action bar only.
    """
    for match in samples(book, setup):
        for shape in SHAPES:
            for seat in range(SPECTATOR, setup.players):
                drawing = match.svg(seat, shape=shape, standalone=False)
                yield from _of_drawing(book, drawing, set(match.legal(seat)), shape)


def _of_drawing(book: Rulebook, drawing: str, legal: set[str], shape: str) -> Iterator[Problem]:
    root = ElementTree.fromstring(drawing)
    chosen = [node for node in root.iter() if node.get("data-action")]
    drawn = {node.get("data-action", "") for node in chosen}
    for move in sorted(legal - drawn - book.bar_moves):
        yield _on_board(book, f"{move!r} is legal, but nothing on the {shape} board does it.")
    for move in sorted(drawn - legal):
        yield _on_board(book, f"{move!r} can be clicked on the {shape} board, but is not legal.")
    names = Counter(node.get("id") for node in root.iter() if node.get("id"))
    for name, count in names.items():
        if len(str(name).split()) > 1:
            yield _on_board(book, f"The name {name!r} on the {shape} board has a space; use `-`.")
        if count > 1:
            yield _on_board(book, f"{count} parts of the {shape} board are called {name!r}.")
    for tag in ("title", "desc"):
        if not root.findtext(f"{SVG}{tag}"):
            yield _on_board(book, f"The {shape} drawing has no {tag}.")
    for node in chosen:
        if not node.get("aria-label") or node.get("tabindex") != "0":
            yield _on_board(book, f"{node.get('data-action')!r} cannot be chosen by keyboard.")
    if COLOUR.search(drawing):
        yield _on_board(book, "A colour has a value; use classes such as `f-lapis`.")


def check_pictures(book: Rulebook) -> Iterator[Problem]:
    """The cover and the pictures of the log are drawn."""
    cover = ElementTree.fromstring(book.art.cover())
    for name in (node.get("id", "") for node in cover.iter()):
        if len(name.split()) > 1:
            sentence = f"The name {name!r} on the cover has a space; use `-`."
            yield problem_at(book, "art", "def cover", sentence)
    symbols = book.art.symbols()
    for markup in symbols.values():
        ElementTree.fromstring(f"<g>{markup}</g>")
    match = played(book, next(book.setups()), 17)
    icons = {event.icon() for step in match.steps for event in step.events}
    for icon in sorted(icons - {""} - set(symbols)):
        sentence = f"The log shows the picture {icon!r}, which `symbols` does not have."
        yield problem_at(book, "art", "def symbols", sentence)


def check_tips(book: Rulebook) -> Iterator[Problem]:
    """What can be chosen says what choosing it does; what can be touched, what it is."""
    setup = list(book.setups())[-1]
    for moment in MOMENTS:
        match = played(book, setup, 5, moment)
        seat = match.to_act[0] if match.to_act else 0
        for shape in SHAPES:
            for language in languages_of(book):
                drawing = match.svg(seat, shape=shape, language=language, standalone=False)
                for node in ElementTree.fromstring(drawing).iter(f"{SVG}g"):
                    classes = (node.get("class") or "").split()
                    if node.get("data-action") is None and "piece" not in classes:
                        continue
                    tip = node.get("data-tip") or ""
                    if not tip.strip() or "{" in tip:
                        yield _on_board(book, f"The piece {node.get('id')} has no proper tip.")


def check_text_board(book: Rulebook) -> Iterator[Problem]:
    """A board can be read without seeing it.

    Its drawings carry the position of their viewer in words, every piece lies in an area with a
    title, and no two moves have the same name.
    """
    t = translator(book.package, DEFAULT)
    for match in samples(book, next(book.setups()), 2):
        for seat in range(SPECTATOR, match.players):
            drawings = {shape: match.svg(seat, shape=shape, standalone=False) for shape in SHAPES}
            position = book.words.position(t, match.observe(seat), match.names)
            expected = text_board.sections_of(position)
            for shape, drawing in drawings.items():
                if list(text_board.read_sections(drawing)) != expected:
                    sentence = f"The {shape} drawing lacks the position; use `scene.drawing`."
                    yield _on_board(book, sentence)
                yield from _of_pieces(book, ElementTree.fromstring(drawing), shape)


def _of_pieces(book: Rulebook, root: ElementTree.Element, shape: str) -> Iterator[Problem]:
    """Pieces that a screen reader cannot find or distinguish."""
    placed = {
        piece
        for node in root.iter()
        if any(node.get(f"data-{kind}") for kind in ("region", "area", "zone"))
        for piece in node.iter()
    }
    for node in root.iter():
        if node.get("data-tip") is not None and node not in placed:
            name = node.get("id") or node.get("data-tip")
            yield _on_board(
                book, f"The piece {name!r} on the {shape} board lies in no region, area or zone."
            )
    names = dict[str, str]()
    for node in root.iter():
        if (move := node.get("data-action")) and names.setdefault(
            label := node.get("aria-label", ""), move
        ) != move:
            yield _on_board(book, f"{names[label]!r} and {move!r} are both labelled {label!r}.")


def check_regions(book: Rulebook) -> Iterator[Problem]:
    """The parts of a board that can be looked at closer say what they are and where.

    A wide board keeps its ratio, and all words are large enough to read.
    """
    setup, ratios = next(book.setups()), set[str]()
    for moment in MOMENTS[::2]:
        match = played(book, setup, 3, moment)
        for shape in SHAPES:
            root = ElementTree.fromstring(match.svg(0, shape=shape, standalone=False))
            width, height = map(float, root.get("viewBox", "").split()[2:])
            if shape == "wide":
                ratios.add(f"{width:g} × {height:g}")
            yield from _small_words(book, root, shape, width, height)
            regions = [node for node in root.iter() if node.get("data-region") is not None]
            titles = {region.get("data-region", "") for region in regions}
            for name in sorted({*match.names} - titles):
                yield _on_board(book, f"The {shape} board has no `tableau` for {name}.")
            for region in regions:
                x, y, w, h = map(float, region.get("data-box", "").split())
                inside = max(x + w - width, y + h - height) <= SLACK and min(x, y) >= -SLACK
                if not inside or min(w, h) <= 0 or not region.get("data-region"):
                    where = f"outside the {shape} board"
                    yield _on_board(book, f"The region {region.get('id')} lies {where}.")
    if len(ratios) > 1:
        yield _on_board(book, f"The wide board changes its size: {', '.join(sorted(ratios))}.")


def _small_words(
    book: Rulebook, root: ElementTree.Element, shape: str, width: float, height: float
) -> Iterator[Problem]:
    """Find words that are too small on the screens of `PLACES`."""
    across, down, least = PLACES[shape]
    for size, words in lettering(root, min(across / width, down / height)):
        if size < least:
            text = f"{words!r} is {size:.1f} px high on the {shape} board; use at least {least} px."
            yield _on_board(book, text)


def lettering(node: ElementTree.Element, scale: float) -> Iterator[tuple[float, str]]:
    """Every text of a drawing with its size on the screen."""
    if found := SCALE.search(node.get("transform", "")):
        scale *= float(found[1])
    if node.tag == f"{SVG}text":
        yield float(node.get("font-size", "0")) * scale, "".join(node.itertext())
    for child in node:
        yield from lettering(child, scale)


def check_lettering(book: Rulebook) -> Iterator[Problem]:
    """No word of a board is cut or reaches beyond its region, in any language."""
    setup = book.setup(book.game.usual_players, {})
    match, rng = Match(book, setup, make_seed("lettering"), NAMES[: setup.players]), Random(3)
    found = {language: _bad_words(match, language) for language in languages_of(book)}
    for _ in play_at_random(match, rng, LETTERED_MOVES, LETTERED_EVERY):
        for language, bad in found.items():
            bad |= _bad_words(match, language)
    for language, bad in found.items():
        for words in sorted(bad):
            yield _on_board(book, f"{words} ({language}).")


def _bad_words(match: Match, language: str) -> set[str]:
    """The words that end in an ellipsis or leave their region, by the widths of the fonts."""
    bad = set[str]()
    for shape in SHAPES:
        drawing = match.svg(0, shape=shape, language=language, standalone=False, brief=True)
        root = ElementTree.fromstring(drawing)
        width, height = map(float, root.get("viewBox", "").split()[2:])
        for words, over in _overhangs(root, np.eye(2, 3), (0, 0, width, height)):
            if words.endswith("…"):
                bad.add(f"{words!r} is cut on the board")
            elif over > OVERHANG:
                bad.add(f"{words!r} reaches {over:.0f} units beyond its part of the {shape} board")
    return bad


def _overhangs(
    node: ElementTree.Element, matrix: Matrix, region: tuple[float, ...]
) -> Iterator[tuple[str, float]]:
    """Every line of text, and how far it reaches beyond the region that it is in."""
    matrix = matrix_of(node, matrix)
    if box := node.get("data-box"):
        x, y, w, h = map(float, box.split())
        corners = [matrix @ (x, y, 1), matrix @ (x + w, y + h, 1)]
        region = (*np.min(corners, axis=0), *np.max(corners, axis=0))
    if node.tag == f"{SVG}text":
        x, y, length, _ = line_of(node)
        ends = [matrix @ (x, y, 1), matrix @ (x + length, y, 1)]
        (left, top), (right, bottom) = np.min(ends, axis=0), np.max(ends, axis=0)
        over = max(region[0] - left, region[1] - top, right - region[2], bottom - region[3])
        yield "".join(node.itertext()), float(over)
    for child in node:
        yield from _overhangs(child, matrix, region)


class _Tally:
    """How often what a declaration names is on the board, by event."""

    def __init__(self, book: Rulebook, declaration: str) -> None:
        self.book, self.declaration = book, declaration
        declared = getattr(book.art, declaration, {})
        self.rules = {event.name for event, rule in declared.items() if rule}
        self.found, self.missing = Counter[str](), Counter[str]()

    def add(self, event: str, *, is_there: bool) -> None:
        (self.found if is_there else self.missing)[event] += 1

    def problems(self, verb: str) -> Iterator[Problem]:
        name = self.declaration
        if self.missing.total() * 10 > self.found.total():
            missing = ", ".join(self.missing)
            sentence = f"`{name}` names pieces that are not on the board: {missing}."
            yield problem_at(self.book, "art", name, sentence)
        unseen = sorted(self.rules - self.found.keys())
        if len(unseen) > max(1, len(self.rules) // 3):
            sentence = f"`{name}` never {verb}: {', '.join(unseen)}."
            yield problem_at(self.book, "art", name, sentence)


def check_highlights(book: Rulebook) -> Iterator[Problem]:
    """What `TOUCHED` and `MOMENTS` name is on the board, and they hardly ever name nothing."""
    for shape in SHAPES:
        touched, moments = _Tally(book, "TOUCHED"), _Tally(book, "MOMENTS")
        for number in range(2):
            match = Match(book, list(book.setups())[-1], make_seed(f"touched {number}"))
            rng, drawing = Random(number), _brief(match, shape)
            while not match.over:
                seat = rng.choice(match.to_act)
                steps = match.play(seat, rng.choice(match.legal(seat)))
                if len(touched_pieces(book, steps[0], steps[0].events)) > MOST_MARKS:
                    sentence = f"One step highlights more than {MOST_MARKS} pieces."
                    yield problem_at(book, "art", "TOUCHED", sentence)
                # Automatic steps and scorings that follow turn things over.
                is_last = len(steps) == 1 and not any(r.event.closes for r in steps[0].events)
                before, drawing = drawing, _brief(match, shape)
                for record in match.may_tell(steps[0].events, SPECTATOR):
                    names = touched_pieces(book, steps[0], [record])
                    names = names if record.name in touched.rules else []
                    is_there = any(f'id="board-{name}"' in drawing for name in names)
                    if names and (is_there or is_last):
                        touched.add(record.name, is_there=is_there)
                    for beat in moments_of(book, steps[0], [record], SPECTATOR):
                        yield from _unknown_words(book, beat)
                        is_there = _is_playable(beat, before + drawing)
                        if is_there or is_last:
                            moments.add(record.name, is_there=is_there)
        yield from touched.problems("highlights")
        yield from moments.problems("plays")


def _brief(match: Match, shape: str) -> str:
    """A spectator's drawing without tips, which take half of the time."""
    return match.svg(shape=shape, standalone=False, brief=True)


def _unknown_words(book: Rulebook, beat: Beat) -> Iterator[Problem]:
    if beat.do not in PRIMITIVES:
        yield problem_at(book, "art", "MOMENTS", f"`MOMENTS`: a page can't {beat.do!r}.")
    if beat.sound and beat.sound not in SOUNDS:
        yield problem_at(book, "art", "MOMENTS", f"`MOMENTS`: there is no sound {beat.sound!r}.")


def _is_playable(beat: Beat, drawings: str) -> bool:
    """Whether the places of a beat are on the board before or after it."""
    return all(
        any(
            name.startswith("@") or f'id="board-{name.split("/")[0]}"' in drawings
            for name in names.split("|")
        )
        for names in (beat.at, beat.start)
        if names
    )


def check_cache(book: Rulebook) -> Iterator[Problem]:
    """Drawings are the same without the cache; two tables share it."""
    for shape in SHAPES:
        positions, rng, setups = [], Random(5), list(book.setups())
        for number, setup in enumerate((setups[0], setups[-1])):
            match = Match(book, setup, make_seed(f"drawn {number}"))
            for seat in play_at_random(match, rng, DRAWN_MOVES, DRAWN_EVERY):
                for viewer in (seat, rng.randrange(SPECTATOR, match.players)):
                    cached = match.svg(viewer, shape=shape, standalone=False)
                    positions.append((match.snapshot(), viewer, cached))
        for match, viewer, cached in positions[::3]:
            clear_drawn()
            if match.svg(viewer, shape=shape, standalone=False) != cached:
                yield _on_board(book, "A part with `@drawn` depends on more than its values.")
                return


def check_brief_drawings(book: Rulebook) -> Iterator[Problem]:
    """A drawing whose tips come later has the same pieces in the same order."""
    rng = Random(5)
    for shape in SHAPES:
        match, later = Match(book, list(book.setups())[-1], make_seed("brief")), 0
        for seat in play_at_random(match, rng, DRAWN_MOVES, DRAWN_EVERY):
            viewer = rng.choice((SPECTATOR, seat))
            whole = match.svg(viewer, shape=shape, standalone=False)
            brief = match.svg(viewer, shape=shape, standalone=False, brief=True)
            count = _count_later(brief, whole)
            if count < 0:
                yield _on_board(book, "A brief drawing differs in more than its tips.")
                return
            later += count
        if bool(later) != hasattr(book.words, "tips"):
            sentence = "`words.tips` and `scene.tip` go together: one of them is missing."
            yield _on_board(book, sentence)


def _count_later(brief: str, whole: str) -> int:
    """The tips that come later; -1 if the drawings differ in anything else."""
    later, pieces, others = 0, _without_titles(brief), _without_titles(whole)
    if len(pieces) != len(others):
        return -1
    for piece, same in zip(pieces, others, strict=True):
        if piece.get("data-tip") == LATER:
            later += 1
            if same.attrib.pop("data-tip") in ("", LATER):
                return -1
            del piece.attrib["data-tip"]
            same.attrib.pop("aria-description", None)
        if (piece.tag, piece.attrib, piece.text) != (same.tag, same.attrib, same.text):
            return -1
    return later


def _without_titles(drawing: str) -> list[ElementTree.Element]:
    """The elements of a drawing; a page does away with the titles of pieces."""
    found = ElementTree.fromstring(drawing).iter()
    return [node for node in found if not node.tag.endswith("title")]
