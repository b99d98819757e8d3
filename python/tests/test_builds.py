"""The choice among the builds of a release's wheel, made of copies of the one build that is here."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import willow_othello
from willow_othello import _native

PACKAGE = Path(willow_othello.__file__).parent


@pytest.fixture
def wheel(tmp_path):
    if (_native.cpu_level() or "") < "v3":
        pytest.skip("this processor has one level only")
    package = tmp_path / "willow_othello"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("_native*.so", "__pycache__"))
    for name in ("_native.abi3.so", "_native_v3.abi3.so"):
        shutil.copy(_native.__file__, package / name)
    return tmp_path


def loaded(folder, cpu=None):
    code = """
from willow_othello import _native, Position, batch
assert Position is _native.Position is batch._native.Position
print(_native.__spec__.origin)
"""
    variables = {key: value for key, value in os.environ.items() if key != "WILLOW_CPU"}
    path = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    variables |= {"PYTHONPATH": os.pathsep.join(path)} | ({"WILLOW_CPU": cpu} if cpu else {})
    run = subprocess.run([sys.executable, "-c", code], env=variables, capture_output=True, text=True, cwd=folder)
    return Path(run.stdout.strip()).name or run.stderr.splitlines()[-1]


def test_the_best_build_for_the_processor_is_loaded(wheel):
    assert loaded(wheel) == "_native_v3.abi3.so"
    shutil.copy(wheel / "willow_othello/_native_v3.abi3.so", wheel / "willow_othello/_native_v4.abi3.so")
    best = "_native_v4.abi3.so" if _native.cpu_level() == "v4" else "_native_v3.abi3.so"
    assert loaded(wheel) == best


def test_a_variable_forces_a_build(wheel):
    assert loaded(wheel, "v2") == "_native.abi3.so"
    assert loaded(wheel, "v3") == "_native_v3.abi3.so"
    for missing in ("v4", "zen"):
        sentence = f"ImportError: WILLOW_CPU: there is no build for `{missing}` that runs on this processor"
        assert loaded(wheel, missing).startswith(sentence)


def test_a_build_from_the_sources_ignores_the_variable(wheel):
    (wheel / "willow_othello/_native_v3.abi3.so").unlink()
    assert loaded(wheel, "v3") == loaded(wheel) == "_native.abi3.so"
