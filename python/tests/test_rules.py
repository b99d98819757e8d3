import pickle

import naive
import pytest

from willow_othello import Game, Position, read, read_positions, write, write_wthor

START = "---------------------------OX------XO--------------------------- X"
# From the final of 1977.
TRANSCRIPT = (
    "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1"
    "f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1"
)


def position_of(cells):
    return Position.from_bits(*naive.bits(cells))


@pytest.mark.parametrize("seed", range(10))
def test_positions_of_random_games_follow_the_naive_rules(seed):
    for cells, square in naive.random_game(seed):
        position = position_of(cells)
        assert position.legal_moves_bits() == naive.set_of(naive.legal_moves(cells))
        assert position.is_over == naive.is_over(cells)
        assert position.final_score == naive.final_score(cells)
        assert position.empties == cells.count(0)
        assert position.must_pass == (square == 64)
        for each in range(64):
            flips = naive.set_of(naive.flips(cells, each))
            assert sum(1 << index_of(name) for name in position.flips(each)) == flips
        if square == 64:
            assert naive.bits(naive.passed(cells)) == bits(position.play("pass"))
        elif square is not None:
            assert naive.bits(naive.after(cells, square)) == bits(position.play(square))
            assert position.play(square) == position.play(position_name(square))
        assert position.children() == [position.play(name) for name in position.legal_moves()]


def index_of(name):
    return 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])


def position_name(square):
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def bits(position):
    return (position.player, position.opponent)


def test_perft_counts_a_pass_as_a_ply():
    assert [Position().perft(depth) for depth in range(1, 10)] == [
        4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288,
    ]  # fmt: skip
    cells, _ = naive.random_game(3)[-6]
    assert [position_of(cells).perft(depth) for depth in range(6)] == [naive.perft(cells, depth) for depth in range(6)]


def test_positions_are_values():
    position = Position(START)
    assert position == Position() and hash(position) == hash(Position())
    assert position != position.play("f5")
    assert pickle.loads(pickle.dumps(position)) == position
    assert str(position) == START and eval(repr(position)) == position
    assert len({str(image) for image in position.play("f5").symmetries()}) == 8
    assert "1" in position.draw()
    assert (position.disc_at("e4"), position.disc_at("d4"), position.disc_at(0)) == ("black", "white", None)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Position("XO"), "byte 0: expected 64 cells, found 2"),
        (lambda: Position().play("a1"), "a1 flips no disc"),
        (lambda: Position().play("z9"), "not a move (expected a square a1 to h8, or pass)"),
        (lambda: Position().play(64), "64 is not a square (expected 0 to 63)"),
        (lambda: Position().play(-1), "-1 is not a square (expected 0 to 63)"),
        (lambda: Position().play("pass"), "a pass is not allowed while there is a move"),
        (lambda: Position.from_bits(3, 1), "1 squares belong to both sides"),
        (lambda: Position.from_bits(1, 2, "red"), "not a colour (expected black or white)"),
        (lambda: Game("f5d6a1"), "byte 4: move 3, a1: a1 flips no disc"),
        (lambda: read("f5d6c3\nf5d6a1\n"), "line 2, column 5: move 3, a1: a1 flips no disc"),
        (lambda: read(b""), "no game or position found"),
        (lambda: write([Game("f5")], "doc"), "`doc` is not a format (there are: txt"),
        (lambda: write_wthor([Game("f5")], 2026, (2026, 11, 30)), "entry 1"),
    ],
)
def test_errors_are_the_librarys_sentences(wrong, sentence):
    with pytest.raises(ValueError) as caught:
        wrong()
    assert sentence in str(caught.value)


def test_arguments_of_another_type_are_type_errors():
    for wrong in [lambda: Position().play(1.5), lambda: Game(7), lambda: read(7), lambda: Position().play(None)]:
        with pytest.raises(TypeError):
            wrong()


def test_games_are_played_and_taken_back():
    game = Game(TRANSCRIPT, black="Inoue", white="Heiberg", event="World Championship")
    assert (len(game), game.is_over, game.result) == (62, True, result_of(game))
    assert game.transcript() == TRANSCRIPT
    assert game.undo() == "h1"
    assert (game.is_over, game.result) == (False, None)
    game.play("h1")
    assert game.positions()[0] == Position() and game.positions()[-1] == game.position
    assert game == Game(TRANSCRIPT, black="Inoue", white="Heiberg", event="World Championship")
    assert game != Game(TRANSCRIPT)
    assert Game("f5d6c3d3c4f4f6f3").opening == "Comp'Oth" and Position().opening is None


def result_of(game):
    return bin(game.position.black).count("1") - bin(game.position.white).count("1")


def test_records_come_back_in_each_format():
    game = Game(TRANSCRIPT, black="Inoue", white="Heiberg", date="1977")
    for format in ["ggf", "sgf"]:
        (back,) = read(write([game], format))
        assert (back.moves, back.black, back.white, back.result) == (game.moves, "Inoue", "Heiberg", game.result)
    assert read(write([game, Game("f5f6")]).encode())[1].moves == ["f5", "f6"]
    boards = read_positions(write([game], "board"))
    assert [position for position, _ in boards] == game.positions()
    ((position, scores),) = read_positions(f"{START}; f5:+0; d3:-2;")
    assert (position, scores) == (Position(), {"f5": 0, "d3": -2})
