//! The causes of an error, proven by bans, and whether a reason names one.

use willow_analysis::{MoveAnalysis, Reason, Term};
use willow_board::{Bitboard, Position, Square};
use willow_eval::Score;

use super::ban::{Ban, exact_score};

/// What an error costs its discs by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The opponent can take a corner.
    CornerLost(Square),
    /// The side can no longer take a corner.
    CornerMissed(Square),
    /// The opponent can play on an edge, between the corners: these squares.
    Edge(Bitboard),
    /// The opponent can play last in a region of empties.
    LastMove(Bitboard),
    /// The side must move where it would rather pass.
    ForcedMove,
    /// The side is left without a disc.
    WipedOut,
}

/// Returns the causes of an error whose value is exact.
pub(super) fn causes_of(found: &MoveAnalysis) -> Vec<Cause> {
    let mover = found.side();
    let empties = found.position.board().empties();
    let corners: Vec<Square> = (empties & Bitboard::CORNERS).squares().collect();
    let edges = edges().map(|edge| edge & empties & !Bitboard::CORNERS);
    let regions = regions(empties).into_iter().filter(|region| 1 < region.count());
    let lost = corners
        .iter()
        .map(|&corner| (Cause::CornerLost(corner), Ban::Squares(!mover, corner.into())));
    let missed = corners
        .iter()
        .map(|&corner| (Cause::CornerMissed(corner), Ban::Squares(mover, corner.into())));
    let traps = edges.into_iter().filter(|edge| !edge.is_empty());
    let traps = traps.map(|edge| (Cause::Edge(edge), Ban::Squares(!mover, edge)));
    let last = regions.map(|region| (Cause::LastMove(region), Ban::LastIn(!mover, region)));
    let forced = [(Cause::ForcedMove, Ban::FreePass(mover))];
    let candidates = lost.chain(missed).chain(traps).chain(last).chain(forced);
    let proven = candidates.filter(|(_, ban)| explains(found, *ban)).map(|(cause, _)| cause);
    proven.chain(is_wiped_out(found).then_some(Cause::WipedOut)).collect()
}

/// Returns whether a ban takes away at least half of the loss by what it does after one of the two moves,
/// and does nothing after the other. A ban on the side itself must harm the best move, every other ban
/// help the played one.
fn explains(found: &MoveAnalysis, ban: Ban) -> bool {
    let change = |mv: Square, unbanned: Score| {
        let after = found
            .position
            .play(mv.into())
            .expect("one was played in the game, the other was found by the engine");
        let score = f64::from(exact_score(&after, ban));
        let score = if after.side_to_move() == found.side() { score } else { -score };
        score - unbanned.discs()
    };
    let half = found.loss() / 2.0;
    let of_played = change(found.mv, found.value);
    let of_best = || change(found.best, found.best_value);
    match ban {
        Ban::Squares(side, _) if side == found.side() => of_played == 0.0 && of_best() <= -half,
        _ => half <= of_played && of_best() == 0.0,
    }
}

/// Returns whether the exact line after the move ends without a disc of its side.
fn is_wiped_out(found: &MoveAnalysis) -> bool {
    let mut position: Position = found.position;
    for &mv in &found.played_pv {
        let Ok(next) = position.play(mv) else { break };
        position = next;
    }
    position.is_game_over() && position.discs(found.side()).is_empty()
}

/// Returns whether a reason names one of the causes.
pub(super) fn names(reason: &Reason, causes: &[Cause]) -> bool {
    causes.iter().any(|cause| names_cause(reason, *cause))
}

fn names_cause(reason: &Reason, cause: Cause) -> bool {
    let squares: Bitboard = reason.squares.iter().copied().collect();
    match reason.term {
        Term::XSquare | Term::CSquare | Term::CornerGiven => {
            reason.squares.first().is_some_and(|&corner| cause == Cause::CornerLost(corner))
        }
        Term::CornerMissed => {
            reason.squares.first().is_some_and(|&corner| cause == Cause::CornerMissed(corner))
        }
        Term::UnbalancedEdge | Term::LoneCSquare | Term::StonerTrap | Term::Wedge => {
            is_on_edge(squares, cause)
        }
        Term::EdgeValue => match cause {
            Cause::CornerLost(corner) | Cause::CornerMissed(corner) => squares.contains(corner),
            _ => is_on_edge(squares, cause),
        },
        Term::StableDiscs => match cause {
            Cause::CornerLost(corner) | Cause::CornerMissed(corner) => squares.contains(corner),
            _ => false,
        },
        Term::Parity => cause == Cause::LastMove(squares),
        Term::WipeOut | Term::WipeOutThreat => cause == Cause::WipedOut,
        Term::Pass
        | Term::SafeMoves
        | Term::Tempo
        | Term::Wall
        | Term::Mobility
        | Term::PotentialMobility
        | Term::Frontier => cause == Cause::ForcedMove,
        Term::Flips | Term::Reply => false,
    }
}

/// Returns whether a trap with these squares is on the edge of a cause or costs its corner.
fn is_on_edge(squares: Bitboard, cause: Cause) -> bool {
    match cause {
        Cause::CornerLost(corner) => squares.contains(corner),
        Cause::Edge(edge) => {
            edges().into_iter().any(|all| (all & edge) == edge && 1 < (all & squares).count())
        }
        _ => false,
    }
}

/// Returns the four edges.
fn edges() -> [Bitboard; 4] {
    [0xff, 0xff << 56, 0x0101_0101_0101_0101, 0x8080_8080_8080_8080].map(Bitboard::from_bits)
}

/// Returns the regions of empties: those that touch, diagonally too.
fn regions(empties: Bitboard) -> Vec<Bitboard> {
    let (mut left, mut regions) = (empties, Vec::new());
    while let Some(first) = left.first() {
        let mut region = Bitboard::from(first);
        while ((region | region.dilated()) & empties) != region {
            region = (region | region.dilated()) & empties;
        }
        regions.push(region);
        left &= !region;
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::explain_ranking::tests::errors;

    /// The loss stays what it is if nothing is banned, or squares that nobody can play.
    #[test]
    fn a_ban_that_changes_nothing_is_no_cause() {
        for found in errors() {
            let occupied = found.position.board().occupied();
            for ban in [Bitboard::EMPTY, occupied].map(|of| Ban::Squares(!found.side(), of)) {
                assert!(!explains(&found, ban), "{found:?}");
            }
        }
    }

    /// A cause names what the opponent or the side can do: squares that are empty before the move.
    #[test]
    fn causes_are_about_empty_squares() {
        let mut kinds = std::collections::HashSet::new();
        for found in errors() {
            let empties = found.position.board().empties();
            for cause in causes_of(&found) {
                kinds.insert(std::mem::discriminant(&cause));
                let squares = match cause {
                    Cause::CornerLost(corner) | Cause::CornerMissed(corner) => corner.into(),
                    Cause::Edge(squares) | Cause::LastMove(squares) => squares,
                    Cause::ForcedMove | Cause::WipedOut => Bitboard::EMPTY,
                };
                assert_eq!(squares & !empties, Bitboard::EMPTY, "{cause:?}");
            }
        }
        assert!(3 <= kinds.len(), "{kinds:?}");
    }

    #[test]
    fn regions_touch_diagonally_too() {
        assert_eq!(regions(Bitboard::EMPTY), []);
        let three = Bitboard::from(Square::A1).with(Square::B2).with(Square::H8);
        let sizes: Vec<u32> = regions(three).iter().map(|region| region.count()).collect();
        assert_eq!(sizes, [2, 1]);
    }
}
