//! The principal variation: the line of best moves of both sides.

use willow_board::{Move, Square};
use willow_eval::{Evaluator, Score};

use crate::move_list::{MoveList, list_moves};
use crate::node::{Node, NonPv};
use crate::window::Window;
use crate::worker::SearchWorker;

impl<E: Evaluator> SearchWorker<'_, E> {
    /// Extends the principal variation by best moves from the transposition table, at most `depth`
    /// of them.
    pub(crate) fn extend_pv_from_tt(&self, pv: &mut Vec<Move>, mut node: Node<E>, depth: u32) {
        for _ in 0..depth {
            node = self.pass_if_forced(pv, node);
            let Some(entry) = self.shared.tt.probe(&node.board) else { return };
            let moves = node.board.legal_moves();
            let Some(square) = entry.best[0].filter(|&square| moves.contains(square)) else {
                return;
            };
            pv.push(Move::Place(square));
            node = node.after(self.evaluator(), square, node.board.flips(square));
        }
    }

    /// Extends the principal variation to the end of the game by moves that keep the solved score
    /// of `node`, and checks each move by a search. `score` is for the side to move of `node`. After
    /// a win-loss-draw search, `score` and the line's final score are bounds.
    pub(crate) fn extend_solved_pv(
        &mut self,
        pv: &mut Vec<Move>,
        mut node: Node<E>,
        mut score: Score,
    ) {
        loop {
            if node.board.is_game_over() {
                return;
            }
            if node.board.legal_moves().is_empty() {
                node = self.pass_if_forced(pv, node);
                score = -score;
            }
            let Some((after, square)) = self.move_that_keeps(&node, score) else { return };
            pv.push(Move::Place(square));
            node = after;
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

    /// Returns a move that keeps at least `score`, and the node after it. Tries the transposition
    /// table's move first.
    fn move_that_keeps(&mut self, node: &Node<E>, score: Score) -> Option<(Node<E>, Square)> {
        let tt_move = self.shared.tt.probe(&node.board).and_then(|entry| entry.best[0]);
        let mut moves = MoveList::new();
        list_moves(node, node.board.legal_moves(), &mut moves);
        moves.sort_by_key(|mv| Some(mv.square) != tt_move);
        moves.into_iter().find_map(|mv| {
            let after = node.after(self.evaluator(), mv.square, mv.flips);
            let keeps = self.is_at_most(&after, -score);
            (keeps && !self.is_stopped()).then_some((after, mv.square))
        })
    }

    fn is_at_most(&mut self, node: &Node<E>, score: Score) -> bool {
        self.search::<NonPv>(node, node.board.n_empties(), Window::null(score)) <= score
    }
}
