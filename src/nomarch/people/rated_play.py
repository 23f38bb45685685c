"""Which tables may be rated, and who may sit at them."""

from collections.abc import Sequence

from nomarch.people.moderation import check_may_play_rated
from nomarch.people.person_store import read_person
from nomarch.people.rating_store import anchor
from nomarch.storage.store import Store
from nomarch.tables.state.errors import BadRequest, Forbidden
from nomarch.tables.state.model import BOT, PLAYER, Person, Seat


def check_named(person: Person) -> None:
    """Raise `Forbidden` for a person without an account: ratings need a name that stays."""
    if not person.is_member:
        raise Forbidden("Rated games need a claimed name. Claim yours on your page, then join.")


def check_may_join_rated(store: Store, person: str, at: float) -> None:
    """Raise an error for a person who may not play rated games at present."""
    known = read_person(store, person)
    check_named(known or Person(person, ""))
    check_may_play_rated(store, person, at)


def check_anchored(game: str, level: str, players: int) -> None:
    """Raise `BadRequest` for a bot without a ladder rating with this player count."""
    if anchor(game, level, players) is None:
        raise BadRequest(
            "This bot has no rating with {players} players: choose another, play with people, or "
            "play unrated.",
            players=players,
        )


def has_rated_bots(game: str, seats: Sequence[Seat]) -> bool:
    """Whether all bots of a table have a ladder rating with its player count."""
    levels = {seat.level for seat in seats if seat.kind == BOT}
    return all(anchor(game, level, len(seats)) is not None for level in levels)


def check_rated(game: str, seats: Sequence[Seat], *, coached: bool, hints: bool) -> None:
    """Raise an error if a table with these seats can't be rated."""
    if coached or hints:
        raise BadRequest("Rated games have no hints and no coach.")
    people = [seat.person for seat in seats if seat.kind == PLAYER]
    if len(set(people)) < len(people):
        raise BadRequest("In a rated game everyone plays on their own screen.")
    for seat in seats:
        if seat.kind == BOT:
            check_anchored(game, seat.level, len(seats))
