//! `willow convert`: games and positions from one format to another.

mod output_file;
pub(crate) mod wthor;

use std::collections::BTreeMap;
use std::path::Path;

use willow_files::Overwrite;
use willow_records::{DroppedData, Format, GameOrPosition, MAX_ENTRIES, Synchro, WriteError};

use self::output_file::{OutputFile, OutputFiles};
use crate::args::ConvertArgs;
use crate::error::CliError;
use crate::files::{self, STANDARD_STREAM};
use crate::input;
use crate::output;
use crate::record_source::RecordSource;
use crate::status::{InputErrors, Status};
use crate::units;

/// Runs the command.
pub(super) fn run(args: &ConvertArgs) -> Result<Status, CliError> {
    let format = format_to_write(args)?;
    let overwrite = args.replace.overwrite();
    let is_printed = args.output == Path::new(STANDARD_STREAM);
    if !is_printed {
        check_free(args, &args.output, overwrite)?;
    }
    let mut source = RecordSource::open(&args.input)?;
    let Some(converted) = convert(&mut source, &args.output, format)? else {
        return Ok(Status::Incomplete);
    };
    let Converted { count, output_files } = converted;
    if let Some(wthor) = source.wthor.filter(|_| format != Format::Wthor) {
        wthor.note_missing_names(&args.input);
    }
    note_dropped_data(&args.output, format, &output_files.dropped);
    if is_printed {
        for file in &output_files.files {
            output::print_bytes(&file.bytes)?;
        }
        return Ok(Status::Done);
    }
    write_files(args, &output_files, overwrite)?;
    let shortened = match output_files.n_shortened {
        0 => String::new(),
        number => format!(", {} shortened to fit", units::count(number, "name")),
    };
    output::print(&format!("{}: {count} ({format}){shortened}\n", args.output.display()))?;
    Ok(Status::Done)
}

/// Writes the files of a conversion, none of them unless all names are free.
fn write_files(
    args: &ConvertArgs,
    output_files: &OutputFiles,
    overwrite: Overwrite,
) -> Result<(), CliError> {
    for file in &output_files.files {
        check_free(args, &file.path, overwrite)?;
    }
    for file in &output_files.files {
        write_file(file, overwrite)?;
    }
    Ok(())
}

/// Writes a file, compressed if its name ends with `.gz`.
fn write_file(file: &OutputFile, overwrite: Overwrite) -> Result<(), CliError> {
    let (_, is_gz) = files::without_gz(&file.path);
    if is_gz {
        return files::write(&file.path, &files::gzipped(&file.bytes), overwrite);
    }
    files::write(&file.path, &file.bytes, overwrite)
}

