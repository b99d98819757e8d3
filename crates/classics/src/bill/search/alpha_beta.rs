//! Alpha-beta below the root, with moves generated one by one (sections 3.1.4 and 3.1.5).

use std::ops::AddAssign;

use willow_board::{Bitboard, Board, Color, Square};

use super::goals::{BEYOND_ALL, SearchGoal};
use super::hash_table::HashTable;
use super::killers::{KillerCursor, KillerTable};
use super::pruning::is_pruned;
use crate::bill::evaluation::leaf_evaluation::LeafEvaluation;
use crate::search_tree::{Step, Trace};
use crate::window::Window;

/// How many nodes the search visits between two checks of the clock.
pub(crate) const CHECK_INTERVAL: u64 = 1024;

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The positions entered after a move or a pass.
    pub nodes: u64,
    /// The positions among them that were evaluated, statically or by counting discs at the end.
    pub leaves: u64,
    /// How often the hash table was asked for a move.
    pub table_requests: u64,
    /// How often it had a legal one.
    pub table_hits: u64,
    /// How often a reply moved forward in the killer table.
    pub reorderings: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.nodes += more.nodes;
        self.leaves += more.leaves;
        self.table_requests += more.table_requests;
        self.table_hits += more.table_hits;
        self.reorderings += more.reorderings;
    }
}

/// A position of the tree.
#[derive(Clone, Copy)]
pub(crate) struct SearchNode<G: SearchGoal> {
    pub(crate) board: Board,
    pub(crate) lines: G::Lines,
    pub(crate) color: Color,
    /// The move that led here; none at the root of a set-up board and after a pass.
    pub(crate) last: Option<Square>,
}

impl<G: SearchGoal> SearchNode<G> {
    pub(crate) fn new(board: Board, color: Color, last: Option<Square>) -> SearchNode<G> {
        SearchNode { board, lines: G::lines(&board), color, last }
    }

    #[inline]
    pub(crate) fn after(&self, square: Square, flips: Bitboard) -> SearchNode<G> {
        SearchNode {
            board: self.board.after(square, flips),
            lines: G::after(&self.lines, square, flips),
            color: !self.color,
            last: Some(square),
        }
    }

    fn passed(&self) -> SearchNode<G> {
        let (board, lines) = (self.board.pass(), G::passed(&self.lines));
        SearchNode { board, lines, color: !self.color, last: None }
    }
}

/// A search in progress: the tables that it reads and updates, and what stops it.
pub(crate) struct AlphaBetaSearch<'a> {
    pub(crate) evaluation: LeafEvaluation,
    pub(crate) hash: &'a mut HashTable,
    pub(crate) killers: &'a mut KillerTable,
    pub(crate) counts: Counts,
    /// Tells whether to stop; it is called from time to time, with the number of nodes so far.
    pub(crate) is_interrupted: &'a dyn Fn(u64) -> bool,
    /// The number of nodes at which the clock is checked next.
    pub(crate) next_check: u64,
    /// Whether the search was interrupted: values that are returned after that are not used.
    pub(crate) is_stopped: bool,
    pub(crate) trace: Trace<'a, Square>,
}

impl Window {
    /// Holds all values.
    pub(crate) const FULL: Window = Window { alpha: -BEYOND_ALL, beta: BEYOND_ALL };

    /// The zero window that tells whether a move is better than `value`.
    pub(crate) const fn zero(value: i32) -> Window {
        Window { alpha: value, beta: value + 1 }
    }
}

/// The result of searching the moves of a node.
enum MovesResult {
    /// There is none.
    None,
    /// There are some, and all of them were pruned.
    Pruned,
    /// The value, within the window.
    Searched(i32),
}

