//! The values of all legal moves where a move was an error.

use willow_board::{Move, Position, Square};
use willow_engine::{Engine, Level, SearchControl, SearchLimits};
use willow_eval::Score;

use crate::MoveAnalysis;

/// A legal move with its value and the reply to it. The values of one position are comparable with each other, not with
/// those of a deeper search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The move.
    pub mv: Square,
    /// The reply of the principal variation, which may be a pass; `None` if the move ends the game.
    pub reply: Option<Move>,
    /// The value after the move, for the side that makes it.
    pub value: Score,
}

/// A move that loses at most so much against the best one is as good, in discs.
const EQUAL_DISCS: f64 = 1.0;

impl Alternative {
    /// The level of the search: there are a dozen moves to search. Not measured.
    pub(crate) const LEVEL: Level = match Level::new(8) {
        Ok(level) => level,
        Err(_) => panic!("8 is a level"),
    };

    /// Returns a move that was searched.
    pub(crate) fn found(found: &MoveAnalysis) -> Alternative {
        Alternative { mv: found.mv, reply: found.played_pv.get(1).copied(), value: found.value }
    }

    /// Searches all legal moves of a position, all to the same depth.
    ///
    /// A search that `control.stop` ends early gives values without meaning.
    pub fn all(
        engine: &mut Engine<'_>,
        position: &Position,
        control: &mut SearchControl<'_>,
    ) -> Vec<Alternative> {
        let (board, limits) =
            (position.board(), SearchLimits::level(Alternative::LEVEL).after_each_of(1));
        let searched = board.legal_moves().squares().map(|mv| {
            let after = board.after(mv, board.flips(mv));
            let result = engine.search(&after, &limits, control);
            Alternative { mv, reply: result.pv.first().copied(), value: -result.score }
        });
        searched.collect()
    }
}

/// The alternatives to an error, by what they lose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contrast {
    /// The moves that avoid at least half of the loss, the best one aside.
    pub(crate) better: Vec<Alternative>,
    /// Those of them that are as good as the best one.
    pub(crate) good: Vec<Alternative>,
    /// All other moves, the error aside.
    pub(crate) bad: Vec<Alternative>,
}

impl Contrast {
    /// Returns the alternatives to a move. If their search does not see its error, there are none: their values say
    /// nothing then.
    pub(crate) fn of(found: &MoveAnalysis) -> Contrast {
        let value = |mv| found.alternatives.iter().find(|other| other.mv == mv).map(|it| it.value);
        let (Some(best), Some(played)) =
            (found.alternatives.iter().map(|other| other.value).max(), value(found.mv))
        else {
            return Contrast::default();
        };
        let half = found.loss() / 2.0;
        if (best - played).discs() < half {
            return Contrast::default();
        }
        let others = found.alternatives.iter().copied();
        let others = others.filter(|other| ![found.mv, found.best].contains(&other.mv));
        let (better, bad): (Vec<_>, Vec<_>) =
            others.partition(|other| half <= (other.value - played).discs());
        let is_good = |other: &&Alternative| (best - other.value).discs() <= EQUAL_DISCS;
        Contrast { good: better.iter().filter(is_good).copied().collect(), better, bad }
    }
}
