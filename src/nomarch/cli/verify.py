"""`nomarch verify`: replay a save and check every draw."""

import argparse
from pathlib import Path

from nomarch.cli.arguments import Commands


def add_command(commands: Commands) -> None:
    parser = commands.add_parser(
        "verify",
        help="replay a save and check its seed and every draw",
        description="Replays a save: every move must be legal, every draw must match the seed, and "
        "the fingerprint must be the seed's SHA-256.",
    )
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--seed", help="instead of a file: the seed of a shared board, revealed")
    parser.add_argument(
        "--tournament",
        type=Path,
        help="instead of a save: a finished tournament's record, to check its seating",
    )
    parser.add_argument("--commitment", help="the fingerprint that you were shown before the game")
    parser.set_defaults(run=_run, complain=parser.error)


def _run(options: argparse.Namespace) -> int:
    if options.tournament is not None:
        return _check_tournament(options)
    if options.file is None:
        return _check_seed(options)
    from nomarch.engine.new_match import load
    from nomarch.engine.saves import read_save
    from nomarch.errors import BadSave

    try:
        match = load(read_save(options.file))
    except BadSave as error:
        print(f"{options.file}: FAILED, {error}")
        return 1
    if options.commitment and options.commitment.strip().lower() != match.commitment:
        print(f"{options.file}: FAILED, the seed does not match the fingerprint")
        return 1
    draws = sum(step.reveals for step in match.steps)
    print(f"{options.file}: good. {match.book.game.title}, {match.players} players,")
    print(f"  {len(match.steps)} moves are legal, {draws} draws follow from the seed,")
    print(f"  fingerprint {match.commitment}")
    if match.over:
        for line in match.ranking:
            print(f"  {line.place}. {line.name}: {line.points}")
    return 0


def _check_seed(options: argparse.Namespace) -> int:
    """Check that a revealed seed is the one whose fingerprint was published."""
    from nomarch.kernel.run.seeds import commitment, make_seed

    if not options.seed or not options.commitment:
        options.complain("name a save, or both --seed and --commitment")
    if commitment(make_seed(options.seed)) != options.commitment.strip().lower():
        print("FAILED, the seed does not match the fingerprint")
        return 1
    print("good. The seed is the one whose fingerprint was published.")
    return 0


def _check_tournament(options: argparse.Namespace) -> int:
    """Check that a tournament's seating follows from its seed, and the seed's fingerprint."""
    import msgspec

    from nomarch.contests.rounds import check_seating
    from nomarch.contests.tournaments import TournamentData
    from nomarch.decoding import decode
    from nomarch.text import clean, excerpt

    try:
        file = decode(options.tournament.read_bytes(), TournamentData)
    except (OSError, msgspec.MsgspecError) as error:
        print(f"{options.tournament}: FAILED, {excerpt(error)}")
        return 1
    wrong = check_seating(file)
    if options.commitment and options.commitment.strip().lower() != file.tournament.commitment:
        wrong.append("the seed does not match the fingerprint")
    if wrong:
        print(f"{options.tournament}: FAILED, {'; '.join(wrong)}")
        return 1
    title = clean(file.tournament.title)
    print(f"{options.tournament}: good. {title}, {file.tournament.round} rounds,")
    print(f"  every seating follows from the seed, fingerprint {file.tournament.commitment}")
    return 0
