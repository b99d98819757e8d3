//! A player's evaluation of each legal move.

use std::time::Instant;

use willow_board::Square;
use willow_classics::{AskedMove, Control, Limits, MoveSource, Program, RootPosition};

use crate::search_info::{Details, SearchInfo, ThoughtValue};

/// A player's evaluation of one legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveJudgment {
    /// A legal move of the position.
    pub mv: Square,
    /// The player's search info. It has no value if the player leaves the move out of its search.
    pub info: SearchInfo,
    /// Whether it is known to be the move that the player plays.
    pub is_played: bool,
}

/// Sorts judgments, the best move first. Moves without a value come last.
pub(crate) fn sort(judgments: &mut [MoveJudgment]) {
    let rank = |judgment: &MoveJudgment| {
        judgment.info.value.map_or((f64::NEG_INFINITY, 0.0), ThoughtValue::rank)
    };
    judgments.sort_by(|a, b| {
        let ((a_class, a_number), (b_class, b_number)) = (rank(a), rank(b));
        b_class.total_cmp(&a_class).then(b_number.total_cmp(&a_number))
    });
}

/// Returns what an old program thinks of each move, the one that it plays first.
///
/// It chooses, and is then asked about each other move by itself, in the same position and to the same depth.
pub(crate) fn judge<P: Program<Details: Into<Details>>>(
    program: &mut P,
    root: &RootPosition,
    limits: &Limits,
    stop: &dyn Fn(u64) -> bool,
) -> Vec<MoveJudgment> {
    let mut choose = |root: &RootPosition, limits: &Limits| {
        let began = Instant::now();
        let control = Control { stop, now: &|_| began.elapsed(), ..Control::UNTIMED };
        // The search of one move must not influence that of the next.
        program.start_game();
        program.choose(root, limits, control)
    };
    let Some(choice) = choose(root, limits) else { return Vec::new() };
    let played = choice.best;
    let found = SearchInfo::from(choice);
    let phase = found.phase().unwrap_or(MoveSource::Normal);
    let depth = match &found.details {
        // The value is of the level that was interrupted.
        Some(Details::Bill(bill)) if phase == MoveSource::Normal => Some(bill.level.ceil() as u32),
        _ => found.depth,
    };
    // A book entry has a value and no depth.
    let depth = depth.filter(|_| found.value.is_some());
    let limits = depth.map_or(*limits, Limits::depth);
    let mut ask = |mv: Square| {
        let root = root.asking(AskedMove { mv, phase });
        let left_out = || SearchInfo { details: None, ..SearchInfo::of_move(mv.into()) };
        choose(&root, &limits).map_or_else(left_out, SearchInfo::from)
    };
    let others = root.position.legal_moves().without(played).squares();
    let others = others.map(|mv| MoveJudgment { mv, info: ask(mv), is_played: false });
    let mut judgments: Vec<MoveJudgment> = others.collect();
    sort(&mut judgments);
    let thought = match found.value {
        Some(_) => found,
        // Its value by a search, although the program did without.
        None => SearchInfo { details: found.details, ..ask(played) },
    };
    judgments.insert(0, MoveJudgment { mv: played, info: thought, is_played: true });
    judgments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_come_before_units_and_losses_behind() {
        let of = |value| MoveJudgment {
            mv: Square::A1,
            is_played: false,
            info: SearchInfo { value, ..SearchInfo::of_move(Square::A1.into()) },
        };
        let sorted = [
            Some(ThoughtValue::Discs(2.0)),
            Some(ThoughtValue::Units(900.0)),
            Some(ThoughtValue::Units(-900.0)),
            Some(ThoughtValue::Outcome(-1.0)),
            None,
        ];
        let mut judgments = [3, 1, 4, 0, 2].map(|index: usize| of(sorted[index]));
        sort(&mut judgments);
        assert_eq!(judgments.map(|judgment| judgment.info.value), sorted);
    }
}