/// Returns the format of `--to`, or that of the output's name.
fn format_to_write(args: &ConvertArgs) -> Result<Format, CliError> {
    let (name, is_gz) = files::without_gz(&args.output);
    let is_printed = args.output == Path::new(STANDARD_STREAM);
    let format = match &args.to {
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

/// What formats are called by people who do not say their extension.
const FORMAT_NAMES: [(&str, Format); 3] = [
    ("transcript", Format::Transcript),
    ("printed-board", Format::PrintedBoard),
    ("wthor", Format::Wthor),
];

/// Returns the extension of a format that is named; what is no name may be an extension itself.
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
    let output_files = output_files(path, items, format_of(path)?)?;
    check_free_to_save(path, overwrite)?;
    for file in &output_files.files {
        files::write(&file.path, &file.bytes, overwrite)?;
    }
    Ok(())
}

/// Checks that [`save`] may write a file and its companion files.
///
/// # Errors
/// The extension must name a format, and the names must be free.
pub(super) fn check_free_to_save(path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    match format_of(path)? {
        Format::Wthor => {
            wthor::paths(path).iter().try_for_each(|path| files::check_free(path, overwrite))
        }
        _ => files::check_free(path, overwrite),
    }
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

/// Checks that a file may be written: it is not the input, and it does not exist or may be
/// replaced.
fn check_free(args: &ConvertArgs, path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    if let (Ok(input), Ok(output)) = (args.input.canonicalize(), path.canonicalize())
        && input == output
    {
        return Err(CliError::usage(format!("{}: IN and OUT are the same file", path.display())));
    }
    files::check_free(path, overwrite)
}

/// The games and positions that are converted at once.
const BATCH_SIZE: usize = 10_000;

/// What a conversion writes.
struct Converted {
    /// The number of records or positions, in words.
    count: String,
    output_files: OutputFiles,
}

/// Converts all games and positions of a file; after errors, reports them and returns `None`.
fn convert(
    source: &mut RecordSource,
    output: &Path,
    format: Format,
) -> Result<Option<Converted>, CliError> {
    let mut input_errors = InputErrors::default();
    let mut batches = Batches::new(output, format);
    let name = source.name.clone();
    input::visit_items(source, &mut |item| match item {
        Ok(_) if input_errors.status() != Status::Done => Ok(()),
        Ok(_) if format == Format::Wthor && batches.items.len() == MAX_ENTRIES => {
            let many = format!("{name}: more than {MAX_ENTRIES} games or positions");
            Err(CliError::failed(many).with_hint("split the file"))
        }
        Ok(item) => batches.add(item.item),
        Err(error) => input_errors.report(error),
    })?;
    if input_errors.status() != Status::Done {
        return Ok(None);
    }
    let count = if format.holds_positions() {
        units::count(batches.n_positions, "position")
    } else {
        units::count(batches.n_converted + batches.items.len(), "record")
    };
    let output_files = match &source.wthor {
        Some(wthor) if format == Format::Wthor => wthor.output_files(output),
        _ if format == Format::Wthor => wthor::output_files(output, &batches.items)?,
        _ => batches.into_files()?,
    };
    Ok(Some(Converted { count, output_files }))
}

/// Games and positions that become text, some at a time.
struct Batches<'a> {
    output: &'a Path,
    format: Format,
    /// Those that are not converted yet.
    items: Vec<GameOrPosition>,
    n_converted: usize,
    n_positions: usize,
    text: String,
    dropped: BTreeMap<DroppedData, usize>,
}

impl<'a> Batches<'a> {
    fn new(output: &'a Path, format: Format) -> Batches<'a> {
        Batches {
            output,
            format,
            items: Vec::new(),
            n_converted: 0,
            n_positions: 0,
            text: String::new(),
            dropped: BTreeMap::new(),
        }
    }

    fn add(&mut self, item: GameOrPosition) -> Result<(), CliError> {
        self.n_positions += match &item {
            GameOrPosition::Game(record) => record.game.n_plies() + 1,
            GameOrPosition::Position(_) => 1,
        };
        let is_second = matches!(&item, GameOrPosition::Game(record) if record.synchro == Some(Synchro::Second));
        // WTHOR has lists of all names, and a synchro pair stays together.
        if self.format != Format::Wthor && BATCH_SIZE <= self.items.len() && !is_second {
            self.convert()?;
        }
        self.items.push(item);
        Ok(())
    }

    fn convert(&mut self) -> Result<(), CliError> {
        let n_before = self.n_converted;
        let failed = |error: WriteError| {
            let error = WriteError { entry: n_before + error.entry, ..error };
            CliError::failed(format!("{}: {error}", self.output.display()))
        };
        if self.format == Format::Transcript && n_before != 0 {
            // No game is the rest of one of the batch before.
            self.text.push('\n');
        }
        self.text += &willow_records::write(&self.items, self.format).map_err(failed)?;
        let dropped = willow_records::dropped_data(&self.items, self.format).map_err(failed)?;
        for (data, n) in dropped {
            *self.dropped.entry(data).or_default() += n;
        }
        self.n_converted += self.items.len();
        self.items.clear();
        Ok(())
    }

    fn into_files(mut self) -> Result<OutputFiles, CliError> {
        self.convert()?;
        let file = OutputFile { path: self.output.to_owned(), bytes: self.text.into_bytes() };
        Ok(OutputFiles { files: vec![file], n_shortened: 0, dropped: self.dropped })
    }
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

/// Returns the files that hold the items in a format.
fn output_files(
    output: &Path,
    items: &[GameOrPosition],
    format: Format,
) -> Result<OutputFiles, CliError> {
    if format == Format::Wthor {
        return wthor::output_files(output, items);
    }
    let mut batches = Batches::new(output, format);
    batches.items = items.to_vec();
    batches.into_files()
}
