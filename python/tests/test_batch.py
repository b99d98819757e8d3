import naive
import numpy as np
import pytest

from willow_othello import Engine, Game, Position, batch, write_wthor

PLIES = [ply for seed in range(40) for ply in naive.random_game(seed)]
PLAYER, OPPONENT = np.array([naive.bits(cells) for cells, _ in PLIES], np.uint64).T


def test_legal_moves_flips_and_moves_follow_the_naive_rules():
    legal = [naive.set_of(naive.legal_moves(cells)) for cells, _ in PLIES]
    assert batch.legal_moves(PLAYER, OPPONENT).tolist() == legal
    squares = np.arange(len(PLIES)) % 64
    flips = [naive.set_of(naive.flips(cells, square)) for (cells, _), square in zip(PLIES, squares)]
    assert batch.flips(PLAYER, OPPONENT, squares).tolist() == flips
    scores = [naive.final_score(cells) for cells, _ in PLIES]
    assert batch.final_scores(PLAYER, OPPONENT).tolist() == scores
    moves = [(cells, square) for cells, square in PLIES if square is not None]
    goes_on = [square is not None for _, square in PLIES]
    player, opponent = batch.after(PLAYER[goes_on], OPPONENT[goes_on], [square for _, square in moves])
    nexts = [naive.passed(cells) if square == 64 else naive.after(cells, square) for cells, square in moves]
    assert list(zip(player.tolist(), opponent.tolist())) == [naive.bits(cells) for cells in nexts]


def test_threads_change_nothing():
    player, opponent = batch.random_positions(20_000, plies=30, seed=1)
    for function in (batch.legal_moves, batch.evaluate, batch.features, batch.final_scores):
        one, some = function(player, opponent, threads=1), function(player, opponent, threads=3)
        assert one.dtype == some.dtype and np.array_equal(one, some)
    one, some = (batch.canonical(player, opponent, threads=threads) for threads in (1, 3))
    assert np.array_equal(one, some)


def test_random_positions_are_those_of_random_games():
    first = {tuple(map(int, bits)) for bits in zip(*batch.random_positions(200, plies=2, seed=4))}
    after_two = [second for child in Position().children() for second in child.children()]
    assert first == {(position.player, position.opponent) for position in after_two}
    player, opponent = batch.random_positions(300, plies=80, seed=5)
    assert not batch.legal_moves(player, opponent).any() and not batch.legal_moves(opponent, player).any()
    again = batch.random_positions(300, plies=80, seed=5)
    assert np.array_equal(again[0], player) and np.array_equal(again[1], opponent)


def test_values_and_features_are_those_of_all_images():
    player, opponent = batch.random_positions(500, plies=25, seed=2)
    values = batch.evaluate(player, opponent)
    weights = np.sort(batch.canonical_features()[batch.features(player, opponent)], axis=1)
    assert batch.features(player, opponent).shape == (500, batch.N_FEATURES)
    assert weights.max() < batch.N_WEIGHTS == len(batch.canonical_features())
    for symmetry in range(8):
        images = batch.transform(player, symmetry), batch.transform(opponent, symmetry)
        assert np.array_equal(batch.evaluate(*images), values)
        of_images = np.sort(batch.canonical_features()[batch.features(*images)], axis=1)
        assert np.array_equal(of_images, weights)
        assert np.array_equal(batch.canonical(*images), batch.canonical(player, opponent))
    for index in range(20):
        position = Position.from_bits(int(player[index]), int(opponent[index]))
        images = {(image.player, image.opponent) for image in position.symmetries()}
        assert tuple(int(bits[index]) for bits in batch.canonical(player, opponent)) == min(images)


def test_values_where_a_side_cannot_move():
    forced = next(index for index, (_, square) in enumerate(PLIES) if square == 64)
    values = batch.evaluate(PLAYER, OPPONENT)
    assert values[forced] == -batch.evaluate(OPPONENT[forced], PLAYER[forced])[0]
    for index, (cells, square) in enumerate(PLIES):
        if square is None:
            assert values[index] == naive.final_score(cells)


def test_an_engine_evaluates_as_arrays_do():
    values = batch.evaluate(PLAYER[:100], OPPONENT[:100])
    engine = Engine(hash_mib=1)
    positions = [Position.from_bits(int(player), int(opponent)) for player, opponent in zip(PLAYER[:100], OPPONENT)]
    assert [engine.evaluate(position) for position in positions] == values.tolist()


