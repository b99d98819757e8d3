-- Names in any script beside the plain names.
ALTER TABLE users ADD COLUMN display_name TEXT;

-- The history of ratings is read page by page.
CREATE INDEX rating_history_by_time ON rating_history (user_id, at, game);
