//! `willow play --game draughts`: English draughts, line by line.

use std::io::{self, BufRead, Write};
use std::path::Path;

use willow_board::Color;
use willow_classics::draughts::{self, Draughts};
use willow_classics::paip::{Dialect, GameRules, Method, Problem, TurnOptions, search};
use willow_players::PlayerSpec;
use willow_protocol::escape_controls;

use crate::args::PlayArgs;
use crate::error::CliError;
use crate::files::STDIN_NAME;
use crate::players;
use crate::status::Status;

/// The default player of White.
const DEFAULT_WHITE: &str = "alpha-beta-killer:depth=7";
/// The default depth in plies.
const DEFAULT_DEPTH: u32 = 7;

const PLAYERS: &str = "human, minimax, alpha-beta, alpha-beta-sorted and alpha-beta-killer, each \
                       program with depth=1..20";

/// A player of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DraughtsPlayer {
    Human,
    Program(Method),
}

/// Runs the command.
pub(super) fn run(args: &PlayArgs) -> Result<Status, CliError> {
    let has_start = args.start.is_some() || args.file.is_some();
    if args.clock.is_some() || args.delay.is_some() || has_start || args.resume {
        return Err(CliError::usage(
            "FILE, --clock, --delay, --start and --resume are not available for draughts",
        ));
    }
    let white = args.white.as_deref().unwrap_or(DEFAULT_WHITE);
    let players = [player(&args.black)?, player(white)?];
    play(players, io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(Status::Done)
}

/// Reads the SPEC of a player of draughts.
fn player(text: &str) -> Result<DraughtsPlayer, CliError> {
    let spec: PlayerSpec = players::parse(text)?;
    let wrong = || {
        CliError::usage(format!("`{text}` cannot play draughts"))
            .with_hint(format!("the players of draughts are {PLAYERS}"))
    };
    let depth = match spec.options() {
        [] => DEFAULT_DEPTH,
        [option] if option.key() == "depth" => option
            .value()
            .parse()
            .ok()
            .filter(|depth| (1..=20).contains(depth))
            .ok_or_else(wrong)?,
        _ => return Err(wrong()),
    };
    Ok(match spec.name() {
        "human" => DraughtsPlayer::Human,
        "minimax" => DraughtsPlayer::Program(Method::Minimax { depth }),
        "alpha-beta" => DraughtsPlayer::Program(Method::AlphaBeta { depth }),
        "alpha-beta-sorted" => DraughtsPlayer::Program(Method::AlphaBetaSorted { depth }),
        "alpha-beta-killer" => DraughtsPlayer::Program(Method::AlphaBetaKiller { depth }),
        _ => return Err(wrong()),
    })
}

/// Plays a game, until its end, the end of the input, `quit` or `resign`.
fn play(
    players: [DraughtsPlayer; 2],
    mut input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let mut position = draughts::Position::START;
    loop {
        let color = position.side_to_move();
        writeln!(out, "\n{}{position}", position.diagram())?;
        let moves = match Draughts.options(&position) {
            TurnOptions::Moves(moves) => moves,
            TurnOptions::Pass(_) => return Ok(()),
            TurnOptions::Over(0) => return Ok(writeln!(out, "Draw.")?),
            TurnOptions::Over(_) => {
                return Ok(writeln!(out, "{} wins: {color} has no legal move.", !color)?);
            }
        };
        let chosen = match players[color.index()] {
            DraughtsPlayer::Program(method) => Some(choose(method, &position)),
            DraughtsPlayer::Human => ask(&position, &moves, &mut input, out)?,
        };
        let Some(mv) = chosen else {
            return Ok(writeln!(out, "{color} quit the game.")?);
        };
        writeln!(out, "{color}: {}", position.notation(mv))?;
        out.flush()?;
        position = Draughts.apply(&position, mv);
    }
}

fn choose(method: Method, position: &draughts::Position) -> draughts::Move {
    let problem = Problem {
        game: &Draughts,
        evaluation: &draughts::Material,
        final_values: Dialect::Lisp.final_values(),
        dialect: Dialect::Lisp,
        stop: &|_| false,
    };
    search(method, &problem, position).best.expect("the side to move has a move")
}

/// Asks a person for a move until the answer is legal; `None` if they quit.
///
/// Captures with the same first and last square but different pieces are distinguished by their
/// numbers.
fn ask(
    position: &draughts::Position,
    moves: &[draughts::Move],
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<draughts::Move>, CliError> {
    let words: Vec<String> = moves.iter().map(|&mv| position.notation(mv)).collect();
    let numbered = (1_usize..).zip(&words).map(|(number, word)| format!("{number}: {word}"));
    let list = numbered.collect::<Vec<_>>().join("  ");
    let color: Color = position.side_to_move();
    loop {
        writeln!(out, "{color} to move, by number or squares: {list}")?;
        out.flush()?;
        let mut line = String::new();
        let read = input.read_line(&mut line);
        let unreadable = |error| CliError::file("read", Path::new(STDIN_NAME), &error);
        if read.map_err(unreadable)? == 0 {
            return Ok(None);
        }
        let line = line.trim();
        if ["quit", "resign"].contains(&line) {
            return Ok(None);
        }
        let by_number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let by_squares = || words.iter().position(|word| word == line);
        match by_number.or_else(by_squares).and_then(|index| moves.get(index)) {
            Some(&mv) => return Ok(Some(mv)),
            None => writeln!(out, "`{}` is not a legal move.", escape_controls(line))?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transcript(players: [DraughtsPlayer; 2], input: &str) -> String {
        let mut out = Vec::new();
        play(players, input.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn people_type_squares_or_numbers() {
        let text = transcript([DraughtsPlayer::Human; 2], "11-15\nhello\n1\nquit\n");
        assert!(text.contains("Black: 11-15\n"), "{text}");
        assert!(text.contains("`hello` is not a legal move."), "{text}");
        assert!(text.contains("White: 24-20\n"), "{text}");
        assert!(text.ends_with("Black quit the game.\n"), "{text}");
    }

    #[test]
    fn what_cannot_be_read_is_an_error_and_not_the_end() {
        let input = &b"11-15\n\xff\xfe\n"[..];
        let error = play([DraughtsPlayer::Human; 2], input, &mut Vec::new()).unwrap_err();
        assert!(matches!(error, CliError::Failed(_)), "{error:?}");
    }

    #[test]
    fn programs_play_to_the_end() {
        let strong = DraughtsPlayer::Program(Method::AlphaBetaKiller { depth: 4 });
        let weak = DraughtsPlayer::Program(Method::Minimax { depth: 1 });
        let text = transcript([strong, weak], "");
        let end = text.lines().last().unwrap();
        assert!(end == "Draw." || end.starts_with("Black wins"), "{end}");
    }

    #[test]
    fn players_of_othello_are_refused() {
        assert_eq!(player("human").unwrap(), DraughtsPlayer::Human);
        let expected = DraughtsPlayer::Program(Method::AlphaBeta { depth: 3 });
        assert_eq!(player("alpha-beta:depth=3").unwrap(), expected);
        for text in ["willow", "random", "alpha-beta:depth=21", "alpha-beta:eval=iago"] {
            assert!(player(text).is_err(), "{text}");
        }
    }
}
