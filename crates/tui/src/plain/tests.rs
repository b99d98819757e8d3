//! Whole games in plain mode: lines in, lines out.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use willow_board::{EndReason, Game};
use willow_records::board_text;

use crate::{BoardPrinting, PlayEnd, PlayError, PlayOptions, Resume, ThoughtDisplay, run_plain};

fn options(black: &str, white: &str) -> PlayOptions {
    PlayOptions::new(black.parse().unwrap(), white.parse().unwrap())
}

fn play(options: &PlayOptions, input: &str) -> (String, Result<PlayEnd, PlayError>) {
    let mut output = Vec::new();
    let end = run_plain(options, input.as_bytes(), &mut output);
    (String::from_utf8(output).unwrap(), end)
}

/// Returns the lines that are not boards.
fn messages(options: &PlayOptions, input: &str) -> String {
    let (output, _) = play(options, input);
    let is_board = |line: &&str| !line.starts_with("  ");
    output.lines().filter(is_board).collect::<Vec<_>>().join("\n")
}

fn autosaved_in(path: &Path, resume: Resume) -> PlayOptions {
    PlayOptions { unfinished: Some(path.to_owned()), resume, ..options("human", "human") }
}

#[test]
fn the_board_and_the_prompt() {
    let (output, end) = play(&options("human", "human"), "f5\n");
    insta::assert_snapshot!(output, @r"
    Black (@) is human, White (O) is human.
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
    assert_eq!(end.unwrap(), PlayEnd::Interrupted { saved_to: None });
}

#[test]
fn every_line_gets_a_reply() {
    let input = "\nf9\na1\npass\nundo\nredo\nf5\nundo\nhelp me\nload\nredo\nresign\n";
    insta::assert_snapshot!(messages(&options("human", "human"), input), @r"
    Black (@) is human, White (O) is human.
    Black to move (d3 c4 f5 e6):
    Black to move (d3 c4 f5 e6):
    Unknown command `f9`; type `help` for a list.
    Black to move (d3 c4 f5 e6):
    Illegal move: a1 flips no disc.
    Black to move (d3 c4 f5 e6):
    Unknown command `pass`; type `help` for a list.
    Black to move (d3 c4 f5 e6):
    Nothing to undo.
    Black to move (d3 c4 f5 e6):
    Nothing to redo.
    Black to move (d3 c4 f5 e6):
    Black moves to f5.
    White to move (f4 d6 f6):
    Back at the start.
    Black to move (d3 c4 f5 e6):
    Unknown command `help me`; type `help` for a list.
    Black to move (d3 c4 f5 e6):
    `load` needs a file name.
    Black to move (d3 c4 f5 e6):
    Redone to move 1.
    White to move (f4 d6 f6):
    Game over: White resigned. Black wins, 64 to 0.
    Game over (undo, analyze, new, save FILE, quit):
    ");
}

#[test]
fn without_the_board_only_changes_are_announced() {
    let options = PlayOptions { board: BoardPrinting::Off, ..options("human", "human") };
    let (output, _) =
        play(&options, "f5\nm\nd6 c3 a1 d3\nu\nd\nc\nboard row 5\nb d\nb f5\nb 1\nb h8\nb f4\n");
    insta::assert_snapshot!(output, @r"
    Black (@) is human, White (O) is human.
    Black to move:
    Black moves to f5 and flips e5. Black 4, White 1.
    White to move:
    3 moves: f4 d6 f6.
    White to move:
    White moves to d6 and flips d5. Black 3, White 3.
    Black moves to c3 and flips d4. Black 5, White 2.
    Illegal move: a1 flips no disc.
    Not played: d3.
    White to move:
    Back at move 2.
    Black 3, White 3.
    Black to move:
    Black 3, White 3.
    Black to move:
    There is no clock.
    Black to move:
    Row 5: Black e5 f5, White d5.
    Black to move:
    Column d: White d4 d5 d6.
    Black to move:
    f5: Black.
    Black to move:
    Row 1: empty.
    Black to move:
    h8: empty.
    Black to move:
    f4: empty.
    Black to move:
    ");
}

/// PAIP's `would-flip?`: the disc that brackets, and what lies between. Squares have its numbers, too.
#[test]
fn a_legal_move_tells_what_it_brackets() {
    let board = BoardPrinting::Off;
    let output =
        play(&PlayOptions { board, ..options("human", "human") }, "56 64 33\nb f3\nb 43\n").0;
    for line in [
        "Black moves to c3 and flips d4. Black 5, White 2.",
        "f3: empty, a legal move for White that flips e4 with d5.",
        "c4: empty.",
    ] {
        assert!(output.lines().any(|told| told == line), "{line}: {output}");
    }
}

#[test]
fn the_clock_says_what_it_is() {
    for (clock, told) in [("5s", "Clock: 5s for each move."), ("0:05", "Clock: 0:05.")] {
        let clock = Some(clock.parse().unwrap());
        let output = play(&PlayOptions { clock, ..options("human", "human") }, "").0;
        let players = format!("Black (@) is human, White (O) is human. {told}\n");
        assert!(output.starts_with(&players), "{output}");
    }
}

#[test]
fn the_board_is_switched_on_and_off() {
    let (output, _) = play(&options("human", "human"), "board off\nf5\nboard on\nd6\nswitch\n");
    assert_eq!(output.matches("a b c d e f g h").count(), 3, "{output}");
    assert!(output.contains("Moves are announced."), "{output}");
    assert!(output.contains("flips e5. Black 4, White 1.\nWhite to move:\n"), "{output}");
    assert!(output.ends_with("The players switched sides.\nBlack (@) is human, White (O) is human.\nBlack to move (c3 c4 c5 c6 c7):\n"), "{output}");
}

#[test]
fn the_moves_of_a_line_wait_for_the_program() {
    let board = BoardPrinting::Off;
    let options = PlayOptions { board, ..options("human", "random:seed=1") };
    let reply = play(&options, "f5\n").0;
    let reply = reply.lines().find(|line| line.starts_with("White moves to ")).unwrap().to_owned();
    let (output, _) = play(&options, "f5 h8 a1\n");
    let told: Vec<&str> = output.lines().collect();
    assert_eq!(told[3], reply, "{output}");
    assert_eq!(told[4..6], ["Illegal move: h8 flips no disc.", "Not played: a1."], "{output}");
}

#[test]
fn passes_are_automatic() {
    let empty = "-".repeat(48);
    let start = board_text::parse(&format!("XO------{empty}XO------ X")).unwrap();
    let options = PlayOptions { start: Game::from_position(start), ..options("human", "human") };
    insta::assert_snapshot!(messages(&options, "c1\nc8\n"), @r"
    Black (@) is human, White (O) is human.
    Black to move (c1 c8):
    Black moves to c1.
    White has no move and passes.
    Black to move (c8):
    Black moves to c8.
    Game over: Black wins by 64, with 6 to 0 on the board.
    Game over (undo, analyze, new, save FILE, quit):
    ");
}

#[test]
fn programs_play_to_the_end_without_input() {
    let (output, end) = play(&options("random:seed=1", "random:seed=2"), "");
    let Ok(PlayEnd::Finished(outcome)) = end else { panic!("{end:?}\n{output}") };
    assert_eq!(outcome.reason, EndReason::Finished);
    assert!(output.lines().last().unwrap().starts_with("Game over: "));
    assert_eq!(play(&options("random:seed=1", "random:seed=2"), "").0, output);
}

#[test]
fn programs_can_be_watched_slowly() {
    // a2 and f8 are empty.
    let ending = format!("{}-{}O{}-OO X", "X".repeat(8), "X".repeat(16), "X".repeat(35));
    let start = Game::from_position(board_text::parse(&ending).unwrap());
    let delay = std::time::Duration::from_millis(150);
    let options = PlayOptions { start, delay, ..options("random:seed=1", "random:seed=2") };
    let begin = std::time::Instant::now();
    let (output, end) = play(&options, "");
    assert!(matches!(end, Ok(PlayEnd::Finished(_))), "{output}");
    let n_moves = output.matches(" moves to ").count() as u32;
    assert!(0 < n_moves && delay * n_moves <= begin.elapsed(), "{output}");
}

#[test]
fn the_adviser_answers_a_person() {
    let text = messages(&options("human", "random:seed=1"), "hint\nvalue\n");
    assert!(text.contains("Hint for Black: "), "{text}");
    assert!(text.contains("Value for Black: "), "{text}");
}

#[test]
fn a_game_is_resumed_where_the_input_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unfinished.txt");
    let (_, end) = play(&autosaved_in(&path, Resume::Ask), "f5\nd6\n");
    assert_eq!(end.unwrap(), PlayEnd::Interrupted { saved_to: Some(path.clone()) });

    insta::assert_snapshot!(messages(&autosaved_in(&path, Resume::Ask), "what?\ny\nc3\n"), @r"
    Unfinished game: human against human, 2 moves. Resume it (y/n)?
    Type y or n.
    Black (@) is human, White (O) is human.
    Black to move (c3 c4 c5 c6 c7):
    Black moves to c3.
    White to move (d3 f3 f4 g5):
    ");
    insta::assert_snapshot!(messages(&autosaved_in(&path, Resume::Always), "resign\n"), @r"
    Resumed the unfinished game.
    Black (@) is human, White (O) is human.
    White to move (d3 f3 f4 g5):
    Game over: White resigned. Black wins, 64 to 0.
    Game over (undo, analyze, new, save FILE, quit):
    ");
    let (_, end) = play(&autosaved_in(&path, Resume::Always), "");
    assert_eq!(end.unwrap_err().to_string(), "there is no unfinished game");
}

#[test]
fn a_new_game_renames_the_unfinished_one_and_a_broken_file_does_not_stop_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unfinished.txt");
    fs::write(&path, "something else").unwrap();
    let output = messages(&autosaved_in(&path, Resume::Ask), "f5\n");
    assert!(output.contains("not a game that this version of Willow saved ("), "{output}");
    let previous = fs::read_to_string(folder.path().join("unfinished.txt.previous")).unwrap();
    assert_eq!(previous, "something else");
    assert!(matches!(
        play(&autosaved_in(&path, Resume::Always), "").1,
        Ok(PlayEnd::Interrupted { saved_to: Some(_) })
    ));
}

#[test]
fn games_are_written_and_read_but_nothing_is_overwritten_unasked() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["game.ggf", "game.sgf", "game.txt"] {
        let file = folder.path().join(name).display().to_string();
        let input = format!("f5\nd6\nsave {file}\nsave {file}\nsave! {file}\nnew\nload {file}\n");
        let output = messages(&options("human", "human"), &input);
        assert_eq!(output.matches(&format!("Saved to {file}.")).count(), 2, "{output}");
        assert!(output.contains("already exists."), "{output}");
        assert!(output.ends_with("Black to move (c3 c4 c5 c6 c7):"), "{output}");
    }
    let output = messages(&options("human", "human"), "load /no/such/file.ggf\n");
    assert!(output.contains("\n/no/such/file.ggf: "), "{output}");
    let output = messages(&options("human", "human"), "save game.xyz\n");
    assert!(output.contains("game.xyz does not end with .ggf, .sgf or .txt."), "{output}");
}

#[test]
fn a_clock_runs_out_while_a_person_thinks() {
    let clock = Some("1ms".parse().unwrap());
    let slow = io::BufReader::new(SlowReader("f5\n".as_bytes()));
    let mut output = Vec::new();
    let options = PlayOptions { clock, ..options("human", "random:seed=1") };
    let end = run_plain(&options, slow, &mut output).unwrap();
    let PlayEnd::Finished(outcome) = end else { panic!("{end:?}") };
    assert_eq!(outcome.reason, EndReason::TimedOut(willow_board::Color::Black));
    assert_eq!(outcome.result.value(), -64);
}

/// An input that delivers only after a delay.
struct SlowReader<R>(R);

impl<R: io::Read> io::Read for SlowReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let started = std::time::Instant::now();
        while started.elapsed() < std::time::Duration::from_millis(3) {
            std::hint::spin_loop();
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_closed_output_is_no_error() {
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
    assert_eq!(end.unwrap(), PlayEnd::Interrupted { saved_to: None });
}

#[test]
fn an_unknown_player_is_an_error() {
    let (output, end) = play(&options("human", "nobody"), "");
    assert_eq!(output, "");
    assert!(
        end.unwrap_err().to_string().starts_with("White's player: there is no player `nobody`")
    );
}

#[test]
fn a_line_that_is_too_long_or_not_utf8_is_one_unknown_command() {
    let input = format!("f5{}\nf5{}\nd6\n", " ".repeat(1 << 20), " ".repeat(5000));
    let input = [input.as_bytes(), b"c3\xff\nc3\n"].concat();
    let mut output = Vec::new();
    run_plain(&options("human", "human"), &*input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert_eq!(output.matches("Unknown command").count(), 2, "{output}");
    for played in ["White moves to d6.", "Black moves to c3."] {
        assert!(output.contains(played), "{output}");
    }
}

#[test]
fn a_huge_file_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.txt");
    fs::File::create(&path).unwrap().set_len(1 << 30).unwrap();
    let output = messages(&options("human", "human"), &format!("load {}\n", path.display()));
    assert!(output.contains("huge.txt: larger than 64 MiB."), "{output}");
}

#[test]
fn loading_keeps_the_game_in_progress() {
    let folder = tempfile::tempdir().unwrap();
    let autosave = folder.path().join("unfinished.txt");
    let other = folder.path().join("other.txt");
    fs::write(&other, "d3c5\n").unwrap();
    let previous = folder.path().join("unfinished.txt.previous");
    let options = autosaved_in(&autosave, Resume::Never);
    let (output, _) = play(&options, &format!("f5\nd6\nload {}\nf6\n", other.display()));
    let kept = format!("The game before it is kept in {}.", previous.display());
    assert!(output.contains(&kept), "{output}");
    let text = fs::read_to_string(&previous).unwrap();
    assert!(text.contains(r#""moves":["f5","d6"]"#), "{text}");
    assert!(fs::read_to_string(&autosave).unwrap().contains(r#""moves":["d3","c5","f6"]"#));
    // The game that was kept can be loaded again.
    let (output, _) = play(&options, &format!("load {}\nc3\n", previous.display()));
    assert!(output.contains("Black moves to c3."), "{output}");
    assert!(fs::read_to_string(&autosave).unwrap().contains(r#""moves":["f5","d6","c3"]"#));
}

#[test]
fn a_new_game_keeps_the_game_in_progress() {
    let folder = tempfile::tempdir().unwrap();
    let autosave = folder.path().join("unfinished.txt");
    let previous = folder.path().join("unfinished.txt.previous");
    let options = autosaved_in(&autosave, Resume::Never);
    let (output, _) = play(&options, "f5\nd6\nnew\nd3\n");
    let kept = format!("New game.\nThe game before it is kept in {}.", previous.display());
    assert!(output.contains(&kept), "{output}");
    assert!(fs::read_to_string(&previous).unwrap().contains(r#""moves":["f5","d6"]"#));
    assert!(fs::read_to_string(&autosave).unwrap().contains(r#""moves":["d3"]"#));
}

#[test]
fn the_games_of_a_file_are_listed_and_loaded_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ggf");
    let ggf = "(;GM[Othello]PB[Ann]PW[Bob]B[F5]W[D6];)(;GM[Othello]PB[Cleo]PW[Dan]B[F5]W[F6];)";
    fs::write(&path, ggf).unwrap();
    let file = Some(path.clone());
    let options = PlayOptions { file, ..options("human", "human") };
    let (output, _) = play(&options, "games\ngames dan\ngame 2\ngame 3\ngames nobody\n");
    assert!(output.contains("has 2 games. `games` lists them"), "{output}");
    assert!(output.contains("Game 1: Ann - Bob, Perpendicular Opening, 2 moves."), "{output}");
    assert!(output.contains("1. Ann - Bob, Perpendicular Opening, 2 moves\n2. Cleo"), "{output}");
    assert!(output.contains("Game 2: Cleo - Dan, Diagonal Opening, 2 moves."), "{output}");
    assert!(output.contains("There are games 1 to 2."), "{output}");
    assert!(output.contains("No game has these words."), "{output}");
    let none = play(&PlayOptions { file: None, ..options }, "games\n").0;
    assert!(none.contains("No file with several games was loaded."), "{none}");
}

#[test]
fn a_game_that_cannot_be_kept_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.txt");
    fs::write(&other, "d3c5\n").unwrap();
    // The folder of the autosave is a file.
    let options = autosaved_in(&other.join("unfinished.txt"), Resume::Never);
    let (output, _) = play(&options, &format!("f5\nload {}\nboard\n", other.display()));
    assert!(
        output.contains("The game on the board stays, because it cannot be saved: "),
        "{output}"
    );
    assert!(output.trim_end().ends_with("White to move (f4 d6 f6):"), "{output}");
}

#[test]
fn moves_before_the_start_are_kept_and_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("game.ggf");
    let start = willow_records::transcript::parse("f5d6c3").unwrap();
    let options = PlayOptions { start, ..options("human", "human") };
    let (output, _) = play(&options, &format!("d3\nsave {}\nundo\nundo\n", saved.display()));
    assert!(output.contains("Back at move 2."), "{output}");
    let text = fs::read_to_string(&saved).unwrap();
    assert!(text.contains("B[f5//0]W[d6//0]B[c3//0]W[d3//"), "{text}");
}

#[test]
fn control_characters_are_printed_as_text() {
    let input = "\u{1b}]0;owned\u{7}\u{1b}[2J\nload \u{9b}31m.ggf\nsave \u{1b}[31m.doc\n";
    let (output, _) = play(&options("human", "human"), input);
    assert!(!output.contains(|c: char| c.is_control() && c != '\n'), "{output:?}");
    assert!(output.contains("Unknown command `\\u{1b}]0;owned\\u{7}\\u{1b}[2J`;"), "{output}");
}

#[test]
fn the_analysis_lists_mistakes_and_the_values_of_all_moves() {
    let ending = "-XXXXX--XOOOXO--XOOXOOOOXOOOXOOOXOOOOXOOXOOOOOXOXOXXXXXXOOOOOOOO X";
    let start = Game::from_position(board_text::parse(ending).unwrap());
    let options = PlayOptions { start, ..options("human", "human") };
    let told = messages(&options, "g1\nanalyze 3\n");
    assert!(told.contains("Analyzing...\nBlack's value in discs"), "{told}");
    assert!(told.contains("1. Black g1?? -16, blunder: loss instead of win"), "{told}");
    let told = messages(&options, "analyze\n");
    assert!(told.contains("No inaccuracies, mistakes or blunders."), "{told}");
    assert!(told.contains("Black to move. Best: a1 +4"), "{told}");
    let values = play(&options, "analyze\n").0;
    assert!(values.contains("  moves: a1 +4, g1 -16, h2 -22, g2 -30\n"), "{values}");
}

#[test]
fn thoughts_are_told_when_they_are_wanted() {
    let options = options("human", "iago:depth=3");
    let text = messages(&options, "f5\nthought\nc6\n");
    let told = "White thought about d6: value ";
    let of_first: Vec<&str> = text.lines().filter(|line| line.starts_with(told)).collect();
    assert_eq!(of_first.len(), 1, "{text}");
    assert!(of_first[0].contains(" units, depth 3, boards "), "{text}");
    assert_eq!(text.matches("White thought about ").count(), 1, "{text}");
    let always = PlayOptions { thoughts: ThoughtDisplay::Always, ..options };
    assert!(messages(&always, "f5\n").contains(told));
    let nothing = messages(&always, "t\n");
    assert!(nothing.contains("No program has told what it thinks about its moves."), "{nothing}");
}

#[test]
fn a_saved_game_has_what_the_programs_thought() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.ggf");
    let input = format!("f5\nsave {}\n", file.display());
    play(&options("human", "iago:depth=3"), &input).1.unwrap();
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("CO[value "), "{text}");
    assert!(text.contains("current-mobility"), "{text}");
}
