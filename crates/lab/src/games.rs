//! Games from files of every format.

pub mod openings;
pub mod self_play;

use std::path::Path;

use anyhow::{Context, Result};
use willow_board::Game;
use willow_files::{companion_file, read_limited};
use willow_records::wthor::{WthorDate, WthorNames};
use willow_records::{Format, GameOrPosition, RecordedGame, decode, detect, entries_with_names};

/// The greatest size of a file of games, in bytes.
const MAX_BYTES: u64 = 4 << 30;

/// Reads the finished games of a file, which may be compressed by gzip. Unfinished games are left
/// out.
///
/// # Errors
/// The file must be readable and consist of games of one format. The error names the place that is
/// not.
pub fn read(path: &Path) -> Result<Vec<Game>> {
    let games = read_records(path)?.into_iter().map(|record| record.game);
    Ok(games.filter(Game::is_over).collect())
}

/// Reads the games of a file with the names of their players; positions are left out. The names of a
/// WTHOR file stand in the files beside it.
///
/// # Errors
/// As those of [`read`].
pub fn read_records(path: &Path) -> Result<Vec<RecordedGame>> {
    let bytes = decode(bytes(path)?).with_context(|| path.display().to_string())?;
    let names = if detect(&bytes) == Some(Format::Wthor) {
        names_beside(path)?
    } else {
        WthorNames::default()
    };
    let mut games = Vec::new();
    for entry in entries_with_names(&bytes, &names) {
        let entry = entry.with_context(|| path.display().to_string())?;
        if let GameOrPosition::Game(record) = entry.item {
            games.push(*record);
        }
    }
    Ok(games)
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    read_limited(path, MAX_BYTES).with_context(|| format!("cannot read {}", path.display()))
}

/// Returns the names of players and tournaments in the files beside a WTHOR file, as far as there are any.
fn names_beside(path: &Path) -> Result<WthorNames> {
    let nobody = || WthorNames::default().write_players(WthorDate::default());
    let read =
        |extension| companion_file(path, extension).map_or_else(|| Ok(nobody()), |at| bytes(&at));
    WthorNames::parse(&read("jou")?, &read("trn")?)
        .with_context(|| format!("the names beside {}", path.display()))
}
