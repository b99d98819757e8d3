-- The commands that were carried out under an id are in one ring for all users, so that new rows lie
-- beside each other.
ALTER TABLE handled RENAME TO handled_before;
CREATE TABLE handled (
    place BIGINT PRIMARY KEY NOT NULL,
    number BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    request TEXT NOT NULL,
    at BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO handled (place, number, user_id, request, at)
SELECT 1000000 - age, 1000000 - age, user_id, request, at
FROM (
    SELECT user_id, request, at,
           ROW_NUMBER() OVER (ORDER BY at DESC, user_id DESC, number DESC) AS age
    FROM handled_before
) AS newest
WHERE age <= 1000000;
DROP TABLE handled_before;
