//! `willow book add` and `store`: positions of games.

use std::ffi::OsString;

use willow_board::{Board, DiscDiff, EndReason, Game};
use willow_book::StoredGames;
use willow_records::GameOrPosition;

use super::common::check_centre;
use super::learn::{Learner, learned, min_empties, plan_of};
use crate::args::BookAddArgs;
use crate::error::CliError;
use crate::input;
use crate::status::Status;
use crate::units;

/// The contents of the inputs.
#[derive(Default)]
struct Inputs {
    boards: Vec<Board>,
    games: StoredGames,
    n_games: usize,
    /// Games without a result.
    n_unfinished: usize,
}

/// Runs `willow book add`.
pub(super) fn run_add(args: &BookAddArgs) -> Result<Status, CliError> {
    let inputs = Inputs::read(&args.inputs, min_empties(args.plies))?;
    let (learner, new) = search(args, &inputs)?;
    learner.close(&new)
}

/// Runs `willow book store`.
pub(super) fn run_store(args: &BookAddArgs) -> Result<Status, CliError> {
    let inputs = Inputs::read(&args.inputs, min_empties(args.plies))?;
    let (mut learner, new) = search(args, &inputs)?;
    if learner.is_stopped() {
        let what = format!("{new}; stopped before the games were counted: run it again");
        return Ok(match learner.close(&what)? {
            Status::Done => Status::Incomplete,
            ended => ended,
        });
    }
    let n_stored = inputs.games.store(&mut learner.book)?;
    let unfinished = match inputs.n_unfinished {
        0 => String::new(),
        number => format!(", {} without a result left out", units::count(number, "game")),
    };
    let games = units::count(inputs.n_games, "game");
    learner.close(&format!("{new}; {games} counted at {n_stored} positions{unfinished}"))
}

fn search(args: &BookAddArgs, inputs: &Inputs) -> Result<(Learner, String), CliError> {
    let plan = plan_of(&args.search, Board::START);
    let mut learner = Learner::open(&args.search)?;
    let progress = learner.run(|book, stop, on_progress| {
        let evaluator = willow_eval::weights::evaluator();
        willow_book::add(book, evaluator, &inputs.boards, &plan, stop, on_progress)
    })?;
    Ok((learner, learned(&progress)))
}

impl Inputs {
    /// Reads all inputs; the first error ends it, before anything is searched.
    fn read(words: &[OsString], min_empties: u32) -> Result<Inputs, CliError> {
        let mut inputs = Inputs::default();
        input::for_each_item(words, |item| {
            match item?.item {
                GameOrPosition::Game(record) => {
                    check_centre(record.game.start().board())?;
                    inputs.add_game(&record.game, min_empties);
                }
                GameOrPosition::Position(scored) => {
                    check_centre(scored.position.board())?;
                    inputs.boards.push(*scored.position.board());
                }
            }
            Ok(())
        })?;
        Ok(inputs)
    }

    fn add_game(&mut self, game: &Game, min_empties: u32) {
        // Ignore time penalties: the board result is what the book learns.
        let black = game.outcome().map(|outcome| match outcome.reason {
            EndReason::Overtime(_) => outcome.on_board(),
            _ => outcome.result,
        });
        match black {
            Some(_) => self.n_games += 1,
            None => self.n_unfinished += 1,
        }
        let positions = (0..=game.n_plies()).filter_map(|ply| game.position_at(ply));
        for position in positions.filter(|it| min_empties <= it.board().n_empties()) {
            self.boards.push(*position.board());
            if let Some(black) = black {
                let result = of_side(black, position.side_to_move());
                self.games.add(position.board(), result);
            }
        }
    }
}

/// Returns Black's result as the side to move sees it.
fn of_side(black: DiscDiff, side: willow_board::Color) -> DiscDiff {
    if side == willow_board::Color::Black { black } else { -black }
}
