-- What users tell about themselves, and when they were online last.
ALTER TABLE users ADD COLUMN country TEXT;
ALTER TABLE users ADD COLUMN about TEXT;
ALTER TABLE users ADD COLUMN hidden_from_followers INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN last_seen BIGINT NOT NULL DEFAULT 0;

-- The results of rated games. A synchro pair counts once, by the sum of both results.
ALTER TABLE ratings ADD COLUMN wins INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN draws INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN losses INTEGER NOT NULL DEFAULT 0;
WITH results AS (
    SELECT history.user_id AS user_id, history.class AS class,
           (games.result - COALESCE(twins.result, 0))
           * (CASE WHEN games.black_id = history.user_id THEN 1 ELSE -1 END) AS result
    FROM rating_history AS history
    JOIN games ON games.id = history.game
    LEFT JOIN games AS twins ON twins.id = games.twin
), counts AS (
    SELECT user_id, class, SUM(result > 0) AS wins, SUM(result = 0) AS draws,
           SUM(result < 0) AS losses
    FROM results GROUP BY user_id, class
)
UPDATE ratings SET wins = counts.wins, draws = counts.draws, losses = counts.losses
FROM counts WHERE counts.user_id = ratings.user_id AND counts.class = ratings.class;

-- Everything that has to do with a user who is deleted is found from both sides.
CREATE INDEX relations_by_other ON relations (other_id);
