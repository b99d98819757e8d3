import signal
import threading
import time

import naive
import pytest

from willow_othello import Book, Engine, Game, Player, Position, players

# Number 40 of the FFO's test: 20 empties, 38 discs by a2.
FFO_40 = Position("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")


@pytest.fixture(scope="module")
def engine():
    return Engine(hash_mib=16)


def test_a_position_is_solved(engine):
    result = engine.solve(FFO_40)
    assert (result.move, result.score, result.exact, result.accuracy) == ("a2", 38.0, True, "exact")
    assert result.pv[0] == "a2" and result.depth == 20 and result.nodes > 1000
    assert engine.solve(FFO_40, "win-loss-draw").score > 0
    assert engine.solve_best_moves(FFO_40) == [("a2", 38.0)]


@pytest.mark.parametrize("seed", range(20))
def test_endgames_are_solved_as_by_the_naive_search(engine, seed):
    plies = [cells for cells, _ in naive.random_game(seed) if cells.count(0) <= 6]
    position = Position.from_bits(*naive.bits(plies[0]))
    result = engine.solve(position)
    assert (result.score, result.exact) == (naive.solve(plies[0]), True)
    moves = dict(engine.score_moves(position, depth=10))
    assert set(moves) == set(position.legal_moves())
    if moves:
        assert moves[result.move] == max(moves.values()) == result.score


def test_searches_are_deterministic_and_keep_their_limits():
    engine = Engine(hash_mib=4)
    first = engine.search(Position(), depth=8)
    engine.clear()
    again = engine.search(Position(), depth=8)
    assert (first.nodes, first.pv, first.score, first.depth) == (again.nodes, again.pv, again.score, 8)
    assert not first.exact and first.move in Position().legal_moves()
    assert engine.search(Position(), nodes=20_000).nodes < 40_000
    begin = time.monotonic()
    engine.search(Position(), time=0.2)
    assert time.monotonic() - begin < 10
    over = Position.from_bits(1, 0)
    assert engine.search(over).move is None and engine.search(over).score == 64


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Engine().search(Position(), level=61), "level 61 is not between 1 and 60"),
        (lambda: Engine().search(Position(), depth=0), "depth 0 is not between 1 and 60"),
        (lambda: Engine().search(Position(), level=1, depth=1), "a search has a level or a depth, not both"),
        (
            lambda: Engine().search(Position(), selectivity=50),
            "a selectivity is 73, 87, 95, 98, 99 or 100 percent, not 50",
        ),
        (lambda: Engine().search(Position(), time=-1.0), "-1 is not a number of seconds from 0 to 100000000"),
        (lambda: Engine().search(Position(), time=float("inf")), "inf is not a number of seconds"),
        (lambda: Engine(threads=0), "an engine has 1 to 1024 threads"),
        (lambda: Engine(hash_mib=0), "a hash table of 0 MiB is not possible"),
        (lambda: Engine().solve(Position(), "draw"), "the goal is 'exact', or at 100 percent 'win-loss-draw'"),
        (lambda: Engine().analyze(Game("f5"), language="latin"), "the language is 'english' or 'japanese'"),
        (lambda: Player("wilow"), "did you mean `willow`?"),
        (lambda: Player("iago:depht=3"), "did you mean `depth`?"),
        (lambda: Player("random").choose(Position.from_bits(1, 0)), "the game is over"),
        (lambda: Player("random").choose(Position(), clock="soon"), "`soon` is not a time control"),
        (lambda: Book().candidates(Position(), width=-1), "-1 is not a number of discs from 0 to 128"),
    ],
)
def test_errors_say_what_to_do(wrong, sentence):
    with pytest.raises(ValueError) as caught:
        wrong()
    assert sentence in str(caught.value)


def test_files_that_are_missing_or_foreign_are_named(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        Engine(weights=tmp_path / "missing")
    (tmp_path / "foreign").write_bytes(b"something else")
    with pytest.raises(ValueError, match="Zstandard"):
        Engine(weights=tmp_path / "foreign")
    with pytest.raises(OSError, match="missing"):
        Book(tmp_path / "missing")


def test_other_threads_run_during_a_search(engine):
    counted = 0

    def stop_soon():
        nonlocal counted
        while counted < 20:
            counted += 1
            time.sleep(0.01)
        engine.stop()

    thread = threading.Thread(target=stop_soon)
    thread.start()
    result = engine.search(Position(), depth=60)
    thread.join()
    assert counted == 20 and result.move in Position().legal_moves()


def test_ctrl_c_ends_a_search(engine):
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        engine.search(Position(), depth=60)
    timer.join()
    assert engine.search(Position(), depth=2).depth == 2


def test_an_analysis_finds_the_mistake_and_says_why(engine):
    game = Game("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2")
    findings = engine.analyze(game, level=6)
    assert [found.ply for found in findings] == list(range(len(game)))
    assert all(found.loss >= 0 and found.move in found.position.legal_moves() for found in findings)
    for found in findings:
        assert abs(found.best_value - found.value - found.loss) < 1e-6
        assert (found.error is None) == (found.certainty == "exact")
    assert findings[-1].certainty == "exact"
    moves = engine.analyze(FFO_40, level=12)
    assert {found.move for found in moves} == set(FFO_40.legal_moves())
    wrong = max(moves, key=lambda found: found.loss)
    assert (wrong.move_class, wrong.certainty, wrong.best) == ("inaccuracy", "exact", "a2")
    assert any(found.reasons for found in moves)
    assert engine.analyze(FFO_40, level=12, language="japanese")[0].reasons != moves[0].reasons


def test_the_book_knows_the_opening():
    book = Book()
    moves = book.moves(Position())
    assert {move.move for move in moves} == set(Position().legal_moves())
    assert len({move.score for move in moves}) == 1
    assert book.candidates(Position())[0].kind == "link"
    assert book.value(Position()) == moves[0].score
    assert book.value(FFO_40) is None and book.moves(FFO_40) == []
    assert Book.proven(Position()) == "proven draw"
    assert Book("proven").moves(Position()) == []


def test_old_programs_play_and_tell_what_they_think():
    names = dict(players())
    assert "iago" in names and "human" not in names
    decision = Player("iago:depth=3").choose(Position())
    assert decision.move in Position().legal_moves()
    assert decision.info["depth"] == 3 and decision.info["line"][0] == decision.move
    again = Player("random", seed=5)
    assert again.name == "random:seed=5"
    assert again.choose(Game("f5d6")).move == Player("random", seed=5).choose(Game("f5d6")).move
    judged = Player("maximizer").judge_moves(Game("f5"))
    assert {move for move, _ in judged} == set(Game("f5").position.legal_moves())
    assert judged[0][1]["value"] >= judged[-1][1]["value"]
    assert Player("willow:level=2").choose(Position(), clock="1s").move in Position().legal_moves()


def test_a_whole_game_between_two_programs():
    game, sides = Game(), [Player("iago:depth=2"), Player("bill:depth=2")]
    while not game.is_over:
        if game.position.must_pass:
            game.play("pass")
        player = sides[game.position.side_to_move == "white"]
        game.play(player.choose(game).move)
    assert game.result is not None and len(game) > 40
