"""Why a move is refused, and the paragraph of the rules on it."""

from nomarch.games.egizia.rules import act, box, st
from nomarch.kernel.declare.sentences import Translate

STEPS = (st.CREW_STEP, st.MARKET_STEP, st.FLOOD_STEP)
BOATS = (act.GO_CARD, act.GO_ROUND, act.GO_DOUBLED, act.GO_SITE, act.GO_WAIT)
CREW_CHOICE = (st.CREW, st.SECOND_CREW, st.JOKER_TOO)


def refusal(t: Translate, view: st.State, seat: int, action: int) -> str:
    if any(block.has(action) for block in BOATS):
        return _boat(t, view, action)
    if act.is_card_play(action):
        return _card(t, view, seat, action)
    if act.LAY.has(action):
        return _stone(t, view)
    if act.LOWER.has(action):
        return t("Market markers move only when a building or a Nile card moves them.")
    if act.FLOOD_TO.has(action):
        return t("The flood marker moves only when a space or card of the Nile lets you move it.")
    if act.RAISE.has(action):
        return t("Crews get stronger only by spaces and cards of the Nile.")
    if act.HARVEST.has(action):
        return t("Cards left on the Nile can be taken only with the Late harvest card.")
    if act.USE_CREW.has(action) or action in (act.USE_JOKER, act.NO_JOKER, act.LEAVE):
        if view.phase in (*CREW_CHOICE, st.STONES):
            return t("You've chosen your crew for this site.")
        return t("Crews work when the sites are built, after feeding.")
    if act.DRAW.has(action) or act.DRAW_MORE.has(action) or act.KEEP.has(action):
        return t("Sphinx cards are drawn when your boat's turn comes to build at the Sphinx.")
    if view.phase in STEPS:
        return t("First choose what your boat or your building gives you.")
    return t("That comes at another time of the round.")


def _boat(t: Translate, view: st.State, action: int) -> str:
    if view.phase == st.SAIL and act.GO_DOUBLED.has(action):
        return t("A space counts twice only with the Double effect card.")
    if view.phase == st.SAIL and act.GO_SITE.has(action):
        return t("With two or three players, each site has only two places.")
    if view.phase == st.SAIL:
        return t("No room here: one boat per space, and one per player at each site.")
    if view.phase in STEPS and view.stage == st.PLACING:
        return t("First choose what your boat has brought you.")
    return t("Boats sail at the start of a round, before feeding and building.")


def _stone(t: Translate, view: st.State) -> str:
    if view.phase in STEPS:
        return t("First choose what your boat or your building gives you.")
    if view.phase in CREW_CHOICE:
        return t("First choose the crews that build here.")
    if view.phase in (st.RIDDLES, st.KEEPING):
        return t("Your boat is at the Sphinx, where you draw cards instead of laying stones.")
    if view.phase == st.STONES:
        return t("Your crew builds only at the site where it is working now.")
    return t("Stones are laid when the sites are built, after feeding.")


def _card(t: Translate, view: st.State, seat: int, action: int) -> str:
    if view.phase in (*STEPS, *CREW_CHOICE[1:], st.RIDDLES, st.STONES) and (
        action == act.PLAY_FIRST or (act.DIG.has(action) and view.canals[seat] > 0)
    ):
        return t("Finish what you've begun; then you can play this card.")
    if act.DIG.has(action):
        return t("A field gets greener only with a canal, a card of the Nile.")
    if act.TRAIN.has(action) or act.HIRE.has(action):
        return t("Training works once per round, for crews below their full strength.")
    if act.SELL.has(action):
        return t("You need the Stone sale card and stones to sell.")
    feeding_card = t("Play this card when you feed your crews.")
    return {
        act.PLAY_SECOND: t("Play this card right after you've placed a boat."),
        act.PLAY_FIRST: t("Play this card before the last site is built."),
        act.PLAY_TWO_RIDDLES: t("Play this card when you choose which Sphinx cards to keep."),
        act.PLAY_WAITING: t("Play this card at a site where your boat is waiting."),
        **dict.fromkeys((act.PLAY_SURPLUS, act.EAT_STONE), feeding_card),
    }.get(action, t("Play this card when you build."))


def rule_of(action: int) -> str:
    if action == act.PASS or act.GO_CARD.has(action):
        return "boats"
    if act.GO_SITE.has(action) or act.GO_WAIT.has(action):
        return "places"
    if act.is_card_play(action) or act.HARVEST.has(action):
        return "cards"
    if act.LAY.has(action):
        part = act.LAY.part(action)
        return "obelisk-and-graves" if part < box.LEFT_WALL else "temple-and-pyramid"
    if act.USE_CREW.has(action) or action in (act.USE_JOKER, act.NO_JOKER, act.LEAVE, act.STOP):
        return "crews"
    if act.DRAW.has(action) or act.DRAW_MORE.has(action) or act.KEEP.has(action):
        return "sphinx"
    if act.LOWER.has(action):
        return "markets"
    if act.FLOOD_TO.has(action) or action == act.FEED_NOW:
        return "feeding"
    return "when-to-play" if action == act.DONE else "spaces"
