//! Alpha-beta below the top of the tree, with moves generated one by one (sections 3.1.4 and 3.1.5).

use willow_board::{Bitboard, Board, Color, Square};

use super::evaluation::INFINITY;
use super::goals::Goal;
use super::hash_table::HashTable;
use super::judge::Judge;
use super::killers::{KillerTable, Walk};
use super::pruning::is_pruned;

/// How many nodes pass between two looks at the clock.
pub(super) const NODES_PER_LOOK: u64 = 1024;

/// What a search was made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BillCounts {
    /// The positions entered after a move or a pass.
    pub nodes: u64,
    /// The positions among them that were evaluated, statically or by counting discs at the end.
    pub leaves: u64,
}

/// A position of the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<G: Goal> {
    pub(super) board: Board,
    pub(super) lines: G::Lines,
    pub(super) color: Color,
    /// The move that led here; none at the root of a set-up board and after a pass.
    pub(super) last: Option<Square>,
}

impl<G: Goal> Node<G> {
    pub(super) fn new(board: Board, color: Color, last: Option<Square>) -> Node<G> {
        Node { board, lines: G::lines(&board), color, last }
    }

    #[inline]
    pub(super) fn after(&self, square: Square, flips: Bitboard) -> Node<G> {
        Node {
            board: self.board.after(square, flips),
            lines: G::after(&self.lines, square, flips),
            color: !self.color,
            last: Some(square),
        }
    }

    fn passed(&self) -> Node<G> {
        let (board, lines) = (self.board.pass(), G::passed(&self.lines));
        Node { board, lines, color: !self.color, last: None }
    }
}

/// The tables that a search reads and improves, and what may stop it.
pub(super) struct Searcher<'a> {
    pub(super) judge: Judge,
    pub(super) hash: &'a mut HashTable,
    pub(super) killers: &'a mut KillerTable,
    pub(super) counts: BillCounts,
    /// Is asked from time to time, with the number of nodes so far.
    pub(super) is_interrupted: &'a dyn Fn(u64) -> bool,
    /// The number of nodes at which the clock is looked at next.
    pub(super) next_look: u64,
    /// The search was interrupted: values that come back since then mean nothing.
    pub(super) is_stopped: bool,
}

/// Between what values a search must tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -INFINITY - 1, beta: INFINITY + 1 };

    /// The window that only tells whether something is better than `value`.
    pub(super) const fn zero(value: i32) -> Window {
        Window { alpha: value, beta: value + 1 }
    }

    /// The same, seen by the other side.
    const fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What came of the moves of a node.
enum Moves {
    /// There is none.
    None,
    /// There are some, and all of them were pruned.
    Pruned,
    /// The value, within the window.
    Searched(i32),
}

