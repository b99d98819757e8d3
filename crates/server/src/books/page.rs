//! A position in a book as the protocol has it, and the line of moves to it.

use std::num::{NonZeroU8, NonZeroU32};
use std::str::FromStr;

use willow_board::{Board, Game, Move, Position, Square};
use willow_book::proven::{Claim, Proven};
use willow_book::{
    BookError, BookLookup, BookMove as FoundMove, BookPosition, BookValue as FoundValue, Entry,
    Lookup, MoveKind, Origin, Program, Results, moves_of,
};
use willow_protocol::{
    ArchiveDate, BookEntry, BookMove, BookMoveKind, BookName, BookOrigin, BookPage, BookProgram,
    BookResults, BookValue, OpeningName, ParsePositionError, PositionQuery, ProvenResult,
};
use willow_records::openings::opening_at;
use willow_records::transcript;

use crate::ops::DAY;

/// Returns what a book and the proof know about the position at the end of a line.
pub(super) fn of(line: &BookLine, book: &impl Lookup) -> Result<BookPage, BookError> {
    let position = line.position();
    let board = position.board();
    let entry = book.entry_at(board)?;
    Ok(BookPage {
        book: BookName::Shipped,
        books: Vec::new(),
        position: *position,
        entry: entry.as_ref().map(entry_of),
        proven: proven_result(claim(board)),
        moves: moves(position, book)?,
        opening: opening(position),
    })
}

/// Returns the moves about which something is known.
fn moves(position: &Position, book: &impl Lookup) -> Result<Vec<BookMove>, BookError> {
    let found = moves_of(position.board(), book)?;
    let mut moves = Vec::new();
    for mv in &found {
        moves.push(move_of(position, mv.square, Some(mv), book)?);
    }
    let is_new = |square: &Square| found.iter().all(|mv| mv.square != *square);
    for square in position.board().legal_moves().squares().filter(is_new) {
        let mv = move_of(position, square, None, book)?;
        moves.extend(Some(mv).filter(|mv| mv.proven.is_some()));
    }
    Ok(moves)
}

fn move_of(
    position: &Position,
    square: Square,
    found: Option<&FoundMove>,
    book: &impl Lookup,
) -> Result<BookMove, BookError> {
    let board = position.board();
    let after = board.after(square, board.flips(square));
    let entry = book.entry_at(&after)?;
    // Where the opponent must pass, the entry is about the position after the pass: the mover moves again.
    let is_passed = matches!(BookPosition::seen(&after), BookLookup::Pass(..));
    let seen_by_mover = |it: Results| if is_passed { it } else { it.swapped() };
    let next = position.play(Move::Place(square)).ok();
    Ok(BookMove {
        mv: square,
        kind: found.map(|mv| kind_of(mv.kind)),
        value: found.map(|mv| value_of(mv.value)),
        games: entry.map(|entry| results_of(seen_by_mover(entry.results))),
        proven: proven_result(claim(&after).negated()),
        opening: next.as_ref().and_then(opening),
    })
}

fn entry_of(entry: &Entry) -> BookEntry {
    BookEntry {
        value: value_of(entry.value),
        origin: origin_of(entry.origin),
        games: results_of(entry.results),
    }
}

fn value_of(value: FoundValue) -> BookValue {
    BookValue {
        value: value.score.discs(),
        lower: value.bounds.lower.value(),
        upper: value.bounds.upper.value(),
        level: value.level.map(NonZeroU8::get),
        depth: value.depth,
    }
}

fn origin_of(origin: Origin) -> BookOrigin {
    let program = match origin.program {
        Program::Unknown => BookProgram::Unknown,
        Program::Willow => BookProgram::Willow,
        Program::Edax => BookProgram::Edax,
        Program::Egaroucid => BookProgram::Egaroucid,
        Program::Zebra => BookProgram::Zebra,
        Program::Person => BookProgram::Person,
    };
    let date = origin.day.map(|day| date_of(day.get()));
    BookOrigin { program, version: origin.version.map(NonZeroU32::get), date }
}

/// Returns the date of a day that is counted from 1970-01-01.
pub(crate) fn date_of(day: u16) -> String {
    ArchiveDate::of_millis(u64::from(day) * DAY).map_or_else(String::new, |date| date.to_string())
}

const fn results_of(Results { wins, draws, losses }: Results) -> BookResults {
    BookResults { wins, draws, losses }
}

const fn kind_of(kind: MoveKind) -> BookMoveKind {
    match kind {
        MoveKind::Link => BookMoveKind::Book,
        MoveKind::Leaf => BookMoveKind::Leaf,
        MoveKind::End => BookMoveKind::End,
    }
}

fn claim(board: &Board) -> Claim {
    Proven::knowledge().claim(board)
}

const fn proven_result(claim: Claim) -> Option<ProvenResult> {
    match (claim.at_least_draw, claim.at_most_draw) {
        (true, true) => Some(ProvenResult::Draw),
        (true, false) => Some(ProvenResult::WinOrDraw),
        (false, true) => Some(ProvenResult::LossOrDraw),
        (false, false) => None,
    }
}

fn opening(position: &Position) -> Option<OpeningName> {
    opening_at(position).map(crate::store::archive::opening_name)
}

/// A position, and the line that leads to it if that is known. A side that must pass at its end has passed.
#[derive(Clone, Debug, Default)]
pub(crate) struct BookLine {
    game: Game,
}

impl BookLine {
    /// Returns the position at the end.
    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the boards from the beginning of the line to its end.
    pub(super) fn boards(&self) -> Vec<Board> {
        let positions = (0..=self.game.n_plies()).filter_map(|ply| self.game.position_at(ply));
        positions.map(|position| *position.board()).collect()
    }
}

impl FromStr for BookLine {
    type Err = ParsePositionError;

    /// Reads moves such as `f5d6c3`, or the cells and the side to move.
    fn from_str(text: &str) -> Result<BookLine, ParsePositionError> {
        let PositionQuery(position) = text.parse()?;
        let played = transcript::parse(text).ok();
        let mut game = played.unwrap_or_else(|| Game::from_position(position));
        if game.position().must_pass() {
            // The rules allow it: nothing else is possible.
            let _ = game.play(Move::Pass);
        }
        Ok(BookLine { game })
    }
}
