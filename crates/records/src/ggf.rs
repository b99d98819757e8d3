//! GGF, the generic game format of the Generic Game Server and of the `NBoard` program:
//! <https://skatgame.net/mburo/ggsa/ggf>.
//!
//! ```text
//! (;GM[Othello]PB[alice]PW[bob]TI[15:00//02:00]TY[8]RE[+2.000]BO[8 <64 cells> *]
//!   B[f5/+1.5/3.47]W[d6//0.01]B[pa]...;)
//! ```
//!
//! A move may carry the mover's evaluation and the seconds it took. `RE` is from Black's view, with
//! `:r` after a resignation, `:t` after a loss on time, `:s` after an agreed score. A synchro pair
//! stands on one line, as `2 (;...;)(;...;)`.
//!
//! `KM` is the komi in discs, in Black's view; `KB` and `KW` are the bids for the sides. The komi is taken from the
//! result: a game that ends +6 with a komi of 3.5 has `RE[+2.500]`.
//!
//! Tags that are not known are skipped. We write moves in lower case and passes as `PA`. A bracket
//! in a text is written `\]`. A forfeit, which the format does not know, is written as a resignation.

use std::fmt::Write;
use std::time::Duration;

use willow_board::{Color, Game, Move, Position};

use crate::board_text;
use crate::input_location::end_at;
use crate::property_tree::{
    self, GameTreeError, HUNDREDTHS, PropertySyntaxError, PropertyValue, THOUSANDTHS, TreeScanner,
    TreeToken, number, rounded,
};
use crate::replay::{self, ReplayError};
use crate::{ErrorAt, MoveNote, RecordedEnding, RecordedGame, RecordedResult, Synchro};

/// The type of a match on the usual board.
const USUAL_TYPE: &str = "8";

/// Reads one game.
///
/// ```
/// let text = "(;GM[Othello]PB[alice]PW[bob]BO[8 --------------------------\
///             -O*------*O--------------------------- *]B[F5/1.00/2.5]W[d6];)";
/// let record = willow_records::ggf::parse(text).expect("the game is well-formed");
/// assert_eq!(record.players[0].name, "alice");
/// assert_eq!(record.note(0).and_then(|note| note.eval), Some(1.0));
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse(text: &str) -> Result<RecordedGame, ErrorAt<GameTreeError>> {
    let (read, end) = parse_at(text, 0)?;
    end_at(text, end, GameTreeError::TrailingText)?;
    Ok(read)
}

/// Reads the game that begins at a byte of a longer text. Also returns the offset after it.
pub(crate) fn parse_at(
    text: &str,
    offset: usize,
) -> Result<(RecordedGame, usize), ErrorAt<GameTreeError>> {
    let mut scanner = TreeScanner::new(text, offset);
    let mut reader = GgfReader::default();
    scanner.open()?;
    loop {
        match scanner.token()? {
            TreeToken::Value(property) => reader.read(property)?,
            TreeToken::Node => {}
            TreeToken::Close => return Ok((reader.finish(), scanner.offset)),
            TreeToken::Open => {
                let error = PropertySyntaxError::Unexpected { found: '(' }.into();
                return Err(ErrorAt { offset: scanner.offset - 1, error });
            }
        }
    }
}

/// A game that is being read.
#[derive(Default)]
struct GgfReader {
    record: RecordedGame,
    result: Option<RecordedResult>,
}

