//! Othello by the general searcher: its time, its limits and thinking ahead.

use serde::{Deserialize, Serialize};
use willow_board::{Board, Move, Position, Square};

use super::dialect::{Dialect, FinalValues};
use super::general::{
    GeneralLimits, GeneralResult, GeneralSearcher, SearchEnd, SearchWatch, TechniqueCounts,
    Techniques, allocated_time,
};
use super::othello::{Othello, SquareOrder};
use super::search::Problem;
use super::strategy::{move_value, prepare};
use super::value::Value;
use crate::program::moves_before;
use crate::search_tree::Step;
use crate::{
    AnyEvaluation, Choice, Control, DepthReport, EvaluationChoice, Limits, MoveValue, OpeningBook,
    Program, RootPosition,
};

/// What finished games are worth: the searcher is the book's.
const FINAL_VALUES: FinalValues = Dialect::Lisp.final_values();

/// An Othello player by the general searcher, with any evaluation.
#[derive(Clone, Debug)]
pub struct GeneralStrategy {
    evaluation: EvaluationChoice,
    order: SquareOrder,
    searcher: GeneralSearcher<Othello>,
    book: Option<&'static dyn OpeningBook>,
    keeps_solved: bool,
    /// The line of the last search that saw the end of the game.
    solved: Option<SolvedLine>,
    /// The move that was chosen last, and the reply that it expects.
    expected: Option<(Square, Square)>,
    /// The board that was thought about ahead.
    pondered: Option<Board>,
    guesses: Guesses,
}

/// What the rest of a game is worth, and how both sides play it.
#[derive(Clone, Debug)]
struct SolvedLine {
    start: Position,
    line: Vec<Move>,
    value: MoveValue,
}

impl SolvedLine {
    /// Returns the moves from a position of the line on, if its next move belongs to the side that solved it.
    fn from(&self, position: &Position) -> Option<&[Move]> {
        if position.side_to_move() != self.start.side_to_move() {
            return None;
        }
        let mut here = self.start;
        for (played, mv) in self.line.iter().enumerate() {
            if here == *position {
                return Some(&self.line[played..]);
            }
            here = here.play(*mv).ok()?;
        }
        None
    }
}

/// How often thinking ahead was about the right position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guesses {
    /// Replies that were guessed.
    pub made: u32,
    /// Guesses that came true.
    pub right: u32,
}

/// What only the general searcher knows about its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneralDetails {
    /// The value for the mover in the evaluation's units, if a depth was finished.
    #[serde(skip)]
    pub value: Option<Value>,
    /// Why the search went no deeper.
    pub end: SearchEnd,
    /// Which techniques left work out, and how often.
    #[serde(flatten)]
    pub techniques: TechniqueCounts,
}

impl GeneralStrategy {
    /// Returns the strategy with these techniques and this evaluation.
    pub fn new(
        techniques: Techniques,
        evaluation: EvaluationChoice,
        order: SquareOrder,
    ) -> GeneralStrategy {
        GeneralStrategy {
            evaluation,
            order,
            searcher: GeneralSearcher::new(techniques),
            book: None,
            keeps_solved: false,
            solved: None,
            expected: None,
            pondered: None,
            guesses: Guesses::default(),
        }
    }

    /// Returns the same strategy, playing by a book where that has an answer.
    #[must_use]
    pub fn with_book(self, book: &'static dyn OpeningBook) -> GeneralStrategy {
        GeneralStrategy { book: Some(book), ..self }
    }

    /// Returns the same strategy, which plays the line of a solved game without another search as long as its
    /// opponent does.
    #[must_use]
    pub fn keeping_solved(self) -> GeneralStrategy {
        GeneralStrategy { keeps_solved: true, ..self }
    }

    /// Returns how often thinking ahead was right in this game.
    pub const fn guesses(&self) -> Guesses {
        self.guesses
    }

    fn evaluation_at(&self, root: &Board) -> AnyEvaluation {
        self.evaluation.at_root(root)
    }

    fn search(
        &mut self,
        board: &Board,
        limits: GeneralLimits,
        control: Control<'_>,
    ) -> Option<GeneralResult<Square>> {
        let evaluation = self.evaluation_at(board);
        let game = Othello::new(self.order);
        let problem = Problem { stop: control.stop, ..Problem::new(&game, &evaluation) };
        let report = |result: &GeneralResult<Square>| {
            let Some(value) = result.value else { return };
            (control.on_depth)(&DepthReport {
                best: result.best,
                value: move_value(&evaluation, value, FINAL_VALUES),
                depth: result.depth,
                nodes: result.counts.boards,
            });
        };
        let watch = SearchWatch { now: control.now, on_depth: &report, tracer: control.tracer };
        self.searcher.search(&problem, board, limits, &watch)
    }
}

/// Returns how far to think about a board.
fn general_limits(limits: &Limits, board: &Board) -> GeneralLimits {
    let by_clock = limits.clock.map(|clock| {
        let left = clock.left;
        let per_move = left.increment + left.byoyomi;
        allocated_time(left.main + left.extension, moves_before(board)) + per_move * 9 / 10
    });
    GeneralLimits {
        depth: limits.depth.unwrap_or(u32::MAX),
        boards: limits.nodes.unwrap_or(u64::MAX),
        time: limits.move_time.into_iter().chain(by_clock).min(),
    }
}

