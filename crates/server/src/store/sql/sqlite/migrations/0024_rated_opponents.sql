-- The deviation of Glicko-2; the other one is shown.
ALTER TABLE ratings ADD COLUMN glicko_deviation DOUBLE PRECISION NOT NULL DEFAULT 350;
UPDATE ratings SET glicko_deviation = deviation;

-- Whom users have met in rated games of a class.
CREATE TABLE rated_opponents (
    user_id BIGINT NOT NULL,
    class TEXT NOT NULL,
    other_id BIGINT NOT NULL,
    -- The number of their games at the time of the last one, the earlier ones counting less.
    games DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    -- Whether one of the two is a bot of the server.
    with_bot INTEGER NOT NULL,
    PRIMARY KEY (user_id, class, other_id)
) WITHOUT ROWID;
CREATE INDEX rated_opponents_lately ON rated_opponents (class, with_bot, at, user_id);

INSERT INTO rated_opponents (user_id, class, other_id, games, at, with_bot)
SELECT met.user_id, met.class, met.other_id, 1, MAX(met.at), MAX(users.role = 'bot')
FROM (SELECT h.user_id, h.class, h.at, black_id, white_id,
             CASE WHEN black_id = h.user_id THEN white_id ELSE black_id END AS other_id
      FROM rating_history AS h JOIN games ON games.id = h.game) AS met
JOIN users ON users.id IN (met.black_id, met.white_id)
GROUP BY met.user_id, met.class, met.other_id;

-- When users left rated games early: those of the last day count.
CREATE TABLE early_ends (
    user_id BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX early_ends_of_user ON early_ends (user_id, at);
