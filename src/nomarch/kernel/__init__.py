"""What every game is built from: `declare` it, `run` it, `compile` it.

No module here knows a game. Only the modules that compile import Numba.
"""

import importlib
import importlib.util
import sys
import warnings
from importlib.machinery import ModuleSpec
from types import ModuleType


class _MovedModules:
    """Finds modules by their names of version 0.2: `nomarch.kernel.game`. Until version 0.4."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        package, _, module = name.rpartition(".")
        folders = ("declare", "run", "compile") if package == __name__ else ()
        for new in (f"{package}.{folder}.{module}" for folder in folders):
            if module not in folders and importlib.util.find_spec(new):
                warnings.warn(f"{name} is {new} now", DeprecationWarning, stacklevel=2)
                return ModuleSpec(name, self, origin=new)  # type: ignore[arg-type]
        return None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make an empty module, which is never seen."""

    def exec_module(self, module: ModuleType) -> None:
        spec = module.__spec__
        assert spec is not None
        assert spec.origin is not None
        sys.modules[spec.name] = importlib.import_module(spec.origin)


sys.meta_path.append(_MovedModules())  # type: ignore[arg-type]
