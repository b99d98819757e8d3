//! Iterative deepening, which leaves its best answer after every depth.

use std::cmp::Reverse;

use willow_board::{Bitboard, Board, Square};

use super::search::{INFINITY, Stopped, Successors, Walk};
use super::table::EvaluationTable;
use super::{MliaBook, MliaEvaluation};
use crate::Value;

/// The program: an evaluation and a table that lives as long as a game.
#[derive(Clone, Debug)]
pub struct Mlia {
    evaluation: MliaEvaluation,
    table: EvaluationTable,
}

/// How far to think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MliaLimits {
    /// The most plies to search, at least 1.
    pub depth: u32,
    /// The most nodes to visit.
    pub nodes: u64,
}

impl MliaLimits {
    /// No limits: the caller stops the search, or it sees the end of the game.
    pub const NONE: MliaLimits = MliaLimits { depth: u32::MAX, nodes: u64::MAX };
}

/// How much work thinking was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MliaCounts {
    /// The positions that the search entered after a move or a pass.
    pub nodes: u64,
    /// How often the table was asked for the value of a position.
    pub requests: u64,
    /// How often it had the value: the paper reports "as many as 25%" of the requests.
    pub hits: u64,
}

impl MliaCounts {
    /// Returns the part of the requests that the table answered, if there were any.
    #[must_use]
    pub fn hit_rate(&self) -> Option<f64> {
        (self.requests != 0).then(|| self.hits as f64 / self.requests as f64)
    }
}

/// What MLia thinks about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MliaThought {
    /// The move that it would play.
    pub best: Square,
    /// The move's value for the player, if it was searched at all: thousandths of the paper's units.
    pub value: Option<Value>,
    /// The result in discs on the board for the player, if the search saw all games to their ends.
    pub discs: Option<i32>,
    /// The plies searched; 0 for the only move and for a move from the book.
    pub depth: u32,
    /// The work so far.
    pub counts: MliaCounts,
}

impl Mlia {
    /// Returns the program with an empty table.
    #[must_use]
    pub fn new(evaluation: MliaEvaluation) -> Mlia {
        Mlia { evaluation, table: EvaluationTable::new() }
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Thinks about a board on which the player has a move, deeper and deeper, until the limits are
    /// reached, `stop` says so or the end of the game was seen. `on_thought` is told the answer to
    /// be given if time were up, at once and after every depth; the last one is returned. If the
    /// player has no move, nothing is thought.
    ///
    /// A corner that can be taken is taken: if there are several, the search chooses among them.
    pub fn think(
        &mut self,
        board: &Board,
        limits: MliaLimits,
        stop: &dyn Fn() -> bool,
        on_thought: &mut dyn FnMut(&MliaThought),
    ) -> Option<MliaThought> {
        let candidates = candidates(board.legal_moves());
        let mut thought = MliaThought {
            best: candidates.first()?,
            value: None,
            discs: None,
            depth: 0,
            counts: MliaCounts::default(),
        };
        on_thought(&thought);
        if candidates.count() == 1 {
            return Some(thought);
        }
        self.table.prepare();
        let mut walk = Walk {
            evaluation: &self.evaluation,
            table: &mut self.table,
            counts: MliaCounts::default(),
            most_nodes: limits.nodes,
            stop,
            saw_horizon: true,
        };
        // No game has more plies than a move for every empty square and a pass for every move.
        let deepest = limits.depth.min(2 * board.n_empties());
        for depth in 1..=deepest {
            walk.saw_horizon = false;
            let Ok((best, value)) = root(&mut walk, board, candidates, depth) else { break };
            let discs = MliaEvaluation::discs_of_leaf(value).unwrap_or(0);
            thought = MliaThought {
                best,
                value: Some(Value::from_units(value)),
                discs: (!walk.saw_horizon).then_some(discs),
                depth,
                counts: walk.counts,
            };
            on_thought(&thought);
            if !walk.saw_horizon {
                break;
            }
        }
        Some(MliaThought { counts: walk.counts, ..thought })
    }

    /// Returns the move that a book knows to be best, if it knows all moves of the player.
    #[must_use]
    pub fn book_move(book: &MliaBook, board: &Board) -> Option<MliaThought> {
        let (best, value) = book.best_move(board)?;
        let counts = MliaCounts::default();
        Some(MliaThought { best, value: Some(value), discs: None, depth: 0, counts })
    }
}

/// Returns the moves to choose among: the paper's killer moves if there are any.
fn candidates(moves: Bitboard) -> Bitboard {
    let corners = moves & Bitboard::CORNERS;
    if corners.is_empty() { moves } else { corners }
}

/// Searches the candidates to a depth and returns the first best one with its value.
fn root(
    walk: &mut Walk<'_>,
    board: &Board,
    candidates: Bitboard,
    depth: u32,
) -> Result<(Square, i32), Stopped> {
    let mut successors: Successors = walk.successors(board, depth)?;
    successors.retain(|successor| candidates.contains(successor.square));
    let mut best: Option<(Square, i32)> = None;
    for successor in &successors {
        let alpha = best.map_or(-INFINITY, |(_, value)| value);
        let value = -walk.node(&successor.board, -INFINITY, -alpha, depth - 1)?;
        if best.is_none_or(|(_, best)| best < value) {
            best = Some((successor.square, value));
        }
    }
    Ok(best.expect("there are candidates"))
}

impl MliaBook {
    /// Returns the move to the position that is worst for the opponent, with its value for the
    /// player; `None` unless the book has all positions that the player's moves lead to.
    #[must_use]
    pub fn best_move(&self, board: &Board) -> Option<(Square, Value)> {
        let squares = board.legal_moves().squares();
        let valued: Option<Vec<(Square, Value)>> = squares
            .map(|square| {
                let after = board.after(square, board.flips(square));
                Some((square, -self.value(&after)?))
            })
            .collect();
        // Of equal moves the first one: `min_by_key` keeps it.
        valued?.into_iter().min_by_key(|&(_, value)| Reverse(value))
    }
}

#[cfg(test)]
mod tests {
    use willow_testkit::random_position;

