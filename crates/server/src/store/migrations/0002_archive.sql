-- The archive: all public games that are over and have a result, and those that were imported.
-- Dates are numbers yyyymmdd with zeros for what is not known. Results are Black's discs minus
-- White's, the empty squares to the winner.
CREATE TABLE archive_players (
    -- SQLite's spelling of a number that is given by itself.
    id INTEGER PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL
);
CREATE UNIQUE INDEX archive_players_by_name ON archive_players (name);

CREATE TABLE archive_games (
    id BIGINT PRIMARY KEY NOT NULL,
    -- What two copies of one game have in common.
    digest BLOB NOT NULL,
    black_id BIGINT NOT NULL,
    white_id BIGINT NOT NULL,
    played INTEGER NOT NULL,
    event TEXT NOT NULL,
    place TEXT NOT NULL,
    result INTEGER,
    ending TEXT NOT NULL,
    -- Nothing for the usual start.
    start_position TEXT,
    n_moves INTEGER NOT NULL,
    moves TEXT NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX archive_games_once ON archive_games (digest);
CREATE INDEX archive_games_by_date ON archive_games (played, id);
CREATE INDEX archive_games_of_black ON archive_games (black_id, played, id);
CREATE INDEX archive_games_of_white ON archive_games (white_id, played, id);

-- Every position of every game, under the key that it shares with its images, and what was played
-- there.
CREATE TABLE archive_positions (
    position BIGINT NOT NULL,
    played INTEGER NOT NULL,
    game BIGINT NOT NULL,
    move INTEGER NOT NULL,
    result INTEGER,
    PRIMARY KEY (position, played, game)
) WITHOUT ROWID;

-- The same counted, for positions with few discs: those that very many games have in common.
CREATE TABLE archive_moves (
    position BIGINT NOT NULL,
    move INTEGER NOT NULL,
    games BIGINT NOT NULL,
    black_wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    white_wins BIGINT NOT NULL,
    difference BIGINT NOT NULL,
    PRIMARY KEY (position, move)
) WITHOUT ROWID;
