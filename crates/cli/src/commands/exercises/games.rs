//! The positions from which exercises are made.

use std::ffi::OsString;
use std::path::Path;

use willow_board::Position;
use willow_records::GameOrPosition;

use crate::args::ExercisesMakeArgs;
use crate::error::CliError;
use crate::input;
use crate::status::InputErrors;

/// The positions of a game that may become exercises.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The name of the file without its ending, and the line of the game.
    pub(super) source: String,
    /// The last one first, so that a later one is known when the solution of an earlier one leads into it.
    pub(super) positions: Vec<Position>,
}

/// Reads the games of the shard. Errors of single games are reported.
pub(super) fn read(
    args: &ExercisesMakeArgs,
    errors: &mut InputErrors,
) -> Result<Vec<Game>, CliError> {
    let (mut games, mut n_games) = (Vec::new(), 0);
    for input in &args.inputs {
        let name = name(input);
        input::for_each_item(std::slice::from_ref(input), |item| match item {
            Ok(item) => {
                if n_games % args.shard.of + 1 == args.shard.number {
                    let source = format!("{name}:{}", item.id);
                    games.push(Game { source, positions: positions(&item.item, args) });
                }
                n_games += 1;
                Ok(())
            }
            Err(error) => errors.report(error),
        })?;
    }
    Ok(games)
}

/// Returns what a source is called: a file without folder and ending.
fn name(input: &OsString) -> String {
    let path = Path::new(input);
    let stem = path.file_stem().filter(|_| path.is_file());
    stem.map_or_else(|| "input".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn positions(item: &GameOrPosition, args: &ExercisesMakeArgs) -> Vec<Position> {
    let (min, solved) = args.empties.clone().into_inner();
    let wanted = min..=args.estimate.unwrap_or(solved);
    let is_wanted = |position: &Position| wanted.contains(&position.board().n_empties());
    match item {
        GameOrPosition::Position(scored) => {
            [scored.position].into_iter().filter(is_wanted).collect()
        }
        GameOrPosition::Game(record) => {
            let game = &record.game;
            let at = (0..=game.n_plies()).rev().filter_map(|ply| game.position_at(ply).copied());
            at.filter(is_wanted).collect()
        }
    }
}
