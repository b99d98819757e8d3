//! The games of a ladder, on disk as soon as they are over.
//!
//! A text file: the options in the first line, a game in each of the others, all JSON. A line that a crash
//! cut off is dropped when the ladder goes on.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::{Deserialize, Serialize};
use willow_matches::GameRecord;

/// What decides a ladder, but for its players and the results of their games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderOptions {
    /// Where openings come from.
    pub seed: u64,
    /// The random moves of an opening.
    pub plies: u32,
}

/// A finished game of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatedGame {
    /// The number of the pair of games, from 1.
    pub pair: u32,
    /// The player who has the record's first colour.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The time since the ladder began, in seconds; interruptions do not count.
    pub seconds: f64,
    /// The game, the first or second of its pair.
    pub record: GameRecord,
}

#[derive(Serialize, Deserialize)]
struct Head {
    ladder: LadderOptions,
}

/// The games so far, and the file that keeps them.
#[derive(Debug)]
pub struct Ledger {
    options: LadderOptions,
    games: Vec<RatedGame>,
    file: File,
}

impl Ledger {
    /// Opens the ledger of a ladder with these options, or begins it.
    ///
    /// # Errors
    /// The file must be writable, and what it holds must be a ladder with the same options.
    pub fn open(path: &Path, options: LadderOptions) -> Result<Ledger> {
        let name = path.display();
        if !path.exists() {
            let file = File::options().append(true).create_new(true).open(path);
            let mut file = file.with_context(|| format!("cannot write {name}"))?;
            file.write_all(&line(&Head { ladder: options })?)?;
            return Ok(Ledger { options, games: Vec::new(), file });
        }
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let length = text.rfind('\n').map_or(0, |last| last + 1);
        let mut lines = text[..length].lines();
        let head = lines.next().unwrap_or_default();
        let Head { ladder } = serde_json::from_str(head)
            .with_context(|| format!("{name}: line 1: not the file of a ladder"))?;
        if ladder != options {
            bail!("{name}: the file holds a ladder with other options");
        }
        let games = (2..).zip(lines).map(|(number, line)| {
            serde_json::from_str(line).with_context(|| format!("{name}: line {number}: not a game"))
        });
        let games = games.collect::<Result<Vec<RatedGame>>>()?;
        let file = File::options().append(true).open(path)?;
        file.set_len(length as u64)?;
        Ok(Ledger { options, games, file })
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> LadderOptions {
        self.options
    }

    /// Returns the games, in the order in which they ended.
    #[must_use]
    pub fn games(&self) -> &[RatedGame] {
        &self.games
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn add(&mut self, game: RatedGame) -> Result<()> {
        self.file.write_all(&line(&game)?)?;
        self.games.push(game);
        Ok(())
    }
}

fn line(value: &impl Serialize) -> Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}
