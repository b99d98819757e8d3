//! The program: its book, and iterative deepening that keeps the best answer so far.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use willow_board::{Bitboard, Board, Square};

use super::book::Book;
use super::evaluation::{Evaluation, PER_UNIT, SCALE};
use super::evaluation_table::{EvaluationTable, TableUse};
use super::search::{
    AlphaBeta, FULL, INFINITY, NODES_BETWEEN_STOPS, ORDERED_FROM, Successor, Successors,
};
use super::timing::thinking_time;
use crate::node_counter::{NodeCounter, Stopped};
use crate::paip::Value;
use crate::principal_variation::PrincipalVariation;
use crate::search_tree::{Step, ValueBound};
use crate::window::Window;
use crate::{
    AskedMove, Choice, Control, DepthReport, Limits, MoveSource, MoveValue, Program, RootPosition,
};

/// The program: an evaluation, a table that lives as long as a game, and a book if it plays by one.
#[derive(Clone, Debug)]
pub struct Mlia {
    evaluation: Evaluation,
    options: Options,
    table: EvaluationTable,
    book: Option<&'static Book>,
}

/// The paper's special techniques. The default is the program of the paper, with all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether moves are ordered by a search of two plies.
    pub orders: bool,
    /// Whether evaluations are kept in a hash table.
    pub has_table: bool,
    /// Whether a corner that can be taken is taken.
    pub takes_corners: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { orders: true, has_table: true, takes_corners: true }
    }
}

/// What only MLia knows about its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// `Corner` is the paper's killer move; its endgame has no phase of its own.
    pub phase: MoveSource,
    /// The move's value for the mover, if it was searched or is in the book: thousandths of the paper's
    /// units.
    #[serde(skip)]
    pub value: Option<Value>,
    /// How much the table of evaluated positions was of use.
    #[serde(flatten)]
    pub table: TableUse,
}

impl Mlia {
    /// Returns the program with an empty table and without a book.
    pub fn new(evaluation: Evaluation) -> Mlia {
        let (options, table) = (Options::default(), EvaluationTable::new());
        Mlia { evaluation, options, table, book: None }
    }

    /// Returns the same program with these techniques.
    #[must_use]
    pub fn with_options(self, options: Options) -> Mlia {
        Mlia { options, ..self }
    }

    /// Returns the same program with a book, which knows the best move where it has all positions that
    /// the mover's moves lead to.
    #[must_use]
    pub fn with_book(self, book: &'static Book) -> Mlia {
        Mlia { book: Some(book), ..self }
    }

    /// Returns the moves to choose among: the paper's killer moves if there are any.
    fn candidates(&self, moves: Bitboard) -> Bitboard {
        let corners = moves & Bitboard::CORNERS;
        if corners.is_empty() || !self.options.takes_corners { moves } else { corners }
    }

    /// Searches deeper and deeper until a limit is reached or the end of the game was seen.
    fn deepen(
        &mut self,
        board: &Board,
        limits: &Limits,
        control: Control<'_>,
        candidates: Bitboard,
        first: Square,
    ) -> Choice<Details> {
        if self.options.has_table {
            self.table.prepare();
        }
        let deadline = thinking_time(limits);
        let stop = |nodes| {
            (control.stop)(nodes) || deadline.is_some_and(|time| time <= (control.now)(nodes))
        };
        let mut search = AlphaBeta {
            evaluation: &self.evaluation,
            table: &mut self.table,
            counter: NodeCounter {
                nodes: 0,
                max_nodes: limits.nodes.unwrap_or(u64::MAX),
                interval: NODES_BETWEEN_STOPS,
                stop: Box::new(stop),
            },
            table_use: TableUse::default(),
            ordered_from: if self.options.orders { ORDERED_FROM } else { u32::MAX },
            line: PrincipalVariation::new(),
            trace: control.trace(),
            saw_horizon: true,
        };
        let mut choice = unsearched(first, phase_of_search(board, candidates));
        // No game has more plies than a move for every empty square and a pass for every move.
        let deepest = limits.depth.unwrap_or(u32::MAX).min(2 * board.n_empties());
        for depth in 1..=deepest {
            search.saw_horizon = false;
            let Ok((best, units)) = root(&mut search, board, candidates, depth) else { break };
            // If all games were seen to their ends, the value is in discs.
            let value = if search.saw_horizon {
                MoveValue::Units { number: units, per_unit: PER_UNIT }
            } else {
                MoveValue::Discs(Evaluation::discs_of_leaf(units).unwrap_or(0))
            };
            choice = Choice {
                value: Some(value),
                is_exact: !search.saw_horizon,
                depth,
                line: search.line.line().to_vec(),
                details: Details { value: Some(Value::from_units(units)), ..choice.details },
                ..unsearched(best, choice.details.phase)
            };
            (control.on_depth)(&DepthReport { best, value, depth, nodes: search.counter.nodes });
            if !search.saw_horizon {
                break;
            }
        }
        choice.nodes = search.counter.nodes;
        choice.evaluations = search.table_use.evaluations();
        choice.details.table = search.table_use;
        choice
    }
}

