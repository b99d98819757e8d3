//! The line that both sides are expected to play.

use willow_board::{Move, Square};
use willow_eval::Evaluator;

use crate::node::{Node, Null};
use crate::ordering::candidates;
use crate::search::Window;
use crate::worker::Worker;

impl<E: Evaluator> Worker<'_, E> {
    /// Extends a line by the best moves that the table remembers, at most `depth` of them.
    pub(crate) fn extend_estimated(&self, pv: &mut Vec<Move>, mut node: Node<E>, depth: u32) {
        for _ in 0..depth {
            node = self.pass_if_forced(pv, node);
            let Some(entry) = self.shared.table.probe(&node.board) else { return };
            let moves = node.board.legal_moves();
            let Some(square) = entry.best[0].filter(|&square| moves.contains(square)) else {
                return;
            };
            pv.push(Move::Place(square));
            node = node.after(self.evaluator(), square, node.board.flips(square));
        }
    }

    /// Extends a line to the end of the game by moves that keep the solved score of `node`, each
    /// checked by a search. After a search for the winner only, `score` is a bound, and so is what
    /// the line shows.
    pub(crate) fn extend_solved(&mut self, pv: &mut Vec<Move>, mut node: Node<E>, mut score: i32) {
        loop {
            if node.board.is_game_over() {
                return;
            }
            if node.board.legal_moves().is_empty() {
                node = self.pass_if_forced(pv, node);
                score = -score;
            }
            let Some(mv) = self.move_that_keeps(&node, score) else { return };
            pv.push(Move::Place(mv.1));
            node = mv.0;
            score = -score;
        }
    }

    fn pass_if_forced(&self, pv: &mut Vec<Move>, node: Node<E>) -> Node<E> {
        if !node.board.legal_moves().is_empty() || node.board.is_game_over() {
            return node;
        }
        pv.push(Move::Pass);
        node.pass(self.evaluator())
    }

    /// Returns a move after which the score is at least `score`, the one in the table first.
    fn move_that_keeps(&mut self, node: &Node<E>, score: i32) -> Option<(Node<E>, Square)> {
        let known = self.shared.table.probe(&node.board).and_then(|entry| entry.best[0]);
        let mut moves = candidates(node, node.board.legal_moves());
        moves.sort_by_key(|candidate| Some(candidate.square) != known);
        moves.into_iter().find_map(|candidate| {
            let after = node.after(self.evaluator(), candidate.square, candidate.flips);
            let keeps = self.is_at_most(&after, -score);
            (keeps && !self.is_stopped()).then_some((after, candidate.square))
        })
    }

    fn is_at_most(&mut self, node: &Node<E>, score: i32) -> bool {
        self.search::<Null>(node, node.board.n_empties(), Window::null(score)) <= score
    }
}
