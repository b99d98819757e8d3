-- The entries of the log of moderation have numbers, in the order in which they were written, so that
-- it can be read part by part.
ALTER TABLE moderation RENAME TO moderation_before;
CREATE TABLE moderation (
    -- SQLite's spelling of a number that is given by itself.
    number INTEGER PRIMARY KEY NOT NULL,
    by_id BIGINT NOT NULL,
    to_id BIGINT NOT NULL,
    action TEXT NOT NULL,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);
INSERT INTO moderation (by_id, to_id, action, reason, at)
SELECT by_id, to_id, action, reason, at FROM moderation_before ORDER BY at, rowid;
DROP TABLE moderation_before;
