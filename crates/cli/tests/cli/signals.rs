//! Signals to a full-screen program in a pseudo-terminal.

use std::fs;

use crate::pseudo_terminal::Session;

/// What switches the alternate screen on and off.
const ALTERNATE_SCREEN: &str = "\u{1b}[?1049h";
const MAIN_SCREEN: &str = "\u{1b}[?1049l";
/// What switches mouse events off.
const NO_MOUSE: &str = "\u{1b}[?1000l";

fn assert_restored(shown: &str, signal: &str) {
    let end = shown.rfind(ALTERNATE_SCREEN).expect("the program uses the full screen");
    let after = &shown[end..];
    assert!(after.contains(MAIN_SCREEN), "{signal}: the screen is not restored");
    assert!(after.contains(NO_MOUSE), "{signal}: the mouse is still on");
}

#[test]
fn a_signal_ends_a_game_on_the_full_screen_in_order() {
    for (signal, exit_code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::start(folder.path(), &["play", "--white", "human"]);
        session.wait_for("to move");
        session.type_keys("f5d6");
        let autosave = folder.path().join("home/unfinished-game.txt");
        session.wait_for_file(&autosave, r#""moves":["f5","d6"]"#);
        session.send_signal(signal);
        let status = session.end();
        assert_eq!(status.code(), Some(exit_code), "{signal}: {status}");
        assert_restored(&session.shown, signal);
        assert!(session.shown.contains("The game is saved."), "{signal}");
        assert!(
            fs::read_to_string(&autosave).unwrap().contains(r#""moves":["f5","d6"]"#),
            "{signal}"
        );
    }
}

#[test]
fn a_game_ends_when_its_terminal_hangs_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(folder.path(), &["play", "--white", "human"]);
    session.wait_for("to move");
    session.type_keys("f5");
    let autosave = folder.path().join("home/unfinished-game.txt");
    session.wait_for_file(&autosave, r#""moves":["f5"]"#);
    session.terminal = None;
    session.send_signal("HUP");
    assert_eq!(session.end().code(), Some(129));
    assert!(fs::read_to_string(&autosave).unwrap().contains(r#""moves":["f5"]"#));
}

#[test]
fn a_signal_ends_the_client_of_the_server_in_order() {
    for (signal, exit_code) in [("TERM", 143), ("HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        // Nobody has to be there: the sign-in screen comes first.
        let mut session = Session::start(folder.path(), &["connect", "127.0.0.1:9"]);
        session.wait_for(ALTERNATE_SCREEN);
        session.wait_for("guest");
        session.send_signal(signal);
        let status = session.end();
        assert_eq!(status.code(), Some(exit_code), "{signal}: {status}");
        assert_restored(&session.shown, signal);
    }
}
