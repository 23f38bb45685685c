"""A hand-written player: the value of a tile for its stack's owner.

Values are hundredths of a point. Only visible information is read: the own hand and stacks and, of
the others, heights and top tiles; with open memory all stacks.
"""

from nomarch.games.giza.rules import act, box, ending, hands, st, stacks, tiles

SEARCH = (("trust", 500),)
"""Random playouts in a tree won 25 % against three greedy bots, greedy ones 44 %: random play gives
points away (`bench/bots.md`)."""

PROMISE = (164, 5, 25, 128, 83, 78)
"""Expected points of a pyramid by the number on top; 0 is an empty site."""
TREASURE_HOPE = 9
"""Added for each number of a stone without its treasure."""
TREASURE_IN_HAND = 19
FULL_TURNS = 16
"""With fewer turns left than this, expectations shrink."""
PART_HOPE, PART_IN_HAND = 250, 750
"""Value of the next sphinx part before it is placed."""
SCARAB_COST = 181
"""Cost to a stack's owner of a scarab: one turn."""
REMOVAL_COST = 176
"""Cost of removing a scarab: a turn without a new tile."""
OTHERS_SHARE = (0, 0, 114, 63, 46, 37, 30)
"""Value of another player's loss, by player count, in hundredths."""
LEADER_EXTRA = 37
COVERED = (163, 205, 177, 401, 347, 446)
"""Average points of a covered tile in another player's pyramid, by the number on top."""
WIN, LOSS = 4000, -4000
FRESH = 315
"""Average value of a tile from the pile."""
SWAP_SHARE = 4
"""Share of a better hand's value that counts, since only one tile is played a turn."""
KEEP = (33, 68, 160, 127, 276, 71, 149, 375, 233, 290, 106, 173, 153, 205, 52, 539, 395, 435, 78)
"""Value of a tile in hand that has no good place yet."""
KEPT_MOST = 181
"""Maximum value of a tile in hand: only one is played a turn."""
OWN_SHARE = 177
"""Weight of the own gain, in hundredths."""
NOWHERE = -100000


def evaluate(s: st.State, seat, action):
    if action == act.DONE:
        return 0
    if act.DISCARD.has(action):
        return discard_value(s, seat, act.DISCARD.tile(action))
    if act.PLAY.has(action):
        return best_place_value(s, seat, act.PLAY.tile(action))
    if act.ON.has(action):
        owner, site = act.ON.owner(action), act.ON.site(action)
        return place_value(s, seat, int(s.picked), owner, site, leader(s, seat))
    return removal_value(s, seat, act.REMOVE.site(action))


def best_place_value(s: st.State, seat, tile):
    first = leader(s, seat)
    best = NOWHERE
    for owner in range(s.players):
        for site in range(box.SITES):
            if (tiles.open_to(s, seat, owner, site) >> tile) & 1:
                best = max(best, place_value(s, seat, tile, owner, site, first))
    return best


def place_value(s: st.State, seat, tile, owner, site, first):
    """Return the value of a tile on a stack: the own gain, or a share of another's loss."""
    if completes(s, seat, tile, owner, site):
        return end_value(s, seat, tile, owner)
    value = owner_gain(s, seat, tile, owner, site)
    if owner == seat:
        return value * OWN_SHARE // 100
    share = OTHERS_SHARE[s.players]
    if owner == first:
        share += share * LEADER_EXTRA // 100
    return -value * share // 100


def owner_gain(s: st.State, seat, tile, owner, site):
    """Return what a tile changes for the owner of its stack."""
    covered = stacks.top(s, owner, site)
    before = promise(s, seat, owner, site, covered)
    if tile == box.SCARAB:
        return -min(SCARAB_COST, before + 30)
    if tile == box.DEMOLITION:
        after = number_promise(s, number_below(s, seat, owner, site))
        if covered == box.SCARAB:
            return min(SCARAB_COST, after)
        left = after if site != box.SPHINX else 0
        return left - before - 100 * ending.tile_points(s, covered)
    return 100 * ending.tile_points(s, tile) + promise(s, seat, owner, site, tile) - before


def promise(s: st.State, seat, owner, site, tile):
    if tile == box.SCARAB:
        return 0
    if site == box.SPHINX:
        return sphinx_promise(s, seat, owner, tile)
    number = 0 if tile == st.NO_TILE else box.NUMBERS[tile]
    value = number_promise(s, number)
    if tile < box.TREASURE and number > 1:
        value += TREASURE_HOPE * number
        if owner == seat and holds(s, seat, stacks.treasure_of(number)):
            value += TREASURE_IN_HAND * number
    return value


