//! Writing games and positions in any text format.

use thiserror::Error;
use willow_board::Position;

use crate::detect::Format;
use crate::logbook::{self, BookLine};
use crate::printed_board::PrintedBoard;
use crate::read::GameOrPosition;
use crate::{RecordedGame, ScoredPosition, ggf, sgf, transcript};

/// The error of a game or a position that a format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("entry {entry}: {problem}")]
pub struct WriteError {
    /// The number of the game or position, counted from 1.
    pub entry: usize,
    /// Why it cannot be written.
    pub problem: WriteProblem,
}

/// Why a game or a position cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteProblem {
    /// The format has no start positions.
    #[error("a {format} holds only games from the standard start position")]
    StartPosition {
        /// The format.
        format: Format,
    },
    /// The format is binary.
    #[error("{format} cannot be written as text")]
    NotText {
        /// The format.
        format: Format,
    },
}

/// Writes games and positions in a text format. The text ends with an end of line.
///
/// A format of positions gets the last position of a game. A format of games gets a game without moves
/// for a position. Properties that the format does not have are left out.
///
/// ```
/// use willow_records::{Format, GameOrPosition, read, write};
///
/// let items: Vec<GameOrPosition> = read(b"F5D6C3")?.into_iter().map(|entry| entry.item).collect();
/// assert_eq!(write(&items, Format::Transcript), Ok("f5d6c3\n".to_owned()));
/// # Ok::<(), willow_records::ReadError>(())
/// ```
///
/// # Errors
/// The first game with another start position, if the format has no start positions. WTHOR is binary and
/// needs three files: [`wthor::write`](crate::wthor::write).
pub fn write(items: &[GameOrPosition], format: Format) -> Result<String, WriteError> {
    if format == Format::Ggf {
        let records: Vec<RecordedGame> =
            items.iter().cloned().map(GameOrPosition::into_record).collect();
        return Ok(ggf::write_all(&records));
    }
    let mut out = String::new();
    for (index, item) in items.iter().enumerate() {
        let text = entry(item, format);
        out += &text.map_err(|problem| WriteError { entry: index + 1, problem })?;
        out.push('\n');
    }
    Ok(out)
}

fn entry(item: &GameOrPosition, format: Format) -> Result<String, WriteProblem> {
    let record = || item.clone().into_record();
    let standard_start = || {
        let record = record();
        let is_standard = *record.game.start() == Position::START;
        is_standard.then_some(record.game).ok_or(WriteProblem::StartPosition { format })
    };
    Ok(match format {
        Format::Transcript => transcript::write(&standard_start()?),
        Format::Logbook => logbook::write(&BookLine::from(standard_start()?)),
        Format::Board => item.position().to_string(),
        Format::Obf => scored_position(item).to_string(),
        Format::PrintedBoard => PrintedBoard::from(*item.position()).to_string(),
        Format::Ggf => ggf::write(&record()),
        Format::Sgf => sgf::write(&record()),
        Format::Wthor | Format::WthorPlayers | Format::WthorTournaments => {
            return Err(WriteProblem::NotText { format });
        }
    })
}

fn scored_position(item: &GameOrPosition) -> ScoredPosition {
    match item {
        GameOrPosition::Position(scored) => scored.clone(),
        GameOrPosition::Game(record) => ScoredPosition {
            comment: record.comment.clone(),
            ..ScoredPosition::from(*record.game.position())
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn items(text: &str) -> Vec<GameOrPosition> {
        read(text.as_bytes()).unwrap().into_iter().map(|entry| entry.item).collect()
    }

    #[test]
    fn a_game_goes_through_every_format_of_text() {
        let games = items("f5d6c3d3c4\nf5f6\n");
        for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Logbook] {
            let text = write(&games, format).unwrap();
            assert_eq!(crate::detect(text.as_bytes()), Some(format));
            let moves = |items: &[GameOrPosition]| -> Vec<_> {
                items.iter().map(|item| item.clone().into_record().game).collect()
            };
            assert_eq!(moves(&items(&text)), moves(&games), "{text}");
        }
        for format in [Format::Board, Format::Obf, Format::PrintedBoard] {
            let text = write(&games, format).unwrap();
            assert_eq!(crate::detect(text.as_bytes()), Some(format));
            let positions = |items: &[GameOrPosition]| -> Vec<_> {
                items.iter().map(|item| *item.position()).collect()
            };
            assert_eq!(positions(&items(&text)), positions(&games), "{text}");
        }
    }

    #[test]
    fn positions_become_games_where_the_format_knows_starts() {
        let positions = items(&format!("{} X", "XO------".repeat(8)));
        assert_eq!(
            write(&positions, Format::Transcript).unwrap_err().to_string(),
            "entry 1: a transcript holds only games from the standard start position"
        );
        let games = items(&write(&positions, Format::Sgf).unwrap());
        assert_eq!(games[0].position(), positions[0].position());
        assert!(write(&positions, Format::Wthor).is_err());
    }
}
