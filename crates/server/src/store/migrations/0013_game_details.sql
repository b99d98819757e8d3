-- What the state of a game that is over tells: the players' ratings at its start and the clocks at
-- its end, both as JSON, and when the last move was played. Games of older servers have none of it.
ALTER TABLE games ADD COLUMN ratings TEXT;
ALTER TABLE games ADD COLUMN clocks TEXT;
ALTER TABLE games ADD COLUMN last_move_at BIGINT;
-- The rating before the game.
ALTER TABLE rating_history ADD COLUMN before DOUBLE PRECISION;
-- What the server's bots thought about their moves, as JSON. It is told when the game is over.
CREATE TABLE thoughts (
    game BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE INDEX thoughts_by_time ON thoughts (at);
CREATE INDEX rating_history_by_game ON rating_history (game);
