//! The root of the tree, which the report calls the top: the first move with a narrow window, the others with a zero
//! window (sections 3.1.4.1 and 3.1.4.2).

use willow_board::{Bitboard, Square};

use super::alpha_beta::{AlphaBetaSearch, SearchNode};
use super::goals::SearchGoal;
use super::killers::KillerCursor;
use super::pruning::is_pruned_at_root;
use crate::search_tree::ValueBound;
use crate::window::Window;

/// A position whose moves are to be compared.
pub(crate) struct RootSearch<'a, G: SearchGoal> {
    pub(crate) node: &'a SearchNode<G>,
    /// How many plies to search, the move at the root included.
    pub(crate) depth: u32,
    /// The window for the first move; outside it is searched again.
    pub(crate) narrow: Window,
    /// The moves to search.
    pub(crate) among: Bitboard,
    /// A value that ends the comparison.
    pub(crate) enough: i32,
    /// Whether the others are searched with a zero window, as BILL does, or with an open one.
    pub(crate) has_zero_window: bool,
}

/// The result of comparing the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootResult {
    /// The best move.
    pub(crate) best: Square,
    /// Its value, or one that it is better than: see `is_exact`.
    pub(crate) value: i32,
    /// Whether the value is the move's own, or only a lower bound.
    pub(crate) is_exact: bool,
    /// How many moves were compared.
    pub(crate) n_done: u32,
    /// How many there are.
    pub(crate) n_moves: u32,
}

impl RootResult {
    /// Returns whether all moves were compared.
    pub(crate) const fn is_complete(&self) -> bool {
        self.n_done == self.n_moves
    }

    /// Returns what the value says of the best move.
    pub(crate) const fn bound(&self) -> ValueBound {
        if self.is_exact { ValueBound::Exact } else { ValueBound::AtLeast }
    }

    /// Sets the best move and its exact value.
    fn set_exact(&mut self, best: Square, value: i32) {
        (self.best, self.value, self.is_exact) = (best, value, true);
    }

    /// Sets the best move and a lower bound of its value.
    fn set_lower_bound(&mut self, best: Square, bound: i32) {
        (self.best, self.value, self.is_exact) = (best, bound, false);
    }
}