impl GgfReader {
    fn read(&mut self, property: PropertyValue<'_>) -> Result<(), ErrorAt<GameTreeError>> {
        let record = &mut self.record;
        let [black, white] = &mut record.players;
        match property.name {
            "GM" if !property.trimmed().eq_ignore_ascii_case("othello") => {
                return Err(property.at(GameTreeError::NotOthello));
            }
            "PC" => record.place = property.text(),
            "EV" => record.event = property.text(),
            "DT" => record.date = property.text(),
            "TY" => {
                record.match_type = property.text();
                check_type(&record.match_type).map_err(|error| property.at(error))?;
            }
            "PB" => black.name = property.text(),
            "PW" => white.name = property.text(),
            "RB" => black.rating = number(property.value, HUNDREDTHS),
            "RW" => white.rating = number(property.value, HUNDREDTHS),
            "TB" => black.clock = property.text(),
            "TW" => white.clock = property.text(),
            "TI" => {
                black.clock = property.text();
                white.clock.clone_from(&black.clock);
            }
            "KB" => black.bid = property.text(),
            "KW" => white.bid = property.text(),
            "KM" => record.komi = number(property.value, THOUSANDTHS),
            "RE" => {
                self.result =
                    parse_result(property.trimmed()).map_err(|error| property.at(error))?;
            }
            "BO" => self.read_board(property)?,
            "B" => self.read_move(Color::Black, property)?,
            "W" => self.read_move(Color::White, property)?,
            "CO" => self.read_comment(property)?,
            _ => {}
        }
        Ok(())
    }

    fn read_board(&mut self, property: PropertyValue<'_>) -> Result<(), ErrorAt<GameTreeError>> {
        if self.record.game.n_plies() != 0 {
            return Err(property.at(GameTreeError::LateStart));
        }
        let start = board_text::parse(property.value)
            .map_err(|error| error.map(GameTreeError::Board).shifted(property.offset))?;
        self.record.game = Game::from_position(start);
        Ok(())
    }

    fn read_move(
        &mut self,
        mover: Color,
        property: PropertyValue<'_>,
    ) -> Result<(), ErrorAt<GameTreeError>> {
        let mut parts = property.value.split('/').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let eval = parts.next().filter(|text| !is_no_value(text));
        let eval = optional(eval, HUNDREDTHS).map_err(|error| property.at(error))?;
        let seconds = optional(parts.next(), THOUSANDTHS).map_err(|error| property.at(error))?;
        let mv: Move = name.parse().map_err(|_| property.at(ReplayError::NotAMove.into()))?;
        let game = &mut self.record.game;
        let ply = game.n_plies();
        replay::play_by(game, mover, mv).map_err(|error| property.at(error.into()))?;
        if ply < game.n_plies() {
            let time = seconds.map(|seconds| Duration::from_millis((seconds * 1e3).round() as u64));
            let last = game.n_plies() - 1;
            self.record.set_note(last, MoveNote { eval, time, comment: String::new() });
        }
        Ok(())
    }

    fn read_comment(&mut self, property: PropertyValue<'_>) -> Result<(), ErrorAt<GameTreeError>> {
        let text = property.text();
        self.record.add_comment(&text).map_err(|error| property.at(error.into()))
    }

    fn finish(mut self) -> RecordedGame {
        if self.record.match_type.is_empty() {
            USUAL_TYPE.clone_into(&mut self.record.match_type);
        }
        self.record.conclude(self.result);
        self.record
    }
}

/// Checks a type of match, such as `s8r20`: letters, the size, and letters again.
fn check_type(match_type: &str) -> Result<(), GameTreeError> {
    let after_synchro = match_type.trim_start_matches(['s', 'S']);
    let letters = after_synchro.trim_start_matches(|c: char| c.is_ascii_digit());
    match after_synchro[..after_synchro.len() - letters.len()].parse() {
        Ok(8) if letters.contains(['a', 'A']) => Err(GameTreeError::Anti),
        Ok(8) | Err(_) => Ok(()),
        Ok(size) => Err(GameTreeError::BoardSize { size }),
    }
}

/// Returns whether a text is what programs print for a value that they do not have: `NaN`, `-inf`, `1.#QNAN`.
fn is_no_value(text: &str) -> bool {
    let text = text.trim_start_matches(['+', '-']).to_ascii_lowercase();
    ["nan", "inf", "1.#"].iter().any(|word| text.starts_with(word))
}

