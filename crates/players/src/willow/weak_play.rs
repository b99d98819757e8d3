//! The errors that our engine makes on purpose.

use willow_board::Board;
use willow_engine::{MoveScore, SearchLimits, Weakening};

use crate::spec::error::SpecError;
use crate::spec::options::Options;

/// With at most this many empties a weakened engine knows the exact values of its moves. It
/// needs them to see in the last moves who wins.
const EXACT_FROM: u32 = 8;

/// Returns how an engine errs by its SPEC, if it does.
pub(crate) fn weakening(options: Options<'_>) -> Result<Option<Weakening>, SpecError> {
    for limit in ["nodes", "time", "think-ahead"] {
        options.at_most_one(&["weaken", limit])?;
    }
    let (min, max) = (Weakening::MIN_LOSS, Weakening::MAX_LOSS);
    let expected = format!("a number of discs from {min} to {max}, such as 1.5");
    options.read("weaken", &expected, |text| text.parse().ok().and_then(Weakening::of_mean_loss))
}

/// Returns the limits of a weakened engine's searches.
pub(crate) fn limits(limits: SearchLimits) -> SearchLimits {
    SearchLimits { exact_from: limits.exact_from.max(EXACT_FROM), ..limits }
}

/// Chooses one of the moves by a number drawn evenly from 0 to 1 (exclusive); `None` without moves. A move that
/// takes the last discs of the opponent is played by everybody.
pub(crate) fn choose(
    weakening: Weakening,
    moves: &[MoveScore],
    board: &Board,
    drawn: f64,
) -> Option<MoveScore> {
    let is_wipe_out = |mv: &&MoveScore| {
        let after = board.after(mv.square, board.flips(mv.square));
        after.player().is_empty()
    };
    let wipe_out = moves.iter().find(is_wipe_out).copied();
    wipe_out.or_else(|| weakening.choose(moves, board.n_empties(), drawn))
}
