//! How many of BILL's moves our BILL chooses, and its constants as text.

use serde_json::json;
use willow_classics::bill::{Constant, Constants};

use crate::reproduce::bill_games::BillGame;
use crate::reproduce::bill_turns::{SEARCHED_TURNS, midgame, search_turns, select_turns, turns};

/// How many of BILL's moves in a game were compared, and how many agree.
pub(super) type Agreement = (u32, u32);

/// Searches BILL's turns of a game to a depth and compares the moves.
pub(super) fn agreement(constants: Constants, depth: u32, game: &BillGame) -> Agreement {
    // The earlier turns fill the tables, as they did in the game.
    let own = select_turns(&turns(&game.game), Some(game.color), &(1..=*SEARCHED_TURNS.end()));
    let mut searched = search_turns(midgame(constants), depth, &own);
    searched.retain(|turn| SEARCHED_TURNS.contains(&turn.number));
    (searched.len() as u32, searched.iter().filter(|turn| turn.agrees).count() as u32)
}

/// Returns the parts of the constants that differ from the first guesses.
pub(super) fn parts(constants: &Constants) -> serde_json::Value {
    let differing = Constant::ALL
        .into_iter()
        .filter(|&constant| constants.part(constant) != Constants::FIRST.part(constant));
    differing
        .map(|constant| (constant.name().to_owned(), json!(constants.part(constant))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// Returns the same as a SPEC has it.
pub(super) fn parts_text(constants: &Constants) -> String {
    let parts = parts(constants);
    let parts = parts.as_object().into_iter().flatten();
    parts.map(|(name, part)| format!("{name}={part}")).collect::<Vec<_>>().join(",")
}

pub(super) fn percent(part: u32, of: u32) -> f64 {
    100.0 * f64::from(part) / f64::from(of.max(1))
}
