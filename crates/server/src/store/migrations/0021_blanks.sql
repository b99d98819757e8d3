-- Names are found with any blanks between their words: those of Japanese (U+3000) and those that do not
-- break a line (U+00A0) are one blank in the key.
UPDATE archive_players
SET name_key = TRIM(REPLACE(REPLACE(REPLACE(REPLACE(name_key, char(12288), ' '), char(160), ' '), char(9), ' '), '  ', ' '))
WHERE name_key <> TRIM(REPLACE(REPLACE(REPLACE(REPLACE(name_key, char(12288), ' '), char(160), ' '), char(9), ' '), '  ', ' '));
