//! `willow book import` and `export`.

use std::io;

use willow_book::formats::{self, BookFormat, ExportError, ImportError, Imported};
use willow_book::{Book, BookBuilder, Entry, NamedBook, ShippedBook};

use super::common::{new_book, say, today};
use crate::args::{BookExportArgs, BookImportArgs};
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::search::timed;
use crate::status::Status;
use crate::units;

/// Number of positions imported between two updates of the progress line.
const STEP: u64 = 10_000;

/// Runs `willow book import`.
pub(super) fn run_import(args: &BookImportArgs) -> Result<Status, CliError> {
    let _replaced = new_book(&args.new)?;
    let mut builder = BookBuilder::new(&args.new.out);
    let line = Progress::spinner();
    let mut n_read = 0;
    let (imported, time) = timed(|| {
        let mut take = |entry: &Entry| {
            n_read += 1;
            if n_read % STEP == 0 {
                line.say(format!("{} positions read", units::grouped(n_read)));
            }
            builder.push(entry);
            Ok(())
        };
        match args.input.to_str() {
            Some("-") => formats::import_unknown(io::stdin().lock(), today(), &mut take),
            Some(NamedBook::SHIPPED) => {
                formats::import_unknown(ShippedBook::text(), today(), &mut take)
            }
            _ => formats::import(&args.input, today(), &mut take),
        }
    });
    let (format, imported) = imported.map_err(|error| import_failed(args, error))?;
    line.say("sorting");
    let n_positions = builder.finish(args.new.replace.overwrite())?;
    drop(line);
    let left_out = left_out(&imported);
    say(&format!(
        "{}: {} positions ({}){left_out} in {}",
        args.new.out.display(),
        units::grouped(n_positions),
        format.name(),
        units::time(time)
    ))
}

/// Returns what was not taken, in words.
fn left_out(imported: &Imported) -> String {
    let counts = [
        (imported.passes_and_ends, "passes or ends of games"),
        (imported.without_value, "without a value"),
        (imported.unreached, "that no line from the start reaches"),
    ];
    let parts = counts.into_iter().filter(|(number, _)| 0 < *number);
    let parts: Vec<String> =
        parts.map(|(number, what)| format!("{} {what}", units::grouped(number))).collect();
    if parts.is_empty() { String::new() } else { format!(", left out: {}", parts.join(", ")) }
}

fn import_failed(args: &BookImportArgs, error: ImportError) -> CliError {
    let name = match args.input.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => args.input.display().to_string(),
    };
    match error {
        ImportError::Read(error) => CliError::file("read", &args.input, &error),
        ImportError::Book(error) => error.into(),
        ImportError::UnknownFormat => CliError::failed(format!("{name}: {error}"))
            .with_hint("the formats are those of Edax (.dat), Egaroucid (.egbk3), Zebra (.bin), and text of `willow book export`"),
        _ => CliError::failed(format!("{name}: {error}"))
            .with_hint("nothing was imported; take a copy of the file from before"),
    }
}

/// Runs `willow book export`.
pub(super) fn run_export(args: &BookExportArgs) -> Result<Status, CliError> {
    let format = format_of(args)?;
    let overwrite = args.replace.overwrite();
    willow_files::check_free(&args.out, overwrite)?;
    let book = Book::open(&args.book)?;
    let mut problem = None;
    let written = willow_files::write_streamed(&args.out, overwrite, |file| {
        formats::export(&book, format, file).map_err(|error| match error {
            ExportError::Write(error) => error,
            error => {
                problem = Some(error);
                io::ErrorKind::Other.into()
            }
        })
    });
    let count = written.map_err(|error| match problem {
        Some(ExportError::Book(error)) => error.into(),
        Some(problem) => CliError::failed(format!("{}: {problem}", args.out.display())),
        None => files::write_error(&args.out, &error),
    })?;
    let (name, count) = (args.out.display(), units::grouped(count));
    say(&format!("{name}: {count} positions ({})", format.name()))
}

fn format_of(args: &BookExportArgs) -> Result<BookFormat, CliError> {
    let all = BookFormat::ALL.map(BookFormat::name).join(", ");
    let hint = format!("the formats are {all}");
    match &args.to {
        Some(name) => BookFormat::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| CliError::usage(format!("--to {name}: unknown format")).with_hint(hint)),
        None => BookFormat::of_path(&args.out).ok_or_else(|| {
            CliError::usage(format!("{}: unknown file extension", args.out.display()))
                .with_hint(format!("choose a format with --to; {hint}"))
        }),
    }
}
