import doctest

import pytest

import willow_othello


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
