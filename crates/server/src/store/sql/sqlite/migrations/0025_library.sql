-- The games that users keep for themselves, as their browsers write them.
CREATE TABLE library (
    user_id BIGINT NOT NULL REFERENCES users,
    id TEXT NOT NULL,
    -- Counts the changes of the user's games: each game has the number of its last one.
    revision BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    -- What the game counts towards the user's limit; 0 if it was deleted.
    bytes BIGINT NOT NULL,
    -- JSON; NULL if the game was deleted.
    game TEXT,
    PRIMARY KEY (user_id, id)
);
CREATE INDEX library_by_revision ON library (user_id, revision, bytes);
CREATE INDEX library_deleted ON library (user_id, revision) WHERE game IS NULL;
