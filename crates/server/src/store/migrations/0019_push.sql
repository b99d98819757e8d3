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
