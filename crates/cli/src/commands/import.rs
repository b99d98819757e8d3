//! `willow import`: games for the archive of the game server.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use tokio::runtime::Runtime;
use willow_files::{FileDraft, Overwrite};
use willow_records::transcript::TranscriptError;
use willow_records::wthor::{WthorError, WthorFileKind};
use willow_records::{
    Format, GameOrPosition, GameTreeError, InputEntry, InputLocation, ReadProblem, RecordedGame,
    StreamError,
};
use willow_server::Log;
use willow_server::archive::{ArchiveEntry, Import, Imported};
use willow_server::store::{Location, Store, StoreError, Writer};

use super::serve;
use crate::args::ImportArgs;
use crate::error::CliError;
use crate::files::{self, STANDARD_STREAM, STDIN_NAME};
use crate::output;
use crate::progress::Progress;
use crate::record_source::RecordSource;
use crate::status::{InputErrors, Status};
use crate::units;

/// The number of games in one transaction. A larger batch writes each index page fewer times, but
/// is held in memory.
const BATCH_SIZE: usize = 30_000;

/// How many games that the archive has already are named: of a large file that is imported again that is all of them.
const NAMED_GAMES: usize = 20;

/// How many files the list of changes names.
const TITLE_FILES: usize = 5;

/// Behaviour if there is no database.
#[derive(Clone, Copy, Debug)]
enum IfMissing {
    Create,
    Fail,
}

/// An import in progress.
struct ArchiveImport {
    runtime: Runtime,
    writer: Writer,
    /// Locks the database folder, so that no server starts during the import.
    store: Store,
    import: Import,
    waiting: Vec<ArchiveEntry>,
    /// Where each of them stands.
    places: Vec<String>,
    added: usize,
    known: usize,
    illegal: usize,
    positions: usize,
}

/// Maximum files of folders that are named though they are left out.
const MAX_NAMED: usize = 10;

/// Runs the command.
pub(super) fn run(args: ImportArgs) -> Result<Status, CliError> {
    drop(serve::start_log(&Log::default()));
    let location = serve::location_to_write(args.data, args.config)?;
    let drafts = match &location {
        Location::Folder(folder) => folder.clone(),
        Location::Postgres { .. } => std::env::temp_dir(),
    };
    let if_missing = if args.create { IfMissing::Create } else { IfMissing::Fail };
    let names = if args.without_names { WthorNames::Optional } else { WthorNames::Needed };
    let files = Files::of(&args.files)?;
    let mut import = ArchiveImport::open(&location, if_missing, Import::new(files.title()))?;
    let mut input_errors = InputErrors::default();
    let progress = Progress::bar(files.paths.len() as u64);
    let mut read_any = false;
    for path in &files.paths {
        progress.say(path.display().to_string());
        match ImportFile::check(path, &drafts, names) {
            Ok(file) => {
                import.add(&file, &progress)?;
                read_any = true;
            }
            Err(error) => progress.aside(|| input_errors.report(error))?,
        }
        progress.step();
    }
    progress.say("writing");
    import.flush(&progress)?;
    drop(progress);
    // Where no file could be read, the errors have said it all.
    if read_any {
        output::print(&import.summary(&location))?;
        import.tell_unnamed();
        import.tell_copies()?;
    }
    if !files.left_out.is_empty() {
        let others = units::count(files.left_out.len(), "file");
        let names = files.left_out.iter().take(MAX_NAMED).map(|path| path.display().to_string());
        let (names, more) =
            (names.collect::<Vec<_>>().join(", "), files.left_out.len() > MAX_NAMED);
        let more = if more { ", ..." } else { "" };
        output::note(&format!(
            "{others} in folders left out, because no format has such an extension; name them to import them: {names}{more}"
        ));
    }
    let illegal = import.illegal;
    import.release()?;
    Ok(if illegal > 0 { Status::Incomplete } else { input_errors.status() })
}

/// Whether WTHOR files are imported without their files of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WthorNames {
    Needed,
    Optional,
}

/// The files that are named, and those in folders that are named.
struct Files {
    paths: Vec<PathBuf>,
    /// The files in folders that are not files of games by their names.
    left_out: Vec<PathBuf>,
}

impl Files {
    fn of(named: &[PathBuf]) -> Result<Files, CliError> {
        let mut files = Files { paths: Vec::new(), left_out: Vec::new() };
        for path in named {
            if path.is_dir() { files.add_folder(path)? } else { files.paths.push(path.clone()) }
        }
        if files.paths.is_empty() {
            let error = format!("{}: no files of games in this folder", named[0].display());
            return Err(CliError::failed(error)
                .with_hint("files are known by their extensions: see `willow help formats`"));
        }
        Ok(files)
    }

