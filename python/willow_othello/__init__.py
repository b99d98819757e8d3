"""Othello: rules, engine, analysis, opening books, game records, historical programs.

>>> from willow_othello import Engine, Game
>>> game = Game("f5d6c3d3c4")
>>> Engine().search(game.position, level=6).move in game.position.legal_moves()
True

Squares are names, ``"a1"`` (top left) to ``"h8"``, or numbers from 0 to 63, row by row. Moves are squares or
``"pass"``. Scores and values are discs for the side to move, the empties given to the winner. An input that is wrong
raises ``ValueError``, which says where.

:mod:`willow_othello.batch` has the functions for many positions at once; it needs numpy.
"""

from . import _builds

_builds.load()

from ._native import (  # noqa: E402
    KERNEL,
    Book,
    BookMove,
    Client,
    Decision,
    Engine,
    Game,
    MoveAnalysis,
    Player,
    Position,
    SearchResult,
    __version__,
    players,
    read,
    read_positions,
    write,
    write_wthor,
)

__all__ = [
    "KERNEL",
    "Book",
    "BookMove",
    "Client",
    "Decision",
    "Engine",
    "Game",
    "MoveAnalysis",
    "Player",
    "Position",
    "SearchResult",
    "__version__",
    "players",
    "read",
    "read_positions",
    "write",
    "write_wthor",
]
