"""The worked examples: each by its name, through the real rules."""

from nomarch.games.giza import components as box, events as ev
from nomarch.games.giza.rules import ending, stacks
from tests.positions import Example, examples, given, then

from .table import TILE, follow, play, position, table

EVERYWHERE = {f"{p} {site}" for p in range(3) for site in box.SITE_NAMES}
SPHINXES = {"0 sphinx", "1 sphinx"}
BARE = {"0 khafre", "0 menkaure", "1 khafre", "1 menkaure", "0 khufu"}
COVERED_PEAK = "0 khufu stone+1, 0 khafre stone-1, 0 menkaure stone+1 scarab"
SPHINX_PARTS = "sphinx-base sphinx-body sphinx-head"


EXAMPLES: dict[str, Example] = {
    "g stone on treasure": (
        given(at="1 khufu stone+3 treasure+3", hand="stone+2 stone-1 stone+3 stone-4"),
        then(places={"stone+2": BARE | {"1 khufu"}, "stone-1": BARE | {"1 khufu"},
                     "stone+3": BARE, "stone-4": BARE}),
    ),
    "g treasure 3": (
        given(at="0 khufu stone+3, 1 khafre stone-3, 1 khufu stone+2, 1 menkaure stone-4",
              hand="treasure+3"),
        then(places={"treasure+3": {"0 khufu", "1 khafre"}}),
    ),
    "g demolish": (
        given(at="0 khufu stone-5"), "play demolition, on 0 khufu",
        then(stacks="0 khufu", lost="stone-5 demolition", held=4, events={ev.DREW: [(0, 1)]}),
    ),
    "g scarab places": (
        given(at="0 khufu stone+5, 0 khafre scarab, 0 sphinx sphinx-base,"
                 " 1 khufu stone-4 treasure+4, 1 sphinx scarab scarab", hand="scarab", players=3),
        then(places={"scarab": EVERYWHERE}),
    ),
    "g sphinx order, base": (
        given(hand=SPHINX_PARTS),
        then(places={"sphinx-base": SPHINXES, "sphinx-body": set(), "sphinx-head": set()}),
    ),
    "g sphinx order, body": (
        given(at="1 sphinx sphinx-base", hand=SPHINX_PARTS),
        then(places={"sphinx-base": {"0 sphinx"}, "sphinx-body": {"1 sphinx"},
                     "sphinx-head": set()}),
    ),
    "g sphinx order, head": (
        given(at="1 sphinx sphinx-base sphinx-body", hand="sphinx-base sphinx-head"),
        then(places={"sphinx-base": {"0 sphinx"}, "sphinx-head": {"1 sphinx"}}),
    ),
    "g stone sign": (
        given(at="0 khufu stone+5, 0 khafre stone-3, 0 menkaure stone-4, 1 khufu stone+2,"
                 " 1 khafre stone-1", hand="stone-2"),
        then(places={"stone-2": {"0 khufu", "0 khafre", "0 menkaure", "1 menkaure"}}),
    ),
    "g gap": (
        given(at="0 khufu stone+5", hand="stone+1"), "play stone+1, on 0 khufu",
        then(stacks="0 khufu stone+5 stone+1", is_over=False),
    ),
    "g remove scarab": (
        given(at="0 khafre stone+4 scarab"), "remove khafre",
        then(stacks="0 khafre stone+4", lost="scarab", held=4, seat=1, events={ev.DREW: []}),
    ),
    "g demolish scarab": (
        given(at="0 khafre stone+4 scarab"), "play demolition, on 0 khafre",
        then(stacks="0 khafre stone+4", lost="demolition scarab", held=4, seat=1,
             events={ev.DREW: [(0, 1)]}),
    ),
    "g covered peak uncovered": (
        given(at=COVERED_PEAK), then(is_over=False), "remove menkaure",
        then(is_over=True, events={ev.DREW: []}),
    ),
    "g covered peak demolished": (
        given(at=COVERED_PEAK), then(is_over=False), "play demolition, on 0 menkaure",
        then(is_over=True, events={ev.DREW: []}),
    ),
    "g forced end": (
        given(at="1 khufu stone+1, 1 khafre stone+1, 1 menkaure stone-3", hand="stone-1"),
        "play stone-1, on 1 menkaure",
        then(is_over=True, held=3, events={ev.COMPLETED: [(1, 0)], ev.DREW: []}, scores=(0, -2),
             ranks=(1, 2)),
    ),
    "g last tile": (
        given(pile=2), "discard stone+5, discard stone+5, discard demolition, done",
        then(is_over=True, pile_left=0, held=3,
             events={ev.DREW: [(0, 2)], ev.PILE_EMPTY: [(0,)]}),
    ),
    "g score": (
        given(at="0 khufu stone+5 treasure+5 stone+4 stone-2 stone+1,"
                 " 0 khafre stone-5 stone+3 treasure+3 scarab, 0 menkaure stone+4 stone-1,"
                 " 0 sphinx sphinx-base sphinx-body", pile=1),
        "discard demolition, done",
        then(scores=(22, 0), treasure=8, events={
            ev.SCORED: [(0, 0, 13), (0, 1, 1), (0, 2, 3), (0, 3, 5),
                        *((1, site, 0) for site in range(4))],
            ev.TOTAL: [(0, 22, 8), (1, 0, 0)]}),
    ),
    "g tie": (
        given(at="0 khufu stone+5 treasure+5 stone+4 stone+3, 0 khafre stone+1,"
                 " 1 khufu stone+5 treasure+5 stone+4, 1 khafre stone+2 treasure+2", pile=1),
        "discard demolition, done",
        then(scores=(18, 18), treasure=(5, 7), ranks=(2, 1), events={ev.ENDED: [(1,)]}),
    ),
}  # fmt: skip


@examples(EXAMPLES)
def test_examples(example: Example) -> None:
    follow(table(**example[0]), *example[1:])


def test_g_gap_makes_a_peak() -> None:
    s = table("0 khufu stone+5 stone+1, 0 khafre stone-1, 0 menkaure stone+1 scarab")
    assert [bool(ending.is_peak(stacks.top(s, 0, site))) for site in range(3)] == [
        True,
        True,
        False,
    ]
    assert not ending.is_complete(s, 0)


def test_g_stack() -> None:
    tiles = ("stone+5", "treasure+5", "stone-4", "stone+2", "treasure+2", "stone+1")
    s = position()
    for tile in tiles:
        seat = int(s.seat)
        s.pile[s.hand[seat][0]] += 1
        s.hand[seat][0] = TILE[tile]
        s.pile[TILE[tile]] -= 1
        play(s, f"play {tile}", "on 1 menkaure")
    follow(s, then(stacks=f"1 menkaure {' '.join(tiles)}"))
    assert ending.is_peak(stacks.top(s, 1, 2))
    assert ending.site_points(s, 1, 2) == 11


def test_g_count() -> None:
    counts = dict(zip(box.TILE_NAMES, box.TILE_COUNTS, strict=True))
    good = [n for n in counts if n.startswith("stone+")]
    bad = [n for n in counts if n.startswith("stone-")]
    treasures = [n for n in counts if n.startswith("treasure")]
    assert (len(good), len(bad), len(treasures)) == (5, 5, 4)
    assert {counts[n] for n in good} == {7}
    assert {counts[n] for n in bad + treasures} == {3}
    assert counts["demolition"] == 9
    assert counts["scarab"] == 6
    assert sum(counts[n] for n in counts if n.startswith("sphinx")) == 6
    assert sum(box.TILE_COUNTS) == box.NUM_TILES == 83