impl Program for GeneralStrategy {
    type Details = GeneralDetails;

    fn set_seed(&mut self, seed: u64) {
        self.searcher.set_seed(seed);
    }

    fn start_game(&mut self) {
        self.searcher.clear();
        (self.expected, self.pondered, self.solved) = (None, None, None);
        self.guesses = Guesses::default();
        prepare(self.evaluation);
    }

    fn choose(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Choice<GeneralDetails>> {
        let board = root.board();
        if root.asked.is_none()
            && let Some(known) = self.known(&root.position)
        {
            self.pondered = None;
            return Some(known);
        }
        let is_expected = self.pondered.take() == Some(*board);
        self.guesses.right += u32::from(is_expected);
        if !is_expected && self.evaluation_at(board).depends_on_root() {
            self.searcher.clear();
        }
        self.searcher.search_only(root.asked);
        let result = self.search(board, general_limits(limits, board), control)?;
        self.expected = result.reply.map(|reply| (result.best, reply));
        let choice = choice(&self.evaluation_at(board), &result);
        if let (true, None, Some(value)) = (result.is_exact, root.asked, choice.value) {
            let line = self.searcher.line().iter().filter_map(|step| match step {
                Step::Root => None,
                Step::Move(square) => Some(Move::Place(*square)),
                Step::Pass => Some(Move::Pass),
            });
            let line: Vec<Move> = line.collect();
            // Metareasoning may have chosen another of equal moves.
            if line.first() == Some(&Move::Place(result.best)) {
                self.solved = Some(SolvedLine { start: root.position, line, value });
            }
        }
        Some(choice)
    }

    /// Thinks about the position after the reply that the last choice expects.
    fn ponder(&mut self, root: &RootPosition, limits: &Limits, control: Control<'_>) {
        let Some((_, reply)) = self.expected.take_if(|(own, _)| root.last == Some(*own)) else {
            return;
        };
        let Some(expected) = root.board().play(reply) else { return };
        if expected.legal_moves().is_empty() {
            return;
        }
        if self.evaluation_at(&expected).depends_on_root() {
            self.searcher.clear();
        }
        self.guesses.made += 1;
        self.pondered = Some(expected);
        self.searcher.search_only(None);
        let limits = Limits { move_time: None, clock: None, ..*limits };
        let _ = self.search(&expected, general_limits(&limits, &expected), control);
    }
}

impl GeneralStrategy {
    /// Returns the choice that needs no search: the book's, or the next move of a solved line.
    fn known(&self, position: &Position) -> Option<Choice<GeneralDetails>> {
        let details =
            |end| GeneralDetails { value: None, end, techniques: TechniqueCounts::default() };
        if let Some(answer) = self.book.and_then(|book| book.page(position).answer) {
            return Some(Choice::unsearched(answer, details(SearchEnd::Book)));
        }
        let solved = self.solved.as_ref().filter(|_| self.keeps_solved)?;
        let line = solved.from(position)?;
        let best = line.first()?.square()?;
        Some(Choice {
            value: Some(solved.value),
            is_exact: true,
            depth: position.board().n_empties(),
            line: line.to_vec(),
            ..Choice::unsearched(best, details(SearchEnd::Solved))
        })
    }
}

fn choice(evaluation: &AnyEvaluation, result: &GeneralResult<Square>) -> Choice<GeneralDetails> {
    let line = std::iter::once(result.best).chain(result.reply).map(Move::Place);
    Choice {
        best: result.best,
        value: result.value.map(|value| move_value(evaluation, value, FINAL_VALUES)),
        is_exact: result.is_exact,
        depth: result.depth,
        nodes: result.counts.boards,
        evaluations: result.counts.evaluations,
        line: line.collect(),
        details: GeneralDetails {
            value: result.value,
            end: result.end,
            techniques: result.counts.techniques,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::GameClock;

    #[test]
    fn a_solved_line_is_that_of_its_side() {
        let start = Position::START;
        let line = ["f5", "d6", "c3"].map(|square| Move::Place(square.parse().unwrap()));
        let solved = SolvedLine { start, line: line.to_vec(), value: MoveValue::Discs(2) };
        let after_one = start.play(line[0]).unwrap();
        let after_two = after_one.play(line[1]).unwrap();
        assert_eq!(solved.from(&start), Some(&line[..]));
        assert_eq!((solved.from(&after_one), solved.from(&after_two)), (None, Some(&line[2..])));
    }

    #[test]
    fn a_clock_is_shared_out() {
        let left = Duration::from_secs(680);
        let clock = Some(GameClock::main_time(left, left));
        let limits = general_limits(&Limits { clock, ..Limits::NONE }, &Board::START);
        let expected = Some(Duration::from_millis(9_500));
        assert_eq!(limits, GeneralLimits { time: expected, ..GeneralLimits::NONE });
        assert_eq!(general_limits(&Limits::NONE, &Board::START), GeneralLimits::NONE);
    }
}
