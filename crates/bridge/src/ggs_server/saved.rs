//! What survives the server: players, stored matches and the records of rated ones.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::Color;

use super::account::Account;
use super::live_game::{GameEnd, LiveGame};
use super::live_match::LiveMatch;
use super::running_clock::{Reading, RunningClock};
use crate::ggs::{ClockTerms, Komi, MatchType, PlayedMove, RatedFlag};
use willow_records::ggf;

/// The version of the file.
const VERSION: u32 = 1;

/// Everything in the file of users.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Saved {
    version: u32,
    pub(crate) next_archive: u32,
    pub(crate) accounts: Vec<Account>,
    pub(crate) stored: Vec<StoredMatch>,
    pub(crate) finished: Vec<FinishedMatch>,
}

/// The text is not a file of users.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The text is damaged.
    #[error("not a file of users: {0}")]
    Json(#[from] serde_json::Error),
    /// A later program wrote it.
    #[error("the file of users has version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// A stored match cannot be read.
    #[error("the stored match .{0} cannot be read")]
    Match(u32),
}

impl Default for Saved {
    fn default() -> Saved {
        Saved {
            version: VERSION,
            next_archive: 1,
            accounts: Vec::new(),
            stored: Vec::new(),
            finished: Vec::new(),
        }
    }
}

impl Saved {
    pub(crate) fn parse(text: &str) -> Result<Saved, SavedError> {
        let saved: Saved = serde_json::from_str(text)?;
        if saved.version != VERSION {
            return Err(SavedError::Version(saved.version));
        }
        check_stored(&saved.stored)?;
        Ok(saved)
    }

    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string_pretty(self).expect("all keys are texts")
    }
}

/// A match that a player left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredMatch {
    pub(crate) id: u32,
    pub(crate) kind: String,
    pub(crate) is_rated: bool,
    pub(crate) names: [String; 2],
    pub(crate) terms: [String; 2],
    pub(crate) unix: u64,
    pub(crate) games: Vec<StoredGame>,
}

/// A game of a stored match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredGame {
    ggf: String,
    moves: Vec<String>,
    black: usize,
    clocks: [Reading; 2],
    pub(crate) komi: Option<f64>,
    first_overtime: Option<char>,
    result: Option<f64>,
}

/// A rated match that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct FinishedMatch {
    pub(crate) id: u32,
    pub(crate) unix: u64,
    pub(crate) names: [String; 2],
    pub(crate) ratings: [f64; 2],
    pub(crate) result: f64,
    pub(crate) kind: String,
    /// The line of an archive: one game, or two of a pair.
    pub(crate) ggf: String,
}

/// Returns the text of the file of running matches.
pub(crate) fn running_text(running: &[StoredMatch]) -> String {
    serde_json::to_string_pretty(running).expect("all keys are texts")
}

/// Reads the file of running matches.
pub(crate) fn parse_running(text: &str) -> Result<Vec<StoredMatch>, SavedError> {
    let running: Vec<StoredMatch> = serde_json::from_str(text)?;
    check_stored(&running)?;
    Ok(running)
}

fn check_stored(stored: &[StoredMatch]) -> Result<(), SavedError> {
    let is_damaged = |stored: &&StoredMatch| stored.resumed(0, [0.0; 2]).is_none();
    stored.iter().find(is_damaged).map_or(Ok(()), |damaged| Err(SavedError::Match(damaged.id)))
}

impl StoredMatch {
    /// Returns how many moves are kept in all.
    pub(crate) fn n_moves(&self) -> usize {
        self.games.iter().map(|game| game.moves.len()).sum()
    }

    /// Returns the type as lists show it, with the komi.
    pub(crate) fn kind_with_komi(&self) -> String {
        let komi = self.games.first().and_then(|game| game.komi);
        let kind = self.kind.parse::<MatchType>().ok().zip(komi);
        kind.map_or_else(|| self.kind.clone(), |(kind, komi)| kind.with_komi(komi))
    }

    /// Keeps a match.
    pub(crate) fn of(live: &LiveMatch, id: u32, unix: u64) -> StoredMatch {
        let game = |game: &LiveGame| StoredGame {
            ggf: ggf::write(&game.record(&live.names, live.ratings)),
            moves: game.moves.iter().map(ToString::to_string).collect(),
            black: game.black,
            clocks: game.clocks.each_ref().map(RunningClock::reading),
            komi: game.komi.known(),
            first_overtime: game.first_overtime.map(Color::letter),
            result: game.black_result(),
        };
        StoredMatch {
            id,
            kind: live.kind.to_string(),
            is_rated: live.flag == RatedFlag::Rated,
            names: live.names.clone(),
            terms: live.terms.map(|terms| terms.to_string()),
            unix,
            games: live.games.iter().map(game).collect(),
        }
    }

    /// Returns the match as it goes on under a new number, with its clocks standing.
    pub(crate) fn resumed(&self, number: u32, ratings: [f64; 2]) -> Option<LiveMatch> {
        let [first, second] = self.terms.each_ref().map(|terms| terms.parse::<ClockTerms>().ok());
        let terms = [first?, second?];
        let games = self.games.iter().map(|game| game.resumed(terms));
        let flag = if self.is_rated { RatedFlag::Rated } else { RatedFlag::Unrated };
        Some(LiveMatch {
            number,
            kind: self.kind.parse().ok()?,
            flag,
            names: self.names.clone(),
            ratings,
            terms,
            games: games.collect::<Option<Vec<LiveGame>>>()?,
            abort_asked_by: None,
            began: self.unix,
            archive: Some(self.id),
        })
    }
}

impl StoredGame {
    fn resumed(&self, terms: [ClockTerms; 2]) -> Option<LiveGame> {
        let record = ggf::parse(&self.ggf).ok()?;
        let moves: Option<Vec<PlayedMove>> = self.moves.iter().map(|mv| mv.parse().ok()).collect();
        let moves = moves.filter(|moves| moves.len() == record.game.n_plies())?;
        let black = if self.black < 2 { self.black } else { return None };
        let clock = |color: Color| {
            let player = if color == Color::Black { black } else { 1 - black };
            RunningClock::restored(terms[player], self.clocks[color.index()])
        };
        let mut live = LiveGame::new(*record.game.start(), black, Color::ALL.map(clock));
        live.clocks_before = vec![live.clocks; moves.len()];
        live.moves = moves;
        let bids = record.players.each_ref().map(|player| player.bid.parse().ok());
        live.first_moves =
            if let [Some(black), Some(white)] = bids { Some([black, white]) } else { None };
        live.game = record.game;
        live.komi = self.komi.map_or(Komi::Unknown, Komi::Discs);
        live.first_overtime =
            Color::ALL.into_iter().find(|color| self.first_overtime == Some(color.letter()));
        live.end = self.result.map(GameEnd::Agreed);
        Some(live)
    }
}
