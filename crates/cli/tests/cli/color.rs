//! Colours of help, errors and notes.

use crate::run::{run, run_in, willow};

const ESCAPE: char = '\u{1b}';

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    for words in [&["help"][..], &["--help"], &["help", "book", "show"], &["solve", "--nothing"]] {
        let plain = run(words);
        assert!(!(plain.stdout + &plain.stderr).contains(ESCAPE), "{words:?}");
        let always = [&["--color", "always"], words].concat();
        let coloured = run(&always);
        assert!((coloured.stdout + &coloured.stderr).contains(ESCAPE), "{words:?}");
        let never = run(&[&["--color=never"], words].concat());
        assert!(!(never.stdout + &never.stderr).contains(ESCAPE), "{words:?}");
    }
    assert_eq!(run(&["help", "--color", "sometimes"]).code, 2);
}

#[test]
fn the_environment_and_the_configuration_decide_too() {
    let folder = tempfile::tempdir().unwrap();
    let help = |variable: (&str, &str)| {
        let output =
            willow(folder.path()).arg("help").env(variable.0, variable.1).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains(ESCAPE)
    };
    assert!(help(("CLICOLOR_FORCE", "1")));
    assert!(!help(("TERM", "xterm-256color")), "a pipe is no terminal");
    assert_eq!(run_in(folder.path(), &["config", "set", "color", "always"], b"").code, 0);
    assert!(help(("TERM", "dumb")));
}

#[cfg(unix)]
mod on_a_terminal {
    use crate::pseudo_terminal::Session;

    fn shown(words: &[&str], variables: &[(&str, &str)]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::start_with(variables, folder.path(), words);
        session.end();
        session.shown
    }

    #[test]
    fn errors_and_help_are_coloured_where_the_terminal_has_colours() {
        for words in [&["help"][..], &["perft", "many"]] {
            assert!(shown(words, &[]).contains("\u{1b}["), "{words:?}");
            for variable in
                [("TERM", "dumb"), ("TERM", "vt100"), ("NO_COLOR", "1"), ("CLICOLOR", "0")]
            {
                let text = shown(words, &[variable]);
                assert!(!text.contains('\u{1b}'), "{words:?} {variable:?}: {text:?}");
            }
        }
    }

    #[test]
    fn a_full_screen_program_uses_the_colours_of_its_terminal() {
        for (term, sign) in [("xterm-256color", "48;5;29"), ("linux", "48;5;2")] {
            let folder = tempfile::tempdir().unwrap();
            let mut session = Session::start_with(&[("TERM", term)], folder.path(), &["play"]);
            session.wait_for("to move");
            session.wait_for(sign);
            session.type_keys("q");
            session.end();
            assert_eq!(session.shown.contains("48;5;29"), term != "linux", "{term}");
        }
    }

    #[test]
    fn without_a_cursor_to_move_the_game_is_played_line_by_line() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::start_with(&[("TERM", "dumb")], folder.path(), &["play"]);
        session.wait_for("Black to move");
        session.type_keys("quit\n");
        assert!(session.end().success());
        assert!(!session.shown.contains('\u{1b}'), "{:?}", session.shown);
    }
}
