-- The addresses at which whoever is new is silent until a time, and whose silence it is.
CREATE TABLE silenced_addresses (
    address TEXT PRIMARY KEY NOT NULL,
    user_id BIGINT NOT NULL,
    until BIGINT NOT NULL
);
