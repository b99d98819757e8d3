-- How long each move took, passes left out: milliseconds with blanks between them. Games that were
-- over before have none.
ALTER TABLE games ADD COLUMN times TEXT;
