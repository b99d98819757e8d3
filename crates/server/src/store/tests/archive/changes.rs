//! Imports, merged names and copies, and that each of them can be undone.

use willow_board::Color;
use willow_protocol::GameId;
use willow_records::RecordedGame;

use super::{own_game, record_of};
use crate::store::archive::{
    ArchiveChange, ArchiveEntry, ArchiveError, ChangeKind, Import, KnownGame, MergedKind, NameMerge,
};
use crate::store::test_support::TestStore;

/// A game that is long enough to be compared.
const MOVES: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6";

impl TestStore {
    /// Returns all that the tables of the archive say.
    fn archive(&mut self) -> Vec<String> {
        let tables = [
            "SELECT 'player ' || name FROM archive_players ORDER BY 1",
            "SELECT concat_ws(' ', archive_games.id, b.name, w.name, played, event, result, moves, own)
             FROM archive_games JOIN archive_players b ON b.id = black_id
             JOIN archive_players w ON w.id = white_id ORDER BY archive_games.id",
            "SELECT concat_ws(' ', position, played, game, move, result, finished)
             FROM archive_positions ORDER BY position, played, game",
            "SELECT concat_ws(' ', position, move, games, black_wins, draws, white_wins, finished, difference)
             FROM archive_moves ORDER BY position, move",
        ];
        tables.into_iter().flat_map(|sql| self.column::<String>(sql)).collect()
    }

    fn changes(&mut self) -> Vec<ArchiveChange> {
        self.runtime.block_on(self.store.archive_changes()).unwrap()
    }

    fn undo(&mut self, number: u64) -> Result<ArchiveChange, ArchiveError> {
        self.runtime.block_on(self.writer.undo_archive_change(number, |_| ()))
    }

    fn merge(&mut self, kind: MergedKind, name: &str, shown: &str) -> Result<u64, ArchiveError> {
        let merge = NameMerge { kind, name: name.to_owned(), shown: shown.to_owned() };
        self.runtime.block_on(self.writer.merge_names(merge))
    }

    fn merge_copies(&mut self) -> (Vec<[u64; 2]>, u64) {
        let pairs = self.runtime.block_on(self.store.possible_copies()).unwrap();
        let number = self.runtime.block_on(self.writer.take_out(&pairs)).unwrap();
        (pairs.iter().map(|pair| [pair.kept.game.0, pair.copy.game.0]).collect(), number)
    }

    /// Returns the names and events that a search shows.
    fn shown(&self, words: &str) -> Vec<String> {
        let games = self.search(&words.parse().unwrap());
        games.iter().map(|game| format!("{}-{} {}", game.black, game.white, game.event)).collect()
    }
}

fn played(black: &str, date: &str, event: &str, moves: &str) -> RecordedGame {
    let mut record = record_of(black, "Roe Jo", moves, 4);
    date.clone_into(&mut record.date);
    event.clone_into(&mut record.event);
    record
}

