//! BILL, with what it keeps from move to move.

use std::time::Duration;

use willow_board::{Board, Position, Square};

use super::move_search::MoveSearch;
use super::options::Options;
use super::pondered_moves::{PonderCounts, PonderedMoves};
use crate::bill::evaluation::leaf_evaluation::LeafEvaluation;
use crate::bill::search::endgame::ScoreExpectation;
use crate::bill::search::hash_table::HashTable;
use crate::bill::search::killers::{KillerOrder, KillerTable};

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
    #[must_use]
    pub fn new(options: Options) -> Bill {
        Bill {
            options,
            opponent_rating: DEFAULT_RATING,
            evaluation: options.version.evaluation(options.percent, &options.constants),
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

    /// Returns how well the opponent's moves of this game were guessed.
    #[must_use]
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
