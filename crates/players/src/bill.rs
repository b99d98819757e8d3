//! BILL as a player.

use std::time::{Duration, Instant};

use willow_board::{Color, Game, Move, Outcome, Position, Square, TimeControl, TimeLeft};
use willow_classics::{
    AheadSetup, Bill, BillConstant, BillConstants, BillControl, BillLimits, BillMove, BillOptions,
    BillPercent, BillPhase, BillTime, BillVersion,
};

use crate::options::Options;
use crate::player_key::PlayerKey;
use crate::spec_error::SpecError;
use crate::think_ahead::Ponder;
use crate::{Decision, GameSetup, MoveReport, MoveRequest, Player, PlayerError};

/// The plies without a clock and without a limit in the SPEC.
const DEFAULT_DEPTH: u32 = 6;

/// The plies of the simple strategies: three, as the schoolchildren's version had.
const SIMPLE_DEPTH: u32 = 3;

/// The rating of an opponent of whom nothing is known.
const DEFAULT_RATING: u32 = 1500;

/// The largest hash table that a SPEC may ask for, in bytes.
const MOST_HASH: u64 = 1 << 34;

/// The number of moves that a time for each move is multiplied by for the length of a game.
const MOVES_OF_A_GAME: u32 = 30;

/// Plays what BILL finds.
pub struct BillPlayer {
    name: String,
    limits: BillLimits,
    /// The time for each move.
    move_time: Option<Duration>,
    /// The opponent's rating, if BILL thinks on its opponent's time.
    rating: Option<u32>,
    color: Color,
    /// The time for the whole game, as far as it is known.
    game_time: Duration,
    options: BillOptions,
    brain: Option<Ponder<Box<Bill>>>,
}

/// The plain alpha-beta searcher that the simple strategies are played by.
const SIMPLE: BillOptions = BillOptions {
    version: BillVersion::Schoolchildren,
    percent: BillPercent::REPORT,
    constants: BillConstants::OURS,
    hash_bytes: 0,
    has_killers: false,
    has_zero_window: false,
    prunes: false,
    solves: false,
    has_book: false,
};

/// Declares a key that turns off a part of BILL.
const fn switch(name: &'static str, meaning: &'static str) -> PlayerKey {
    PlayerKey::switch(name, meaning, "on")
}

/// Declares a key of a coefficient.
const fn percent(name: &'static str, meaning: &'static str) -> PlayerKey {
    PlayerKey { name, values: "0..1000", meaning, default: "100" }
}

