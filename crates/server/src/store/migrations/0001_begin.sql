-- Users, what happens in rooms, and games. Times are milliseconds since 1970.
-- WITHOUT ROWID is SQLite's own: another database leaves it out.
CREATE TABLE users (
    id BIGINT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    role TEXT NOT NULL,
    password TEXT,
    banned INTEGER NOT NULL DEFAULT 0,
    silenced_until BIGINT NOT NULL DEFAULT 0,
    seen BIGINT NOT NULL DEFAULT 0,
    gone INTEGER NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX users_by_name ON users (name_key) WHERE gone = 0;

CREATE TABLE tokens (
    hash BLOB PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX tokens_by_user ON tokens (user_id);

CREATE TABLE relations (
    user_id BIGINT NOT NULL,
    other_id BIGINT NOT NULL,
    relation TEXT NOT NULL,
    PRIMARY KEY (user_id, other_id, relation)
);

-- What happened, room by room. The events of a game's room are the game.
CREATE TABLE events (
    room TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;

-- The commands that were carried out under an id.
CREATE TABLE handled (
    user_id BIGINT NOT NULL,
    request TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, request)
) WITHOUT ROWID;

CREATE TABLE offers (
    game BIGINT PRIMARY KEY NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE games (
    id BIGINT PRIMARY KEY NOT NULL,
    black_id BIGINT NOT NULL,
    white_id BIGINT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    terms TEXT NOT NULL,
    class TEXT NOT NULL,
    start_position TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    ended_at BIGINT,
    ending TEXT,
    result INTEGER,
    moves TEXT
);
CREATE INDEX games_going_on ON games (id) WHERE ended_at IS NULL;
CREATE INDEX games_of_black ON games (black_id, begun_at);
CREATE INDEX games_of_white ON games (white_id, begun_at);

CREATE TABLE ratings (
    user_id BIGINT NOT NULL,
    class TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (user_id, class)
);
CREATE INDEX ratings_best ON ratings (class, rating);

CREATE TABLE rating_history (
    user_id BIGINT NOT NULL,
    class TEXT NOT NULL,
    game BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, game)
);

CREATE TABLE moderation (
    by_id BIGINT NOT NULL,
    to_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);

CREATE TABLE settings (
    name TEXT PRIMARY KEY NOT NULL,
    value BIGINT NOT NULL
);
