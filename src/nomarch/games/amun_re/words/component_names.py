"""What the things of Amun-Re are called and do, and what stands in a province."""

from functools import cache

from nomarch.games.amun_re.rules import box, incomes, st
from nomarch.kernel.declare.sentences import Translate


@cache
def province(t: Translate, p: int) -> str:
    return (
        t("Abu"), t("Abydos"), t("Amarna"), t("Avaris"), t("Baharya"), t("Berenike"), t("Buto"),
        t("Dakhla"), t("Damanhur"), t("Edfu"), t("Kharga"), t("Memphis"), t("Mendes"), t("Sawu"),
        t("Thebes"),
    )[p]  # fmt: skip


def card(t: Translate, kind: int) -> str:
    return (
        t("Bid block"), t("Same province"), t("Free farmer"), t("Architect"),
        t("Offering adjustment"), t("8 gold"), t("Extra income"), t("Card bonus"),
        t("Farmer bonus"), t("Egypt bonus"), t("Bank bonus"), t("Nile bonus"),
    )[kind]  # fmt: skip


def categories(t: Translate) -> tuple[str, ...]:
    return (
        *(t("Pyramids"), t("Pyramid sets"), t("Nile banks"), t("Temples")),
        *(t("Bonus cards"), t("Gold")),
    )


def number(count: int) -> str:
    """A number as a viewer knows it."""
    return "?" if count < 0 else str(count)


def _form(count: int) -> int:
    """The number that chooses singular or plural; one that is hidden takes the plural."""
    return count if count >= 0 else 2


def some(t: Translate, what: str, count: int) -> str:
    """A number of farmers, bricks, pyramids or power cards."""
    text = {
        "farmer": t.ngettext("{count} farmer", "{count} farmers", _form(count)),
        "brick": t.ngettext("{count} brick", "{count} bricks", _form(count)),
        "pyramid": t.ngettext("{count} pyramid", "{count} pyramids", _form(count)),
        "card": t.ngettext("{count} power card", "{count} power cards", _form(count)),
    }[what]
    return text.format(count=number(count))


def present(*facts: tuple[int, str]) -> list[str]:
    return [text for count, text in facts if count]


def about_province(t: Translate, p: int) -> list[str]:
    temples, printed, fields = box.TEMPLES[p], box.PRINTED[p], box.SPACES[p]
    own = t.ngettext("{count} permanent farmer", "{count} permanent farmers", printed)
    shrines = t.ngettext("{count} temple", "{count} temples", temples)
    symbols = t.ngettext("{count} card symbol", "{count} card symbols", box.SYMBOLS[p])
    return [
        t("East bank") if box.BANK[p] == box.EAST else t("West bank"),
        t("Upper Egypt") if box.EGYPT[p] == box.UPPER else t("Lower Egypt"),
        t("on the Nile") if box.NILE[p] else t("away from the Nile"),
        t.ngettext("{count} field", "{count} fields", fields).format(count=fields),
        symbols.format(count=box.SYMBOLS[p]),
        *present(
            (printed, own.format(count=printed)),
            (box.INCOME[p], t("{gold} gold each turn").format(gold=box.INCOME[p])),
            (box.CARAVAN[p], t("{gold} gold when caravans pay").format(gold=box.CARAVAN[p])),
            (temples, shrines.format(count=temples)),
        ),
    ]


def pieces_on(t: Translate, view: st.State, p: int) -> list[str]:
    """Farmers, stones, gifts and income cards that lie in a province."""
    farmers, gold = incomes.farmers_in(view, p), box.GIFT_GOLD[p] if view.card[p] else 0
    owner = view.owner[p]
    gift = t.ngettext(
        "a gift of {count} power card", "a gift of {count} power cards", view.gifts[p]
    ).format(count=view.gifts[p])
    return present(
        (farmers, some(t, "farmer", farmers)),
        (view.pyramids[p], some(t, "pyramid", view.pyramids[p])),
        (view.bricks[p], some(t, "brick", view.bricks[p])),
        (gold, t("a gift of {gold} gold").format(gold=gold)),
        (view.gifts[p], gift),
        (owner >= 0 and view.eight[owner] == p, _laid(t, box.EIGHT)),
        (owner >= 0 and view.extra[owner] == p, _laid(t, box.EXTRA)),
    )


def _laid(t: Translate, kind: int) -> str:
    return t("the card “{card}”").format(card=card(t, kind))


def card_about(t: Translate, kind: int, edition: int = 0, block_once: int = 0) -> str:
    block = t("auction: anyone outbidding you must go two steps higher, until the auction ends")
    if block_once:
        block = t("auction: anyone outbidding this bid must go two steps higher")
    about = (
        block,
        t("auction: if you're outbid, you may bid again for the same province"),
        t("actions: place a free farmer in one of your provinces; it doesn't need a field"),
        t("actions: build a pyramid with two bricks instead of three"),
        t("offerings: add it to your offering or theft, then raise or lower the total by 3"),
        t("income: one of your provinces pays 8 gold instead of its normal income"),
        t("income: each farmer in one of your provinces earns 1 extra gold"),
        t("scoring: 3 points if your provinces have {count} or more card symbols"),
        t("scoring: 3 points if you have nine or more farmers"),
        t("scoring: 3 points if all your provinces are in Upper Egypt, or all in Lower Egypt"),
        t("scoring: 3 points if all your provinces are on the same bank"),
        t("scoring: 3 points if all your provinces touch the Nile, or none of them do"),
    )[kind]
    return about.format(count=box.SYMBOLS_FOR_BONUS[edition])


def marker(t: Translate, view: st.State) -> str:
    """Where the temple marker stands and what that means."""
    return step_tip(t, view.box) or t("The temple marker is on the Amun-Re space.")


def step_tip(t: Translate, step: int) -> str:
    """What a box of the temple scale means; the Amun-Re space means nothing."""
    if step == 0:
        return ""
    points = box.TEMPLE_POINTS[step]
    if box.CAMEL[step]:
        text = t.ngettext(
            "Box {box}: {gold} gold per farmer, {points} point per temple, caravans pay.",
            "Box {box}: {gold} gold per farmer, {points} points per temple, caravans pay.",
            points,
        )
    else:
        text = t.ngettext(
            "Box {box}: {gold} gold per farmer, {points} point per temple, caravans don't pay.",
            "Box {box}: {gold} gold per farmer, {points} points per temple, caravans don't pay.",
            points,
        )
    return text.format(box=step, gold=box.HARVEST[step], points=box.TEMPLE_POINTS[step])


def phase(t: Translate, view: st.State) -> str:
    asked = view.phase
    if asked in (st.PLACE_FARMER, st.PLACE_BRICK):
        asked = view.back
    if asked == st.SITE and view.site_card in (box.EIGHT, box.EXTRA):
        asked = st.INCOME_CARDS
    return {
        st.START_KEEP: t("Starting cards"),
        st.PICK: t("Province auction"),
        st.STEP: t("Province auction"),
        st.OFFERING: t("Offerings to Amun-Re"),
        st.ADJUSTING: t("Offerings to Amun-Re"),
        st.REWARD: t("Amun-Re's rewards"),
        st.INCOME_CARDS: t("Income"),
        st.BONUS_PLAY: t("Scoring"),
        st.OVER: t("Game over"),
    }.get(asked, t("Actions"))
