"""Farmers, bricks and cards go to provinces, bought or as rewards."""

from nomarch.games.amun_re import actions as act, components as box, events as ev, state as st
from nomarch.games.amun_re.rules import cards, offerings, passing, provinces, stages
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def start_placing(s: st.State, seat, what, count):
    """Actions B and C, rewards: so many units are placed, then the game goes on as before."""
    s.back, s.phase, s.units = s.phase, what, count
    # A brick may wait for an Architect between bricks, which nobody may know of.
    if what == st.PLACE_FARMER or s.back == st.REWARD or cards.shows_no_cards(s, seat):
        choose_only_site(s, seat)


def is_site(s: st.State, seat, p):
    """Whether what is being placed can go to a province."""
    if s.owner[p] != seat:
        return False
    if s.phase == st.PLACE_FARMER:
        return s.farmers[p] < box.SPACES[p]
    if s.phase == st.SITE and s.site_card == box.ARCHITECT:
        return s.bricks[p] >= box.ARCHITECT_BRICKS
    return True


def legal_sites(s: st.State, seat, mask):
    """Placing: one's own provinces; the Architect may come between two bricks."""
    for p in range(box.PROVINCES):
        if s.owner[p] == seat:
            if is_site(s, seat, p):
                allow(mask, act.PROVINCE.at(p))
            else:
                because("A farmer needs a free field there; an Architect needs two bricks.")
        else:
            because("Choose one of your own provinces.")
    if s.phase == st.PLACE_BRICK and s.back == st.BRICKS_STAGE:
        allow_architect(s, seat, mask)


def choose_only_site(s: st.State, seat):
    """Placing: where everybody can see that only one province will do, it is chosen at once."""
    sites, only = 0, 0
    for p in range(box.PROVINCES):
        if is_site(s, seat, p):
            sites += 1
            only = p
    if sites != 1:
        return
    if s.phase == st.SITE:
        use_on_site(s, seat, only)
        return
    for _ in range(s.units):
        place_unit(s, seat, only)
    finish_placing(s)


def choose_province(s: st.State, seat, p):
    """A province is chosen: to bid for, for a unit, or for the card just played."""
    if s.phase == st.PICK:
        s.pick, s.phase = p, st.STEP
    elif s.phase == st.SITE:
        use_on_site(s, seat, p)
    else:
        place_unit(s, seat, p)
        if s.units == 0:
            finish_placing(s)


def place_unit(s: st.State, seat, p):
    """Actions B and C, rewards: a farmer goes on a green space, a brick into the province."""
    s.units -= 1
    if s.phase == st.PLACE_BRICK:
        provinces.add_brick(s, seat, p)
        return
    s.farmers[p] += 1
    s.farmer_supply -= 1
    emit(s, ev.FARMER_PLACED, ALL, seat, p, 0)


def finish_placing(s: st.State):
    """Actions B and C, rewards: all units are placed."""
    s.phase = s.back
    if s.phase == st.REWARD:
        offerings.count_reward(s)
    else:
        stages.skip_empty_stages(s)


def use_on_site(s: st.State, seat, p):
    """Cards that are played on a province: free farmer, Architect, 8 gold, extra income."""
    if s.site_card == box.FREE:
        s.free[p] += 1
        s.farmer_supply -= 1
        emit(s, ev.FARMER_PLACED, ALL, seat, p, 1)
    elif s.site_card == box.ARCHITECT:
        provinces.build(s, seat, p, box.ARCHITECT_BRICKS)
    elif s.site_card == box.EIGHT:
        s.eight[seat] = p
    else:
        s.extra[seat] = p
    s.site_card = st.NO_CARD
    s.phase = s.back
    if s.phase == st.PLACE_BRICK:
        s.back = st.BRICKS_STAGE
    elif cards.shows_no_cards(s, seat):
        passing.continue_without_cards(s, seat)


def allow_architect(s: st.State, seat, mask):
    """Architect: where two bricks lie in one province of one's own."""
    for p in range(box.PROVINCES):
        if s.owner[p] == seat and s.bricks[p] >= box.ARCHITECT_BRICKS:
            cards.allow_card(s, seat, box.ARCHITECT, mask)
        else:
            because("An Architect needs two bricks in one of your provinces.")