#[test]
fn an_import_of_several_calls_is_undone_whole_and_leaves_no_trace() {
    let mut store = TestStore::new();
    store.import(&[played("Doe Jane", "1995", "Cup", "f5d6c3")]);
    store.commit(own_game(7, Some(2)));
    let before = store.archive();
    let mut import = Import::new("one.ggf, two.ggf");
    for black in ["Doe Jane", "Ito Ken"] {
        let entry = ArchiveEntry::from(played(black, "1996", "", "f5d6c4"));
        store.runtime.block_on(store.writer.import(&mut import, vec![entry])).unwrap();
    }
    let kind = ChangeKind::Import { files: "one.ggf, two.ggf".to_owned(), games: 2 };
    assert_eq!(store.changes().last().unwrap().kind, kind);
    assert_ne!(store.archive(), before);
    let mut told = Vec::new();
    let undone = store.writer.undo_archive_change(2, |games| told.push(games));
    assert_eq!(store.runtime.block_on(undone).unwrap().kind, kind);
    assert_eq!(told, [2]);
    assert_eq!(store.archive(), before);
    assert!(matches!(store.undo(2), Err(ArchiveError::NoChange(2))));
    // The games can be imported again, under another number.
    assert_eq!(store.import(&[played("Ito Ken", "1996", "", "f5d6c4")]).added, 1);
    assert_eq!(store.changes().iter().map(|change| change.number).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn copies_from_another_source_are_taken_out_and_come_back() {
    let mut store = TestStore::new();
    store.import(&[
        played("Müller Jörg", "1995", "Paris Open", MOVES),
        played("Other", "1995", "", MOVES),
    ]);
    let before = store.archive();
    let copy = played("Jorg Muller", "1995-06-30", "", MOVES);
    store.import(std::slice::from_ref(&copy));
    let with_copy = store.archive();
    let (pairs, number) = store.merge_copies();
    // The day is known of the later one.
    assert_eq!((pairs, number), (vec![[3, 1]], 3));
    assert_eq!(store.shown("player muller"), ["Jorg Muller-Roe Jo "]);
    let found = store.runtime.block_on(store.store.archived(GameId(1))).unwrap().unwrap();
    assert_eq!(found.summary.black, "Jorg Muller", "an old link shows the game that stayed");
    let again = store.import(&[played("Müller Jörg", "1995", "Paris Open", MOVES)]);
    assert_eq!(again.known, [KnownGame { entry: 0, game: GameId(3) }], "the one that stayed");
    store.undo(3).unwrap();
    assert_eq!(store.archive(), with_copy);
    // When the game that stayed leaves, its copy comes back.
    assert_eq!(store.merge_copies().1, 4);
    store.undo(2).unwrap();
    assert_eq!(store.archive(), before);
    assert_eq!(store.column::<i64>("SELECT COUNT(*) FROM archive_copies"), [0]);
}

#[test]
fn merged_players_are_found_and_shown_as_one_until_the_merge_is_undone() {
    let mut store = TestStore::new();
    store.import(&[
        played("Doe J.", "1995", "", "f5d6c3"),
        played("Doe Jane", "1996", "", "f5d6c4"),
        played("Jane D.", "1997", "", "f5f6"),
    ]);
    let before = store.shown("");
    assert_eq!(store.merge(MergedKind::Player, "doe j.", "Doe Jane").unwrap(), 2);
    store.merge(MergedKind::Player, "Jane D.", "Doe J.").unwrap();
    let one = vec!["Doe Jane-Roe Jo "; 3];
    for words in ["", "player =doe_jane", "player =jane_d.", "player jane opponent roe"] {
        assert_eq!(store.shown(words), one, "{words}");
    }
    let record = store.runtime.block_on(store.store.record(GameId(1), None)).unwrap();
    assert_eq!(record.player(Color::Black).name, "Doe Jane");
    store.import(&[played("Doe J.", "1999", "", "f5f4")]);
    assert_eq!(store.shown("player =doe_jane").len(), 4, "later games, too");
    let same = store.merge(MergedKind::Player, "Doe Jane", "Jane D.").unwrap_err().to_string();
    assert_eq!(same, "`Doe Jane` and `Jane D.` are shown as one already");
    let unknown = store.merge(MergedKind::Player, "Doe", "Roe Jo").unwrap_err().to_string();
    assert!(
        unknown.starts_with("the archive has no player `Doe`; it has Doe J., Doe Jane"),
        "{unknown}"
    );
    for number in [4, 2, 3] {
        store.undo(number).unwrap();
    }
    assert_eq!(store.shown(""), before);
    assert_eq!(store.shown("player =doe_jane").len(), 1);
}

#[test]
fn merged_events_are_found_and_shown_as_one() {
    let mut store = TestStore::new();
    store.import(&[
        played("A", "1995", "Coupe de Paris", "f5d6c3"),
        played("B", "1996", "Paris Cup", "f5d6c4"),
    ]);
    store.merge(MergedKind::Event, "Coupe de Paris", "paris cup").unwrap();
    for words in ["event =paris_cup", "event coupe", "event cup"] {
        assert_eq!(store.shown(words), ["B-Roe Jo Paris Cup", "A-Roe Jo Paris Cup"], "{words}");
    }
    store.undo(2).unwrap();
    assert_eq!(store.shown("event =paris_cup"), ["B-Roe Jo Paris Cup"]);
}

#[test]
fn accents_and_widths_do_not_matter_to_a_search() {
    let mut store = TestStore::new();
    store.import(&[played("Müller Jörg", "1995", "Coupe d'Été", "f5d6c3")]);
    store.import(&[played("ﾀﾅｶ ｹﾝ", "1996", "", "f5d6c3")]);
    for words in ["player muller", "player =MULLER_JÖRG", "event ete"] {
        assert_eq!(store.found(words), [1], "{words}");
    }
    assert_eq!(store.found("player タナカ"), [2]);
    let text = "jorg müller".parse().unwrap();
    let searched = store.runtime.block_on(store.store.search_text(&text)).unwrap();
    assert_eq!(searched.page.games.len(), 1, "{searched:?}");
}

#[test]
fn an_older_database_gets_the_new_keys_of_names() {
    let mut store = TestStore::sqlite();
    store.import(&[played("Müller Jörg", "1995", "", "f5d6c3")]);
    store.run(
        "UPDATE archive_players SET name_key = lower(name);
         DROP TABLE archive_changes; DROP TABLE archive_copies; DROP TABLE archive_event_names;
         DROP INDEX archive_players_of_person; ALTER TABLE archive_players DROP COLUMN person;
         DELETE FROM _sqlx_migrations WHERE version = 29",
    );
    assert_eq!(
        store.column::<String>("SELECT name_key FROM archive_players WHERE name_key LIKE 'm%'"),
        ["müller jörg"]
    );
    let mut store = store.reopen();
    assert_eq!(store.found("player muller"), [1]);
    assert!(store.changes().is_empty(), "what was imported before has no number");
}
