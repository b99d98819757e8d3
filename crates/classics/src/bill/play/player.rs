//! BILL as a program: its parts that can be changed, what it keeps from move to move, and its choice of a move:
//! the book, the only move, or a search.

use std::time::Duration;

use willow_board::{Board, Color, Move, Position, Square};

use super::book::Book;
use super::deepening::{MoveSearch, PonderResult, Progress};
use super::pondering::{PonderCounts, PonderedMoves};
use super::report::{SearchReport, TimeReport};
use super::timing::{Allocation, TimeBudget};
use crate::bill::constants::Constants;
use crate::bill::evaluation::leaf_evaluation::LeafEvaluation;
use crate::bill::evaluation::{
    BayesClassifier, CoefficientPercent, Explanation, Version, explain_by,
};
use crate::bill::search::alpha_beta::Counts;
use crate::bill::search::endgame::ScoreExpectation;
use crate::bill::search::hash_table::{BILLS_ENTRIES, HashTable};
use crate::bill::search::killers::{KillerOrder, KillerTable};
use crate::bill::tables::Tables;
use crate::{AskedMove, Choice, Control, Limits, MoveSource, Program, RootPosition};

/// The parts of BILL. The default is the program of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part that can be left out")]
pub struct Options {
    /// Whose evaluation it is.
    pub version: Version,
    /// Parts of the coefficients that the tables are multiplied by; not every version has them.
    pub percent: CoefficientPercent,
    /// The numbers that the report leaves open; those of the tables are for [`Version::Bill`] alone.
    pub constants: Constants,
    /// The size of the hash table in bytes, rounded down to a power of two; 0 is no table.
    pub hash_bytes: usize,
    /// Whether good replies move forward in the killer table; its first order stays without.
    pub has_killers: bool,
    /// Whether all moves at the root but the first are searched with a zero window.
    pub has_zero_window: bool,
    /// Whether moves to X- and C-squares are pruned forward.
    pub prunes: bool,
    /// Whether the end of the game is searched in two phases.
    pub solves: bool,
    /// Whether it plays from its opening book.
    pub has_book: bool,
}

impl Options {
    /// The number of bytes of the report's hash table, with 2^15 entries.
    pub const REPORTS_HASH_BYTES: usize = BILLS_ENTRIES * HashTable::ENTRY_BYTES;
}

impl Default for Options {
    fn default() -> Options {
        Options {
            version: Version::Bill,
            percent: CoefficientPercent::REPORT,
            constants: Constants::HISTORICAL,
            hash_bytes: Options::REPORTS_HASH_BYTES,
            has_killers: true,
            has_zero_window: true,
            prunes: true,
            solves: true,
            has_book: true,
        }
    }
}

/// What only BILL knows about its choice.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// Never one of a choice among corners.
    pub phase: MoveSource,
    /// Whether the value is the move's own. A single move that is better than the first keeps the
    /// value that it is known to exceed: at least this.
    pub is_own_value: bool,
    /// The level: complete plies, and of the next one the part of the moves that was compared before
    /// the alarm, as in section 7.4 of the report. In the endgame it is the number of empties.
    pub level: f64,
    /// Whether the alarm ended the search.
    pub alarm: bool,
    /// The place of the move among the legal ones of its list in the killer table, from 1, before the
    /// search.
    pub killer_rank: usize,
    /// How long this move was searched before it was BILL's turn, if its guess was right.
    pub saved: Duration,
    /// How the move was searched; `None` without a search.
    pub search: Option<SearchReport>,
}

/// The speed that is expected before one was measured, in nodes a second. Ours.
const EXPECTED_SPEED: f64 = 3e6;

/// A search shorter than this says nothing about the speed. Ours.
const MEASURABLE: Duration = Duration::from_millis(20);

/// The rating of an opponent of whom nothing is known. Ours.
const DEFAULT_RATING: u32 = 1500;

/// BILL, with all that it keeps from move to move of a game.
pub struct Bill {
    pub(crate) options: Options,
    /// The opponent's Othello rating, which sets the depth of thinking ahead.
    pub(crate) opponent_rating: u32,
    pub(crate) evaluation: LeafEvaluation,
    /// The book that it plays by, unless the options leave it out; `None` for the embedded one.
    book: Option<&'static Book>,
    pub(crate) hash: HashTable,
    pub(crate) killers: KillerTable,
    /// The level searched to in the last move.
    pub(crate) last_level: u32,
    /// What searches to the end of the game have found. From then on there are only such searches.
    pub(crate) solved: Option<ScoreExpectation>,
    /// In nodes a second.
    pub(crate) speed: f64,
    pub(crate) pondered: PonderedMoves,
}

/// Returns the killer table at the start of a game.
fn killer_table(options: Options) -> KillerTable {
    let order = if options.has_killers { KillerOrder::Dynamic } else { KillerOrder::Fixed };
    KillerTable::new(Board::START.empties(), order)
}

