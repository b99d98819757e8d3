//! `willow play` without a terminal.

use std::fs;

use crate::run::run_in;

#[test]
fn a_game_that_is_left_can_be_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["play", "--white", "random:seed=2"];
    let result = run_in(folder.path(), &words, b"f5\nf6\n");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert!(folder.path().join("home/unfinished-game.txt").exists());
    let result = run_in(folder.path(), &["play", "--resume"], b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert!(!result.stdout.contains("[@=2 "), "{}", result.stdout);
}

#[test]
fn without_an_unfinished_game_there_is_nothing_to_resume() {
    let folder = tempfile::tempdir().unwrap();
    let result = run_in(folder.path(), &["play", "--resume"], b"");
    assert_eq!((result.code, result.error()), (1, "there is no unfinished game"));
}

#[test]
fn a_broken_file_of_an_unfinished_game_is_told_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("home/unfinished-game.txt");
    fs::create_dir(folder.path().join("home")).unwrap();
    fs::write(&path, "not a game").unwrap();
    let result = run_in(folder.path(), &["play", "--resume"], b"");
    assert_eq!(result.code, 1, "{result:?}");
    assert!(result.error().starts_with("cannot read the unfinished game "), "{result:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "not a game");
}

#[test]
fn a_game_may_start_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let words =
        ["play", "--start", "f5d6c3", "--black", "random:seed=1", "--white", "random:seed=2"];
    let result = run_in(folder.path(), &words, b"");
    assert_eq!(result.code, 0, "{result:?}");
    let lines: Vec<&str> = result.stdout.lines().collect();
    assert_eq!(lines[0], "Black (@) is random:seed=1, White (O) is random:seed=2.");
    assert!(lines[1].ends_with("[@=5  O=2  (+3)]"), "{}", result.stdout);
}

#[test]
fn the_moves_of_the_start_stand_in_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["play", "--start", "f5d6c3", "--white", "human"];
    let result = run_in(folder.path(), &words, b"d3\nsave game.sgf\nundo\nundo\n");
    assert_eq!((result.code, &*result.stderr), (0, ""), "{result:?}");
    assert!(result.stdout.contains("Back at move 2."), "{}", result.stdout);
    let saved = fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(saved.contains("AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6];B[c3];W[d3])"), "{saved}");
}

/// Two games with the names of their players.
const GAMES: &str = "(;GM[Othello]PB[Ann]PW[Bob]B[F5]W[D6]B[C3]W[D3]B[C4];)\
                     (;GM[Othello]PB[Cleo]PW[Dan]B[F5]W[F6];)";

#[test]
fn damaged_names_and_games_of_a_file_are_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.ggf"), format!("{GAMES}(;GM[Othello]B[A1];)")).unwrap();
    let play = |file: &str| {
        let words = ["play", file, "--plain", "--white", "human"];
        let result = run_in(folder.path(), &words, b"");
        assert_eq!((result.code, &*result.stderr), (0, ""));
        result.stdout
    };
    let text = play("games.ggf");
    assert!(text.contains("\nOne game could not be read, and is left out.\n"), "{text}");
    let with_result = "(;GM[Othello]PB[Ann]PW[Bob]RE[+6.000]B[F5]W[D6]B[C3]W[D3]B[C4];)";
    fs::write(folder.path().join("whole.ggf"), with_result).unwrap();
    assert_eq!(run_in(folder.path(), &["convert", "whole.ggf", "whole.wtb"], b"").code, 0);
    fs::write(folder.path().join("whole.jou"), "damaged").unwrap();
    let text = play("whole.wtb");
    assert!(text.contains("\nNumbers stand for names: the names beside whole.wtb: "), "{text}");
}

#[test]
fn the_games_of_a_file_are_listed_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.ggf"), GAMES).unwrap();
    let words = ["play", "games.ggf", "--plain", "--white", "human"];
    let result = run_in(folder.path(), &words, b"games tiger\ngame 2\n");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    assert!(result.stdout.contains("1. Ann - Bob, Tiger, 5 moves"), "{}", result.stdout);
    assert!(result.stdout.contains("Game 2: Cleo - Dan"), "{}", result.stdout);
    let result = run_in(folder.path(), &["play", "none.ggf", "--plain"], b"");
    assert_eq!(result.code, 1);
    assert!(result.error().starts_with("cannot read none.ggf: "), "{result:?}");
    let result = run_in(folder.path(), &["play", "games.ggf", "--game", "draughts"], b"");
    assert_eq!(result.code, 2);
}

#[cfg(unix)]
#[test]
fn games_of_a_file_and_a_new_game_on_the_full_screen() {
    use crate::pseudo_terminal::Session;

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.ggf"), GAMES).unwrap();
    let words = ["play", "games.ggf", "--white", "human"];
    let mut session = Session::start(folder.path(), &words);
    session.wait_for_screen("Games of games.ggf");
    session.type_keys("dan\r");
    session.wait_for_screen("Move 2 of 2");
    session.type_keys("\x1b[D");
    let screen = session.wait_for_screen("Move 1 of 2");
    assert!(screen.contains("Cleo"), "{screen}");
    session.type_keys("n");
    session.wait_for_screen("Start the game");
    session.type_keys("\r");
    session.wait_for_screen("Black to move: type");
    // Some type a square and Enter.
    session.type_keys("f5\r");
    let screen = session.wait_for_screen("White to move: type");
    assert!(!screen.contains("Illegal"), "{screen}");
    session.type_keys("wmy.txt\r");
    session.wait_for_screen("Saved to my.txt.");
    session.type_keys("wmy.txt\r");
    session.wait_for_screen("Replace it?");
    session.type_keys("n");
    session.type_keys("n\r");
    session.wait_for_screen("Black to move: type");
    session.type_keys("\x03");
    assert!(session.end().success());
}
