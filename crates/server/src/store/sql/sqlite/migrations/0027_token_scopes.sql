-- What a token may do besides reading: scopes with commas between them, or `read` for none. A token without any has
-- no limit, as all older ones.
ALTER TABLE tokens ADD COLUMN scopes TEXT;