impl Bill {
    /// Makes a player for one game, against an opponent of whom nothing is known.
    pub fn new(options: Options) -> Bill {
        Bill {
            options,
            opponent_rating: DEFAULT_RATING,
            evaluation: options.version.evaluation(options.percent, &options.constants),
            book: None,
            hash: HashTable::new(options.hash_bytes / HashTable::ENTRY_BYTES),
            killers: killer_table(options),
            last_level: 0,
            solved: None,
            speed: EXPECTED_SPEED,
            pondered: PonderedMoves::default(),
        }
    }

    /// Returns the same player against an opponent with this Othello rating: the stronger the
    /// opponent, the deeper BILL thinks ahead.
    #[must_use]
    pub fn with_opponent_rating(self, rating: u32) -> Bill {
        Bill { opponent_rating: rating, ..self }
    }

    /// Returns the same player with another book.
    #[must_use]
    pub fn with_book(self, book: &'static Book) -> Bill {
        Bill { book: Some(book), ..self }
    }

    /// Returns the same player with an evaluation that was learned from games, as [`Version::Bayesian`] has one.
    #[must_use]
    pub fn with_bayes(self, bayes: &'static BayesClassifier) -> Bill {
        let evaluation = LeafEvaluation::Bayesian(Tables::first_guess(), bayes);
        Bill { evaluation, ..self }
    }

    /// Returns the parts that were chosen.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Explains the static value of a board for its player.
    pub fn explain(&self, board: &Board) -> Explanation {
        explain_by(&self.evaluation, board)
    }

    /// Returns how well the opponent's moves of this game were guessed.
    pub fn ponder_counts(&self) -> PonderCounts {
        self.pondered.counts()
    }

    /// Forgets the last game.
    pub(crate) fn forget_game(&mut self) {
        self.hash.clear();
        self.killers = killer_table(self.options);
        self.last_level = 0;
        self.solved = None;
        self.pondered = PonderedMoves::default();
    }

    /// Returns the empties in the order of the killer table: a colour's replies to a move, the best first.
    pub fn replies(&self, color: Color, last: Option<Square>) -> Vec<Square> {
        self.killers.replies(color, last)
    }

    /// Lists the legal moves as the killer table does.
    pub(crate) fn ranked(&self, position: &Position, last: Option<Square>) -> Vec<Square> {
        let replies = self.killers.replies(position.side_to_move(), last).into_iter();
        replies.filter(|&square| position.legal_moves().contains(square)).collect()
    }

    /// Returns the speed of a search, or the last one that was measured, in nodes a second.
    pub(crate) fn speed_in(&self, search: &MoveSearch<'_>) -> f64 {
        let used = search.used();
        if MEASURABLE < used { search.counts.nodes as f64 / used.as_secs_f64() } else { self.speed }
    }
}

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
        let first = root.moves().first()?;
        self.killers.keep(board.empties());
        let pondered = self.pondered.take(&root.position);
        if let Some(AskedMove { mv, .. }) = root.asked {
            let found = self.search_move(root, limits, control, pondered);
            return Some(found).filter(|found| found.best == mv);
        }
        if let Some(square) = self.book_move(&root.position) {
            return Some(self.unsearched(root, square, MoveSource::Book));
        }
        if board.legal_moves().count() == 1 {
            return Some(self.unsearched(root, first, MoveSource::OnlyMove));
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
            asked: root.asked,
            depth: limits.depth,
            max_nodes: limits.nodes,
            control,
            allocation: TimeBudget::of_limits(limits, root.own_moves).map(Allocation::of),
            pondered,
            counts: Counts::default(),
            levels: Vec::new(),
            end: None,
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
                search: Some(self.report(search, &progress, ranked)),
            },
        }
    }

    /// Returns what BILL tells about a finished search, before which the killer table had this order.
    fn report(
        &self,
        search: MoveSearch<'_>,
        result: &Progress,
        killers_before: Vec<Square>,
    ) -> SearchReport {
        let Counts { table_requests, table_hits, reorderings, .. } = search.counts;
        let times =
            search.allocation.map(|Allocation { time, alarm, usable, .. }| [time, alarm, usable]);
        let PonderCounts { moves, hits, .. } = self.ponder_counts();
        SearchReport {
            end: search.end_with(result),
            allocation: times.map(TimeReport::new),
            table_requests,
            table_hits,
            reorderings,
            killers_before,
            killers_after: self.ranked(search.position, search.last),
            pondered_moves: moves,
            guessed_moves: hits,
            levels: search.levels,
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
        let book = || self.book.unwrap_or_else(Book::embedded);
        self.options.has_book.then(|| book().reply(position)).flatten()
    }

    fn unsearched(&self, root: &RootPosition, best: Square, phase: MoveSource) -> Choice<Details> {
        let details = Details {
            phase,
            is_own_value: false,
            level: 0.0,
            alarm: false,
            killer_rank: rank(&self.ranked(&root.position, root.last), best),
            saved: Duration::ZERO,
            search: None,
        };
        Choice::unsearched(best, details)
    }
}

fn rank(ranked: &[Square], square: Square) -> usize {
    ranked.iter().position(|&other| other == square).map_or(0, |index| index + 1)
}
