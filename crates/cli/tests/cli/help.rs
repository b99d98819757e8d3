//! Help, versions and the shape of usage errors.

use crate::run::{TWO_EMPTIES, run, run_in};

#[test]
fn the_reference_of_all_commands() {
    let all = run(&["help"]).stdout;
    let mut text = all.clone();
    // The help of the laboratory is another program's.
    for command in steps(&all).into_iter().filter(|&command| command != "lab") {
        text.push_str(&["\n--- willow help ", command, " ---\n"].concat());
        text.push_str(&run(&["help", command]).stdout);
    }
    // Clap ends lines of option tables with blanks, which reviews and editors stumble over.
    let text: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert!(text.iter().all(|line| line.chars().count() <= 80), "{}", text.join("\n"));
    insta::assert_snapshot!(text.join("\n"));
}

/// Returns the steps that the help of a command lists.
fn steps(help: &str) -> Vec<&str> {
    let (_, listed) = help.split_once("\nCommands:\n").expect("it lists its steps");
    let lines = listed.lines().take_while(|line| line.starts_with("  "));
    // Deeper lines go on with the description of the step above.
    let names = lines.filter(|line| !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).collect()
}

#[test]
fn the_reference_of_all_steps() {
    let mut text = String::new();
    for command in ["book", "config", "exercises"] {
        for step in steps(&run(&["help", command]).stdout) {
            text.push_str(&["\n--- willow help ", command, " ", step, " ---\n"].concat());
            text.push_str(&run(&["help", command, step]).stdout);
        }
    }
    let text: Vec<&str> = text.lines().map(str::trim_end).collect();
    // Clap does not break the line of the usage.
    let is_long = |line: &&&str| line.chars().count() > 80 && !line.starts_with("Usage: ");
    assert_eq!(text.iter().filter(is_long).collect::<Vec<_>>(), [&""; 0]);
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn help_is_the_same_however_it_is_asked_for() {
    assert_eq!(run(&["help"]).stdout, run(&["-h"]).stdout);
    assert_eq!(run(&["help", "perft"]).stdout, run(&["perft", "--help"]).stdout);
    assert_eq!(run(&["help", "book", "show"]).stdout, run(&["book", "show", "--help"]).stdout);
    let bare = run(&[]);
    assert_eq!((bare.code, &bare.stdout, &*bare.stderr), (0, &run(&["help"]).stdout, ""));
    assert_eq!(run(&["book", "help", "show"]).stdout, run(&["book", "show", "--help"]).stdout);
    assert_eq!(run(&["config", "help"]).stdout, run(&["help", "config"]).stdout);
    let bare = run(&["config"]);
    assert_eq!((bare.code, bare.stdout.contains("willow config set")), (0, true));
}

#[test]
fn topics_have_help_too() {
    let levels = run(&["help", "levels"]).stdout;
    let (table, people) = levels.split_once("\nLevels for people").unwrap();
    assert_eq!(table.lines().filter(|line| line.starts_with("  ")).count(), 61, "{levels}");
    let named = people.lines().filter(|line| line.contains("weaken=") && line.contains(" ± "));
    assert_eq!(named.count(), 7, "each with its Elo and the error: {people}");
    assert!(levels.lines().all(|line| line.chars().count() <= 80), "{levels}");
    let rules = run(&["help", "rules"]).stdout;
    assert!(rules.contains("brackets") && rules.contains("passes"), "{rules}");
    assert!(rules.lines().all(|line| line.chars().count() <= 80), "{rules}");
    assert!(run(&["help", "formats"]).stdout.contains(".obf"));
    assert!(run(&["help", "environment"]).stdout.contains("WILLOW_HOME"));
    for (words, error) in [
        (&["help", "nothing"][..], "no help found for `nothing`"),
        (&["help", "book", "nothing"], "no help found for `book nothing`"),
        (&["help", "solve", "nothing"], "no help found for `solve nothing`"),
    ] {
        let result = run(words);
        assert_eq!((result.code, result.error()), (2, error));
    }
}

#[test]
fn what_was_meant_is_asked_for() {
    for (words, meant) in [
        (&["sovle"][..], "solve"),
        (&["book", "lern"], "learn"),
        (&["help", "sovle"], "solve"),
        (&["help", "plyers"], "players"),
        (&["help", "book", "lern"], "learn"),
        (&["help", "players", "wilow"], "willow"),
        (&["solve", "--al-moves"], "--all-moves"),
        (&["config", "set", "play.wite", "random"], "play.white"),
    ] {
        let result = run(words);
        assert_eq!(result.code, 2, "{words:?}: {result:?}");
        let hint = format!("\nhint: did you mean `{meant}`?\n");
        assert!(result.stderr.ends_with(&hint), "{words:?}: {result:?}");
    }
}

#[test]
fn short_options_are_where_people_expect_them() {
    assert_eq!(run(&["-v"]).stdout, run(&["--version"]).stdout);
    let solved = run(&["solve", "-j", "2", "--json", TWO_EMPTIES]).json();
    assert_eq!(solved[0]["threads"], 2);
    let folder = tempfile::tempdir().unwrap();
    let written = run_in(folder.path(), &["match", "random", "random", "-o", "games.ggf"], b"");
    assert!(written.code == 0 && folder.path().join("games.ggf").exists(), "{written:?}");
    // A transcript has no names and times.
    let convert = ["convert", "games.ggf", "games.txt"];
    assert!(run_in(folder.path(), &convert, b"").stderr.starts_with("note: "));
    let quiet = [&["-q"], &convert[..], &["--force"]].concat();
    assert_eq!(run_in(folder.path(), &quiet, b"").stderr, "");
}

#[test]
fn the_version_names_the_commit_and_the_kernel() {
    let version = run(&["--version"]).stdout;
    assert!(version.starts_with("willow ") && version.contains("kernel "), "{version}");
    let git = |words: &[&str]| {
        let output = std::process::Command::new("git").args(words).output();
        output.is_ok_and(|output| output.status.success())
    };
    if !git(&["rev-parse", "HEAD"]) {
        return println!("SKIPPED: this is no repository");
    }
    let (_, commit) = version.split_once("(commit ").expect("it names the commit");
    let (commit, _) = commit.split_once(", kernel ").expect("the kernel follows");
    assert!(git(&["cat-file", "-e", commit]), "git knows the commit: {version}");
}
