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
    assert!(assets.join("willow-book-learn.1").exists());
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
fn every_command_has_a_page_of_the_manual() {
    let page = run(&["man", "match"]).stdout;
    for text in
        [".TH willow-match 1", ".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS", "willow match iago"]
    {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(run(&["man", "book", "learn"]).stdout.contains("willow-book-learn"));
    let nothing = run(&["man", "nothing"]);
    assert_eq!((nothing.code, nothing.error()), (2, "no help found for `nothing`"));
}
