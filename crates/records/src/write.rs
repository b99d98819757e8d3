//! Writing games and positions in any format of text.

use thiserror::Error;
use willow_board::Position;

use crate::detect::Format;
use crate::logbook::{self, BookLine};
use crate::printed_board::PrintedBoard;
use crate::read::Item;
use crate::{Record, ScoredPosition, ggf, sgf, transcript};

/// A game or a position cannot be written in a format.
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
    /// The format holds moves only.
    #[error("a {format} holds only games from the usual start")]
    StartPosition {
        /// The format.
        format: Format,
    },
    /// The format is not one of text.
    #[error("{format} are not text: see `wthor::write`")]
    NotText {
        /// The format.
        format: Format,
    },
}

/// Writes games and positions in a format of text, with an end of line behind the last.
///
/// What the format cannot hold is left out: a format of positions gets the last position of a game,
/// a format of games gets a game without moves for a position.
///
/// ```
/// use willow_records::{Format, Item, read, write};
///
/// let items: Vec<Item> = read(b"F5D6C3")?.into_iter().map(|entry| entry.item).collect();
/// assert_eq!(write(&items, Format::Transcript), Ok("f5d6c3\n".to_owned()));
/// # Ok::<(), willow_records::ReadError>(())
/// ```
///
/// # Errors
/// The first entry that has a start position where the format knows none. WTHOR is binary and needs
/// three files: [`wthor::write`](crate::wthor::write).
pub fn write(items: &[Item], format: Format) -> Result<String, WriteError> {
    if format == Format::Ggf {
        let records: Vec<Record> = items.iter().cloned().map(Item::into_record).collect();
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

fn entry(item: &Item, format: Format) -> Result<String, WriteProblem> {
    let record = || item.clone().into_record();
    let usual_start = || {
        let record = record();
        let is_usual = *record.game.start() == Position::START;
        is_usual.then_some(record.game).ok_or(WriteProblem::StartPosition { format })
    };
    Ok(match format {
        Format::Transcript => transcript::write(&usual_start()?),
        Format::Logbook => logbook::write(&BookLine::from(usual_start()?)),
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

fn scored_position(item: &Item) -> ScoredPosition {
    match item {
        Item::Position(scored) => scored.clone(),
        Item::Game(record) => ScoredPosition {
            comment: record.comment.clone(),
            ..ScoredPosition::from(*record.game.position())
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn items(text: &str) -> Vec<Item> {
        read(text.as_bytes()).unwrap().into_iter().map(|entry| entry.item).collect()
    }

    #[test]
    fn a_game_goes_through_every_format_of_text() {
        let games = items("f5d6c3d3c4\nf5f6\n");
        for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Logbook] {
            let text = write(&games, format).unwrap();
            assert_eq!(crate::detect(text.as_bytes()), Some(format));
            let moves = |items: &[Item]| -> Vec<_> {
                items.iter().map(|item| item.clone().into_record().game).collect()
            };
            assert_eq!(moves(&items(&text)), moves(&games), "{text}");
        }
        for format in [Format::Board, Format::Obf, Format::PrintedBoard] {
            let text = write(&games, format).unwrap();
            assert_eq!(crate::detect(text.as_bytes()), Some(format));
            let positions =
                |items: &[Item]| -> Vec<_> { items.iter().map(|item| *item.position()).collect() };
            assert_eq!(positions(&items(&text)), positions(&games), "{text}");
        }
    }

    #[test]
    fn positions_become_games_where_the_format_knows_starts() {
        let positions = items(&format!("{} X", "XO------".repeat(8)));
        assert_eq!(
            write(&positions, Format::Transcript).unwrap_err().to_string(),
            "entry 1: a transcript holds only games from the usual start"
        );
        let games = items(&write(&positions, Format::Sgf).unwrap());
        assert_eq!(games[0].position(), positions[0].position());
        assert!(write(&positions, Format::Wthor).is_err());
    }
}
