-- What the operator did to the archive, so that it can be undone: imports, and names and games that are the same.
CREATE TABLE archive_changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- The files of an import, or the name that stands for another one.
    what TEXT NOT NULL,
    -- The name that is shown in its place.
    shown TEXT,
    -- The games of an import have the numbers from `first_game` on, and less than `next_game`.
    first_game BIGINT,
    next_game BIGINT,
    games BIGINT
);

-- The games that are copies of others, and are not in the archive as long as they are here.
CREATE TABLE archive_copies (
    id BIGINT PRIMARY KEY NOT NULL,
    change BIGINT NOT NULL,
    -- The game that stays.
    kept BIGINT NOT NULL,
    digest BLOB NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    played INTEGER NOT NULL,
    event TEXT NOT NULL,
    place TEXT NOT NULL,
    result INTEGER,
    ending TEXT NOT NULL,
    start_position TEXT,
    moves TEXT NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX archive_copies_once ON archive_copies (digest);

-- Of several names of one person, the row that is shown.
ALTER TABLE archive_players ADD COLUMN person BIGINT;
CREATE INDEX archive_players_of_person ON archive_players (person) WHERE person IS NOT NULL;

-- Events that are shown under another name.
CREATE TABLE archive_event_names (
    event TEXT PRIMARY KEY NOT NULL,
    shown TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX archive_event_names_shown ON archive_event_names (shown);

-- The start computes the keys anew: they have no accents any more.
UPDATE archive_players SET name_key = '';