impl Searcher<'_> {
    /// Searches a move of a node and returns its value for the node's side, within the window.
    #[inline]
    pub(super) fn search_move<G: Goal>(
        &mut self,
        node: &Node<G>,
        square: Square,
        flips: Bitboard,
        depth: u32,
        window: Window,
    ) -> i32 {
        -self.search(&node.after(square, flips), depth - 1, window.reversed())
    }

    /// Returns the value of a node: exact within the window, a bound at its ends.
    fn search<G: Goal>(&mut self, node: &Node<G>, depth: u32, window: Window) -> i32 {
        self.counts.nodes += 1;
        if let Some(value) = G::horizon(self.judge, &node.board, &node.lines, depth) {
            self.counts.leaves += 1;
            return value.clamp(window.alpha, window.beta);
        }
        if self.must_stop() {
            return window.alpha;
        }
        match self.search_moves::<G, true>(node, depth, window) {
            Moves::Searched(value) => value,
            // Pruning must not make a pass out of moves.
            Moves::Pruned => match self.search_moves::<G, false>(node, depth, window) {
                Moves::Searched(value) => value,
                Moves::None | Moves::Pruned => unreachable!("there are moves, none is pruned"),
            },
            Moves::None => self.search_pass(node, depth, window),
        }
    }

    /// Looks at the clock from time to time.
    #[inline]
    fn must_stop(&mut self) -> bool {
        if self.next_look <= self.counts.nodes && !self.is_stopped {
            self.next_look = self.counts.nodes + NODES_PER_LOOK;
            self.is_stopped = (self.is_interrupted)(self.counts.nodes);
        }
        self.is_stopped
    }

    /// Searches the moves of a node: the hash table's first, then in the order of the killer table,
    /// each made as soon as it is found and not before.
    fn search_moves<G: Goal, const MAY_PRUNE: bool>(
        &mut self,
        node: &Node<G>,
        depth: u32,
        mut window: Window,
    ) -> Moves {
        let mut left = node.board.potential_moves();
        let mut first = self.hash.best(&node.board, node.color).filter(|&best| left.contains(best));
        let mut walk = Walk::new(node.color, node.last);
        let (mut best, mut is_any_legal, mut is_any_searched) = (None, false, false);
        while !left.is_empty() {
            let square = match first.take() {
                Some(square) => {
                    left = left.without(square);
                    square
                }
                None => self.killers.next(&mut walk, &mut left),
            };
            let flips = node.board.flips(square);
            if flips.is_empty() {
                continue;
            }
            is_any_legal = true;
            if G::PRUNES && MAY_PRUNE && is_pruned(&node.board, square) {
                continue;
            }
            is_any_searched = true;
            let value = self.search_move(node, square, flips, depth, window);
            if self.is_stopped {
                return Moves::Searched(window.alpha);
            }
            if window.alpha < value {
                (window.alpha, best) = (value, Some(square));
            }
            if window.beta <= value {
                break;
            }
        }
        if let Some(best) = best {
            self.remember(node, best);
        }
        match (is_any_legal, is_any_searched) {
            (false, _) => Moves::None,
            (true, false) => Moves::Pruned,
            (true, true) => Moves::Searched(window.alpha),
        }
    }

    /// Notes a best move, or one that cut the others off, in both tables.
    #[inline]
    pub(super) fn remember<G: Goal>(&mut self, node: &Node<G>, best: Square) {
        self.hash.store(&node.board, node.color, best);
        self.killers.promote(node.color, node.last, best);
    }

    /// Searches a node without moves. A pass costs no depth.
    fn search_pass<G: Goal>(&mut self, node: &Node<G>, depth: u32, window: Window) -> i32 {
        let passed = node.passed();
        if passed.board.legal_moves().is_empty() {
            self.counts.leaves += 1;
            return G::finished(&node.board).clamp(window.alpha, window.beta);
        }
        -self.search(&passed, depth, window.reversed())
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::BillPercent;
    use super::super::goals::{Exact, Normal, Outcome, PER_DISC, WON};
    use super::*;

    /// Plain negamax over the same tree: no window, no tables, no order.
    fn negamax<G: Goal>(node: &Node<G>, depth: u32) -> i32 {
        if let Some(value) =
            G::horizon(Judge::bill(BillPercent::REPORT), &node.board, &node.lines, depth)
        {
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

    fn searched<G: Goal>(board: Board, depth: u32, hash: usize) -> i32 {
        let mut killers = KillerTable::new(board.empties(), true);
        let mut searcher = Searcher {
            judge: Judge::bill(BillPercent::REPORT),
            hash: &mut HashTable::new(hash),
            killers: &mut killers,
            counts: BillCounts::default(),
            is_interrupted: &|_| false,
            next_look: NODES_PER_LOOK,
            is_stopped: false,
        };
        let node = Node::<G>::new(board, Color::Black, None);
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
                let node = Node::<Normal<true>>::new(*board, Color::Black, None);
                let expected = negamax(&node, depth);
                assert_eq!(searched::<Normal<true>>(*board, depth, 1024), expected);
                assert_eq!(searched::<Normal<true>>(*board, depth, 0), expected);
                let node = Node::<Normal<false>>::new(*board, Color::Black, None);
                assert_eq!(searched::<Normal<false>>(*board, depth, 1024), negamax(&node, depth));
            }
        }
    }

    #[test]
    fn the_end_is_searched_to_the_last_disc() {
        let mut n = 0;
        for board in positions().iter().filter(|board| board.n_empties() <= 7) {
            let node = Node::<Exact>::new(*board, Color::Black, None);
            let exact = negamax(&node, 60);
            assert_eq!(searched::<Exact>(*board, 60, 1024), exact);
            assert_eq!(searched::<Outcome>(*board, 60, 1024), exact.signum());
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
        assert_eq!(searched::<Normal<true>>(board("d4", "e4"), 3, 64), INFINITY);
        assert_eq!(searched::<Exact>(board("d4", "e4"), 60, 64), 64);
        assert_eq!(Normal::<true>::finished(&board("a1 a2 a3", "h8")), WON + 62 * PER_DISC);
    }
}
