//! Games that users have played on their devices: in the archive for those who ask for them, and nowhere else.

use serde_json::json;
use willow_board::DiscDiff;
use willow_protocol::{ArchiveFilter, ExploreFilter, GameId, PlayerResults, RecordFormat, Role};

use crate::domain::{FIRST_DEVICE, PlayedOnDevice, UserId, UserWrite, Write, is_on_device};
use crate::store::archive::record_text;
use crate::store::test_support::{DAY, TestStore, user};
use crate::store::tests::archive::own_game;

/// The shortest game: Black wins all discs.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

/// A game of alice, who has Black, on the third day.
fn played(user: i64, word: &str) -> Write {
    let sent = json!({
        "account": "alice", "id": word, "color": "black", "level": 4, "moves": WIPE_OUT,
        "ended_at": 2 * DAY,
    });
    let sent = serde_json::from_value(sent).unwrap();
    let game = PlayedOnDevice::check(UserId(user), sent, 3 * DAY).unwrap();
    Write::DeviceGame(Box::new(game))
}

/// A store of alice, a guest and bob, who has played alice once on the server.
fn store() -> TestStore {
    let mut store = TestStore::new();
    let roles = [(1, "alice", Role::Player), (2, "bob", Role::Player), (3, "gast", Role::Guest)];
    store.commit(roles.map(|(id, name, role)| user(id, name, role, 0)).into());
    store.commit(own_game(7, Some(64)));
    store
}

impl TestStore {
    fn numbers(&self, words: &str) -> Vec<u64> {
        let page = self.runtime.block_on(self.store.search(&words.parse().unwrap())).unwrap();
        page.games.iter().map(|game| game.game.0).collect()
    }

    fn results_of_player(&self, words: &str) -> PlayerResults {
        self.runtime.block_on(self.store.player_results(&words.parse().unwrap())).unwrap()
    }

    fn n_explored(&self, words: &str) -> u64 {
        let filter: ArchiveFilter = words.parse().unwrap();
        self.runtime.block_on(self.store.explore(&ExploreFilter { filter })).unwrap().games
    }
}

#[test]
fn a_game_that_is_sent_again_is_kept_once() {
    let mut store = store();
    store.commit(vec![played(1, "game-0001"), played(1, "game-0001")]);
    store = store.reopen();
    store.commit(vec![played(1, "game-0001"), played(1, "game-0002")]);
    let first = FIRST_DEVICE;
    assert_eq!(store.numbers("only device"), [first + 1, first]);
    let word = "game-0002".parse().unwrap();
    let kept = store.runtime.block_on(store.store.device_game(UserId(1), &word)).unwrap();
    assert_eq!(kept, Some(GameId(first + 1)));
    assert_eq!(store.runtime.block_on(store.store.n_device_games(UserId(1))).unwrap(), 2);
}

#[test]
fn guests_and_deleted_accounts_keep_none() {
    let mut store = store();
    store.commit(vec![played(3, "game-0001"), UserWrite::Deleted(UserId(1), DAY).into()]);
    store.commit(vec![played(1, "game-0001")]);
    assert!(store.numbers("only device").is_empty());
}

/// The list, the board and the results of players answer the same question about the same games.
#[test]
fn only_who_asks_for_games_of_devices_finds_them() {
    let mut store = store();
    store.commit(vec![played(1, "game-0001")]);
    let number = FIRST_DEVICE;
    for (words, found) in [
        ("", vec![7]),
        ("player =alice", vec![7]),
        ("player alice from 1970", vec![7]),
        ("only here", vec![7]),
        ("player =alice only here", vec![7]),
        ("opening f5", vec![7]),
        ("opening f5d6c3d3", vec![]),
        ("only device", vec![number]),
        ("player =alice only device", vec![number]),
        ("player =alice opponent willow only device", vec![number]),
        ("player =bob only device", vec![]),
        ("opening e6f4e3 only device", vec![number]),
        ("only device result black", vec![number]),
        ("only device result white", vec![]),
    ] {
        assert_eq!(store.numbers(words), found, "{words}");
        if !words.contains("opening") {
            assert_eq!(store.n_explored(words), found.len() as u64, "{words}");
        }
    }
    let others = |words: &str| {
        let results = store.results_of_player(words);
        let all = [results.black, results.white].map(|tally| tally.games);
        (all, results.opponents.into_iter().map(|row| row.name).collect::<Vec<_>>())
    };
    assert_eq!(others("player =alice"), ([1, 0], vec!["bob".to_owned()]));
    let program = vec!["Willow on a device (level 4)".to_owned()];
    assert_eq!(others("player =alice only device"), ([1, 0], program));
}

/// Parts of the names of devices' programs are those of bots and levels.
#[test]
fn a_text_asks_for_games_of_devices_by_a_word_and_not_by_their_programs() {
    let mut store = store();
    store.commit(vec![played(1, "game-0001")]);
    let search = |text: &str| {
        let text = text.parse().unwrap();
        let found = store.runtime.block_on(store.store.search_text(&text)).unwrap();
        (found.filter.to_string(), found.total, found.problems.len())
    };
    assert_eq!(search("alice device"), ("player =alice only device".to_owned(), 1, 0));
    assert_eq!(search("alice"), ("player =alice".to_owned(), 1, 0));
    assert_eq!(search("level"), (String::new(), 0, 1));
}

#[test]
fn a_game_of_a_device_is_read_as_one_that_was_imported() {
    let mut store = store();
    store.commit(vec![played(1, "game-0001")]);
    let number = GameId(FIRST_DEVICE);
    let found = store.runtime.block_on(store.store.archived(number)).unwrap().unwrap();
    let summary = &found.summary;
    assert!(summary.on_device && is_on_device(number));
    assert_eq!((&*summary.black, summary.result), ("alice", Some(DiscDiff::MAX)));
    assert_eq!((&*summary.date, &*found.place), ("1970-01-03", "device"));
    let record = store.runtime.block_on(store.store.record(number, None)).unwrap();
    let text = record_text(&record, RecordFormat::Ggf).unwrap();
    assert!(text.contains("PW[Willow on a device (level 4)]"), "{text}");
}

#[test]
fn a_deleted_account_leaves_no_game_of_its_devices() {
    let mut store = store();
    store.commit((0..12).map(|n| played(1, &format!("game-{n:04}"))).collect());
    let positions = "SELECT COUNT(*) FROM archive_positions";
    let before = store.column::<i64>(positions)[0];
    store.commit(vec![UserWrite::Deleted(UserId(1), 4 * DAY).into()]);
    store.finish_background_work();
    assert!(store.numbers("only device").is_empty());
    assert_eq!(before - store.column::<i64>(positions)[0], 12 * 10);
    assert_eq!(store.column::<i64>("SELECT COUNT(*) FROM device_games"), [0]);
    assert_eq!(store.numbers(""), [7], "the game with bob stays");
    store.commit(vec![user(4, "anna", Role::Player, 5 * DAY), played(4, "game-0001")]);
    assert_eq!(store.numbers("only device"), [FIRST_DEVICE + 12], "no number comes again");
}
