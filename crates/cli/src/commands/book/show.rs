//! `willow book show`: the moves of a position.

use std::fmt::Write as _;
use std::num::{NonZeroU8, NonZeroU16};
use std::path::Path;

use serde::Serialize;
use willow_board::{Move, Position};
use willow_book::proven::{Claim, Proven};
use willow_book::{
    BookError, BookMove, BookValue, Entry, Lookup, MoveKind, NamedBook, Origin, Program, moves_of,
};
use willow_protocol::BookValue as ValueJson;

use crate::args::BookShowArgs;
use crate::error::CliError;
use crate::json;
use crate::output;
use crate::status::Status;
use crate::units;

/// Runs the command.
pub(super) fn run(args: &BookShowArgs) -> Result<Status, CliError> {
    let book = NamedBook::open(&args.book)?;
    let position = args.position.unwrap_or(Position::START);
    let page = Page::of(&position, &book)?;
    if args.json {
        json::print(&page.json())?;
    } else {
        output::print(&page.text(&args.book))?;
    }
    Ok(if page.entry.is_some() { Status::Done } else { Status::Incomplete })
}

/// The knowledge of a book and of the proofs about a position.
pub(super) struct Page {
    position: Position,
    entry: Option<Entry>,
    moves: Vec<PageMove>,
    claim: Claim,
}

/// A move with what is known about the position after it.
struct PageMove {
    mv: BookMove,
    next: Option<Entry>,
    /// The proven value, for the side that makes the move.
    claim: Claim,
}

impl Page {
    /// Looks a position up. If its side must pass, this is about the other side.
    pub(super) fn of(position: &Position, book: &impl Lookup) -> Result<Page, BookError> {
        let passed = if position.must_pass() { position.play(Move::Pass).ok() } else { None };
        let position = passed.unwrap_or(*position);
        let board = position.board();
        let entry = book.entry_at(board)?;
        let mut moves = Vec::new();
        for mv in moves_of(board, book)? {
            let after = board.after(mv.square, board.flips(mv.square));
            let claim = Proven::knowledge().claim(&after).negated();
            moves.push(PageMove { mv, next: book.entry_at(&after)?, claim });
        }
        Ok(Page { position, entry, moves, claim: Proven::knowledge().claim(board) })
    }

    /// Returns the page for people.
    pub(super) fn text(&self, book: &Path) -> String {
        let name = book.display();
        let mut text = format!("{:?}\n", self.position);
        // Writing to a string cannot fail.
        let _ = match &self.entry {
            None => writeln!(text, "{name}: the position is not in the book"),
            Some(entry) => {
                writeln!(text, "{name}: {} ({})", value_text(entry.value), origin(entry.origin))
            }
        };
        if let Some(results) = self.entry.map(|it| it.results).filter(|it| 0 < it.games()) {
            let games = units::grouped(results.games());
            let (wins, draws, losses) = (results.wins, results.draws, results.losses);
            let _ = writeln!(text, "{games} games: {wins} won, {draws} drawn, {losses} lost");
        }
        if let Some(claim) = self.claim.text() {
            let _ = writeln!(text, "{claim} (Takizawa 2023)");
        }
        if !self.moves.is_empty() {
            let _ = writeln!(text, "\n{}", header());
        }
        for mv in &self.moves {
            let _ = writeln!(text, "{}", mv.row().trim_end());
        }
        text
    }

    fn json(&self) -> PageJson {
        let entry = self.entry.as_ref();
        PageJson {
            position: self.position.to_string(),
            value: entry.map(|entry| value_json(entry.value)),
            origin: entry.map(|entry| origin(entry.origin)),
            games: entry.map_or([0; 3], games),
            proven: self.claim.text(),
            moves: self.moves.iter().map(PageMove::json).collect(),
        }
    }
}

impl PageMove {
    fn row(&self) -> String {
        let BookMove { square, value, kind: kind_of_move } = self.mv;
        let level = value.level.map_or_else(|| "-".to_owned(), |level| level.to_string());
        format!(
            "{:<4} {:>7}  {:<4}  {level:>5}  {:>5}  {:<12} {:>7}  {}",
            square.to_string(),
            value.score.to_string(),
            kind(kind_of_move),
            value.depth,
            proof(value),
            self.next.map_or(0, |entry| entry.results.games()),
            self.claim.text().unwrap_or("")
        )
    }

    fn json(&self) -> MoveJson {
        MoveJson {
            mv: self.mv.square.to_string(),
            kind: kind(self.mv.kind),
            value: value_json(self.mv.value),
            games: self.next.as_ref().map_or([0; 3], games),
            proven: self.claim.text(),
        }
    }
}

fn header() -> String {
    format!(
        "{:<4} {:>7}  {:<4}  {:>5}  {:>5}  {:<12} {:>7}  proven by Takizawa",
        "move", "value", "kind", "level", "depth", "solved", "games"
    )
}

const fn kind(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Link => "book",
        MoveKind::Leaf => "leaf",
        MoveKind::End => "end",
    }
}

/// Returns what searches to the end of the game have proven about a value.
pub(super) fn proof(value: BookValue) -> String {
    let bounds = value.bounds;
    let [from, to] = [bounds.lower, bounds.upper].map(|bound| bound.to_string());
    match (-64 < bounds.lower.value(), bounds.upper.value() < 64) {
        _ if bounds.is_exact() => "exact".to_owned(),
        (false, false) => "-".to_owned(),
        (true, false) => format!(">= {from}"),
        (false, true) => format!("<= {to}"),
        (true, true) => format!("{from} to {to}"),
    }
}

fn value_text(value: BookValue) -> String {
    let proof = match proof(value).as_str() {
        "-" => String::new(),
        proof => format!(", {proof}"),
    };
    let level = value.level.map_or("level unknown".to_owned(), |level| format!("level {level}"));
    format!("{}, {level}, depth {}{proof}", value.score, value.depth)
}

/// Returns where an entry comes from, in words.
fn origin(origin: Origin) -> String {
    let version = match (origin.program, origin.version) {
        (_, None) => String::new(),
        (Program::Willow, Some(signature)) => format!(" bench {signature}"),
        (_, Some(version)) => format!(" {version}"),
    };
    let date = |day: NonZeroU16| format!(", {}", super::common::date(day.get()));
    let day = origin.day.map_or_else(String::new, date);
    format!("{}{version}{day}", origin.program.name())
}

fn games(entry: &Entry) -> [u32; 3] {
    [entry.results.wins, entry.results.draws, entry.results.losses]
}

/// A position as `--json` prints it.
#[derive(Serialize)]
struct PageJson {
    position: String,
    #[serde(flatten)]
    value: Option<ValueJson>,
    origin: Option<String>,
    /// Won, drawn and lost games.
    games: [u32; 3],
    proven: Option<&'static str>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    #[serde(rename = "move")]
    mv: String,
    kind: &'static str,
    #[serde(flatten)]
    value: ValueJson,
    games: [u32; 3],
    proven: Option<&'static str>,
}

fn value_json(value: BookValue) -> ValueJson {
    ValueJson {
        value: value.score.discs(),
        lower: value.bounds.lower.value(),
        upper: value.bounds.upper.value(),
        level: value.level.map(NonZeroU8::get),
        depth: value.depth,
    }
}
