"""Step 3: shops are supplied; some give something at once."""

from nomarch.games.fertility import actions as act, components as box, events as ev, state as st
from nomarch.games.fertility.rules import harvest
from nomarch.kernel.declare.rules import ALL, allow, because, emit


def ready(s: st.State, seat):
    """The resources that may go onto a shop now: the turn's own, or what an exchange shop shows."""
    trades, bits = s.phase == st.TRADE, 0
    for resource in range(box.KINDS):
        left = s.stock[resource] if trades else s.beside[resource]
        if left > 0:
            bits |= 1 << resource
    return bits & box.SHOP_VALUE[s.shop[seat][s.trader]] if trades else bits


def takes(s: st.State, seat, shop):
    """A bit set of the resources that a shop's empty icons take."""
    number, bits = int(s.shop[seat][shop]), 0
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[number][i]
        if need != box.NOTHING and s.put[seat][shop][i] == st.NONE:
            bits |= (1 << box.KINDS) - 1 if need == box.ANY else 1 << need
    return bits


def legal_supplies(s: st.State, seat, mask):
    """Step 3: each empty icon takes one piece of its resource."""
    bits = ready(s, seat)
    if bits == 0:
        because("You have no resources left to supply.")
        return
    for shop in range(box.SHOPS_PER_SEAT):
        wanted = bits & takes(s, seat, shop)
        for resource in range(box.KINDS):
            if wanted >> resource & 1 == 1:
                allow(mask, act.SUPPLY.at(shop, resource))
            else:
                because(
                    "You don't have this resource right now, or the shop has no empty icon for it."
                )


def icon_for(s: st.State, seat, shop, resource):
    """Step 3: the icon that a piece covers, a named one before one that takes any."""
    number, found = int(s.shop[seat][shop]), st.NONE
    for i in range(box.ICONS_PER_SHOP):
        if s.put[seat][shop][i] == st.NONE:
            need = box.SHOP_NEEDS[number][i]
            if need == resource:
                return i
            if need == box.ANY:
                found = i
    return found


def supply(s: st.State, seat, resource, shop):
    """Step 3: a piece stays where it is put; a complete shop may give something at once."""
    number = int(s.shop[seat][shop])
    if s.phase == st.TRADE:
        s.stock[resource] -= 1
        emit(s, ev.TRADED, ALL, seat, resource, s.shop[seat][s.trader])
    else:
        s.beside[resource] -= 1
    s.put[seat][shop][icon_for(s, seat, shop, resource)] = resource
    emit(s, ev.SUPPLIED, ALL, seat, resource, number, shop)
    s.phase = st.SUPPLYING
    s.trader = st.NONE
    if is_complete(s, seat, shop):
        emit(s, ev.COMPLETED, ALL, seat, number)
        if box.SHOP_KIND[number] == box.GRAIN:
            harvest.gain_wheat(s, seat, box.SHOP_VALUE[number])
        elif box.SHOP_KIND[number] == box.EXCHANGE:
            start_trade(s, seat, shop)


def missing(s: st.State, seat, shop):
    """Step 3: the empty icons of a shop."""
    count = 0
    for i in range(box.ICONS_PER_SHOP):
        need = box.SHOP_NEEDS[s.shop[seat][shop]][i]
        if need != box.NOTHING and s.put[seat][shop][i] == st.NONE:
            count += 1
    return count


def is_complete(s: st.State, seat, shop):
    """Step 3: a shop is complete when every icon is covered."""
    return s.shop[seat][shop] != box.NO_SHOP and missing(s, seat, shop) == 0


def start_trade(s: st.State, seat, shop):
    """Exchange shops: one of the resources shown goes to another shop at once, if one takes it."""
    s.trader = shop
    s.phase = st.TRADE
    bits = ready(s, seat)
    for other in range(box.SHOPS_PER_SEAT):
        if takes(s, seat, other) & bits != 0:
            return
    s.trader = st.NONE
    s.phase = st.SUPPLYING
