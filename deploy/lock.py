"""Writes `constraints.txt`: the versions that the server image is built with.

`make lock` runs it. pip resolves what the image installs, for both architectures that are tested;
nothing is installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGET = Path(__file__).parent / "constraints.txt"
PYTHON = "3.12"
"""As in the Dockerfile."""
PLATFORMS = ("x86_64", "aarch64")
EXTRAS = ("serve", "postgres", "mail", "push")
WITHOUT_WHEEL = ("http-ece",)
"""Published as source only; their wheels are built first."""
HEAD = "# The versions that the image is built with. Written by `make lock`; test, then commit.\n"


def requirements() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(text for extra in EXTRAS for text in extras[extra])]


def resolve(platform: str) -> dict[str, str]:
    """Return the version of each package that pip would install."""
    tags = [f"manylinux_2_{minor}_{platform}" for minor in (28, 27, 24, 17)]
    tags.append(f"manylinux2014_{platform}")
    command = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--dry-run", "--ignore-installed", "--report", "-", "--only-binary", ":all:"),
        *("--python-version", PYTHON, *(part for tag in tags for part in ("--platform", tag))),
    ]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as wheels:
        build = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir")
        subprocess.run([*build, wheels, *WITHOUT_WHEEL], stdout=sys.stderr, check=True)
        done = subprocess.run(
            [*command, "--find-links", wheels, "--target", folder, *requirements()],
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
    found = [package["metadata"] for package in json.loads(done.stdout)["install"]]
    return {package["name"].lower().replace("_", "-"): package["version"] for package in found}


def main() -> int:
    resolved = [resolve(platform) for platform in PLATFORMS]
    if resolved[0] != resolved[1]:
        different = sorted({name for name, _ in resolved[0].items() ^ resolved[1].items()})
        print(f"The architectures need different versions: {', '.join(different)}", file=sys.stderr)
        return 1
    lines = [f"{name}=={version}\n" for name, version in sorted(resolved[0].items())]
    TARGET.write_text(HEAD + "".join(lines), encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(lines)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
