//! Thinking on the opponent's time (section 3.3.2).

use std::time::Duration;

use willow_board::{Move, Position, Square};

use super::goals::Normal;
use super::player::{Bill, BillControl};
use super::search::{BillCounts, NODES_PER_LOOK, Node, Searcher, Window};
use super::top::Top;

/// The plies of the search that guesses the opponent's move when the hash table knows none: the
/// report's "preselected, small search depth". Ours.
const GUESSING_DEPTH: u32 = 4;

/// How strong the opponent is and how long the game, from which the depth of thinking ahead comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AheadSetup {
    /// The opponent's Othello rating.
    pub rating: u32,
    /// The time that a player has for the whole game.
    pub game_time: Duration,
}

/// The rating and the game that the depth is reckoned from: a good club player in a tournament game.
const REFERENCE: AheadSetup = AheadSetup { rating: 1500, game_time: Duration::from_mins(30) };

/// The most plies that are searched behind a guess against such an opponent. Ours.
const REFERENCE_DEPTH: f64 = 12.0;

/// The rating that makes one ply more. Ours.
const RATING_PER_PLY: f64 = 200.0;

/// The factor of the game's time that makes one ply more: about BILL's effective branching factor.
const TIME_PER_PLY: f64 = 3.7;

impl AheadSetup {
    /// Returns the most plies to search behind each guess: the more, the stronger the opponent and the
    /// longer the game.
    #[must_use]
    pub fn depth(&self) -> u32 {
        let rating = (f64::from(self.rating) - f64::from(REFERENCE.rating)) / RATING_PER_PLY;
        let time = self.game_time.as_secs_f64().max(1.0) / REFERENCE.game_time.as_secs_f64();
        let depth = REFERENCE_DEPTH + rating + time.log(TIME_PER_PLY);
        depth.round().clamp(2.0, 30.0) as u32
    }
}

/// What BILL has thought ahead about.
#[derive(Clone, Debug, Default)]
pub(super) struct Guesses {
    /// The opponent's moves that were searched, and what they lead to.
    guesses: Vec<Guess>,
    counts: AheadCounts,
}

#[derive(Clone, Copy, Debug)]
struct Guess {
    /// The position after the guessed move.
    after: Position,
    /// How long it was searched.
    invested: Duration,
    /// The last complete level of that search.
    level: u32,
}

/// How well the opponent's moves were guessed in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AheadCounts {
    /// Moves that the opponent made after BILL had thought ahead.
    pub moves: u32,
    /// Those among them that BILL had searched.
    pub hits: u32,
    /// Those among them that were its first guess.
    pub first_hits: u32,
    /// The time that was invested in them.
    pub saved: Duration,
}

impl Bill {
    /// Returns how well the opponent's moves of this game were guessed.
    #[must_use]
    pub fn ahead_counts(&self) -> AheadCounts {
        self.guesses.counts
    }

    /// Thinks about a position in which the opponent, who has a move, is to move, until
    /// `control.stop` says so: guess after guess to a maximum depth, and then all of them one ply
    /// deeper, and so on.
    ///
    /// `last` is BILL's own last move.
    pub fn think_ahead(
        &mut self,
        position: &Position,
        last: Option<Square>,
        setup: &AheadSetup,
        control: BillControl<'_>,
    ) {
        self.killers.keep(position.board().empties());
        self.guesses.guesses.clear();
        // After the opponent's move no line is longer.
        let deepest = position.board().n_empties() - 1;
        let guesses = self.opponents_moves(position, last, control);
        for depth in setup.depth().min(deepest)..=deepest {
            if (control.stop)() {
                return;
            }
            for &guess in &guesses {
                self.search_guess(position, guess, depth, control);
                if (control.stop)() {
                    return;
                }
            }
        }
    }

    /// Lists the opponent's moves, the likeliest first: from the hash table or else a shallow search;
    /// then in the order of the killer table.
    fn opponents_moves(
        &mut self,
        position: &Position,
        last: Option<Square>,
        control: BillControl<'_>,
    ) -> Vec<Square> {
        let known = self.hash.best(position.board(), position.side_to_move());
        let known = known.filter(|&square| position.legal_moves().contains(square));
        let first = known.or_else(|| self.shallow_guess(position, last, control));
        let others = self.killers.replies(position.side_to_move(), last).into_iter();
        let others = others
            .filter(|&square| position.legal_moves().contains(square) && Some(square) != first);
        first.into_iter().chain(others).collect()
    }

    fn shallow_guess(
        &mut self,
        position: &Position,
        last: Option<Square>,
        control: BillControl<'_>,
    ) -> Option<Square> {
        let side = position.side_to_move();
        let node = Node::<Normal<true>>::new(*position.board(), side, last);
        self.search_ahead(&node, GUESSING_DEPTH, control)
    }

    /// Searches the position after a guess level by level, from where an earlier search of it ended.
    fn search_guess(
        &mut self,
        position: &Position,
        guess: Square,
        depth: u32,
        control: BillControl<'_>,
    ) {
        let Ok(after) = position.play(Move::Place(guess)) else { return };
        if after.legal_moves().is_empty() {
            return;
        }
        let began = (control.now)();
        let known = self.guesses.guesses.iter().position(|known| known.after == after);
        let index = known.unwrap_or_else(|| {
            self.guesses.guesses.push(Guess { after, invested: Duration::ZERO, level: 0 });
            self.guesses.guesses.len() - 1
        });
        let first = self.guesses.guesses[index].level + 1;
        let node = Node::<Normal<true>>::new(*after.board(), after.side_to_move(), Some(guess));
        for level in first.max(2)..=depth.min(after.board().n_empties()) {
            if self.search_ahead(&node, level, control).is_none() {
                break;
            }
            self.guesses.guesses[index].level = level;
        }
        self.guesses.guesses[index].invested += (control.now)().saturating_sub(began);
    }

    /// Compares the moves of a position; returns the best if all were compared.
    fn search_ahead(
        &mut self,
        node: &Node<Normal<true>>,
        depth: u32,
        control: BillControl<'_>,
    ) -> Option<Square> {
        let mut searcher = Searcher {
            judge: self.judge,
            hash: &mut self.hash,
            killers: &mut self.killers,
            counts: BillCounts::default(),
            is_interrupted: &|_| (control.stop)(),
            next_look: NODES_PER_LOOK,
            is_stopped: false,
        };
        let narrow = Window::FULL;
        let top = Top { node, depth, narrow, enough: i32::MAX, has_zero_window: true };
        let found = searcher.compare(&top).filter(super::top::Comparison::is_complete);
        found.map(|found| found.best)
    }

    /// Looks whether the position of BILL's turn was thought about, and returns the time that this has
    /// saved. The level reached there counts as the last one.
    pub(super) fn credit(&mut self, position: &Position) -> Duration {
        let Guesses { guesses, counts } = &mut self.guesses;
        if guesses.is_empty() {
            return Duration::ZERO;
        }
        counts.moves += 1;
        let hit = guesses.iter().position(|guess| guess.after == *position);
        let saved = hit.map_or(Duration::ZERO, |index| {
            counts.hits += 1;
            counts.first_hits += u32::from(index == 0);
            let Guess { invested, level, .. } = guesses[index];
            self.last_level = self.last_level.max(level);
            invested
        });
        counts.saved += saved;
        guesses.clear();
        saved
    }
}
