//! `willow convert`: games and positions from one format to another.

pub(super) mod wthor;

use std::path::{Path, PathBuf};

use willow_records::{Format, Item, MAX_ENTRIES, entries_with_names};

use crate::args::ConvertArgs;
use crate::error::CliError;
use crate::files::{self, Overwrite};
use crate::status::{Problems, Status};
use crate::units;

/// After so many errors the rest of a file is not worth reading: it is something else.
const MOST_ERRORS: usize = 20;

/// A file to be written.
struct Draft {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// All files to be written, and how many names in them had to be cut off.
struct Drafts {
    /// The one that was asked for comes last, so that it is there only if the others are.
    files: Vec<Draft>,
    n_shortened: usize,
}

/// Runs the command.
pub(super) fn run(args: &ConvertArgs) -> Result<Status, CliError> {
    let format = format_of(&args.output)?;
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    check_free(args, &args.output, overwrite)?;
    let Some(items) = read(&args.input)? else { return Ok(Status::Incomplete) };
    let drafts = drafts(&args.output, &items, format)?;
    for draft in &drafts.files {
        check_free(args, &draft.path, overwrite)?;
    }
    for draft in &drafts.files {
        files::write(&draft.path, &draft.bytes, overwrite)?;
    }
    let count = units::count(items.len(), "record");
    let shortened = match drafts.n_shortened {
        0 => String::new(),
        number => format!(", {} cut off to fit", units::count(number, "name")),
    };
    super::print(&format!("{}: {count} ({format}){shortened}\n", args.output.display()))?;
    Ok(Status::Done)
}

/// Writes games or positions to a file, and to those beside it that its format needs.
///
/// # Errors
/// The extension must name a format that can hold the items, and the files must be writable.
pub(super) fn save(path: &Path, items: &[Item], overwrite: Overwrite) -> Result<(), CliError> {
    for draft in &drafts(path, items, format_of(path)?)?.files {
        files::write(&draft.path, &draft.bytes, overwrite)?;
    }
    Ok(())
}

/// Returns the format that the extension of a name stands for.
pub(super) fn format_of(path: &Path) -> Result<Format, CliError> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match Format::from_extension(extension) {
        Some(Format::WthorPlayers | Format::WthorTournaments) => {
            Err(CliError::usage(format!("{}: names are not games", path.display()))
                .with_hint("write a .wtb file: its names are written beside it"))
        }
        Some(format) => Ok(format),
        None => {
            let all = Format::ALL.map(|format| format!(".{}", format.extension()));
            Err(CliError::usage(format!("{}: the extension names no format", path.display()))
                .with_hint(format!("the extensions are {}", all.join(" "))))
        }
    }
}

/// Checks that a file may be written: it is not the input, and not there unless it may be replaced.
fn check_free(args: &ConvertArgs, path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    if let (Ok(input), Ok(output)) = (args.input.canonicalize(), path.canonicalize())
        && input == output
    {
        return Err(CliError::usage(format!("{}: IN and OUT are the same file", path.display())));
    }
    files::check_free(path, overwrite)
}

/// Reads everything in a file, or reports what is wrong with it and returns `None`.
fn read(path: &Path) -> Result<Option<Vec<Item>>, CliError> {
    let (bytes, name) = if path == Path::new("-") {
        (files::read_stdin()?, files::STDIN_NAME.to_owned())
    } else {
        (files::read(path)?, path.display().to_string())
    };
    let names = wthor::names_beside(path, &bytes)?;
    let mut problems = Problems::default();
    let mut items = Vec::new();
    let mut errors = 0;
    for entry in entries_with_names(&bytes, &names) {
        match entry {
            Ok(_) if items.len() == MAX_ENTRIES => {
                let many = format!("{name}: more than {MAX_ENTRIES} games or positions");
                return Err(CliError::failed(many).with_hint("split the file"));
            }
            Ok(entry) => items.push(entry.item),
            Err(_) if errors == MOST_ERRORS => {
                problems.report(CliError::failed(format!("{name}: too many errors, giving up")))?;
                break;
            }
            Err(error) => {
                errors += 1;
                problems.report(CliError::failed(format!("{name}: {error}")))?;
            }
        }
    }
    Ok((problems.status() == Status::Done).then_some(items))
}

/// Returns the files that hold the items in a format.
fn drafts(output: &Path, items: &[Item], format: Format) -> Result<Drafts, CliError> {
    let failed = |error: String| CliError::failed(format!("{}: {error}", output.display()));
    if format == Format::Wthor {
        return wthor::drafts(output, items);
    }
    let text = willow_records::write(items, format).map_err(|error| failed(error.to_string()))?;
    let file = Draft { path: output.to_owned(), bytes: text.into_bytes() };
    Ok(Drafts { files: vec![file], n_shortened: 0 })
}
