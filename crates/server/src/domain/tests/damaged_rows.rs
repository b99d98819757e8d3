//! A start with damaged rows: it succeeds, or an error names table and row.

use sqlx::AssertSqlSafe;

use super::restart::{AWAY, stored};
use super::world::World;
use crate::domain::{Millis, ServerState, Settings};
use crate::store::test_support::TestStore;

/// The tables that a start reads.
const TABLES: [&str; 13] = [
    "users",
    "relations",
    "events",
    "offers",
    "games",
    "ratings",
    "handled",
    "reports",
    "known_addresses",
    "banned_addresses",
    "silenced_addresses",
    "hidden_moves",
    "settings",
];

/// Returns a database with rows in all of these tables, and the time of the next start.
fn database() -> (TestStore, Millis) {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", true);
    let game = world.start_game(alice, bob, "5+3");
    world.play([alice, bob], game, &["f5", "d6"]);
    let pair = world.start_game(alice, bob, "60:00 lockstep");
    world.done(alice, &format!("#m move {pair} f5"));
    for line in ["say hello", "tell bob hello", "mute carol", "follow bob", "new 5+3"] {
        world.done(alice, line);
    }
    world.leave(carol);
    let mut store = stored(&world.writes);
    store.run(
        "INSERT INTO ratings (user_id, class, rating, deviation, volatility, games)
         VALUES (1, 'blitz', 1500, 90, 0.06, 20);
         INSERT INTO reports (number, by_id, to_id, reason, at) VALUES (1, 1, 2, 'spam', 0);
         INSERT INTO banned_addresses (address, user_id, until)
         VALUES ('192.0.2.9', 3, 9000000000000);
         INSERT INTO silenced_addresses (address, user_id, until)
         VALUES ('192.0.2.9', 3, 9000000000000);",
    );
    (store, world.now + AWAY)
}

/// Returns why a server does not start after a change of the database. Later starts do not see the change.
fn fault(store: &mut TestStore, change: &str, now: Millis) -> Option<String> {
    store.run(AssertSqlSafe(format!("BEGIN; {change}")));
    let loaded = store.try_load(now).map_err(|error| error.to_string());
    let started = loaded.and_then(|saved| {
        let state = ServerState::restore(Settings::default(), saved, now);
        state.map_err(|error| error.to_string())
    });
    store.run("ROLLBACK");
    started.err()
}

#[test]
fn whatever_a_column_has_a_start_does_not_panic_and_an_error_names_the_row() {
    let (mut store, now) = database();
    assert_eq!(fault(&mut store, "", now), None);
    let (mut n_faults, mut n_changes) = (0, 0);
    for table in TABLES {
        let columns = format!("SELECT name FROM pragma_table_info('{table}')");
        for column in store.column::<String>(AssertSqlSafe(columns)) {
            for value in ["'x'", "x'ff'", "-1", "9223372036854775807", "NULL"] {
                let change = format!("UPDATE OR IGNORE {table} SET {column} = {value}");
                n_changes += 1;
                let Some(error) = fault(&mut store, &change, now) else { continue };
                assert!(error.contains("is damaged: "), "{change}: {error}");
                assert!(error.starts_with("row "), "{change}: {error}");
                n_faults += 1;
            }
        }
    }
    assert!(n_faults > n_changes / 4, "{n_faults} of {n_changes}");
}

#[test]
fn an_error_says_what_is_wrong_where() {
    let (mut store, now) = database();
    for (change, wanted) in [
        (
            "UPDATE events SET body = replace(body, '\"f5\"', '\"a1\"') WHERE room = 'game/1'",
            ["row game/1 2 of the table `events`", "the move a1 cannot be replayed"],
        ),
        (
            "UPDATE users SET gone = 1 WHERE id = 2",
            ["row 1 of the table `games`", "its player 2 is not in the table `users`"],
        ),
        ("UPDATE ratings SET games = -1", ["row 1 blitz of the table `ratings`", "its column "]),
        (
            "UPDATE games SET begun_at = 'x' WHERE id = 1",
            ["row 1 of the table `games`", "its time cannot be read"],
        ),
        (
            "INSERT OR REPLACE INTO settings (name, value) VALUES ('alive', 99999999999999999)",
            ["row alive of the table `settings`", "its time cannot be read"],
        ),
        ("UPDATE handled SET content = 'x'", [" of the table `handled`", "its column "]),
        (
            "UPDATE users SET name = '?' WHERE id = 3",
            ["row 3 of the table `users`", "`?` is not a name"],
        ),
    ] {
        let error = fault(&mut store, change, now).unwrap_or_else(|| panic!("{change}: it starts"));
        assert!(wanted.iter().all(|part| error.contains(part)), "{change}: {error}");
    }
}
