//! What an opening book and the proof that Othello is a draw know about the moves of a game. Neither changes
//! a value of the analysis.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;
use willow_analysis::MoveAnalysis;
use willow_board::Square;
use willow_book::proven::Proven;
use willow_book::{BookMove, BookValue, NamedBook, moves_of};

use crate::commands::book::{failed, proof};
use crate::error::CliError;

/// Where moves are looked up.
pub(super) struct Library {
    name: PathBuf,
    book: NamedBook,
}

/// What is known about a move of a game.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Known {
    /// The move in the book.
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<KnownMove>,
    /// The best move in the book.
    #[serde(skip_serializing_if = "Option::is_none")]
    book_best: Option<KnownMove>,
    /// What Takizawa has proven about the move, for the side that makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<&'static str>,
}

/// A move in a book.
#[derive(Clone, Debug, Serialize)]
struct KnownMove {
    #[serde(rename = "move")]
    mv: String,
    value: f64,
    level: u8,
    depth: u8,
    /// `exact`, bounds, or `-` for an estimate.
    solved: String,
    #[serde(skip)]
    text: String,
}

impl Library {
    /// Opens a book by its name.
    pub(super) fn open(name: &Path) -> Result<Library, CliError> {
        let book = NamedBook::open(name).map_err(|error| failed(&error))?;
        Ok(Library { name: name.to_owned(), book })
    }

    /// Returns what is known about a move.
    pub(super) fn look_up(&self, found: &MoveAnalysis) -> Result<Known, CliError> {
        let moves = moves_of(found.position.board(), &self.book);
        let moves = moves.map_err(|error| failed(&error))?;
        let of_square = |square: Square| moves.iter().find(|mv| mv.square == square);
        let after = found.position.board().play(found.mv);
        let claim = after.map(|after| Proven::knowledge().claim(&after).negated());
        Ok(Known {
            book: of_square(found.mv).map(KnownMove::of),
            book_best: moves.first().map(KnownMove::of),
            proven: claim.and_then(willow_book::proven::Claim::text),
        })
    }

    /// Returns the table of what is known about the moves of a game.
    pub(super) fn table(&self, findings: &[MoveAnalysis], known: &[Known]) -> String {
        let rows: Vec<String> = findings.iter().zip(known).filter_map(row).collect();
        let name = self.name.display();
        if rows.is_empty() {
            return format!("\nBook {name}: no move is known\n");
        }
        let mut text = format!(
            "\nBook {name}\n{:>4} {:<6} {:<26} {:<26} {}\n",
            "ply", "move", "value", "best", "proven by Takizawa"
        );
        for row in rows {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{row}");
        }
        text
    }
}

fn row((found, known): (&MoveAnalysis, &Known)) -> Option<String> {
    if known.book_best.is_none() && known.proven.is_none() {
        return None;
    }
    let value = known.book.as_ref().map_or("-", |mv| &mv.text);
    let other = known.book_best.as_ref().filter(|best| best.mv != found.mv.to_string());
    let best = other.map_or(String::new(), |best| format!("{} {}", best.mv, best.text));
    let mv = format!("{} {}", found.side().letter(), found.mv);
    let proven = known.proven.unwrap_or("");
    let row = format!("{:>4} {mv:<6} {value:<26} {best:<26} {proven}", found.ply + 1);
    Some(row.trim_end().to_owned())
}

impl KnownMove {
    fn of(mv: &BookMove) -> KnownMove {
        let BookValue { score, level, depth, .. } = mv.value;
        let solved = proof(mv.value);
        let suffix = if solved == "-" { String::new() } else { format!(" {solved}") };
        KnownMove {
            mv: mv.square.to_string(),
            value: score.discs(),
            level,
            depth,
            text: format!("{score} level {level}{suffix}"),
            solved,
        }
    }
}
