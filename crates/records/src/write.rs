//! Writing games and positions in any text format.

use willow_board::Position;

use crate::board_vector::BoardVector;
use crate::clojure_text::ClojureBoard;
use crate::detect::Format;
use crate::printed_board::{BoardLabels, PrintedBoard};
use crate::read::GameOrPosition;
use crate::write_error::{WriteError, WriteProblem};
use crate::{RecordedGame, ScoredPosition, clojure_text, ggf, paip_text, sgf, transcript};

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
    TextWriter::new(format).write(items)
}

/// Writes games and positions as [`write()`] does, some at a time.
#[derive(Clone, Debug)]
pub struct TextWriter {
    format: Format,
    n_items: usize,
    /// The length of the transcript before, if its game is unfinished.
    unfinished: Option<usize>,
}

impl TextWriter {
    /// Returns a writer that has written nothing yet.
    pub const fn new(format: Format) -> TextWriter {
        TextWriter { format, n_items: 0, unfinished: None }
    }

    /// Returns the text of the next games and positions. The games of a synchro pair must come together.
    ///
    /// # Errors
    /// As [`write()`]'s. Entries are counted from the first call on.
    pub fn write(&mut self, items: &[GameOrPosition]) -> Result<String, WriteError> {
        if self.format == Format::Ggf {
            let records: Vec<RecordedGame> =
                items.iter().cloned().map(GameOrPosition::into_record).collect();
            return Ok(ggf::write_all(&records));
        }
        let mut out = String::new();
        for item in items {
            self.n_items += 1;
            if self.format.holds_positions() {
                write_positions(&mut out, item, self.format);
            } else {
                let written = self.write_game(&mut out, item);
                written.map_err(|problem| WriteError { entry: self.n_items, problem })?;
            }
        }
        Ok(out)
    }

    fn write_game(&mut self, out: &mut String, item: &GameOrPosition) -> Result<(), WriteProblem> {
        let text = entry(item, self.format)?;
        // An empty line keeps a shorter game from being the rest of an unfinished one.
        if self.unfinished.is_some_and(|length| text.len() < length) {
            out.push('\n');
        }
        let is_transcript = self.format == Format::Transcript;
        let is_unfinished = matches!(item, GameOrPosition::Game(record) if !record.game.is_over());
        self.unfinished = (is_transcript && is_unfinished).then_some(text.len());
        *out += &text;
        out.push('\n');
        Ok(())
    }
}

/// Writes a position, or all positions of a game.
fn write_positions(out: &mut String, item: &GameOrPosition, format: Format) {
    let mut push = |scored: &ScoredPosition| {
        *out += &match format {
            Format::Obf => scored.to_string(),
            Format::PrintedBoard => PrintedBoard::from(scored.position).to_string(),
            Format::Paip => {
                PrintedBoard::labelled(&scored.position, BoardLabels::Numbers).to_string()
            }
            Format::Clojure => {
                let side = scored.position.side_to_move();
                ClojureBoard(scored.position).to_string() + &side.to_string() + " to move\n"
            }
            Format::BoardVector => BoardVector(scored.position).to_string(),
            _ => scored.position.to_string(),
        };
        out.push('\n');
    };
    match (item, format) {
        (GameOrPosition::Position(scored), _) => push(scored),
        (GameOrPosition::Game(record), Format::Paip) => {
            *out += &paip_text::write(&record.game, BoardLabels::Numbers, |_| None);
        }
        (GameOrPosition::Game(record), Format::Clojure) => {
            *out += &clojure_text::write(&record.game);
        }
        (GameOrPosition::Game(record), _) => {
            scored_positions(record).for_each(|scored| push(&scored));
        }
    }
}

/// Returns the positions of a game, with the remarks about the game at its start and about a move
/// behind it.
fn scored_positions(record: &RecordedGame) -> impl Iterator<Item = ScoredPosition> + '_ {
    (0..=record.game.n_plies()).map(move |ply| {
        let position = *record.game.position_at(ply).expect("`ply` counts the moves of this game");
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
        is_standard.then_some(record.game).ok_or(WriteProblem::StartPosition)
    };
    Ok(match format {
        Format::Transcript => transcript::write(&standard_start()?),
        Format::Ggf => ggf::write(&record()),
        Format::Sgf => sgf::write(&record()),
        _ => return Err(WriteProblem::NotText),
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
    fn games_are_written_one_by_one_as_all_at_once() {
        let games = items("f5d6c3d3c4\n\nf5f6\n\nf5f6e6f4\n");
        for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Obf] {
            let mut writer = TextWriter::new(format);
            let parts: String = games
                .iter()
                .map(|game| writer.write(std::slice::from_ref(game)).unwrap())
                .collect();
            assert_eq!(write(&games, format), Ok(parts));
        }
    }

    #[test]
    fn the_old_programs_print_positions_that_are_read_back() {
        let games = items("f5d6c3d3c4\n");
        let positions: Vec<_> = (0..=5)
            .map(|ply| *games[0].clone().into_record().game.position_at(ply).unwrap())
            .map(|position| GameOrPosition::Position(position.into()))
            .collect();
        for format in [Format::Paip, Format::Clojure, Format::BoardVector] {
            let text = write(&positions, format).unwrap();
            assert_eq!(crate::detect(text.as_bytes()), Some(Format::PrintedBoard), "{text}");
            assert_eq!(items(&text), positions, "{text}");
        }
        let text = write(&games, Format::Paip).unwrap();
        assert!(text.contains("\n@ moves to 56.\n\n    1 2 3"), "{text}");
        let text = write(&games, Format::Clojure).unwrap();
        assert!(text.contains("Placing :black piece at [6 5].\n"), "{text}");
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
            "entry 1: the format holds only games from the standard start position"
        );
        let games = items(&write(&positions, Format::Sgf).unwrap());
        assert_eq!(games[0].position(), positions[0].position());
        assert!(write(&positions, Format::Wthor).is_err());
        for format in [Format::Transcript, Format::Ggf, Format::Sgf, Format::Obf] {
            assert_eq!(write(&positions, format).is_err(), format.needs_standard_start());
        }
    }
}
