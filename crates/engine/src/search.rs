//! The search of a node: principal variation search, one function for midgame and solve.
//!
//! Scores are for the side to move. A search to a depth of at least the
//! number of empties is a *solve*: its leaves are finished games, and its scores are exact
//! unless ProbCut prunes.
//!
//! A node takes these steps in order:
//! 1. Hand small solves to the endgame solver, and depths 0 and 1 to the code for the last plies.
//! 2. Count the node and check whether to stop.
//! 3. Pass, or end the game.
//! 4. Stability cutoff.
//! 5. Transposition cutoff.
//! 6. Wipe-out: a move that flips all discs of the opponent.
//! 7. ProbCut.
//! 8. Enhanced transposition cutoff.
//! 9. Search the transposition table's move.
//! 10. Order the other moves and search them, with other threads where that pays.
//! 11. Store the result in the transposition table.

use willow_board::{Board, Square};
use willow_eval::{Evaluator, Score};

use crate::Selectivity;
use crate::best_move::{BestMove, SearchedMoves};
use crate::cutoffs::stability_cutoff;
use crate::endgame::{ExactScore, MAX_EMPTIES};
use crate::move_list::{MoveList, ScoredMove, list_moves, move_best_to};
use crate::node::{Node, NodeSearch, NodeType, NonPv};
use crate::ordering::leaf_order;
use crate::transposition_table::TranspositionEntry;
use crate::window::Window;
use crate::worker::SearchWorker;

