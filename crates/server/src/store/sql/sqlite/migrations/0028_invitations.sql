-- Invitations that can be used: links with which people make accounts.
CREATE TABLE invitations (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The digest of the code.
    hash BLOB NOT NULL,
    by_id BIGINT NOT NULL REFERENCES users (id),
    role TEXT NOT NULL,
    uses BIGINT NOT NULL,
    used BIGINT NOT NULL,
    made_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    note TEXT
);
