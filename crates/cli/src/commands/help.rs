//! `willow help`: commands and what they work with.

use std::fmt::Write as _;

use clap::ValueEnum;
use willow_engine::Level;
use willow_players::player_kinds;
use willow_records::Format;

use crate::args::{self, HelpArgs, Topic};
use crate::error::CliError;
use crate::status::Status;
use crate::units;

/// The width of what is printed, in columns.
const WIDTH: usize = 80;

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
        Topic::Players => players(),
        Topic::Levels => levels(),
        Topic::Formats => formats(),
    }
}

/// Returns the table of players with the keys of each.
fn players() -> String {
    let mut text = "\
A player is described by a SPEC: NAME, or NAME:KEY=VALUE,KEY=VALUE... A value
that has commas stands in quotes or brackets.

Examples: random:seed=1, willow:level=10, willow:time=100ms,threads=2
"
    .to_owned();
    for kind in player_kinds() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n{}\n  {}", kind.name, kind.summary);
        for key in kind.keys {
            let meaning = format!("{} (default: {})", key.meaning, key.default);
            let meaning = units::wrapped(&meaning, 6, WIDTH);
            let _ = writeln!(text, "  {}={}\n{meaning}", key.name, key.values);
        }
    }
    text
}

/// Returns the list of formats.
fn formats() -> String {
    let mut text = "\
Formats of games and positions. What an input is, is found out by looking at it;
what `willow convert` writes is told by the extension of the name.

  extension  format
"
    .to_owned();
    for format in Format::ALL {
        let _ = writeln!(text, "  .{:<9} {format}", format.extension());
    }
    text
}

/// Returns the table of levels.
fn levels() -> String {
    let mut text = "\
Levels of play: the midgame is searched to a depth in plies, leaving out what is
hopeless with a probability of 73 percent. When so many squares are empty, the
game is searched to its end with 95 percent, and when so many are, exactly.

  level  depth  selective from  exact from
"
    .to_owned();
    for level in Level::all() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:>7}{:>7}{:>16}{:>12}",
            level.number(),
            level.depth(),
            level.selective_from(),
            level.exact_from()
        );
    }
    text
}
