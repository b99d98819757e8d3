-- Bans that end, the end of what moderators did, texts of the operator, and who else was at an address.
ALTER TABLE users ADD COLUMN banned_until BIGINT;
ALTER TABLE moderation ADD COLUMN until BIGINT;
CREATE INDEX users_under_sanctions ON users (id) WHERE banned = 1 OR silenced_until > 0;
CREATE INDEX known_addresses_by_address ON known_addresses (address);
CREATE TABLE texts (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
);
