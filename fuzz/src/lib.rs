//! The law of each fuzz target: what holds for every input, whatever its bytes.
//!
//! A fuzz target looks for a counterexample of its law. The tests of this crate need no fuzzer: they
//! check the laws on the committed seeds, on damaged seeds and on a corpus that a fuzzer left here.
//!
//! | file | laws about |
//! | --- | --- |
//! | `specs.rs` | player SPECs |
//! | `sessions.rs` | GTP and NBoard sessions of the engine |
//! | `weights.rs` | weights files |
//! | `books.rs` | opening books of the old programs |
//! | `book_files.rs` | the files of our opening books |
//! | `opening_books.rs` | importers of opening books |
//! | `exercises.rs` | files of exercises |
//! | `tournament_files.rs` | files of tournaments |
//! | `crates/records/tests/laws` | the formats of games and positions |
//! | `crates/protocol/tests/laws` | the codecs of the game server |
//! | `crates/ggs/tests/laws` | the messages of GGS |
//!
//! The last three are in their own crates, whose tests check them too.
#![forbid(unsafe_code)]

mod book_files;
mod books;
mod exercises;
mod opening_books;
#[cfg(test)]
mod replay;
mod sessions;
mod specs;
mod tournament_files;
mod weights;

#[path = "../../crates/ggs/tests/laws/mod.rs"]
mod ggs;
#[path = "../../crates/protocol/tests/laws/mod.rs"]
mod protocol;
#[path = "../../crates/records/tests/laws/mod.rs"]
mod records;

/// Checks an input and panics if it breaks the law.
type Law = fn(&[u8]);

/// The laws that are not about records, by the names of their fuzz targets.
const LAWS: [(&str, Law); 15] = [
    ("spec", specs::specs),
    ("gtp", sessions::gtp),
    ("nboard", sessions::nboard),
    ("weights", weights::weights),
    ("bill_book", books::bill_books),
    ("mlia_book", books::mlia_books),
    ("edax_book", opening_books::detected),
    ("egaroucid_book", opening_books::detected),
    ("zebra_book", opening_books::detected),
    ("book_text", opening_books::detected),
    ("book_file", book_files::files),
    ("exercises", exercises::files),
    ("tournament_files", tournament_files::files),
    ("protocol", protocol::check),
    ("ggs", ggs::check),
];

/// Checks the law of a fuzz target.
///
/// # Panics
/// The input breaks the law, or there is no target of this name.
pub fn check(target: &str, input: &[u8]) {
    match LAWS.iter().find(|(name, _)| *name == target) {
        Some((_, law)) => law(input),
        None => records::check(target, input),
    }
}
