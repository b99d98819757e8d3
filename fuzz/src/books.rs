//! The laws of the opening books of the old programs.

use willow_classics::{bill, mlia};

/// Checks that the bytes of a book of BILL's are written back as they are.
pub(crate) fn bill_books(input: &[u8]) {
    if let Ok(book) = bill::Book::from_bytes(input) {
        assert_eq!(book.to_bytes(), input);
    }
}

/// Checks that the text of a book of MLia's is written and read back as the same.
pub(crate) fn mlia_books(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Ok(book) = mlia::Book::read(text) {
        assert_eq!(mlia::Book::read(&book.write()), Ok(book));
    }
}