/// Reads a number that may be left out.
fn optional(text: Option<&str>, parts: f64) -> Result<Option<f64>, GameTreeError> {
    match text {
        None | Some("") => Ok(None),
        Some(text) => number(text, parts).map(Some).ok_or(GameTreeError::MoveNotes),
    }
}

fn parse_result(text: &str) -> Result<Option<RecordedResult>, GameTreeError> {
    let (score, suffix) = text.split_once(':').unwrap_or((text, ""));
    let ending = match suffix {
        "" => RecordedEnding::Board,
        "r" => RecordedEnding::Resigned,
        "t" => RecordedEnding::TimedOut,
        "s" => RecordedEnding::Agreed,
        // Left and stored by the server: not over.
        "l" => return Ok(None),
        _ => return Err(GameTreeError::Result),
    };
    if matches!(score, "" | "?") {
        return Ok(None);
    }
    let score = number(score, THOUSANDTHS).ok_or(GameTreeError::Result)?;
    Ok(Some(RecordedResult { score, ending }))
}

/// Writes one game, without an end of line.
pub fn write(record: &RecordedGame) -> String {
    let mut out = String::from("(;GM[Othello]");
    write_header(&mut out, record);
    let start = record.game.start();
    let _ = write!(out, "BO[8 {} {}]", cells(start), side_letter(start.side_to_move()));
    property_tree::write_text(&mut out, "CO", &record.comment);
    let mut position = *start;
    for (ply, mv) in record.game.moves().enumerate() {
        write_move(&mut out, position.side_to_move(), mv, record.note(ply));
        position = *record.game.position_at(ply + 1).expect("`ply` counts the moves of this game");
    }
    out.push_str(";)");
    out
}

/// Writes games, one a line, and both games of a synchro pair on one line.
pub fn write_all<'a>(records: impl IntoIterator<Item = &'a RecordedGame>) -> String {
    let mut out = String::new();
    let mut records = records.into_iter().peekable();
    while let Some(record) = records.next() {
        let second = records.next_if(|next| {
            record.synchro == Some(Synchro::First) && next.synchro == Some(Synchro::Second)
        });
        match second {
            Some(second) => {
                let _ = writeln!(out, "2 {}{}", write(record), write(second));
            }
            None => {
                let _ = writeln!(out, "1 {}", write(record));
            }
        }
    }
    out
}

fn write_header(out: &mut String, record: &RecordedGame) {
    let mut text = |name, value: &str| property_tree::write_text(out, name, value);
    let [black, white] = &record.players;
    text("PC", &record.place);
    text("EV", &record.event);
    text("DT", &record.date);
    text("PB", &black.name);
    text("PW", &white.name);
    text("RB", &property_tree::rating(black.rating));
    text("RW", &property_tree::rating(white.rating));
    if black.clock == white.clock {
        text("TI", &black.clock);
    } else {
        text("TB", &black.clock);
        text("TW", &white.clock);
    }
    text("TY", if record.match_type.is_empty() { USUAL_TYPE } else { &record.match_type });
    text("KB", &black.bid);
    text("KW", &white.bid);
    text("KM", &komi(record.komi));
    text("RE", &record.result.map_or_else(|| "?".to_owned(), written_result));
}

/// Returns a komi as the server writes it.
fn komi(komi: Option<f64>) -> String {
    let rounded = komi.and_then(|komi| rounded(komi, THOUSANDTHS));
    rounded.map_or_else(String::new, |komi| format!("{komi:.3}"))
}

fn written_result(result: RecordedResult) -> String {
    let suffix = match result.ending {
        RecordedEnding::Board => "",
        RecordedEnding::Resigned | RecordedEnding::Forfeited => ":r",
        RecordedEnding::TimedOut => ":t",
        RecordedEnding::Agreed => ":s",
    };
    format!("{:+.3}{suffix}", rounded(result.score, THOUSANDTHS).unwrap_or_default())
}

