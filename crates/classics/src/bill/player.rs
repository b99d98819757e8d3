//! BILL at the board: the book, iterative deepening against the clock, and the endgame.

use std::time::Duration;

use willow_board::{Position, Square};

use super::book::BillBook;
use super::endgame::{EndgameKind, Expectation, Guess, Means};
use super::hash_table::HashTable;
use super::judge::Judge;
use super::killers::KillerTable;
use super::options::{BillLimits, BillOptions};
use super::search::{
    BillCounts, Exact, Goal, NODES_PER_LOOK, Node, Normal, Outcome, Searcher, Window,
};
use super::timing::Allocation;
use super::top::{Comparison, Top};

/// The first level of a search is at least this.
const LOWEST_LEVEL: u32 = 2;

/// How much of the last move's level a search does not repeat.
const LEVELS_BACK: u32 = 2;

/// The half width of the first move's window, in units of the evaluation. Ours.
const NARROW: i32 = 20_000;

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
    solved: Option<Expectation>,
    /// In nodes a second.
    speed: f64,
    pub(super) guesses: super::think_ahead::Guesses,
}

/// What connects a thinking BILL to the world outside.
#[derive(Clone, Copy)]
pub struct BillControl<'a> {
    /// Tells whether to answer at once.
    pub stop: &'a dyn Fn() -> bool,
    /// Tells the time since the turn began.
    pub now: &'a dyn Fn() -> Duration,
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

/// One turn of BILL's.
pub(super) struct Turn<'a> {
    pub(super) position: &'a Position,
    pub(super) last: Option<Square>,
    pub(super) limits: &'a BillLimits,
    pub(super) control: BillControl<'a>,
    pub(super) allocation: Option<Allocation>,
    pub(super) saved: Duration,
    /// What the turn has cost so far.
    pub(super) counts: BillCounts,
}

/// How far a search came.
#[derive(Clone, Copy, Debug)]
struct Progress {
    found: Comparison,
    /// The last complete level.
    level: u32,
    phase: BillPhase,
    alarm: bool,
}

impl Bill {
    /// Makes a player for one game.
    #[must_use]
    pub fn new(options: BillOptions) -> Bill {
        let start = willow_board::Board::START.empties();
        Bill {
            options,
            judge: options.version.judge(options.percent),
            hash: HashTable::new(options.hash_bytes / HashTable::ENTRY_BYTES),
            killers: KillerTable::new(start, options.has_killers),
            last_level: 0,
            solved: None,
            speed: EXPECTED_SPEED,
            guesses: super::think_ahead::Guesses::default(),
        }
    }

    /// Forgets the last game.
    pub fn start_game(&mut self) {
        self.hash.clear();
        self.killers =
            KillerTable::new(willow_board::Board::START.empties(), self.options.has_killers);
        self.last_level = 0;
        self.solved = None;
        self.guesses = super::think_ahead::Guesses::default();
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
        let saved = self.credit(position);
        if let Some(square) = self.book_move(position) {
            return Some(self.unsearched(position, last, square, BillPhase::Book));
        }
        if board.legal_moves().count() == 1 {
            return Some(self.unsearched(position, last, first, BillPhase::OnlyMove));
        }
        Some(self.consider(position, last, limits, control, saved))
    }

    /// Values a position with moves by a search, whatever the book says and if there is only one.
    pub(super) fn judge(
        &mut self,
        position: &Position,
        limits: &BillLimits,
        control: BillControl<'_>,
    ) -> Option<BillMove> {
        position.legal_moves().first()?;
        self.killers.keep(position.board().empties());
        Some(self.consider(position, None, limits, control, Duration::ZERO))
    }

