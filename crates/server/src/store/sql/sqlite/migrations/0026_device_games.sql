-- Games of users against the programs of their devices. They are in the archive, with 2 in `own`, and
-- in nothing else.
CREATE TABLE device_games (
    user_id BIGINT NOT NULL,
    -- The client's random word for the game.
    id TEXT NOT NULL,
    game BIGINT NOT NULL,
    sent_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX device_games_by_number ON device_games (game);
CREATE INDEX archive_games_on_devices ON archive_games (played, id, result) WHERE own = 2;
