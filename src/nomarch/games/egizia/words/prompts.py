"""What is asked in Egizia, and of whom."""

from __future__ import annotations

from collections.abc import Sequence

from nomarch.games.egizia import state as st
from nomarch.games.egizia.rules import feeding, tableau
from nomarch.games.egizia.state import State
from nomarch.games.egizia.words.names import site
from nomarch.i18n import Translate


def prompt(
    t: Translate, view: State, seat: int, to_act: Sequence[int], names: Sequence[str]
) -> str:
    """What is asked of the viewer now, or whom the game waits for."""
    if view.asked == st.OVER:
        winner = min(range(view.players), key=lambda other: tableau.place(view, other))
        return t("The game is over: {player} wins.").format(player=names[winner])
    if seat not in to_act:
        return _waiting(t, view, names[to_act[0]])
    if view.asked == st.SAIL:
        return _sail_prompt(t, view)
    return _question(t, view.asked).format(
        site=site(t, max(0, view.site)),
        strength=view.strength,
        stones=view.stones[seat],
        steps=view.owed_market or view.flood_reach,
        left=view.owed_steps,
        missing=feeding.missing(view, seat),
        price=feeding.hunger_price(view, seat),
        keep=view.keep_most - view.kept_now,
    )


def _waiting(t: Translate, view: State, name: str) -> str:
    if view.stage == st.PLACING:
        return t("{player} is placing a boat.").format(player=name)
    if view.stage == st.BUILDING:
        return t("{player} is building: {site}.").format(player=name, site=site(t, view.site))
    if view.stage == st.FEEDING:
        return t("{player} is feeding the crews.").format(player=name)
    return t("{player} is to act.").format(player=name)


def _sail_prompt(t: Translate, view: State) -> str:
    if view.extra:
        return t("Place your second boat.")
    if view.again:
        return t("Place a boat; your second boat follows at once.")
    return t("Place a boat further downstream, or pass.")


def _question(t: Translate, asked: int) -> str:
    """The sentence that asks for something, with braces for what is known by then."""
    return {
        st.CREW_STEP: t("Choose a crew to grow by 1 ({left} left)."),
        st.MARKET_STEP: t("Choose the market on which your marker goes down by {steps}."),
        st.FLOOD_STEP: t("You may move the flood marker by up to {steps}."),
        st.AFTER_BOAT: t("You may play a card now, or go on."),
        st.GATHER: t("Late harvest: take a card that is left on the Nile, or none."),
        st.FEED: t("Grain missing: {missing}, each costs {price}. Help with cards, or feed."),
        st.AFTER_FEED: t("The crews are fed: you may train now, or go on."),
        st.READY: t("Before anyone builds: you may play a card, or go on."),
        st.WAIT: t("{site}: nobody gave way. Play the card, or take your boat back."),
        st.CREW: t("{site}: choose a crew to build with, or do not build."),
        st.SECOND_CREW: t("{site}: choose a second crew, or none."),
        st.JOKER_TOO: t("{site}: strength {strength}. Add the joker crew?"),
        st.RIDDLES: t(
            "Sphinx: how many cards do you pay for? Strength {strength}, stones {stones}."
        ),
        st.KEEPING: t("Sphinx: keep up to {keep}; each card you return scores 1 point."),
        st.STONES: t("{site}: lay stones. Strength left: {strength}, stones: {stones}."),
        st.AFTER_BUILD: t("Your building is done: you may still train this round, or go on."),
        st.LAST_MOMENT: t("The last moment to play cards before the final scoring."),
    }[asked]
