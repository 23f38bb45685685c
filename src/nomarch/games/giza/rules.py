"""The rules of Giza, one function a paragraph, in the dialect that every backend runs."""

from nomarch.games.giza.actions import DISCARD, DONE, ON, PLAY, REMOVE
from nomarch.games.giza.components import (
    BASE_POINTS,
    DEMOLITION,
    HAND,
    MAX_HEIGHT,
    MAX_SEATS,
    NO_TILE,
    NUM_TILES,
    NUMBERS,
    PEAK,
    POINTS,
    PYRAMIDS,
    SCARAB,
    SITES,
    SPHINX,
    SPHINX_BASE,
    TILE_COUNTS,
    TILES,
    TREASURE,
)
from nomarch.games.giza.events import (
    BEGAN,
    COMPLETED,
    DEMOLISHED,
    DISCARDED,
    DREW,
    ENDED,
    LAID,
    NEXT_FIRST,
    PILE_EMPTY,
    REMOVED,
    SCORED,
    TOOK,
    TOTAL,
    UNCOVERED,
)
from nomarch.kernel.chance import below, draw_from
from nomarch.kernel.events import ALL, emit

TURN, PLACING, DISCARDING = range(3)
"""Phases: anything at all, where the chosen tile goes, which tiles are discarded as well."""
NO_SEAT = -1
BASE_OPTION, FIRST_OPTION = range(2)
BY_LOT = 0
"""The first player is drawn; any other choice of the option is that seat, counted from 1."""


# --- Set-up -----------------------------------------------------------------------------------


def setup(s, players, options):
    """Set-up: empty boards, all tiles in the pile, four tiles a hand."""
    s.players = players
    s.base_points = BASE_POINTS[options[BASE_OPTION]]
    s.next_first = NO_SEAT
    s.pile_left = NUM_TILES
    for tile in range(TILES):
        s.pile[tile] = TILE_COUNTS[tile]
        s.gone[tile] = 0
    for seat in range(MAX_SEATS):
        clear_board(s, seat)
    choose_first_player(s, options[FIRST_OPTION])
    clear_choice(s)
    for seat in range(players):
        draw_up(s, seat)


def clear_board(s, seat):
    """Set-up: three pyramid sites and one for a sphinx, all empty, and an empty hand."""
    s.points[seat] = 0
    s.treasure[seat] = 0
    s.held[seat] = 0
    for slot in range(HAND):
        s.hand[seat][slot] = NO_TILE
    for site in range(SITES):
        s.height[seat][site] = 0
        s.takes[SITES * seat + site] = TAKES[site][0] if seat < s.players else 0
        for level in range(MAX_HEIGHT):
            s.stack[seat][site][level] = NO_TILE


def choose_first_player(s, choice):
    """First player: the one who proposed the game, here by lot, or the seat the table named."""
    if choice == BY_LOT:
        s.seat = below(s, int(s.players))
    else:
        s.seat = choice - 1
    emit(s, BEGAN, ALL, s.seat)


def clear_choice(s):
    """Nothing has been chosen yet in this turn."""
    s.phase = TURN
    s.picked = NO_TILE
    for slot in range(HAND):
        s.marked[slot] = 0


# --- The contract -----------------------------------------------------------------------------


def to_act(s):
    """One player at a time has a turn."""
    if s.seat == NO_SEAT:
        return 0
    return 1 << int(s.seat)


def is_over(s):
    """The game is over when nobody has the turn."""
    return 1 if s.seat == NO_SEAT else 0


def legal(s, seat, mask):
    """What the seat may do now; the only authority on it."""
    for action in range(len(mask)):
        mask[action] = 0
    if s.phase == TURN:
        legal_plays(s, seat, mask)
        legal_discards(s, seat, mask)
        legal_removals(s, seat, mask)
    elif s.phase == PLACING:
        legal_places(s, mask)
    else:
        legal_discards(s, seat, mask)
        mask[DONE] = 1


