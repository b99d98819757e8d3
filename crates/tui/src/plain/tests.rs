//! Whole visits in plain mode: lines in, lines out.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use willow_board::{EndReason, Game};
use willow_records::board_text;

use crate::{PlayEnd, PlayError, PlayOptions, Resume, run_plain};

fn options(black: &str, white: &str) -> PlayOptions {
    PlayOptions::new(black.parse().unwrap(), white.parse().unwrap())
}

fn visit(options: &PlayOptions, input: &str) -> (String, Result<PlayEnd, PlayError>) {
    let mut output = Vec::new();
    let end = run_plain(options, input.as_bytes(), &mut output);
    (String::from_utf8(output).unwrap(), end)
}

/// Returns what was said between the boards.
fn talk(options: &PlayOptions, input: &str) -> String {
    let (output, _) = visit(options, input);
    let is_board = |line: &&str| !line.starts_with("  ");
    output.lines().filter(is_board).collect::<Vec<_>>().join("\n")
}

fn kept_in(path: &Path, resume: Resume) -> PlayOptions {
    PlayOptions { unfinished: Some(path.to_owned()), resume, ..options("human", "human") }
}

#[test]
fn a_board_in_the_style_of_the_seed_and_a_line_that_asks() {
    let (output, end) = visit(&options("human", "human"), "f5\n");
    insta::assert_snapshot!(output, @r"
        a b c d e f g h   [@=2  O=2  (+0)]
      1 . . . . . . . .
      2 . . . . . . . .
      3 . . . . . . . .
      4 . . . O @ . . .
      5 . . . @ O . . .
      6 . . . . . . . .
      7 . . . . . . . .
      8 . . . . . . . .
    Black to move (d3 c4 f5 e6):
    Black moves to f5.
        a b c d e f g h   [@=4  O=1  (+3)]
      1 . . . . . . . .
      2 . . . . . . . .
      3 . . . . . . . .
      4 . . . O @ . . .
      5 . . . @ @ @ . .
      6 . . . . . . . .
      7 . . . . . . . .
      8 . . . . . . . .
    White to move (f4 d6 f6):
    ");
    assert_eq!(end.unwrap(), PlayEnd::Interrupted { kept: None });
}

#[test]
fn every_line_has_an_answer() {
    let input = "\nf9\na1\npass\nundo\nredo\nf5\nundo\nhelp me\nload\nredo\nresign\n";
    insta::assert_snapshot!(talk(&options("human", "human"), input), @r"
    Black to move (d3 c4 f5 e6):
    Black to move (d3 c4 f5 e6):
    `f9` is neither a square nor a command; `help` lists them.
    Black to move (d3 c4 f5 e6):
    Not possible: a1 turns over no disc.
    Black to move (d3 c4 f5 e6):
    Not possible: a pass is not allowed while there is a move.
    Black to move (d3 c4 f5 e6):
    There is nothing to take back.
    Black to move (d3 c4 f5 e6):
    There is nothing to play again.
    Black to move (d3 c4 f5 e6):
    Black moves to f5.
    White to move (f4 d6 f6):
    Taken back to the start.
    Black to move (d3 c4 f5 e6):
    `help me` is neither a square nor a command; `help` lists them.
    Black to move (d3 c4 f5 e6):
    `load` needs the name of a file.
    Black to move (d3 c4 f5 e6):
    Played again up to move 1.
    White to move (f4 d6 f6):
    The game is over, White resigned: Black wins.
    The game is over (undo, new, save FILE, quit):
    ");
}

#[test]
fn passes_happen_by_themselves() {
    let empty = "-".repeat(48);
    let start = board_text::parse(&format!("XO------{empty}XO------ X")).unwrap();
    let options = PlayOptions { start: Game::from_position(start), ..options("human", "human") };
    insta::assert_snapshot!(talk(&options, "c1\nc8\n"), @r"
    Black to move (c1 c8):
    Black moves to c1.
    White has no move and passes.
    Black to move (c8):
    Black moves to c8.
    The game is over: Black wins, 6 to 0.
    The game is over (undo, new, save FILE, quit):
    ");
}

#[test]
fn programs_play_to_the_end_without_input() {
    let (output, end) = visit(&options("random:seed=1", "random:seed=2"), "");
    let Ok(PlayEnd::Finished(outcome)) = end else { panic!("{end:?}\n{output}") };
    assert_eq!(outcome.reason, EndReason::Finished);
    assert!(output.lines().last().unwrap().starts_with("The game is over: "));
    assert_eq!(visit(&options("random:seed=1", "random:seed=2"), "").0, output);
}

#[test]
fn the_adviser_answers_a_person() {
    let talk = talk(&options("human", "random:seed=1"), "hint\nvalue\n");
    assert!(talk.contains("Hint for Black: "), "{talk}");
    assert!(talk.contains("Black stands at "), "{talk}");
}

#[test]
fn a_game_goes_on_where_the_input_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unfinished.txt");
    let (_, end) = visit(&kept_in(&path, Resume::Ask), "f5\nd6\n");
    assert_eq!(end.unwrap(), PlayEnd::Interrupted { kept: Some(path.clone()) });

    insta::assert_snapshot!(talk(&kept_in(&path, Resume::Ask), "what?\ny\nc3\n"), @r"
    There is an unfinished game: human against human, 2 moves. Go on with it (y/n)?
    Please answer y or n.
    Black to move (c3 c4 c5 c6 c7):
    Black moves to c3.
    White to move (d3 f3 f4 g5):
    ");
    insta::assert_snapshot!(talk(&kept_in(&path, Resume::Always), "resign\n"), @r"
    The unfinished game goes on.
    White to move (d3 f3 f4 g5):
    The game is over, White resigned: Black wins.
    The game is over (undo, new, save FILE, quit):
    ");
    let (_, end) = visit(&kept_in(&path, Resume::Always), "");
    assert_eq!(end.unwrap_err().to_string(), "there is no unfinished game");
}

#[test]
fn a_new_game_sets_the_unfinished_one_aside_and_a_broken_file_does_not_stop_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unfinished.txt");
    fs::write(&path, "something else").unwrap();
    let said = talk(&kept_in(&path, Resume::Ask), "f5\n");
    assert!(said.contains("it does not begin with `willow unfinished game`."), "{said}");
    let aside = fs::read_to_string(folder.path().join("unfinished.txt.previous")).unwrap();
    assert_eq!(aside, "something else");
    assert!(matches!(
        visit(&kept_in(&path, Resume::Always), "").1,
        Ok(PlayEnd::Interrupted { kept: Some(_) })
    ));
}

#[test]
fn games_are_written_and_read_but_nothing_is_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["game.ggf", "game.sgf", "game.txt"] {
        let file = folder.path().join(name).display().to_string();
        let input = format!("f5\nd6\nsave {file}\nsave {file}\nsave! {file}\nnew\nload {file}\n");
        let said = talk(&options("human", "human"), &input);
        assert_eq!(said.matches(&format!("Written to {file}.")).count(), 2, "{said}");
        assert!(said.contains("exists already."), "{said}");
        assert!(said.ends_with("Black to move (c3 c4 c5 c6 c7):"), "{said}");
    }
    let said = talk(&options("human", "human"), "load /no/such/file.ggf\n");
    assert!(said.contains("\n/no/such/file.ggf: "), "{said}");
    let said = talk(&options("human", "human"), "save game.xyz\n");
    assert!(said.contains("game.xyz does not end with .ggf, .sgf or .txt."), "{said}");
}

#[test]
fn a_clock_runs_out_while_a_person_thinks() {
    let clock = Some("1ms".parse().unwrap());
    let slow = io::BufReader::new(Slow("f5\n".as_bytes()));
    let mut output = Vec::new();
    let options = PlayOptions { clock, ..options("human", "random:seed=1") };
    let end = run_plain(&options, slow, &mut output).unwrap();
    let PlayEnd::Finished(outcome) = end else { panic!("{end:?}") };
    assert_eq!(outcome.reason, EndReason::TimedOut(willow_board::Color::Black));
    assert_eq!(outcome.result.value(), -64);
}

/// Input that comes only after a while.
struct Slow<R>(R);

impl<R: io::Read> io::Read for Slow<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let started = std::time::Instant::now();
        while started.elapsed() < std::time::Duration::from_millis(3) {
            std::hint::spin_loop();
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_reader_that_has_read_enough_is_no_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let end = run_plain(&options("human", "human"), "f5\n".as_bytes(), Closed);
    assert_eq!(end.unwrap(), PlayEnd::Interrupted { kept: None });
}

#[test]
fn a_player_that_does_not_exist_is_named() {
    let (output, end) = visit(&options("human", "nobody"), "");
    assert_eq!(output, "");
    assert!(end.unwrap_err().to_string().starts_with("White's player SPEC, column 1: "));
}

#[test]
fn a_line_that_is_not_text_is_refused_like_any_other() {
    let mut output = Vec::new();
    let input = b"f5\xff\nf5\n".as_slice();
    run_plain(&options("human", "human"), input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("is neither a square nor a command"), "{output}");
    assert!(output.contains("Black moves to f5."), "{output}");
}
