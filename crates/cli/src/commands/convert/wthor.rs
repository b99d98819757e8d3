//! WTHOR files. The names of players and tournaments are in two companion files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use willow_protocol::ArchiveDate;
use willow_records::wthor::{WthorDate, WthorFileKind, WthorFiles, WthorNames, write};
use willow_records::{GameOrPosition, RecordedGame, dropped_between, entries_with_names};

use super::output_file::{OutputFile, OutputFiles};
use crate::error::CliError;
use crate::files;
use crate::output;

/// What the files with names are called that come with the federation's database, without extension.
const USUAL_STEMS: [&str; 2] = ["WTHOR", "WTH"];
const PLAYERS: &str = "jou";
const TOURNAMENTS: &str = "trn";

/// A WTHOR file with the files of names that stand beside it.
pub(crate) struct WthorSource {
    /// The names of players and tournaments, as far as there are files.
    pub(crate) names: WthorNames,
    games: Vec<u8>,
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
            |extension| companion(path, extension).map(|path| files::read(&path)).transpose();
        let (players, tournaments) = (read(PLAYERS)?, read(TOURNAMENTS)?);
        let no_names = || WthorNames::default().write_players(WthorDate::default());
        let names = WthorNames::parse(
            &players.clone().unwrap_or_else(no_names),
            &tournaments.clone().unwrap_or_else(no_names),
        );
        let names = names.map_err(|error| {
            CliError::failed(format!("the names beside {}: {error}", path.display()))
        })?;
        Ok(Some(WthorSource { names, games: bytes.to_vec(), players, tournaments }))
    }

    /// Returns the files of the same database under another name. All numbers stay as they are,
    /// because other files of the same federation use them too.
    pub(super) fn output_files(&self, output: &Path) -> OutputFiles {
        let names = [(PLAYERS, &self.players), (TOURNAMENTS, &self.tournaments)];
        let mut files: Vec<OutputFile> = names
            .into_iter()
            .filter_map(|(extension, bytes)| {
                Some(OutputFile { path: output.with_extension(extension), bytes: bytes.clone()? })
            })
            .collect();
        files.push(OutputFile { path: output.to_owned(), bytes: self.games.clone() });
        OutputFiles { files, n_shortened: 0, dropped: BTreeMap::new() }
    }

    /// Writes a note to standard error if there are no names.
    pub(super) fn note_missing_names(&self, path: &Path) {
        let missing: Vec<&str> = [(PLAYERS, &self.players), (TOURNAMENTS, &self.tournaments)]
            .into_iter()
            .filter(|(_, bytes)| bytes.is_none())
            .map(|(extension, _)| extension)
            .collect();
        if !missing.is_empty() {
            let files = missing.join(" and no .");
            let path = path.display();
            output::note(&format!(
                "{path}: no .{files} file beside it, so numbers stand for names"
            ));
        }
    }
}

/// Returns the file in the folder of `path` with this extension and the same stem, or else a usual one. Case is
/// ignored.
fn companion(path: &Path, extension: &str) -> Option<PathBuf> {
    let (path, _) = files::without_gz(path);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let names: Vec<PathBuf> = fs::read_dir(folder.unwrap_or(Path::new(".")))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|name| name.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)))
        .collect();
    let own = path.file_stem()?.to_str()?;
    [own].into_iter().chain(USUAL_STEMS).find_map(|stem| {
        let is_named = |name: &&PathBuf| {
            name.file_stem().is_some_and(|other| other.eq_ignore_ascii_case(stem))
        };
        names.iter().find(is_named).cloned()
    })
}

/// Returns the names of the three files of a database: players, tournaments, and the games last.
pub(super) fn paths(output: &Path) -> [PathBuf; 3] {
    [output.with_extension(PLAYERS), output.with_extension(TOURNAMENTS), output.to_owned()]
}

/// Returns the three files that hold games: the names first, the games last.
///
/// # Errors
/// The format must be able to hold the games.
pub(super) fn output_files(
    output: &Path,
    items: &[GameOrPosition],
) -> Result<OutputFiles, CliError> {
    let records: Vec<RecordedGame> =
        items.iter().cloned().map(GameOrPosition::into_record).collect();
    let files = write(&records, year(&records), today())
        .map_err(|error| CliError::failed(format!("{}: {error}", output.display())))?;
    let n_shortened = files.shortened.len();
    let dropped = dropped_between(items, kept_items(&files)?);
    let contents = [files.players, files.tournaments, files.games];
    let files = paths(output).into_iter().zip(contents);
    let files = files.map(|(path, bytes)| OutputFile { path, bytes }).collect();
    Ok(OutputFiles { files, n_shortened, dropped })
}

/// Returns the games that the files hold.
fn kept_items(files: &WthorFiles) -> Result<Vec<GameOrPosition>, CliError> {
    let names = WthorNames::parse(&files.players, &files.tournaments).map_err(CliError::failed)?;
    let entries = entries_with_names(&files.games, &names);
    entries.map(|entry| entry.map(|entry| entry.item).map_err(CliError::failed)).collect()
}

/// Returns the year of the first game that has a date; 0 is unknown.
fn year(records: &[RecordedGame]) -> u16 {
    let year = |record: &RecordedGame| record.date.get(..4)?.parse().ok();
    records.iter().find_map(year).unwrap_or(0)
}

/// Returns today's date in Greenwich.
fn today() -> WthorDate {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let date = ArchiveDate::of_millis(since.as_millis() as u64).map_or(0, ArchiveDate::number);
    let [century, year, month, day] =
        [1_000_000, 10_000, 100, 1].map(|unit| (date / unit % 100) as u8);
    WthorDate { century, year, month, day }
}
