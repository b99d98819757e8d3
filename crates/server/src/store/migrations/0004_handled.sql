-- The commands that were carried out under an id are in a ring: the next one of a user takes the
-- place of the oldest of 256, so that nothing is to be deleted.
ALTER TABLE handled RENAME TO handled_before;
CREATE TABLE handled (
    user_id BIGINT NOT NULL,
    place BIGINT NOT NULL,
    number BIGINT NOT NULL,
    request TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, place)
) WITHOUT ROWID;
INSERT INTO handled (user_id, place, number, request, at)
SELECT user_id, 256 - age, 256 - age, request, at
FROM (
    SELECT user_id, request, at,
           ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY at DESC, request) AS age
    FROM handled_before
) AS newest
WHERE age <= 256;
DROP TABLE handled_before;
