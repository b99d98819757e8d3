//! `willow help`: commands and what they work with.

mod programs;
pub(super) mod squares;

use std::fmt::Write as _;

use clap::ValueEnum;
use clap::builder::{PossibleValue, StyledStr};
use willow_engine::Level;
use willow_players::{
    HOUSE_BOTS, HouseBotGroup, LEVEL_STRENGTHS, LevelStrength, MeasuredElo, PlayerKey, draughts,
    player_kinds,
};
use willow_records::Format;

use super::lab;
use crate::args::{self, HelpArgs, Topic};
use crate::error::CliError;
use crate::output;
use crate::status::Status;
use crate::units;

/// Width of the output in columns.
const WIDTH: usize = 80;

/// Runs the command.
pub(super) fn run(args: &HelpArgs) -> Result<Status, CliError> {
    let names: Vec<&str> = args.topic.iter().map(String::as_str).collect();
    match names[..] {
        [] => output::print_styled(&args::definition().render_help())?,
        ["lab", ref steps @ ..] => return lab::run(&[&["help"], steps].concat()),
        ["players", player] => output::print(&player_reference(player)?)?,
        [name] if Topic::from_str(name, false).is_ok() => {
            let topic = Topic::from_str(name, false).map_err(CliError::usage)?;
            output::print(&topic_text(topic))?;
        }
        _ => output::print_styled(&command_help(&names)?)?,
    }
    Ok(Status::Done)
}

/// Returns the help of a command, as `--help` prints it.
fn command_help(names: &[&str]) -> Result<StyledStr, CliError> {
    find_command(names)?;
    let words = ["willow"].iter().chain(names).chain(&["--help"]);
    match args::definition().try_get_matches_from(words) {
        Err(help) => Ok(help.render()),
        Ok(_) => unreachable!("clap answers --help with an error"),
    }
}

/// Returns the definition of a command by its names, such as `lab train`; without names that of the program.
///
/// # Errors
/// There is no such command.
pub(super) fn find_command(names: &[&str]) -> Result<clap::Command, CliError> {
    let mut command = args::definition();
    // Only a built definition knows the full names of its commands.
    command.build();
    for (index, name) in names.iter().enumerate() {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| no_help_for(&names[..=index], &command))?;
    }
    Ok(command)
}

fn no_help_for(names: &[&str], parent: &clap::Command) -> CliError {
    let commands = parent.get_subcommands().filter(|command| !command.is_hide_set());
    let commands: Vec<&str> = commands.map(clap::Command::get_name).collect();
    let hint = match (names.len(), commands.is_empty()) {
        (1, _) => {
            "the topics are rules, players, programs, levels, formats, squares, environment and the commands"
                .to_owned()
        }
        (_, true) => format!("`{}` has no commands below it", names[..names.len() - 1].join(" ")),
        (_, false) => format!("the commands are {}", commands.join(", ")),
    };
    let topics = if names.len() == 1 { Topic::value_variants() } else { &[] };
    let topics: Vec<_> = topics.iter().filter_map(Topic::to_possible_value).collect();
    let known = commands.into_iter().chain(topics.iter().map(PossibleValue::get_name));
    let word = names.last().copied().unwrap_or_default();
    CliError::usage(format!("no help found for `{}`", names.join(" ")))
        .with_nearest(word, known, hint)
}

fn topic_text(topic: Topic) -> String {
    match topic {
        Topic::Rules => include_str!("help/rules.txt").to_owned(),
        Topic::Players => players(),
        Topic::Programs => programs::text(),
        Topic::Levels => levels(),
        Topic::Formats => formats(),
        Topic::Squares => squares::text(),
        Topic::Environment => include_str!("help/environment.txt").to_owned(),
    }
}

/// Recommended SPECs, and whom they are for.
const FIRST_SPECS: [(&str, &str); 6] = [
    ("willow:level=1,weaken=2.3", "a player at home; `willow help levels` has more such levels"),
    ("willow:level=5", "the modern engine: too strong for most people"),
    ("iago:depth=4", "a textbook's program of 1992"),
    ("bill:nodes=25k", "won a tournament in 1985; the strongest of the old programs"),
    ("random", "any legal move"),
    ("human", "you, or somebody beside you"),
];