def number_promise(s: st.State, number):
    """Return the expected points of a pyramid with that number on top, in the turns left."""
    turns = int(s.pile_left) // int(s.players)
    return PROMISE[number] * min(turns, FULL_TURNS) // FULL_TURNS


def holds(s: st.State, seat, tile):
    for slot in range(box.HAND):
        if s.hand[seat][slot] == tile:
            return True
    return False


def sphinx_promise(s: st.State, seat, owner, tile):
    """Value an unfinished sphinx as long as its next part is available."""
    if tile == st.NO_TILE or tile == box.SPHINX_HEAD:
        return 0
    wanted = tile + 1
    if owner == seat and holds(s, seat, wanted):
        return PART_IN_HAND
    return 0 if s.gone[wanted] == box.TILE_COUNTS[wanted] else PART_HOPE


def looks_through(s: st.State, seat, owner):
    return owner == seat or s.open_memory == 1


def number_below(s: st.State, seat, owner, site):
    """Return the number under a stack's top, guessed where it is hidden."""
    height = int(s.height[owner][site])
    if height <= 1 or site == box.SPHINX:
        return 0
    if looks_through(s, seat, owner):
        return int(box.NUMBERS[s.stack[owner][site][height - 2]])
    covering = int(s.stack[owner][site][height - 1])
    if covering == box.SCARAB:
        return 3
    if covering >= box.TREASURE:
        return int(box.NUMBERS[covering])
    return (int(box.NUMBERS[covering]) + 6) // 2


def removal_value(s: st.State, seat, site):
    """Value removing a scarab: it frees the stack and costs a turn."""
    if completes(s, seat, box.DEMOLITION, seat, site):
        return end_value(s, seat, box.DEMOLITION, seat)
    return promise(s, seat, seat, site, under_scarab(s, seat, site)) - REMOVAL_COST


def discard_value(s: st.State, seat, tile):
    """Value discarding a tile worth less than a fresh one."""
    total = FRESH - keep_value(s, seat, tile)
    if s.phase != st.TURN:
        return total
    for slot in range(hands.hand_size(s)):
        total += max(0, FRESH - keep_value(s, seat, int(s.hand[seat][slot])))
    return total // SWAP_SHARE


def keep_value(s: st.State, seat, tile):
    """Return the value of a tile in hand: its best place, or later use."""
    return max(int(KEEP[tile]), min(KEPT_MOST, best_place_value(s, seat, tile)))


def completes(s: st.State, seat, tile, owner, site):
    """Return whether a tile ends the game, as far as the seat can see."""
    if site == box.SPHINX:
        return False
    for other in range(box.PYRAMIDS):
        if other != site and not ending.is_peak(stacks.top(s, owner, other)):
            if not stacks.is_closed(s, other):
                return False
    if tile == box.DEMOLITION:
        return looks_through(s, seat, owner) and ending.is_peak(under_scarab(s, owner, site))
    return ending.is_peak(tile)


def under_scarab(s: st.State, owner, site):
    """Return the tile under a stack's top scarab, or `NO_TILE`."""
    height = int(s.height[owner][site])
    if height < 2 or stacks.top(s, owner, site) != box.SCARAB:
        return st.NO_TILE
    return int(s.stack[owner][site][height - 2])


def end_value(s: st.State, seat, tile, owner):
    """Value ending the game as a win or loss, by the estimate."""
    mine, best = 0, NOWHERE
    for other in range(s.players):
        value = estimate(s, seat, other)
        if other == owner:
            value += 100 * ending.tile_points(s, tile)
        if other == seat:
            mine = value
        else:
            best = max(best, value)
    return (WIN if mine > best else LOSS) + mine - best


def leader(s: st.State, seat):
    """Return the other seat that seems to be ahead."""
    best, first = NOWHERE, seat
    for other in range(s.players):
        if other != seat:
            value = estimate(s, seat, other)
            if value > best:
                best, first = value, other
    return first


def estimate(s: st.State, viewer, owner):
    """Estimate a seat's points; exact only where the viewer sees everything."""
    total = 0
    for site in range(box.SITES):
        if looks_through(s, viewer, owner):
            total += 100 * ending.site_points(s, owner, site)
        elif s.height[owner][site] > 0:
            total += estimate_site(s, owner, site)
    return total


def estimate_site(s: st.State, owner, site):
    """Estimate a site: the visible tile, and an average for each covered one."""
    tile = stacks.top(s, owner, site)
    covered = int(s.height[owner][site]) - 1
    value = 100 * ending.tile_points(s, tile)
    if site != box.SPHINX:
        return value + covered * COVERED[box.NUMBERS[tile]]
    for part in range(box.SPHINX_BASE, min(box.SPHINX_BASE + covered, box.SPHINX_HEAD + 1)):
        value += 100 * ending.tile_points(s, part)
    return value
