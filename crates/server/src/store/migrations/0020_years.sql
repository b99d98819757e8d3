-- The moves of positions with very few discs, counted for each year: the explorer adds up the years of
-- a filter. The year 0 has the games without a date. The program fills the table.
CREATE TABLE archive_moves_by_year (
    position BIGINT NOT NULL,
    year INTEGER NOT NULL,
    move INTEGER NOT NULL,
    games BIGINT NOT NULL,
    black_wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    white_wins BIGINT NOT NULL,
    finished BIGINT NOT NULL,
    difference BIGINT NOT NULL,
    PRIMARY KEY (position, year, move)
) WITHOUT ROWID;

-- The server's own games, which are few among many that were imported.
ALTER TABLE archive_games ADD COLUMN own INTEGER NOT NULL DEFAULT 0;
UPDATE archive_games SET own = 1 WHERE id IN (SELECT id FROM games);
CREATE INDEX archive_games_here ON archive_games (played, id, result) WHERE own = 1;
