//! The node of the search: principal variation search, one function for midgame and solve.
//!
//! Scores are in units of [`Score`] for the side to move. A search to a depth of at least the number
//! of empty squares is a solve: its leaves are finished games, and its scores are exact unless the
//! selectivity leaves something out.
//!
//! A node does, in this order: hand small solves to the endgame solver and shallow searches to the
//! code for the last plies; count itself and look whether to stop; pass or end the game; cut by stable
//! discs; cut by the table; cut by what the table knows of its children; cut by ProbCut; try the
//! table's move; order the others; try them, with other threads where that pays; store what it found.

use willow_board::{Board, Square};
use willow_eval::{Evaluator, Score};

use crate::cutoffs::stability_cutoff;
use crate::endgame::MAX_EMPTIES;
use crate::node::{Node, NodeKind, Null};
use crate::ordering::{Candidate, Candidates, bring_best_forward, candidates, leaf_order};
use crate::table::Entry;
use crate::worker::Worker;

/// A score beyond every possible one.
pub(crate) const INFINITY: i32 = Score::MAX.units() + 1;

/// The least depth at which the table is used.
pub(crate) const MIN_TABLE_DEPTH: u32 = 3;

/// The scores that matter: a result of at most `alpha` is an upper bound, one of at least `beta` a
/// lower bound, one between them exact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Returns the window that only asks whether a score exceeds `alpha`.
    #[inline]
    pub(crate) const fn null(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Returns the window as the other side sees it.
    #[inline]
    const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A score and the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) score: i32,
    /// The best move, if any was searched.
    pub(crate) square: Option<Square>,
}

impl Best {
    pub(crate) const NONE: Best = Best { score: -INFINITY, square: None };
}

