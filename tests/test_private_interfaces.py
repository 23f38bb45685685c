"""Packages of which we use private parts are pinned, and XLA's interface is the tested one."""

import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from nomarch.envs.xla_ffi import METADATA_TYPE, TESTED, check_interface, tell_version
from nomarch.errors import BadOption

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


def test_a_handler_has_the_tested_version_whatever_xlas_is() -> None:
    import numpy as np

    metadata_ = np.zeros(5, np.int64)
    api = np.array([0, 0, 0, 0, 9 << 32], np.int64)  # version 0.9
    extension = np.array([0, METADATA_TYPE, 0, metadata_.ctypes.data], np.int64)
    frame = np.array([0, extension.ctypes.data, api.ctypes.data], np.int64)
    assert tell_version(frame.ctypes.data) == 1
    assert tuple(metadata_[3:4].view(np.int32)) == TESTED == (0, 3)


def test_other_versions_of_the_interface_are_refused_with_a_sentence() -> None:
    check_interface("#define XLA_FFI_API_MAJOR 0\n#define XLA_FFI_API_MINOR 3\n")
    for header in ("", "#define XLA_FFI_API_MAJOR 0\n#define XLA_FFI_API_MINOR 4\n"):
        with pytest.raises(BadOption, match=r"version 0\.3 was tested"):
            check_interface(header)
    (pin,) = map(Requirement, PROJECT["optional-dependencies"]["jax"])
    versions = ("0.5.0", "0.9.9", "0.10.2", "0.11.0")
    assert [version for version in versions if version in pin.specifier] == ["0.10.2"]
