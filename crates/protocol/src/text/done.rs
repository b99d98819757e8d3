//! What an acknowledgement without words means to the person who typed the command.

use crate::Command;

/// Says what a command that was acknowledged has brought about, and what may be typed next; nothing
/// for commands that need no words.
pub(super) fn after_ok(command: &Command) -> Option<String> {
    Some(match command {
        Command::Pool { .. } => {
            "You are waiting; the game starts by itself. `unseek` leaves the pool.".to_owned()
        }
        Command::Unseek => "You are no longer waiting.".to_owned(),
        Command::Lobby { follow: true } => "You see the lobby: chat, offers, results.".to_owned(),
        Command::Lobby { follow: false } => {
            "You no longer see the lobby; `lobby on` shows it again.".to_owned()
        }
        Command::Leave { .. } => "You no longer watch this game.".to_owned(),
        Command::Follow { name } => {
            format!("You are told when {name} comes, goes and plays; `following` lists all.")
        }
        Command::Unfollow { name } => format!("You no longer follow {name}."),
        Command::Mute { name } => {
            format!("You no longer see what {name} says; `unmute {name}` shows it again.")
        }
        Command::Unmute { name } => format!("You see what {name} says again."),
        Command::Block { name } => {
            format!("{name} can no longer reach you; `unblock {name}` undoes that.")
        }
        Command::Unblock { name } => format!("{name} can reach you again."),
        Command::Set { .. } => "`user` shows your profile.".to_owned(),
        Command::Report { name, .. } => {
            format!("The moderators will read your report about {name}.")
        }
        Command::Password { .. } => "Your password is changed.".to_owned(),
        Command::Revoke { token } => {
            format!("Token {token} is revoked; `tokens` lists the others.")
        }
        _ => return None,
    })
}