impl<E: Evaluator> Worker<'_, E> {
    /// Returns the score of a node, searched `depth` plies, within the window. Meaningless once the
    /// search was stopped.
    pub(crate) fn search<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        depth: u32,
        window: Window,
    ) -> i32 {
        debug_assert!(window.alpha < window.beta && (K::PV || window.beta == window.alpha + 1));
        let is_solve = node.board.n_empties() <= depth;
        if !K::PV && is_solve && node.board.n_empties() <= MAX_EMPTIES {
            return self.solve_small(&node.board, window.alpha);
        }
        if depth <= 1 && !is_solve {
            return self.search_last_plies(node, depth, window);
        }
        self.enter();
        if self.is_stopped() {
            return 0;
        }
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            return self.search_after_pass::<K>(node, depth, window);
        }
        if !K::PV
            && let Some(bound) = stability_cutoff(&node.board, window.alpha)
        {
            return bound;
        }
        let known = self.look_up(&node.board, depth);
        if let Some(entry) = known
            && let Some(score) = self.table_cutoff::<K>(entry, depth, window)
        {
            return score;
        }
        let mut candidates = candidates(node, moves);
        if candidates.iter().any(|candidate| candidate.flips == node.board.opponent()) {
            return Score::MAX.units();
        }
        if !K::PV {
            if let Some(score) = self.children_cutoff(node, &candidates, depth, window.beta) {
                return score;
            }
            if let Some(bound) = self.probcut(node, depth, window) {
                return bound;
            }
        }
        let best = self.try_known_then_others::<K>(node, &mut candidates, depth, window, known);
        if !self.is_stopped() {
            self.store(&node.board, depth, window, best, known);
        }
        best.score
    }

    /// Hands a null-window solve with few empties to the endgame solver, whose windows are discs: a
    /// score of so many discs exceeds `alpha` units if it exceeds the whole discs in `alpha`.
    #[inline]
    fn solve_small(&mut self, board: &Board, alpha: i32) -> i32 {
        let alpha = alpha.div_euclid(Score::PER_DISC).clamp(-64, 63);
        self.endgame.solve(board, alpha) * Score::PER_DISC
    }

    /// Searches one ply or none of the midgame. A side without a move is judged where it stands: that
    /// is rare here, and looking for moves would cost more than it gains.
    #[inline]
    fn search_last_plies(&mut self, node: &Node<E>, depth: u32, window: Window) -> i32 {
        self.enter();
        if depth == 0 {
            return self.evaluator().evaluate(&node.state, &node.board).units();
        }
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            return self.judge_pass(node);
        }
        let mut best = -INFINITY;
        for moves in leaf_order(moves) {
            for square in moves.squares() {
                let flips = node.board.flips(square);
                if flips == node.board.opponent() {
                    return Score::MAX.units();
                }
                let after = node.after(self.evaluator(), square, flips);
                self.midgame_nodes += 1;
                best = best.max(-self.evaluator().evaluate(&after.state, &after.board).units());
                if window.beta <= best {
                    return best;
                }
            }
        }
        best
    }

    #[cold]
    fn judge_pass(&mut self, node: &Node<E>) -> i32 {
        let passed = node.pass(self.evaluator());
        if passed.board.legal_moves().is_empty() {
            return Score::from_disc_diff(node.board.final_score()).units();
        }
        self.midgame_nodes += 1;
        -self.evaluator().evaluate(&passed.state, &passed.board).units()
    }

    /// A pass costs no depth. If the other side cannot move either, the game is over.
    fn search_after_pass<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        depth: u32,
        window: Window,
    ) -> i32 {
        let passed = node.pass(self.evaluator());
        if passed.board.legal_moves().is_empty() {
            return Score::from_disc_diff(node.board.final_score()).units();
        }
        -self.search::<K>(&passed, depth, window.negated())
    }

    /// Tries the move that the table knows before the others are even ordered: it often suffices.
    fn try_known_then_others<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        candidates: &mut Candidates,
        depth: u32,
        window: Window,
        known: Option<Entry>,
    ) -> Best {
        let mut best = Best::NONE;
        let mut tried = 0;
        if let Some(square) = known.and_then(|entry| entry.best[0])
            && let Some(place) = candidates.iter().position(|mv| mv.square == square)
        {
            candidates.swap(0, place);
            best = self.first_move::<K>(node, &candidates[0], depth, window);
            if self.is_stopped() || window.beta <= best.score {
                return best;
            }
            tried = 1;
        }
        if tried < candidates.len() {
            let second = known.and_then(|entry| entry.best[1]);
            self.order::<K>(node, &mut candidates[tried..], depth, second);
        }
        self.try_from::<K>(node, candidates, tried, depth, window, best)
    }

    /// Tries the ordered moves from `tried` on until one reaches `beta`. When the search was stopped,
    /// the result is the best of the moves that were finished before.
    pub(crate) fn try_from<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        candidates: &mut Candidates,
        mut tried: usize,
        depth: u32,
        window: Window,
        mut best: Best,
    ) -> Best {
        let is_solve = node.board.n_empties() <= depth;
        if tried == 0 {
            bring_best_forward(candidates, 0);
            best = self.first_move::<K>(node, &candidates[0], depth, window);
            tried = 1;
        }
        while tried < candidates.len() && best.score < window.beta && !self.is_stopped() {
            if self.may_split(depth, is_solve, candidates.len() - tried) {
                return self.split::<K>(node, candidates, tried, depth, window, best);
            }
            bring_best_forward(candidates, tried);
            let candidate = candidates[tried];
            let lower = Window { alpha: window.alpha.max(best.score), ..window };
            let score = self.later_move::<K>(node, &candidate, depth, lower);
            if !self.is_stopped() && best.score < score {
                best = Best { score, square: Some(candidate.square) };
            }
            tried += 1;
        }
        best
    }

    /// Searches the first move of a node with the whole window.
    fn first_move<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        candidate: &Candidate,
        depth: u32,
        window: Window,
    ) -> Best {
        let after = node.after(self.evaluator(), candidate.square, candidate.flips);
        self.shared.table.prefetch(&after.board);
        let score = -self.search::<K>(&after, depth - 1, window.negated());
        if self.is_stopped() {
            return Best::NONE;
        }
        Best { score, square: Some(candidate.square) }
    }

    /// Asks whether a later move beats the best so far, the window's `alpha`, and if it does within an
    /// open window, by how much.
    pub(crate) fn later_move<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        candidate: &Candidate,
        depth: u32,
        window: Window,
    ) -> i32 {
        let after = node.after(self.evaluator(), candidate.square, candidate.flips);
        self.shared.table.prefetch(&after.board);
        let scout = Window::null(window.alpha).negated();
        let score = -self.search::<Null>(&after, depth - 1, scout);
        if K::PV && window.alpha < score && score < window.beta && !self.is_stopped() {
            return -self.search::<K>(&after, depth - 1, window.negated());
        }
        score
    }

    fn store(&self, board: &Board, depth: u32, window: Window, best: Best, known: Option<Entry>) {
        if MIN_TABLE_DEPTH <= depth {
            let entry = merged(depth, self.selectivity.level(), window, best, known);
            self.shared.table.store(board, entry);
        }
    }
}

/// Returns the entry for a result, with what an equally deep and sure search had found before.
fn merged(depth: u32, selectivity: u8, window: Window, best: Best, known: Option<Entry>) -> Entry {
    let score = best.score as i16;
    let mut entry = Entry {
        lower: if window.alpha < best.score { score } else { Score::MIN.units() as i16 },
        upper: if best.score < window.beta { score } else { Score::MAX.units() as i16 },
        depth: depth as u8,
        selectivity,
        best: [best.square, None],
    };
    if let Some(known) = known {
        if known.depth == entry.depth && known.selectivity == selectivity {
            entry.lower = entry.lower.max(known.lower).min(entry.upper);
            entry.upper = entry.upper.min(known.upper).max(entry.lower);
        }
        // A move that only failed low says little: the older best move stays ahead of it.
        if best.score <= window.alpha && known.best[0].is_some() {
            entry.best = known.best;
        } else {
            let older =
                known.best.into_iter().flatten().find(|&square| Some(square) != best.square);
            entry.best[1] = older;
        }
    }
    entry
}
