//! `willow completions`, `willow man`, and the hidden `willow generate`.

use crate::run::{run, run_in};

#[test]
fn completions_and_man_pages_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let result = run_in(folder.path(), &["generate", "--out", "assets"], b"");
    assert_eq!((result.code, &*result.stderr), (0, ""));
    let assets = folder.path().join("assets");
    for name in [
        "willow.bash",
        "_willow",
        "willow.fish",
        "_willow.ps1",
        "willow.elv",
        "willow.1",
        "willow-solve.1",
    ] {
        let text = std::fs::read_to_string(assets.join(name)).expect(name);
        assert!(text.contains("solve"), "{name}");
    }
    assert!(assets.join("willow-book-show.1").exists());
    assert!(!assets.join("willow-generate.1").exists());
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let result = run(&["completions", shell]);
        assert_eq!((result.code, &*result.stderr), (0, ""), "{shell}");
        assert!(result.stdout.contains("all-moves"), "{shell}");
    }
    assert_eq!(run(&["completions", "tcsh"]).code, 2);
}

#[test]
fn pages_of_the_manual_have_the_sections_that_readers_look_for() {
    let page = run(&["man"]).stdout;
    let sections =
        ["NAME", "SYNOPSIS", "OPTIONS", "PLAYERS", "\"EXIT STATUS\"", "FILES", "ENVIRONMENT"];
    for section in sections {
        assert!(page.contains(&format!(".SH {section}\n")), "{section}: {page}");
    }
    assert!(page.contains("WILLOW_HOME") && page.contains("config.toml"), "{page}");
    let page = run(&["man", "match"]).stdout;
    for text in [".TH WILLOW-MATCH 1", ".SH PLAYERS", "mlia", ".SH EXAMPLES", "willow match iago"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(run(&["man", "book", "show"]).stdout.contains("WILLOW-BOOK-SHOW"));
    let nothing = run(&["man", "nothing"]);
    assert_eq!((nothing.code, nothing.error()), (2, "no help found for `nothing`"));
}
