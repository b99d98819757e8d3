-- Games are found by their events, too. Games without one, such as those of this server, are left out.
CREATE INDEX archive_games_by_event ON archive_games (event, played, id, result) WHERE event <> '';
