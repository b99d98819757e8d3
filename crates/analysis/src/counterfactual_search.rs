//! Which single square, if it were empty or of the other colour, would make a move the best one.

use willow_board::{Position, Square};
use willow_engine::Level;

use crate::counterfactual::{Counterfactual, SquareChange};
use crate::{MoveAnalysis, MoveClass};

/// Every changed position is searched at this level.
const SCREENING: Level = level(2);
/// The most promising ones are searched at this level again.
const CONFIRMATION: Level = level(10);
/// Maximum number of moves that are searched again.
const MAX_CONFIRMED: usize = 3;

const fn level(number: u32) -> Level {
    match Level::new(number) {
        Ok(level) => level,
        Err(_) => panic!("the number is between 1 and 60"),
    }
}

/// A change of a disc that is looked at, with the position that it makes.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    square: Square,
    change: SquareChange,
    changed: Position,
}

/// The search for the change of one disc that makes a move the best one. Of several, the one that changes
/// the value of the position least is preferred: it is the nearest to the played game. There is none if the
/// loss of the move is not smaller in any changed position by more than the errors of both searches
/// explain.
///
/// It asks for one comparison after the other and makes none itself, so that whoever has an engine may
/// stop between them. At most two changes of each disc are compared, so the work is limited.
///
/// ```
/// use willow_analysis::{CounterfactualSearch, MoveAnalysis};
/// use willow_board::Position;
/// use willow_engine::SearchLimits;
///
/// /// `compare` searches a position within limits and compares the move with the best one.
/// fn run(
///     found: &MoveAnalysis,
///     compare: impl Fn(&Position, SearchLimits) -> MoveAnalysis,
/// ) -> Option<willow_analysis::Counterfactual> {
///     let mut search = CounterfactualSearch::new(found.clone());
///     while let Some((position, level)) = search.wanted() {
///         search.answer(&compare(&position, SearchLimits::level(level)));
///     }
///     search.counterfactual()
/// }
/// ```
#[derive(Clone, Debug)]
pub struct CounterfactualSearch {
    found: MoveAnalysis,
    phase: Phase,
    n_done: usize,
    n_all: usize,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Every change is compared at a low level.
    Screening {
        /// The changes that are left, the next one last.
        left: Vec<Candidate>,
        /// Those that make the move the best one, with the difference of the position's value.
        promising: Vec<(f64, Candidate)>,
    },
    /// The most promising changes that are left are compared again, the next one last.
    Confirming(Vec<Candidate>),
    Over(Option<Counterfactual>),
}

impl CounterfactualSearch {
    /// Begins a search for what would have made a move good.
    pub fn new(found: MoveAnalysis) -> CounterfactualSearch {
        let mut left = candidates(&found);
        left.reverse();
        let n_all = left.len() + MAX_CONFIRMED;
        let phase = Phase::Screening { left, promising: Vec::new() };
        let mut search = CounterfactualSearch { found, phase, n_done: 0, n_all };
        search.go_on();
        search
    }

    /// Returns the move that is to be compared with the best one.
    pub fn mv(&self) -> Square {
        self.found.mv
    }

    /// Returns the position in which the move is to be compared with the best one next, and the level of the
    /// searches. `None` if the search is over.
    pub fn wanted(&self) -> Option<(Position, Level)> {
        let (next, level) = match &self.phase {
            Phase::Screening { left, .. } => (left.last()?, SCREENING),
            Phase::Confirming(left) => (left.last()?, CONFIRMATION),
            Phase::Over(_) => return None,
        };
        Some((next.changed, level))
    }

    /// Takes the comparison that was wanted.
    pub fn answer(&mut self, compared: &MoveAnalysis) {
        self.n_done += 1;
        match &mut self.phase {
            Phase::Screening { left, promising } => {
                let Some(candidate) = left.pop() else { return };
                if compared.loss() == 0.0 {
                    let difference = (compared.best_value - self.found.best_value).discs().abs();
                    promising.push((difference, candidate));
                }
            }
            Phase::Confirming(left) => {
                let Some(candidate) = left.pop() else { return };
                if let Some(confirmed) = confirm(&self.found, compared, candidate) {
                    self.phase = Phase::Over(Some(confirmed));
                }
            }
            Phase::Over(_) => return,
        }
        self.go_on();
    }

    /// Goes to the next phase if this one has nothing left.
    fn go_on(&mut self) {
        if let Phase::Screening { left, promising } = &mut self.phase
            && left.is_empty()
        {
            promising.sort_by(|a, b| a.0.total_cmp(&b.0));
            promising.truncate(MAX_CONFIRMED);
            let next = promising.iter().rev().map(|&(_, candidate)| candidate).collect();
            self.phase = Phase::Confirming(next);
        }
        if matches!(&self.phase, Phase::Confirming(left) if left.is_empty()) {
            self.phase = Phase::Over(None);
        }
        if matches!(self.phase, Phase::Over(_)) {
            self.n_done = self.n_all;
        }
    }

    /// Returns the change; `None` if there is no such change, or while the search is running.
    pub fn counterfactual(&self) -> Option<Counterfactual> {
        match self.phase {
            Phase::Over(counterfactual) => counterfactual,
            Phase::Screening { .. } | Phase::Confirming(_) => None,
        }
    }

    /// Returns how many comparisons were made, and how many there are at most.
    pub fn progress(&self) -> (usize, usize) {
        (self.n_done, self.n_all)
    }
}

/// Returns the counterfactual if the move loses nothing in the changed position, and the errors of both
/// losses do not explain the difference.
fn confirm(
    found: &MoveAnalysis,
    confirmed: &MoveAnalysis,
    Candidate { square, change, .. }: Candidate,
) -> Option<Counterfactual> {
    let error = |of: &MoveAnalysis| of.error().map_or(0.0, |_| of.errors().of_loss);
    let noise = MoveClass::NOISE * error(found).hypot(error(confirmed));
    let is_best = confirmed.loss() == 0.0 && confirmed.best == found.mv;
    let depth = confirmed.depth;
    (is_best && noise < found.loss()).then_some(Counterfactual { square, change, depth })
}

/// Returns the changes of one disc after which the move is legal and has an alternative.
fn candidates(found: &MoveAnalysis) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for square in found.position.board().occupied().squares() {
        for change in [SquareChange::Emptied, SquareChange::OtherColor] {
            let Some(changed) = change.applied_to(&found.position, square) else { continue };
            let legal = changed.legal_moves();
            if legal.contains(found.mv) && 1 < legal.count() {
                candidates.push(Candidate { square, change, changed });
            }
        }
    }
    candidates
}

#[cfg(test)]
mod tests;
