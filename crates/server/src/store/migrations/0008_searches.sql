-- The indices that searches use have all that a search compares, so that it reads the rows of those
-- games alone that it returns.
DROP INDEX archive_games_by_date;
DROP INDEX archive_games_of_black;
DROP INDEX archive_games_of_white;
CREATE INDEX archive_games_by_date ON archive_games (played, id, result);
CREATE INDEX archive_games_of_black ON archive_games (black_id, played, id, white_id, result);
CREATE INDEX archive_games_of_white ON archive_games (white_id, played, id, black_id, result);
CREATE INDEX archive_players_by_key ON archive_players (name_key);
DROP INDEX games_of_black;
DROP INDEX games_of_white;
CREATE INDEX games_of_black ON games (black_id, begun_at, id, white_id);
CREATE INDEX games_of_white ON games (white_id, begun_at, id, black_id);

-- Whether a game was played to the end, and the number of such games: they alone count in averages.
-- The program marks the others in a database that is older.
ALTER TABLE archive_positions ADD COLUMN finished INTEGER NOT NULL DEFAULT 1;
ALTER TABLE archive_moves ADD COLUMN finished BIGINT NOT NULL DEFAULT 0;
UPDATE archive_moves SET finished = black_wins + draws + white_wins;
