//! Thinking on the opponent's time (section 3.3.2): the guesses at its move, and how good they were.

use std::time::Duration;

use willow_board::{Move, Position, Square};

use super::deepening::{MoveSearch, PonderResult};
use super::player::Bill;
use crate::bill::search::alpha_beta::Counts;
use crate::{Control, Limits, RootPosition};

/// The opponent's moves that were searched in its own time, and what they lead to.
#[derive(Clone, Debug, Default)]
pub(crate) struct PonderedMoves {
    guesses: Vec<GuessedMove>,
    counts: PonderCounts,
}

#[derive(Clone, Copy, Debug)]
struct GuessedMove {
    /// The position after the guessed move.
    after: Position,
    result: PonderResult,
}

/// How well the opponent's moves were guessed in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PonderCounts {
    /// Moves that the opponent made after BILL had thought ahead.
    pub moves: u32,
    /// Those among them that BILL had searched.
    pub hits: u32,
    /// Those among them that were its first guess.
    pub first_hits: u32,
    /// The time that was invested in them.
    pub saved: Duration,
}

impl PonderedMoves {
    /// Returns how well the moves of this game were guessed.
    pub(crate) const fn counts(&self) -> PonderCounts {
        self.counts
    }

    /// Forgets the guesses at an earlier move.
    pub(crate) fn clear(&mut self) {
        self.guesses.clear();
    }

    /// Returns what was found out about a guess, which leads to this position.
    pub(crate) fn result_mut(&mut self, after: Position) -> &mut PonderResult {
        let known = self.guesses.iter().position(|known| known.after == after);
        let number = known.unwrap_or_else(|| {
            self.guesses.push(GuessedMove { after, result: PonderResult::default() });
            self.guesses.len() - 1
        });
        &mut self.guesses[number].result
    }

    /// Returns what was found out about the position of BILL's turn, counts whether it was guessed, and
    /// forgets all guesses.
    pub(crate) fn take(&mut self, position: &Position) -> PonderResult {
        if self.guesses.is_empty() {
            return PonderResult::default();
        }
        self.counts.moves += 1;
        let hit = self.guesses.iter().position(|guess| guess.after == *position);
        let result = hit.map_or_else(PonderResult::default, |index| {
            self.counts.hits += 1;
            self.counts.first_hits += u32::from(index == 0);
            self.guesses[index].result
        });
        self.counts.saved += result.invested;
        self.guesses.clear();
        result
    }

    /// Returns the position after the first guess.
    #[cfg(test)]
    pub(crate) fn first_position(&self) -> Option<Position> {
        self.guesses.first().map(|guess| guess.after)
    }
}

/// The plies of the search that guesses the opponent's move when the hash table knows none: the
/// report's "preselected, small search depth". Ours.
const GUESSING_DEPTH: u32 = 4;

/// The rating and the length of the game that the depth is computed from: a good club player in a
/// tournament game.
const REFERENCE: (u32, Duration) = (1500, Duration::from_mins(30));

/// The most plies that are searched behind a guess against such an opponent. Ours.
const REFERENCE_DEPTH: f64 = 12.0;

/// The rating that makes one ply more. Ours.
const RATING_PER_PLY: f64 = 200.0;

/// The factor of the game's time that makes one ply more: about BILL's effective branching factor.
const TIME_PER_PLY: f64 = 3.7;

/// The number of moves that a time for each move is multiplied by for the length of a game.
const MOVES_OF_A_GAME: u32 = 30;

/// Returns the most plies to search behind each guess: the more, the stronger the opponent and the
/// longer the game.
pub(crate) fn ponder_depth(opponent_rating: u32, game_time: Duration) -> u32 {
    let (rating, time) = REFERENCE;
    let rating = (f64::from(opponent_rating) - f64::from(rating)) / RATING_PER_PLY;
    let time = game_time.as_secs_f64().max(1.0) / time.as_secs_f64();
    let depth = REFERENCE_DEPTH + rating + time.log(TIME_PER_PLY);
    depth.round().clamp(2.0, 30.0) as u32
}

/// Returns the time of the whole game, as far as it is known.
fn game_time(limits: &Limits) -> Duration {
    let by_moves = limits.move_time.unwrap_or_default().saturating_mul(MOVES_OF_A_GAME);
    limits.clock.map_or(by_moves, |clock| clock.whole)
}

impl Bill {
    /// Searches guess after guess at the opponent's move to a maximum depth, then all of them one ply
    /// deeper, and so on, until `control.stop` ends it.
    pub(crate) fn think_ahead(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
    ) {
        let position = &root.position;
        if position.legal_moves().is_empty() {
            return;
        }
        self.killers.keep(position.board().empties());
        self.pondered.clear();
        // After the opponent's move no line is longer.
        let deepest = position.board().n_empties() - 1;
        let mut counts = Counts::default();
        let guesses = self.opponents_moves(root, control, &mut counts);
        let first = ponder_depth(self.opponent_rating, game_time(limits));
        for depth in first.min(deepest)..=deepest {
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
        root: &RootPosition,
        control: Control<'_>,
        counts: &mut Counts,
    ) -> Vec<Square> {
        let RootPosition { position, last, .. } = root;
        let known = self.hash.best(position.board(), position.side_to_move());
        let known = known.filter(|&square| position.legal_moves().contains(square));
        let first = known.or_else(|| {
            let mut search = ponder_search(position, *last, control, *counts);
            let found = self.search_level(&mut search, GUESSING_DEPTH, None);
            *counts = search.counts;
            found.filter(|found| !found.alarm).map(|found| found.found.best)
        });
        let others = self.killers.replies(position.side_to_move(), *last).into_iter();
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
        control: Control<'_>,
        counts: &mut Counts,
    ) {
        let Ok(after) = position.play(Move::Place(guess)) else { return };
        if after.legal_moves().is_empty() {
            return;
        }
        let PonderResult { mut invested, mut progress } = *self.pondered.result_mut(after);
        let mut search = ponder_search(&after, Some(guess), control, *counts);
        let began = search.used();
        let deepest = depth.min(after.board().n_empties());
        let first = progress.map_or_else(|| self.first_level(&search), |last| last.level + 1);
        // Where few squares are empty, the level of the last move may be deeper than the game is long.
        let first = if progress.is_none() { first.min(deepest) } else { first };
        for level in first..=deepest {
            let deeper = self.search_level(&mut search, level, progress);
            let Some(deeper) = deeper.filter(|found| !found.alarm) else { break };
            progress = Some(deeper);
        }
        invested += search.used().saturating_sub(began);
        *counts = search.counts;
        *self.pondered.result_mut(after) = PonderResult { invested, progress };
    }
}

/// Returns the search of a turn that has not come yet: only [`Control::stop`] ends it.
fn ponder_search<'a>(
    position: &'a Position,
    last: Option<Square>,
    control: Control<'a>,
    counts: Counts,
) -> MoveSearch<'a> {
    MoveSearch {
        position,
        last,
        asked: None,
        depth: None,
        max_nodes: None,
        control: Control { on_depth: &|_| (), ..control },
        allocation: None,
        pondered: PonderResult::default(),
        counts,
        levels: Vec::new(),
        end: None,
    }
}