impl AlphaBetaSearch<'_> {
    /// Searches a move of a node and returns its value for the node's side, within the window.
    #[inline]
    pub(crate) fn search_move<G: SearchGoal>(
        &mut self,
        node: &SearchNode<G>,
        square: Square,
        flips: Bitboard,
        depth: u32,
        window: Window,
    ) -> i32 {
        -self.search(&node.after(square, flips), depth - 1, -window)
    }

    /// Returns the value of a node: exact within the window, a bound at its ends.
    fn search<G: SearchGoal>(&mut self, node: &SearchNode<G>, depth: u32, window: Window) -> i32 {
        self.trace.enter(Step::below(node.last), Some(window));
        let value = self.search_node(node, depth, window);
        self.trace.leave(value);
        value
    }

    #[inline]
    fn search_node<G: SearchGoal>(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        window: Window,
    ) -> i32 {
        self.counts.nodes += 1;
        if let Some(value) = G::horizon(&self.evaluation, &node.board, &node.lines, depth) {
            return self.leaf(value, window);
        }
        if self.must_stop() {
            return window.alpha;
        }
        match self.search_moves::<G, true>(node, depth, window) {
            MovesResult::Searched(value) => value,
            // If all moves were pruned, the side must still move.
            MovesResult::Pruned => match self.search_moves::<G, false>(node, depth, window) {
                MovesResult::Searched(value) => value,
                MovesResult::None | MovesResult::Pruned => {
                    unreachable!("there are moves, none is pruned")
                }
            },
            MovesResult::None => self.search_pass(node, depth, window),
        }
    }

    /// Counts a leaf and returns its value within the window.
    #[inline]
    fn leaf(&mut self, value: i32, window: Window) -> i32 {
        self.counts.leaves += 1;
        self.trace.leaf(value);
        value.clamp(window.alpha, window.beta)
    }

    /// Checks the clock from time to time.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.next_check <= self.counts.nodes && !self.is_stopped {
            self.next_check = self.counts.nodes + CHECK_INTERVAL;
            self.is_stopped = (self.is_interrupted)(self.counts.nodes);
        }
        self.is_stopped
    }

    /// Searches the moves of a node: the hash table's first, then in the order of the killer table,
    /// each made as soon as it is found and not before.
    fn search_moves<G: SearchGoal, const MAY_PRUNE: bool>(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        mut window: Window,
    ) -> MovesResult {
        let mut left = node.board.potential_moves();
        self.counts.table_requests += 1;
        let mut first = self.hash.best(&node.board, node.color).filter(|&best| left.contains(best));
        let mut cursor = KillerCursor::new(node.color, node.last);
        let (mut best, mut is_any_legal, mut is_any_searched) = (None, false, false);
        while !left.is_empty() {
            let of_table = first.take();
            let square = match of_table {
                Some(square) => {
                    left = left.without(square);
                    square
                }
                None => self.killers.next(&mut cursor, &mut left),
            };
            let flips = node.board.flips(square);
            if flips.is_empty() {
                continue;
            }
            self.counts.table_hits += u64::from(of_table.is_some());
            is_any_legal = true;
            if G::PRUNES && MAY_PRUNE && is_pruned(&node.board, square) {
                continue;
            }
            is_any_searched = true;
            let value = self.search_move(node, square, flips, depth, window);
            if self.is_stopped {
                return MovesResult::Searched(window.alpha);
            }
            if window.alpha < value {
                (window.alpha, best) = (value, Some(square));
                self.trace.set_best(square);
            }
            if window.beta <= value {
                self.trace.cut_off(|| unpruned::<G, MAY_PRUNE>(&node.board, left).squares());
                break;
            }
        }
        if let Some(best) = best {
            self.remember(node, best);
        }
        if is_any_searched {
            self.trace.prune(|| pruned::<G, MAY_PRUNE>(&node.board).squares());
        }
        match (is_any_legal, is_any_searched) {
            (false, _) => MovesResult::None,
            (true, false) => MovesResult::Pruned,
            (true, true) => MovesResult::Searched(window.alpha),
        }
    }

    /// Stores a best move, or one that caused a cutoff, in both tables.
    #[inline]
    pub(crate) fn remember<G: SearchGoal>(&mut self, node: &SearchNode<G>, best: Square) {
        self.hash.store(&node.board, node.color, best);
        self.counts.reorderings += u64::from(self.killers.promote(node.color, node.last, best));
    }

    /// Searches a node without moves. A pass costs no depth.
    fn search_pass<G: SearchGoal>(
        &mut self,
        node: &SearchNode<G>,
        depth: u32,
        window: Window,
    ) -> i32 {
        let passed = node.passed();
        if passed.board.legal_moves().is_empty() {
            return self.leaf(G::finished(&node.board), window);
        }
        -self.search(&passed, depth, -window)
    }
}

/// Returns the legal ones among these moves that are not pruned.
fn unpruned<G: SearchGoal, const MAY_PRUNE: bool>(board: &Board, squares: Bitboard) -> Bitboard {
    let legal = squares & board.legal_moves();
    if MAY_PRUNE { legal - pruned::<G, MAY_PRUNE>(board) } else { legal }
}

