//! BILL at the board: the book, iterative deepening against the clock, and the endgame.

use std::time::Duration;

use willow_board::{Position, Square};

use super::book::BillBook;
use super::deepening::Turn;
use super::endgame::Expectation;
use super::hash_table::HashTable;
use super::judge::Judge;
use super::killers::KillerTable;
use super::options::{BillLimits, BillOptions};
use super::search::BillCounts;
use super::think_ahead::{Ahead, Guesses};
use super::timing::Allocation;

/// The speed that is expected before one was measured, in nodes a second. Ours.
const EXPECTED_SPEED: f64 = 3e6;

/// A search shorter than this says nothing about the speed. Ours.
const MEASURABLE: Duration = Duration::from_millis(20);

/// BILL, with all that it keeps from move to move of a game.
pub struct Bill {
    pub(super) options: BillOptions,
    pub(super) judge: Judge,
    pub(super) hash: HashTable,
    pub(super) killers: KillerTable,
    /// The level searched to in the last move.
    pub(super) last_level: u32,
    /// What searches to the end have told; there will be only such searches from then on.
    pub(super) solved: Option<Expectation>,
    /// In nodes a second.
    pub(super) speed: f64,
    pub(super) guesses: Guesses,
}

/// What connects a thinking BILL to the world outside. Both functions are told how many nodes were searched
/// since the thinking began, for clocks that go with the work.
#[derive(Clone, Copy)]
pub struct BillControl<'a> {
    /// Tells whether to answer at once.
    pub stop: &'a dyn Fn(u64) -> bool,
    /// Tells the time since the turn began.
    pub now: &'a dyn Fn(u64) -> Duration,
}

/// What BILL did to find a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BillPhase {
    /// It is in the book.
    Book,
    /// It is the only legal one.
    OnlyMove,
    /// A search of some levels.
    Normal,
    /// A search for the winner.
    Outcome,
    /// A search for the final score.
    Exact,
}

/// A move of BILL's and what it thought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BillMove {
    /// The move.
    pub square: Square,
    /// How it was found.
    pub phase: BillPhase,
    /// Its value for the mover: -1 to 1 of an outcome search, discs of an exact one, units of the
    /// evaluation otherwise.
    pub value: i32,
    /// Whether the value is the move's own. A single move that is better than the first keeps the
    /// value that it is known to exceed: at least this.
    pub is_exact: bool,
    /// The level: complete plies, and of the next one the part of the moves that was compared before
    /// the alarm, as in 7.4. In the endgame it is the number of empty squares.
    pub level: f64,
    /// The work done.
    pub counts: BillCounts,
    /// Whether the alarm ended the search.
    pub alarm: bool,
    /// The place of the move among the legal ones of its list in the killer table, from 1, before the
    /// search.
    pub killer_rank: usize,
    /// How long this move was thought about before it was BILL's turn, if it had guessed right.
    pub saved: Duration,
}

impl Bill {
    /// Makes a player for one game.
    #[must_use]
    pub fn new(options: BillOptions) -> Bill {
        let start = willow_board::Board::START.empties();
        Bill {
            options,
            judge: options.version.judge(options.percent, &options.constants),
            hash: HashTable::new(options.hash_bytes / HashTable::ENTRY_BYTES),
            killers: KillerTable::new(start, options.has_killers),
            last_level: 0,
            solved: None,
            speed: EXPECTED_SPEED,
            guesses: Guesses::default(),
        }
    }

    /// Forgets the last game.
    pub fn start_game(&mut self) {
        self.hash.clear();
        self.killers =
            KillerTable::new(willow_board::Board::START.empties(), self.options.has_killers);
        self.last_level = 0;
        self.solved = None;
        self.guesses = Guesses::default();
    }

    /// Chooses a move; `last` is the opponent's, if it has just made one. Returns `None` if there is
    /// no legal move.
    pub fn choose(
        &mut self,
        position: &Position,
        last: Option<Square>,
        limits: &BillLimits,
        control: BillControl<'_>,
    ) -> Option<BillMove> {
        let board = position.board();
        let first = board.legal_moves().first()?;
        self.killers.keep(board.empties());
        let ahead = self.credit(position);
        if let Some(square) = self.book_move(position) {
            return Some(self.unsearched(position, last, square, BillPhase::Book));
        }
        if board.legal_moves().count() == 1 {
            return Some(self.unsearched(position, last, first, BillPhase::OnlyMove));
        }
        Some(self.consider(position, last, limits, control, ahead))
    }

    /// Values a position with moves by a search, whatever the book says and if there is only one.
    pub(super) fn value_by_search(
        &mut self,
        position: &Position,
        limits: &BillLimits,
        control: BillControl<'_>,
    ) -> Option<BillMove> {
        position.legal_moves().first()?;
        self.killers.keep(position.board().empties());
        Some(self.consider(position, None, limits, control, Ahead::default()))
    }

    fn consider(
        &mut self,
        position: &Position,
        last: Option<Square>,
        limits: &BillLimits,
        control: BillControl<'_>,
        ahead: Ahead,
    ) -> BillMove {
        let allocation = limits.time.map(Allocation::of);
        let counts = BillCounts::default();
        let mut turn = Turn { position, last, limits, control, allocation, ahead, counts };
        let ranked = self.ranked(position, last);
        let progress = self.think(&mut turn);
        self.speed = self.speed_in(&turn);
        let square = progress.found.best;
        BillMove {
            square,
            phase: progress.phase,
            value: progress.found.value,
            is_exact: progress.found.is_exact,
            level: progress.level(),
            counts: turn.counts,
            alarm: progress.alarm,
            killer_rank: rank(&ranked, square),
            saved: ahead.invested,
        }
    }

    fn book_move(&self, position: &Position) -> Option<Square> {
        if self.options.has_book { BillBook::embedded().reply(position) } else { None }
    }

    fn unsearched(
        &self,
        position: &Position,
        last: Option<Square>,
        square: Square,
        phase: BillPhase,
    ) -> BillMove {
        BillMove {
            square,
            phase,
            value: 0,
            is_exact: false,
            level: 0.0,
            counts: BillCounts::default(),
            alarm: false,
            killer_rank: rank(&self.ranked(position, last), square),
            saved: Duration::ZERO,
        }
    }

    /// Lists the legal moves as the killer table does.
    pub(super) fn ranked(&self, position: &Position, last: Option<Square>) -> Vec<Square> {
        let replies = self.killers.replies(position.side_to_move(), last).into_iter();
        replies.filter(|&square| position.legal_moves().contains(square)).collect()
    }

    /// Returns the speed of a turn's search, or the last one that was measured, in nodes a second.
    pub(super) fn speed_in(&self, turn: &Turn<'_>) -> f64 {
        let used = turn.used();
        if MEASURABLE < used { turn.counts.nodes as f64 / used.as_secs_f64() } else { self.speed }
    }
}

fn rank(ranked: &[Square], square: Square) -> usize {
    ranked.iter().position(|&other| other == square).map_or(0, |place| place + 1)
}
