//! What people paste and programs write, each with what is read from it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use willow_board::Position;
use willow_records::{EntryStream, GameOrPosition, ReadError, decode, entries, transcript};

use crate::laws;

/// Games of more plies are told by their number and the last board.
const PLIES_TOLD: usize = 12;

/// The files of the folder `cases` with the entries that are read from them. After public reports of users; names
/// are replaced.
const CASES: &[(&str, &[&str])] = &[
];

fn told(item: &GameOrPosition) -> String {
    let record = match item {
        GameOrPosition::Position(scored) => return scored.to_string(),
        GameOrPosition::Game(record) => record,
    };
    let game = &record.game;
    let mut text = if game.n_plies() <= PLIES_TOLD {
        transcript::write(game)
    } else {
        let [black, white] = willow_board::Color::ALL.map(|color| game.position().discs(color));
        format!("{} plies to {}-{}", game.n_plies(), black.count(), white.count())
    };
    if *game.start() != Position::START {
        text += &format!(" from {}", game.start());
    }
    let [black, white] = record.players.each_ref().map(|player| &player.name);
    if !black.is_empty() || !white.is_empty() {
        text += &format!(", {black} against {white}");
    }
    if let Some(result) = record.result {
        text += &format!(", {:+}", result.score);
    }
    text
}

#[test]
fn what_people_paste_is_read_or_refused_with_its_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for (file, expected) in CASES {
        let bytes = fs::read(folder.join(file)).unwrap();
        let text = decode(bytes.clone()).unwrap();
        laws::check("read", &text);
        let whole: Vec<Result<GameOrPosition, ReadError>> =
            entries(&text).map(|entry| entry.map(|entry| entry.item)).collect();
        let all_told: Vec<String> = whole
            .iter()
            .map(|entry| entry.as_ref().map_or_else(ToString::to_string, told))
            .collect();
        assert_eq!(all_told, *expected, "{file}");
        let streamed = EntryStream::new(bytes, &b""[..]).unwrap();
        let streamed: Vec<_> = streamed
            .map(|entry| entry.map(|entry| entry.item).map_err(|error| error.to_string()))
            .collect();
        let whole: Vec<_> =
            whole.into_iter().map(|entry| entry.map_err(|error| error.to_string())).collect();
        assert_eq!(streamed, whole, "{file}");
    }
    let n_files = fs::read_dir(folder).unwrap().count();
    assert_eq!(n_files, CASES.len(), "each file has its row");
}
