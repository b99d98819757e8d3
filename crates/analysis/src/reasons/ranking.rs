//! The order of reasons: how likely each is to name what loses the game.

use super::reason::{Reason, Term};

impl Reason {
    /// Returns the weight that orders the reasons of a move: a larger one comes first.
    ///
    /// Most are measured: the share of such reasons that name a proven cause, among errors in endings
    /// (`willow lab explain-ranking`; docs/benchmarks/analysis.md has the table). A cause of losses before the
    /// ending cannot be proven, so the terms that count moves and open squares have weights by hand, on the same
    /// scale. So have those that were seen less than ten times.
    pub fn weight(&self) -> f64 {
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
}
