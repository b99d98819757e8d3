-- What is stored about one user is found without reading the whole log.
CREATE INDEX moderation_of_user ON moderation (to_id, number);
CREATE INDEX moderation_by_user ON moderation (by_id, number);
CREATE INDEX reports_by_user ON reports (by_id, number);
