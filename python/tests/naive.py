"""Rules of Othello that are obviously right: a board is a list of 64 cells, 1 for the side to move, -1, or 0."""

import random

DIRECTIONS = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0)]
START = [0] * 64
START[28] = START[35] = 1
START[27] = START[36] = -1


def flips(cells, square):
    if cells[square]:
        return []
    flipped = []
    for down, right in DIRECTIONS:
        row, column = square // 8 + down, square % 8 + right
        line = []
        while 0 <= row < 8 and 0 <= column < 8 and cells[8 * row + column] == -1:
            line.append(8 * row + column)
            row, column = row + down, column + right
        if 0 <= row < 8 and 0 <= column < 8 and cells[8 * row + column] == 1:
            flipped += line
    return flipped


def legal_moves(cells):
    return [square for square in range(64) if flips(cells, square)]


def after(cells, square):
    changed = {square, *flips(cells, square)}
    return [-1 if index in changed else -cell for index, cell in enumerate(cells)]


def passed(cells):
    return [-cell for cell in cells]


def is_over(cells):
    return not legal_moves(cells) and not legal_moves(passed(cells))


def final_score(cells):
    own, other = cells.count(1), cells.count(-1)
    empties = 64 - own - other
    return own - other + (empties if own > other else -empties if own < other else 0)


def solve(cells):
    """Returns the result with best play for the side to move."""
    moves = legal_moves(cells)
    if moves:
        return max(-solve(after(cells, square)) for square in moves)
    return final_score(cells) if is_over(cells) else -solve(passed(cells))


def perft(cells, depth):
    if depth == 0 or is_over(cells):
        return 1
    moves = legal_moves(cells)
    nexts = [after(cells, square) for square in moves] if moves else [passed(cells)]
    return sum(perft(cells, depth - 1) for cells in nexts)


def bits(cells):
    """Returns the discs of the side to move and of its opponent."""
    return tuple(sum(1 << square for square in range(64) if cells[square] == side) for side in (1, -1))


def set_of(squares):
    return sum(1 << square for square in squares)


def random_game(seed):
    """Returns the boards of a random game, each with the move that follows: a square, or 64 for a pass."""
    choose = random.Random(seed)
    cells, plies = START, []
    while not is_over(cells):
        moves = legal_moves(cells)
        square = choose.choice(moves) if moves else 64
        plies.append((cells, square))
        cells = after(cells, square) if moves else passed(cells)
    return plies + [(cells, None)]
