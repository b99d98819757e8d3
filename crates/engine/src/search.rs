//! The search of one thread: principal variation search over one node for midgame and solve.
//!
//! Scores are in units of [`Score`] for the side to move. A search to a depth of at least the number
//! of empty squares is a solve: its leaves are finished games and its scores exact.
//!
//! A node does, in this order: hand small solves to the endgame solver; count itself and look whether
//! to stop; pass or end the game; evaluate at depth 0; cut by stable discs; cut by the table; cut by
//! what the table knows of its children; order its moves; try them; store what it found.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use willow_board::{Board, Square};
use willow_eval::{Evaluator, Score};

use crate::StopFlag;
use crate::busy::BusyBoards;
use crate::endgame::{EndgameSolver, MAX_EMPTIES, stability_bound, stability_threshold};
use crate::node::{Node, NodeKind, Null};
use crate::ordering::{Candidate, Candidates, MAX_MOVES, bring_best_forward, candidates};
use crate::table::{Entry, TranspositionTable};

/// A score beyond every possible one.
pub(crate) const INFINITY: i32 = Score::MAX.units() + 1;

/// The least depth at which the table is used.
const MIN_TABLE_DEPTH: u32 = 2;
/// The least depth at which the children are looked up in the table before any is searched.
const MIN_CHILDREN_LOOKUP_DEPTH: u32 = 5;
/// The least depth at which a thread leaves a move to another that is busy with it.
const MIN_DEFER_DEPTH: u32 = 5;
/// The same in a solve, where depths are cheaper.
const MIN_DEFER_SOLVE_DEPTH: u32 = 15;
/// The number of nodes after which a thread looks at the clock and the stop flag again.
const NODES_BETWEEN_CHECKS: u64 = 4096;

/// What the threads of a search share.
pub(crate) struct Shared<'a, E> {
    pub(crate) evaluator: &'a E,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) busy: &'a BusyBoards,
    /// Raised from outside.
    pub(crate) stop: &'a StopFlag,
    /// Raised by the first thread that has the answer.
    pub(crate) answered: AtomicBool,
    pub(crate) now: &'a (dyn Fn() -> Duration + Sync),
    /// When to stop, on the scale of `now`.
    pub(crate) deadline: Option<Duration>,
    pub(crate) max_nodes: u64,
    /// The nodes of all threads, as of their last checks.
    pub(crate) nodes: AtomicU64,
    pub(crate) threads: usize,
}

/// One thread of a search.
pub(crate) struct Worker<'a, E> {
    pub(crate) shared: &'a Shared<'a, E>,
    endgame: &'a mut EndgameSolver,
    midgame_nodes: u64,
    nodes_reported: u64,
    next_check: u64,
    stopped: bool,
}