    /// Adds the files of a folder and of the folders in it, in the order of their names.
    fn add_folder(&mut self, folder: &Path) -> Result<(), CliError> {
        let unreadable = |error| with_hint_if_denied(CliError::file("read", folder, &error));
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let entries = entries.map(|entry| entry.map(|entry| entry.path()));
        let mut paths = entries.collect::<io::Result<Vec<_>>>().map_err(unreadable)?;
        paths.sort();
        for path in paths {
            // A link to a folder may lead back.
            if path.is_dir() && !path.is_symlink() {
                self.add_folder(&path)?;
            } else if is_file_of_games(&path) {
                self.paths.push(path);
            } else if !is_file_of_names(&path) {
                self.left_out.push(path);
            }
        }
        Ok(())
    }

    /// Returns the names of the first files, for the list of changes.
    fn title(&self) -> String {
        let name = |path: &PathBuf| match path.as_path() {
            stdin if stdin == Path::new(STANDARD_STREAM) => Some(OsString::from(STDIN_NAME)),
            path => path.file_name().map(ToOwned::to_owned),
        };
        let names = self.paths.iter().filter_map(name);
        let names = names.take(TITLE_FILES).map(|name| name.to_string_lossy().into_owned());
        let names: Vec<_> = names.collect();
        let others = self.paths.len() - names.len();
        let title = output::printable(&names.join(", "));
        if others > 0 { format!("{title} and {others} more") } else { title }
    }
}

fn format_by_name(path: &Path) -> Option<Format> {
    let (path, _) = willow_files::without_gz(path);
    let extension = path.extension()?.to_str()?;
    // Servers of GGF call their collections so.
    if extension.eq_ignore_ascii_case("gam") {
        Some(Format::Ggf)
    } else {
        Format::from_extension(extension)
    }
}

fn with_hint_if_denied(error: CliError) -> CliError {
    if !error.is_denied() {
        return error;
    }
    let user = serve::this_user();
    error.with_hint(format!("{user} may not read it: copy it to a folder such as /tmp"))
}

fn is_file_of_games(path: &Path) -> bool {
    format_by_name(path).is_some() && !is_file_of_names(path)
}

fn is_file_of_names(path: &Path) -> bool {
    matches!(format_by_name(path), Some(Format::WthorPlayers | Format::WthorTournaments))
}

/// A file that can be read to its end. It is read twice, so that a damaged one imports nothing and no file is held
/// in memory.
struct ImportFile<'a> {
    path: &'a Path,
    is_stdin: bool,
    /// Copy of an input that can be read only once.
    copy: Option<FileDraft>,
}

/// Contents of a file that are not errors, with their places.
enum ImportItem {
    Game(Box<RecordedGame>, String),
    Position(String),
    /// A game with an illegal move: what is wrong, and where.
    IllegalMove(CliError),
}

impl<'a> ImportFile<'a> {
    /// Reads a file without importing it. A pipe is copied to the folder.
    fn check(path: &'a Path, folder: &Path, names: WthorNames) -> Result<ImportFile<'a>, CliError> {
        let is_stdin = path == Path::new(STANDARD_STREAM);
        let is_pipe =
            is_stdin || path.metadata().is_ok_and(|file| !file.is_file() && !file.is_dir());
        let mut copy = None;
        if is_pipe {
            let mut pipe = if is_stdin { files::open_stdin()? } else { files::open(path)? };
            let mut draft = files::draft(&folder.join("import"), Overwrite::Always)?;
            io::copy(&mut pipe, &mut draft)
                .map_err(|error| CliError::file("copy", path, &error))?;
            copy = Some(draft);
        }
        let file = ImportFile { path, is_stdin, copy };
        file.read(|_| Ok(())).map_err(|error| {
            with_hint_if_denied(error.with_hint("nothing was imported from this file"))
        })?;
        let wthor = file.open()?.wthor.filter(|_| names == WthorNames::Needed);
        if let Some(missing) = wthor.and_then(|wthor| wthor.missing_names()) {
            let error =
                format!("{}: {missing}, so the games would have numbers for names", file.name());
            return Err(CliError::failed(error).with_hint(
                "put the files of names that came with it into the same folder, or import with `--without-names`",
            ));
        }
        Ok(file)
    }

    fn open(&self) -> Result<RecordSource, CliError> {
        RecordSource::open(self.copy.as_ref().map_or(self.path, FileDraft::path))
    }

    fn name(&self) -> String {
        if self.is_stdin { STDIN_NAME.to_owned() } else { self.path.display().to_string() }
    }

    /// Calls `visit` for what is in the file.
    fn read(
        &self,
        mut visit: impl FnMut(ImportItem) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let (mut source, name) = (self.open()?, self.name());
        let kind = WthorFileKind::detect(source.beginning());
        if matches!(kind, Some(WthorFileKind::Players | WthorFileKind::Tournaments)) {
            return Ok(());
        }
        for (index, entry) in source.entries().enumerate() {
            visit(match entry {
                Ok(InputEntry { item, location }) => {
                    let place = match location {
                        InputLocation::Text { .. } => location.to_string(),
                        InputLocation::Binary { .. } => format!("game {}", index + 1),
                    };
                    match item {
                        GameOrPosition::Game(record) => ImportItem::Game(record, place),
                        GameOrPosition::Position(_) => ImportItem::Position(place),
                    }
                }
                Err(StreamError::Entry(error)) if is_illegal_move(&error.problem) => {
                    ImportItem::IllegalMove(RecordSource::error(&name, &error.into()))
                }
                Err(error) => return Err(RecordSource::error(&name, &error)),
            })?;
        }
        Ok(())
    }
}

/// Returns whether a problem is an illegal move, and not a damaged file.
const fn is_illegal_move(problem: &ReadProblem) -> bool {
    matches!(
        problem,
        ReadProblem::Transcript(TranscriptError::Illegal(_))
            | ReadProblem::Tree(GameTreeError::Move(_))
            | ReadProblem::Wthor(WthorError::Illegal(_) | WthorError::NotAMove { .. })
    )
}

/// Returns a line that says how a change of the archive is undone.
pub(super) fn how_to_undo(what: &str, number: u64) -> String {
    format!("{what} {number}: `willow archive undo {number}` undoes it\n")
}

fn note_skipped(progress: &Progress, what: &str) {
    progress.aside(|| output::note(&format!("skipped: {what}")));
}

fn not_opened(error: StoreError) -> CliError {
    let is_missing = matches!(error, StoreError::NoDatabase(_));
    let told = CliError::failed(error);
    if is_missing { told.with_hint("`--create` makes a new database there") } else { told }
}

impl ArchiveImport {
    fn release(self) -> Result<(), CliError> {
        self.runtime.block_on(self.writer.release()).map_err(CliError::failed)
    }