impl Program for Mlia {
    type Details = Details;

    fn start_game(&mut self) {
        self.table.clear();
    }

    /// A corner that can be taken is taken: if there are several, the search chooses among them.
    fn choose(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Choice<Details>> {
        let board = root.board();
        if let Some(AskedMove { mv, .. }) = root.asked {
            return Some(self.deepen(board, limits, control, root.moves(), mv));
        }
        if let Some((best, value)) = self.book.and_then(|book| book.best_move(board)) {
            return Some(Choice {
                value: Some(MoveValue::Units { number: value.units(), per_unit: PER_UNIT }),
                details: Details {
                    value: Some(value),
                    ..unsearched(best, MoveSource::Book).details
                },
                ..unsearched(best, MoveSource::Book)
            });
        }
        let candidates = self.candidates(board.legal_moves());
        let first = candidates.first()?;
        if candidates.count() == 1 {
            return Some(unsearched(first, phase_of_single(board, first)));
        }
        Some(self.deepen(board, limits, control, candidates, first))
    }
}

/// Returns how a search among candidates finds its move.
fn phase_of_search(board: &Board, among: Bitboard) -> MoveSource {
    let corners = board.legal_moves() & Bitboard::CORNERS;
    if among == corners { MoveSource::Corners } else { MoveSource::Normal }
}

/// Returns why there is only one candidate.
fn phase_of_single(board: &Board, candidate: Square) -> MoveSource {
    match board.legal_moves().count() {
        1 if !Bitboard::CORNERS.contains(candidate) => MoveSource::OnlyMove,
        _ => MoveSource::Corner,
    }
}

fn unsearched(best: Square, phase: MoveSource) -> Choice<Details> {
    Choice::unsearched(best, Details { phase, value: None, table: TableUse::default() })
}

/// What the tree of a search leaves out.
const ORDERING: &str = "The searches of two plies by which MLia orders moves are not drawn.";

/// Searches the candidates to a depth and returns the first best one with its value.
fn root(
    search: &mut AlphaBeta<'_>,
    board: &Board,
    candidates: Bitboard,
    depth: u32,
) -> Result<(Square, i32), Stopped> {
    search.trace.begin(SCALE, Some(FULL));
    if search.ordered_from <= depth {
        search.trace.remark(ORDERING);
    }
    search.trace.prune(|| (board.legal_moves() - candidates).squares());
    let mut successors: Successors = search.successors(board, depth)?;
    successors.retain(|successor| candidates.contains(successor.square));
    let mut best: Option<(Square, i32)> = None;
    for &Successor { square, board, .. } in &successors {
        let alpha = best.map_or(-INFINITY, |(_, value)| value);
        let window = Window { alpha, ..FULL };
        let value = -search.node(Step::Move(square), &board, -window, depth - 1)?;
        if best.is_none_or(|(_, best)| best < value) {
            best = Some((square, value));
            search.line.set_best(square.into());
        }
    }
    let (square, value) = best.expect("callers pass a legal move at least");
    search.trace.end(value, Some(square), Some(ValueBound::Exact));
    Ok((square, value))
}

impl Book {
    /// Returns the move to the position that is worst for the opponent, with its value for the
    /// player; `None` unless the book has all positions that the player's moves lead to.
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
    use std::cell::RefCell;

    use willow_board::{Color, Move, Position};

    use super::*;
    use crate::paip::{Evaluation as _, Side};
    use crate::test_support::random_board;

    fn root_of(board: &Board) -> RootPosition {
        Position::new(*board, Color::Black).into()
    }

    fn choose(board: &Board, limits: Limits) -> Choice<Details> {
        let mut mlia = Mlia::new(Evaluation::ORIGINAL);
        mlia.choose(&root_of(board), &limits, Control::UNTIMED).unwrap()
    }

    fn to_depth(board: &Board, depth: u32) -> Choice<Details> {
        choose(board, Limits::depth(depth))
    }

    /// Returns a position of a random game in which the side to move has a move, or `None` if the game
    /// ends before.
    fn position(seed: u64, n_empties: u32) -> Option<Board> {
        let board = random_board(seed, n_empties)?;
        Some(if board.legal_moves().is_empty() { board.pass() } else { board })
    }

    /// The same without pruning, ordering or table.
    fn minimax(board: &Board, depth: u32) -> i32 {
        if board.is_game_over() {
            return Evaluation::leaf_units(board);
        }
        if depth == 0 {
            return Evaluation::ORIGINAL.evaluate(board, Side::ToMove).units();
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return -minimax(&board.pass(), depth - 1);
        }
        moves.squares().map(|at| -minimax(&board.play(at).unwrap(), depth - 1)).max().unwrap()
    }

    /// Returns the static value at the end of a line, for the side that moves first.
    fn value_of_line(board: &Board, line: &[Move]) -> i32 {
        let (leaf, sign) = line.iter().fold((*board, 1), |(board, sign), mv| {
            let next = match mv {
                Move::Place(square) => board.play(*square).unwrap(),
                Move::Pass => board.pass(),
            };
            (next, -sign)
        });
        sign * minimax(&leaf, 0)
    }

