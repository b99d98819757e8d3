-- An executed command is found by the digest of its client and its id (key), and compared by the
-- digest of its content. The result is told again: an event of a room, whose kind is a number (0 is
-- the room of the game). The ids of before belong to no client, so they are forgotten.
DROP TABLE handled;
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
