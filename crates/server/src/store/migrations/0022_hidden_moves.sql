-- Moves that nobody but their player is shown yet: those of pairs in lock-step, and the bids of games
-- with komi. The value is that of a bid, in hundredths of a disc. The colour in a game with komi is that
-- of the beginning.
CREATE TABLE hidden_moves (
    game BIGINT NOT NULL,
    color TEXT NOT NULL,
    square TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (game, color)
) WITHOUT ROWID;
