//! `willow book check`, `fix`, `merge` and `prune`.

use willow_book::{Book, BookBuilder, BookWriter, Budgets, fixed_entry};

use super::common::{board_of, new_book, say};
use super::learn::min_empties;
use crate::args::{BookFileArgs, BookMergeArgs, BookPruneArgs};
use crate::error::CliError;
use crate::status::Status;
use crate::units;

/// Runs `willow book check`.
pub(super) fn run_check(args: &BookFileArgs) -> Result<Status, CliError> {
    let book = Book::open(&args.book)?;
    book.check_file()?;
    let (mut n_positions, mut n_stale) = (0, 0);
    for entry in book.entries() {
        let entry = entry?;
        let fixed = fixed_entry(entry, &book)?;
        n_positions += 1;
        n_stale += usize::from(fixed != entry);
    }
    let name = args.book.display();
    let positions = units::grouped(n_positions);
    // After a kill the values of the last entries are not computed yet.
    let logged = match book.len_of_log() {
        0 => String::new(),
        number => {
            let number = units::grouped(number as u64);
            format!("; {number} of them stand in {name}.learned and are not merged yet")
        }
    };
    if n_stale == 0 {
        return say(&format!("{name}: {positions} positions{logged}; no fault"));
    }
    let error = format!(
        "{name}: {n_stale} of {positions} positions have values that do not follow from the moves{logged}"
    );
    let merges = if logged.is_empty() { "" } else { "merges what was learned, and " };
    Err(CliError::failed(error)
        .with_hint(format!("`willow book fix {name}` {merges}computes all values anew")))
}

/// Runs `willow book fix`.
pub(super) fn run_fix(args: &BookFileArgs) -> Result<Status, CliError> {
    // Only a book that is there can be fixed.
    drop(Book::open(&args.book)?);
    let book = BookWriter::open(&args.book)?;
    let n_positions = book.close()?;
    let (name, positions) = (args.book.display(), units::grouped(n_positions));
    say(&format!("{name}: {positions} positions, all values computed anew"))
}

/// Runs `willow book merge`.
pub(super) fn run_merge(args: &BookMergeArgs) -> Result<Status, CliError> {
    let _replaced = new_book(&args.new)?;
    let mut builder = BookBuilder::new(&args.new.out);
    for path in &args.books {
        let book = Book::open(path)?;
        for entry in book.entries() {
            let entry = entry?;
            builder.push(&entry);
        }
    }
    let n_positions = builder.finish(args.new.replace.overwrite())?;
    let (name, positions) = (args.new.out.display(), units::grouped(n_positions));
    say(&format!("{name}: {positions} positions of {}", units::count(args.books.len(), "book")))
}

/// Runs `willow book prune`.
pub(super) fn run_prune(args: &BookPruneArgs) -> Result<Status, CliError> {
    let _replaced = new_book(&args.new)?;
    let start = board_of(args.from.as_ref())?;
    let book = Book::open(&args.book)?;
    let budgets = Budgets {
        per_move: args.per_move,
        sum: args.sum,
        min_empties: min_empties(args.plies),
        ..Budgets::UNLIMITED
    };
    let n_positions =
        willow_book::prune(&book, &start, &budgets, &args.new.out, args.new.replace.overwrite())?;
    let (name, positions) = (args.new.out.display(), units::grouped(n_positions));
    say(&format!("{name}: {positions} positions kept"))
}
