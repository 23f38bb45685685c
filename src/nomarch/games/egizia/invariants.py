"""Invariants of Egizia and the ways a game can end, for tests."""

from nomarch.games.egizia import components as box, events as ev, state as st
from nomarch.kernel.declare.invariants import Laws, Records, complaints

ENDINGS = ("more-points", "further-ahead")
"""Won by points, or among equals by the place on the score track."""


def broken(s: st.State) -> list[str]:
    laws = (_nile_cards, _fields, _monuments, _graves, _sphinx, _tableaus, _boats)
    return complaints(*(law(s) for law in laws))


def _nile_cards(s: st.State) -> Laws:
    """Every card of the decks opened so far is in the deck, on the Nile, with a player or gone."""
    decks = range(box.DECK_OF_ROUND[s.round] + 1)
    for kind in range(box.CARD_KINDS):
        held = sum(s.have[seat][kind] for seat in range(s.players))
        found = s.deck[kind] + s.gone[kind] + held + sum(card == kind for card in s.row)
        wrong = found != sum(box.DECKS[deck][kind] for deck in decks)
        yield wrong, f"{found} Nile cards of kind {kind}"
        wrong = held != 0 and box.CARD_TYPE[kind] == box.IMMEDIATE
        yield wrong, f"an immediate card of kind {kind} was kept"
    yield sum(s.deck) != s.deck_left, "the deck's count is wrong"


def _fields(s: st.State) -> Laws:
    """Fields and quarries are what the cards say, whatever canals were dug."""
    for seat in range(s.players):
        for kind in range(box.FIELD_KINDS):
            cards = 1 if kind == box.START_FIELD else s.have[seat][kind]
            wrong = sum(s.plots[seat][kind]) != cards
            yield wrong, f"seat {seat}: fields of kind {kind} are not its cards"
        for colour in range(box.COLOURS):
            fields = zip(box.FIELD_GRAIN, s.plots[seat], strict=True)
            grain = sum(each * plots[colour] for each, plots in fields)
            yield grain != s.grain[seat][colour], f"seat {seat}: grain of colour {colour} is wrong"
        quarries = s.have[seat][box.FIRST_QUARRY : box.LAST_QUARRY + 1]
        dug = sum(stones * n for stones, n in zip(box.QUARRY_STONES, quarries, strict=True))
        yield box.START_QUARRY + dug != s.quarry[seat], f"seat {seat}: the quarries are wrong"


def _monuments(s: st.State) -> Laws:
    """Stones lie without gaps, are supported, and are counted for their owners."""
    own = [[0] * box.STRUCTURES for _ in range(s.players)]
    for part in box.PARTS:
        spaces = s.stone[box.PART_START[part] : box.PART_START[part] + box.PART_SIZE[part]]
        wrong = any((owner >= 0) != (i < s.laid[part]) for i, owner in enumerate(spaces))
        yield wrong, f"part {part} has a gap or a wrong count"
        for owner in spaces[: s.laid[part]]:
            own[owner][box.PART_STRUCTURE[part]] += 1
        wrong = part > box.FLOOR_1 and s.laid[part] > max(0, s.laid[part - 1] - 1)
        yield wrong, f"floor {part - box.FLOOR_1 + 1} is not supported"
    wrong = own != [list(row) for row in s.own[: s.players]]
    yield wrong, "stones are not counted for their owners"


def _graves(s: st.State) -> Laws:
    """The twenty tiles are in the bag or face up, four of them ahead of the taken ones."""
    shown = [value for value in s.grave if value]
    for value, count in enumerate(box.GRAVE_TILES):
        wrong = shown.count(value) * bool(value) + s.grave_bag[value] != count
        yield wrong, f"grave tiles of value {value} are lost"
    wrong = sum(s.grave_bag) != s.grave_left or len(shown) != s.graves_up
    yield wrong, "the graves' counts are wrong"
    yield s.graves_up != min(box.GRAVE_SPACES, s.laid[1] + 4), "not four graves lie open"


def _sphinx(s: st.State) -> Laws:
    """Every Sphinx card is somewhere, as the open counts say, and nobody believes otherwise."""
    for seat in range(s.players):
        slots = [seat * box.HAND_SLOTS + i for i in range(s.hand[seat])]
        wrong = sorted(w for w in s.where if w // box.HAND_SLOTS == seat) != slots
        yield wrong, f"seat {seat}: {s.hand[seat]} Sphinx cards are not in its slots"
    for part in range(box.PILE_PARTS):
        wrong = s.where.count(box.FIRST_PILE + part) != s.pile[part]
        yield wrong, f"part {part} of the pile is miscounted"
    drawn = sorted(card for card in s.drawn if card >= 0)
    wrong = drawn != [card for card in range(box.SPHINX_CARDS) if s.where[card] == box.BEING_DRAWN]
    yield wrong, "the cards drawn are somewhere else"
    wrong = len(drawn) != s.drawn_left or s.where.count(box.IN_BOX) != 1 - s.per_ten
    yield wrong, "Sphinx cards are miscounted"
    for seat in range(s.players):
        wrong = not all(
            s.maybe[seat][card] >> s.where[card] & 1 for card in range(box.SPHINX_CARDS)
        )
        yield wrong, f"seat {seat} believes what is not true"


def _tableaus(s: st.State) -> Laws:
    """Crews, stones, markers and score stones stay on their tracks."""
    for seat in range(s.players):
        wrong = any(not box.CREW_START[i] <= s.crew[seat][i] <= box.CREW_MAX for i in range(4))
        yield wrong, f"seat {seat}: a crew is off its track"
        yield not 0 <= s.stones[seat] <= box.STONES_MAX, f"seat {seat}: {s.stones[seat]} stones"
        wrong = any(not 0 <= level <= box.BOTTOM for level in s.market[seat])
        yield wrong, f"seat {seat}: a marker is off the market"
    yield len(set(s.arrival[: s.players])) != s.players, "two score stones lie on one spot"
    yield sorted(s.order[: s.players]) != list(range(s.players)), "the order tiles are not one each"
    yield s.phase != st.OVER and not 0 <= s.seat < s.players, "nobody is to act"


def _boats(s: st.State) -> Laws:
    """Boats at the sites are on a place or waiting, one a player; nobody has more than eight."""
    for site, pos in enumerate(box.SITE_POS):
        holders = [seat for seat in (*s.place[site], s.waiting[site]) if seat >= 0]
        here = [seat for seat in range(s.players) if s.boats[seat] >> pos & 1]
        yield sorted(holders) != here, f"the boats at site {site} are not in its places"
        full = s.stage >= st.BUILDING or len(here) > box.PLACES_OPEN[s.players]
        wrong = s.waiting[site] >= 0 and not full
        yield wrong, f"a boat waits at site {site} beside an empty place"
    for seat in range(s.players):
        yield not 0 <= s.boats_left[seat] <= box.BOATS_EACH, f"seat {seat}: boats were lost"


def ending(events: Records) -> str:
    how = ""
    for event in events:
        if event.event is ev.ENDED:
            how = ENDINGS[event.tied]
    return how
