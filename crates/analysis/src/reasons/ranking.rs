//! The order of reasons: how likely each is to name what loses the game.

use super::reason::{Reason, Term};

/// A reason that is seen a ply later names a cause less often, by this factor.
/// Of 1, 0.98, 0.97, 0.96 and 0.95 it named most (docs/benchmarks/analysis.md).
const PER_PLY: f64 = 0.97;
/// With more empties no cause can be proven, and lines are estimates: a reason is the surer the nearer it is.
const MAX_PROVABLE_EMPTIES: u32 = 12;
/// Maximum reasons given for one move, the reply in endings aside.
const MAX_REASONS: usize = 3;
/// Maximum reasons before the ending that are near: one at least is left for what follows from them.
const MAX_NEAR_REASONS: usize = 2;
/// A number that is worse by less tells less than the reply.
const CLEAR_AMOUNT: u32 = 3;
/// What is seen after at most so many plies, within three moves after the move, is near.
const NEAR_PLIES: usize = 4;

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
            Term::Flips => 0.04 * f64::from(self.amount),
            Term::Reply => 0.01,
        }
    }

    /// Returns whether it is seen within a few moves.
    const fn is_near(&self) -> bool {
        self.seen.plies <= NEAR_PLIES
    }

    /// Returns whether it is a number or a wedge that is not near: nothing that a player could have looked for.
    pub(super) const fn is_vague(&self) -> bool {
        !self.is_near() && (self.is_count() || matches!(self.term, Term::Wedge))
    }

    /// Returns whether it is a number, which tells of no event.
    const fn is_count(&self) -> bool {
        let is_number = matches!(
            self.term,
            Term::StableDiscs
                | Term::Wall
                | Term::Mobility
                | Term::PotentialMobility
                | Term::Frontier
                | Term::Flips
        );
        is_number || matches!(self.term, Term::SafeMoves) && 0 < self.after
    }
}

/// Returns whether the board shows the loss: by a reason that is near, or by the likeliest cause in an ending.
pub(super) fn is_shown(reasons: &[Reason], n_empties: u32) -> bool {
    let is_cause = |it: &Reason| n_empties <= MAX_PROVABLE_EMPTIES && !it.is_vague();
    reasons.iter().any(Reason::is_near) || reasons.first().is_some_and(is_cause)
}

/// Leaves the reasons of a move in the order in which they are told.
///
/// In endings the weightiest come first, and the reply is told where nothing else is near. Before them what is seen
/// within a few moves comes first: events, the nearest before the others, numbers, and the reply before numbers that
/// differ little; of equals, the one that best tells bad moves from better ones, and last what tells them the wrong way
/// round. Behind it come the weightiest of the others, the nearest first and numbers last.
pub(super) fn rank(reasons: &mut Vec<Reason>, n_empties: u32, contrast: impl Fn(&Reason) -> f64) {
    reasons.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
    if n_empties <= MAX_PROVABLE_EMPTIES {
        let reply = reasons.pop_if(|it| it.term == Term::Reply);
        reasons.truncate(MAX_REASONS);
        let is_any_near = reasons.iter().any(Reason::is_near);
        reasons.extend(reply.filter(|_| !is_any_near));
        return;
    }
    let (mut near, mut far): (Vec<_>, Vec<_>) = reasons.drain(..).partition(Reason::is_near);
    near.sort_by(|a, b| contrast(b).total_cmp(&contrast(a)));
    near.sort_by_key(|it| match it.term {
        Term::Reply => (2, 0, false),
        _ if it.is_count() => (if it.amount < CLEAR_AMOUNT { 3 } else { 1 }, 0, false),
        _ => (0, it.seen.plies, it.cause().is_some()),
    });
    // What the better moves have rather than the bad ones is told where little else is.
    near.sort_by_key(|it| contrast(it) < 0.0);
    near.truncate(MAX_NEAR_REASONS);
    // A number is told once.
    far.retain(|it| !it.is_count() || near.iter().all(|other| other.term != it.term));
    far.truncate(MAX_REASONS - near.len());
    far.sort_by_key(|it| (it.is_count(), it.seen.plies, it.cause().is_some()));
    reasons.extend(near.into_iter().chain(far));
}
