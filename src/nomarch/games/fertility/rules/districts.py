"""Step 2: a district is built and paid for."""

from nomarch.games.fertility import actions as act, components as box, events as ev, state as st
from nomarch.kernel.declare.rules import ALL, allow, because, count, emit, total


def purse(s: st.State, seat):
    """What a seat can pay with: this turn's resources and its wheat."""
    return s.wheat[seat] + total(s.beside, 0, box.KINDS)


def legal_districts(s: st.State, seat, mask):
    """Step 2: a shown district that can be paid, while a slot is free."""
    if count(s.district[seat], st.NONE) == 0:
        because("All seven spaces in your metropolis are taken.")
        return
    most = purse(s, seat)
    for i in range(box.SHOWN):
        if s.shown[i] != st.NONE:
            if box.DISTRICT_COST[s.shown[i]] <= most:
                allow(mask, act.BUILD.at(s.shown[i]))
            else:
                because("You can't afford it: this turn's resources and your wheat aren't enough.")


def legal_slots(s: st.State, seat, mask):
    """Step 2: any free slot of the seven."""
    for slot in range(box.SLOTS):
        if s.district[seat][slot] == st.NONE:
            allow(mask, act.SLOT.at(slot))
        else:
            because("There's already a district there.")


def build(s: st.State, seat, slot):
    """Step 2: the district joins the metropolis; then it is paid for, unit by unit."""
    site = int(s.site)
    s.district[seat][slot] = site
    for i in range(box.SHOPS_PER_DISTRICT):
        s.shop[seat][box.START_SHOPS + box.SHOPS_PER_DISTRICT * slot + i] = box.DISTRICT_SHOP[site][
            i
        ]
    for i in range(box.SHOWN):
        if s.shown[i] == site:
            s.shown[i] = st.NONE
    emit(s, ev.BUILT, ALL, seat, site, slot)
    s.owed = box.DISTRICT_COST[site]
    s.site = st.NONE
    s.phase = st.PAYMENT if s.owed > 0 else st.SUPPLYING


def legal_payments(s: st.State, seat, mask):
    """Step 2: any mix of this turn's resources and wheat, never what lies on a shop."""
    for resource in range(box.KINDS):
        if s.beside[resource] > 0:
            allow(mask, act.PAY.at(resource))
        else:
            because("You harvested none of it this turn, and pieces on shops can't be spent.")
    if s.wheat[seat] > 0:
        allow(mask, act.PAY.at(box.WHEAT))
    else:
        because("Your granary is empty.")


def pay(s: st.State, seat, resource):
    """Step 2: a resource goes back to the stock, wheat moves the marker back."""
    if resource == box.WHEAT:
        s.wheat[seat] -= 1
    else:
        s.beside[resource] -= 1
        s.stock[resource] += 1
    emit(s, ev.PAID, ALL, seat, resource)
    s.owed -= 1
    if s.owed == 0:
        s.phase = st.SUPPLYING
