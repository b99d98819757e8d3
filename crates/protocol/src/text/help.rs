//! Help, from the descriptions of the commands.

use crate::{Access, CommandDescription, CommandKind};

/// Returns how one command is used, or `None` if there is no command of this name.
#[must_use]
pub fn help(topic: &str) -> Option<Vec<String>> {
    let mut descriptions = CommandKind::ALL.iter().map(|kind| kind.description());
    let found = descriptions.find(|description| description.is_called(topic))?;
    let mut lines = vec![found.usage(), summary(found)];
    lines.extend(found.details.iter().map(|&line| line.to_owned()));
    Some(lines)
}

/// Returns one line for every command.
#[must_use]
pub fn overview() -> Vec<String> {
    let descriptions = CommandKind::ALL.iter().map(|kind| kind.description());
    descriptions.map(|command| format!("{:<15} {}", command.name, summary(command))).collect()
}

/// Returns what a command does, and who may use it if not everybody may.
#[must_use]
pub fn summary(command: &CommandDescription) -> String {
    let summary = command.summary;
    match command.access {
        Access::Anyone | Access::User => summary.to_owned(),
        Access::Moderator => format!("{summary} (moderators)"),
        Access::Admin => format!("{summary} (administrators)"),
    }
}