impl BillPlayer {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey { default: "plans with the game's clock", ..PlayerKey::TIME },
        PlayerKey {
            meaning: "the most plies to search; the end is solved for the winner from 8 empty \
                      squares more on, for the score from 6",
            default: "no limit; 6 without any other, 3 for the simple versions",
            ..PlayerKey::DEPTH
        },
        PlayerKey::NODES,
        PlayerKey {
            name: "hash",
            values: "0 or SIZE such as 4M",
            meaning: "the size of the hash table",
            default: "128K, the 32,768 entries of 1986",
        },
        PlayerKey {
            name: "version",
            values: "bill|counted-mobility|estimated-edges|bayesian|schoolchildren|minimum-disc|\
                     edge-greedy",
            meaning: "whose evaluation; the last three search with plain alpha-beta",
            default: "bill",
        },
        percent("edge", "the edges' coefficient, in hundredths of the report's"),
        percent("mobility", "the mobility's coefficient, in the same way"),
        percent("occupied", "the occupied squares' coefficient, in the same way"),
        PlayerKey {
            name: "constants",
            values: "(NAME=PERCENT,...)",
            meaning: "parts, in hundredths up to 300, of first guesses at the numbers that the report \
                      leaves open: docs/benchmarks/classics.md lists them",
            default: "what won matches",
        },
        switch("killers", "good replies move forward in the killer table"),
        switch("zero-window", "zero-window search at the top"),
        switch("pruning", "forward pruning of moves to X- and C-squares"),
        switch("endgame", "two-phase search of the end of the game"),
        switch("book", "the opening book"),
        PlayerKey::switch(
            "think-ahead",
            "thinking on the opponent's time, on a second thread",
            "off",
        ),
        PlayerKey {
            name: "rating",
            values: "0..4000",
            meaning: "the opponent's Othello rating, which sets the depth of thinking ahead",
            default: "1500",
        },
    ];

    /// Returns the player that the SPEC describes.
    pub(crate) fn from_options(options: Options<'_>) -> Result<BillPlayer, SpecError> {
        let bill_options = bill_options(options)?;
        let depth = options.number("depth", 1..=60)?.map(|depth| depth as u32);
        let nodes = options.count("nodes")?;
        let ahead = options.switch("think-ahead", false)?;
        let rating = options.number("rating", 0..=4000)?;
        let rating = rating.map_or(DEFAULT_RATING, |rating| rating as u32);
        let is_simple = bill_options.version.is_simple();
        let depth = depth.or(is_simple.then_some(SIMPLE_DEPTH));
        let move_time = options.move_time("time")?;
        Ok(BillPlayer {
            name: options.0.to_string(),
            limits: BillLimits { depth, nodes, time: None },
            move_time,
            rating: ahead.then_some(rating),
            color: Color::Black,
            game_time: move_time.unwrap_or_default() * MOVES_OF_A_GAME,
            options: bill_options,
            brain: None,
        })
    }

    /// Calls BILL back from thinking ahead.
    fn recall(&mut self) -> Box<Bill> {
        let anew = || Box::new(Bill::new(self.options));
        match self.brain.take() {
            Some(brain) => brain.recall(anew).0,
            None => anew(),
        }
    }

    /// Returns BILL, who does not think meanwhile.
    fn bill(&mut self) -> &mut Bill {
        let bill = self.recall();
        self.brain.insert(Ponder::Here(bill)).here().expect("BILL was just put there")
    }

    /// Lets BILL think about the opponent's move until it is called back.
    fn think_ahead(&mut self, position: Position, last: Option<Square>, rating: u32) {
        let setup = AheadSetup { rating, game_time: self.game_time };
        let bill = self.recall();
        self.brain = Some(Ponder::lend(bill, *position.board(), move |bill, stop| {
            let began = Instant::now();
            let control = BillControl { stop: &|_| stop.is_raised(), now: &|_| began.elapsed() };
            bill.think_ahead(&position, last, &setup, control);
        }));
    }

    /// Returns the limits for a move.
    fn limits(&mut self, turn: &MoveRequest<'_>) -> BillLimits {
        let clock = turn.time_left().map(|left| self.time_of_clock(turn, left));
        let own = self.move_time.map(BillTime::Move);
        let time = match (own, clock) {
            (Some(BillTime::Move(own)), Some(clock)) if clock.most() <= own => Some(clock),
            (own, clock) => own.or(clock),
        };
        let limits = BillLimits { time, ..self.limits };
        if limits == BillLimits::default() {
            BillLimits { depth: Some(DEFAULT_DEPTH), ..limits }
        } else {
            limits
        }
    }

    fn time_of_clock(&mut self, turn: &MoveRequest<'_>, left: TimeLeft) -> BillTime {
        if left.main <= left.byoyomi {
            return BillTime::Move(left.main + left.byoyomi);
        }
        let whole = whole_time(turn.clock.control(turn.color()));
        self.game_time = whole;
        BillTime::Game { left: left.main, whole, own_moves: own_moves(turn.game, turn.color()) }
    }
}

