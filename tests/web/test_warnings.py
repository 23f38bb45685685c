"""Warnings before moves that are often regretted: declared by games, asked by the page."""

from nomarch.bots import make_bot
from nomarch.bots.play import decide
from nomarch.engine.match import Match
from nomarch.kernel.declare.game import rulebook
from nomarch.kernel.run.seeds import make_seed
from nomarch.web.http.responses import Offer
from nomarch.web.table.serializers import moves


def offers(game: str, seeds: int = 2, language: str = "en") -> list[tuple[Match, int, list[Offer]]]:
    book, found = rulebook(game), []
    bot = make_bot("easy", book)
    for seed in range(seeds):
        match = Match(book, book.setup(3), make_seed(f"warning {seed}"), ("Ani", "Ptah", "Seti"))
        while not match.over:
            seat = match.to_act[0]
            offered = moves(match, match.observe(seat), seat, language)
            found.append((match.snapshot(), seat, offered))
            match.play(seat, decide(match, seat, bot))
    return found


def test_a_card_sold_for_one_gold() -> None:
    told = {
        (offer.move.split()[0], offer.warning)
        for _, _, some in offers("amun-re")
        for offer in some
        if offer.warning[0]
    }
    assert told
    assert {move for move, _ in told} == {"sell"}
    assert all(kind == "sale" and "You'd give up" in text for _, (text, kind) in told)


def test_supplying_a_shop_ends_building_where_one_could_build() -> None:
    is_warned = set()
    for match, seat, some in offers("fertility"):
        can_build = any(move.startswith("build") for move in match.legal(seat))
        for offer in some:
            is_warned.add(bool(offer.warning[0]))
            ends = offer.move == "done" or offer.move.startswith("supply")
            assert bool(offer.warning[0]) == (can_build and ends and not offer.loses), offer
    assert is_warned == {True, False}


def test_a_tile_that_gives_a_rival_points_though_it_fits_at_home() -> None:
    warned = 0
    for match, seat, some in offers("giza"):
        for offer in some:
            if offer.warning[0]:
                warned += 1
                text, kind = offer.warning
                owner = int(offer.move.split()[1])
                assert kind == "harm"
                assert owner != seat
                assert match.names[owner] in text
    assert warned


def test_warnings_speak_the_players_language() -> None:
    texts = {o.warning[0] for _, _, some in offers("giza", 1, "fr") for o in some if o.warning[0]}
    assert texts
    assert all(text.startswith("Cela donnerait") for text in texts)


def test_rated_games_have_no_warnings() -> None:
    found = offers("giza", 1)
    assert any(offer.warning[0] for _, _, some in found for offer in some)
    for match, seat, some in found:
        quiet = moves(match, match.observe(seat), seat, "en", warns=False)
        assert [offer.move for offer in quiet] == [offer.move for offer in some]
        assert not any(offer.warning[0] for offer in quiet)
