"""Mistakes that authors of games with secrets make, planted in Caravan and Crocodile.

Each is found by one check, which says where to look; `test_checks.py` has 29 more. No check finds
bids that are compared the wrong way round, imagined bids that are never high, or an observation
that is not turned to its seat: a game's own tests have to.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from nomarch.conformance import (
    SETUP_CHECKS,
    Problem,
    board_checks as board,
    check_game,
    rules_checks as rules,
    secret_checks as secrets,
    view_checks as views,
    words_checks as words,
)
from nomarch.conformance.playing import tried_setups

from .conftest import Broken, Change

CARAVAN = "caravan"
SEALED = "emit(s, ev.SEALED, ALL, seat)"
IMAGINED_BID = "s.bid[other] = below(stream, min(box.MOST, int(s.coins[other])) + 1)"


@dataclass(frozen=True)
class Mistake:
    """What is changed in a game, which check should notice, and what it says."""

    name: str
    check: Callable[..., Iterator[Problem]]
    sentence: str
    changes: tuple[Change, ...]
    game: str = CARAVAN


FOUND = [
    Mistake(
        "an event for all names a secret", secrets.check_told_events, "`shown` tells a seat what",
        (("rules", SEALED, "emit(s, ev.SHOWN, ALL, seat, s.bid[seat])"),),
    ),
    Mistake(
        "setup forgets a field", rules.check_reused_memory, "does not set all of `points`",
        (("rules", "        s.points[seat] = 0\n", ""),),
    ),
    Mistake(
        "setup forgets seats that are not used", rules.check_reused_memory, "all of `points`",
        (("rules", "for seat in range(box.SEATS):", "for seat in range(players):"),), "smallest",
    ),
    Mistake(
        "beliefs contradict who began", secrets.check_told_beliefs, "what the event `began` told",
        (
            ("events", "OFFERED = ",
             'BEGAN = Event("began", "seat", "{player} begins.")\nOFFERED = '),
            ("state", "    day: int", '    first: int = field("i1")\n    day: int'),
            ("state", "EVERYONE, OWNER,", "EVERYONE, OWNER, NOBODY,"),
            ("rules", "because, draw_from", "because, below, draw_from"),
            ("rules", "    s.day = 0\n",
             "    s.day = 0\n    s.first = below(s, players)\n"
             "    emit(s, ev.BEGAN, ALL, s.first)\n"),
            ("beliefs", "    fork(", "    s.first = below(stream, s.players)\n    fork("),
        ),
    ),
    Mistake(
        "a forced move tells of hidden coins", secrets.check_forced_moves, "set `auto=False`",
        (
            ("state", 'EVERYONE, "coins of a seat"', 'OWNER, "coins of a seat"'),
            ("beliefs", "            s.bid[other] = 0\n",
             "            s.bid[other] = 0\n            s.coins[other] = below(stream, 3)\n"),
        ),
    ),
    Mistake(
        "a stage shows what is told later", secrets.check_stage_views, "emit an event, then act",
        (
            ("art", "import actions as act, words", "import actions as act, events as ev, words"),
            ("art", "BAR = ", "STAGES = {ev.SHOWN}\nBAR = "),
            ("rules", "        emit(s, ev.SHOWN,",
             "        s.has_bid[seat] = s.bid[seat]\n        emit(s, ev.SHOWN,"),
        ),
    ),
    Mistake(
        "score does nothing", rules.check_results, "`score` does not write",
        (("rules", "def legal", "def score(s, out):\n    s = s\n\n\ndef legal"),), "smallest",
    ),
    Mistake(
        "who is to act depends on a secret", views.check_secrets, "Who is to act depends",
        (("rules", "            if s.has_bid[seat] == 0:", "            if s.bid[seat] == 0:"),),
    ),
    Mistake(
        "legal moves depend on a secret", views.check_secrets, "legal moves of seat",
        (("rules", "if amount <= s.coins[seat]:",
          "if amount == 0 or amount != s.bid[(seat + 1) % s.players]:"),),
    ),
    Mistake(
        "an event goes to the wrong seat", secrets.check_told_events, "`shown` tells a seat what",
        (("rules", SEALED, "emit(s, ev.SHOWN, (seat + 1) % s.players, seat, s.bid[seat])"),),
    ),
    Mistake(
        "the heuristic looks at a secret", views.check_evaluation, "uses something hidden",
        (("heuristic", "s.sack - act", "s.bid[(seat + 1) % s.players] - act"),),
    ),
    Mistake(
        "an observation contains a secret", views.check_features, "uses something hidden",
        (("features", "out[OWN_BID] = s.bid[seat]", "out[OWN_BID] = max(0, s.bid[1 - seat % 2])"),),
    ),
    Mistake(
        "points tell a secret", views.check_scores, "The points tell something hidden",
        (("rules", "def legal", "def score(s, out):\n    for seat in range(s.players):\n"
          "        out[seat] = s.points[seat] + s.bid[seat]\n\n\ndef legal"),),
    ),
    Mistake(
        "imagined worlds keep unknown values", views.check_imagined_values, "leaves -1 in `bid`",
        (("beliefs", "            s.bid[other] = 0\n", ""),),
    ),
    Mistake(
        "imagined worlds share a future", views.check_beliefs, "`determinise` must `fork`",
        (("beliefs", "    fork(s, stream, IMAGINED)\n", ""),),
    ),
    Mistake(
        "a public field shows a secret bid", secrets.check_secret_answers, "`has_bid` shows",
        (
            ("rules", "s.has_bid[seat] = 1", "s.has_bid[seat] = 1 + s.bid[seat]"),
            ("beliefs", "s.has_bid[other] == 1", "s.has_bid[other] >= 1"),
        ),
    ),
    Mistake(
        "what is shown can be taken back", secrets.check_reveals, "with `reveals=True`",
        (("events", 'you="You bid {bid}.", reveals=True', 'you="You bid {bid}."'),),
    ),
    Mistake(
        "imagined bids are too high", secrets.check_imagined_answers, "in `bid`, which no allowed",
        (("beliefs", "min(box.MOST, int(s.coins[other])) + 1", "200"),),
    ),
    Mistake(
        "a bound that is rarely passed", views.check_features, "declared from 0 to",
        (("features", 'FEATURES.copy("points", 0, 30,', 'FEATURES.copy("points", 0, 3,'),),
    ),
    Mistake(
        "the last answer wins", rules.check_simultaneous, "the order of their answers changes",
        (("rules", "    if to_act(s) == 0:\n        ",
          "    if to_act(s) == 0:\n        s.points[seat] += 1\n        "),),
    ),
    Mistake(
        "an event tells other points than it gives", rules.check_results, "add up to",
        (("rules", "winner, 0, s.sack)", "winner, 0, 1 + s.sack)"),),
    ),
]  # fmt: skip


DRAWN = 'return scene.drawing(scene.t("Crocodile"), places.others[-1].bottom + 12, parts)'
ZONED = 'board_parts.zoned(scene, places, scene.t("The boat"), middle, players)'
OF_THE_WHOLE = [
    Mistake(
        "actions are numbered from a set", rules.check_numbering, "sort what comes from a set",
        (("actions", "range(1, CASTS + 1)",
          "[int(n) for n in {str(n) for n in range(1, CASTS + 1)}]"),),
    ),
    Mistake(
        "an option that does nothing", rules.check_options_matter, "'mood' changes nothing",
        (
            ("__init__", "import Game", "import Choice, Game, Option"),
            ("__init__", "minutes=5)",
             'minutes=5, options=(Option("mood", "Mood", "Of the traders.", '
             '(Choice("good", "Good"), Choice("bad", "Bad"))),))'),
        ),
    ),
    Mistake(
        "the text board leaves the points out", words.check_sentences, "how many points",
        (("words", "str(view.points[seat])", '"?"'),),
    ),
    Mistake(
        "an event that never happens", check_game, "`storm` was told in none",
        (("events", "BEGAN = ", 'STORM = Event("storm", "", "A storm.")\nBEGAN = '),),
    ),
    Mistake(
        "a drawing without its position", board.check_text_board, "lacks the position",
        (("art", DRAWN, DRAWN.replace("return ", "return svg.Svg(")
          + '.replace("metadata", "defs"))'),),
    ),
    Mistake(
        "pieces outside of every area", board.check_text_board, "lies in no region",
        (("art", ZONED, "middle + svg.joined(*players)"),),
    ),
    Mistake(
        "moves of one name", board.check_text_board, "are both labelled",
        (("words", 't("Cast × {times}").format(times=act.CAST.times(action))', 't("Cast")'),),
    ),
]  # fmt: skip


def name_of(mistake: Mistake) -> str:
    return mistake.name


@pytest.mark.parametrize("mistake", FOUND, ids=name_of)
def test_found(broken: Broken, mistake: Mistake) -> None:
    assert mistake.check in SETUP_CHECKS
    book = broken(*mistake.changes, game=mistake.game)
    problems = (problem for setup in tried_setups(book) for problem in mistake.check(book, setup))
    found = next(problem for problem in problems if mistake.sentence in problem.sentence)
    assert found.path is not None
    assert found.line


@pytest.mark.parametrize("mistake", OF_THE_WHOLE, ids=name_of)
def test_found_in_the_whole_game(broken: Broken, mistake: Mistake) -> None:
    book = broken(*mistake.changes)
    assert any(mistake.sentence in problem.sentence for problem in mistake.check(book))
