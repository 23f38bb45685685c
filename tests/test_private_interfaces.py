"""Packages of which we use private parts are pinned, and XLA's interface is the tested one."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))[
    "project"
]

PINNED = ("uvicorn", "sqlalchemy", "numba", "numba-cuda")
"""Packages of which we use what they don't promise to keep: raise a pin, then run all tests."""


@pytest.mark.parametrize("package", PINNED)
def test_each_package_is_pinned_to_the_tested_minor_version(package: str) -> None:
    extras = PROJECT["optional-dependencies"].values()
    texts = [*PROJECT["dependencies"], *(text for extra in extras for text in extra)]
    pins = [each for each in map(Requirement, texts) if each.name.lower() == package]
    major, minor = Version(metadata.version(package)).release[:2]
    assert pins
    for pin in pins:
        assert f"{major}.{minor}.99" in pin.specifier
        assert f"{major}.{minor - 1}.99" not in pin.specifier
        assert f"{major}.{minor + 1}" not in pin.specifier
