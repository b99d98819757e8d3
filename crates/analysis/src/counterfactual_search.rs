//! Which single square, if it were empty or of the other colour, would make a move the best one.

use willow_board::{Position, Square};
use willow_engine::{Level, SearchLimits};

use crate::counterfactual::{Counterfactual, SquareChange, with_change};
use crate::{MoveAnalysis, MoveClass};

/// Every changed position is searched at this level.
const SCREENING: SearchLimits = level(2);
/// The most promising ones are searched at this level again.
const CONFIRMATION: SearchLimits = level(10);
/// So many are searched again at most.
const MOST_CONFIRMED: usize = 3;

const fn level(number: u32) -> SearchLimits {
    match Level::new(number) {
        Ok(level) => SearchLimits::level(level),
        Err(_) => panic!("the number is between 1 and 60"),
    }
}

/// Searches for the change of one disc that makes a move the best one. Of several, the one that changes the
/// value of the position least is preferred: it is the nearest to what was played. Returns `None` if the
/// loss of the move is not smaller in any changed position by more than the errors of both searches
/// explain.
///
/// `compare` compares the move with the best one of a position, within these limits; it returns `None` if
/// it was stopped, which ends the search. At most two changes of each disc are compared, so the work is
/// limited.
pub(crate) fn search_counterfactual(
    found: &MoveAnalysis,
    mut compare: impl FnMut(&Position, SearchLimits) -> Option<MoveAnalysis>,
) -> Option<Counterfactual> {
    let mut promising = Vec::new();
    for (square, change) in changes(&found.position) {
        let Some(changed) = changed(&found.position, found.mv, square, change) else { continue };
        let screened = compare(&changed, SCREENING)?;
        if screened.loss() == 0.0 {
            let difference = (screened.best_value - found.best_value).discs().abs();
            promising.push((difference, square, change, changed));
        }
    }
    promising.sort_by(|a, b| a.0.total_cmp(&b.0));
    promising.truncate(MOST_CONFIRMED);
    promising.into_iter().find_map(|(_, square, change, changed)| {
        confirm(found, &compare(&changed, CONFIRMATION)?, square, change)
    })
}

/// Returns the counterfactual if the move loses nothing in the changed position, and the errors of both
/// losses do not explain the difference.
fn confirm(
    found: &MoveAnalysis,
    confirmed: &MoveAnalysis,
    square: Square,
    change: SquareChange,
) -> Option<Counterfactual> {
    let error = |of: &MoveAnalysis| of.error().map_or(0.0, |_| of.errors().of_loss);
    let noise = MoveClass::NOISE * error(found).hypot(error(confirmed));
    let is_best = confirmed.loss() == 0.0 && confirmed.best == found.mv;
    let depth = confirmed.depth;
    (is_best && noise < found.loss()).then_some(Counterfactual { square, change, depth })
}

/// Returns every change of one disc of a position.
fn changes(position: &Position) -> impl Iterator<Item = (Square, SquareChange)> + use<> {
    let both = |square| [SquareChange::Emptied, SquareChange::OtherColor].map(|of| (square, of));
    position.board().occupied().squares().flat_map(both)
}

/// Returns the changed position, if the move is legal there and has an alternative.
fn changed(
    position: &Position,
    mv: Square,
    square: Square,
    change: SquareChange,
) -> Option<Position> {
    let changed = with_change(position, square, change)?;
    let legal = changed.legal_moves();
    (legal.contains(mv) && 1 < legal.count()).then_some(changed)
}

#[cfg(test)]
mod tests;
