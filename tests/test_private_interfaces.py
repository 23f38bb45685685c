"""What we use of other packages that they don't promise to keep.

Each package is pinned to the minor version that was tested. To move on, raise the pin in
`pyproject.toml`, run all tests, and correct this list where it fails.
"""

from __future__ import annotations

import importlib
import inspect
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from nomarch.envs.xla_ffi import METADATA_TYPE, TESTED, check_interface, tell_version
from nomarch.errors import BadOption

ROOT = Path(__file__).parents[1]

NAMES = {
    "uvicorn": [
        "uvicorn.config:STARTUP_FAILURE",
        "uvicorn.middleware.proxy_headers:ProxyHeadersMiddleware",
        "uvicorn.supervisors:Multiprocess.init_processes",
        "uvicorn.supervisors:Multiprocess.keep_subprocess_alive",
        "uvicorn.supervisors.multiprocess:Process.wait_until_ready",
    ],
    "sqlalchemy": [
        "sqlalchemy.dialects.postgresql.base:PGDialect.statement_compiler",
        "sqlalchemy.dialects.sqlite.base:SQLiteDialect.statement_compiler",
        "sqlalchemy.sql.compiler:SQLCompiler.visit_bindparam",
        "sqlalchemy.sql.compiler:SQLCompiler.positiontup",
    ],
    "numba": [
        "numba.core.cgutils:intp_t",
        "numba.core.codegen:JITCodeLibrary._optimize_final_module",
        "numba.core.codegen:JITCodeLibrary._raise_if_finalized",
        "numba.core.compiler:CompilerBase.define_pipelines",
        "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline",
        "numba.core.compiler_lock:global_compiler_lock",
        "numba.core.compiler_machinery:LoweringPass",
        "numba.core.dispatcher:Dispatcher.enable_caching",
        "numba.core.typed_passes:AnnotateTypes",
        "numba.core.typed_passes:NativeLowering",
    ],
    "numba-cuda": [
        "numba.cuda.cgutils:intp_t",
        "numba.cuda.core.config:CACHE_DIR",
        "numba.cuda.dispatcher:CUDACache._index_key",
        "numba.cuda.extending:intrinsic",
    ],
}
"""Modules, classes and methods by package."""
ATTRIBUTES = {
    "uvicorn.supervisors:Multiprocess": ("processes", "should_exit", "signal_queue"),
    "numba.core.codegen:CPUCodeLibrary": ("_final_module", "_finalized", "_linking_libraries"),
    "numba.core.dispatcher:Dispatcher": ("_cache", "_compiler"),
}
"""What a class sets on `self`."""


def find(name: str) -> object:
    module, _, path = name.partition(":")
    found: object = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


@pytest.mark.parametrize("package", NAMES)
def test_each_package_is_pinned_to_the_tested_minor_version(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    texts = [*project["dependencies"], *(text for extra in extras.values() for text in extra)]
    pins = [each for each in map(Requirement, texts) if each.name.lower() == package]
    major, minor = Version(metadata.version(package)).release[:2]
    assert pins
    for pin in pins:
        assert f"{major}.{minor}.99" in pin.specifier
        assert f"{major}.{minor - 1}.99" not in pin.specifier
        assert f"{major}.{minor + 1}" not in pin.specifier


@pytest.mark.parametrize("name", [name for names in NAMES.values() for name in names])
def test_what_we_rely_on_is_there(name: str) -> None:
    if name.startswith("numba.cuda"):
        pytest.importorskip("numba_cuda")
    find(name)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes_we_rely_on_are_set(name: str) -> None:
    source = inspect.getsource(find(name))  # type: ignore[arg-type]
    assert [each for each in ATTRIBUTES[name] if f"self.{each}" not in source] == []


# --- XLA's foreign function interface -------------------------------------------------------------


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


def test_jax_is_pinned_to_the_version_with_that_interface() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (pin,) = map(Requirement, project["optional-dependencies"]["jax"])
    assert [version for version in ("0.5.0", "0.9.9", "0.11.0") if version in pin.specifier] == []
    assert "0.10.2" in pin.specifier
