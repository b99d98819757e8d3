//! `willow play`: a game at the terminal.

use std::io::{self, IsTerminal};

use willow_board::{Game, Outcome, Position};
use willow_tui::{Colors, Glyphs, Place, PlayEnd, PlayError, PlayOptions, Resume};

use crate::args::PlayArgs;
use crate::error::CliError;
use crate::status::Status;
use crate::{home, players};

/// Who plays White unless the user says otherwise.
const DEFAULT_WHITE: &str = "willow:level=5";

/// The file of the unfinished game, in the folder of the user's own files; games at the same time have
/// others beside it.
const UNFINISHED: &str = "unfinished-game.txt";

/// Runs the command.
pub(super) fn run(args: &PlayArgs) -> Result<Status, CliError> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    // It is ours until the command ends.
    let place = Place::claim(&home::folder()?.join(UNFINISHED));
    let options = options(args, &place, is_terminal)?;
    if args.plain || !is_terminal {
        willow_tui::run_plain(&options, io::stdin().lock(), io::stdout().lock()).map_err(error)?;
        return Ok(Status::Done);
    }
    // What the full screen showed is gone when it closes.
    match willow_tui::run(&options).map_err(error)? {
        PlayEnd::Interrupted { kept: Some(_) } => {
            super::print("The game is kept; `willow play --resume` goes on with it.\n")?;
        }
        PlayEnd::Finished(outcome) => super::print(&format!("{}\n", result(&outcome)))?,
        PlayEnd::Interrupted { kept: None } => {}
    }
    Ok(Status::Done)
}

/// Returns how a game ended, in one line.
fn result(outcome: &Outcome) -> String {
    let Outcome { black_discs, white_discs, result, reason } = outcome;
    let by = result.value().abs();
    let verdict =
        outcome.winner().map_or("A draw".to_owned(), |color| format!("{color} wins by {by}"));
    format!("{verdict} ({black_discs}-{white_discs} on the board; {reason}).")
}

fn options(args: &PlayArgs, place: &Place, is_terminal: bool) -> Result<PlayOptions, CliError> {
    let resume = match (args.resume, args.start, is_terminal) {
        (true, ..) => Resume::Always,
        (false, None, true) => Resume::Ask,
        _ => Resume::Never,
    };
    let black = players::parse(&args.black)?;
    let white = players::parse(args.white.as_deref().unwrap_or(DEFAULT_WHITE))?;
    Ok(PlayOptions {
        clock: args.clock,
        start: Game::from_position(args.start.unwrap_or(Position::START)),
        seed: players::fresh_seed(),
        unfinished: Some(place.path().to_owned()),
        resume,
        glyphs: glyphs(),
        colors: colors(),
        ..PlayOptions::new(black, white)
    })
}

/// Returns the characters that the user's language settings can show.
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

/// Returns whether the user wants colours: see no-color.org.
pub(super) fn colors() -> Colors {
    match std::env::var_os("NO_COLOR") {
        Some(value) if !value.is_empty() => Colors::Off,
        _ => Colors::On,
    }
}

fn error(error: PlayError) -> CliError {
    match error {
        PlayError::Output(error) => error.into(),
        PlayError::Player { color, error } => {
            CliError::usage(format!("{color}'s {error}")).with_hint("see `willow help players`")
        }
        PlayError::NothingToResume => CliError::failed(error)
            .with_hint("`willow play` begins a new game, and keeps it if you leave it"),
        other => CliError::failed(other),
    }
}
