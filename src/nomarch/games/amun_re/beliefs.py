"""Sample what a seat of Amun-Re cannot know: power cards, the pile, offerings not yet revealed.

By an option gold and hand sizes are hidden too. Views keep no running count of payments, so the
sample only has to agree with the position.
"""

from nomarch.games.amun_re.rules import auction, box, cards, st
from nomarch.kernel.declare.rules import IMAGINED, below, draw_from, fork

USUAL_GOLD = 30
"""Maximum gold sampled for a hidden treasure, unless a bid implies more."""


def determinise(s: st.State, seat, stream):
    """Deal every card the seat cannot see, and sample the others' offerings."""
    choosing = (s.phase == st.KEEP or s.phase == st.START_KEEP) and s.seat != seat
    gather_unseen(s, seat, choosing)
    if s.hidden == 1 and s.phase != st.OVER:
        imagine_gold(s, seat, stream)
        imagine_hand_counts(s, seat, stream)
    fill_deck(s, seat, stream)
    lay_unseen_gifts(s, stream)
    deal_unknown(s, seat, choosing, stream)
    forget_what_others_know(s, seat)
    if s.phase == st.OFFERING:
        imagine_offerings(s, seat, stream)
    fork(s, stream, IMAGINED)


def gather_unseen(s: st.State, seat, choosing):
    """Collect in `spare` all cards that the seat neither sees nor knows."""
    for kind in range(box.CARDS):
        s.deck[kind] = 0
        if choosing:
            s.drawn[kind] = s.drawn_known[seat][kind]
        s.spare[kind] = box.CARD_COUNTS[kind] - s.discard[kind] - s.drawn[kind]
        for other in range(len(s.hand)):
            if other != seat:
                s.hand[other][kind] = s.known[seat][other][kind]
            s.spare[kind] -= s.hand[other][kind]
    for i in range(s.under_len):
        if s.under[i] >= 0:
            s.spare[s.under[i]] -= 1
    for p in range(box.PROVINCES):
        for i in range(s.gifts[p]):
            if s.gift[p][i] >= 0:
                s.spare[s.gift[p][i]] -= 1


def imagine_gold(s: st.State, seat, stream):
    """Sample gold: at least enough for the bid made or in progress."""
    for other in range(s.players):
        if other != seat:
            step = int(s.bid_step[other])
            if s.phase == st.STEP and s.seat == other:
                step = max(step, auction.lowest_step(s, int(s.pick)))
            least = box.BID_TRACK[step]
            s.gold[other] = least + below(stream, max(1, USUAL_GOLD + 1 - least))


def imagine_hand_counts(s: st.State, seat, stream):
    """Sample hand sizes: cards that lie nowhere else are in the others' hands."""
    left = box.NUM_CARDS - s.deck_left - s.under_len - cards.count_of(s.discard) - s.drawn_left
    for p in range(box.PROVINCES):
        left -= s.gifts[p]
    for holder in range(s.players):
        if holder != seat:
            s.hand_count[holder] = cards.count_of(s.hand[holder])
        left -= s.hand_count[holder]
    for _ in range(left):
        s.hand_count[(seat + 1 + below(stream, s.players - 1)) % s.players] += 1


def unseen_gifts(s: st.State):
    """Count the cards on provinces that came from the pile's last shuffle."""
    lying = 0
    for p in range(box.PROVINCES):
        for i in range(s.gifts[p]):
            if s.gift_by[p][i] == st.UNSEEN:
                lying += 1
    return lying


def lay_unseen_gifts(s: st.State, stream):
    """Draw those cards from the pile again."""
    for p in range(box.PROVINCES):
        for i in range(s.gifts[p]):
            if s.gift_by[p][i] == st.UNSEEN:
                s.gift[p][i] = draw_from(stream, s.deck, cards.count_of(s.deck))


def fill_deck(s: st.State, seat, stream):
    """Fill the shuffled part of the pile, and gifts from it, without cards that were outside it."""
    for _ in range(s.deck_left + unseen_gifts(s)):
        total = 0
        for kind in range(box.CARDS):
            total += room_in_deck(s, seat, kind)
        left = below(stream, total)
        kind = 0
        while left >= room_in_deck(s, seat, kind):
            left -= room_in_deck(s, seat, kind)
            kind += 1
        s.deck[kind] += 1
        s.spare[kind] -= 1


def room_in_deck(s: st.State, seat, kind):
    """Return how many more cards of a kind the shuffled part may hold."""
    return min(int(s.spare[kind]), int(s.deck_most[seat][kind]) - int(s.deck[kind]))


def deal_unknown(s: st.State, seat, choosing, stream):
    """Deal the rest to the others' hands, the provinces and under the pile."""
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_count[other] - cards.count_of(s.hand[other])):
                s.hand[other][draw_from(stream, s.spare, cards.count_of(s.spare))] += 1
    for p in range(box.PROVINCES):
        for i in range(s.gifts[p]):
            if s.gift[p][i] < 0:
                s.gift[p][i] = draw_from(stream, s.spare, cards.count_of(s.spare))
    for i in range(s.under_len):
        if s.under[i] < 0:
            s.under[i] = draw_from(stream, s.spare, cards.count_of(s.spare))
    if choosing:
        for _ in range(s.drawn_left - cards.count_of(s.drawn)):
            s.drawn[draw_from(stream, s.spare, cards.count_of(s.spare))] += 1


def forget_what_others_know(s: st.State, seat):
    """Set what others know to what they must know; a sample needs no more."""
    for other in range(len(s.known)):
        if other != seat:
            for kind in range(box.CARDS):
                s.deck_most[other][kind] = box.CARD_COUNTS[kind]
                s.drawn_known[other][kind] = 0
                for owner in range(len(s.known)):
                    s.known[other][owner][kind] = 0


def imagine_offerings(s: st.State, seat, stream):
    """Sample an offering: a theft or any affordable sum; one in progress is open."""
    for other in range(len(s.offer)):
        if other != seat:
            s.offer[other] = 0
            s.adjusting[other] = 0
            if s.offered[other] == 1:
                given = below(stream, int(s.gold[other]) + 1 + int(s.empty_offers))
                s.offer[other] = box.THEFT if given == 0 else given - s.empty_offers
                if s.hand[other][box.ADJUST] > 0:
                    s.adjusting[other] = below(stream, 2)
