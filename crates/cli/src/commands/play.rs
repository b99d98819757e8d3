//! `willow play`: a game at the terminal.

use std::io::{self, IsTerminal};
use std::path::Path;

use willow_board::Outcome;
use willow_files::ReadError;
use willow_records::WthorNames;
use willow_tui::{
    AutosaveSlot, BoardPrinting, FindNamesError, GameFileError, Glyphs, PlayEnd, PlayError,
    PlayOptions, Resume, ThoughtDisplay,
};

use super::WthorSource;
use crate::args::PlayArgs;
use crate::error::CliError;
use crate::status::Status;
use crate::{color, files, output, players};

/// The default player of White.
const DEFAULT_WHITE: &str = "willow:level=5";

/// The file of the unfinished game in the user's data folder. Games at the same time use numbered
/// files beside it.
const UNFINISHED: &str = "unfinished-game.txt";

/// Printed when an unfinished game was saved.
const GAME_SAVED: &str = "The game is saved. Resume it with `willow play --resume`.\n";

/// Runs the command.
pub(super) fn run(args: &PlayArgs) -> Result<Status, CliError> {
    // The file stays locked until the command ends.
    let slot = AutosaveSlot::claim(&files::data_folder()?.join(UNFINISHED));
    let options = options(args, &slot)?;
    if args.plain || !is_terminal() || !color::can_draw() {
        willow_tui::run_plain(&options, io::stdin().lock(), io::stdout().lock()).map_err(error)?;
        return Ok(Status::Done);
    }
    // The full screen disappears, so the result is printed again.
    match willow_tui::run(&options).map_err(error)? {
        PlayEnd::Interrupted { saved_to: Some(_) } => output::print(GAME_SAVED)?,
        PlayEnd::Terminated { signal, saved_to } => {
            if saved_to.is_some() {
                // The terminal may be gone.
                let _ = output::print(GAME_SAVED);
            }
            return Ok(Status::Terminated { exit_code: signal.exit_code() });
        }
        PlayEnd::Finished(outcome) => output::print(&format!("{}\n", result(&outcome)))?,
        PlayEnd::Interrupted { saved_to: None } => {}
    }
    Ok(Status::Done)
}

/// Returns how a game ended, in one line.
fn result(outcome: &Outcome) -> String {
    let Outcome { black_discs, white_discs, result, reason } = outcome;
    let by = result.value().abs();
    let verdict =
        outcome.winner().map_or("Draw".to_owned(), |color| format!("{color} wins by {by}"));
    format!("{verdict} ({black_discs}-{white_discs} on the board; {reason}).")
}

fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn options(args: &PlayArgs, slot: &AutosaveSlot) -> Result<PlayOptions, CliError> {
    let has_start = args.start.is_some() || args.file.is_some();
    let resume = match (args.resume, has_start, is_terminal()) {
        (true, ..) => Resume::Always,
        (false, false, true) => Resume::Ask,
        _ => Resume::Never,
    };
    let black = players::parse(&args.black)?;
    let white = players::parse(args.white.as_deref().unwrap_or(DEFAULT_WHITE))?;
    Ok(PlayOptions {
        // The delay would run on the clocks, and the configuration may have set one.
        clock: args.clock.filter(|_| args.delay.is_none()),
        start: args.start.clone().unwrap_or_default(),
        delay: args.delay.unwrap_or_default(),
        seed: players::seed_of([&black, &white]),
        unfinished: Some(slot.path().to_owned()),
        resume,
        glyphs: glyphs(),
        colors: color::of_full_screen(),
        board: if args.no_board { BoardPrinting::Off } else { BoardPrinting::On },
        file: args.file.clone(),
        find_wthor_names,
        thoughts: if args.thoughts {
            ThoughtDisplay::Always
        } else {
            ThoughtDisplay::OfWatchedGames
        },
        ..PlayOptions::new(black, white)
    })
}

/// Returns the names beside a WTHOR file. Without them, numbers stand for names.
fn find_wthor_names(path: &Path, bytes: &[u8]) -> Result<WthorNames, FindNamesError> {
    let source = WthorSource::read(path, bytes);
    let source = source.map_err(|error| FindNamesError(error.message().to_owned()))?;
    Ok(source.map(|source| source.names).unwrap_or_default())
}

/// Returns the characters that the user's locale supports.
pub(super) fn glyphs() -> Glyphs {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    match locale.map(|locale| locale.to_ascii_lowercase()) {
        Some(locale) if cfg!(unix) && !locale.contains("utf-8") && !locale.contains("utf8") => {
            Glyphs::Ascii
        }
        _ => Glyphs::Unicode,
    }
}

fn error(error: PlayError) -> CliError {
    match error {
        PlayError::Output(error) => error.into(),
        PlayError::GameFile(GameFileError::Read { path, error: ReadError::Io(error) }) => {
            CliError::file("read", &path, &error)
        }
        PlayError::GameFile(error) => CliError::failed(error),
        PlayError::Player { color, error } => {
            CliError::usage(format!("{color}'s {error}")).with_hint("see `willow help players`")
        }
        PlayError::NothingToResume => {
            CliError::failed(error).with_hint("start a new game with `willow play`")
        }
        other => CliError::failed(other),
    }
}
