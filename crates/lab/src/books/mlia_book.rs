//! The opening book of MLia: positions near the start, searched deeper than in a game.
//!
//! Korman and Walluck 2003, section 2.3: "pre-generating a huge hash table of opening positions and
//! their evaluation scores, evaluated at a higher depth than is permitted in an actual game".

use std::path::Path;

use anyhow::{Context as _, Result};
use clap::Args;
use willow_board::{Color, Position};
use willow_classics::mlia::{self, Mlia, opening_positions};
use willow_classics::{Control, Limits, Program as _};

use crate::step_log::StepLog;

/// The size of the book.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct MliaBookOptions {
    /// Search the positions after 1 to N moves
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=9))]
    pub plies: u32,
    /// Search D plies
    #[arg(long, value_name = "D", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: u32,
}

/// Searches all positions that the log `draft` does not have, and returns the text of the book.
///
/// `on_progress` gets the number of positions that are done.
///
/// # Errors
/// The draft must be writable, and of a book with the same options if it exists.
pub fn mlia_book(
    options: MliaBookOptions,
    draft: &Path,
    on_progress: &mut dyn FnMut(usize),
) -> Result<String> {
    let heading = heading(options);
    let mut log = StepLog::open(draft, &heading, |line| Ok(line.to_owned()))?;
    let mut book =
        mlia::Book::read(&log.steps().join("\n")).with_context(|| draft.display().to_string())?;
    let mut mlia = Mlia::new(mlia::Evaluation::ORIGINAL);
    let limits = Limits::depth(options.depth);
    for (number, board) in (1..).zip(opening_positions(options.plies)) {
        if book.value(&board).is_none() {
            let root = Position::new(board, Color::Black).into();
            let choice = mlia.choose(&root, &limits, Control::UNTIMED);
            let found = choice.and_then(|choice| Some((choice.details.value?, choice.depth)));
            let Some((value, depth)) = found else { continue };
            let mut line = mlia::Book::default();
            line.insert(&board, depth, value);
            let line = line.write().trim_end().to_owned();
            log.add(line.clone(), &line)?;
            book.insert(&board, depth, value);
        }
        on_progress(number);
    }
    Ok(format!("{heading}\n{}", book.write()))
}

/// Returns the first line of a book: the command that makes it.
fn heading(MliaBookOptions { plies, depth }: MliaBookOptions) -> String {
    format!("# willow lab book --mlia --plies {plies} --depth {depth}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_interrupted_book_ends_like_an_uninterrupted_one() {
        let folder = tempfile::tempdir().unwrap();
        let options = MliaBookOptions { plies: 3, depth: 2 };
        let draft = folder.path().join("draft");
        let whole = mlia_book(options, &draft, &mut |_| ()).unwrap();
        assert_eq!(mlia::Book::read(&whole).unwrap().len(), 18);
        let lines = fs::read_to_string(&draft).unwrap();
        let kept: String = lines.split_inclusive('\n').take(7).collect();
        for cut in ["", "# willow", &(kept + "0000 000")] {
            fs::write(&draft, cut).unwrap();
            assert_eq!(mlia_book(options, &draft, &mut |_| ()).unwrap(), whole);
        }
        let other = MliaBookOptions { depth: 3, ..options };
        assert!(mlia_book(other, &draft, &mut |_| ()).is_err());
    }
}
