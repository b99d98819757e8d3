//! What every implementation of the store promises, by [`Store`](super::Store) and [`Writer`](super::Writer) alone.
//!
//! `TestStore::new` opens a fresh store: in a folder, or on PostgreSQL, for which the last test here runs all of them once
//! more.

mod accounts;
pub(super) mod archive;
mod commits;
mod device_games;
mod erasure;
mod export;
mod lobby_chat;
mod migrate;
mod moderation_log;
mod ratings;
pub(super) mod retention;

/// All tests of the store run on PostgreSQL, too, but for those of what only `SQLite` has.
#[cfg(feature = "postgres")]
#[test]
fn postgresql_keeps_all_promises() {
    use super::test_support::ON_POSTGRES;
    if std::env::var_os(ON_POSTGRES).is_some() {
        return;
    }
    let run = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["store::", "--skip", "store::sql::sqlite"])
        .env(ON_POSTGRES, "1")
        .output()
        .unwrap();
    let (out, errors) =
        (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}\n{errors}");
    assert!(!out.contains(" 0 passed"), "{out}");
}
