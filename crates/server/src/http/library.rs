//! The games that a user keeps for themselves, the same in all their browsers.
//!
//! Each change of a game gets the next revision of the user's library. A browser asks for what came after the last
//! revision that it knows, deletions included, and says of its own changes which revisions they change. A change of an
//! older revision is not made: the browser learns the newer one first. No clock of a browser decides anything.

use std::collections::HashMap;

use axum::Json;
use axum::extract::Request;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use willow_protocol::{Command, ErrorDetail, TokenScope};

use super::caller::Caller;
use super::response::{Answer, Parameters, invalid_body, json_body};
use crate::domain::{Input, LibraryChange, MAX_LIBRARY, Refusal, UserId};
use crate::store::LibraryGame;

/// Maximum length of a request in bytes.
pub(super) const MAX_BODY: usize = 64 << 10;

/// Maximum games changed by a request.
const MAX_CHANGES: usize = 100;

/// The longest id of a game in bytes.
const MAX_ID: usize = 1000;

/// A page ends when its games have so many bytes, but it has one.
const PAGE_BYTES: u64 = 256 << 10;

/// The games that a browser does not know yet.
#[derive(Deserialize)]
pub(super) struct LibraryPage {
    /// Whose library the browser believes to read.
    account: String,
    /// The last revision that it knows.
    #[serde(default)]
    after: u64,
}

/// A page of a library.
#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "the words of the protocol")]
struct Games {
    /// The number of the account, which a later account of its name does not have.
    owner: i64,
    /// The server's time.
    now: u64,
    /// The last revision of the library.
    last: u64,
    games: Vec<Game>,
}

/// A game of a library.
#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "the words of the protocol")]
struct Game {
    id: String,
    revision: u64,
    /// When it came to the server.
    changed_at: u64,
    /// The game as the browser wrote it; `null` if it was deleted.
    game: Value,
}

/// The changes of a browser.
#[derive(Deserialize)]
struct Changes {
    /// Whose library the browser believes to change.
    account: String,
    games: Vec<Change>,
}

#[derive(Deserialize)]
struct Change {
    id: String,
    /// The revision that is changed; 0 for a new game.
    #[serde(default)]
    base: u64,
    /// The game; `null` deletes it.
    game: Value,
}

/// The changes that are made.
#[derive(Serialize)]
struct Kept {
    /// The server's time.
    now: u64,
    games: Vec<KeptGame>,
}

#[derive(Serialize)]
struct KeptGame {
    id: String,
    /// The revision of the game now; `null` if it is not there, as it was deleted before.
    revision: Option<u64>,
}

/// Shows the games whose revisions came after one.
pub(super) async fn show(
    mut caller: Caller,
    Parameters(LibraryPage { account, after }): Parameters<LibraryPage>,
) -> Answer {
    let user = caller.member_with(TokenScope::Account).await?;
    caller.check_account(&account).await?;
    let store = &caller.state.store;
    // In this order: what comes between the two is on a later page.
    let (last, _) = store.library_state(user).await?;
    let mut games = store.library(user, after.min(i64::MAX as u64)).await?;
    let mut bytes = 0;
    let fits = |game: &&LibraryGame| {
        bytes += game.bytes;
        bytes <= PAGE_BYTES
    };
    let n_fitting = games.iter().take_while(fits).count();
    games.truncate(n_fitting.max(1));
    let now = caller.state.context.clock.now();
    let games = games.into_iter().map(Game::from).collect();
    Ok(Json(Games { owner: user.0, now, last, games }).into_response())
}

impl From<LibraryGame> for Game {
    fn from(kept: LibraryGame) -> Game {
        let LibraryGame { revision, id, changed_at, game, .. } = kept;
        let game = game.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Game { id, revision, changed_at, game }
    }
}

/// Changes games, and returns the changes that were saved. The others were based on an older revision.
pub(super) async fn keep(mut caller: Caller, request: Request) -> Answer {
    let user = caller.member_with(TokenScope::Account).await?;
    let Changes { account, games } = json_body(&caller.state, request).await?;
    caller.check_account(&account).await?;
    let state = &caller.state;
    state.context.rate_limits.count_library_change(user)?;
    let changes = changes_of(games)?;
    check_size(&caller, user, &changes).await?;
    caller.check_disk()?;
    state.context.inputs.send(Input::Library { user, changes: changes.clone() }).await;
    // The answer to a later command comes after the commit.
    caller.execute(Command::User { name: None }).await?;
    let games = kept(&caller, user, &changes).await?;
    if games.len() < changes.len() {
        caller.check_disk()?;
    }
    let now = caller.state.context.clock.now();
    Ok(Json(Kept { now, games }).into_response())
}

fn changes_of(games: Vec<Change>) -> Result<Vec<LibraryChange>, Refusal> {
    if games.len() > MAX_CHANGES {
        return Err(invalid_body(&format!("a request changes at most {MAX_CHANGES} games")));
    }
    if games.iter().any(|game| game.id.is_empty() || game.id.len() > MAX_ID) {
        return Err(invalid_body(&format!("the id of a game has 1 to {MAX_ID} bytes")));
    }
    let change = |Change { id, base, game }| {
        let game = (!Value::is_null(&game)).then(|| game.to_string());
        LibraryChange { id, base, game }
    };
    Ok(games.into_iter().map(change).collect())
}

/// Refuses changes with which the games would be more than they may be, and more than they are.
async fn check_size(
    caller: &Caller,
    user: UserId,
    changes: &[LibraryChange],
) -> Result<(), Refusal> {
    let store = &caller.state.store;
    let games = store.library_games(user, &ids(changes)).await?;
    let (mut before, mut after) = (0, 0);
    for change in changes {
        let game = games.iter().find(|game| game.id == change.id);
        // The others are not made.
        if game.map_or(0, |game| game.revision) == change.base {
            before += game.map_or(0, |game| game.bytes);
            after += change.bytes();
        }
    }
    if after <= before {
        return Ok(());
    }
    let (_, kept) = store.library_state(user).await?;
    if kept + after - before <= MAX_LIBRARY {
        return Ok(());
    }
    let mebibytes = MAX_LIBRARY >> 20;
    let message = format!("your library is full: its games may have {mebibytes} MiB together");
    Err(Refusal::new(ErrorDetail::NotPossibleHere, message))
}

/// Returns which of the games are as they were to be.
async fn kept(
    caller: &Caller,
    user: UserId,
    changes: &[LibraryChange],
) -> Result<Vec<KeptGame>, Refusal> {
    let games = caller.state.store.library_games(user, &ids(changes)).await?;
    let games: HashMap<&str, &LibraryGame> =
        games.iter().map(|game| (game.id.as_str(), game)).collect();
    let done = |change: &&LibraryChange| match games.get(change.id.as_str()) {
        Some(game) => game.game == change.game,
        None => change.game.is_none(),
    };
    let kept = |change: &LibraryChange| KeptGame {
        id: change.id.clone(),
        revision: games.get(change.id.as_str()).map(|game| game.revision),
    };
    Ok(changes.iter().filter(done).map(kept).collect())
}

fn ids(changes: &[LibraryChange]) -> Vec<&str> {
    changes.iter().map(|change| change.id.as_str()).collect()
}
