//! `willow man`: the pages of the manual.

use std::fs;
use std::io;
use std::path::Path;

use clap_mangen::Man;
use roff::{Roff, bold, italic, roman};
use willow_files::Overwrite;
use willow_players::player_kinds;

use super::help::{self, ENVIRONMENT, FILES};
use crate::args::{self, ManArgs};
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::status::Status;

/// The title of the manual.
const MANUAL: &str = "Willow Manual";

/// Exit codes and what they mean.
const EXIT_CODES: [(&str, &str); 4] = [
    ("0", "Success."),
    ("1", "An input had errors, or the answer is \"no\"."),
    ("2", "Usage error."),
    ("130", "Interrupted by Ctrl-C. Other signals: 128 and the number of the signal."),
];

/// Runs the command.
pub(super) fn run(args: &ManArgs) -> Result<Status, CliError> {
    if let Some(folder) = &args.out {
        write_pages(folder)?;
        return Ok(Status::Done);
    }
    let names: Vec<&str> = args.command.iter().map(String::as_str).collect();
    let definition = help::find_command(&names)?;
    let text = page(&definition).expect("a vector takes all bytes");
    output::print_bytes(&text)?;
    Ok(Status::Done)
}

/// Writes the pages of all commands to a folder.
///
/// # Errors
/// The folder cannot be made or written to.
pub(super) fn write_pages(folder: &Path) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| CliError::file("make", folder, &error))?;
    let mut definition = args::definition();
    definition.build();
    write_page_and_those_below(folder, &definition)
}

fn write_page_and_those_below(folder: &Path, command: &clap::Command) -> Result<(), CliError> {
    let name = format!("{}.1", page_name(command));
    let text = page(command).expect("a vector takes all bytes");
    files::write(&folder.join(name), &text, Overwrite::Always)?;
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_page_and_those_below(folder, below)?;
    }
    Ok(())
}

/// Returns the name of a command's page: `willow-book-show`.
fn page_name(command: &clap::Command) -> String {
    command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned()
}

/// Returns the page of a command.
fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let is_root = page_name(command) == command.get_name();
    let man = Man::new(command.clone()).title(page_name(command).to_uppercase()).manual(MANUAL);
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    examples(command).to_writer(&mut text)?;
    if is_root || names_players(command) {
        players().to_writer(&mut text)?;
    }
    if is_root {
        for (title, rows) in [
            ("EXIT STATUS", EXIT_CODES.as_slice()),
            ("FILES", FILES.as_slice()),
            ("ENVIRONMENT", ENVIRONMENT.as_slice()),
        ] {
            list(title, rows).to_writer(&mut text)?;
        }
        man.render_version_section(&mut text)?;
    } else {
        see_also().to_writer(&mut text)?;
    }
    Ok(text)
}

/// Returns whether an argument of the command names a player.
fn names_players(command: &clap::Command) -> bool {
    command.get_arguments().any(|arg| {
        arg.get_value_names().is_some_and(|names| names.iter().any(|name| name == "SPEC"))
    })
}

/// Returns the text behind the options of the help: mostly examples, whose lines must not be wrapped.
fn examples(command: &clap::Command) -> Roff {
    let mut roff = Roff::new();
    let Some(text) = command.get_after_help().map(ToString::to_string) else { return roff };
    let (title, lines) = match text.split_once("Examples:\n") {
        Some((_, lines)) => ("EXAMPLES", lines.to_owned()),
        None => ("NOTES", text),
    };
    roff.control("SH", [title]).control("nf", []);
    for line in lines.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff
}

/// Returns the section about players: what a SPEC is, and all players with their keys.
fn players() -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["PLAYERS"]);
    roff.text([
        roman("A "),
        italic("SPEC"),
        roman(
            " names a player: its name, or its name, a colon, and keys with values, separated by commas: \
             willow:level=10, random:seed=1, willow:time=100ms,threads=2. Put a value with commas in \
             quotes or parentheses.",
        ),
    ]);
    for kind in player_kinds() {
        roff.control("TP", []).text([bold(kind.name)]).text([roman(kind.summary)]);
        for key in kind.keys {
            let meaning = format!("{} (default: {})", key.meaning, key.default);
            roff.control("RS", []).control("TP", []);
            roff.text([bold(key.name), roman("="), italic(key.values)]).text([roman(meaning)]);
            roff.control("RE", []);
        }
    }
    roff
}

/// Returns a section that explains words.
fn list(title: &str, rows: &[(&str, &str)]) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (word, meaning) in rows {
        roff.control("TP", []).text([bold(*word)]).text([roman(*meaning)]);
    }
    roff
}

fn see_also() -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["SEE ALSO"]);
    roff.text([
        bold("willow"),
        roman("(1) has players, files, environment variables and exit codes."),
    ]);
    roff
}
