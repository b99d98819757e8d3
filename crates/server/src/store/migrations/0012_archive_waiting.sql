-- The server's own games that are over and are not in the archive yet.
CREATE TABLE archive_waiting (game INTEGER PRIMARY KEY NOT NULL);
