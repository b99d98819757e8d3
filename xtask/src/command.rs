//! Running other programs.

use std::cell::RefCell;
use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

thread_local! {
    /// Where this thread's programs print, if not where this program does.
    static OUTPUT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Lets the programs that this thread runs print into a file.
pub(crate) fn print_into(file: File) {
    OUTPUT.set(Some(file));
}

/// Calls cargo in a folder, with arguments that are separated by spaces.
pub(crate) fn cargo(folder: &Path, arguments: &str) -> Command {
    // The cargo that runs us: there may be several.
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split_whitespace()).current_dir(folder);
    // `cargo run` describes this package in the environment. Some build scripts look there, and would run again
    // whenever cargo is called with and without `cargo xtask` in turn.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// Calls another program in a folder, with arguments that are separated by spaces.
pub(crate) fn program(folder: &Path, line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).current_dir(folder);
    command
}

/// Prints a command and runs it. Its output goes where this thread prints.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = typed(command);
    OUTPUT.with_borrow_mut(|output| -> Result<()> {
        let Some(file) = output else {
            println!("$ {line}");
            return Ok(());
        };
        writeln!(file, "$ {line}")?;
        command.stdout(file.try_clone()?).stderr(file.try_clone()?);
        Ok(())
    })?;
    let status = command.status().with_context(|| format!("cannot run `{line}`"))?;
    ensure!(status.success(), "`{line}` failed");
    Ok(())
}

/// Runs a command and returns its standard output, or `None` if it failed or is missing.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Reports whether a program is installed.
pub(crate) fn is_installed(name: &str) -> bool {
    // It counts that the program starts: WebKitWebDriver knows no `--version`, and fails.
    let mut command = Command::new(name);
    command
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// Returns the line that repeats a command in a shell.
pub(crate) fn typed(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.to_string_lossy(), quoted(value?))));
    let name = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = [name].into_iter().chain(command.get_args()).map(quoted);
    variables.chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns a word in quotes if a shell needs them. No word of ours contains a quote.
fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into_owned()
    } else {
        format!("'{word}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_names_the_command_as_it_is_typed() {
        let here = Path::new(".");
        let call = &mut program(here, "no-such-program x");
        let error = run(call.env("FLAGS", "-D warnings").env("EMPTY", "")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot run `EMPTY='' FLAGS='-D warnings' no-such-program x`"
        );
        assert_eq!(output(call), None);
        assert!(run(&mut cargo(here, "no-such-command")).is_err());
        assert!(output(&mut cargo(here, "--version")).is_some_and(|text| text.contains("cargo")));
    }

    #[test]
    #[cfg(unix)]
    fn a_program_is_installed_even_if_it_knows_no_version() {
        assert!(is_installed("false"));
        assert!(!is_installed("no-such-program"));
    }
}
