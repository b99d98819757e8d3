-- The e-mail addresses that members have given, for a link if they forget the password.
CREATE TABLE emails (
    user_id INTEGER PRIMARY KEY NOT NULL REFERENCES users (id),
    address TEXT NOT NULL COLLATE NOCASE,
    language TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- The digest of the code in the link that confirms the address, and its end; NULL after it was used.
    code BLOB,
    expires_at BIGINT
);
CREATE INDEX emails_by_address ON emails (address);
CREATE UNIQUE INDEX emails_by_code ON emails (code) WHERE code IS NOT NULL;
