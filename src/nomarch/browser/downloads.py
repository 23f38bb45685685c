"""What a site is built from: npm packages and wheels, by hash, kept in the cache folder."""

import hashlib
import os
import shutil
import subprocess
import sys
from itertools import groupby
from pathlib import Path

from nomarch.errors import NomarchError
from nomarch.paths import cache_folder

PYODIDE, XZ = "pyodide", "xz-decompress"
PACKAGES = {
    PYODIDE: ("314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"),
    XZ: ("0.2.3", "b590b7ea774bd82e812d74c572d6c9fcd4abef4da752c974e8d335439f63e69c"),
}
"""Version and SHA-256 of npm packages. Browsers have no decoder for xz of their own."""
PYTHON_TAG = "3.14"
WHEELS = Path(__file__).with_name("wheels.txt")
"""SHA-256 and file name of each wheel, as `sha256sum` writes them.

Of MarkupSafe, which has no wheel for Pyodide, only the Python files are used.
"""


class CannotBuild(NomarchError):
    """Something that a site is built from is missing."""


def folder() -> Path:
    return cache_folder() / "site-downloads"


def byte_code_folder() -> Path:
    """Return the folder of byte code that earlier builds have made from downloads."""
    kept = folder() / f"byte-code-{PACKAGES[PYODIDE][0]}"
    kept.mkdir(parents=True, exist_ok=True)
    return kept


def find_wheels() -> list[Path]:
    """Return all wheels, downloading those that are not in the cache."""
    digests = {
        folder() / line.split()[1]: line.split()[0] for line in WHEELS.read_text().splitlines()
    }
    missing = [path for path, digest in digests.items() if not _is_intact(path, digest)]
    for platform, paths in groupby(sorted(missing, key=_platform), key=_platform):
        _download(platform, [path.name for path in paths])
    for path in missing:
        _check(path, digests[path])
    return list(digests)


def find_package(name: str) -> Path:
    """Return the archive of an npm package, downloading it if it is not in the cache."""
    version, digest = PACKAGES[name]
    kept = folder() / f"{name}-{version}.tgz"
    if not _is_intact(kept, digest):
        kept.parent.mkdir(parents=True, exist_ok=True)
        command = [find_program("npm", name), "pack", f"{name}@{version}"]
        _run([*command, "--pack-destination", str(kept.parent)], name)
        _check(kept, digest)
    return kept


def find_program(name: str, what: str) -> str:
    """Return the path of `node` or `npm`: the system's, or that of the extra `site`."""
    beside = os.pathsep.join((os.environ.get("PATH", ""), str(Path(sys.executable).parent)))
    found = shutil.which(name, path=beside)
    if found is None:
        raise CannotBuild(
            f"{what} needs {name}, which isn't installed. Install Node.js, or: "
            "pip install 'nomarch[site]'."
        )
    return found


def _platform(wheel: Path) -> str:
    return wheel.stem.split("-")[-1].partition(".")[0]


def _download(platform: str, wheels: list[str]) -> None:
    """Download wheels of one platform: a run of pip takes longer than what it downloads."""
    folder().mkdir(parents=True, exist_ok=True)
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--no-deps", "--only-binary=:all:", f"--platform={platform}",
        f"--python-version={PYTHON_TAG}", "--implementation=cp", "--abi=cp314", "--abi=none",
        f"--dest={folder()}", *("==".join(wheel.split("-")[:2]) for wheel in wheels),
    ]  # fmt: skip
    _run(command, ", ".join(wheels))


def _run(command: list[str], what: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        reason = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise CannotBuild(
            f"{what} isn't in {folder()} and couldn't be downloaded: {' '.join(reason)}"
        )


def _is_intact(path: Path, digest: str) -> bool:
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def _check(path: Path, digest: str) -> None:
    if not path.exists():
        raise CannotBuild(f"{path.name} isn't among what was downloaded.")
    if not _is_intact(path, digest):
        path.unlink()
        raise CannotBuild(f"{path.name} has another SHA-256 than this release expects.")
