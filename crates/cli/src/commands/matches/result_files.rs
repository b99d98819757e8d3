//! Writes the games of a match to the files of `--write`.

use std::path::Path;

use willow_board::Position;
use willow_players::matches::{GameRecord, MatchPlan};
use willow_records::GameOrPosition;

use super::super::convert;
use crate::args::{MatchArgs, check_distinct};
use crate::error::CliError;

/// Checks before the first game that the files of `--write` can be written.
///
/// # Errors
/// An extension is unknown, its format cannot hold games from these openings, a folder is missing, or a
/// file exists already.
pub(super) fn check(args: &MatchArgs, plan: &MatchPlan) -> Result<(), CliError> {
    check_distinct(&args.write)?;
    for path in &args.write {
        check_starts(path, plan)?;
        convert::check_free_to_save(path, args.replace.overwrite())?;
    }
    Ok(())
}

/// Checks that the format of a file can hold the positions at which the games begin.
fn check_starts(path: &Path, plan: &MatchPlan) -> Result<(), CliError> {
    let format = convert::format_of(path)?;
    let is_standard = |game| *plan.opening(game).start() == Position::START;
    if !format.needs_standard_start() || (1..=plan.n_games()).all(is_standard) {
        return Ok(());
    }
    let message =
        format!("{}: a {format} holds only games from the standard start position", path.display());
    Err(CliError::usage(message).with_hint("write a .ggf or .sgf file"))
}

/// Writes all files of `--write`.
///
/// # Errors
/// The files must be writable, and their formats able to hold the games.
pub(super) fn write(args: &MatchArgs, games: &[GameRecord]) -> Result<(), CliError> {
    let records = games.iter().filter_map(GameRecord::to_record);
    let items: Vec<GameOrPosition> =
        records.map(|record| GameOrPosition::Game(Box::new(record))).collect();
    let overwrite = args.replace.overwrite();
    args.write.iter().try_for_each(|path| convert::save(path, &items, overwrite))
}
