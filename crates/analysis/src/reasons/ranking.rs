//! The order of reasons: how likely each is to name what loses the game.

use super::reason::{Reason, Term};

/// A reason that is seen a ply later names a cause less often, by this factor.
/// Of 1, 0.98, 0.97, 0.96 and 0.95 it named most (docs/benchmarks/analysis.md).
const PER_PLY: f64 = 0.97;
/// With more empties no cause can be proven, and lines are estimates: a reason is the surer the nearer it is.
const MAX_PROVABLE_EMPTIES: u32 = 12;
/// Maximum reasons given for one move.
const MAX_REASONS: usize = 3;

impl Reason {
    /// Returns the weight that chooses the reasons of a move: a larger one is likelier to name a cause.
    ///
    /// Most are measured: the share of such reasons that name a proven cause, among errors in endings
    /// (`willow lab explain-ranking`; docs/benchmarks/analysis.md has the table). A cause of losses before the
    /// ending cannot be proven, so the terms that count moves and open squares have weights by hand, on the same
    /// scale. So have those that were seen less than ten times.
    pub fn weight(&self) -> f64 {
        self.share() * PER_PLY.powf(self.seen.plies as f64)
    }

    /// Returns the share of the term, whenever it is seen.
    fn share(&self) -> f64 {
        match self.term {
            Term::EdgeValue => 0.499,
            Term::LoneCSquare => 0.423,
            Term::Parity => 0.386,
            Term::CSquare => 0.337,
            Term::UnbalancedEdge => 0.306,
            Term::CornerGiven => 0.246,
            Term::Wedge => 0.226,
            Term::Pass => 0.208,
            Term::CornerMissed => 0.185,
            Term::XSquare => 0.184,
            Term::SafeMoves => 0.180,
            Term::Tempo => 0.167,
            Term::StonerTrap => 0.160,
            Term::StableDiscs => 0.152,
            // By hand from here on.
            Term::WipeOut => 1.0,
            Term::WipeOutThreat => 0.5,
            Term::Wall => 0.2,
            Term::Mobility => 0.05 * f64::from(self.amount),
            Term::PotentialMobility => 0.025 * f64::from(self.amount),
            Term::Frontier => 0.02 * f64::from(self.amount),
        }
    }

    /// Returns whether it is a number at rest, which tells of no event.
    const fn is_count(&self) -> bool {
        matches!(
            self.term,
            Term::StableDiscs
                | Term::Wall
                | Term::Mobility
                | Term::PotentialMobility
                | Term::Frontier
        )
    }
}

/// Leaves the weightiest reasons of a move in the order in which they are told: in endings the weightiest first,
/// before them the nearest first, numbers behind events, and of equally near ones a move before an edge.
pub(super) fn rank(reasons: &mut Vec<Reason>, n_empties: u32) {
    reasons.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
    reasons.truncate(MAX_REASONS);
    if MAX_PROVABLE_EMPTIES < n_empties {
        reasons.sort_by_key(|it| (it.is_count(), it.seen.plies, it.cause().is_some()));
    }
}
