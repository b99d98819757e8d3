//! The log of a ladder: every game is appended as soon as it is over.
//!
//! A text file of JSON lines: the options in the first line, a game in each of the others.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use serde::{Deserialize, Serialize};
use willow_players::matches::GameRecord;

use crate::step_log::StepLog;

/// The options of a ladder. With the players and the results of their games they determine the
/// ladder.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LadderOptions {
    /// Draw openings with this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The number of random moves of an opening, as in matches.
    #[arg(skip = 8_u32)]
    pub plies: u32,
}

/// A finished game of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatedGame {
    /// The number of the pair of games, from 1.
    pub pair: u32,
    /// The SPEC of the player who has the record's first colour.
    pub first: String,
    /// The SPEC of the other player.
    pub second: String,
    /// The time since the ladder began, in seconds, without interruptions.
    pub seconds: f64,
    /// The game, the first or second of its pair.
    pub record: GameRecord,
}

/// The games of a ladder so far, and the log that keeps them.
#[derive(Debug)]
pub struct LadderLog {
    options: LadderOptions,
    games: StepLog<RatedGame>,
}

impl LadderLog {
    /// Opens the log of a ladder with these options, or creates it.
    ///
    /// # Errors
    /// The file must be writable, and the log of a ladder with the same options if it exists.
    pub fn open(path: &Path, options: LadderOptions) -> Result<LadderLog> {
        let heading = format!("{{\"ladder\":{}}}", serde_json::to_string(&options)?);
        let games = StepLog::open(path, &heading, |line| Ok(serde_json::from_str(line)?))?;
        Ok(LadderLog { options, games })
    }

    /// Returns those of the first line.
    pub const fn options(&self) -> LadderOptions {
        self.options
    }

    /// Returns the games, in the order in which they ended.
    pub fn games(&self) -> &[RatedGame] {
        self.games.steps()
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn add(&mut self, game: RatedGame) -> Result<()> {
        let line = serde_json::to_string(&game)?;
        self.games.add(game, &line)
    }
}
