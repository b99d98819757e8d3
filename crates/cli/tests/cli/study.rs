//! The analysis on the full screen of `willow play`, in a pseudo-terminal.

use crate::pseudo_terminal::Session;
use crate::run::run_in;

/// The end of a game of the championship of 1977, five squares empty, Black to move.
const ENDING: &str = "-XXXXX--XOOOXO--XOOXOOOOXOOOXOOOXOOOOXOOXOOOOOXOXOXXXXXXOOOOOOOO X";

#[test]
fn an_ending_is_analyzed_on_the_full_screen() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["play", "--white", "human", "--start", ENDING];
    let mut session = Session::start(folder.path(), &words);
    session.wait_for_screen("Black to move:");
    session.type_keys("y");
    let screen = session.wait_for_screen("The analysis is complete.");
    assert!(screen.contains("Black to move. Best: a1 +4"), "{screen}");
    assert!(screen.contains("0 of 0"), "{screen}");
    session.type_keys("\r");
    session.wait_for_screen("variation after move 0");
    session.type_keys("x");
    session.wait_for_screen("0 of 0");
    session.type_keys("q");
    session.wait_for_screen("n new");
    session.type_keys("q");
    assert!(session.end().success());
}

#[test]
fn plain_mode_prints_the_analysis() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["play", "--plain", "--white", "human", "--start", ENDING];
    let result = run_in(folder.path(), &words, b"g1\nanalyze\n");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let told = result.stdout;
    assert!(told.contains("1. Black g1?? -16, blunder: loss instead of win\n"), "{told}");
    assert!(told.contains("  better: a1 "), "{told}");
}
