-- Tokens have numbers, names, uses and ends; accounts have recovery codes and known addresses; bans
-- reach addresses. Tokens of before stay valid for 90 days after their next use.
ALTER TABLE tokens RENAME TO tokens_before;
DROP INDEX tokens_by_user;
CREATE TABLE tokens (
    number BIGINT PRIMARY KEY NOT NULL,
    hash BLOB NOT NULL,
    user_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
INSERT INTO tokens (number, hash, user_id, kind, created_at, used_at, expires_at)
SELECT ROW_NUMBER() OVER (ORDER BY at, hash), hash, user_id, 'program', at, at,
       unixepoch() * 1000 + 7776000000
FROM tokens_before;
DROP TABLE tokens_before;
CREATE UNIQUE INDEX tokens_by_hash ON tokens (hash);
CREATE INDEX tokens_by_user ON tokens (user_id, kind, used_at);
INSERT INTO settings (name, value) SELECT 'tokens', COALESCE(MAX(number), 0) FROM tokens;

CREATE TABLE recovery_codes (
    user_id BIGINT NOT NULL,
    hash BLOB NOT NULL,
    -- The end of a code that a moderator gave; the user's own codes have none.
    expires_at BIGINT,
    PRIMARY KEY (user_id, hash)
);

-- Of IPv6 an address is a network of 64 bits.
CREATE TABLE known_addresses (
    user_id BIGINT NOT NULL,
    address TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (user_id, address)
);

CREATE TABLE banned_addresses (
    address TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL,
    until BIGINT NOT NULL
);

-- When an account was deleted: its name is held for a while.
ALTER TABLE users ADD COLUMN gone_at BIGINT;
