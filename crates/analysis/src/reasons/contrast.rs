//! What the other legal moves say about a reason: one that a good move has too does not decide.

use super::claim::{Claim, ReplyClaim};
use super::line::{Lines, board_of};
use super::reason::Reason;
use super::{corners, near};
use crate::MoveAnalysis;
use crate::alternatives::{Alternative, Contrast};

/// The other legal moves of a position: clearly better than the error, as good as the best one, and about as bad.
pub(super) struct Others {
    better: Vec<Other>,
    good: Vec<Other>,
    bad: Vec<Other>,
}

impl Others {
    /// Returns the other moves; none where their values are not known.
    pub(super) fn of(found: &MoveAnalysis) -> Others {
        let Contrast { good, better, bad } = Contrast::of(found);
        let all = |others: Vec<Alternative>| -> Vec<Other> {
            others.into_iter().filter_map(|other| Other::new(found, other)).collect()
        };
        Others { good: all(good), better: all(better), bad: all(bad) }
    }

    /// Returns whether a good move has a reason too. Only what is seen within two plies after the move can be told of
    /// other moves.
    pub(super) fn is_as_good_with(&self, reason: &Reason) -> bool {
        self.good.iter().any(|other| other.has(reason))
    }

    /// Returns how well a reason tells the bad moves from the better ones: the share of those that have it, less the
    /// share of these. 0 where none is known.
    pub(super) fn contrast(&self, reason: &Reason) -> f64 {
        share(&self.bad, reason) - share(&self.better, reason)
    }
}

/// Returns the share of moves that have a reason too; 0 of none.
fn share(others: &[Other], reason: &Reason) -> f64 {
    let n_with = others.iter().filter(|other| other.has(reason)).count();
    n_with as f64 / others.len().max(1) as f64
}

/// Another move: its line up to the reply, beside the best line, and the reasons that speak against it.
struct Other {
    lines: Lines,
    reasons: Vec<Reason>,
}

impl Other {
    /// Returns a move with its reasons; `None` if it ends the game.
    fn new(found: &MoveAnalysis, other: Alternative) -> Option<Other> {
        let played_pv = vec![other.mv.into(), other.reply?];
        let lines = Lines::of(&MoveAnalysis { mv: other.mv, played_pv, ..found.clone() })?;
        let mut reasons = near::all(&lines);
        reasons.extend(corners::given(&lines));
        Some(Other { lines, reasons })
    }

    /// Returns whether a reason speaks against this move too: of numbers, at least half as much.
    fn has(&self, reason: &Reason) -> bool {
        match &reason.claim {
            Claim::Reply(claim) => self.has_reply(claim),
            _ => self.reasons.iter().any(|own| {
                let is_there = reason.seen.plies == own.seen.plies && reason.side == own.side;
                // Numbers have marks that differ, an event is in one place.
                let is_same = match reason.corner_given() {
                    Some(corner) => own.corner_given() == Some(corner),
                    None => own.term == reason.term,
                };
                is_there && is_same && reason.amount <= 2 * own.amount
            }),
        }
    }

    fn has_reply(&self, claim: &ReplyClaim) -> bool {
        let Lines { mover, played, .. } = &self.lines;
        let [start, after] = [0, 1].map(|plies| board_of(&played.positions[plies], !*mover));
        let opened = after.legal_moves() & !start.legal_moves();
        match claim {
            ReplyClaim::TakesBest { best, .. } => {
                best.square().is_some_and(|best| opened.contains(best))
            }
            ReplyClaim::Gets { reply, .. } => {
                reply.square().is_some_and(|square| after.legal_moves().contains(square))
            }
            ReplyClaim::Closes { best, .. } | ReplyClaim::Prevents { best, .. } => {
                let own = board_of(&played.positions[2], *mover).legal_moves();
                best.square().is_some_and(|best| !own.contains(best))
            }
            // That the best move comes later is true of any other move after which it can be played.
            ReplyClaim::Delays { best, .. } => {
                let own = board_of(&played.positions[2], *mover).legal_moves();
                best.square().is_some_and(|best| own.contains(best))
            }
            ReplyClaim::Opens { squares, n_by_best, .. } => {
                let more = opened.count().saturating_sub(*n_by_best);
                squares.0.len() as u32 - n_by_best <= 2 * more
            }
        }
    }
}
