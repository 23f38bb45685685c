"""What every seat knows of the Sphinx cards: its own, what it put back, and nothing more."""

from random import Random

from nomarch.games.egizia import components as box, state as st
from nomarch.games.egizia.invariants import broken
from nomarch.games.egizia.rules import scoring, sphinx
from nomarch.games.egizia.state import State
from tests.positions import then

from .table import GAME, LAYOUT, boat, building_at, follow, give, lay_row, play, table, to_build


def lying(s: State, at: int) -> set[int]:
    """The Sphinx cards at a place."""
    return {card for card in range(29) if s.where[card] == at}


def _visit(s: State, seat: int, cards: int, keep: int | None) -> None:
    """A seat draws at the Sphinx, keeps a card or none, and puts the others back."""
    s.used[seat] = [0, 0, 0, 1]
    s.crew[seat][0], s.stones[seat] = 5, 25
    s.place[0], s.boats = [-1, -1, -1], [0, 0, 0, 0]
    boat(s, seat, 0, 0)
    other = (seat + 1) % s.players
    boat(s, other, 2, 0)
    s.stones[other] = 20
    to_build(s)
    play(s, "crew a", f"draw {cards}", "done" if keep is None else f"keep {keep + 1}")


def test_a_seat_sees_its_own_cards_and_no_others() -> None:
    s = table()
    view = LAYOUT.observe(s, 2)
    seen = [card for card in range(29) if view.where[card] >= 0]
    assert [s.where[card] for card in seen] == [2 * box.HAND_SLOTS]
    assert view.maybe[1][0] == -1
    assert all(card == -1 for card in LAYOUT.observe(s, -1).where)


def test_only_the_drawer_sees_what_was_drawn() -> None:
    s = building_at(0, crew=[5, 1, 1, 2], stones=9)
    follow(s, "crew a, no joker, draw 4", then(phase=st.KEEPING))
    assert LAYOUT.observe(s, 0).drawn == s.drawn
    assert LAYOUT.observe(s, 1).drawn == [-1] * 5
    for salt in range(10):
        imagined = GAME.imagine(s, 1, salt)
        assert sum(card >= 0 for card in imagined.drawn) == 4


def test_a_seat_remembers_what_it_put_under_the_pile() -> None:
    s = table(3)
    _visit(s, 0, 4, 1)
    back = lying(s, box.FIRST_PILE + 1)
    assert len(back) == 3
    for salt in range(10):
        imagined = GAME.imagine(s, 0, salt)
        assert lying(imagined, box.FIRST_PILE + 1) == back
    guesses = {frozenset(lying(GAME.imagine(s, 1, salt), box.FIRST_PILE + 1)) for salt in range(10)}
    assert len(guesses) > 1


def test_what_came_up_again_is_with_the_drawer_or_back_under_the_pile() -> None:
    s = table(2)
    _visit(s, 0, 3, None)
    back = lying(s, box.FIRST_PILE + 1)
    for card in range(29):
        if s.where[card] == box.FIRST_PILE:
            s.where[card] = box.FIRST_PILE + 5
            for seat in range(2):
                s.maybe[seat][card] = 1 << (box.FIRST_PILE + 5)
    s.pile[5], s.pile[0], s.pile_parts = s.pile[0], 0, 6
    for seat in range(2):
        for card in range(29):
            s.maybe[seat][card] &= ~(1 << box.FIRST_PILE)
            s.maybe[seat][card] |= 1 << s.where[card]
    _visit(s, 1, 3, 0)
    assert lying(s, box.HAND_SLOTS + 1) <= back
    seen = set()
    for salt in range(40):
        imagined = GAME.imagine(s, 0, salt)
        guess = lying(imagined, box.HAND_SLOTS + 1)
        assert guess <= back
        assert lying(imagined, box.FIRST_PILE + 6) == back - guess
        seen |= guess
    assert seen == back


def test_dreams_agree_with_the_view_through_whole_games_of_riddles() -> None:
    rng = Random(5)
    s = table(4)
    for visit in range(16):
        if sphinx.pile_size(s) < 5:
            break
        seat = visit % 4
        _visit(s, seat, rng.randint(1, 5), rng.choice([None, 0]) if s.hand[seat] < 7 else None)
        s.pile_parts = min(s.pile_parts, 20)
        for viewer in range(4):
            imagined = GAME.imagine(s, viewer, visit)
            seen = LAYOUT.pack(LAYOUT.observe(s, viewer))
            assert LAYOUT.pack(LAYOUT.observe(imagined, viewer)) == seen
            assert not [line for line in broken(imagined) if "believes" in line or "Sphinx" in line]
            for card in range(29):
                assert s.maybe[viewer][card] >> imagined.where[card] & 1


def test_everything_is_open_after_the_end() -> None:
    s = table(2)
    scoring.score_game(s)
    assert LAYOUT.observe(s, -1).where == s.where


def test_moments_for_cards_depend_on_nothing_hidden() -> None:
    s = table(2)
    lay_row(s, "six-stones", *["quarry-2"] * 9)
    give(s, 0, "stone-sale", "second-boat", "training", "paid-training", "build-first")
    give(s, 1, "build-first", "canal")

    def moments(game: State) -> list[tuple[int, int]]:
        asked = []
        boats = ("card 1", "done", "sphinx 1", "sphinx 2", "done", "pass", "pass")
        for move in (*boats, "done", "done"):
            play(game, move)
            asked.append((int(game.phase), int(game.seat)))
        return asked

    worlds = [GAME.imagine(s, seat, salt) for seat in (0, 1) for salt in range(5)]
    seen = moments(s)
    assert {st.AFTER_BOAT, st.AFTER_FEED, st.READY} <= {asked for asked, _ in seen}
    assert all(moments(imagined) == seen for imagined in worlds)
