//! `willow convert`: games and positions from one format to another.

mod record_file;
pub(crate) mod wthor;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use willow_files::Overwrite;
use willow_records::{DroppedData, Format, GameOrPosition};

use self::record_file::{RecordFile, Written};
use crate::args::ConvertArgs;
use crate::error::CliError;
use crate::files::STANDARD_STREAM;
use crate::input;
use crate::output;
use crate::record_source::RecordSource;
use crate::status::{InputErrors, Status};
use crate::units;

/// Runs the command.
pub(super) fn run(args: &ConvertArgs) -> Result<Status, CliError> {
    let format = format_to_write(&args.output, args.to.as_deref())?;
    let overwrite = args.replace.overwrite();
    let is_printed = args.output == Path::new(STANDARD_STREAM);
    if !is_printed {
        check_not_input(args, format)?;
        check_all_free(&args.output, format, overwrite)?;
    }
    let mut source = RecordSource::open(&args.input)?;
    let Some(written) = convert(&mut source, &args.output, format, overwrite)? else {
        return Ok(Status::Incomplete);
    };
    if let Some(wthor) = source.wthor.filter(|_| format != Format::Wthor) {
        wthor.note_missing_names(&args.input);
    }
    tell(&args.output, format, written)?;
    Ok(Status::Done)
}

/// Writes games to a file, or to standard output for `-`, in the format of `to` or of the file's name. `games` calls the
/// function that it is given for each game.
pub(super) fn write_games(
    output: &Path,
    to: Option<&str>,
    overwrite: Overwrite,
    games: impl FnOnce(&mut dyn FnMut(GameOrPosition) -> Result<(), CliError>) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let format = format_to_write(output, to)?;
    if output != Path::new(STANDARD_STREAM) {
        check_all_free(output, format, overwrite)?;
    }
    let mut file = RecordFile::create(output, format, overwrite)?;
    games(&mut |item| file.add(item))?;
    let written = file.finish()?;
    tell(output, format, written)
}

/// Says what was written to a file, and what the format does not hold.
fn tell(path: &Path, format: Format, written: Written) -> Result<(), CliError> {
    let Written { count, n_shortened, dropped } = written;
    note_dropped_data(path, format, &dropped);
    if path == Path::new(STANDARD_STREAM) {
        return Ok(());
    }
    let shortened = match n_shortened {
        0 => String::new(),
        number => format!(", {} shortened to fit", units::count(number, "name")),
    };
    output::print(&format!("{}: {count} ({format}){shortened}\n", path.display()))
}

/// Converts all games and positions of a file; after errors, reports them and returns `None`.
fn convert(
    source: &mut RecordSource,
    output: &Path,
    format: Format,
    overwrite: Overwrite,
) -> Result<Option<Written>, CliError> {
    let mut errors = InputErrors::default();
    if source.wthor.is_some() && format == Format::Wthor {
        let n_games = wthor::copy(source, output, overwrite, &mut errors)?;
        let count = units::count(n_games, "record");
        let written = Written { count, n_shortened: 0, dropped: BTreeMap::new() };
        return Ok((errors.status() == Status::Done).then_some(written));
    }
    let mut file = RecordFile::create(output, format, overwrite)?;
    input::visit_items(source, &mut |item| match item {
        Ok(item) if errors.status() == Status::Done => file.add(item.item),
        Ok(_) => Ok(()),
        Err(error) => errors.report(error),
    })?;
    if errors.status() == Status::Done { file.finish().map(Some) } else { Ok(None) }
}

