//! What the board shows right after the move, or after the reply to it.
//!
//! Numbers are compared after one ply or two, where anybody can count them. In the last moves they say little, as does a
//! corner that can wait, and are left out.

use willow_board::{Bitboard, Board, Color, Position, Square};

use super::claim::{Claim, Counted, ReplyClaim, RestClaim, SquareList};
use super::corners;
use super::counts::MIN_SQUARES;
use super::line::{Line, Lines, board_of};
use super::reason::{Reason, Seen, Term};
use super::tempo::safe;
use super::walls::wall_at;

/// With at most so many empties before the move only the reply is told.
const LAST_EMPTIES: u32 = 12;
/// Minimum difference of moves that can be counted on the board. Not measured.
const MIN_MOVES: i32 = 2;

/// Returns what is seen at once: a corner that is left, the opponent's moves, the side's moves after the reply, a wall, the discs that were
/// turned and those that lie open; and what the reply does.
pub(super) fn all(lines: &Lines) -> Vec<Reason> {
    let kinds = [corners::left, replies, moves_left, wall, flips, frontier];
    let start = lines.played.positions[0].board();
    let kinds = kinds.iter().filter(|_| LAST_EMPTIES < start.n_empties());
    let reply = reply(lines).or_else(|| late(lines)).or_else(|| opened(lines));
    kinds.filter_map(|kind| kind(lines)).chain(reply).collect()
}

/// Returns that the opponent has more moves to choose from than after the best move.
fn replies(lines: &Lines) -> Option<Reason> {
    let [played, best] = [&lines.played, &lines.best].map(|line| line.after_first().legal_moves());
    let more = played.count() as i32 - best.count() as i32;
    let is_more = MIN_MOVES <= more && !best.is_empty();
    is_more.then(|| {
        counted(lines, Term::Mobility, !lines.mover, 1, Counted::LegalMoves, [best, played])
    })
}

/// Returns that the side is left with fewer moves after the reply, or with fewer that give no corner away.
fn moves_left(lines: &Lines) -> Option<Reason> {
    let [played, best] = [after_reply(&lines.played)?, after_reply(&lines.best)?];
    let safe_moves = [best, played].map(|at| safe(at.board()));
    let legal = [best, played].map(Position::legal_moves);
    let less = safe_moves[0].count() as i32 - safe_moves[1].count() as i32;
    if less < MIN_MOVES || legal[1].is_empty() {
        return None;
    }
    let (term, what) = if safe_moves == legal {
        (Term::Mobility, Counted::LegalMoves)
    } else {
        (Term::SafeMoves, Counted::SafeMoves)
    };
    Some(counted(lines, term, lines.mover, 2, what, safe_moves))
}

/// Returns the position after the first move and a reply that is no pass.
fn after_reply(line: &Line) -> Option<&Position> {
    line.moves.get(1)?.square().map(|_| &line.positions[2])
}

/// Returns that the move builds a wall.
fn wall(lines: &Lines) -> Option<Reason> {
    let reason = wall_at(lines, 1)?;
    let own = lines.played.positions[0].discs(lines.mover);
    (!reason.squares.iter().all(|&disc| own.contains(disc))).then_some(reason)
}

/// Minimum difference of turned discs worth mentioning. Not measured.
const MIN_FLIPS: i32 = 3;

/// Returns that the move turns more discs than the best one.
fn flips(lines: &Lines) -> Option<Reason> {
    let board = lines.played.positions[0].board();
    let [mv, best] = [lines.mv(), lines.best_move()];
    let [flipped, best_flipped] = [board.flips(mv.square()?), board.flips(best.square()?)];
    let [number, best_number] = [flipped.count(), best_flipped.count()];
    let more = number as i32 - best_number as i32;
    (MIN_FLIPS <= more).then(|| Reason {
        term: Term::Flips,
        side: lines.mover,
        before: best_number as i32,
        after: number as i32,
        squares: flipped.squares().collect(),
        seen: Seen::in_played(lines, 1),
        amount: more.unsigned_abs(),
        claim: Claim::Rest(RestClaim::Flips { mv, best, number, best_number }),
    })
}

/// Returns that more discs of the side lie open than after the best move.
fn frontier(lines: &Lines) -> Option<Reason> {
    let of = |line: &Line| board_of(line.after_first(), lines.mover).frontier();
    let [played, best] = [of(&lines.played), of(&lines.best)];
    let more = played.count() as i32 - best.count() as i32;
    let discs = [best, played];
    (MIN_SQUARES <= more)
        .then(|| counted(lines, Term::Frontier, lines.mover, 1, Counted::FrontierDiscs, discs))
}

/// Returns a number of squares after so many plies of both lines: those of the best line first.
fn counted(
    lines: &Lines,
    term: Term,
    side: Color,
    plies: usize,
    counted: Counted,
    [best, played]: [Bitboard; 2],
) -> Reason {
    let (best_number, number) = (best.count(), played.count());
    // Where no move is safe, all of them are shown.
    let shown = if number == 0 { lines.played.positions[plies].legal_moves() } else { played };
    Reason {
        term,
        side,
        before: best_number as i32,
        after: number as i32,
        squares: shown.squares().collect(),
        seen: Seen::in_played(lines, plies),
        amount: number.abs_diff(best_number),
        claim: Claim::Rest(RestClaim::Count {
            counted,
            moves: lines.played.prefix(plies),
            best_moves: lines.best.prefix(plies),
            number,
            best_number,
        }),
    }
}