/// Returns what a SPEC is, what to begin with, and the names of all players.
fn players() -> String {
    let mut text = "\
A SPEC describes a player: NAME, or NAME:KEY=VALUE,KEY=VALUE... Put a value with
commas in parentheses. Examples: random:seed=1, willow:level=10,
willow:time=100ms,threads=2. A server's bots are players with names of their
own; `willow help programs` tells the stories of the old programs.

Start here:
"
    .to_owned();
    let rows = |text: &mut String, rows: &[(&str, &str)]| {
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, meaning) in rows {
            let meaning = units::wrapped(meaning, width + 4, WIDTH);
            let begin = format!("  {name:<width$}  ");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{begin}{}", &meaning[begin.len()..]);
        }
    };
    rows(&mut text, &FIRST_SPECS);
    text += "\nAll players; `willow help players NAME` lists the keys of one:\n";
    let all: Vec<_> = player_kinds().iter().map(|kind| (kind.name, kind.summary)).collect();
    rows(&mut text, &all);
    text += "\nPlayers of English draughts (--game draughts):\n";
    let all: Vec<_> = draughts::KINDS.iter().map(|kind| (kind.name, kind.summary)).collect();
    rows(&mut text, &all);
    text
}

/// Returns a player with all its keys, in Othello and in draughts.
fn player_reference(name: &str) -> Result<String, CliError> {
    let othello = player_kinds().iter().find(|kind| kind.name == name);
    let in_draughts = draughts::KINDS.iter().find(|kind| kind.name == name);
    if othello.is_none() && in_draughts.is_none() {
        let names = player_kinds().iter().map(|kind| kind.name);
        return Err(CliError::usage(format!("there is no player `{name}`")).with_nearest(
            name,
            names,
            "`willow help players` lists them",
        ));
    }
    let mut text = String::new();
    if let Some(kind) = othello {
        text += &keys_of(kind.name, kind.summary, kind.keys);
    }
    if let Some(kind) = in_draughts {
        let blank = if text.is_empty() { "" } else { "\n" };
        let name = format!("{} in draughts (--game draughts)", kind.name);
        text += blank;
        text += &keys_of(&name, kind.summary, kind.keys);
    }
    Ok(text)
}

fn keys_of(name: &str, summary: &str, keys: &[PlayerKey]) -> String {
    let mut text = format!("{name}\n{}\n", units::wrapped(summary, 2, WIDTH));
    if keys.is_empty() {
        text += "  It has no keys.\n";
    }
    for key in keys {
        let meaning = format!("{} (default: {})", key.meaning, key.default);
        let meaning = units::wrapped(&meaning, 6, WIDTH);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {}={}\n{meaning}", key.name, key.values);
    }
    text
}

/// What happens to data that a format cannot hold.
const FORMAT_NOTES: &str = "
A game becomes all its positions in OBF, board, printed board and vector, in
playing order; OBF keeps the remarks about the game and its moves. The transcripts
of PAIP and Clojure are what those programs print of a game; their boards are
read. A position becomes a game without moves in GGF and SGF. WTHOR to WTHOR
copies the database with the numbers of players and tournaments. Everything else
that a format cannot hold is left out, and `willow convert` writes one `note:`
line that says what and in how many records.

A transcript may have move numbers, separators and a result, stand in a PGN or in
a message, and be wrapped over several lines: a line that cannot begin a game
goes on with the one before. Put an empty line between games to be sure. Text is
UTF-8, UTF-16 with its mark, what the CA of SGF says, Shift_JIS or Latin-1.
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
from` empties it searches to the end of the game at 95 percent confidence,
and with at most `exact from` empties exactly. Elo is measured by games on
the scale of the servers, random moves at 600, with the 95% interval. From level
4 on neighbours differ by less, so that some look weaker than the one before.
Levels with ~ were compared with level 20 in an older run, and those with - have
no Elo: a game of level 31 takes minutes, one of level 40 about a day.
The error is how far the level's value is from the best score, in discs, on
average over positions with 24 empties (docs/levels.md).

  level  depth  selective from  exact from          Elo  error
"
    .to_owned();
    for level in Level::all() {
        let row = format!(
            "{:>7}{:>7}{:>16}{:>12}{}",
            level.number(),
            level.depth(),
            level.selective_from(),
            level.exact_from(),
            measured_strength(level)
        );
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{row}");
    }
    text + &levels_for_people()
}

/// Returns the last columns of a level in the table: its Elo, if it was measured, and its error.
fn measured_strength(level: Level) -> String {
    let measured =
        LEVEL_STRENGTHS.iter().find(|measured| measured.levels.contains(&level.number()));
    measured.map_or_else(String::new, |LevelStrength { elo, interval, error, .. }| {
        let elo = match (elo, interval) {
            (Some(elo), Some(interval)) => format!("{elo} ± {interval}"),
            (Some(elo), None) => format!("~ {elo}"),
            (None, _) => "-".to_owned(),
        };
        format!("{elo:>13}{error:>7.2}")
    })
}

/// Returns the table of levels for people.
fn levels_for_people() -> String {
    let mut text = "
Levels for people err on purpose (`weaken=`): they lose so many discs a move on
average, against their own search. They are also opponents on a server, by their
names. Elo is on the scale of the levels above (docs/levels.md).

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
