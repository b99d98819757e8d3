//! Writing games and positions in any text format.

use thiserror::Error;
use willow_board::Position;

use crate::detect::Format;
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
        /// What was to be written.
        format: Format,
    },
    /// The format is binary.
    #[error("{format} cannot be written as text")]
    NotText {
        /// What was to be written.
        format: Format,
    },
}

/// Writes games and positions in a text format. The text ends with an end of line.
///
/// A format of positions gets all positions of a game, from its start on; a format of games gets a
/// game without moves for a position. What else the format cannot hold is left out:
/// [`dropped_data`](crate::dropped_data) tells what.
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
    let mut is_unfinished = false;
    for (index, item) in items.iter().enumerate() {
        if format.holds_positions() {
            write_positions(&mut out, item, format);
            continue;
        }
        let text = entry(item, format);
        let text = text.map_err(|problem| WriteError { entry: index + 1, problem })?;
        // An empty line keeps a shorter game from being the rest of an unfinished one.
        let last = out.lines().next_back().unwrap_or_default();
        if format == Format::Transcript && is_unfinished && text.len() < last.len() {
            out.push('\n');
        }
        is_unfinished = matches!(item, GameOrPosition::Game(record) if !record.game.is_over());
        out += &text;
        out.push('\n');
    }
    Ok(out)
}

/// Writes a position, or all positions of a game.
fn write_positions(out: &mut String, item: &GameOrPosition, format: Format) {
    let mut push = |scored: &ScoredPosition| {
        *out += &match format {
            Format::Obf => scored.to_string(),
            Format::PrintedBoard => PrintedBoard::from(scored.position).to_string(),
            _ => scored.position.to_string(),
        };
        out.push('\n');
    };
    match item {
        GameOrPosition::Position(scored) => push(scored),
        GameOrPosition::Game(record) => scored_positions(record).for_each(|scored| push(&scored)),
    }
}

/// Returns the positions of a game, with the remarks about the game at its start and about a move
/// behind it.
fn scored_positions(record: &RecordedGame) -> impl Iterator<Item = ScoredPosition> + '_ {
    (0..=record.game.n_plies()).map(move |ply| {
        let position = *record.game.position_at(ply).expect("the game has this ply");
        let remark = match ply.checked_sub(1) {
            None => &record.comment,
            Some(last) => record.note(last).map_or("", |note| &note.comment),
        };
        ScoredPosition { comment: remark.trim().to_owned(), ..ScoredPosition::from(position) }
    })
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
        Format::Ggf => ggf::write(&record()),
        Format::Sgf => sgf::write(&record()),
        _ => {
            return Err(WriteProblem::NotText { format });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveNote, read};

    fn items(text: &str) -> Vec<GameOrPosition> {
        read(text.as_bytes()).unwrap().into_iter().map(|entry| entry.item).collect()
    }

    #[test]
    fn a_game_goes_through_every_format_of_text() {
        let games = items("f5d6c3d3c4\n\nf5f6\n");
        for format in [Format::Transcript, Format::Ggf, Format::Sgf] {
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
            let positions: Vec<_> = items(&text).iter().map(|item| *item.position()).collect();
            let expected: Vec<_> = games
                .iter()
                .map(|item| item.clone().into_record().game)
                .flat_map(|game| {
                    (0..=game.n_plies()).map(move |ply| *game.position_at(ply).unwrap())
                })
                .collect();
            assert_eq!((positions.len(), positions), (9, expected), "{text}");
        }
    }

    #[test]
    fn remarks_stand_with_their_positions() {
        let mut record = RecordedGame::new(crate::transcript::parse("f5d6c3").unwrap());
        "a game".clone_into(&mut record.comment);
        record.set_note(0, MoveNote { comment: "usual".to_owned(), ..MoveNote::default() });
        let text = write(&[GameOrPosition::Game(Box::new(record))], Format::Obf).unwrap();
        let remarks: Vec<_> =
            text.lines().map(|line| line.split_once('%').map(|(_, r)| r)).collect();
        assert_eq!(remarks, [Some(" a game"), Some(" usual"), None, None]);
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
        for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Obf] {
            assert_eq!(write(&positions, format).is_err(), format.needs_standard_start());
        }
    }
}
