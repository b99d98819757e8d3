-- Reports of users, and the messages that they are about, as they were then.
CREATE TABLE reports (
    number BIGINT PRIMARY KEY NOT NULL,
    by_id BIGINT NOT NULL,
    to_id BIGINT NOT NULL,
    lines TEXT,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL,
    closed_at BIGINT,
    closed_by BIGINT,
    outcome TEXT,
    remark TEXT
);
CREATE INDEX reports_open ON reports (number) WHERE closed_at IS NULL;

CREATE TABLE report_messages (
    report BIGINT NOT NULL,
    room TEXT NOT NULL,
    number BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (report, room, number)
) WITHOUT ROWID;