fn bill_options(options: Options<'_>) -> Result<BillOptions, SpecError> {
    let version = options.choice("version", &BillVersion::NAMED)?.unwrap_or_default();
    let base = if version.is_simple() { SIMPLE } else { BillOptions::default() };
    if !version.has_coefficients() {
        for key in ["edge", "mobility", "occupied"] {
            options.refuse(key, "version=bill")?;
        }
    }
    let switch = |key: &str, default: bool| options.switch(key, default);
    let percent = |key: &str| {
        options.number(key, 0..=1000).map(|percent| percent.map_or(100, |percent| percent as i32))
    };
    if version != BillVersion::Bill {
        options.refuse("constants", "version=bill")?;
    }
    let hash = options.size("hash", 0..=MOST_HASH, "0 to 16G")?;
    Ok(BillOptions {
        version,
        percent: BillPercent {
            edge: percent("edge")?,
            mobility: percent("mobility")?,
            occupied: percent("occupied")?,
        },
        constants: constants(options)?,
        hash_bytes: hash.map_or(base.hash_bytes, |bytes| bytes as usize),
        has_killers: switch("killers", base.has_killers)?,
        has_zero_window: switch("zero-window", base.has_zero_window)?,
        prunes: switch("pruning", base.prunes)?,
        solves: switch("endgame", base.solves)?,
        has_book: switch("book", base.has_book)?,
    })
}

/// Reads parts of constants: `(idle=50,sequence=120)`.
fn constants(options: Options<'_>) -> Result<BillConstants, SpecError> {
    let Some(option) = options.0.option("constants") else { return Ok(BillConstants::OURS) };
    let text = option.value();
    let listed = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let read = |constants: BillConstants, part: &str| {
        let (name, percent) = part.split_once('=')?;
        constants.with(BillConstant::from_name(name.trim())?, percent.trim().parse().ok()?)
    };
    listed.split(',').try_fold(BillConstants::OURS, read).ok_or_else(|| {
        let names = BillConstant::ALL.map(BillConstant::name).join(", ");
        let expected =
            format!("(NAME=PERCENT,...) with parts up to {} of {names}", BillConstants::MOST);
        options.invalid("constants", &expected)
    })
}

/// Returns the time that a player begins a game with.
fn whole_time(control: TimeControl) -> Duration {
    let clock = willow_board::Clock::new(control);
    clock.time_left(Color::Black, Duration::ZERO).map_or(Duration::MAX, |left| left.main)
}

/// Returns how many moves a colour has made, those before the game's start included.
fn own_moves(game: &Game, color: Color) -> u32 {
    let start = game.start();
    let before = start.board().occupied().count().saturating_sub(4) / 2;
    let own = (0..game.n_plies()).filter(|&ply| {
        game.position_at(ply).is_some_and(|position| position.side_to_move() == color)
    });
    let placed = own.filter(|&ply| game.moves().nth(ply).is_some_and(|mv| mv != Move::Pass));
    before + placed.count() as u32
}

/// Returns the last move if it placed a disc.
fn last_square(game: &Game) -> Option<Square> {
    match game.last_move() {
        Some(Move::Place(square)) => Some(square),
        _ => None,
    }
}

impl Player for BillPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        self.color = setup.color;
        self.bill().start_game();
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        let began = Instant::now();
        let limits = self.limits(turn);
        let control = BillControl { stop: &|_| turn.stop.is_raised(), now: &|_| began.elapsed() };
        let position = turn.game.position();
        let found = self.bill().choose(position, last_square(turn.game), &limits, control);
        let Some(found) = found else {
            return Err(PlayerError::no_move(&self.name));
        };
        let report = Some(report_of(&found));
        Ok(Decision { report, ..Decision::from(Move::Place(found.square)) })
    }

    fn observe(&mut self, mv: Move, position: &Position) {
        let last = match mv {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        };
        if let Some(rating) = self.rating
            && position.side_to_move() != self.color
            && !position.legal_moves().is_empty()
        {
            self.think_ahead(*position, last, rating);
        } else {
            let _ = self.bill();
        }
    }

    fn end_game(&mut self, _outcome: &Outcome) {
        let _ = self.bill();
    }
}

impl Drop for BillPlayer {
    /// A thread must not think on when nobody waits for it.
    fn drop(&mut self) {
        if let Some(brain) = self.brain.take() {
            brain.dismiss();
        }
    }
}

fn report_of(found: &BillMove) -> MoveReport {
    let exact = found.phase == BillPhase::Exact && found.is_exact && !found.alarm;
    MoveReport {
        // Other values are not in discs.
        value: exact.then_some(f64::from(found.value)),
        depth: found.level as u32,
        exact,
        nodes: found.counts.nodes,
        pv: vec![Move::Place(found.square)],
    }
}