/// Returns what the reply does that could not be done after the best move.
fn reply(lines: &Lines) -> Option<Reason> {
    let (mv, best) = (lines.mv(), lines.best_move());
    let &reply = lines.played.moves.get(1)?;
    let square = reply.square()?;
    if reply == best {
        return takes_best(lines, mv.square()?, square);
    }
    let can = |board: &Board| board.legal_moves().contains(square);
    if can(lines.best.after_first().board()) {
        return lost(lines, mv.square()?, best.square()?);
    }
    let opponent = !lines.mover;
    let is_opened = !can(&board_of(&lines.played.positions[0], opponent));
    let n_turned = lines.played.after_first().board().flips(square).count();
    let claim = ReplyClaim::Gets { mv, reply, best, is_opened, n_turned };
    Some(happens(opponent, vec![square], Seen::in_played(lines, 2), claim))
}

fn happens(side: Color, squares: Vec<Square>, seen: Seen, claim: ReplyClaim) -> Reason {
    Reason::happens(Term::Reply, side, squares, seen, Claim::Reply(claim))
}

/// Returns that the move opens the best one's square to the opponent, who plays there. That the opponent plays where it
/// could have played anyway says nothing.
fn takes_best(lines: &Lines, mv: Square, best: Square) -> Option<Reason> {
    let start = lines.played.positions[0].board();
    if board_of(&lines.played.positions[0], !lines.mover).legal_moves().contains(best) {
        return None;
    }
    let flipped = lines.played.after_first().board().flips(best);
    let beside = Bitboard::from(best).dilated();
    // The move's own disc may be one that the reply turns.
    let turned =
        if flipped.contains(mv) { Bitboard::EMPTY } else { flipped & start.flips(mv) & beside };
    let turned: Vec<Square> = turned.squares().collect();
    let squares = [best].into_iter().chain(turned.iter().copied()).collect();
    let claim = ReplyClaim::TakesBest {
        mv: mv.into(),
        best: best.into(),
        turned: SquareList(turned),
        n_turned: flipped.count(),
    };
    Some(happens(!lines.mover, squares, Seen::in_played(lines, 2), claim))
}

/// Returns that the best move is lost: the move itself turns the discs that it would have turned, or the reply turns
/// those at the ends of its lines.
fn lost(lines: &Lines, mv: Square, best: Square) -> Option<Reason> {
    let side = lines.mover;
    let [start, after, left] = [0, 1, 2].map(|n| board_of(&lines.played.positions[n], side));
    if left.legal_moves().contains(best) {
        return None;
    }
    if !after.legal_moves().contains(best) {
        let turned = start.flips(mv) & start.flips(best) & Bitboard::from(best).dilated();
        let turned: Vec<Square> = turned.squares().collect();
        let squares = [best].into_iter().chain(turned.iter().copied()).collect();
        let claim =
            ReplyClaim::Closes { mv: mv.into(), best: best.into(), turned: SquareList(turned) };
        return Some(happens(side, squares, Seen::in_played(lines, 1), claim));
    }
    let reply = lines.played.moves[1];
    let turned = after.player() & !left.player();
    let is_enough = |&disc: &Square| {
        let others = turned.without(disc);
        let board = Board::new(after.player() & !others, after.opponent() | others);
        board.is_ok_and(|board| board.legal_moves().contains(best))
    };
    let needed: Vec<Square> = turned.squares().filter(is_enough).collect();
    let squares = [best].into_iter().chain(reply.square()).chain(needed.iter().copied()).collect();
    let (mv, best, needed) = (mv.into(), best.into(), SquareList(needed));
    let claim = ReplyClaim::Prevents { mv, reply, best, needed };
    Some(happens(side, squares, Seen::in_played(lines, 2), claim))
}

/// Returns that the side plays the best move only after the reply.
fn late(lines: &Lines) -> Option<Reason> {
    let (mv, best) = (lines.mv(), lines.best_move());
    let &[_, reply, next, ..] = &*lines.played.moves else { return None };
    let squares = vec![best.square().filter(|_| next == best && reply.square().is_some())?];
    let claim = ReplyClaim::Delays { mv, reply, best };
    Some(happens(lines.mover, squares, Seen::in_played(lines, 3), claim))
}

/// Returns that the move opens at least two squares more to the opponent than the best one, where it could not play
/// before.
fn opened(lines: &Lines) -> Option<Reason> {
    let start = board_of(&lines.played.positions[0], !lines.mover).legal_moves();
    let by = |line: &Line| line.after_first().legal_moves() & !start;
    let [opened, by_best] = [by(&lines.played), by(&lines.best)];
    let (mv, best) = (lines.mv(), lines.best_move());
    (by_best.count() + MIN_MOVES as u32 <= opened.count()).then(|| {
        let squares: Vec<_> = opened.squares().collect();
        let (number, n_by_best) = (opened.count() as i32, by_best.count());
        Reason {
            term: Term::Reply,
            side: !lines.mover,
            before: n_by_best as i32,
            after: number,
            squares: squares.clone(),
            seen: Seen::in_played(lines, 1),
            amount: opened.count() - n_by_best,
            claim: Claim::Reply(ReplyClaim::Opens {
                mv,
                squares: SquareList(squares),
                best,
                n_by_best,
            }),
        }
    })
}