    fn consider(
        &mut self,
        position: &Position,
        last: Option<Square>,
        limits: &BillLimits,
        control: BillControl<'_>,
        saved: Duration,
    ) -> BillMove {
        let allocation = limits.time.map(Allocation::of);
        let counts = BillCounts::default();
        let mut turn = Turn { position, last, limits, control, allocation, saved, counts };
        let ranked = self.ranked(position, last);
        let progress = self.think(&mut turn);
        self.measure_speed(&turn);
        let square = progress.found.best;
        BillMove {
            square,
            phase: progress.phase,
            value: progress.found.value,
            level: progress.level(),
            counts: turn.counts,
            alarm: progress.alarm,
            killer_rank: rank(&ranked, square),
            saved,
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
        let killer_rank = rank(&self.ranked(position, last), square);
        let counts = BillCounts::default();
        let saved = Duration::ZERO;
        BillMove { square, phase, value: 0, level: 0.0, counts, alarm: false, killer_rank, saved }
    }

    /// Lists the legal moves as the killer table does.
    fn ranked(&self, position: &Position, last: Option<Square>) -> Vec<Square> {
        let replies = self.killers.replies(position.side_to_move(), last).into_iter();
        replies.filter(|&square| position.legal_moves().contains(square)).collect()
    }

    fn measure_speed(&mut self, turn: &Turn<'_>) {
        let used = (turn.control.now)();
        if MEASURABLE < used {
            self.speed = turn.counts.nodes as f64 / used.as_secs_f64();
        }
    }

    /// Deepens the search level by level as long as the limits allow, and searches to the end of the
    /// game as soon as they allow that.
    fn think(&mut self, turn: &mut Turn<'_>) -> Progress {
        let mut progress = None;
        if let Some(expectation) = self.solved
            && let Some(solved) = self.solve(turn, expectation, None)
        {
            return solved;
        }
        let mut level = self.first_level(turn);
        loop {
            let Some(deeper) = self.search_level(turn, level, progress) else {
                return progress.map_or_else(|| self.stopgap(turn), Progress::with_alarm);
            };
            let agree = progress.is_none_or(|last: Progress| last.found.best == deeper.found.best);
            progress = Some(deeper);
            if deeper.alarm {
                return deeper;
            }
            self.last_level = level;
            let guess = Guess::Units(deeper.found.value);
            let expectation = Expectation { outcome: None, guess };
            if let Some(solved) = self.solve(turn, expectation, Some(deeper)) {
                return solved;
            }
            if self.is_enough(turn, level, agree) {
                return deeper;
            }
            level += 1;
        }
    }

    /// Returns the level that a search begins with.
    fn first_level(&self, turn: &Turn<'_>) -> u32 {
        let level = self.last_level.saturating_sub(LEVELS_BACK).max(LOWEST_LEVEL);
        turn.limits.depth.map_or(level, |depth| level.min(depth)).max(1)
    }

    /// Returns whether a complete level is the last.
    fn is_enough(&self, turn: &Turn<'_>, level: u32, agree: bool) -> bool {
        let limits = turn.limits;
        let is_unlimited = limits.nodes.is_none() && limits.time.is_none();
        level >= turn.position.board().n_empties()
            || limits.depth.map_or(is_unlimited, |depth| depth <= level)
            || limits.nodes.is_some_and(|nodes| nodes <= turn.counts.nodes)
            || turn.allocation.is_some_and(|allocation| {
                !allocation.goes_on((turn.control.now)(), turn.saved, agree)
            })
    }

    /// Searches one level. Returns `None` if the search ended before the first move was known.
    fn search_level(
        &mut self,
        turn: &mut Turn<'_>,
        level: u32,
        last: Option<Progress>,
    ) -> Option<Progress> {
        let narrow = last.map_or(Window::FULL, |last| Window {
            alpha: last.found.value.saturating_sub(NARROW),
            beta: last.found.value.saturating_add(NARROW),
        });
        let limits =
            Limits { until: turn.allocation.map(|allocation| allocation.alarm), enough: i32::MAX };
        let found = if self.options.prunes {
            self.run::<Normal<true>>(turn, level, narrow, limits)?
        } else {
            self.run::<Normal<false>>(turn, level, narrow, limits)?
        };
        let alarm = !found.is_complete();
        let level = level - u32::from(alarm);
        Some(Progress { found, level, phase: BillPhase::Normal, alarm })
    }

    /// Searches to the end if that is affordable, or was done before: who wins, and then by how much.
    /// Returns `None` if it is not or did not come to a result that counts.
    fn solve(
        &mut self,
        turn: &mut Turn<'_>,
        mut expectation: Expectation,
        normal: Option<Progress>,
    ) -> Option<Progress> {
        let mut best = None;
        if expectation.outcome.is_none() || !self.is_affordable(EndgameKind::Exact, turn) {
            if !self.is_affordable(EndgameKind::Outcome, turn) {
                return None;
            }
            let outcome = self.search_end::<Outcome>(turn, Window { alpha: -1, beta: 1 }, 1)?;
            if outcome.alarm && (outcome.found.value < 0 && normal.is_some()) {
                return normal.map(Progress::with_alarm);
            }
            if !outcome.alarm {
                expectation.outcome = Some(outcome.found.value);
                self.solved = Some(expectation);
            }
            best = Some(outcome);
        }
        if self.is_affordable(EndgameKind::Exact, turn)
            && let Some(exact) = self.search_end::<Exact>(turn, expectation.window(), 64)
        {
            if !exact.alarm {
                let (outcome, guess) =
                    (Some(exact.found.value.signum()), Guess::Discs(exact.found.value));
                self.solved = Some(Expectation { outcome, guess });
            }
            best = Some(exact);
        }
        best
    }

    fn search_end<G: EndgameGoal>(
        &mut self,
        turn: &mut Turn<'_>,
        narrow: Window,
        enough: i32,
    ) -> Option<Progress> {
        let empties = turn.position.board().n_empties();
        let limits =
            Limits { until: turn.allocation.map(|allocation| allocation.last_moment), enough };
        let found = self.run::<G>(turn, empties, narrow, limits)?;
        let alarm = !found.is_complete();
        Some(Progress { found, level: empties, phase: G::PHASE, alarm })
    }

    fn is_affordable(&self, kind: EndgameKind, turn: &Turn<'_>) -> bool {
        let by_time = turn.allocation.map(|allocation| {
            let left = allocation.last_moment.saturating_sub((turn.control.now)());
            left.as_secs_f64() * self.speed
        });
        let by_nodes =
            turn.limits.nodes.map(|nodes| nodes.saturating_sub(turn.counts.nodes) as f64);
        let nodes = [by_time, by_nodes].into_iter().flatten().reduce(f64::min);
        let limits = turn.limits;
        let is_unlimited = limits.nodes.is_none() && limits.time.is_none();
        let depth = limits.depth.or(is_unlimited.then_some(self.first_level(turn)));
        self.options.solves
            && kind.is_affordable(turn.position.board().n_empties(), Means { nodes, depth })
    }

    /// Compares the moves of the turn's position.
    fn run<G: Goal>(
        &mut self,
        turn: &mut Turn<'_>,
        depth: u32,
        narrow: Window,
        limits: Limits,
    ) -> Option<Comparison> {
        let control = turn.control;
        let before = turn.counts.nodes;
        let most = turn.limits.nodes;
        let mut searcher = Searcher {
            judge: self.judge,
            hash: &mut self.hash,
            killers: &mut self.killers,
            counts: BillCounts::default(),
            is_interrupted: &|nodes| {
                (control.stop)()
                    || most.is_some_and(|most| most <= before + nodes)
                    || limits.until.is_some_and(|until| until <= (control.now)())
            },
            next_look: NODES_PER_LOOK,
            is_stopped: false,
        };
        let node = Node::<G>::new(*turn.position.board(), turn.position.side_to_move(), turn.last);
        let top = Top {
            node: &node,
            depth,
            narrow,
            enough: limits.enough,
            has_zero_window: self.options.has_zero_window,
        };
        let found = searcher.compare(&top);
        let BillCounts { nodes, leaves } = searcher.counts;
        turn.counts.nodes += nodes;
        turn.counts.leaves += leaves;
        found
    }

    /// Chooses the first move in order, when there was no time at all.
    fn stopgap(&self, turn: &Turn<'_>) -> Progress {
        let best = self.ranked(turn.position, turn.last)[0];
        let found = Comparison { best, value: 0, is_exact: false, n_done: 0, n_moves: 1 };
        Progress { found, level: 0, phase: BillPhase::Normal, alarm: true }
    }
}

/// What ends one search.
#[derive(Clone, Copy, Debug)]
struct Limits {
    until: Option<Duration>,
    enough: i32,
}

/// A goal at the end of the game.
trait EndgameGoal: Goal {
    const PHASE: BillPhase;
}

impl EndgameGoal for Outcome {
    const PHASE: BillPhase = BillPhase::Outcome;
}

impl EndgameGoal for Exact {
    const PHASE: BillPhase = BillPhase::Exact;
}

impl Progress {
    fn with_alarm(self) -> Progress {
        Progress { alarm: true, ..self }
    }

    fn level(&self) -> f64 {
        let part = f64::from(self.found.n_done) / f64::from(self.found.n_moves);
        f64::from(self.level) + if self.found.is_complete() { 0.0 } else { part }
    }
}

fn rank(ranked: &[Square], square: Square) -> usize {
    ranked.iter().position(|&other| other == square).map_or(0, |place| place + 1)
}