    #[test]
    fn the_value_is_that_of_minimax() {
        for seed in 0..40 {
            let Some(board) = position(seed, 12 + 44 * (seed as u32 % 2)) else { continue };
            let takes_corner = (board.legal_moves() & Bitboard::CORNERS).count() != 0;
            if takes_corner || board.legal_moves().count() < 2 {
                continue;
            }
            let choice = to_depth(&board, 4);
            assert_eq!(choice.value.unwrap().number(), minimax(&board, 4), "seed {seed}");
            assert_eq!(value_of_line(&board, &choice.line), choice.value.unwrap().number());
        }
    }

    /// Without a technique the value stays, and its work is more; without the corner rule the best move is played.
    #[test]
    fn each_technique_can_be_left_out() {
        let all = Options::default();
        let with = |options, board: &Board| {
            let mut mlia = Mlia::new(Evaluation::ORIGINAL).with_options(options);
            mlia.choose(&root_of(board), &Limits::depth(6), Control::UNTIMED).unwrap()
        };
        let start = with(all, &Board::START);
        let unordered = with(Options { orders: false, ..all }, &Board::START);
        let untabled = with(Options { has_table: false, ..all }, &Board::START);
        assert_eq!([unordered.value, untabled.value], [start.value; 2]);
        assert!(start.nodes == untabled.nodes && start.evaluations < untabled.evaluations);
        assert_ne!(start.nodes, unordered.nodes);
        assert_eq!(untabled.details.table.hits, 0);
        let corner = |seed| {
            position(seed, 30)
                .filter(|board| (board.legal_moves() & Bitboard::CORNERS).count() == 1)
        };
        let board = (0..).find_map(corner).unwrap();
        assert_eq!(with(all, &board).depth, 0);
        assert_eq!(with(Options { takes_corners: false, ..all }, &board).depth, 6);
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
            let choice = to_depth(&board, 3);
            assert!(corners.contains(choice.best), "seed {seed}");
            let value = |square| -minimax(&board.play(square).unwrap(), 2);
            let best = corners.squares().map(value).max().unwrap();
            if corners.count() == 1 {
                assert_eq!((choice.depth, choice.value), (0, None), "it needs no search");
                assert_eq!(choice.details.phase, MoveSource::Corner, "seed {seed}");
            } else {
                assert_eq!(choice.details.phase, MoveSource::Corners, "seed {seed}");
                assert_eq!(value(choice.best), best, "seed {seed}");
            }
        }
        assert!(n_corners[1..3].iter().all(|&count| 3 < count), "{n_corners:?}");
    }

    #[test]
    fn the_end_of_the_game_is_counted_and_ends_the_search() {
        let mut n_seen = 0;
        for seed in 0..30 {
            let Some(board) = position(seed, 7) else { continue };
            let choice = choose(&board, Limits::NONE);
            if choice.depth == 0 {
                continue;
            }
            n_seen += 1;
            let units = choice.details.value.unwrap().units();
            assert!(choice.is_exact, "seed {seed}");
            if (board.legal_moves() & Bitboard::CORNERS).is_empty() {
                assert_eq!(units, minimax(&board, 20), "seed {seed}");
            }
            let discs = Evaluation::discs_of_leaf(units).unwrap_or(0);
            assert_eq!(choice.value, Some(MoveValue::Discs(discs)));
        }
        assert!(10 < n_seen);
    }

    #[test]
    fn a_stopped_search_keeps_its_last_answer() {
        let depths = RefCell::new(Vec::new());
        let mut mlia = Mlia::new(Evaluation::ORIGINAL);
        let (start, limits) = (root_of(&Board::START), Limits::nodes(20_000));
        let on_depth = |report: &DepthReport| depths.borrow_mut().push(report.depth);
        let control = Control { on_depth: &on_depth, ..Control::UNTIMED };
        let choice = mlia.choose(&start, &limits, control).unwrap();
        assert_eq!(depths.take(), (1..=choice.depth).collect::<Vec<_>>());
        assert!(3 < choice.depth && choice.nodes == 20_000);
        let stop = Control { stop: &|_| true, ..Control::UNTIMED };
        let stopped = mlia.choose(&start, &Limits::NONE, stop).unwrap();
        assert!(stopped.nodes < 2_000);
        assert!(Board::START.is_legal(stopped.best));
        let nothing = Board::new(Bitboard::ALL, Bitboard::EMPTY).unwrap();
        assert_eq!(mlia.choose(&root_of(&nothing), &limits, Control::UNTIMED), None);
    }

    #[test]
    fn positions_return_and_are_not_evaluated_again() {
        let choice = to_depth(&Board::START, 7);
        let TableUse { requests, hits } = choice.details.table;
        let rate = hits as f64 / requests as f64;
        assert!(0.05 < rate && rate < 0.6, "{rate}");
        let again = to_depth(&Board::START, 7);
        assert_eq!(choice, again, "the same search is the same");
    }
}