    use super::*;
    use crate::{Evaluation, Side};

    fn think(board: &Board, limits: MliaLimits) -> MliaThought {
        let mut mlia = Mlia::new(MliaEvaluation::ORIGINAL);
        mlia.think(board, limits, &|| false, &mut |_| ()).unwrap()
    }

    fn to_depth(board: &Board, depth: u32) -> MliaThought {
        think(board, MliaLimits { depth, ..MliaLimits::NONE })
    }

    /// Returns a position of a random game in which the side to move has a move, or `None` if the game
    /// ends before.
    fn position(seed: u64, n_empties: u32) -> Option<Board> {
        let discs = random_position(n_empties, seed)?;
        let discs = if discs.must_pass() { discs.passed() } else { discs };
        let (player, opponent) = (discs.player, discs.opponent);
        Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent)).ok()
    }

    /// The same without pruning, ordering or table.
    fn minimax(board: &Board, depth: u32) -> i32 {
        if board.is_game_over() {
            return MliaEvaluation::leaf_units(board);
        }
        if depth == 0 {
            return MliaEvaluation::ORIGINAL.evaluate(board, Side::ToMove).units();
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return -minimax(&board.pass(), depth - 1);
        }
        moves.squares().map(|at| -minimax(&board.play(at).unwrap(), depth - 1)).max().unwrap()
    }

    #[test]
    fn the_value_is_that_of_minimax() {
        for seed in 0..40 {
            let Some(board) = position(seed, 12 + 44 * (seed as u32 % 2)) else { continue };
            let takes_corner = (board.legal_moves() & Bitboard::CORNERS).count() != 0;
            if takes_corner || board.legal_moves().count() < 2 {
                continue;
            }
            let thought = to_depth(&board, 4);
            assert_eq!(thought.value.unwrap().units(), minimax(&board, 4), "seed {seed}");
        }
    }

    #[test]
    fn a_corner_is_taken_and_the_best_of_several() {
        let mut n_corners = [0; 5];
        for seed in 0..400 {
            let Some(board) = position(seed, 8 + seed as u32 % 30) else { continue };
            let corners = board.legal_moves() & Bitboard::CORNERS;
            n_corners[corners.count() as usize] += 1;
            if corners.count() == 0 {
                continue;
            }
            let thought = to_depth(&board, 3);
            assert!(corners.contains(thought.best), "seed {seed}");
            let value = |square| -minimax(&board.play(square).unwrap(), 2);
            let best = corners.squares().map(value).max().unwrap();
            if corners.count() == 1 {
                assert_eq!((thought.depth, thought.value), (0, None), "it needs no search");
            } else {
                assert_eq!(value(thought.best), best, "seed {seed}");
            }
        }
        assert!(n_corners[1..3].iter().all(|&count| 3 < count), "{n_corners:?}");
    }

    #[test]
    fn the_end_of_the_game_is_counted_and_ends_the_search() {
        let mut n_seen = 0;
        for seed in 0..30 {
            let Some(board) = position(seed, 7) else { continue };
            let thought = think(&board, MliaLimits::NONE);
            if thought.depth == 0 {
                continue;
            }
            n_seen += 1;
            assert!(7 <= thought.depth || thought.discs.is_some(), "seed {seed}");
            let units = minimax(&board, 20);
            if (board.legal_moves() & Bitboard::CORNERS).is_empty() {
                assert_eq!(thought.value.unwrap().units(), units, "seed {seed}");
            }
            assert_eq!(
                thought.discs,
                Some(MliaEvaluation::discs_of_leaf(thought.value.unwrap().units()).unwrap_or(0))
            );
        }
        assert!(10 < n_seen);
    }

    #[test]
    fn a_stopped_search_keeps_its_last_answer() {
        let mut depths = Vec::new();
        let mut mlia = Mlia::new(MliaEvaluation::ORIGINAL);
        let limits = MliaLimits { nodes: 20_000, ..MliaLimits::NONE };
        let thought = mlia
            .think(&Board::START, limits, &|| false, &mut |thought| depths.push(thought.depth))
            .unwrap();
        assert_eq!(depths, (0..=thought.depth).collect::<Vec<_>>());
        assert!(3 < thought.depth && thought.counts.nodes == 20_000);
        let stopped = mlia.think(&Board::START, MliaLimits::NONE, &|| true, &mut |_| ()).unwrap();
        assert!(stopped.counts.nodes < 2_000);
        assert!(Board::START.is_legal(stopped.best));
        let nothing = Board::new(Bitboard::ALL, Bitboard::EMPTY).unwrap();
        assert_eq!(mlia.think(&nothing, limits, &|| false, &mut |_| ()), None);
    }

    #[test]
    fn positions_return_and_are_not_evaluated_again() {
        let thought = to_depth(&Board::START, 7);
        let rate = thought.counts.hit_rate().unwrap();
        assert!(0.05 < rate && rate < 0.6, "{rate}");
        let again = to_depth(&Board::START, 7);
        assert_eq!(thought, again, "the same search is the same");
    }
}