fn write_move(out: &mut String, mover: Color, mv: Move, note: Option<&MoveNote>) {
    out.push(property_tree::color_letter(mover));
    let _ = match mv {
        Move::Place(square) => write!(out, "[{square}"),
        Move::Pass => write!(out, "[PA"),
    };
    let eval = note.and_then(|note| note.eval).and_then(|eval| rounded(eval, HUNDREDTHS));
    let seconds = note.and_then(|note| note.time).map(|time| time.as_secs_f64());
    let seconds = seconds.and_then(|seconds| rounded(seconds, THOUSANDTHS));
    let _ = match (eval, seconds) {
        (Some(eval), None) => write!(out, "/{eval:+}"),
        (Some(eval), Some(seconds)) => write!(out, "/{eval:+}/{seconds}"),
        (None, Some(seconds)) => write!(out, "//{seconds}"),
        (None, None) => Ok(()),
    };
    out.push(']');
    property_tree::write_text(out, "CO", note.map_or("", |note| &note.comment));
}

/// Returns the 64 cells of a board as the server writes them.
fn cells(position: &Position) -> String {
    let cells = position.to_string();
    cells.chars().take(64).map(|c| if c == 'X' { '*' } else { c }).collect()
}

const fn side_letter(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use willow_board::EndReason;

    const BOARD: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

    fn game(properties: &str) -> RecordedGame {
        parse(&format!("(;GM[Othello]{properties};)")).unwrap()
    }

    /// Returns where in `properties` an error stands, and what it says.
    fn error(properties: &str) -> (usize, String) {
        let front = "(;GM[Othello]";
        let ErrorAt { offset, error } = parse(&format!("{front}{properties};)")).unwrap_err();
        (offset - front.len(), error.to_string())
    }

    #[test]
    fn a_full_game_is_read_and_written() {
        let text = format!(
            "(;GM[Othello]PC[GGS/os]DT[2026.11.21_23:00:00.MDT]PB[alice]PW[bob]RB[1720.5]RW[1700]\
             TI[15:00//02:00]TY[8]RE[?]{BOARD}B[f5/+1.5/3.47]W[d6//0.01]CO[a \\] remark]B[c3/-2];)"
        );
        let record = parse(&text).unwrap();
        assert_eq!(record.player(Color::Black).rating, Some(1720.5));
        assert_eq!(record.player(Color::White).clock, "15:00//02:00");
        assert_eq!(record.note(0).unwrap().time, Some(Duration::from_millis(3470)));
        assert_eq!(record.note(1).unwrap().comment, "a ] remark");
        assert_eq!(record.note(2).unwrap().eval, Some(-2.0));
        assert_eq!(write(&record), text);
    }

    #[test]
    fn results_tell_how_a_game_ended() {
        let reason = |result| game(result).game.outcome().map(|outcome| outcome.reason);
        assert_eq!(reason("RE[-64.000:r]"), Some(EndReason::Resigned(Color::Black)));
        assert_eq!(reason("RE[+64.000:t]"), Some(EndReason::TimedOut(Color::White)));
        for unfinished in ["RE[+3.500:s]", "RE[?]", "RE[]", "RE[+0.000:l]", "RE[+2.000]", ""] {
            assert_eq!(reason(unfinished), None, "{unfinished}");
        }
        assert_eq!(game("RE[+3.500:s]").result.unwrap().ending, RecordedEnding::Agreed);
        assert_eq!(error("RE[+1:x]").0, 3);
    }

    #[test]
    fn a_komi_is_kept() {
        let record = game("TY[8k]KB[d3/4.01/1.21]KW[f5/3.00/0.61]KM[3.505]RE[+60.495:r]B[d3/4.01]");
        assert_eq!((record.komi, record.result.unwrap().score), (Some(3.505), 60.495));
        let bids = "KB[d3/4.01/1.21]KW[f5/3.00/0.61]";
        assert!(write(&record).contains(&format!("TY[8k]{bids}KM[3.505]RE[+60.495:r]")));
        assert_eq!(parse(&write(&record)).unwrap(), record);
        assert_eq!(game("KM[]").komi, None);
        assert!(write(&game("KM[-0.02]")).contains("KM[-0.020]"));
        assert!(!write(&game("")).contains("KM"));
    }

    #[test]
    fn values_that_are_no_numbers_are_left_out() {
        for text in ["nan", "NaN", "-inf", "+Infinity", "-nan(ind)", "1.#QNAN"] {
            let record = game(&format!("B[f5/{text}/2.5]"));
            assert_eq!(record.note(0).unwrap().eval, None, "{text}");
            assert_eq!(record.note(0).unwrap().time, Some(Duration::from_millis(2500)), "{text}");
        }
    }

    #[test]
    fn passes_are_read_with_and_without_mention() {
        let board = format!("BO[8 OX{} *]", "-".repeat(62));
        let with_pass = game(&format!("{board}B[PA]W[C1/+64]"));
        assert_eq!(with_pass, game(&format!("{board}W[c1/64.00]")));
        assert_eq!(with_pass.note(1).unwrap().eval, Some(64.0));
        assert!(write(&with_pass).contains("B[PA]W[c1/+64]"));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(error("B[f5]B[d6]"), (7, "d6: Black is not to move".to_owned()));
        assert_eq!(error("B[f5]W[f5]"), (7, "move 2, f5: f5 is not empty".to_owned()));
        assert_eq!(error("B[z9]"), (2, ReplayError::NotAMove.to_string()));
        assert_eq!(error("B[f5/x]"), (2, GameTreeError::MoveNotes.to_string()));
        let size = board_text::BoardTextError::BoardSize { size: 10 };
        assert_eq!(error("BO[10 --- *]"), (3, GameTreeError::Board(size).to_string()));
        assert_eq!(error("TY[10]"), (3, GameTreeError::BoardSize { size: 10 }.to_string()));
        for anti in ["TY[8a]", "TY[s8ar20]"] {
            assert_eq!(error(anti), (3, GameTreeError::Anti.to_string()), "{anti}");
        }
        let (offset, board) = error("BO[8 *O *]");
        assert_eq!((offset, board.contains("found 3")), (5, true));
        assert_eq!(error(&format!("B[f5]{BOARD}")), (8, GameTreeError::LateStart.to_string()));
        assert_eq!(error("(;)"), (0, "unexpected '('".to_owned()));
        assert_eq!(parse("(;GM[Go];)").unwrap_err().error, GameTreeError::NotOthello);
        assert_eq!(
            parse("(;) x").unwrap_err(),
            ErrorAt { offset: 4, error: GameTreeError::TrailingText }
        );
        assert_eq!(parse("").unwrap_err().error, PropertySyntaxError::UnexpectedEnd.into());
    }

    #[test]
    fn clocks_may_differ() {
        let record = game("TB[5:00]TW[1:00]");
        assert_eq!(record.players.each_ref().map(|player| player.clock.as_str()), ["5:00", "1:00"]);
        assert!(write(&record).contains("TB[5:00]TW[1:00]"));
    }

    #[test]
    fn a_synchro_pair_stands_on_one_line() {
        let (mut first, mut second) = (game("B[f5]"), game("B[d3]"));
        first.synchro = Some(Synchro::First);
        second.synchro = Some(Synchro::Second);
        let written = write_all([&first, &second, &game("")]);
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("2 (;") && lines[1].starts_with("1 (;"));
        let again: Vec<RecordedGame> = crate::read(written.as_bytes())
            .unwrap()
            .into_iter()
            .map(|entry| entry.item.into_record())
            .collect();
        assert_eq!(again, [first, second, game("")]);
    }

    #[test]
    fn numbers_out_of_range_are_not_written() {
        let mut record = game("B[f5]");
        record.set_note(0, MoveNote { eval: Some(f64::NAN), ..MoveNote::default() });
        record.player_mut(Color::Black).rating = Some(f64::INFINITY);
        assert!(parse(&write(&record)).is_ok());
    }
}
