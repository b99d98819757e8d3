import ast
import doctest
from pathlib import Path

import pytest

import willow_othello
from willow_othello import _native


@pytest.mark.parametrize("name", willow_othello.__all__)
def test_docstrings_are_there_and_their_examples_hold(name):
    described = getattr(willow_othello, name)
    if isinstance(described, str):
        return
    assert described.__doc__
    members = vars(described) if isinstance(described, type) else {}
    assert [member for member in members if not member.startswith("_") and not members[member].__doc__] == []
    names = {each: getattr(willow_othello, each) for each in willow_othello.__all__}
    for test in doctest.DocTestFinder().find(described, name, module=False, globs=names):
        assert doctest.DocTestRunner().run(test).failed == 0


def test_the_stub_names_what_the_module_has():
    stub = ast.parse(Path(_native.__file__).with_name("_native.pyi").read_text())
    described = {}
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            members = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
            described[node.name] = {name for name in members if not name.startswith("_")}
        elif isinstance(node, ast.FunctionDef):
            described[node.name] = set()
        elif isinstance(node, ast.AnnAssign):
            described[node.target.id] = set()
    found = {}
    for name, value in vars(_native).items():
        if name == "__version__" or not name.startswith("_"):
            members = vars(value) if isinstance(value, type) else {}
            found[name] = {member for member in members if not member.startswith("_")}
    assert described == found
