//! WTHOR files. The names of players and tournaments are in two companion files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use willow_records::wthor::{WthorDate, WthorNames, write};
use willow_records::{Format, GameOrPosition, RecordedGame, detect};

use super::output_file::{OutputFile, OutputFiles};
use crate::error::CliError;
use crate::files;

/// The name of the files with names that come with the federation's database, without extension.
const USUAL_STEM: &str = "WTHOR";
const PLAYERS: &str = "jou";
const TOURNAMENTS: &str = "trn";

/// Returns the names in the companion files of a WTHOR file; no names for other formats or without
/// companion files.
///
/// # Errors
/// A companion file cannot be read.
pub(crate) fn companion_names(path: &Path, bytes: &[u8]) -> Result<WthorNames, CliError> {
    let files = (companion(path, PLAYERS), companion(path, TOURNAMENTS));
    let (Some(Format::Wthor), (Some(players), Some(tournaments))) = (detect(bytes), files) else {
        return Ok(WthorNames::default());
    };
    WthorNames::parse(&files::read(&players)?, &files::read(&tournaments)?)
        .map_err(|error| CliError::failed(format!("{}: {error}", players.display())))
}

/// Returns the file in the folder of `path` with this extension and the same stem, or else the
/// usual stem. Case is ignored.
fn companion(path: &Path, extension: &str) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let names: Vec<PathBuf> = fs::read_dir(folder.unwrap_or(Path::new(".")))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|name| name.extension().is_some_and(|e| e.eq_ignore_ascii_case(extension)))
        .collect();
    [path.file_stem()?.to_str()?, USUAL_STEM].into_iter().find_map(|stem| {
        let is_named = |name: &&PathBuf| {
            name.file_stem().is_some_and(|other| other.eq_ignore_ascii_case(stem))
        };
        names.iter().find(is_named).cloned()
    })
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
    let files = vec![
        OutputFile { path: output.with_extension(PLAYERS), bytes: files.players },
        OutputFile { path: output.with_extension(TOURNAMENTS), bytes: files.tournaments },
        OutputFile { path: output.to_owned(), bytes: files.games },
    ];
    Ok(OutputFiles { files, n_shortened })
}

/// Returns the year of the first game that has a date; 0 is unknown.
fn year(records: &[RecordedGame]) -> u16 {
    let year = |record: &RecordedGame| record.date.get(..4)?.parse().ok();
    records.iter().find_map(year).unwrap_or(0)
}

/// Returns today's date in Greenwich.
fn today() -> WthorDate {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date_of_day(since.as_secs() / 86_400)
}

/// Returns the date of a day counted from 1 January 1970.
///
/// Years begin in March here, so that the leap day is the last one: see Howard Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
fn date_of_day(day: u64) -> WthorDate {
    let day = day + 719_468;
    let (era, day_of_era) = (day / 146_097, day % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    WthorDate {
        century: (year / 100) as u8,
        year: (year % 100) as u8,
        month: month as u8,
        day: (day_of_year - (153 * month_from_march + 2) / 5 + 1) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let cases = [(0, (19, 70, 1, 1)), (11_016, (20, 0, 2, 29)), (20_778, (20, 26, 11, 21))];
        for (day, (century, year, month, day_of_month)) in cases {
            let expected = WthorDate { century, year, month, day: day_of_month };
            assert_eq!(date_of_day(day), expected, "{day}");
        }
    }
}
