//! `willow import`: games for the archive of the game server.

use std::io;
use std::path::Path;

use tokio::runtime::Runtime;
use willow_files::{FileDraft, Overwrite};
use willow_records::transcript::TranscriptError;
use willow_records::wthor::{WthorError, WthorFileKind};
use willow_records::{
    GameOrPosition, GameTreeError, InputEntry, ReadProblem, RecordedGame, StreamError,
};
use willow_server::Log;
use willow_server::archive::{ArchiveEntry, Imported};
use willow_server::store::{Store, StoreError, Writer};

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

/// What is done where there is no database.
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
    _store: Store,
    waiting: Vec<ArchiveEntry>,
    imported: Imported,
    illegal: usize,
    positions: usize,
}

/// Runs the command.
pub(super) fn run(args: ImportArgs) -> Result<Status, CliError> {
    drop(serve::start_log(&Log::default()));
    let folder = serve::data_folder(args.data, args.config)?;
    let if_missing = if args.create { IfMissing::Create } else { IfMissing::Fail };
    let mut import = ArchiveImport::open(&folder, if_missing)?;
    let mut input_errors = InputErrors::default();
    let progress = Progress::bar(args.files.len() as u64);
    let mut read_any = false;
    for path in &args.files {
        progress.say(path.display().to_string());
        match ImportFile::check(path, &folder) {
            Ok(file) => {
                import.add(&file)?;
                read_any = true;
            }
            Err(error) => progress.aside(|| input_errors.report(error))?,
        }
        progress.step();
    }
    progress.say("writing");
    import.flush()?;
    drop(progress);
    // Where no file could be read, the errors have said it all.
    if read_any {
        output::print(&import.summary(&folder))?;
    }
    Ok(if import.illegal > 0 { Status::Incomplete } else { input_errors.status() })
}

/// A file that can be read to its end. It is read twice, so that a damaged one imports nothing and no file is held
/// in memory.
struct ImportFile<'a> {
    path: &'a Path,
    is_stdin: bool,
    /// The copy of what can be read only once.
    copy: Option<FileDraft>,
}

/// What a file holds that is no error.
enum ImportItem {
    Game(Box<RecordedGame>),
    Position,
    IllegalMove,
}

impl<'a> ImportFile<'a> {
    /// Reads a file without importing it. A pipe is copied to the folder.
    fn check(path: &'a Path, folder: &Path) -> Result<ImportFile<'a>, CliError> {
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
        file.read(|_| Ok(()))
            .map_err(|error| error.with_hint("nothing was imported from this file"))?;
        Ok(file)
    }

    /// Calls `visit` for what is in the file.
    fn read(
        &self,
        mut visit: impl FnMut(ImportItem) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let mut source = RecordSource::open(self.copy.as_ref().map_or(self.path, FileDraft::path))?;
        let name =
            if self.is_stdin { STDIN_NAME.to_owned() } else { self.path.display().to_string() };
        let kind = WthorFileKind::detect(source.beginning());
        if matches!(kind, Some(WthorFileKind::Players | WthorFileKind::Tournaments)) {
            return Ok(());
        }
        for entry in source.entries() {
            visit(match entry {
                Ok(InputEntry { item: GameOrPosition::Game(record), .. }) => {
                    ImportItem::Game(record)
                }
                Ok(_) => ImportItem::Position,
                Err(StreamError::Entry(error)) if is_illegal_move(&error.problem) => {
                    ImportItem::IllegalMove
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

fn not_opened(error: StoreError) -> CliError {
    let is_missing = matches!(error, StoreError::NoDatabase(_));
    let told = CliError::failed(error);
    if is_missing { told.with_hint("`--create` makes a new database there") } else { told }
}

impl ArchiveImport {
    fn open(folder: &Path, if_missing: IfMissing) -> Result<ArchiveImport, CliError> {
        let runtime = serve::runtime()?;
        let opened = runtime.block_on(async {
            let (store, mut writer) = match if_missing {
                IfMissing::Create => Store::open(folder).await?,
                IfMissing::Fail => Store::open_existing(folder).await?,
            };
            writer.prepare_import().await?;
            Ok((store, writer))
        });
        let (store, writer) = opened.map_err(not_opened)?;
        Ok(ArchiveImport {
            runtime,
            writer,
            _store: store,
            waiting: Vec::new(),
            imported: Imported::default(),
            illegal: 0,
            positions: 0,
        })
    }

    fn add(&mut self, file: &ImportFile<'_>) -> Result<(), CliError> {
        file.read(|item| {
            match item {
                ImportItem::Game(record) => self.waiting.push((*record).into()),
                ImportItem::Position => self.positions += 1,
                ImportItem::IllegalMove => self.illegal += 1,
            }
            if self.waiting.len() >= BATCH_SIZE { self.flush() } else { Ok(()) }
        })
    }

    fn flush(&mut self) -> Result<(), CliError> {
        let games = std::mem::take(&mut self.waiting);
        let imported =
            self.runtime.block_on(self.writer.import(games)).map_err(CliError::failed)?;
        self.imported.added += imported.added;
        self.imported.known += imported.known;
        Ok(())
    }

    fn summary(&self, folder: &Path) -> String {
        let Imported { added, known } = self.imported;
        let mut text = format!("{} added to {}\n", units::count(added, "game"), folder.display());
        let left_out = [
            (known, "game", "skipped: already in the archive"),
            (self.illegal, "game", "skipped: illegal moves"),
            (self.positions, "position", "skipped: not games"),
        ];
        for (number, what, why) in left_out.into_iter().filter(|&(number, ..)| number > 0) {
            text.extend([&units::count(number, what), " ", why, "\n"]);
        }
        text
    }
}