impl<E: Evaluator> SearchWorker<'_, E> {
    /// Searches a node to `depth` plies within the window and returns its score for the side to move.
    /// The score means nothing if the search was stopped.
    pub(crate) fn search<T: NodeType>(
        &mut self,
        node: &Node<E>,
        depth: u32,
        window: Window,
    ) -> Score {
        debug_assert!(window.alpha < window.beta);
        debug_assert!(T::PV || window.beta == window.alpha + Score::UNIT);
        let is_solve = node.board.n_empties() <= depth;
        if !T::PV && is_solve && node.board.n_empties() <= MAX_EMPTIES {
            return self.solve_small(&node.board, window.alpha);
        }
        if depth <= 1 && !is_solve {
            return self.search_last_plies(node, depth, window);
        }
        self.enter_node();
        if self.is_stopped() {
            return Score::DRAW;
        }
        let legal_moves = node.board.legal_moves();
        if legal_moves.is_empty() {
            return self.search_after_pass::<T>(node, depth, window);
        }
        if !T::PV
            && let Some(bound) = stability_cutoff(&node.board, window.alpha)
        {
            return bound;
        }
        let entry = self.probe_tt(&node.board, depth);
        if let Some(entry) = entry
            && let Some(score) = self.tt_cutoff::<T>(entry, depth, window)
        {
            return score;
        }
        let mut moves = MoveList::new();
        list_moves(node, legal_moves, &mut moves);
        if moves.iter().any(|mv| mv.flips == node.board.opponent()) {
            return Score::MAX;
        }
        if !T::PV {
            if let Some(bound) = self.probcut(node, depth, window) {
                return bound;
            }
            if let Some(score) =
                self.enhanced_transposition_cutoff(node, &moves, depth, window.beta)
            {
                return score;
            }
        }
        let search = NodeSearch { node, depth, window };
        let best = self.search_tt_move_first::<T>(&search, &mut moves, entry);
        if !self.is_stopped() {
            self.store_in_tt(&search, best, entry);
        }
        best.score
    }

    /// Searches the transposition table's move before the other moves are ordered: often it causes
    /// a cutoff.
    fn search_tt_move_first<T: NodeType>(
        &mut self,
        search: &NodeSearch<'_, E>,
        moves: &mut MoveList,
        entry: Option<TranspositionEntry>,
    ) -> BestMove {
        let mut searched = SearchedMoves::NONE;
        if let Some(square) = entry.and_then(|entry| entry.best[0])
            && let Some(index) = moves.iter().position(|mv| mv.square == square)
        {
            moves.swap(0, index);
            let best = self.search_first_move::<T>(search, &moves[0]);
            if self.is_stopped() || search.window.beta <= best.score {
                return best;
            }
            searched = SearchedMoves { count: 1, best };
        }
        if searched.count < moves.len() {
            let second_best = entry.and_then(|entry| entry.best[1]);
            let unsearched = &mut moves[searched.count..];
            self.score_moves::<T>(search.node, unsearched, search.depth, second_best);
        }
        self.search_scored_moves::<T>(search, moves, searched)
    }

    /// Searches the scored moves that were not searched yet until one reaches `beta`. If the search
    /// was stopped, the result is the best of the moves that were finished.
    pub(crate) fn search_scored_moves<T: NodeType>(
        &mut self,
        search: &NodeSearch<'_, E>,
        moves: &mut MoveList,
        searched: SearchedMoves,
    ) -> BestMove {
        let &NodeSearch { node, depth, window } = search;
        let kind = search.kind();
        let SearchedMoves { count: mut n_searched, mut best } = searched;
        if n_searched == 0 {
            move_best_to(moves, 0);
            best = self.search_first_move::<T>(search, &moves[0]);
            n_searched = 1;
        }
        while n_searched < moves.len() && best.score < window.beta && !self.is_stopped() {
            if self.may_split(depth, kind, moves.len() - n_searched) {
                return self.split::<T>(search, moves, SearchedMoves { count: n_searched, best });
            }
            move_best_to(moves, n_searched);
            let mv = moves[n_searched];
            let raised = Window { alpha: window.alpha.max(best.score), ..window };
            let score = self.search_later_move::<T>(node, &mv, depth, raised);
            if !self.is_stopped() && best.score < score {
                best = BestMove { score, square: Some(mv.square) };
            }
            n_searched += 1;
        }
        best
    }

    /// Searches the first move of a node with the whole window.
    fn search_first_move<T: NodeType>(
        &mut self,
        search: &NodeSearch<'_, E>,
        mv: &ScoredMove,
    ) -> BestMove {
        let &NodeSearch { node, depth, window } = search;
        let after = mv.node_after(node, self.evaluator());
        self.prefetch_tt(&after.board, depth - 1);
        let score = -self.search::<T>(&after, depth - 1, window.negated());
        if self.is_stopped() {
            return BestMove::NONE;
        }
        BestMove { score, square: Some(mv.square) }
    }

    /// Searches a later move with a null window above `alpha`, which is the best score so far. If
    /// the move is better and the window is open, searches the move again to find its score.
    pub(crate) fn search_later_move<T: NodeType>(
        &mut self,
        node: &Node<E>,
        mv: &ScoredMove,
        depth: u32,
        window: Window,
    ) -> Score {
        let after = mv.node_after(node, self.evaluator());
        self.prefetch_tt(&after.board, depth - 1);
        let null_window = Window::null(window.alpha).negated();
        let score = -self.search::<NonPv>(&after, depth - 1, null_window);
        if T::PV && window.alpha < score && score < window.beta && !self.is_stopped() {
            return -self.search::<T>(&after, depth - 1, window.negated());
        }
        score
    }

    /// Searches the board after a pass, which costs no depth. If the other side cannot move either,
    /// the game is over.
    fn search_after_pass<T: NodeType>(
        &mut self,
        node: &Node<E>,
        depth: u32,
        window: Window,
    ) -> Score {
        let passed = node.pass(self.evaluator());
        if passed.board.legal_moves().is_empty() {
            self.midgame_terminal_nodes += u64::from(node.board.n_empties() == 0);
            return Score::from_disc_diff(node.board.final_score());
        }
        -self.search::<T>(&passed, depth, window.negated())
    }

    /// Solves a board with few empties by the endgame solver, whose windows are in whole
    /// discs. A score of whole discs exceeds `alpha` units if it exceeds `alpha` rounded down to
    /// whole discs.
    #[inline]
    fn solve_small(&mut self, board: &Board, alpha: Score) -> Score {
        self.endgame.solve(board, ExactScore::alpha_of(alpha)).score()
    }

    /// Searches a midgame node to depth 0 or 1. Only the moves of a root that looks one ply ahead have depth 0.
    #[inline]
    fn search_last_plies(&mut self, node: &Node<E>, depth: u32, window: Window) -> Score {
        self.enter_node();
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            return self.evaluate_after_pass(node);
        }
        if depth == 0 {
            return self.evaluator().evaluate(&node.state, &node.board);
        }
        let mut best = Score::NEGATIVE_INFINITY;
        for moves in leaf_order(moves) {
            for square in moves.squares() {
                let flips = node.board.flips(square);
                if flips == node.board.opponent() {
                    return Score::MAX;
                }
                let after = node.after(self.evaluator(), square, flips);
                self.midgame_nodes += 1;
                best = best.max(-self.evaluator().evaluate(&after.state, &after.board));
                if window.beta <= best {
                    return best;
                }
            }
        }
        best
    }

    /// Evaluates the board after a pass, for the side that passes, or returns the final score.
    #[cold]
    fn evaluate_after_pass(&mut self, node: &Node<E>) -> Score {
        let passed = node.pass(self.evaluator());
        if passed.board.legal_moves().is_empty() {
            return Score::from_disc_diff(node.board.final_score());
        }
        self.midgame_nodes += 1;
        -self.evaluator().evaluate(&passed.state, &passed.board)
    }

    fn store_in_tt(
        &self,
        search: &NodeSearch<'_, E>,
        best: BestMove,
        old: Option<TranspositionEntry>,
    ) {
        if self.uses_tt(search.depth) {
            let entry = new_entry(search, self.mode.selectivity, best, old);
            self.shared.tt.store(&search.node.board, entry);
        }
    }
}

/// Returns the transposition entry for a result, merged with the old entry of the board.
fn new_entry<E: Evaluator>(
    search: &NodeSearch<'_, E>,
    selectivity: Selectivity,
    best: BestMove,
    old: Option<TranspositionEntry>,
) -> TranspositionEntry {
    let window = search.window;
    let mut entry = TranspositionEntry {
        lower: if window.alpha < best.score { best.score } else { Score::MIN },
        upper: if best.score < window.beta { best.score } else { Score::MAX },
        depth: search.depth as u8,
        selectivity: selectivity.level(),
        best: [best.square, None],
    };
    if let Some(old) = old {
        if old.depth == entry.depth && old.selectivity == entry.selectivity {
            entry.lower = entry.lower.max(old.lower).min(entry.upper);
            entry.upper = entry.upper.min(old.upper).max(entry.lower);
        }
        // The best move of a node that failed low says little: the old best moves stay.
        if best.score <= window.alpha && old.best[0].is_some() {
            entry.best = old.best;
        } else {
            let second_best = |&square: &Square| Some(square) != best.square;
            entry.best[1] = old.best.into_iter().flatten().find(second_best);
        }
    }
    entry
}
