//! `willow lab` starts `willow-lab`.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

/// Answers with its arguments, one a line.
const LABORATORY: &str = "#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 7\n";

#[test]
fn the_laboratory_gets_the_arguments_and_gives_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let (own, program) = (folder.path().join("willow"), folder.path().join("willow-lab"));
    let willow = Path::new(env!("CARGO_BIN_EXE_willow"));
    fs::hard_link(willow, &own).or_else(|_| fs::copy(willow, &own).map(|_| ())).unwrap();
    let run = |words: &[&str]| {
        let home = folder.path().join("home");
        let command =
            Command::new(&own).args(words).env("WILLOW_HOME", home).env("PATH", "").output();
        let output = command.unwrap();
        let [out, error] =
            [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), out, error)
    };
    let (code, _, error) = run(&["lab", "train"]);
    assert_eq!(code, Some(1));
    let expected = "error: the program willow-lab is not installed\n\
                    hint: build it with `cargo build --release -p willow-lab`\n";
    assert_eq!(error, expected);
    fs::write(&program, LABORATORY).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let board = "---------------------------OX------XO--------------------------- X";
    for (words, passed) in [
        (&["lab"][..], "\n".to_owned()),
        (&["lab", "train", "--help"], "train\n--help\n".to_owned()),
        (&["lab", "book", "--show", "bill", board], format!("book\n--show\nbill\n{board}\n")),
        (&["help", "lab", "train"], "help\ntrain\n".to_owned()),
    ] {
        assert_eq!(run(words), (Some(7), passed, String::new()), "{words:?}");
    }
}
