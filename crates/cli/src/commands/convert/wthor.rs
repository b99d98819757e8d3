//! WTHOR files. The names of players and tournaments are in two companion files.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Seek, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use willow_files::{FileDraft, Overwrite, companion_file};
use willow_protocol::ArchiveDate;
use willow_records::wthor::{WthorDate, WthorFileKind, WthorHeader, WthorNames, WthorWriter};
use willow_records::{DroppedData, GameOrPosition, dropped_between};

use super::record_file::Written;
use crate::error::CliError;
use crate::record_source::RecordSource;
use crate::status::{InputErrors, Status};
use crate::{files, input, output, units};

/// The extensions of the files with names that come with the federation's database.
const PLAYERS: &str = "jou";
const TOURNAMENTS: &str = "trn";

/// A WTHOR file with the files of names that stand beside it.
pub(crate) struct WthorSource {
    /// The names of players and tournaments, as far as there are files.
    pub(crate) names: WthorNames,
    players: Option<Vec<u8>>,
    tournaments: Option<Vec<u8>>,
}

impl WthorSource {
    /// Reads the companion files of a WTHOR file; `None` for other formats.
    ///
    /// # Errors
    /// A companion file cannot be read.
    pub(crate) fn read(path: &Path, bytes: &[u8]) -> Result<Option<WthorSource>, CliError> {
        if WthorFileKind::detect(bytes) != Some(WthorFileKind::Games) {
            return Ok(None);
        }
        let read =
            |extension| companion_file(path, extension).map(|path| files::read(&path)).transpose();
        let (players, tournaments) = (read(PLAYERS)?, read(TOURNAMENTS)?);
        let no_names = || WthorNames::default().write_players(WthorDate::default());
        let names = WthorNames::parse(
            &players.clone().unwrap_or_else(no_names),
            &tournaments.clone().unwrap_or_else(no_names),
        );
        let names = names.map_err(|error| {
            CliError::failed(format!("the names beside {}: {error}", path.display()))
        })?;
        Ok(Some(WthorSource { names, players, tournaments }))
    }

    /// Writes the names of the database for games under another name. All numbers stay as they are, because other
    /// files of the same federation use them too.
    pub(super) fn write_names(&self, output: &Path, overwrite: Overwrite) -> Result<(), CliError> {
        for (extension, names) in [(PLAYERS, &self.players), (TOURNAMENTS, &self.tournaments)] {
            if let Some(names) = names {
                files::write(&output.with_extension(extension), names, overwrite)?;
            }
        }
        Ok(())
    }

    /// Writes a note to standard error if there are no names.
    pub(super) fn note_missing_names(&self, path: &Path) {
        if let Some(missing) = self.missing_names() {
            output::note(&format!("{}: {missing}, so numbers stand for names", path.display()));
        }
    }

    /// Returns in words which files of names are missing.
    pub(crate) fn missing_names(&self) -> Option<String> {
        let missing: Vec<&str> = [(PLAYERS, &self.players), (TOURNAMENTS, &self.tournaments)]
            .into_iter()
            .filter(|(_, bytes)| bytes.is_none())
            .map(|(extension, _)| extension)
            .collect();
        (!missing.is_empty()).then(|| format!("no .{} file beside it", missing.join(" and no .")))
    }
}

/// Returns the names of the three files of a database: players, tournaments, and the games last.
pub(super) fn paths(output: &Path) -> [PathBuf; 3] {
    [output.with_extension(PLAYERS), output.with_extension(TOURNAMENTS), output.to_owned()]
}

/// A database that is being written.
pub(super) struct WthorDatabase<'a> {
    path: &'a Path,
    overwrite: Overwrite,
    games: GamesFile,
    writer: WthorWriter,
    dropped: BTreeMap<DroppedData, usize>,
}

