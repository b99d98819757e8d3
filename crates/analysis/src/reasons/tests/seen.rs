//! The position that a reason names shows what the reason says, on naive rules.

use willow_board::{Color, Move, Square};

use super::naive::Naive;
use super::told::Told;
use crate::MoveAnalysis;
use crate::reasons::{LineName, Reason, Seen, Term};

/// Replays as many plies as the reason says, and checks that the position there is the one that it is about.
pub(super) fn check_seen(found: &MoveAnalysis, reason: &Reason, told: &Told) {
    let (at, moves) = replayed(found, reason.seen);
    assert!(
        !moves.is_empty() && is_shown(&at, moves, reason, told, found),
        "{reason:?}\n{found:?}"
    );
    assert_eq!(reason.instead().is_some(), reason.term == Term::Parity, "{reason:?}");
    if let Some(instead) = reason.instead() {
        assert_ne!(instead.line, reason.seen.line, "{reason:?}");
        let (at, moves) = replayed(found, instead);
        assert!(fills_last(&at, moves, !reason.side, &reason.squares), "{reason:?}\n{found:?}");
    }
}

/// Returns a position of a line, with the moves that lead to it.
fn replayed(found: &MoveAnalysis, seen: Seen) -> (Naive, &[Move]) {
    let moves = match seen.line {
        LineName::Played => &found.played_pv[..seen.plies],
        LineName::Best => &found.pv[..seen.plies],
    };
    let at = Naive::of(&found.position).after(moves);
    assert_eq!(at.side, seen.turn, "{seen:?}");
    (at, moves)
}

/// Returns whether the last move fills the last of some squares and gives the turn to a side.
fn fills_last(at: &Naive, moves: &[Move], to_move: Color, squares: &[Square]) -> bool {
    let last = moves.last().and_then(|mv| mv.square());
    at.side == to_move
        && last.is_some_and(|last| squares.contains(&last))
        && !squares.iter().any(|&of| at.empty(of))
}

fn is_shown(
    at: &Naive,
    moves: &[Move],
    reason: &Reason,
    told: &Told,
    found: &MoveAnalysis,
) -> bool {
    let (side, squares) = (reason.side, &reason.squares);
    let is_counted = |number: usize| number as i32 == reason.after;
    let has_all = |side: Color, squares: &[Square]| squares.iter().all(|&of| at.has(side, of));
    // Numbers that are seen at once are marked.
    let is_all_or_none = |is_one: &dyn Fn(Square) -> bool| {
        squares.is_empty() || is_counted(squares.len()) && squares.iter().all(|&of| is_one(of))
    };
    let is_told_position = || moves == told.moves("moves", found);
    match reason.term {
        Term::XSquare | Term::CSquare | Term::CornerGiven if moves.len() == 1 => {
            at.side == side && at.can_take(squares[0])
        }
        Term::XSquare | Term::CSquare | Term::CornerGiven | Term::CornerMissed => {
            at.has(side, squares[0]) && moves.last() == Some(&squares[0].into())
        }
        Term::StonerTrap => has_all(side, &squares[2..]),
        Term::UnbalancedEdge | Term::LoneCSquare => {
            at.has(!side, squares[squares.len() - 1])
                && moves.last().unwrap().square() == squares.last().copied()
        }
        Term::Pass => at.discs.must_pass() && at.side == side,
        Term::SafeMoves | Term::Tempo => {
            let n_safe = if reason.term == Term::Tempo { 0 } else { reason.after as usize };
            let is_legal = |of: &Square| at.can_take(*of);
            at.n_safe() == n_safe
                && squares.iter().all(is_legal)
                && match n_safe {
                    0 => squares.len() == at.discs.legal_squares().len(),
                    _ => squares.iter().all(|&of| at.is_safe(of)) && squares.len() == n_safe,
                }
        }
        Term::Wedge => at.has(side, squares[0]) && has_all(!side, &squares[1..]),
        Term::Wall => has_all(side, squares) && is_told_position(),
        Term::Parity => fills_last(at, moves, side, squares),
        Term::WipeOut => at.discs_of(side).count() == 0,
        Term::Mobility => {
            is_counted(at.seen_by(side).legal_squares().len())
                && is_all_or_none(&|of| at.can_take(of))
        }
        Term::PotentialMobility => is_counted(at.n_potential_moves(side)),
        Term::Frontier => {
            is_counted(at.n_frontier_discs(side)) && is_all_or_none(&|of| at.has(side, of))
        }
        Term::Flips => is_counted(squares.len()) && has_all(side, squares),
        Term::Reply if moves.len() == 1 && side == found.side() => {
            !at.seen_by(side).legal_squares().contains(&(squares[0].index() as u32))
                && has_all(side, &squares[1..])
        }
        Term::Reply if moves.len() == 1 => squares.iter().all(|&of| at.can_take(of)),
        Term::Reply if moves.len() == 2 && side == found.side() => !at.can_take(squares[0]),
        Term::Reply => moves.last() == Some(&squares[0].into()),
        Term::StableDiscs | Term::WipeOutThreat => is_told_position(),
        Term::EdgeValue => is_told_position() && is_cause_shown(at, reason),
    }
}

/// The cause of a bad edge is seen in the position.
fn is_cause_shown(at: &Naive, reason: &Reason) -> bool {
    let (side, (term, squares)) = (reason.side, reason.cause().unwrap());
    match (term, &*squares) {
        (Term::CornerGiven, &[corner]) => at.has(!side, corner),
        (Term::CornerMissed, &[corner]) => !at.has(side, corner),
        (Term::XSquare, &[corner, disc]) => at.empty(corner) && at.has(side, disc),
        (Term::UnbalancedEdge, discs) => {
            discs.len() == 5 && discs.iter().all(|&disc| at.has(side, disc))
        }
        (Term::LoneCSquare, &[disc, one, two]) => {
            at.has(side, disc) && at.empty(one) && at.empty(two)
        }
        (Term::Wedge, &[disc, one, two]) => {
            at.has(!side, disc) && at.has(side, one) && at.has(side, two)
        }
        cause => panic!("{cause:?} is no cause"),
    }
}
