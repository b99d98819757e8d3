//! The laws of the importers of opening books.

use willow_book::formats::{BookFormat, import_stream};

/// Checks that no bytes of a book make its importer panic, and that what it takes are entries of positions:
/// canonical, with a move, and with a legal leaf. The bytes have the format that they seem to have.
pub(crate) fn detected(input: &[u8]) {
    let Some(format) = BookFormat::detect(input) else { return };
    // The outcome does not matter here: most inputs are refused.
    let _ = import_stream(input, format, 0, &mut |entry| {
        let board = entry.board;
        assert_eq!(board.canonical(), board);
        assert!(!board.legal_moves().is_empty());
        assert!(entry.leaf.is_none_or(|leaf| board.is_legal(leaf.square)));
        Ok(())
    });
}
