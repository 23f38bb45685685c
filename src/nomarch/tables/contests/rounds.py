"""What follows from a tournament's file: who plays next, and where; whether it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nomarch.kernel.game import rulebook
from nomarch.kernel.seeds import commitment
from nomarch.tables.contests.seating import Seating, history, plan_rounds, swiss_round
from nomarch.tables.contests.standings import (
    ABSENT,
    Pairing,
    PairingSeat,
    StandingLine,
    advancing,
    standings,
)
from nomarch.tables.contests.tournaments import (
    FAR_AWAY,
    KNOCKOUT,
    LEAGUE,
    Tournament,
    TournamentFile,
)
from nomarch.tables.model import GUEST, Seat, TableRecord, new_id, new_token
from nomarch.tables.service import bot_seat

MOST_ABSENCES = 2
"""Rounds that a person may miss before they are taken out."""
LEAST_PEOPLE = 2
MOST_KNOCKOUT_ROUNDS = 10
"""Rounds of the largest knockout."""


def current_standings(file: TournamentFile) -> list[StandingLine]:
    """Return the standings as they are now."""
    return standings_among([entrant.guest for entrant in file.entrants], file, file.pairings)


def standings_among(
    guests: Sequence[str], file: TournamentFile, pairings: Sequence[Pairing]
) -> list[StandingLine]:
    """Return the standings of some people after some tables."""
    tournament = file.tournament
    return standings(
        guests,
        pairings,
        file.results,
        tournament.seed,
        is_duplicate=tournament.duplicate,
        by_round=tournament.format == KNOCKOUT,
    )


def missing_people(file: TournamentFile) -> list[str]:
    """Return those who missed too many rounds."""
    missed = Counter(
        seat.guest for pairing in file.pairings for seat in pairing.seats if seat.mark == ABSENT
    )
    return [entrant.guest for entrant in file.active if missed[entrant.guest] >= MOST_ABSENCES]


def next_people(file: TournamentFile) -> list[str]:
    """Return who plays the next round."""
    tournament, gone = file.tournament, set(missing_people(file))
    there = [entrant for entrant in file.active if entrant.guest not in gone]
    if tournament.format == KNOCKOUT and tournament.round:
        through = advancing(file.round(tournament.round), file.results, tournament.seed)
        return sorted(set(through) & {entrant.guest for entrant in there})
    return sorted(e.guest for e in there if e.from_round <= tournament.round + 1)


def is_last_round(file: TournamentFile) -> bool:
    """Whether nothing follows the running round."""
    tournament = file.tournament
    if len(next_people(file)) < LEAST_PEOPLE:
        return True
    if tournament.format == KNOCKOUT:
        return len(file.round(tournament.round)) <= 1
    return tournament.round >= tournament.rounds


def seat_people(file: TournamentFile, people: Sequence[str], number: int) -> Seating:
    """Seat people for a round; the same for everyone who knows the file and the seed."""
    tournament = file.tournament
    before = [pairing for pairing in file.pairings if pairing.round < number]
    met, sat = history([[[seat.guest for seat in pairing.seats] for pairing in before]])
    seed = f"{tournament.seed} seating {number}"
    if tournament.format == KNOCKOUT or number == 1 or tournament.format == LEAGUE:
        left = tournament.rounds - number + 1 if tournament.format == LEAGUE else 1
        return plan_rounds(sorted(people), tournament.seats, left, met, sat, seed)[0]
    ranked = standings_among(sorted(people), file, before)
    return swiss_round(
        [line.guest for line in ranked],
        {line.guest: line.points for line in ranked},
        tournament.seats,
        met,
        sat,
        seed,
        window=2 if number <= 2 else 1,
        is_last=number == tournament.rounds,
    )


def new_round(
    file: TournamentFile, seating: Seating, number: int, at: float
) -> tuple[list[Pairing], list[TableRecord]]:
    """Return the tables of a round."""
    tournament = file.tournament
    book = rulebook(tournament.game)
    names = {entrant.guest: entrant.name for entrant in file.entrants}
    pairings, tables = [], []
    for no, people in enumerate(seating, start=1):
        seats = tuple(
            Seat(GUEST, names[guest], guest) if guest else bot_seat(tournament.level, index)
            for index, guest in enumerate(people)
        )
        record = TableRecord(
            id=new_id(),
            game=tournament.game,
            rules=book.game.rules_version,
            options=tournament.options,
            seats=seats,
            seed=tournament.table_seed(number, no),
            invite=new_token(),
            host=next(guest for guest in people if guest),
            created=at,
            began=at,
            clock=tournament.clock,
            hints=False,
            board=tournament.board_id(number),
            sealed=FAR_AWAY if tournament.duplicate else 0.0,
            tournament=tournament.id,
        )
        tables.append(record)
        pairings.append(
            Pairing(number, no, record.id, tuple(PairingSeat(guest) for guest in people))
        )
    return pairings, tables


def check_seating(file: TournamentFile) -> list[str]:
    """Return what in a finished tournament does not follow from its seed; nothing if all does."""
    wrong = []
    for number in range(1, file.tournament.round + 1):
        here = file.round(number)
        people = sorted(seat.guest for pairing in here for seat in pairing.seats if seat.guest)
        seated = [[seat.guest for seat in pairing.seats] for pairing in here]
        if seated != seat_people(file, people, number):
            wrong.append(f"round {number}: the seating")
    return wrong


def board_commitments(tournament: Tournament) -> list[str]:
    """Return the SHA-256 of every round's board; nothing if tables have their own seeds."""
    if not tournament.duplicate:
        return []
    rounds = tournament.rounds or MOST_KNOCKOUT_ROUNDS
    return [commitment(tournament.table_seed(number, 1)) for number in range(1, rounds + 1)]