impl<'a> WthorDatabase<'a> {
    pub(super) fn create(
        path: &'a Path,
        overwrite: Overwrite,
    ) -> Result<WthorDatabase<'a>, CliError> {
        let games = GamesFile::create(path, overwrite)?;
        let writer = WthorWriter::new(0, today());
        Ok(WthorDatabase { path, overwrite, games, writer, dropped: BTreeMap::new() })
    }

    pub(super) fn add(&mut self, item: GameOrPosition) -> Result<(), CliError> {
        let failed = |error| CliError::failed(format!("{}: {error}", self.path.display()));
        let record = item.clone().into_record();
        if self.writer.header.year == 0 {
            // A file is of one year: that of its first game with a date.
            self.writer.header.year =
                record.date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0);
        }
        let game = self.writer.game(&record).map_err(failed)?;
        self.games.write(&game.bytes())?;
        let kept = game.record(&self.writer.header, self.writer.names());
        let kept = GameOrPosition::Game(Box::new(kept.map_err(CliError::failed)?));
        for (data, n) in dropped_between(&[item], [kept]) {
            *self.dropped.entry(data).or_default() += n;
        }
        Ok(())
    }

    /// Writes the names, and gives the games their name.
    pub(super) fn finish(self) -> Result<Written, CliError> {
        let WthorHeader { created, n_games, .. } = self.writer.header;
        let names = self.writer.names();
        let [players, tournaments, _] = paths(self.path);
        files::write(&players, &names.write_players(created), self.overwrite)?;
        files::write(&tournaments, &names.write_tournaments(created), self.overwrite)?;
        self.games.publish(&self.writer.header)?;
        Ok(Written {
            count: units::count(n_games as usize, "record"),
            n_shortened: self.writer.shortened().count(),
            dropped: self.dropped,
        })
    }
}

/// Copies the games of a database, and returns their number. Every game must be readable.
pub(super) fn copy(
    source: &mut RecordSource,
    output: &Path,
    overwrite: Overwrite,
    errors: &mut InputErrors,
) -> Result<usize, CliError> {
    let name = source.name.clone();
    let mut copy = GamesFile::create(output, overwrite)?;
    let mut games = source.wthor_games().map_err(|error| RecordSource::error(&name, &error))?;
    let header = *games.header();
    let mut written = Ok(());
    let entries = iter::from_fn(|| {
        let entry = games.next().filter(|_| written.is_ok())?;
        written = copy.write(games.game_bytes());
        Some(entry)
    });
    input::visit_entries(&name, entries, &mut |item| match item {
        Ok(_) => Ok(()),
        Err(error) => errors.report(error),
    })?;
    written?;
    drop(games);
    if errors.status() == Status::Done {
        if let Some(database) = &source.wthor {
            database.write_names(output, overwrite)?;
        }
        copy.publish(&header)?;
    }
    Ok(header.n_games as usize)
}

/// A file of games that is being written.
struct GamesFile {
    path: PathBuf,
    overwrite: Overwrite,
    file: BufWriter<FileDraft>,
}

impl GamesFile {
    /// Begins the file with space for the header.
    fn create(path: &Path, overwrite: Overwrite) -> Result<GamesFile, CliError> {
        let file = BufWriter::new(files::draft(path, overwrite)?);
        let mut games = GamesFile { path: path.to_owned(), overwrite, file };
        games.write(&WthorHeader::default().bytes())?;
        Ok(games)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.file.write_all(bytes).map_err(|error| files::write_error(&self.path, &error))
    }

    /// Writes the header, and gives the file its name.
    fn publish(self, header: &WthorHeader) -> Result<(), CliError> {
        let GamesFile { path, overwrite, file } = self;
        let publish = || {
            let mut file = file.into_inner()?;
            file.rewind()?;
            file.write_all(&header.bytes())?;
            file.publish(&path, overwrite)
        };
        publish().map_err(|error: io::Error| files::write_error(&path, &error))
    }
}

/// Returns today's date in Greenwich.
fn today() -> WthorDate {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let date = ArchiveDate::of_millis(since.as_millis() as u64).map_or(0, ArchiveDate::number);
    let [century, year, month, day] =
        [1_000_000, 10_000, 100, 1].map(|unit| (date / unit % 100) as u8);
    WthorDate { century, year, month, day }
}
