//! `willow help`: commands and what they work with.

use std::fmt::Write as _;

use clap::ValueEnum;
use willow_engine::Level;

use crate::args::{self, HelpArgs, Topic};
use crate::error::CliError;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &HelpArgs) -> Result<Status, CliError> {
    let text = match args.topic.as_deref() {
        None => args::definition().render_help().to_string(),
        Some(name) => match Topic::from_str(name, false) {
            Ok(topic) => topic_text(topic),
            Err(_) => command_text(name)?,
        },
    };
    super::print(&text)?;
    Ok(Status::Done)
}

/// Returns the long help of a command.
fn command_text(name: &str) -> Result<String, CliError> {
    let mut definition = args::definition();
    // Only a built definition knows the full names of its commands.
    definition.build();
    let command = definition
        .get_subcommands_mut()
        .find(|command| command.get_name() == name)
        .ok_or_else(|| {
            CliError::usage(format!("there is no help about `{name}`"))
                .with_hint("there is about every command, and about players, levels and formats")
        })?;
    Ok(command.render_long_help().to_string())
}

fn topic_text(topic: Topic) -> String {
    match topic {
        Topic::Players => "Players are not here yet.\n".to_owned(),
        Topic::Levels => levels(),
        Topic::Formats => "Formats are not here yet.\n".to_owned(),
    }
}

/// Returns the table of levels.
fn levels() -> String {
    let mut text = "\
Levels of play: the midgame is searched to a depth in plies, and the game is
solved exactly when so many squares are empty.

  level  depth  exact from
"
    .to_owned();
    for level in Level::all() {
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "{:>7}{:>7}{:>12}", level.number(), level.depth(), level.exact_from());
    }
    text
}
