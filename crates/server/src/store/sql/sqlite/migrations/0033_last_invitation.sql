-- The last number of an invitation, which only SQLite knew: numbers are not used twice.
INSERT INTO settings (name, value) SELECT 'invitations', seq FROM sqlite_sequence WHERE name = 'invitations';
