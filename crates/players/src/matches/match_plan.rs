//! The games of a match: openings, colours, clocks and seeds.

use std::ops::RangeInclusive;

use crate::{PlayerError, derive_seed};
use thiserror::Error;
use willow_board::{Clock, Color, Game, TimeControl};

use crate::matches::{Contestant, GameRecord, OpeningError, OpeningSource, opening_text};

/// The games of a match between two players.
///
/// Each opening is played twice with colours swapped. The first player is Black in games 1, 3, 5
/// and so on. All random numbers of a match are derived from its seed: the same plan gives the same
/// match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlan {
    n_games: u32,
    /// The games that are to be played.
    games: RangeInclusive<u32>,
    openings: Vec<Game>,
    /// The time controls of the first and the second player.
    clocks: [TimeControl; 2],
    seed: u64,
    keeps_thoughts: bool,
}

/// Why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The number of games is 0, or odd and not 1.
    #[error(
        "a match of {0} games is not possible (every opening is played twice: an even number, or 1)"
    )]
    GameCount(u32),
    /// The source does not have the openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player cannot be built.
    #[error(transparent)]
    Player(PlayerError),
    /// A record does not belong to this match.
    #[error("game {0} was played by other players, from another opening or in another match")]
    ForeignRecord(u32),
}

impl MatchPlan {
    /// Returns the plan of a match.
    ///
    /// # Errors
    /// The number of games must be 1 or even, and there must be enough openings.
    pub fn new(
        n_games: u32,
        openings: &OpeningSource,
        clock: TimeControl,
        seed: u64,
    ) -> Result<MatchPlan, MatchError> {
        if n_games == 0 || 1 < n_games && n_games % 2 == 1 {
            return Err(MatchError::GameCount(n_games));
        }
        let n_openings = n_games.div_ceil(2) as usize;
        let openings = openings.openings(n_openings, derive_seed(seed, OPENINGS_STREAM))?;
        let (games, clocks) = (1..=n_games, [clock; 2]);
        Ok(MatchPlan { n_games, games, openings, clocks, seed, keeps_thoughts: false })
    }

    /// Returns the number of games.
    pub const fn n_games(&self) -> u32 {
        self.n_games
    }

    /// Returns the seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the same plan with a time control for the first and the second player: time odds.
    #[must_use]
    pub fn with_clocks(self, clocks: [TimeControl; 2]) -> MatchPlan {
        MatchPlan { clocks, ..self }
    }

    /// Returns the plan of a part of the match: only these games, which are those of the whole match.
    #[must_use]
    pub fn part(self, games: RangeInclusive<u32>) -> MatchPlan {
        MatchPlan { games, ..self }
    }

    /// Returns the numbers of the games that are to be played.
    pub(crate) fn games(&self) -> RangeInclusive<u32> {
        self.games.clone()
    }

    /// Returns the same plan of a match whose records keep what the players thought about their moves. They
    /// are some twenty times as long then.
    #[must_use]
    pub fn keeping_thoughts(self) -> MatchPlan {
        MatchPlan { keeps_thoughts: true, ..self }
    }

    /// Returns whether the records keep what the players thought.
    pub const fn keeps_thoughts(&self) -> bool {
        self.keeps_thoughts
    }

    /// Returns whether a player has a time control other than unlimited time.
    pub fn has_clock(&self) -> bool {
        self.clocks.iter().any(|&clock| clock != TimeControl::Unlimited)
    }

    /// Returns the opening of a game.
    ///
    /// # Panics
    /// If `game` is not from 1 to [`n_games`](MatchPlan::n_games).
    pub fn opening(&self, game: u32) -> &Game {
        &self.openings[(game as usize - 1) / 2]
    }

    /// Returns the colour of the first player in a game.
    pub const fn color_of_first(game: u32) -> Color {
        if game % 2 == 1 { Color::Black } else { Color::White }
    }

    /// Returns the seed for the player with this index, 0 or 1, whose SPEC gives none.
    pub const fn player_seed(seed: u64, index: u64) -> u64 {
        derive_seed(derive_seed(seed, PLAYERS_STREAM), index)
    }

    pub(crate) fn game_seed(&self, game: u32) -> u64 {
        derive_seed(derive_seed(self.seed, GAMES_STREAM), game.into())
    }

    /// Returns the clock of a game. The clock is stopped.
    pub fn clock(&self, game: u32) -> Clock {
        MatchPlan::clock_of(self.clocks, game)
    }

    /// Returns the clock of a game between players with these time controls, the first player's
    /// first. The clock is stopped.
    pub fn clock_of([first, second]: [TimeControl; 2], game: u32) -> Clock {
        match MatchPlan::color_of_first(game) {
            Color::Black => Clock::with_odds(first, second),
            Color::White => Clock::with_odds(second, first),
        }
    }

    /// Checks that a record belongs to this match between these players.
    pub(crate) fn check_record(
        &self,
        record: &GameRecord,
        contestants: &[&Contestant<'_>; 2],
    ) -> Result<(), MatchError> {
        let number = record.game;
        let belongs = self.games.contains(&number)
            && record.first == MatchPlan::color_of_first(number)
            && record.opening == opening_text(self.opening(number))
            && [record.black.as_str(), record.white.as_str()]
                == names_by_color(contestants, record.first);
        if belongs { Ok(()) } else { Err(MatchError::ForeignRecord(number)) }
    }
}

// Streams of random numbers derived from the match's seed.

/// The choice of openings.
const OPENINGS_STREAM: u64 = 0;
/// The seeds of players, one for each of them.
const PLAYERS_STREAM: u64 = 1;
/// The seeds of games, one for each of them.
const GAMES_STREAM: u64 = 2;

/// Returns the names of Black and White.
pub(crate) fn names_by_color<'a>(
    contestants: &[&'a Contestant<'_>; 2],
    first: Color,
) -> [&'a str; 2] {
    let [one, other] = contestants.map(Contestant::name);
    match first {
        Color::Black => [one, other],
        Color::White => [other, one],
    }
}
