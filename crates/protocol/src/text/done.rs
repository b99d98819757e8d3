//! What an acknowledgement without words means to the person who typed the command.

use crate::Command;

/// Says what a command that was acknowledged has brought about, and what may be typed next; nothing
/// for commands that need no words.
pub(super) fn after_ok(command: &Command) -> Option<String> {
    Some(match command {
        Command::Pool { .. } => {
            "You wait; your game starts by itself. `unseek` leaves the pool.".to_owned()
        }
        Command::Unseek => "You wait no longer.".to_owned(),
        Command::Lobby { follow: true } => "You read the lobby: chat, offers, results.".to_owned(),
        Command::Lobby { follow: false } => {
            "You do not read the lobby any more; `lobby on` shows it again.".to_owned()
        }
        Command::Leave { .. } => "You see this game no more.".to_owned(),
        Command::Follow { name } => {
            format!("You are told when {name} comes, goes and plays; `following` lists all.")
        }
        Command::Unfollow { name } => format!("You do not follow {name} any more."),
        Command::Mute { name } => format!("You do not hear {name}; `unmute {name}` ends this."),
        Command::Unmute { name } => format!("You hear {name} again."),
        Command::Block { name } => {
            format!("{name} cannot reach you; `unblock {name}` ends this.")
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
