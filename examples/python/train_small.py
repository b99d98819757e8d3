#!/usr/bin/env python3
"""Trains a small evaluation with numpy on labels that the engine makes, and plays with it.

python3 train_small.py [--positions 40000] [--depth 4] [--seed 1]
"""

import argparse

import numpy as np

from willow_othello import batch

CANONICAL = batch.canonical_features()
EPOCHS = 12
RATE = 0.15


def positions(n, seed):
    """Returns positions of random games, with every number of discs from 12 to 56."""
    parts = [batch.random_positions(n // 23, plies=plies, seed=seed + plies) for plies in range(8, 54, 2)]
    player, opponent = (np.concatenate(bits) for bits in zip(*parts))
    has_moves = batch.legal_moves(player, opponent) != 0
    return player[has_moves], opponent[has_moves]


class Evaluation:
    """A sum of weights over patterns and moves, one weight for all mirror images of a pattern."""

    def __init__(self):
        self.weights = np.zeros(batch.N_WEIGHTS, np.float32)
        self.squares = np.full(batch.N_WEIGHTS, 1e-3, np.float32)

    def __call__(self, player, opponent):
        return self.weights[CANONICAL[batch.features(player, opponent)]].sum(axis=1)

    def train(self, player, opponent, labels, random):
        """Fits the weights to the labels by AdaGrad."""
        features = CANONICAL[batch.features(player, opponent)]
        for epoch in range(EPOCHS):
            errors = []
            for chosen in np.array_split(random.permutation(len(labels)), len(labels) // 256):
                error = labels[chosen] - self.weights[features[chosen]].sum(axis=1)
                used, where = np.unique(features[chosen], return_inverse=True)
                gradient = np.bincount(where.ravel(), np.repeat(error, features.shape[1])).astype(np.float32)
                self.squares[used] += gradient**2
                self.weights[used] += RATE * gradient / np.sqrt(self.squares[used])
                errors.append(np.mean(error**2))
            print(f"epoch {epoch + 1}: root mean square error {np.sqrt(np.mean(errors)):.2f} discs")


def static(player, opponent):
    """The engine's own evaluation."""
    return batch.evaluate(player, opponent)


def at_random(player, _opponent, random=np.random.default_rng(0)):
    return random.random(len(player))


def choose(value, player, opponent):
    """Returns the move after which each position is worth least to the opponent; a pass where there is none."""
    planes = batch.bits_of(batch.legal_moves(player, opponent)).reshape(-1, 64)
    index, square = np.nonzero(planes)
    after = batch.after(player[index], opponent[index], square)
    is_over = (batch.legal_moves(*after) | batch.legal_moves(*after[::-1])) == 0
    worth = -np.where(is_over, 100.0 * batch.final_scores(*after), value(*after))
    table = np.full(planes.shape, -np.inf)
    table[index, square] = worth
    return np.where(planes.any(axis=1), table.argmax(axis=1), batch.PASS)


def match(first, second, games, seed):
    """Plays games from random openings, each with both colours: returns the first's share of the points."""
    points = 0.0
    for players in ((first, second), (second, first)):
        player, opponent = batch.random_positions(games // 2, plies=6, seed=seed)
        for ply in range(200):
            is_over = (batch.legal_moves(player, opponent) | batch.legal_moves(opponent, player)) == 0
            if is_over.all():
                break
            goes_on = np.flatnonzero(~is_over)
            square = choose(players[ply % 2], player[goes_on], opponent[goes_on])
            mover, other = player.copy(), opponent.copy()
            # A game that is over waits: its sides change without a move.
            player, opponent = other, mover
            player[goes_on], opponent[goes_on] = batch.after(mover[goes_on], other[goes_on], square)
        scores = batch.final_scores(player, opponent) * (1 if players[ply % 2] is first else -1)
        points += (scores > 0).sum() + 0.5 * (scores == 0).sum()
    return points / (games // 2 * 2)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--positions", type=int, default=40_000)
    arguments.add_argument("--depth", type=int, default=4, help="of the searches that make the labels")
    arguments.add_argument("--seed", type=int, default=1)
    arguments = arguments.parse_args()
    random = np.random.default_rng(arguments.seed)

    player, opponent = positions(arguments.positions, arguments.seed)
    labels = batch.search(player, opponent, depth=arguments.depth).score
    is_test = random.random(len(labels)) < 0.1
    evaluation = Evaluation()
    evaluation.train(player[~is_test], opponent[~is_test], labels[~is_test], random)

    tested = player[is_test], opponent[is_test]
    for name, value in (
        ("always 0", 0 * labels[is_test]),
        ("trained", evaluation(*tested)),
        ("engine", static(*tested)),
    ):
        error = np.sqrt(np.mean((value - labels[is_test]) ** 2))
        print(f"{name}: root mean square error {error:.2f} discs on {is_test.sum()} other positions")
    for name, other in (("random moves", at_random), ("the engine's evaluation", static)):
        print(f"one ply against {name}: {match(evaluation, other, 400, arguments.seed):.1%} of 400 games")


if __name__ == "__main__":
    main()
