//! BILL's choice of a move: the book, the only move, or a search.

use willow_board::{Move, Position, Square};

use super::book::Book;
use super::choice::{Details, Phase};
use super::move_search::{MoveSearch, PonderResult};
use super::player::Bill;
use super::timing::{Allocation, TimeBudget};
use crate::bill::search::alpha_beta::Counts;
use crate::{Choice, Control, Limits, Program, RootPosition};

impl Program for Bill {
    type Details = Details;

    fn start_game(&mut self) {
        self.forget_game();
    }

    fn choose(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Choice<Details>> {
        let board = root.board();
        let first = board.legal_moves().first()?;
        self.killers.keep(board.empties());
        let pondered = self.pondered.take(&root.position);
        if let Some(square) = self.book_move(&root.position) {
            return Some(self.unsearched(root, square, Phase::Book));
        }
        if board.legal_moves().count() == 1 {
            return Some(self.unsearched(root, first, Phase::OnlyMove));
        }
        Some(self.search_move(root, limits, control, pondered))
    }

    fn ponder(&mut self, root: &RootPosition, limits: &Limits, control: Control<'_>) {
        self.think_ahead(root, limits, control);
    }
}

impl Bill {
    /// Values a position with moves by a search, whatever the book says and if there is only one.
    pub(crate) fn value_by_search(
        &mut self,
        position: &Position,
        limits: &Limits,
    ) -> Option<Choice<Details>> {
        position.legal_moves().first()?;
        self.killers.keep(position.board().empties());
        let (root, pondered) = (RootPosition::from(*position), PonderResult::default());
        Some(self.search_move(&root, limits, Control::UNTIMED, pondered))
    }

    fn search_move(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
        pondered: PonderResult,
    ) -> Choice<Details> {
        let mut search = MoveSearch {
            position: &root.position,
            last: root.last,
            depth: limits.depth,
            most_nodes: limits.nodes,
            control,
            allocation: TimeBudget::of_limits(limits, root.own_moves).map(Allocation::of),
            pondered,
            counts: Counts::default(),
        };
        let ranked = self.ranked(&root.position, root.last);
        let progress = self.deepen(&mut search);
        self.speed = self.speed_in(&search);
        let best = progress.found.best;
        Choice {
            best,
            value: progress.value(),
            is_exact: progress.is_exact(),
            depth: progress.level() as u32,
            nodes: search.counts.nodes,
            evaluations: search.counts.leaves,
            line: self.expected_line(&root.position, best, progress.level),
            details: Details {
                phase: progress.phase,
                is_own_value: progress.found.is_exact,
                level: progress.level(),
                alarm: progress.alarm,
                killer_rank: rank(&ranked, best),
                saved: pondered.invested,
            },
        }
    }

    /// Returns a move and what follows it as far as the hash table has best moves, at most this number of
    /// plies. The table keeps moves of all levels, so that the end of the line may be worse than its beginning.
    fn expected_line(&self, position: &Position, best: Square, n_plies: u32) -> Vec<Move> {
        let mut line = vec![Move::Place(best)];
        let mut position = *position;
        while let Some(next) = line.last().and_then(|&mv| position.play(mv).ok()) {
            position = next;
            let mv = if position.must_pass() {
                Some(Move::Pass)
            } else {
                let known = self.hash.best(position.board(), position.side_to_move());
                known.filter(|&square| position.legal_moves().contains(square)).map(Move::Place)
            };
            let Some(mv) = mv.filter(|_| line.len() < n_plies as usize) else { break };
            line.push(mv);
        }
        line
    }

    fn book_move(&self, position: &Position) -> Option<Square> {
        if self.options.has_book { Book::embedded().reply(position) } else { None }
    }

    fn unsearched(&self, root: &RootPosition, best: Square, phase: Phase) -> Choice<Details> {
        Choice {
            best,
            value: None,
            is_exact: false,
            depth: 0,
            nodes: 0,
            evaluations: 0,
            line: vec![Move::Place(best)],
            details: Details {
                phase,
                is_own_value: false,
                level: 0.0,
                alarm: false,
                killer_rank: rank(&self.ranked(&root.position, root.last), best),
                saved: std::time::Duration::ZERO,
            },
        }
    }
}

fn rank(ranked: &[Square], square: Square) -> usize {
    ranked.iter().position(|&other| other == square).map_or(0, |index| index + 1)
}
