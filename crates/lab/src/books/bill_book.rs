//! BILL's opening book, built by its own searches.

use crate::{OnLine, compression};
use anyhow::Result;
use willow_board::Color;
use willow_classics::{BookSize, bill};

/// Builds the book, the lines of both colours in parallel, and returns the bytes of its file,
/// compressed by Zstandard. `on_progress` gets lines of text about the size of the book.
///
/// # Errors
/// The lines of the plan must not be longer than a game.
///
/// # Panics
/// If `on_progress` panics.
pub fn bill_book(plan: &bill::BookPlan, on_progress: OnLine<'_>) -> Result<Vec<u8>> {
    let (black, white) = std::thread::scope(|scope| {
        let black = scope.spawn(|| bill::BookLines::grow(Color::Black, plan, on_progress));
        let white = bill::BookLines::grow(Color::White, plan, on_progress);
        (black.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), white)
    });
    let better = [black.in_favour_of_black(), white.in_favour_of_black()];
    let book = bill::Book::of_lines(black, white)?;
    for color in [Color::Black, Color::White] {
        let BookSize { positions, lines, plies } = book.size(color);
        let better = better[color.index()];
        on_progress(&format!(
            "{color:?}: {positions} positions, {lines} lines, {plies} plies; \
             {better} lines end in favour of Black"
        ));
    }
    compression::compressed(&book.to_bytes())
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::Mutex;

    use ruzstd::decoding::StreamingDecoder;

    use super::*;

    #[test]
    fn the_file_has_the_book_that_was_built() {
        let plan = bill::BookPlan { depth: 2, positions: [40, 30], plies: [6, 7] };
        let lines = Mutex::new(Vec::new());
        let file = bill_book(&plan, &|line| lines.lock().unwrap().push(line.to_owned())).unwrap();
        let mut bytes = Vec::new();
        StreamingDecoder::new(&file[..]).unwrap().read_to_end(&mut bytes).unwrap();
        let book = bill::Book::from_bytes(&bytes).unwrap();
        let size = book.size(Color::White);
        assert!(size.positions <= 30 && size.plies <= 7, "{size:?}");
        assert!(
            lines
                .lock()
                .unwrap()
                .last()
                .unwrap()
                .contains(&format!("{} positions", size.positions))
        );
    }
}
