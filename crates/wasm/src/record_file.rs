//! A file with many games, read in portions: so the page goes on meanwhile.

use wasm_bindgen::prelude::wasm_bindgen;
use willow_board::{Color, Move, Position};
use willow_records::wthor::{WthorFileKind, WthorNames};
use willow_records::{GameOrPosition, entries_from};

use crate::branches;
use crate::problem::Problem;

/// A file of any format, also a binary one.
#[derive(Clone, Debug)]
#[wasm_bindgen]
pub struct RecordFile {
    bytes: Vec<u8>,
    names: WthorNames,
    /// Where the games begin that were not read yet.
    offset: usize,
    is_at_end: bool,
    n_failures: u32,
    first_failure: Option<Problem>,
}

#[wasm_bindgen]
impl RecordFile {
    /// Takes the bytes of a file. Nothing is read yet.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> RecordFile {
        let (names, offset, is_at_end) = (WthorNames::default(), 0, false);
        RecordFile { bytes, names, offset, is_at_end, n_failures: 0, first_failure: None }
    }

    /// Takes a file with the names of players or tournaments for the numbers in a WTHOR file. Returns whether it is
    /// one.
    #[wasm_bindgen(js_name = addNames)]
    pub fn add_names(&mut self, bytes: &[u8]) -> bool {
        self.names.add(bytes).is_ok()
    }

    /// Returns whether the file is one of names, which has no games of its own.
    #[wasm_bindgen(getter, js_name = hasNamesOnly)]
    pub fn has_names_only(&self) -> bool {
        let kind = WthorFileKind::detect(&self.bytes);
        kind.is_some_and(|kind| kind != WthorFileKind::Games)
    }

    /// Reads the next games and positions, at most so many, those that are wrong among them. Each is seven
    /// texts: `game` or `position`; its start, empty if it is the usual one; the moves without passes, such
    /// as `f5d6c3`; the names of Black's and of White's player; remarks and variations, as `branches.rs`
    /// says; the event with its date.
    pub fn read(&mut self, most: u32) -> Vec<String> {
        let mut entries = entries_from(&self.bytes, &self.names, self.offset);
        let mut texts = Vec::new();
        for _ in 0..most {
            match entries.next() {
                Some(Ok(entry)) => texts.extend(texts_of(entry.item)),
                Some(Err(error)) => {
                    self.n_failures += 1;
                    self.first_failure.get_or_insert_with(|| error.into());
                }
                None => {
                    self.is_at_end = true;
                    break;
                }
            }
        }
        self.offset = entries.offset();
        texts
    }

    /// Returns whether everything was read.
    #[wasm_bindgen(getter, js_name = isAtEnd)]
    pub fn is_at_end(&self) -> bool {
        self.is_at_end
    }

    /// Returns the number of games and positions so far that could not be read.
    #[wasm_bindgen(getter, js_name = nFailures)]
    pub fn n_failures(&self) -> u32 {
        self.n_failures
    }

    /// Returns what is wrong with the first of them.
    #[wasm_bindgen(getter, js_name = firstFailure)]
    pub fn first_failure(&self) -> Option<Problem> {
        self.first_failure.clone()
    }
}

fn texts_of(item: GameOrPosition) -> [String; 7] {
    let kind = if matches!(item, GameOrPosition::Game(_)) { "game" } else { "position" };
    let record = item.into_record();
    let start = *record.game.start();
    let start = if start == Position::START { String::new() } else { start.to_string() };
    let moves = record.game.moves().filter_map(Move::square);
    let moves = moves.map(|square| square.to_string()).collect();
    let [black, white] = Color::ALL.map(|color| record.players[color.index()].name.clone());
    let event = [record.event.trim(), record.date.trim()].join(" ").trim().to_owned();
    [kind.to_owned(), start, moves, black, white, branches::text(&record), event]
}

#[cfg(test)]
mod tests {
    use willow_records::wthor::{self, WthorDate};
    use willow_records::{RecordedEnding, RecordedGame, RecordedResult, transcript};

    use super::*;

    #[test]
    fn a_file_is_read_in_portions() {
        let mut file = RecordFile::new(b"f5d6\nf5d5\nf5d6c3\n".to_vec());
        assert_eq!(file.read(1), ["game", "", "f5d6", "", "", "", ""]);
        assert!(!file.is_at_end());
        assert!(file.read(1).is_empty(), "the second game is wrong");
        assert_eq!(file.read(9), ["game", "", "f5d6c3", "", "", "", ""]);
        assert_eq!((file.is_at_end(), file.n_failures()), (true, 1));
        let failure = file.first_failure().unwrap();
        assert_eq!((failure.problem.as_str(), failure.line), ("malformed", Some(2)));
    }

    #[test]
    fn positions_have_a_start_and_names_are_told() {
        let board = format!("{}XOXO{} O", "-".repeat(26), "-".repeat(34));
        let mut file = RecordFile::new(board.clone().into_bytes());
        assert_eq!(file.read(2), ["position", &board, "", "", "", "", ""]);
        let mut file = RecordFile::new(b"(;GM[Othello]PB[alice]PW[bob]B[f5];)".to_vec());
        assert_eq!(file.read(2), ["game", "", "f5", "alice", "bob", "", ""]);
    }

    #[test]
    fn a_wthor_file_has_the_names_that_come_with_it() {
        let mut record = RecordedGame::new(transcript::parse("f5d6").unwrap());
        record.result = Some(RecordedResult { score: 2.0, ending: RecordedEnding::Board });
        record.player_mut(Color::Black).name = "Doe Jane".to_owned();
        record.event = "Open".to_owned();
        let created = WthorDate { century: 20, month: 1, ..WthorDate::default() };
        let files = wthor::write(&[record], 2026, created).unwrap();
        let mut file = RecordFile::new(files.games.clone());
        assert_eq!(file.read(1)[3], "#1");
        let mut file = RecordFile::new(files.games.clone());
        assert!(file.add_names(&files.players) && file.add_names(&files.tournaments));
        assert!(!file.add_names(&files.games) && !file.has_names_only());
        assert_eq!(file.read(1), ["game", "", "f5d6", "Doe Jane", "???", "", "Open 2026"]);
        assert!(RecordFile::new(files.players).has_names_only());
    }

    #[test]
    fn a_file_without_games_fails_once() {
        for bytes in [&b""[..], b"hello", b"\xff\0"] {
            let mut file = RecordFile::new(bytes.to_vec());
            assert!(file.read(5).is_empty());
            assert!(file.read(5).is_empty());
            assert_eq!((file.is_at_end(), file.n_failures()), (true, 1));
        }
    }
}
