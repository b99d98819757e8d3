//! The games of a file, to choose one of them.

use std::path::Path;

use thiserror::Error;
use willow_board::Color;
use willow_records::openings::{Opening, opening_of};
use willow_records::{
    GameOrPosition, RecordedGame, RecordedResult, WthorNames, entries_with_names,
};

use crate::game_file::GameFileError;
use crate::move_number::discs_placed;
use crate::search_list::{ListRow, SearchList};

/// Finds the names of players and tournaments that belong to a file of the WTHOR format with this content.
pub type FindWthorNames = fn(&Path, &[u8]) -> Result<WthorNames, FindNamesError>;

/// The names that belong to a WTHOR file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct FindNamesError(pub String);

/// The games of a file, with their list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GameBrowser {
    games: Vec<RecordedGame>,
    /// The list of the games.
    pub(crate) list: SearchList,
    n_errors: usize,
}

impl GameBrowser {
    /// Reads the games and positions of a file. Those with errors are left out, and counted.
    ///
    /// # Errors
    /// The file cannot be read, or there is neither a game nor a position in it.
    pub(crate) fn read(
        path: &Path,
        bytes: &[u8],
        names: &WthorNames,
    ) -> Result<GameBrowser, GameFileError> {
        let (mut games, mut rows) = (Vec::new(), Vec::new());
        let mut first_error = None;
        let mut n_errors = 0;
        for entry in entries_with_names(bytes, names) {
            match entry {
                Ok(entry) => {
                    rows.push(row_of(&entry.item));
                    games.push(entry.item.into_record());
                }
                Err(error) => {
                    n_errors += 1;
                    first_error.get_or_insert(error);
                }
            }
        }
        match first_error {
            Some(error) if games.is_empty() => {
                Err(GameFileError::NoGame { path: path.to_owned(), error })
            }
            _ => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let list = SearchList::new(format!("Games of {name}"), rows);
                Ok(GameBrowser { games, list, n_errors })
            }
        }
    }

    /// Returns how many games could not be read.
    pub(crate) fn n_errors(&self) -> usize {
        self.n_errors
    }

    /// Returns a game; `None` if there is none with this index.
    pub(crate) fn record(&self, index: usize) -> Option<RecordedGame> {
        self.games.get(index).cloned()
    }
}

/// Returns the line of a game or a position.
fn row_of(item: &GameOrPosition) -> ListRow {
    match item {
        GameOrPosition::Game(record) => {
            ListRow { title: title_of(record), details: details_of(record) }
        }
        GameOrPosition::Position(scored) => {
            let position = &scored.position;
            let turn = match position.side_to_move() {
                _ if position.is_game_over() => "Game over".to_owned(),
                side => format!("{side} to move"),
            };
            let title = format!("{turn}, {} empty", position.board().n_empties());
            ListRow { title, details: scored.comment.clone() }
        }
    }
}

/// Returns who played, with the result: `Tamenori 33-31 Murakami`. A game without names has its first
/// moves.
pub(crate) fn title_of(record: &RecordedGame) -> String {
    let result = record.result.map_or_else(|| "-".to_owned(), result_text);
    let [black, white] = Color::ALL.map(|color| record.player(color).name.as_str());
    if black.is_empty() && white.is_empty() {
        let moves: String =
            record.game.moves().take(FIRST_MOVES).map(|mv| mv.to_string()).collect();
        return if result == "-" { moves } else { format!("{moves} {result}") };
    }
    let or_unknown = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    format!("{} {result} {}", or_unknown(black), or_unknown(white))
}

/// Number of moves that name a game without names.
const FIRST_MOVES: usize = 10;

/// Returns the discs of both, empties to the winner: `33-31`.
pub(crate) fn result_text(result: RecordedResult) -> String {
    let black = f64::midpoint(64.0, result.score);
    format!("{black}-{}", 64.0 - black)
}

/// Returns when and where a game was played, its opening and its length.
pub(crate) fn details_of(record: &RecordedGame) -> String {
    let game = &record.game;
    let opening = opening_of(game).map(|(opening, _)| Opening::name(opening).to_owned());
    let n_moves = discs_placed(game, game.n_plies());
    let parts = [
        record.date.clone(),
        record.event.clone(),
        record.place.clone(),
        opening.unwrap_or_default(),
        format!("{n_moves} move{}", if n_moves == 1 { "" } else { "s" }),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::KeyCode;

    use super::*;

    const GAMES: &str = "\
(;GM[Othello]PC[GGS]DT[2003.12.15]PB[Ann]PW[Bob]RE[+6.000]TI[5:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)
(;GM[Othello]PB[Cleo]PW[Dan]B[F5]W[F6]B[E6]W[F4];)
(;GM[Othello]PB[broken]B[A1];)
(;GM[Othello]B[D3];)
";

    fn browser() -> GameBrowser {
        let path = Path::new("games/all.ggf");
        GameBrowser::read(path, GAMES.as_bytes(), &WthorNames::default()).unwrap()
    }

    #[test]
    fn every_game_has_a_line_and_can_be_opened() {
        let browser = browser();
        let lines: Vec<_> = browser
            .list
            .matching()
            .map(|(_, row)| (row.title.as_str(), row.details.as_str()))
            .collect();
        assert_eq!(
            lines,
            [
                ("Ann 35-29 Bob", "2003.12.15, GGS, Tiger, 5 moves"),
                ("Cleo - Dan", "Diagonal Opening, 4 moves"),
                ("d3", "1 move"),
            ]
        );
        assert_eq!((browser.list.len(), browser.n_errors()), (3, 1));
        let moves = |index| browser.record(index).map(|record| record.game.n_plies());
        assert_eq!([moves(0), moves(1), moves(2), moves(3)], [Some(5), Some(4), Some(1), None]);
        assert_eq!(browser.list.title(), "Games of all.ggf");
    }

    #[test]
    fn games_are_found_by_names_and_openings() {
        let mut browser = browser();
        for letter in "tiger ann".chars() {
            browser.list.press(KeyCode::Char(letter));
        }
        assert_eq!(browser.list.matching().len(), 1);
    }

    #[test]
    fn names_of_wthor_files_are_kept() {
        let mut record =
            RecordedGame::new(willow_records::transcript::parse("f5d6c3d3c4").unwrap());
        record.players[0].name = "Doe Jane".to_owned();
        record.result =
            Some(RecordedResult { score: 2.0, ending: willow_records::RecordedEnding::Board });
        let date = willow_records::wthor::WthorDate { century: 20, month: 1, ..Default::default() };
        let files = willow_records::wthor::write(&[record.clone(), record], 2026, date).unwrap();
        let names = WthorNames::parse(&files.players, &files.tournaments).unwrap();
        let browser = GameBrowser::read(Path::new("a.wtb"), &files.games, &names).unwrap();
        assert_eq!(browser.record(1).unwrap().players[0].name, "Doe Jane");
        assert!(browser.list.matching().all(|(_, row)| row.title.starts_with("Doe Jane 33-31 ")));
    }

    #[test]
    fn a_file_without_games_says_why() {
        let read = |text: &str| {
            let names = WthorNames::default();
            let error = GameBrowser::read(Path::new("a.txt"), text.as_bytes(), &names);
            error.unwrap_err().to_string()
        };
        assert!(read("hello").starts_with("a.txt, line 1, column 1: unknown format"));
        assert!(read("").contains("no game or position found"));
    }
}