/// Returns the legal moves that are pruned.
fn pruned<G: SearchGoal, const MAY_PRUNE: bool>(board: &Board) -> Bitboard {
    if !G::PRUNES || !MAY_PRUNE {
        return Bitboard::EMPTY;
    }
    board.legal_moves().squares().filter(|&square| is_pruned(board, square)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bill::constants::Constants;
    use crate::bill::evaluation::Version;
    use crate::bill::evaluation::coefficients::{CoefficientPercent, INFINITY};
    use crate::bill::search::goals::{ExactGoal, NormalGoal, OutcomeGoal, PER_DISC, WON};
    use crate::bill::search::killers::KillerOrder;

    /// Plain negamax over the same tree: no window, no tables, no order.
    fn negamax<G: SearchGoal>(node: &SearchNode<G>, depth: u32) -> i32 {
        if let Some(value) = G::horizon(
            &Version::Bill.evaluation(CoefficientPercent::REPORT, &Constants::TUNED),
            &node.board,
            &node.lines,
            depth,
        ) {
            return value;
        }
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            let passed = node.passed();
            return if passed.board.legal_moves().is_empty() {
                G::finished(&node.board)
            } else {
                -negamax(&passed, depth)
            };
        }
        let kept = moves.squares().filter(|&square| !G::PRUNES || !is_pruned(&node.board, square));
        let kept: Bitboard = kept.collect();
        let searched = if kept.is_empty() { moves } else { kept };
        let values = searched.squares().map(|square| {
            -negamax(&node.after(square, node.board.flips(square)), depth.saturating_sub(1))
        });
        values.max().unwrap()
    }

    fn searched<G: SearchGoal>(board: Board, depth: u32, hash: usize) -> i32 {
        let mut killers = KillerTable::new(board.empties(), KillerOrder::Dynamic);
        let mut searcher = AlphaBetaSearch {
            evaluation: Version::Bill.evaluation(CoefficientPercent::REPORT, &Constants::TUNED),
            hash: &mut HashTable::new(hash),
            killers: &mut killers,
            counts: Counts::default(),
            is_interrupted: &|_| false,
            next_check: CHECK_INTERVAL,
            is_stopped: false,
            trace: Trace::new(None),
        };
        let node = SearchNode::<G>::new(board, Color::Black, None);
        // Twice: the second time the tables know moves.
        let first = searcher.search(&node, depth, Window::FULL);
        assert_eq!(searcher.search(&node, depth, Window::FULL), first);
        for value in [first - 1, first, first + 1] {
            let window = Window::zero(value);
            let expected = first.clamp(window.alpha, window.beta);
            assert_eq!(searcher.search(&node, depth, window), expected);
        }
        first
    }

    /// Positions along a game, passes left out.
    fn positions() -> Vec<Board> {
        let mut boards = vec![Board::START];
        for number in 0_usize.. {
            let board = boards[boards.len() - 1];
            let moves: Vec<Square> = board.legal_moves().squares().collect();
            if moves.is_empty() {
                break;
            }
            boards.push(board.play(moves[number * 7 % moves.len()]).unwrap());
        }
        boards
    }

    #[test]
    fn alpha_beta_finds_the_value_of_the_whole_tree() {
        for board in positions().iter().step_by(3) {
            for depth in 1..=4 {
                let node = SearchNode::<NormalGoal<true>>::new(*board, Color::Black, None);
                let expected = negamax(&node, depth);
                assert_eq!(searched::<NormalGoal<true>>(*board, depth, 1024), expected);
                assert_eq!(searched::<NormalGoal<true>>(*board, depth, 0), expected);
                let node = SearchNode::<NormalGoal<false>>::new(*board, Color::Black, None);
                assert_eq!(
                    searched::<NormalGoal<false>>(*board, depth, 1024),
                    negamax(&node, depth)
                );
            }
        }
    }

    #[test]
    fn the_end_is_searched_to_the_last_disc() {
        let mut n = 0;
        for board in positions().iter().filter(|board| board.n_empties() <= 7) {
            let node = SearchNode::<ExactGoal>::new(*board, Color::Black, None);
            let exact = negamax(&node, 60);
            assert_eq!(searched::<ExactGoal>(*board, 60, 1024), exact);
            assert_eq!(searched::<OutcomeGoal>(*board, 60, 1024), exact.signum());
            n += 1;
        }
        assert!(3 < n);
    }

    #[test]
    fn wipe_outs_are_beyond_all_other_values() {
        let board = |player: &str, opponent: &str| {
            let set = |names: &str| -> Bitboard {
                names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
            };
            Board::new(set(player), set(opponent)).unwrap()
        };
        assert_eq!(searched::<NormalGoal<true>>(board("d4", "e4"), 3, 64), INFINITY);
        assert_eq!(searched::<ExactGoal>(board("d4", "e4"), 60, 64), 64);
        assert_eq!(NormalGoal::<true>::finished(&board("a1 a2 a3", "h8")), WON + 62 * PER_DISC);
    }
}