def apply(s, seat, action):
    """Carries out an action; trusts that `legal` allows it."""
    if action == DONE:
        discard_marked(s, seat)
    elif action < PLAY:
        s.phase = DISCARDING
        s.marked[find_unmarked(s, seat, action - DISCARD)] = 1
    elif action < ON:
        s.phase = PLACING
        s.picked = action - PLAY
    elif action < REMOVE:
        play_tile(s, seat, (action - ON) // SITES, (action - ON) % SITES)
    else:
        remove_scarab(s, seat, action - REMOVE)


def score(s, out):
    """Every seat's points: none before the end, for what is covered is not to be seen."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


def rank(s, out):
    """Every seat's place."""
    for seat in range(s.players):
        out[seat] = place(s, seat)


def place(s, seat):
    """Victory: most points; among equals the most treasure points; then it is shared."""
    above = 0
    for other in range(s.players):
        if s.points[other] > s.points[seat]:
            above += 1
        elif s.points[other] == s.points[seat] and s.treasure[other] > s.treasure[seat]:
            above += 1
    return above + 1


# --- Where a tile may go ----------------------------------------------------------------------


def legal_plays(s, seat, mask):
    """Playing a tile: any tile of the hand that fits anywhere, on one's own board or another's."""
    taken = 0
    for spot in range(SITES * s.players):
        taken |= s.takes[spot]
    for slot in range(HAND):
        tile = int(s.hand[seat][slot])
        mask[PLAY + tile] = (taken >> tile) & 1


def legal_places(s, mask):
    """Playing a tile: every stack and every empty site of the table that takes the chosen tile."""
    tile = int(s.picked)
    for spot in range(SITES * s.players):
        mask[ON + spot] = (s.takes[spot] >> tile) & 1


def legal_discards(s, seat, mask):
    """Discarding: any one to four tiles, also when a tile could be played."""
    for slot in range(HAND):
        if s.marked[slot] == 0:
            mask[DISCARD + s.hand[seat][slot]] = 1


def legal_removals(s, seat, mask):
    """Scarabs: the owner may take one off the top of his own stack."""
    for site in range(SITES):
        if top(s, seat, site) == SCARAB:
            mask[REMOVE + site] = 1


def top(s, owner, site):
    """The visible tile of a stack; `NO_TILE` on an empty site."""
    height = int(s.height[owner][site])
    if height == 0:
        return NO_TILE
    return int(s.stack[owner][site][height - 1])


def fits(tile, site, below_it):
    """Whether a tile may be played on a site whose visible tile is `below_it`."""
    if tile == SCARAB:
        return True
    if tile == DEMOLITION:
        return below_it != NO_TILE
    if tile >= SPHINX_BASE:
        return site == SPHINX and sphinx_fits(tile, below_it)
    if site == SPHINX or below_it == SCARAB:
        return False
    if tile >= TREASURE:
        return treasure_fits(tile, below_it)
    return stone_fits(tile, below_it)


def stone_fits(tile, below_it):
    """Stones: on an empty pyramid site, or on a stone or treasure of a higher number."""
    return below_it == NO_TILE or NUMBERS[tile] < NUMBERS[below_it]


def treasure_fits(tile, below_it):
    """Treasures: only on a stone of the same number, whatever its sign."""
    return below_it != NO_TILE and below_it < TREASURE and NUMBERS[tile] == NUMBERS[below_it]


def sphinx_fits(tile, below_it):
    """Sphinx: the base on an empty site, the body on the base, the head on the body."""
    if tile == SPHINX_BASE:
        return below_it == NO_TILE
    return below_it == tile - 1


TAKES = tuple(
    tuple(
        sum(1 << tile for tile in range(TILES) if fits(tile, site, below_it))
        for below_it in range(NO_TILE, TILES)
    )
    for site in range(SITES)
)
"""The tiles that a stack takes, as a bit set, by its site and its visible tile counted from -1."""


def note_top(s, owner, site):
    """A stack has a new visible tile: other tiles fit on it now."""
    s.takes[SITES * owner + site] = TAKES[site][top(s, owner, site) + 1]


# --- A turn -----------------------------------------------------------------------------------


def play_tile(s, seat, owner, site):
    """Playing a tile: a demolition takes the top away, any other tile covers it."""
    tile = int(s.picked)
    slot = 0
    while s.hand[seat][slot] != tile:
        slot += 1
    drop(s, seat, slot)
    if tile == DEMOLITION:
        demolish(s, seat, owner, site)
    else:
        s.stack[owner][site][s.height[owner][site]] = tile
        s.height[owner][site] += 1
        note_top(s, owner, site)
        emit(s, LAID, ALL, seat, tile, owner, site)
    if is_complete(s, owner):
        end_by_pyramids(s, seat, owner)
    else:
        refill(s, seat)


def demolish(s, seat, owner, site):
    """Demolition: it and the visible tile, also a scarab, leave the game."""
    emit(s, DEMOLISHED, ALL, seat, top(s, owner, site), owner, site)
    s.gone[DEMOLITION] += 1
    take_off(s, owner, site)


def take_off(s, owner, site):
    """The top of a stack leaves the game; what lies below is visible now."""
    s.gone[top(s, owner, site)] += 1
    s.height[owner][site] -= 1
    s.stack[owner][site][s.height[owner][site]] = NO_TILE
    note_top(s, owner, site)
    if s.height[owner][site] > 0:
        emit(s, UNCOVERED, ALL, owner, site, top(s, owner, site))


def remove_scarab(s, seat, site):
    """Scarabs: taking one off is the whole turn, and no tile is drawn."""
    emit(s, REMOVED, ALL, seat, site)
    take_off(s, seat, site)
    if is_complete(s, seat):
        end_by_pyramids(s, seat, seat)
    else:
        next_turn(s, seat)


def find_unmarked(s, seat, tile):
    """The slot of a tile of the hand that is not marked yet."""
    slot = 0
    while s.hand[seat][slot] != tile or s.marked[slot] == 1:
        slot += 1
    return slot


def discard_marked(s, seat):
    """Discarding: the chosen tiles leave the game face up."""
    for slot in range(HAND):
        if s.marked[slot] == 1:
            tile = int(s.hand[seat][slot])
            emit(s, DISCARDED, ALL, seat, tile)
            s.gone[tile] += 1
            drop(s, seat, slot)
    refill(s, seat)


def drop(s, seat, slot):
    """A tile leaves a hand."""
    s.hand[seat][slot] = NO_TILE
    s.held[seat] -= 1


def refill(s, seat):
    """Drawing: up to four tiles again; the last tile of the pile ends the game at once."""
    draw_up(s, seat)
    if s.pile_left == 0:
        emit(s, PILE_EMPTY, ALL, seat)
        end_game(s)
    else:
        next_turn(s, seat)


def draw_up(s, seat):
    """Drawing: until the hand holds four tiles or the pile is empty."""
    drawn = 0
    for slot in range(HAND):
        if s.hand[seat][slot] == NO_TILE and s.pile_left > 0:
            tile = draw_from(s, s.pile, s.pile_left)
            s.pile_left -= 1
            s.hand[seat][slot] = tile
            s.held[seat] += 1
            drawn += 1
            emit(s, TOOK, seat, seat, tile)
    emit(s, DREW, ALL, seat, drawn)


def next_turn(s, seat):
    """The turn passes clockwise."""
    clear_choice(s)
    s.seat = seat + 1 if seat + 1 < s.players else 0


# --- The end of the game ----------------------------------------------------------------------


def is_complete(s, owner):
    """Game end: a seat's three pyramids all show a stone of number 1; a scarab hides it."""
    peaks = 0
    for site in range(PYRAMIDS):
        if is_peak(top(s, owner, site)):
            peaks += 1
    return peaks == PYRAMIDS


def is_peak(tile):
    """A good or bad stone of number 1 completes a pyramid, even alone."""
    return tile != NO_TILE and NUMBERS[tile] == PEAK


def end_by_pyramids(s, seat, owner):
    """Game end: three complete pyramids end it at once, whoever completed them; nobody draws."""
    emit(s, COMPLETED, ALL, owner, seat)
    end_game(s)


def end_game(s):
    """Game end: every stack is counted; tiles in hands are not."""
    clear_choice(s)
    for seat in range(s.players):
        score_seat(s, seat)
    choose_next_first_player(s)
    s.seat = NO_SEAT
    for seat in range(s.players):
        if place(s, seat) == 1:
            emit(s, ENDED, ALL, seat)
    emit(s, NEXT_FIRST, ALL, s.next_first)


def score_seat(s, seat):
    """Scoring: all tiles of the four stacks, complete or not, also those under a scarab."""
    total = 0
    treasure = 0
    for site in range(SITES):
        points = site_points(s, seat, site)
        total += points
        treasure += site_treasure(s, seat, site)
        emit(s, SCORED, ALL, seat, site, points)
    s.points[seat] = total
    s.treasure[seat] = treasure
    emit(s, TOTAL, ALL, seat, total, treasure)


def site_points(s, seat, site):
    """Scoring: good stones, treasures, body and head add; bad stones and the base deduct."""
    points = 0
    for level in range(s.height[seat][site]):
        points += tile_points(s, int(s.stack[seat][site][level]))
    return points


def tile_points(s, tile):
    """What a tile scores; the base of a sphinx follows the option."""
    return int(s.base_points) if tile == SPHINX_BASE else int(POINTS[tile])


def site_treasure(s, seat, site):
    """Victory: the points of a stack's treasures, which break ties."""
    points = 0
    for level in range(s.height[seat][site]):
        tile = int(s.stack[seat][site][level])
        if tile >= TREASURE and tile < SPHINX_BASE:
            points += POINTS[tile]
    return points


def choose_next_first_player(s):
    """First player: in a following game the fewest points begin, among equals by lot."""
    fewest = int(s.points[0])
    for seat in range(s.players):
        fewest = min(fewest, int(s.points[seat]))
    equals = 0
    for seat in range(s.players):
        if s.points[seat] == fewest:
            equals += 1
    chosen = below(s, equals) if equals > 1 else 0
    for seat in range(s.players):
        if s.points[seat] == fewest:
            if chosen == 0:
                s.next_first = seat
            chosen -= 1
