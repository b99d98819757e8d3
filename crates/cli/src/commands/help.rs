//! `willow help`: commands and what they work with.

use std::fmt::Write as _;

use clap::ValueEnum;
use willow_engine::Level;
use willow_players::{HOUSE_BOTS, HouseBotGroup, MeasuredElo, player_kinds};
use willow_records::Format;

use crate::args::{self, HelpArgs, Topic};
use crate::error::CliError;
use crate::output;
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
    output::print(&text)?;
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
            CliError::usage(format!("no help found for `{name}`"))
                .with_hint("the topics are players, levels, formats and the commands")
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
A SPEC describes a player: NAME, or NAME:KEY=VALUE,KEY=VALUE... Put a value with
commas in quotes or parentheses.

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

/// What happens to data that a format cannot hold.
const FORMAT_NOTES: &str = "
A game becomes all its positions in OBF, board and printed board, in playing
order; OBF keeps the remarks about the game and its moves. A position becomes a
game without moves in GGF and SGF. A theoretical score (perfect play from some
number of empty squares on, as in WTHOR files) becomes the last line of the
remark in GGF and SGF, and is read from there; in OBF it is the remark of its
position. WTHOR to WTHOR copies the database with the numbers of players and
tournaments. Everything else that a format cannot hold is left out, and `willow
convert` writes one `note:` line that says what and in how many records.
";

/// Returns the list of formats.
fn formats() -> String {
    let mut text = "\
File formats of games and positions. The format of an input is detected from its
contents. The extension of the output file selects the format that `willow
convert` writes.

  extension  format
"
    .to_owned();
    for format in Format::ALL {
        let _ = writeln!(text, "  .{:<9} {format}", format.extension());
    }
    text + FORMAT_NOTES
}

/// Returns the table of levels.
fn levels() -> String {
    let mut text = "\
Levels of play. In the midgame the engine searches to `depth` plies, with
selective pruning (ProbCut) at 73 percent confidence. With at most `selective
from` empty squares it searches to the end of the game at 95 percent confidence,
and with at most `exact from` empty squares exactly.

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
    text + &levels_for_people()
}

/// Returns the table of levels for people.
fn levels_for_people() -> String {
    let mut text = "
Levels for people err on purpose (`weaken=`): they lose so many discs a move on
average, against their own search. They are also opponents on a server, by their
names. Elo is measured by games, with random moves at 0; the error is that of a
95% interval (docs/levels.md).

"
    .to_owned();
    for bot in HOUSE_BOTS.iter().filter(|bot| bot.group == HouseBotGroup::People) {
        let measured = bot.elo.map(|MeasuredElo { elo, error }| format!("{elo} ± {error}"));
        let measured = measured.unwrap_or_else(|| "not measured".to_owned());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:<14} {measured:>12}  {}", bot.name, bot.spec);
        let _ = writeln!(text, "{}", units::wrapped(bot.idea, 4, WIDTH));
    }
    text
}
