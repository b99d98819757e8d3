//! A browser sends games that its user has played against the program of the device, for the archive.

use axum::Json;
use axum::extract::Request;
use axum::response::IntoResponse;
use willow_players::HOUSE_BOTS;
use willow_protocol::{Command, DeviceGame, DeviceGameKept, ErrorDetail, GameId, Name, TokenScope};

use super::caller::Caller;
use super::response::{Answer, invalid_body, json_body};
use crate::domain::{Input, PlayedOnDevice, Refusal, UserId};

/// Maximum number of games of devices that the archive keeps of a user.
const MAX_GAMES: u64 = 5000;

/// Keeps a game in the archive, and waits until it is on the disk. One that is there already is not added again.
pub(super) async fn keep(mut caller: Caller, request: Request) -> Answer {
    let user = caller.member_with(TokenScope::Play).await?;
    let state = &caller.state;
    let sent: DeviceGame = json_body(state, request).await?;
    state.context.rate_limits.count_device_game(user)?;
    caller.check_account(sent.account.as_str()).await?;
    let id = sent.id.clone();
    if let Some(game) = state.store.device_game(user, &id).await? {
        return Ok(kept(game));
    }
    if sent.like.as_ref().is_some_and(|like| !is_house_bot(like)) {
        return Err(invalid_body("`like` is no program of this server"));
    }
    let game = PlayedOnDevice::check(user, sent, state.context.clock.now())?;
    check_room(&caller, user).await?;
    caller.check_disk()?;
    state.context.inputs.send(Input::DeviceGame(Box::new(game))).await;
    // The answer to a later command comes after the commit.
    caller.execute(Command::User { name: None }).await?;
    let game = state.store.device_game(user, &id).await?;
    let message = "the game could not be kept now; send it again";
    Ok(kept(game.ok_or_else(|| Refusal::new(ErrorDetail::ServerBusy, message))?))
}

async fn check_room(caller: &Caller, user: UserId) -> Result<(), Refusal> {
    if caller.state.store.n_device_games(user).await? < MAX_GAMES {
        return Ok(());
    }
    let message = format!("the archive keeps {MAX_GAMES} games of your devices, and has them");
    Err(Refusal::new(ErrorDetail::NotPossibleHere, message))
}

fn is_house_bot(name: &Name) -> bool {
    HOUSE_BOTS.iter().any(|bot| bot.name == name.as_str())
}

fn kept(game: GameId) -> axum::response::Response {
    Json(DeviceGameKept { game }).into_response()
}
