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
