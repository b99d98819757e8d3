//! `willow lab book --show`: how large an old program's book is, and what it has about a position.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use willow_board::{Move, Position};
use willow_classics::{
    BookMove, BookPage, BookSize, MoveValue, OpeningBook, bill, iago_1982, mlia,
};
use willow_records::{PrintedBoard, openings};

use crate::args::{BookArgs, BookOwner};
use crate::error::CliError;
use crate::status::Status;
use crate::{json, output, units};

/// The JSON object, documented in docs/json.md.
#[derive(Serialize)]
struct BookJson {
    book: &'static str,
    parts: Vec<PartJson>,
    position: String,
    answer: Option<String>,
    moves: Vec<BookMoveJson>,
}

#[derive(Serialize)]
struct PartJson {
    name: &'static str,
    positions: usize,
    lines: usize,
    plies: usize,
}

#[derive(Serialize)]
struct BookMoveJson {
    #[serde(rename = "move")]
    mv: String,
    value: Option<f64>,
    depth: Option<u32>,
    positions: Option<usize>,
    lines: Option<usize>,
    plies: Option<usize>,
    opening: Option<&'static str>,
}

impl BookOwner {
    fn name(self) -> &'static str {
        match self {
            BookOwner::Bill => "BILL",
            BookOwner::Mlia => "MLia",
            BookOwner::Iago1982 => "IAGO of 1982",
        }
    }

    fn spec_name(self) -> &'static str {
        match self {
            BookOwner::Bill => "bill",
            BookOwner::Mlia => "mlia",
            BookOwner::Iago1982 => "iago-1982",
        }
    }

    fn book(self) -> &'static dyn OpeningBook {
        match self {
            BookOwner::Bill => bill::Book::embedded(),
            BookOwner::Mlia => mlia::Book::shipped(),
            BookOwner::Iago1982 => &iago_1982::Book,
        }
    }

    /// Returns where the book comes from, and when the program plays by it.
    fn origin(self) -> &'static str {
        match self {
            BookOwner::Bill => {
                "Built by `willow lab bill-book` as the report describes; the book of 1986 is lost. `bill` \
                 plays by it."
            }
            BookOwner::Mlia => {
                "Made by `willow lab book --mlia` as the paper planned. `mlia:book=on` plays by it where it \
                 has all moves."
            }
            BookOwner::Iago1982 => {
                "Twenty positions, as many as IAGO's had. The replies are the modern engine's, because those \
                 of 1982 are lost. `iago-1982` plays by it."
            }
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &BookArgs, owner: BookOwner) -> Result<Status, CliError> {
    let book = owner.book();
    let position = args.position.unwrap_or(Position::START);
    let page = book.page(&position);
    if args.json {
        let line = BookJson {
            book: owner.spec_name(),
            parts: book.sizes().into_iter().map(part).collect(),
            position: position.to_string(),
            answer: page.answer.map(|answer| answer.to_string()),
            moves: page.moves.iter().map(|known| move_json(&position, known)).collect(),
        };
        json::line(&mut io::stdout().lock(), &line)?;
    } else {
        output::print(&text(owner, book, &position, &page))?;
    }
    Ok(Status::Done)
}

fn part((name, size): (&'static str, BookSize)) -> PartJson {
    let BookSize { positions, lines, plies } = size;
    PartJson { name, positions, lines, plies }
}

fn move_json(position: &Position, known: &BookMove) -> BookMoveJson {
    BookMoveJson {
        mv: known.mv.to_string(),
        value: known.value.map(|(value, _)| number(value)),
        depth: known.value.map(|(_, depth)| depth),
        positions: known.after.map(|size| size.positions),
        lines: known.after.map(|size| size.lines),
        plies: known.after.map(|size| size.plies),
        opening: opening(position, known),
    }
}

/// Returns a value in the units of the program's paper: MLia's are thousandths here.
fn number(value: MoveValue) -> f64 {
    match value {
        MoveValue::Units(units) => f64::from(units) / 1000.0,
        other => f64::from(other.number()),
    }
}

/// Returns the name of the opening that a move leads to, if it has one.
fn opening(position: &Position, known: &BookMove) -> Option<&'static str> {
    let after = position.play(Move::Place(known.mv)).ok()?;
    openings::opening_at(&after).map(openings::Opening::name)
}

fn text(owner: BookOwner, book: &dyn OpeningBook, position: &Position, page: &BookPage) -> String {
    let mut text = format!("The opening book of {}\n", owner.name());
    for (name, BookSize { positions, lines, plies }) in book.sizes() {
        let (positions, lines) = (units::grouped(positions as u64), units::grouped(lines as u64));
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {name:<16} {positions:>6} positions, {lines:>5} lines, the longest {plies} plies"
        );
    }
    text += &units::wrapped(owner.origin(), 2, 80);
    let _ = write!(text, "\n\n{}\n", PrintedBoard::from(*position));
    text += &answer(owner, page);
    if page.moves.is_empty() {
        return text;
    }
    if owner == BookOwner::Bill && 1 < page.moves.len() {
        text +=
            "The other moves are those that BILL has answers to when it has the other colour.\n";
    }
    text + "\n" + &table(position, page)
}

fn answer(owner: BookOwner, page: &BookPage) -> String {
    match (page.answer, page.moves.is_empty()) {
        (Some(answer), _) => format!("{} answers {answer}.\n", owner.name()),
        (None, true) => "The book does not know this position.\n".to_owned(),
        (None, false) => format!("The book has moves here, but no answer of {}.\n", owner.name()),
    }
}

/// Returns the moves that the book knows, one a line.
fn table(position: &Position, page: &BookPage) -> String {
    let has_values = page.moves.iter().any(|known| known.value.is_some());
    let has_sizes = page.moves.iter().any(|known| known.after.is_some());
    let mut text = format!("{:<9}", "move");
    if has_values {
        text += "    value  depth";
    }
    if has_sizes {
        text += "positions  lines  to ply";
    }
    text += "  opening\n";
    for known in &page.moves {
        let mark = if page.answer == Some(known.mv) { "answer" } else { "" };
        let mut row = format!("{} {mark:<6}", known.mv);
        // Writing to a string cannot fail.
        if let Some((value, depth)) = known.value {
            let _ = write!(row, "{:>+9.3}{depth:>7}", number(value));
        }
        if let Some(BookSize { positions, lines, plies }) = known.after {
            let (positions, lines) =
                (units::grouped(positions as u64), units::grouped(lines as u64));
            let _ = write!(row, "{positions:>10}{lines:>7}{plies:>8}");
        }
        let name = opening(position, known).map_or_else(String::new, |name| format!("  {name}"));
        let _ = writeln!(text, "{}", format!("{row}{name}").trim_end());
    }
    text
}
