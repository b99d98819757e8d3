-- The other game, of two that are played at once.
ALTER TABLE games ADD COLUMN twin BIGINT;