/// A score and the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) score: i32,
    /// The best move, if any was searched.
    pub(crate) square: Option<Square>,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    /// Returns a thread's search, with the endgame solver that this thread keeps between searches.
    pub(crate) fn new(shared: &'a Shared<'a, E>, endgame: &'a mut EndgameSolver) -> Worker<'a, E> {
        endgame.nodes = 0;
        let mut worker = Worker {
            shared,
            endgame,
            midgame_nodes: 0,
            nodes_reported: 0,
            next_check: 0,
            stopped: false,
        };
        worker.check();
        worker
    }

    /// Returns the evaluation.
    pub(crate) fn evaluator(&self) -> &'a E {
        self.shared.evaluator
    }

    /// Returns whether the search was stopped: scores returned since then mean nothing.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Takes the stop of a finished iteration back.
    pub(crate) fn resume(&mut self) {
        self.stopped = false;
        self.check();
    }

    fn nodes(&self) -> u64 {
        self.midgame_nodes + self.endgame.nodes
    }

    /// Adds the nodes since the last report to the common count.
    pub(crate) fn report_nodes(&mut self) -> u64 {
        let new = self.nodes() - self.nodes_reported;
        self.nodes_reported = self.nodes();
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Counts a node; now and then looks whether to stop.
    #[inline]
    fn enter(&mut self) {
        self.midgame_nodes += 1;
        if self.next_check <= self.nodes() {
            self.check();
        }
    }

    #[cold]
    fn check(&mut self) {
        let nodes = self.report_nodes();
        let left = self.shared.max_nodes.saturating_sub(nodes);
        self.next_check = self.nodes() + left.min(NODES_BETWEEN_CHECKS);
        self.stopped |= left == 0
            || self.shared.stop.is_raised()
            || self.shared.answered.load(Ordering::Relaxed)
            || self.shared.deadline.is_some_and(|deadline| deadline <= (self.shared.now)());
    }

    /// Returns the score of a node, searched `depth` plies, within the window: at most `alpha` it is
    /// an upper bound, at least `beta` a lower one. Meaningless once the search was stopped.
    pub(crate) fn search<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        debug_assert!(alpha < beta && (K::PV || beta == alpha + 1));
        let is_solve = node.board.n_empties() <= depth;
        if !K::PV && is_solve && node.board.n_empties() <= MAX_EMPTIES {
            return self.solve_small(&node.board, alpha);
        }
        self.enter();
        if self.stopped {
            return 0;
        }
        let moves = node.board.legal_moves();
        if moves.is_empty() {
            return self.search_after_pass::<K>(node, depth, alpha, beta);
        }
        if depth == 0 {
            return self.evaluator().evaluate(&node.state, &node.board).units();
        }
        if !K::PV
            && let Some(bound) = stability_cutoff(&node.board, alpha)
        {
            return bound;
        }
        let known = self.look_up(&node.board, depth);
        if let Some(score) = known.and_then(|entry| table_cutoff::<K>(entry, depth, alpha, beta)) {
            return score;
        }
        let mut candidates = candidates(node, moves);
        if candidates.iter().any(|candidate| candidate.flips == node.board.opponent()) {
            return Score::MAX.units();
        }
        if !K::PV
            && let Some(score) = self.children_cutoff(node, &candidates, depth, beta)
        {
            return score;
        }
        self.order(node, &mut candidates, depth, known.as_ref());
        let best = self.try_all::<K>(node, &mut candidates, depth, alpha, beta);
        if !self.stopped {
            self.store(&node.board, depth, alpha, beta, best, known);
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

    /// A pass costs no depth. If the other side cannot move either, the game is over.
    fn search_after_pass<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let passed = node.pass(self.evaluator());
        if passed.board.legal_moves().is_empty() {
            return Score::from_disc_diff(node.board.final_score()).units();
        }
        -self.search::<K>(&passed, depth, -beta, -alpha)
    }

    #[inline]
    fn look_up(&self, board: &Board, depth: u32) -> Option<Entry> {
        if depth < MIN_TABLE_DEPTH { None } else { self.shared.table.probe(board) }
    }

    /// Returns a lower bound of at least `beta` if the table knows a child that is bad enough for
    /// the other side.
    fn children_cutoff(
        &self,
        node: &Node<E>,
        candidates: &Candidates,
        depth: u32,
        beta: i32,
    ) -> Option<i32> {
        if depth < MIN_CHILDREN_LOOKUP_DEPTH {
            return None;
        }
        candidates.iter().find_map(|candidate| {
            let after = node.board.after(candidate.square, candidate.flips);
            let entry = self.shared.table.probe(&after)?;
            let score = -i32::from(entry.upper);
            (depth - 1 <= entry.depth.into() && beta <= score).then_some(score)
        })
    }

    /// Tries the moves in their order until one reaches `beta`. Moves that another thread is busy
    /// with come last. When the search was stopped, the result is the best of the moves that were
    /// finished before.
    pub(crate) fn try_all<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        candidates: &mut Candidates,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Best {
        let defers = self.may_defer(node, depth);
        let mut deferred = Candidates::new();
        let mut best = Best { score: -INFINITY, square: None };
        let n_moves = candidates.len();
        debug_assert!(n_moves <= MAX_MOVES);
        for tried in 0..n_moves {
            bring_best_forward(candidates, tried);
            let candidate = candidates[tried];
            if defers && 0 < tried && self.is_busy_elsewhere(node, &candidate, depth) {
                deferred.push(candidate);
            } else if self.try_one::<K>(node, &candidate, depth, (alpha, beta), &mut best) {
                return best;
            }
        }
        for candidate in deferred {
            if self.try_one::<K>(node, &candidate, depth, (alpha, beta), &mut best) {
                return best;
            }
        }
        best
    }

    fn may_defer(&self, node: &Node<E>, depth: u32) -> bool {
        let is_solve = node.board.n_empties() <= depth;
        let least = if is_solve { MIN_DEFER_SOLVE_DEPTH } else { MIN_DEFER_DEPTH };
        1 < self.shared.threads && least <= depth
    }

    fn is_busy_elsewhere(&self, node: &Node<E>, candidate: &Candidate, depth: u32) -> bool {
        let after = node.board.after(candidate.square, candidate.flips);
        self.shared.busy.contains(&after, depth - 1)
    }

    /// Searches one move and keeps it if it is the best so far. Returns whether to try no more.
    fn try_one<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        candidate: &Candidate,
        depth: u32,
        (alpha, beta): (i32, i32),
        best: &mut Best,
    ) -> bool {
        let after = node.after(self.evaluator(), candidate.square, candidate.flips);
        self.shared.table.prefetch(&after.board);
        let lower = alpha.max(best.score);
        let marks = self.may_defer(node, depth);
        if marks {
            self.shared.busy.enter(&after.board, depth - 1);
        }
        let score = if best.square.is_none() {
            -self.search::<K>(&after, depth - 1, -beta, -lower)
        } else {
            self.scout::<K>(&after, depth - 1, lower, beta)
        };
        if marks {
            self.shared.busy.leave(&after.board, depth - 1);
        }
        if self.stopped {
            return true;
        }
        if best.score < score {
            *best = Best { score, square: Some(candidate.square) };
        }
        beta <= score
    }

    /// Asks whether a later move beats the best so far, and if it does within an open window, by how
    /// much. The score is from the view of the side that moved.
    fn scout<K: NodeKind>(&mut self, after: &Node<E>, depth: u32, lower: i32, beta: i32) -> i32 {
        let score = -self.search::<Null>(after, depth, -lower - 1, -lower);
        if K::PV && lower < score && score < beta && !self.stopped {
            return -self.search::<K>(after, depth, -beta, -lower);
        }
        score
    }

    fn store(
        &self,
        board: &Board,
        depth: u32,
        alpha: i32,
        beta: i32,
        best: Best,
        known: Option<Entry>,
    ) {
        if MIN_TABLE_DEPTH <= depth {
            let entry = merged(depth, (alpha, beta), best, known);
            self.shared.table.store(board, entry);
        }
    }
}