    fn open(
        location: &Location,
        if_missing: IfMissing,
        import: Import,
    ) -> Result<ArchiveImport, CliError> {
        let runtime = serve::runtime()?;
        let opened = runtime.block_on(async {
            let (store, mut writer) = match if_missing {
                IfMissing::Create => Store::open(location).await?,
                IfMissing::Fail => Store::open_existing(location).await?,
            };
            writer.prepare_import().await?;
            Ok((store, writer))
        });
        let (store, writer) = opened.map_err(not_opened)?;
        Ok(ArchiveImport {
            runtime,
            writer,
            store,
            import,
            waiting: Vec::new(),
            places: Vec::new(),
            added: 0,
            known: 0,
            illegal: 0,
            positions: 0,
        })
    }

    fn add(&mut self, file: &ImportFile<'_>, progress: &Progress) -> Result<(), CliError> {
        let name = file.name();
        file.read(|item| {
            match item {
                ImportItem::Game(record, place) => {
                    self.waiting.push((*record).into());
                    self.places.push(format!("{name}: {place}"));
                }
                ImportItem::Position(place) => {
                    self.positions += 1;
                    note_skipped(progress, &format!("{name}: {place}: a position, not a game"));
                }
                ImportItem::IllegalMove(error) => {
                    self.illegal += 1;
                    note_skipped(progress, error.message());
                }
            }
            if self.waiting.len() >= BATCH_SIZE { self.flush(progress) } else { Ok(()) }
        })
    }

    fn flush(&mut self, progress: &Progress) -> Result<(), CliError> {
        let games = std::mem::take(&mut self.waiting);
        let places = std::mem::take(&mut self.places);
        let Imported { added, known } = self
            .runtime
            .block_on(self.writer.import(&mut self.import, games))
            .map_err(CliError::failed)?;
        for same in known.iter().take(NAMED_GAMES.saturating_sub(self.known)) {
            let (place, game) = (&places[same.entry], same.game);
            note_skipped(progress, &format!("{place}: in the archive as game {game}"));
        }
        self.added += added;
        self.known += known.len();
        Ok(())
    }

    fn summary(&self, location: &Location) -> String {
        let added = units::count(self.added, "game");
        let mut text = format!("{added} added to {location}\n");
        let left_out = [
            (self.known, "game", "skipped: already in the archive"),
            (self.illegal, "game", "skipped: illegal moves"),
            (self.positions, "position", "skipped: not games"),
        ];
        for (number, what, why) in left_out.into_iter().filter(|&(number, ..)| number > 0) {
            text.extend([&units::count(number, what), " ", why, "\n"]);
        }
        if let Some(number) = self.import.number() {
            text += &how_to_undo("import", number);
        }
        text
    }

    /// Says how many games of the archive were skipped without their names.
    fn tell_unnamed(&self) {
        if NAMED_GAMES < self.known {
            let others = units::count(self.known - NAMED_GAMES, "more game");
            output::note(&format!("skipped: {others} of the archive"));
        }
    }

    /// Says how many games may be in the archive twice.
    fn tell_copies(&mut self) -> Result<(), CliError> {
        if self.import.number().is_none() {
            return Ok(());
        }
        let pairs = self.runtime.block_on(self.store.possible_copies());
        let pairs = pairs.map_err(CliError::failed)?;
        let n_copies = pairs.iter().filter(|pair| self.import.has(pair)).count();
        if 0 < n_copies {
            let copies = units::count(n_copies, "game");
            output::note(&format!(
                "{copies} probably came from two sources: `willow archive copies` lists them"
            ));
        }
        Ok(())
    }
}
