"""Old names keep working for one release: using one warns and gives the new one."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MOVED = {
    "nomarch.analysis": "nomarch.bots.analysis",
    "nomarch.arena": "nomarch.bots.arena",
    "nomarch.cluster": "nomarch.engine.ray_cluster",
    "nomarch.crews": "nomarch.engine.executors",
    "nomarch.match": "nomarch.engine.match",
    "nomarch.opening": "nomarch.engine.new_match",
    "nomarch.saves": "nomarch.engine.saves",
    "nomarch.series": "nomarch.engine.series",
    "nomarch.simulation": "nomarch.engine.simulation",
    "nomarch.story": "nomarch.engine.match_log",
    "nomarch.bots.names": "nomarch.bots.registry",
    "nomarch.bots.net": "nomarch.bots.network_bot",
    "nomarch.bots.seats": "nomarch.bots.play",
    "nomarch.envs.positions": "nomarch.envs.game_tree",
}


class _MovedModules(MetaPathFinder, Loader):
    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in MOVED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        new = MOVED[spec.name]
        warnings.warn(f"{spec.name} is now {new}", DeprecationWarning, stacklevel=2)
        module = importlib.import_module(new)
        self._specs[new] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """The module has run under its new name; give it back the spec that importing replaced."""
        module.__spec__ = self._specs.pop(module.__name__)


def install() -> None:
    """Add the finder behind Python's own, so it costs nothing for names that exist."""
    if not any(isinstance(finder, _MovedModules) for finder in sys.meta_path):
        sys.meta_path.append(_MovedModules())


def renamed_names(module: str, names: dict[str, str]) -> Callable[[str], Any]:
    """Return a module's `__getattr__` that finds renamed classes and functions."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        new = names[name]
        warnings.warn(f"{name} is now {new}", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], new)

    return find


def renamed_method(old: str, new: str) -> Callable[..., Any]:
    """Return a method under its old name that warns and calls the new one."""

    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=2)
        return getattr(self, new)(*arguments, **named)

    return call
