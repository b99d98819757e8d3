//! `willow import`: games for the archive of the game server.

use std::path::Path;

use tokio::runtime::Runtime;
use willow_records::ggf::GgfError;
use willow_records::logbook::LogbookError;
use willow_records::sgf::SgfError;
use willow_records::transcript::TranscriptError;
use willow_records::wthor::WthorError;
use willow_records::{Format, Item, ReadProblem, detect, entries_with_names};
use willow_server::archive::{ArchiveEntry, Imported};
use willow_server::store::{Store, Writer};

use super::convert::wthor::names_beside;
use super::serve;
use crate::args::ImportArgs;
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::status::{Problems, Status};
use crate::units;

/// How many games are written at once. The larger the number, the fewer times each page of the index
/// is written; the games of one time are held in memory.
const AT_ONCE: usize = 30_000;

/// An import on its way.
struct Import {
    runtime: Runtime,
    writer: Writer,
    /// Keeps the folder from a server until the import is done.
    _store: Store,
    waiting: Vec<ArchiveEntry>,
    imported: Imported,
    illegal: usize,
    positions: usize,
}

/// What a file has.
#[derive(Default)]
struct Contents {
    games: Vec<ArchiveEntry>,
    illegal: usize,
    positions: usize,
}

/// Runs the command.
pub(super) fn run(args: ImportArgs) -> Result<Status, CliError> {
    let folder = serve::data_folder(args.data)?;
    let mut import = Import::open(&folder)?;
    let mut problems = Problems::default();
    let progress = Progress::bar(args.files.len() as u64);
    for path in &args.files {
        progress.say(path.display().to_string());
        match read(path) {
            Ok(contents) => import.take(contents)?,
            Err(error) => progress.aside(|| problems.report(error))?,
        }
        progress.step();
    }
    progress.say("writing");
    import.flush()?;
    drop(progress);
    super::print(&import.summary(&folder))?;
    Ok(if import.illegal > 0 { Status::Incomplete } else { problems.status() })
}

/// Reads all of a file, so that nothing of a damaged one is imported.
fn read(path: &Path) -> Result<Contents, CliError> {
    let bytes = files::read(path)?;
    let mut contents = Contents::default();
    if matches!(detect(&bytes), Some(Format::WthorPlayers | Format::WthorTournaments)) {
        return Ok(contents);
    }
    let names = names_beside(path, &bytes)?;
    for entry in entries_with_names(&bytes, &names) {
        match entry {
            Ok(entry) => match entry.item {
                Item::Game(record) => contents.games.push((*record).into()),
                Item::Position(_) => contents.positions += 1,
            },
            Err(error) if is_about_moves(&error.problem) => contents.illegal += 1,
            Err(error) => {
                let message = format!("{}: {error}", path.display());
                return Err(
                    CliError::failed(message).with_hint("nothing of this file was imported")
                );
            }
        }
    }
    Ok(contents)
}

/// Returns whether a problem is a move that is not legal, and not a file that cannot be read.
const fn is_about_moves(problem: &ReadProblem) -> bool {
    matches!(
        problem,
        ReadProblem::Transcript(TranscriptError::Illegal(_))
            | ReadProblem::Ggf(GgfError::Move(_))
            | ReadProblem::Sgf(SgfError::Move(_))
            | ReadProblem::Logbook(LogbookError::Move(_))
            | ReadProblem::Wthor(WthorError::Illegal(_) | WthorError::NotAMove { .. })
    )
}

impl Import {
    fn open(folder: &Path) -> Result<Import, CliError> {
        let runtime = serve::runtime()?;
        let opened = runtime.block_on(async {
            let (store, mut writer) = Store::open(folder).await?;
            writer.prepare_import().await?;
            Ok((store, writer))
        });
        let (store, writer) =
            opened.map_err(|error: willow_server::store::StoreError| CliError::failed(error))?;
        Ok(Import {
            runtime,
            writer,
            _store: store,
            waiting: Vec::new(),
            imported: Imported::default(),
            illegal: 0,
            positions: 0,
        })
    }

    fn take(&mut self, contents: Contents) -> Result<(), CliError> {
        self.waiting.extend(contents.games);
        self.illegal += contents.illegal;
        self.positions += contents.positions;
        if self.waiting.len() >= AT_ONCE { self.flush() } else { Ok(()) }
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
            (known, "game", "in the archive already"),
            (self.illegal, "game", "left out: illegal moves"),
            (self.positions, "position", "left out: not games"),
        ];
        for (number, what, why) in left_out.into_iter().filter(|&(number, ..)| number > 0) {
            text.extend([&units::count(number, what), " ", why, "\n"]);
        }
        text
    }
}
