"""People with claimed names, results and ratings, for pages that show them."""

from nomarch.people import accounts, moderation
from nomarch.tables.state.model import ChatLine, Person
from nomarch.tables.stores.results import GameResult, SeatResult, put_result
from tests.browser.staging import CREATED, Site

GAMES = 60
HOUR = 3600.0


def named(site: Site, name: str) -> Person:
    person = site.person(name)
    accounts.claim_handle(site.store, person.id, name, CREATED)
    return Person(person.id, name, handle=name)


def stage_profiles(
    site: Site, names: tuple[str, str] = ("Seshat-9", "Khonsu")
) -> tuple[Person, Person]:
    """Two players with many rated games against each other, and a report."""
    one, two = (named(site, name) for name in names)
    orders = [(1, 2, 3, 4), (1, 3, 2, 4), (2, 1, 3, 4), (3, 1, 2, 4), (1, 2, 3, 4)]
    with site.store.transaction():
        for number in range(GAMES):
            places = orders[number % len(orders)]
            seats = tuple(
                SeatResult(seat, person, bot, place, 50 - 9 * place)
                for seat, (person, bot, place) in enumerate(
                    zip((one.id, two.id, "", ""), ("", "", *["greedy"] * 2), places, strict=True)
                )
            )
            ended = CREATED + number * HOUR
            put_result(
                site.store, GameResult(f"{one.name}-{number}", "ra", "", 4, True, ended, seats)
            )
    line = ChatLine(CREATED, two.name, 1, "That was my tile!")
    moderation.add_report(
        site.store, one, two, "abuse", "Please read the chat.", CREATED, chat=[line]
    )
    return one, two