/// Returns the format of `--to`, or that of the output's name.
fn format_to_write(output: &Path, to: Option<&str>) -> Result<Format, CliError> {
    let (name, is_gz) = willow_files::without_gz(output);
    let is_printed = output == Path::new(STANDARD_STREAM);
    let format = match to {
        Some(name) => format_of(&Path::new("games").with_extension(extension_of(name)))
            .map_err(|error| error.in_place_of_message(format!("--to {name}: unknown format")))?,
        None if is_printed => {
            return Err(CliError::usage("standard output needs a format")
                .with_hint("add --to, such as --to ggf"));
        }
        None => format_of(&name)?,
    };
    if format == Format::Wthor && (is_printed || is_gz) {
        let error = "WTHOR writes names to files beside the games, so it needs a plain file name";
        return Err(CliError::usage(error).with_hint("write a .wtb file, and compress it then"));
    }
    Ok(format)
}

/// Names of formats that are not their extensions.
const FORMAT_NAMES: [(&str, Format); 3] = [
    ("transcript", Format::Transcript),
    ("printed-board", Format::PrintedBoard),
    ("wthor", Format::Wthor),
];

/// Returns the extension of a format that is named; what is not a name may be an extension itself.
fn extension_of(name: &str) -> &str {
    let named = FORMAT_NAMES.into_iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
    named.map_or(name, |(_, format)| format.extension())
}

/// Writes games or positions to a file, and to the companion files that its format needs.
///
/// # Errors
/// The extension must name a format that can hold the items, and the files must be writable. None is
/// written unless all names are free.
pub(super) fn save(
    path: &Path,
    items: &[GameOrPosition],
    overwrite: Overwrite,
) -> Result<(), CliError> {
    check_free_to_save(path, overwrite)?;
    let mut file = RecordFile::create(path, format_of(path)?, overwrite)?;
    items.iter().try_for_each(|item| file.add(item.clone()))?;
    file.finish().map(|_| ())
}

/// Checks that [`save`] may write a file and its companion files.
///
/// # Errors
/// The extension must name a format, and the names must be free.
pub(super) fn check_free_to_save(path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    check_all_free(path, format_of(path)?, overwrite)
}

fn check_all_free(path: &Path, format: Format, overwrite: Overwrite) -> Result<(), CliError> {
    Ok(paths(path, format).iter().try_for_each(|path| willow_files::check_free(path, overwrite))?)
}

/// Returns the names of all files of an output.
fn paths(path: &Path, format: Format) -> Vec<PathBuf> {
    if format == Format::Wthor { wthor::paths(path).into() } else { vec![path.to_owned()] }
}

/// Returns the format that the extension of a name stands for.
pub(super) fn format_of(path: &Path) -> Result<Format, CliError> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match Format::from_extension(extension) {
        Some(Format::WthorPlayers | Format::WthorTournaments) => {
            Err(CliError::usage(format!("{}: this format holds names, not games", path.display()))
                .with_hint("write a .wtb file; the files of names are written with it"))
        }
        Some(format) => Ok(format),
        None => {
            let all = Format::ALL.map(|format| format!(".{}", format.extension()));
            Err(CliError::usage(format!("{}: unknown file extension", path.display()))
                .with_hint(format!("the known extensions are {}", all.join(" "))))
        }
    }
}

/// Checks that no file of the output is the input.
fn check_not_input(args: &ConvertArgs, format: Format) -> Result<(), CliError> {
    let Ok(input) = args.input.canonicalize() else { return Ok(()) };
    for path in paths(&args.output, format) {
        if path.canonicalize().is_ok_and(|output| input == output) {
            let path = path.display();
            return Err(CliError::usage(format!("{path}: IN and OUT are the same file")));
        }
    }
    Ok(())
}

/// Writes to standard error what the format does not hold, in one line.
fn note_dropped_data(path: &Path, format: Format, dropped: &BTreeMap<DroppedData, usize>) {
    if dropped.is_empty() {
        return;
    }
    let list: Vec<String> = dropped
        .iter()
        .map(|(data, &n)| format!("{data} ({})", units::count(n, "record")))
        .collect();
    let path = path.display();
    output::note(&format!("{path}: not kept by this format ({format}): {}", list.join(", ")));
}
