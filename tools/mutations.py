"""Plant mistakes, and say which test finds each: `python -m tools.mutations [NAME…]`.

Each mistake of `mutations.toml` is planted in a copy of the sources, where one test has to pass
before and fail after. With names, or parts of them, only those are planted.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FAILED = 1
"""What pytest exits with if a test failed, and not the run."""
LIMIT = 1800
"""Seconds for a mistake's tests: compiled code that loops for ever does not pass them either."""


def copy_sources(into: Path) -> None:
    named = subprocess.check_output(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True
    )
    for name in named.splitlines():
        if (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, into / name)


def run_tests(copy: Path, mutation: dict[str, str]) -> int:
    """Run a mistake's tests in the copy; return pytest's exit status."""
    path = os.pathsep.join(map(str, (copy / "src", copy)))
    command = [sys.executable, "-m", "pytest", "-n0", "-x", "-p", "no:cacheprovider", "--thorough"]
    try:
        return subprocess.run(
            [*command, mutation["test"], "-k", mutation.get("chosen", "")],
            cwd=copy,
            env=os.environ | {"PYTHONPATH": path, "NOMARCH_CACHE": str(copy / "cache")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=LIMIT,
        ).returncode
    except subprocess.TimeoutExpired:
        return FAILED


def judge(copy: Path, mutation: dict[str, str], passed: set[tuple[str, str]]) -> str:
    """Say whether a planted mistake is found; `passed` are tests that pass without it."""
    asked = mutation["test"], mutation.get("chosen", "")
    if asked not in passed:
        if run_tests(copy, mutation):
            return "FAILS WITHOUT IT"
        passed.add(asked)
    file = copy / "src" / "nomarch" / mutation["file"]
    source = file.read_text("utf-8")
    if mutation["old"] not in source:
        return "CANNOT BE PLANTED"
    file.write_text(source.replace(mutation["old"], mutation["new"], 1), "utf-8")
    try:
        return "found" if run_tests(copy, mutation) == FAILED else "NOT FOUND"
    finally:
        file.write_text(source, "utf-8")


def main() -> int:
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    passed, verdicts = set[tuple[str, str]](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        copy_sources(Path(folder))
        for mutation in tomllib.loads(text)["mutation"]:
            name = mutation["name"]
            if not sys.argv[1:] or any(part in name for part in sys.argv[1:]):
                verdicts.append(judge(Path(folder), mutation, passed))
                where = [mutation["test"], *filter(None, [mutation.get("chosen")])]
                print(f"{verdicts[-1]:16}  {name}: {' -k '.join(where)}", flush=True)
    return int(any(verdict != "found" for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
