//! What the operator relies on: a clean end, and a private folder.

use tempfile::TempDir;

use crate::support::TestServer;

/// A backup that copies `willow.db` alone after a clean end has everything.
#[test]
fn a_clean_end_carries_the_write_ahead_log_over() {
    let mut server = TestServer::start();
    server.client("alice").ok(r#""do":"say","text":"remember me""#);
    server.stop();
    let wal = std::fs::metadata(server.folder().join("willow.db-wal"));
    assert_eq!(wal.map_or(0, |file| file.len()), 0, "the write-ahead log is empty or gone");
    let database = std::fs::read(server.folder().join("willow.db")).unwrap();
    let text = b"remember me";
    assert!(database.windows(text.len()).any(|bytes| bytes == text));
}

#[cfg(unix)]
#[test]
fn the_folder_of_the_database_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("clubs").join("willow");
    drop(TestServer::configured(|config| config.data = folder.clone()));
    let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700, "{mode:o}");
}
