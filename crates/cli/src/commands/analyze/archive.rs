//! The past games of `--archive`: all files of games in a folder.

use std::fs;
use std::path::Path;

use willow_analysis::PastGames;
use willow_records::{Format, GameOrPosition};

use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::record_source::RecordSource;
use crate::units;

/// Reads the games of all files of a folder. Files of other kinds are left out; so are games that cannot
/// be read, with a note.
///
/// # Errors
/// The folder or a file in it cannot be read, or there is no game.
pub(super) fn read(folder: &Path) -> Result<PastGames, CliError> {
    let listed = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let listed = listed.map_err(|error| CliError::file("read", folder, &error))?;
    let mut paths: Vec<_> = listed.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| holds_games(path));
    paths.sort();
    let progress = Progress::bar(paths.len() as u64);
    let (mut past, mut n_errors) = (PastGames::default(), 0);
    for path in paths {
        progress.say(path.display().to_string());
        for entry in RecordSource::open(&path)?.entries() {
            match entry.map(|entry| entry.item) {
                Ok(GameOrPosition::Game(record)) => past.add(&record.game),
                Ok(GameOrPosition::Position(_)) => {}
                Err(_) => n_errors += 1,
            }
        }
        progress.step();
    }
    drop(progress);
    if n_errors != 0 {
        let games = units::count(n_errors, "game");
        output::note(&format!("{}: {games} could not be read", folder.display()));
    }
    if past.n_games() == 0 {
        return Err(CliError::failed(format!("{}: no games in this folder", folder.display()))
            .with_hint("--archive is a folder of files of games, such as .wtb, .ggf or .txt"));
    }
    Ok(past)
}

/// Returns whether a name is that of a file of games.
fn holds_games(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = Format::from_extension(extension);
    let is_of_names = |format| matches!(format, Format::WthorPlayers | Format::WthorTournaments);
    path.is_file() && format.is_some_and(|of| !of.holds_positions() && !is_of_names(of))
}