def test_searches_are_those_of_an_engine():
    player, opponent = batch.random_positions(60, plies=53, seed=3)
    found = batch.search(player, opponent, depth=12, threads=2)
    assert [column.tolist() for column in found] == [
        column.tolist() for column in batch.search(player, opponent, depth=12, threads=1)
    ]
    engine = Engine(hash_mib=1)
    for index in range(60):
        position = Position.from_bits(int(player[index]), int(opponent[index]))
        result = engine.solve(position)
        assert (found.score[index], found.exact[index]) == (result.score, True)
        if position.is_over:
            assert found.move[index] == batch.NO_MOVE
        elif position.legal_moves():
            after = position.play(int(found.move[index]))
            assert -engine.solve(after).score == result.score
        else:
            assert found.move[index] == batch.PASS


def test_bits_become_planes():
    planes = batch.bits_of(batch.START)
    assert planes.shape == (2, 8, 8) and planes.dtype == np.uint8
    assert planes[0, 3, 4] == planes[0, 4, 3] == planes[1, 3, 3] == planes[1, 4, 4] == 1 and planes.sum() == 4


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: batch.legal_moves([1, 2], [2, 3]), "position 1: 1 squares belong to both sides"),
        (lambda: batch.legal_moves([1, 2, 4], [2, 3]), "arrays of the lengths 3 and 2"),
        (lambda: batch.legal_moves([1.5], [2]), "`player` has numbers of type float64, not uint64"),
        (lambda: batch.legal_moves([1], [-2]), "`opponent` has numbers that are not uint64"),
        (lambda: batch.legal_moves([[1]], [2]), "`player` has 2 dimensions, not 1"),
        (lambda: batch.flips(*batch.START, 64), "position 0: 64 is not a square (expected 0 to 63)"),
        (lambda: batch.after(*batch.START, [19, 0]), "position 1: a1 flips no disc"),
        (lambda: batch.after(*batch.START, 27), "position 0: d4 is not empty"),
        (lambda: batch.after(*batch.START, batch.PASS), "position 0: a pass is not allowed while there is a move"),
        (lambda: batch.transform([1], 8), "8 is not a symmetry (expected 0 to 7)"),
        (lambda: batch.legal_moves(1, 2, threads=0), "there is at least 1 thread"),
        (lambda: batch.search(1, 2, level=0), "level 0 is not between 1 and 60"),
        (lambda: batch.wthor_games(b"something else"), "a WTHOR file has at least 16 bytes, but this one has 14"),
    ],
)
def test_errors_name_the_position(wrong, sentence):
    with pytest.raises(ValueError) as caught:
        wrong()
    assert sentence in str(caught.value)


def test_no_positions_are_no_error():
    for function in (batch.legal_moves, batch.evaluate, batch.features, batch.final_scores):
        assert len(function([], [])) == 0
    assert len(batch.search([], [], depth=1).score) == 0


def test_arrays_that_are_not_contiguous():
    both = np.stack([PLAYER, OPPONENT], axis=1)
    assert np.array_equal(batch.legal_moves(both[:, 0], both[:, 1]), batch.legal_moves(PLAYER, OPPONENT))
    assert np.array_equal(batch.legal_moves(PLAYER[::-1], OPPONENT[::-1]), batch.legal_moves(PLAYER, OPPONENT)[::-1])


def game_of(seed):
    names = [
        "abcdefgh"[square % 8] + str(square // 8 + 1) for _, square in naive.random_game(seed)[:-1] if square != 64
    ]
    return Game("".join(names), black=f"Black {seed}", white="White", event="Cup")


def test_wthor_games_are_arrays():
    games = [game_of(seed) for seed in range(10)]
    files = write_wthor(games, 2026, (2026, 11, 30))
    read = batch.wthor_games(files[0])
    assert read.year == 2026 and read.moves.shape == (10, 60)
    names = batch.wthor_names(files[1])
    assert [names[number] for number in read.players[:, 0]] == [game.black for game in games]
    assert [batch.wthor_names(files[2])[number] for number in read.tournament] == ["Cup"] * 10
    assert (2 * read.black_discs.astype(int) - 64).tolist() == [game.result for game in games]
    plies = batch.wthor_positions(files[0])
    assert np.bincount(plies.game).tolist() == [len(game) for game in games]
    played = batch.after(plies.player, plies.opponent, plies.move)
    same_game = np.flatnonzero(plies.game[1:] == plies.game[:-1])
    assert np.array_equal(played[0][same_game], plies.player[same_game + 1])
    assert np.array_equal(played[1][same_game], plies.opponent[same_game + 1])
    assert plies.is_black[0] and (plies.player[0], plies.opponent[0]) == batch.START
    broken = bytearray(files[0])
    broken[16 + 8 + 1] = 11
    with pytest.raises(ValueError, match="game 1, byte 25: .*a1"):
        batch.wthor_positions(bytes(broken))
    assert plies.game.max() == 9 and batch.wthor_positions(bytes(broken), skip_illegal=True).game.min() == 1
