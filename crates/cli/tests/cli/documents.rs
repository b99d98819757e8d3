//! What the documents and the help tell people to type: `sh run` blocks are run, the options of all others are read.
//!
//! The options are checked by the shell and the program themselves: in place of `willow` a script runs it with the
//! same words and `--help`, which reads them and does nothing. Other programs do nothing. The lines of `willow lab`
//! are checked by the tests of the laboratory, those of `cargo xtask` by nobody.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use assert_cmd::Command;
use willow_testkit::code_blocks;

use crate::run::{TIMEOUT, run};

/// Runs the program with `--help` behind its words. `cargo run` is the program, too.
const WILLOW: &str = "#!/bin/sh\n[ \"$1\" = lab ] || \"$WILLOW\" \"$@\" --help >/dev/null\n";
const CARGO: &str = "#!/bin/sh\n[ \"$1\" = run ] || exit 0\nuntil [ \"$1\" = -- ]; do shift; done\nshift\n\
                     exec willow \"$@\"\n";

/// Other programs that the documents name.
const OTHERS: [&str; 17] = [
    "chown",
    "cp",
    "curl",
    "cut",
    "git",
    "grep",
    "head",
    "install",
    "man",
    "mv",
    "npx",
    "openssl",
    "pip",
    "python3",
    "sed",
    "systemctl",
    "telnet",
];

/// Returns the folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the pages for people, with their names.
fn pages() -> Vec<(PathBuf, String)> {
    let folders = ["", "docs", "docs/benchmarks"].map(|folder| root().join(folder));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("it is there"));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
    pages.sort();
    pages.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Runs lines of a shell in a folder, with the programs of another folder in front of all others.
pub(crate) fn shell(lines: &str, folder: &Path, programs: &Path) -> Command {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-e", "-c", lines]).current_dir(folder);
    command.env("PATH", format!("{}:{path}", programs.display()));
    command.env("WILLOW", env!("CARGO_BIN_EXE_willow"));
    command.env("WILLOW_HOME", folder.join("home")).env("HOME", folder);
    command
}

fn write_script(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Returns what is wrong with the options in lines of a shell.
pub(crate) fn problems(lines: &str) -> String {
    let [folder, programs] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    write_script(programs.path(), "willow", WILLOW);
    write_script(programs.path(), "cargo", CARGO);
    for name in OTHERS {
        write_script(programs.path(), name, "#!/bin/sh\n");
    }
    let output = shell(lines, folder.path(), programs.path()).output().unwrap();
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn commands_marked_as_such_run_in_an_empty_folder() {
    let (start, mut n_blocks) = (Instant::now(), 0);
    let programs = Path::new(env!("CARGO_BIN_EXE_willow")).parent().unwrap();
    for (page, text) in pages() {
        for block in code_blocks(&text).into_iter().filter(|block| block.info == "sh run") {
            let folder = tempfile::tempdir().unwrap();
            let left = (5 * TIMEOUT).saturating_sub(start.elapsed());
            let output = shell(block.text, folder.path(), programs).timeout(left).output().unwrap();
            let place = format!("{}, line {}", page.display(), block.line);
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success(), "{place}: {stderr}");
            assert!(!stderr.contains("error: "), "{place}: {stderr}");
            let printed = String::from_utf8(output.stdout).unwrap();
            assert!(!printed.contains("Illegal move"), "{place}: {printed}");
            n_blocks += 1;
        }
    }
    assert!(2 <= n_blocks, "{n_blocks} blocks");
}

#[test]
fn all_other_commands_of_documents_have_options_that_exist() {
    for (page, text) in pages() {
        for block in code_blocks(&text) {
            let place = format!("{}, line {}", page.display(), block.line);
            match block.info {
                "sh" => assert_eq!(problems(block.text), "", "{place}"),
                "" | "text" => {
                    let is_command = |line: &&str| {
                        ["willow ", "cargo "].iter().any(|name| line.starts_with(name))
                    };
                    let command = block.text.lines().find(is_command);
                    assert_eq!(command, None, "{place}: mark the block as sh, or as sh run");
                }
                _ => {}
            }
        }
    }
}

/// Returns the cells of the rows of a Markdown table whose first cell is not a heading's or a line.
pub(crate) fn table_rows(text: &str) -> Vec<Vec<String>> {
    let cells = |row: &str| -> Vec<String> {
        // A bar within a cell has a backslash.
        let row = row.trim().trim_matches('|').replace("\\|", "\u{1}");
        row.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
    };
    let rows = text.lines().filter(|line| line.starts_with("| ")).map(cells);
    rows.filter(|row| !["id", "theirs", "---"].contains(&&*row[0])).collect()
}

/// Returns what stands between backticks.
pub(crate) fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The page that maps what the documents name to files and commands names what exists.
#[test]
fn the_map_of_the_documents_names_what_exists() {
    let page = fs::read_to_string(root().join("docs/functions.md")).unwrap();
    let rows = table_rows(&page);
    assert!(60 < rows.len(), "{} rows", rows.len());
    let mut script = String::new();
    for row in &rows {
        let [_, file, name, command] = &row[..] else { panic!("not four cells: {row:?}") };
        let [file, name, command] = [file, name, command].map(|cell| quoted(cell).next().unwrap());
        let text = fs::read_to_string(root().join(file)).unwrap_or_else(|_| panic!("no {file}"));
        assert!(text.contains(name), "{file} has no {name}");
        script.extend([command, "\n"]);
    }
    assert_eq!(problems(&script), "");
}

#[test]
fn the_examples_of_the_help_have_options_that_exist() {
    let all = run(&["help"]).stdout;
    let (_, listed) = all.split_once("\nCommands:\n").unwrap();
    let listed = listed.lines().take_while(|line| line.starts_with("  "));
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && *name != "lab");
    let mut examples = String::new();
    for name in names {
        let help = run(&["help", name]).stdout;
        let lines = help.lines().filter_map(|line| line.strip_prefix("  willow "));
        for line in lines {
            // Remarks stand behind more than one blank. Files and other programs are not needed here.
            let ends = ["  ", " < ", " > ", " | "].into_iter().filter_map(|end| line.find(end));
            let words = &line[..ends.min().unwrap_or(line.len())];
            examples.extend(["willow ", words, "\n"]);
        }
    }
    assert!(40 < examples.lines().count(), "{examples}");
    assert_eq!(problems(&examples), "");
}
