"""The rules of Egizia in our own words, short enough to read beside the board."""

from __future__ import annotations

from nomarch.i18n import Translate
from nomarch.kernel.telling import Chapter


def rules_help(t: Translate) -> tuple[Chapter, ...]:
    """The rules in our own words, short enough to read beside the board."""
    return (
        Chapter(t("The aim"), (
            t("In five rounds you send boats down the Nile, strengthen and feed your crews, and build. Most points after the fifth round win."),
        )),
        Chapter(t("Boats on the Nile"), (
            t("In turn order everyone places one boat at a time, always downstream of their own last boat, on a free space. Whoever passes is out for the round."),
            t("A boat on a card space takes the card. A boat on a round space does what it shows. At a site a boat takes any empty place; when all are taken it may wait there. One boat each at every site."),
            t("With two or three players each site has only two places."),
        )),
        Chapter(t("Feeding"), (
            t("The strength of all four crews must be matched by grain. The flood marker says which fields are irrigated: left only green ones, centre green and yellow-green ones, right all of them."),
            t("Each missing grain costs 3, 2 or 1 points, by your marker on the grain market. The score may fall below zero. Grain left over is lost."),
        )),
        Chapter(t("Stones"), (
            t("Your quarries give stones every round. You can store 25."),
        )),
        Chapter(t("Building"), (
            t("The sites are built from the source down: Sphinx, Obelisk and Graves, Temple and Pyramid. At a site the place nearest the Nile begins. A waiting boat builds only if somebody at the places did not."),
            t("For each build use one basic crew, and the joker crew if you like, each of them once a round. What you build may cost no more than their strength and your stones, and scores as many points as it costs."),
            t("Sphinx: draw up to five cards for a stone each, keep one, and score 1 point for each card you return under the pile."),
            t("Obelisk and Graves: the Obelisk from the bottom up, the graves in their order. Then lower one of your market markers by one."),
            t("Temple: both walls from the bottom up, then the columns, then the roof. Pyramid: every floor from left to right, each stone on two others. Whoever has most stones on a full floor scores 1 point for each of them; ties go to the leftmost."),
        )),
        Chapter(t("End of a round"), (
            t("Building at one, two or three sites scores 1, 3 or 6 points. The last on the score track begins the next round; on one space the one who came last counts as behind."),
        )),
        Chapter(t("Markets"), (
            t("Reaching the bottom of the stone market gives 3 stones, of the grain market 2 points, and so does every further step."),
        )),
        Chapter(t("Cards"), (
            t("Permanent cards stay with you. Cards for any time are played at a moment of your own and then leave the game. Cards for at once happen when you take them."),
            t("The board offers a card whenever it can be played. The game stops for its owner alone, and only where the card can do more than before or waiting may cost something."),
        )),
        Chapter(t("The end of the game"), (
            t("From the leader backwards: on the two lowest spaces of the stone market sell stones, two for a point. Grave tiles of 1, 11 or 21 in all score 2, 5 or 9. Then your Sphinx cards. Ties go to the one ahead on the score track."),
        )),
    )  # fmt: skip
