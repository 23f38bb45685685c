"""How Senet is learnt: four short lessons, and what a coach says in a first game."""

from nomarch.kernel.declare.lessons import Advice, Ask, Lesson, Say, Translate
from nomarch_senet import components as box, rules
from nomarch_senet.positions import ME, position
from nomarch_senet.state import State


def lessons(t: Translate) -> tuple[Lesson, ...]:
    """The lessons, from the first throw to the last house."""
    return (_moving(t), _swapping(t), _sheltering(t), _leaving(t))


def _moving(t: Translate) -> Lesson:
    return Lesson(
        "moving",
        t("The path"),
        t("Throw, move, and throw again."),
        see="throw",
        players=2,
        prepare=position((2, 4, 6, 8, 10), (1, 3, 5, 7, 9), 4),
        steps=(
            Say(
                t(
                    "Your pieces start in the first row. They go along it, back along the second row, and along the third to house 30."
                ),
                at=("board",),
            ),
            Ask(
                t(
                    "The sticks show four pale sides: a 4. Move your foremost piece, the one in house 10."
                ),
                ("move 10",),
                otherwise=t("That piece can move too, but try the foremost one: it's in house 10."),
                at=("sticks",),
                praise=t("It turned the corner into the second row. And a 4 lets you throw again!"),
            ),
        ),
    )


def _swapping(t: Translate) -> Lesson:
    return Lesson(
        "swapping",
        t("Swapping places"),
        t("Land on a single piece and send it back."),
        see="swap",
        players=2,
        prepare=position((4, 9, 16, 12, 2), (19, 14, 7, 6, 21), 3),
        steps=(
            Ask(
                t(
                    "You threw a 3. One of your pieces can land on a single piece of your opponent's and swap places with it. Which one?"
                ),
                ("move 16",),
                otherwise=t(
                    "That house is empty. Look for a single piece three houses ahead of one of yours."
                ),
                praise=t("You're in house 19, and your opponent is back in 16."),
            ),
        ),
    )


def _sheltering(t: Translate) -> Lesson:
    return Lesson(
        "sheltering",
        t("Side by side"),
        t("Two pieces protect each other, three block the way."),
        see="protect",
        players=2,
        prepare=position((20, 24, 12, 7, 2), (18, 19, 15, 16, 10), 3),
        steps=(
            Say(
                t(
                    "Your opponent's pieces in 18 and 19 stand side by side. You can't land on them."
                ),
                at=("house-18", "house-19"),
                holds=lambda view: rules.row_around(view, 1 - ME, 18) > 1,
            ),
            Ask(
                t("Do the same: with a 3, put two of your pieces side by side."),
                ("move 20",),
                otherwise=t("That piece would still be alone. One of yours waits in house 24."),
                praise=t(
                    "Your pieces in 23 and 24 are safe now. A third beside them would even block the way."
                ),
            ),
        ),
    )


def _leaving(t: Translate) -> Lesson:
    return Lesson(
        "leaving",
        t("The last houses"),
        t("Beauty, water and the way out."),
        see="off",
        players=2,
        prepare=position((26, 22, 29), (12, 9, 3), 2),
        steps=(
            Say(
                t(
                    "Every piece stops in the House of Beauty. The water lies right behind it, so a 1 from there is bad luck."
                ),
                at=("house-26", "house-27"),
            ),
            Ask(
                t("You threw a 2. One of your pieces can leave the board with it. Which one?"),
                ("move 29",),
                wrong={
                    "move 26": t(
                        "That leads to the Three Truths, and you'd need a 3 to leave. Something better is possible."
                    ),
                    "move 22": t(
                        "A step closer to the House of Beauty. But one piece is already at the door."
                    ),
                },
                praise=t(
                    "The House of Re-Atum opens with a 2, the Three Truths with a 3, and Horus with any throw."
                ),
            ),
        ),
    )


def coaching(t: Translate) -> tuple[Advice, ...]:
    """What a coach says in a first game."""
    return (
        Advice(
            "water",
            lambda view, seat: _threw(view, 1) and rules.belongs(view, box.BEAUTY, seat) == 1,
            t("A 1 from the House of Beauty falls into the water. Move another piece if you can."),
        ),
        Advice(
            "swap",
            lambda view, seat: bool(_swaps(view, seat)),
            t("You can swap places with a single piece: you gain what your opponent loses."),
        ),
        Advice(
            "again",
            lambda view, seat: bool(view.thrown and box.AGAIN[view.throw]),
            t("You throw again after this move, so you can already plan for two."),
        ),
        Advice(
            "first",
            lambda view, seat: bool(view.thrown),
            t("Keep pieces in pairs where your opponent is close behind, and run with the others."),
        ),
    )


def _threw(view: State, count: int) -> bool:
    return view.thrown == 1 and view.throw == count


def _swaps(view: State, seat: int) -> list[int]:
    """The houses from which a piece could swap places now."""
    return [
        house
        for house in range(1, box.BEAUTY - view.throw)
        if rules.belongs(view, house, seat)
        and rules.belongs(view, house + view.throw, 1 - seat)
        and rules.can_enter(view, seat, house + view.throw)
        and not rules.is_walled(view, seat, house, house + view.throw)
    ]
