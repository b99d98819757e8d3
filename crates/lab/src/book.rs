//! The opening book of MLia: positions near the start, searched deeper than play has time for.
//!
//! Korman and Walluck 2003, section 2.3: "pre-generating a huge hash table of opening positions and
//! their evaluation scores, evaluated at a higher depth than is permitted in an actual game".

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use willow_classics::{Mlia, MliaBook, MliaEvaluation, MliaLimits, MliaThought, opening_positions};

use crate::growing_file::GrowingFile;

/// What book is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// The plies from the start whose positions are in it.
    pub plies: u32,
    /// The plies that each position is searched.
    pub depth: u32,
}

/// Searches all positions that the unfinished book in `draft` does not have yet, and returns the book.
/// Each position is in the draft as soon as it was searched.
///
/// # Errors
/// The draft must be writable, and one of a book with the same options.
pub fn mlia_book(
    options: BookOptions,
    draft: &Path,
    watch: &mut dyn FnMut(usize),
) -> Result<String> {
    let heading = heading(options);
    let (mut file, text) = GrowingFile::open(draft, &heading, |first| {
        ensure!(first == heading, "the file holds a book of another kind");
        Ok(())
    })?;
    let mut book = MliaBook::read(&text).with_context(|| draft.display().to_string())?;
    let mut mlia = Mlia::new(MliaEvaluation::ORIGINAL);
    let limits = MliaLimits { depth: options.depth, ..MliaLimits::NONE };
    for (number, board) in (1..).zip(opening_positions(options.plies)) {
        if book.value(&board).is_none() {
            let thought = mlia.think(&board, limits, &|| false, &mut |_| ());
            let Some(MliaThought { value: Some(value), depth, .. }) = thought else { continue };
            let mut line = MliaBook::default();
            line.insert(&board, depth, value);
            file.add(line.write().trim_end())?;
            book.insert(&board, depth, value);
        }
        watch(number);
    }
    Ok(format!("{heading}\n{}", book.write()))
}

/// Returns the first line of a book: how to make it.
fn heading(BookOptions { plies, depth }: BookOptions) -> String {
    format!("# willow lab book --mlia --plies {plies} --depth {depth}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_book_that_was_killed_ends_as_one_that_was_not() {
        let folder = tempfile::tempdir().unwrap();
        let options = BookOptions { plies: 3, depth: 2 };
        let draft = folder.path().join("draft");
        let whole = mlia_book(options, &draft, &mut |_| ()).unwrap();
        assert_eq!(MliaBook::read(&whole).unwrap().len(), 18);
        let lines = fs::read_to_string(&draft).unwrap();
        let kept: String = lines.split_inclusive('\n').take(7).collect();
        for killed in ["", "# willow", &(kept + "0000 000")] {
            fs::write(&draft, killed).unwrap();
            assert_eq!(mlia_book(options, &draft, &mut |_| ()).unwrap(), whole);
        }
        let other = BookOptions { depth: 3, ..options };
        assert!(mlia_book(other, &draft, &mut |_| ()).is_err());
    }
}
