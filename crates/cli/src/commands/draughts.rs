//! `willow play --game draughts`: English draughts, line by line.

mod session;

use std::io::{self, BufRead, Write};
use std::path::Path;

use willow_engine::StopFlag;
use willow_players::draughts::{self, DraughtsPlayer};
use willow_players::{BuildContext, PlayerSpec, derive_seed};
use willow_protocol::escape_controls;

use self::session::DraughtsSession;
use crate::args::PlayArgs;
use crate::error::CliError;
use crate::files::STDIN_NAME;
use crate::players;
use crate::status::Status;

/// The default player of White.
const DEFAULT_WHITE: &str = "alpha-beta-killer:depth=7";

/// The answer to `help`.
const HELP: &str = "\
A move: its number in the list, or its squares: 11-15, `11 15`, or 15x22 for a
capture. Who can capture must, and goes on capturing with the same piece.
b and w are men, B and W kings; Black's men move down, White's up.
  board    prints the board
  help     prints this text
  quit     ends the game (so does resign)";

/// A player at the board.
#[derive(Debug)]
enum Seat {
    Person,
    Program(Box<DraughtsPlayer>),
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
    let mut seats = seats([&args.black, white])?;
    play(&mut seats, io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(Status::Done)
}

/// Makes the players of these SPECs, Black first.
fn seats([black, white]: [&str; 2]) -> Result<[Seat; 2], CliError> {
    let [black, white] = [players::parse_draughts(black)?, players::parse_draughts(white)?];
    let seed = players::seed_of([&black, &white]);
    Ok([seat(&black, seed)?, seat(&white, derive_seed(seed, 1))?])
}

fn seat(spec: &PlayerSpec, seed: u64) -> Result<Seat, CliError> {
    if spec.is_human() {
        return Ok(Seat::Person);
    }
    let mut player = DraughtsPlayer::build(spec, &BuildContext::new(seed))?;
    player.start_game(seed);
    Ok(Seat::Program(Box::new(player)))
}

/// Plays a game, until its end, the end of the input, `quit` or `resign`.
fn play(
    seats: &mut [Seat; 2],
    mut input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let people = [0, 1].map(|seat| matches!(seats[seat], Seat::Person));
    let mut session = DraughtsSession::new();
    if people.contains(&true) {
        writeln!(out, "English draughts. `help` lists the commands.")?;
    }
    writeln!(out, "\n{}", session.board())?;
    loop {
        if let Some(end) = session.end() {
            return Ok(writeln!(out, "{end}")?);
        }
        let color = session.position().side_to_move();
        match &mut seats[color.index()] {
            Seat::Program(program) => {
                let mv = program.choose(session.position(), &StopFlag::new());
                show_move(&mut session, mv.expect("the side to move has a move"), out)?;
            }
            Seat::Person => {
                if ask(&mut session, &mut input, out)?.is_none() {
                    return Ok(writeln!(out, "{color} quit the game.")?);
                }
            }
        }
    }
}

/// Plays a move and prints it with the board after it.
fn show_move(
    session: &mut DraughtsSession,
    mv: draughts::Move,
    out: &mut impl Write,
) -> Result<(), CliError> {
    writeln!(out, "{}\n\n{}", session.play(mv), session.board())?;
    Ok(out.flush()?)
}

/// Asks a person until a move is made or taken back; `None` if they quit.
fn ask(
    session: &mut DraughtsSession,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<()>, CliError> {
    loop {
        writeln!(out, "{}", session.prompt())?;
        out.flush()?;
        let mut line = String::new();
        let read = input.read_line(&mut line);
        let unreadable = |error| CliError::file("read", Path::new(STDIN_NAME), &error);
        if read.map_err(unreadable)? == 0 {
            return Ok(None);
        }
        match line.trim().to_ascii_lowercase().as_str() {
            "quit" | "q" | "exit" | "resign" => return Ok(None),
            "help" | "h" | "?" => writeln!(out, "{HELP}")?,
            "board" | "b" => writeln!(out, "\n{}", session.board())?,
            words => {
                if let Some(mv) = session.find(words) {
                    show_move(session, mv, out)?;
                    return Ok(Some(()));
                }
                let words = escape_controls(line.trim());
                writeln!(out, "`{words}`: not a legal move or a command; `help` lists both")?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Color;

    use super::*;

    fn transcript(specs: [&str; 2], input: &str) -> String {
        let mut out = Vec::new();
        let mut seats = seats(specs).unwrap();
        play(&mut seats, input.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    const PEOPLE: [&str; 2] = ["human", "human"];

    #[test]
    fn people_type_squares_or_numbers() {
        let text = transcript(PEOPLE, "11-15\nhello\n1\n9 14\nquit\n");
        assert!(text.contains("Black: 11-15\n"), "{text}");
        assert!(text.contains("`hello`: not a legal move or a command; `help` lists"), "{text}");
        assert!(text.contains("White: 24-20\n"), "{text}");
        assert!(text.contains("Black: 9-14\n"), "{text}");
        assert!(text.ends_with("White quit the game.\n"), "{text}");
    }

    #[test]
    fn the_board_has_the_numbers_of_its_squares() {
        let text = transcript(PEOPLE, "help\nboard\nquit\n");
        assert_eq!(text.matches("     1b      2b      3b      4b\n").count(), 2, "{text}");
        assert!(text.contains("\n13.     14.     15.     16.\n"), "{text}");
    }

    #[test]
    fn who_can_capture_must() {
        let text = transcript(PEOPLE, "11-15\n22-18\n9-13\n99\nquit\n");
        assert!(text.contains("Black to move, by number or squares: 1: 15x22"), "{text}");
        assert!(text.contains("`9-13`: not a legal move") && text.contains("`99`: not"), "{text}");
    }

    #[test]
    fn what_cannot_be_read_is_an_error_and_not_the_end() {
        let input = &b"11-15\n\xff\xfe\n"[..];
        let mut seats = seats(PEOPLE).unwrap();
        let error = play(&mut seats, input, &mut Vec::new()).unwrap_err();
        assert!(error.message().starts_with("cannot read standard input"), "{error:?}");
    }

    #[test]
    fn players_with_seeds_play_the_same_game_again() {
        let specs = ["random:seed=1", "random:seed=2"];
        assert_eq!(transcript(specs, ""), transcript(specs, ""));
        assert_ne!(transcript(["random"; 2], ""), transcript(["random"; 2], ""));
    }

    #[test]
    fn players_of_othello_are_refused() {
        assert!(matches!(seats(PEOPLE).unwrap(), [Seat::Person, Seat::Person]));
        for text in ["willow", "iago", "alpha-beta:depth=21", "alpha-beta:eval=iago"] {
            assert!(seats(["human", text]).is_err(), "{text}");
        }
        assert_eq!(Color::ALL.len(), PEOPLE.len());
    }
}
