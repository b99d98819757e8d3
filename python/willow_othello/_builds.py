"""Chooses among the builds of the compiled module.

A wheel of a release has one for each level of x86-64: ``_native`` runs on every processor since 2009,
``_native_v3`` and ``_native_v4`` need newer instructions. The environment variable ``WILLOW_CPU`` forces one.
"""

import importlib
import importlib.util
import os
import sys
from importlib.machinery import ExtensionFileLoader
from pathlib import Path


def load() -> None:
    """Loads the best build for this processor as ``willow_othello._native``."""
    name = f"{__package__}._native"
    baseline = importlib.import_module(name)
    builds = {path.name.split(".")[0][-2:]: path for path in Path(__file__).parent.glob("_native_v[34].*")}
    forced = os.environ.get("WILLOW_CPU")
    if not builds or forced == "v2":
        return
    processor = baseline.cpu_level() or ""
    if forced and (forced not in builds or processor < forced):
        raise ImportError(f"WILLOW_CPU: there is no build for `{forced}` that runs on this processor ({processor})")
    fitting = [level for level in builds if level <= (forced or processor)]
    if not fitting:
        return
    path = str(builds[max(fitting)])
    spec = importlib.util.spec_from_file_location(name, path, loader=ExtensionFileLoader(name, path))
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules[name] = module
    sys.modules[__package__].__dict__["_native"] = module