impl AlphaBetaSearch<'_> {
    /// Compares the moves of a position that has one. Returns `None` if the search was interrupted
    /// before the first was searched.
    pub(crate) fn compare<G: SearchGoal>(
        &mut self,
        root: &RootSearch<'_, G>,
    ) -> Option<RootResult> {
        let moves = self.root_moves(root.node, root.among);
        // Each move has a window of its own.
        self.trace.begin(G::SCALE, None);
        self.trace.prune(|| {
            root.node.board.legal_moves().squares().filter(|square| !moves.contains(square))
        });
        let first = *moves.first()?;
        let value = self.first_value(root, first)?;
        let n_moves = moves.len() as u32;
        let mut found = RootResult { best: first, value, is_exact: true, n_done: 1, n_moves };
        for (index, &square) in moves.iter().enumerate().skip(1) {
            if root.enough <= found.value {
                self.trace.cut_off(|| moves[index..].iter().copied());
                found.n_done = n_moves;
                break;
            }
            let is_done = if root.has_zero_window {
                self.challenge(root, &mut found, square)
            } else {
                self.challenge_openly(root, &mut found, square)
            };
            if is_done.is_none() {
                break;
            }
            found.n_done += 1;
        }
        self.remember(root.node, found.best);
        if found.is_complete() {
            self.trace.end(found.value, Some(found.best), Some(found.bound()));
        }
        Some(found)
    }

    /// Lists the moves in the order of the hash and the killer table, less those that are pruned, if
    /// any is left.
    pub(crate) fn root_moves<G: SearchGoal>(
        &mut self,
        node: &SearchNode<G>,
        among: Bitboard,
    ) -> Vec<Square> {
        let legal = node.board.legal_moves();
        let kept: Bitboard = legal
            .squares()
            .filter(|&square| !G::PRUNES || !is_pruned_at_root(&node.board, square))
            .collect();
        let mut left = among & if kept.is_empty() { legal } else { kept };
        let mut moves = Vec::new();
        self.counts.table_requests += 1;
        if let Some(best) = self.hash.best(&node.board, node.color).filter(|&s| left.contains(s)) {
            self.counts.table_hits += 1;
            left = left.without(best);
            moves.push(best);
        }
        let mut cursor = KillerCursor::new(node.color, node.last);
        while !left.is_empty() {
            moves.push(self.killers.next(&mut cursor, &mut left));
        }
        moves
    }

    /// Returns the exact value of the first move, which all others are compared with.
    fn first_value<G: SearchGoal>(
        &mut self,
        root: &RootSearch<'_, G>,
        first: Square,
    ) -> Option<i32> {
        let Window { alpha, beta } = if root.has_zero_window { root.narrow } else { Window::FULL };
        let value = self.value(root, first, Window { alpha, beta })?;
        if value <= alpha {
            self.value(root, first, Window { beta: alpha + 1, ..Window::FULL })
        } else if beta <= value {
            self.value(root, first, Window { alpha: beta - 1, ..Window::FULL })
        } else {
            Some(value)
        }
    }

    /// Tests with a zero window whether a move is better than the exact value known. The first that is
    /// becomes the
    /// best move, its own value unknown. When a second one comes, both get exact values, and the
    /// better of them is the best move. Returns `None` if the search was interrupted.
    fn challenge<G: SearchGoal>(
        &mut self,
        root: &RootSearch<'_, G>,
        found: &mut RootResult,
        square: Square,
    ) -> Option<()> {
        // The value of a move that is better than something is known to be one more than it.
        let known = if found.is_exact { found.value } else { found.value - 1 };
        let value = self.value(root, square, Window::zero(known))?;
        if value <= known {
            return Some(());
        }
        if found.is_exact {
            found.set_lower_bound(square, value);
            return Some(());
        }
        let open = Window { alpha: known, ..Window::FULL };
        let one = self.value(root, found.best, open)?;
        found.set_exact(found.best, one);
        let other = self.value(root, square, open)?;
        if one < other {
            found.set_exact(square, other);
        }
        Some(())
    }

    /// Searches the exact value of a move if it is better: simple alpha-beta, which the report's
    /// table 3-1 compares with.
    fn challenge_openly<G: SearchGoal>(
        &mut self,
        root: &RootSearch<'_, G>,
        found: &mut RootResult,
        square: Square,
    ) -> Option<()> {
        let value = self.value(root, square, Window { alpha: found.value, ..Window::FULL })?;
        if found.value < value {
            found.set_exact(square, value);
        }
        Some(())
    }

    /// Returns the value of a move, unless the search was interrupted.
    fn value<G: SearchGoal>(
        &mut self,
        root: &RootSearch<'_, G>,
        square: Square,
        window: Window,
    ) -> Option<i32> {
        let flips = root.node.board.flips(square);
        let value = self.search_move(root.node, square, flips, root.depth, window);
        (!self.is_stopped).then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use willow_board::{Board, Color};

    use super::*;
    use crate::bill::constants::Constants;
    use crate::bill::evaluation::Version;
    use crate::bill::evaluation::coefficients::{CoefficientPercent, INFINITY};
    use crate::bill::search::alpha_beta::{CHECK_INTERVAL, Counts};
    use crate::bill::search::goals::{ExactGoal, NormalGoal};
    use crate::bill::search::hash_table::HashTable;
    use crate::bill::search::killers::{KillerOrder, KillerTable};
    use crate::search_tree::Trace;
    use crate::test_support::{GAME, boards_of};

    fn compare<G: SearchGoal>(
        board: &Board,
        depth: u32,
        narrow: Window,
        has_zero_window: bool,
        nodes: u64,
    ) -> (Option<RootResult>, Counts) {
        let mut killers = KillerTable::new(board.empties(), KillerOrder::Dynamic);
        let looks = Cell::new(0);
        let mut searcher = AlphaBetaSearch {
            evaluation: Version::Bill.evaluation(CoefficientPercent::REPORT, &Constants::TUNED),
            hash: &mut HashTable::new(0),
            killers: &mut killers,
            counts: Counts::default(),
            is_interrupted: &|so_far| {
                looks.set(looks.get() + 1);
                nodes <= so_far
            },
            next_check: CHECK_INTERVAL,
            is_stopped: false,
            trace: Trace::new(None),
        };
        let node = SearchNode::<G>::new(*board, Color::Black, None);
        let root = RootSearch {
            node: &node,
            depth,
            narrow,
            among: Bitboard::ALL,
            enough: INFINITY,
            has_zero_window,
        };
        let found = searcher.compare(&root);
        assert!(searcher.counts.nodes / 1100 <= looks.get());
        (found, searcher.counts)
    }

    /// Wherever the window lies, the best move is as good as that of the open search, and its value
    /// is exact or says that it is a bound.
    #[test]
    fn zero_windows_find_a_best_move() {
        for board in boards_of(GAME).into_iter().skip(1) {
            let (open, _) = compare::<NormalGoal<true>>(&board, 3, Window::FULL, false, u64::MAX);
            let open = open.unwrap();
            for offset in [-1_000_000, -1000, 0, 1000, 1_000_000] {
                let middle = open.value + offset;
                let narrow = Window { alpha: middle - 500, beta: middle + 500 };
                let (found, _) = compare::<NormalGoal<true>>(&board, 3, narrow, true, u64::MAX);
                let found = found.unwrap();
                assert!(found.is_complete());
                if found.is_exact {
                    assert_eq!(found.value, open.value);
                } else {
                    assert!(found.value <= open.value);
                }
                // The value of the move alone.
                let child = board.play(found.best).unwrap();
                let (reply, _) =
                    compare::<NormalGoal<false>>(&child, 2, Window::FULL, false, u64::MAX);
                if child.occupied().count() > 35 {
                    assert_eq!(-reply.unwrap().value, open.value, "{child:?}");
                }
            }
        }
    }

    #[test]
    fn an_interrupted_comparison_keeps_what_it_has() {
        let board = boards_of(GAME)[14];
        let narrow = Window { alpha: -1, beta: 1 };
        assert_eq!(compare::<ExactGoal>(&board, 60, narrow, true, 1024).0, None);
        let (whole, counts) = compare::<NormalGoal<true>>(&board, 6, narrow, true, u64::MAX);
        let (part, _) = compare::<NormalGoal<true>>(&board, 6, narrow, true, counts.nodes * 9 / 10);
        let (whole, part) = (whole.unwrap(), part.unwrap());
        assert!(whole.is_complete() && !part.is_complete());
        assert!(0 < part.n_done && part.n_done < part.n_moves);
    }
}
