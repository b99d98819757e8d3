//! Thinking on the opponent's time (section 3.3.2).

use std::time::Duration;

use willow_board::{Move, Position, Square};

use super::deepening::{Progress, Turn};
use super::options::BillLimits;
use super::player::{Bill, BillControl};
use super::search::BillCounts;

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
    found: Ahead,
}

/// What was found out about a position before it was BILL's turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ahead {
    /// How long it was searched.
    pub(super) invested: Duration,
    /// The last complete level of that search.
    pub(super) progress: Option<Progress>,
    /// Whether the level before had the same best move.
    pub(super) agree: bool,
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
        let mut counts = BillCounts::default();
        let guesses = self.opponents_moves(position, last, control, &mut counts);
        for depth in setup.depth().min(deepest)..=deepest {
            for &guess in &guesses {
                if (control.stop)(counts.nodes) {
                    return;
                }
                self.search_guess(position, guess, depth, control, &mut counts);
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
        counts: &mut BillCounts,
    ) -> Vec<Square> {
        let known = self.hash.best(position.board(), position.side_to_move());
        let known = known.filter(|&square| position.legal_moves().contains(square));
        let first = known.or_else(|| {
            let mut turn = turn_ahead(position, last, control, *counts);
            let found = self.search_level(&mut turn, GUESSING_DEPTH, None);
            *counts = turn.counts;
            found.filter(|found| !found.alarm).map(|found| found.found.best)
        });
        let others = self.killers.replies(position.side_to_move(), last).into_iter();
        let others = others
            .filter(|&square| position.legal_moves().contains(square) && Some(square) != first);
        first.into_iter().chain(others).collect()
    }

    /// Searches the position after a guess level by level, from where an earlier search of it ended.
    fn search_guess(
        &mut self,
        position: &Position,
        guess: Square,
        depth: u32,
        control: BillControl<'_>,
        counts: &mut BillCounts,
    ) {
        let Ok(after) = position.play(Move::Place(guess)) else { return };
        if after.legal_moves().is_empty() {
            return;
        }
        let known = self.guesses.guesses.iter().position(|known| known.after == after);
        let index = known.unwrap_or_else(|| {
            self.guesses.guesses.push(Guess { after, found: Ahead::default() });
            self.guesses.guesses.len() - 1
        });
        let Ahead { mut invested, mut progress, mut agree } = self.guesses.guesses[index].found;
        let mut turn = turn_ahead(&after, Some(guess), control, *counts);
        let began = turn.used();
        let deepest = depth.min(after.board().n_empties());
        let first = progress.map_or_else(|| self.first_level(&turn), |last| last.level + 1);
        // Where few squares are empty, the level of the last move may be deeper than the game is long.
        let first = if progress.is_none() { first.min(deepest) } else { first };
        for level in first..=deepest {
            let deeper = self.search_level(&mut turn, level, progress);
            let Some(deeper) = deeper.filter(|found| !found.alarm) else { break };
            agree = progress.is_none_or(|last| last.found.best == deeper.found.best);
            progress = Some(deeper);
        }
        invested += turn.used().saturating_sub(began);
        *counts = turn.counts;
        self.guesses.guesses[index].found = Ahead { invested, progress, agree };
    }

    /// Returns the position after the first guess.
    #[cfg(test)]
    pub(super) fn ahead_position(&self) -> Option<Position> {
        self.guesses.guesses.first().map(|guess| guess.after)
    }

    /// Looks whether the position of BILL's turn was thought about, and returns what was found.
    pub(super) fn credit(&mut self, position: &Position) -> Ahead {
        let Guesses { guesses, counts } = &mut self.guesses;
        if guesses.is_empty() {
            return Ahead::default();
        }
        counts.moves += 1;
        let hit = guesses.iter().position(|guess| guess.after == *position);
        let found = hit.map_or_else(Ahead::default, |index| {
            counts.hits += 1;
            counts.first_hits += u32::from(index == 0);
            guesses[index].found
        });
        counts.saved += found.invested;
        guesses.clear();
        found
    }
}

/// Returns a turn that has not come yet: only [`BillControl::stop`] ends its search.
fn turn_ahead<'a>(
    position: &'a Position,
    last: Option<Square>,
    control: BillControl<'a>,
    counts: BillCounts,
) -> Turn<'a> {
    const NO_LIMITS: &BillLimits = &BillLimits { depth: None, nodes: None, time: None };
    let (limits, ahead) = (NO_LIMITS, Ahead::default());
    Turn { position, last, limits, control, allocation: None, ahead, counts }
}
