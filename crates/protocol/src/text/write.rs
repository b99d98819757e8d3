//! Writes requests as people would type them.

use std::fmt::Write;

use crate::command::InGame;
use crate::{Command, GameId, Request};

/// Writes a request, without a line break.
#[must_use]
pub fn write_request(request: &Request) -> String {
    let mut line = String::new();
    if let Some(id) = &request.id {
        let _ = write!(line, "#{id} ");
    }
    line.push_str(request.command.name());
    for word in words(&request.command) {
        line.push(' ');
        line.push_str(&word);
    }
    line
}

/// Returns what follows the name of a command.
fn words(command: &Command) -> Vec<String> {
    match command {
        Command::Token
        | Command::Quit
        | Command::Ping
        | Command::Who
        | Command::Games
        | Command::Muted => vec![],
        Command::Protocol { version } => vec![version.to_string()],
        Command::Help { topic } => topic.clone().into_iter().collect(),
        Command::Guest { name }
        | Command::User { name }
        | Command::History { name }
        | Command::Ratings { name } => name.iter().map(ToString::to_string).collect(),
        Command::Register { name, password } | Command::Login { name, password } => {
            vec![name.to_string(), password.reveal().to_owned()]
        }
        Command::Resume { token } => vec![token.clone()],
        Command::Password { old, new } => {
            vec![old.reveal().to_owned(), new.reveal().to_owned()]
        }
        Command::DeleteAccount { password } => vec![password.reveal().to_owned()],
        Command::Say { text } => vec![text.to_string()],
        Command::Tell { to, text } => vec![to.to_string(), text.to_string()],
        Command::Lobby { follow } => vec![if *follow { "on" } else { "off" }.to_owned()],
        Command::New { terms } => vec![terms.to_string()],
        Command::Challenge { name, terms } => vec![name.to_string(), terms.to_string()],
        Command::Mute { name }
        | Command::Unmute { name }
        | Command::Block { name }
        | Command::Unblock { name }
        | Command::Unban { name } => vec![name.to_string()],
        Command::Archive { filter } => vec![filter.to_string()],
        Command::Log { filter } => vec![filter.to_string()],
        Command::Explore { position } => vec![position.to_string()],
        Command::Top { class } => vec![class.to_string()],
        Command::Sync { room, after } => vec![room.to_string(), after.to_string()],
        Command::Silence { name, minutes, reason } => {
            vec![name.to_string(), minutes.to_string(), reason.to_string()]
        }
        Command::Kick { name, reason } | Command::Ban { name, reason } => {
            vec![name.to_string(), reason.to_string()]
        }
        Command::Role { name, role } => vec![name.to_string(), role.to_string()],
        _ => game_words(command),
    }
}

/// Returns what follows the name of a command about a game.
fn game_words(command: &Command) -> Vec<String> {
    match command {
        Command::Join { game }
        | Command::Decline { game }
        | Command::Cancel { game }
        | Command::Watch { game }
        | Command::Leave { game } => vec![game.to_string()],
        Command::Board(InGame { game })
        | Command::Resign(InGame { game })
        | Command::Abort(InGame { game })
        | Command::Takeback(InGame { game })
        | Command::Refuse(InGame { game })
        | Command::Rematch(InGame { game })
        | Command::Claim(InGame { game }) => game.iter().map(ToString::to_string).collect(),
        Command::Move { game, mv, ply } => {
            let ply = ply.map(|ply| ply.to_string());
            [in_hand(*game), mv.to_string()].into_iter().chain(ply).collect()
        }
        Command::Gsay { game, text } => vec![in_hand(*game), text.to_string()],
        Command::Record { game, format } => vec![game.to_string(), format.to_string()],
        _ => vec![],
    }
}

/// Writes the number of a game, or the sign for the game in hand where a number could follow.
fn in_hand(game: Option<GameId>) -> String {
    game.map_or_else(|| "-".to_owned(), |game| game.to_string())
}
