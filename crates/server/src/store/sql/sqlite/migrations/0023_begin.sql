-- Times are milliseconds since 1970. WITHOUT ROWID is SQLite's own: another database leaves it out.
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
    created_at BIGINT NOT NULL,
    country TEXT,
    about TEXT,
    hidden_from_followers INTEGER NOT NULL DEFAULT 0,
    last_seen BIGINT NOT NULL DEFAULT 0,
    gone_at BIGINT,
    display_name TEXT
);
CREATE UNIQUE INDEX users_by_name ON users (name_key) WHERE gone = 0;

CREATE TABLE relations (
    user_id BIGINT NOT NULL,
    other_id BIGINT NOT NULL,
    relation TEXT NOT NULL,
    PRIMARY KEY (user_id, other_id, relation)
);
CREATE INDEX relations_by_other ON relations (other_id);

-- What happened, room by room. The events of a game's room are the game.
CREATE TABLE events (
    room TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (room, number)
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
    moves TEXT,
    twin BIGINT,
    times TEXT,
    ratings TEXT,
    clocks TEXT,
    last_move_at BIGINT
);
CREATE INDEX games_going_on ON games (id) WHERE ended_at IS NULL;
CREATE INDEX games_of_black ON games (black_id, begun_at, id, white_id);
CREATE INDEX games_of_white ON games (white_id, begun_at, id, black_id);

CREATE TABLE ratings (
    user_id BIGINT NOT NULL,
    class TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL DEFAULT 0,
    draws INTEGER NOT NULL DEFAULT 0,
    losses INTEGER NOT NULL DEFAULT 0,
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
    before DOUBLE PRECISION,
    PRIMARY KEY (user_id, game)
);
CREATE INDEX rating_history_by_game ON rating_history (game);
CREATE INDEX rating_history_by_time ON rating_history (user_id, at, game);

CREATE TABLE settings (
    name TEXT PRIMARY KEY NOT NULL,
    value BIGINT NOT NULL
);

-- The archive: all public games that are over and have a result, and those that were imported. Dates
-- are numbers yyyymmdd with zeros for what is not known. Results are Black's discs minus White's, the
-- empties to the winner.
CREATE TABLE archive_players (
    -- SQLite's spelling of a number that is given by itself.
    id INTEGER PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL
);
CREATE UNIQUE INDEX archive_players_by_name ON archive_players (name);
CREATE INDEX archive_players_by_key ON archive_players (name_key);

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
    moves TEXT NOT NULL,
    own INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE UNIQUE INDEX archive_games_once ON archive_games (digest);
CREATE INDEX archive_games_by_date ON archive_games (played, id, result);
CREATE INDEX archive_games_of_black ON archive_games (black_id, played, id, white_id, result);
CREATE INDEX archive_games_of_white ON archive_games (white_id, played, id, black_id, result);
CREATE INDEX archive_games_by_event ON archive_games (event, played, id, result) WHERE event <> '';
CREATE INDEX archive_games_here ON archive_games (played, id, result) WHERE own = 1;

-- Every position of every game, under the key that it shares with its images, and what was played
-- there. Only games that were played to the end (`finished`) count in averages.
CREATE TABLE archive_positions (
    position BIGINT NOT NULL,
    played INTEGER NOT NULL,
    game BIGINT NOT NULL,
    move INTEGER NOT NULL,
    result INTEGER,
    finished INTEGER NOT NULL DEFAULT 1,
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
    finished BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (position, move)
) WITHOUT ROWID;

CREATE TABLE moderation (
    -- SQLite's spelling of a number that is given by itself.
    number INTEGER PRIMARY KEY NOT NULL,
    by_id BIGINT NOT NULL,
    to_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX moderation_of_user ON moderation (to_id, number);
CREATE INDEX moderation_by_user ON moderation (by_id, number);

-- Reports of users, and the messages that they are about, as they were then.
CREATE TABLE reports (
    number BIGINT PRIMARY KEY NOT NULL,
    by_id BIGINT NOT NULL,
    to_id BIGINT NOT NULL,
    lines TEXT,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_by BIGINT,
    outcome TEXT,
    remark TEXT
);
CREATE INDEX reports_open ON reports (number) WHERE closed_at IS NULL;
CREATE INDEX reports_by_user ON reports (by_id, number);

CREATE TABLE report_messages (
    report BIGINT NOT NULL,
    room TEXT NOT NULL,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (report, room, number)
) WITHOUT ROWID;

-- The commands that were executed under an id, in one ring for all users. `key` is the digest of the
-- client and the id, `content` that of the command. The kind of the room is a number; 0 is a game's.
CREATE TABLE handled (
    place BIGINT PRIMARY KEY NOT NULL,
    number BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    key BIGINT NOT NULL,
    content BIGINT NOT NULL,
    at BIGINT NOT NULL,
    room BIGINT,
    game BIGINT,
    event BIGINT
) WITHOUT ROWID;

-- The server's own games that are over and are not in the archive yet.
CREATE TABLE archive_waiting (game INTEGER PRIMARY KEY NOT NULL);

-- What the server's bots thought about their moves, as JSON. It is told when the game is over.
CREATE TABLE thoughts (
    game BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE INDEX thoughts_by_time ON thoughts (at);

CREATE TABLE tokens (
    number BIGINT PRIMARY KEY NOT NULL,
    hash BLOB NOT NULL,
    user_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX tokens_by_hash ON tokens (hash);
CREATE INDEX tokens_by_user ON tokens (user_id, kind, used_at);

CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL,
    hash BLOB NOT NULL,
    -- The end of a code that a moderator gave; the user's own codes have none.
    expires_at BIGINT,
    PRIMARY KEY (user_id, hash)
);

-- Of IPv6 an address is a network of 64 bits.
CREATE TABLE known_addresses (
    user_id BIGINT NOT NULL,
    address TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, address)
);

CREATE TABLE banned_addresses (
    address TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- The deleted accounts whose names are still in games and messages, and how far their erasure is: the
-- last game by its start and number, then the last event by its room and number.
CREATE TABLE name_erasures (
    user_id BIGINT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    -- The games are done.
    in_rooms INTEGER NOT NULL DEFAULT 0,
    room TEXT NOT NULL DEFAULT '',
    a BIGINT NOT NULL DEFAULT 0,
    b BIGINT NOT NULL DEFAULT 0
);

-- Where browsers take notifications of turns, one address for each login. It goes with the login.
CREATE TABLE push_subscriptions (
    token BIGINT PRIMARY KEY REFERENCES tokens (number) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    public_key BLOB NOT NULL,
    secret BLOB NOT NULL,
    created_at BIGINT NOT NULL,
    -- Turns that began up to this time were told.
    told_until BIGINT NOT NULL
);

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

-- The first free number of a token.
INSERT INTO settings (name, value) VALUES ('tokens', 0);