/// Returns the entry for a result, with what an equally deep search had found before.
fn merged(depth: u32, (alpha, beta): (i32, i32), best: Best, known: Option<Entry>) -> Entry {
    let score = best.score as i16;
    let mut entry = Entry {
        lower: if alpha < best.score { score } else { Score::MIN.units() as i16 },
        upper: if best.score < beta { score } else { Score::MAX.units() as i16 },
        depth: depth as u8,
        selectivity: 0,
        best: [best.square, None],
    };
    if let Some(known) = known {
        if known.depth == entry.depth {
            entry.lower = entry.lower.max(known.lower).min(entry.upper);
            entry.upper = entry.upper.min(known.upper).max(entry.lower);
        }
        // A move that only failed low says little: the older best move stays ahead of it.
        if best.score <= alpha && known.best[0].is_some() {
            entry.best = known.best;
        } else {
            let older =
                known.best.into_iter().flatten().find(|&square| Some(square) != best.square);
            entry.best[1] = older;
        }
    }
    entry
}

/// Returns the score if stable discs of the opponent keep it at or below `alpha`.
#[inline]
fn stability_cutoff(board: &Board, alpha: i32) -> Option<i32> {
    if alpha < stability_threshold(board.n_empties()) * Score::PER_DISC {
        return None;
    }
    let bound = stability_bound(board) * Score::PER_DISC;
    (bound <= alpha).then_some(bound)
}

/// Returns the score if the table settles it.
#[inline]
fn table_cutoff<K: NodeKind>(entry: Entry, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
    if u32::from(entry.depth) < depth {
        return None;
    }
    let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
    if lower == upper {
        return Some(lower);
    }
    if K::PV {
        return None;
    }
    if beta <= lower {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}
