"""Plants mistakes, and says which test finds each: `python -m tools.mutations [NAME…]`.

Each mistake is planted in a copy of the sources, where one test that `make test` runs has to pass
before and fail after. With names, or parts of them, only those are planted.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHECKS = "tests/conformance/test_checks.py"
LESSONS = "tests/browser/test_lessons.py"
FAILED = 1
"""What pytest exits with if a test failed, and not the run."""
NONE_RAN = 5
"""What it exits with if no test was needed: some run only after a change of what they check."""
LIMIT = 1800
"""Seconds for a mutation's tests: compiled code that loops for ever does not pass them either."""


@dataclass(frozen=True)
class Mutation:
    """A mistake: what stands in a file, what is put there, and the tests that should notice."""

    name: str
    file: str
    old: str
    new: str
    test: str
    chosen: str = ""
    """Pytest's `-k`."""


MUTATIONS = (
    Mutation(
        "rules: an option counts tiles twice", "games/ra/rules/__init__.py",
        "    s.gone[box.RA] -= box.SMALL_RA_COUNT\n", "",
        CHECKS, "set_up_passes and ra and check_invariants",
    ),
    Mutation(
        "rules: a puzzle's answer is wrong", "games/ra/puzzles.jsonl",
        '"right":["bid 13"]', '"right":["pass"]',
        "tests/conformance/test_puzzles.py", "agrees_with_the_answers and ra",
    ),
    Mutation(
        "builds: the CPU counts bits wrongly", "kernel/compile/cpu_instructions.py",
        "builder.ctpop(word)", "builder.ctpop(builder.and_(word, builder.neg(word)))",
        CHECKS, "builds_agree and crocodile and check_series",
    ),
    Mutation(
        "builds: compiled ints are narrow", "kernel/compile/backend.py",
        "return types.int64 if isinstance", "return types.int8 if isinstance",
        CHECKS, "builds_agree and crocodile and check_series",
    ),
    Mutation(
        "builds: CUDA plays one game twice", "kernel/compile/cuda_kernels.py",
        "            game = first + i\n", "            game = first\n",
        "tests/test_cuda_simulator.py", "same_games and crocodile",
    ),
    Mutation(
        "builds: the simulator counts bits wrongly", "kernel/compile/cuda_instructions.py",
        "return word.bit_count()", "return word.bit_length()",
        "tests/test_cuda_simulator.py", "same_games and crocodile",
    ),
    Mutation(
        "builds: two processes compile the same", "kernel/compile/compiler.py",
        "_turn_to_compile(dispatcher) if cache else nullcontext(),", "nullcontext(),",
        "tests/kernel/test_backend.py", "another_process",
    ),
    Mutation(
        "views: a seat sees what others own", "kernel/declare/layout.py",
        "if seat == viewer else self._hidden(", "if seat >= 0 else self._hidden(",
        CHECKS, "set_up_passes and amun-re and check_secrets",
    ),
    Mutation(
        "views: a legal move is not on the board", "games/ra/art/stage.py",
        "scene.offer(act.DRAW)", "scene.offer(NO_ACTION)",
        CHECKS, "set_up_passes and ra and check_drawings",
    ),
    Mutation(
        "rules: nobody scores", "games/giza/rules/ending.py",
        "out[seat] = s.points[seat]", "out[seat] = 0",
        CHECKS, "set_up_passes and giza and check_results",
    ),
    Mutation(
        "storage: a save loses its seed", "engine/saves.py",
        'f"seed {match.seed}"', 'f"seed {match.seed[::-1]}"',
        CHECKS, "set_up_passes and crocodile and check_saves",
    ),
    Mutation(
        "storage: a log repeats its last entry", "tables/stores/log_store.py",
        "ENTRY.c.seq > after", "ENTRY.c.seq >= after",
        "tests/web/test_store.py", "entries_come_back or logs_go_on or conflict",
    ),
    Mutation(
        "storage: chat gives the oldest lines", "tables/stores/chat_store.py",
        ".order_by(CHAT.c.id.desc())", ".order_by(CHAT.c.id)",
        "tests/web/test_store.py", "chat",
    ),
    Mutation(
        "pages: a lesson says something else", "web/site/lesson_views.py",
        'text=step.text if step else ""', "text=course.lesson.about",
        "tests/web/test_lessons.py", "every_games and egizia",
    ),
    Mutation(
        "pages: a click on the board does nothing", "web/static/board.js",
        "if (piece?.dataset.action) choose(", "if (piece?.dataset.action) void (",
        LESSONS, "to_its_end and ra",
    ),
    Mutation(
        "pages: a phone is not told what is illegal", "web/static/board.js",
        "else if (piece) why(piece.dataset.not);", "",
        LESSONS, "clicked_is_answered and giza",
    ),
)  # fmt: skip


def copy_sources(into: Path) -> None:
    named = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True,
        check=True,
    ).stdout.splitlines()  # fmt: skip
    for name in named:
        if (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, into / name)


def run_tests(copy: Path, mutation: Mutation) -> int:
    """Run a mutation's tests in the copy; return pytest's exit status."""
    path = os.pathsep.join(map(str, (copy / "src", copy)))
    command = [sys.executable, "-m", "pytest", "-n0", "-x", "-p", "no:cacheprovider"]
    try:
        return subprocess.run(
            [*command, mutation.test, "-k", mutation.chosen],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": path, "NOMARCH_CACHE": str(copy / "cache")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=LIMIT,
        ).returncode
    except subprocess.TimeoutExpired:
        return FAILED


def judge(copy: Path, mutation: Mutation, passed: set[tuple[str, str]]) -> str:
    """Say whether a planted mistake is found; `passed` are tests that pass without it."""
    asked = (mutation.test, mutation.chosen)
    if asked not in passed:
        if run_tests(copy, mutation) not in (0, NONE_RAN):
            return "FAILS WITHOUT IT"
        passed.add(asked)
    file = copy / "src" / "nomarch" / mutation.file
    source = file.read_text("utf-8")
    if mutation.old not in source:
        return "CANNOT BE PLANTED"
    file.write_text(source.replace(mutation.old, mutation.new, 1), "utf-8")
    try:
        return "found" if run_tests(copy, mutation) == FAILED else "NOT FOUND"
    finally:
        file.write_text(source, "utf-8")


def main() -> int:
    passed: set[tuple[str, str]] = set()
    verdicts = []
    with tempfile.TemporaryDirectory() as folder:
        copy_sources(Path(folder))
        for mutation in MUTATIONS:
            if not sys.argv[1:] or any(part in mutation.name for part in sys.argv[1:]):
                verdicts.append(judge(Path(folder), mutation, passed))
                where = f"{mutation.test} -k '{mutation.chosen}'"
                print(f"{verdicts[-1]:16}  {mutation.name}: {where}", flush=True)
    return int(any(verdict != "found" for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
