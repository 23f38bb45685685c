"""What the things of Amun-Re are called and do, and what stands in a province."""

from nomarch.games.amun_re.rules import box, incomes, st
from nomarch.kernel.sentences import Translate


def province(t: Translate, p: int) -> str:
    """A province's name."""
    return (
        t("Abu"), t("Abydos"), t("Amarna"), t("Avaris"), t("Baharya"), t("Berenike"), t("Buto"),
        t("Dakhla"), t("Damanhur"), t("Edfu"), t("Kharga"), t("Memphis"), t("Mendes"), t("Sawu"),
        t("Thebes"),
    )[p]  # fmt: skip


def card(t: Translate, kind: int) -> str:
    """A power card's name."""
    return (
        t("Bid block"), t("Same province"), t("Free farmer"), t("Architect"),
        t("Offering adjustment"), t("8 gold"), t("Extra income"), t("Card bonus"),
        t("Farmer bonus"), t("Egypt bonus"), t("Bank bonus"), t("Nile bonus"),
    )[kind]  # fmt: skip


def categories(t: Translate) -> tuple[str, ...]:
    """The names of the scoring categories."""
    return (
        *(t("Pyramids"), t("Sets of pyramids"), t("Banks of the Nile"), t("Temples")),
        *(t("Bonus cards"), t("Gold")),
    )


def number(count: int) -> str:
    """A number as a viewer knows it."""
    return "?" if count < 0 else str(count)


def counted(count: int, one: str, many: str) -> str:
    """A number of things: the words for one, or those for many with the number in them."""
    return one if count == 1 else many.format(count=number(count))


def some(t: Translate, what: str, count: int) -> str:
    """A number of farmers, bricks, pyramids or power cards."""
    one, many = {
        "farmer": (t("1 farmer"), t("{count} farmers")),
        "brick": (t("1 brick"), t("{count} bricks")),
        "pyramid": (t("1 pyramid"), t("{count} pyramids")),
        "card": (t("1 power card"), t("{count} power cards")),
    }[what]
    return counted(count, one, many)


def present(*facts: tuple[int, str]) -> list[str]:
    """What is told of things, for those that there are any of."""
    return [told for count, told in facts if count]


def about_province(t: Translate, p: int) -> list[str]:
    """What a province always is."""
    temples = box.TEMPLES[p]
    return [
        t("East bank") if box.BANK[p] == box.EAST else t("West bank"),
        t("Upper Egypt") if box.EGYPT[p] == box.UPPER else t("Lower Egypt"),
        t("on the Nile") if box.NILE[p] else t("away from the Nile"),
        counted(box.SPACES[p], t("1 field"), t("{count} fields")),
        counted(box.SYMBOLS[p], t("1 card symbol"), t("{count} card symbols")),
        *present(
            (box.PRINTED[p], t("{count} farmers of its own").format(count=box.PRINTED[p])),
            (box.INCOME[p], t("{gold} gold each turn").format(gold=box.INCOME[p])),
            (box.CARAVAN[p], t("{gold} gold when the camels pass").format(gold=box.CARAVAN[p])),
            (temples, counted(temples, t("1 temple"), t("{count} temples"))),
        ),
    ]


def standing(t: Translate, view: st.State, p: int) -> list[str]:
    """Farmers and stones of a province, and the gifts that lie there."""
    farmers, gold = incomes.farmers_in(view, p), box.GIFT_GOLD[p] if view.card[p] else 0
    gift = counted(view.gifts[p], t("1 power card as a gift"), t("{count} power cards as a gift"))
    return present(
        (farmers, some(t, "farmer", farmers)),
        (view.pyramids[p], some(t, "pyramid", view.pyramids[p])),
        (view.bricks[p], some(t, "brick", view.bricks[p])),
        (gold, t("{gold} gold as a gift").format(gold=gold)),
        (view.gifts[p], gift),
    )


def card_about(t: Translate, kind: int, edition: int = 0, block_once: int = 0) -> str:
    """What a power card does."""
    block = t("auction: who outbids you must go two steps higher, until the auction ends")
    if block_once:
        block = t("auction: who outbids this bid must go two steps higher")
    about = (
        block,
        t("auction: when outbid you may raise in the same province"),
        t("actions: a farmer at no cost, outside the fields of one of your provinces"),
        t("actions: two bricks are enough for one pyramid"),
        t("offerings: put it with yours and change the sum by 3 either way"),
        t("income: one of your provinces pays 8 gold in place of its own income"),
        t("income: each farmer in one of your provinces brings 1 gold more"),
        t("scoring: 3 points if your provinces show {count} card symbols or more"),
        t("scoring: 3 points for nine farmers or more"),
        t("scoring: 3 points if all your provinces lie in Upper or all in Lower Egypt"),
        t("scoring: 3 points if all your provinces lie on the same bank"),
        t("scoring: 3 points if all your provinces touch the Nile, or none does"),
    )[kind]
    return about.format(count=box.SYMBOLS_FOR_BONUS[edition])


def marker(t: Translate, view: st.State) -> str:
    """Where the temple marker stands and what that means."""
    return step_tip(t, view.box) or t("The temple marker stands on the Amun-Re space.")


def step_tip(t: Translate, step: int) -> str:
    """What a box of the temple scale means; the Amun-Re space means nothing."""
    if step == 0:
        return ""
    told = t("Box {box}: {gold} gold a farmer, {points} points a temple, no camels.")
    if box.CAMEL[step]:
        told = t("Box {box}: {gold} gold a farmer, {points} points a temple, camels.")
    return told.format(box=step, gold=box.HARVEST[step], points=box.TEMPLE_POINTS[step])


def phase(t: Translate, view: st.State) -> str:
    """The part of the turn that is played, as a heading."""
    asked = view.phase
    if asked in (st.PLACE_FARMER, st.PLACE_BRICK):
        asked = view.back
    if asked == st.SITE and view.site_card in (box.EIGHT, box.EXTRA):
        asked = st.INCOME_CARDS
    return {
        st.START_KEEP: t("Starting cards"),
        st.PICK: t("Auction of the provinces"),
        st.STEP: t("Auction of the provinces"),
        st.OFFERING: t("Offerings to Amun-Re"),
        st.ADJUSTING: t("Offerings to Amun-Re"),
        st.REWARD: t("Rewards of the god"),
        st.INCOME_CARDS: t("Income"),
        st.BONUS_PLAY: t("Scoring"),
        st.OVER: t("The end"),
    }.get(asked, t("Actions"))
