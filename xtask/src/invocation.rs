//! A command to run, and how a person types it.

use std::env;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result};

/// A program with its arguments and the environment that it needs.
#[derive(Clone, Debug)]
pub(crate) struct Invocation {
    program: String,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
}

impl Invocation {
    /// Calls a program.
    pub(crate) fn new<S: Into<String>>(
        program: &str,
        arguments: impl IntoIterator<Item = S>,
    ) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.to_owned(), arguments, variables: Vec::new() }
    }

    /// Calls cargo with arguments that are separated by spaces.
    pub(crate) fn cargo(arguments: &str) -> Self {
        Self::new("cargo", arguments.split_whitespace())
    }

    /// Calls `cargo test` for the whole workspace. The feature `ts` adds the test that compares the file
    /// of TypeScript types with the Rust types; a call of its own would compile much again.
    pub(crate) fn workspace_tests() -> Self {
        Self::cargo("test --workspace --features willow-protocol/ts,willow-analysis/ts")
    }

    /// Adds an argument.
    pub(crate) fn argument(mut self, argument: impl Into<String>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Sets a variable of the environment.
    pub(crate) fn variable(mut self, name: &str, value: impl Into<String>) -> Self {
        self.variables.push((name.to_owned(), value.into()));
        self
    }

    /// Runs it in a folder. Its output goes where ours goes.
    pub(crate) fn status(&self, folder: &Path) -> Result<ExitStatus> {
        self.command(folder).status().with_context(|| format!("cannot run `{self}`"))
    }

    /// Runs it in a folder and hands each line of its standard output to `each`.
    pub(crate) fn status_by_line(
        &self,
        folder: &Path,
        mut each: impl FnMut(&str),
    ) -> Result<ExitStatus> {
        let failure = || format!("cannot run `{self}`");
        let mut child =
            self.command(folder).stdout(Stdio::piped()).spawn().with_context(failure)?;
        if let Some(output) = child.stdout.take() {
            for line in BufReader::new(output).split(b'\n') {
                each(&String::from_utf8_lossy(&line.with_context(failure)?));
            }
        }
        child.wait().with_context(failure)
    }

    /// Runs it in a folder and returns its standard output, or `None` if it failed or is missing.
    pub(crate) fn output(&self, folder: &Path) -> Option<String> {
        let output = self.command(folder).stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(self.executable());
        command.args(&self.arguments).current_dir(folder);
        // `cargo run` describes this package in the environment. Some build scripts look there, and
        // would run again whenever cargo is called with and without `cargo xtask` in turn.
        for (name, _) in env::vars_os() {
            if describes_a_package(&name.to_string_lossy()) {
                command.env_remove(name);
            }
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Returns the path of the program. For cargo it is the one that runs us, as there may be several.
    fn executable(&self) -> String {
        match env::var("CARGO") {
            Ok(cargo) if self.program == "cargo" => cargo,
            _ => self.program.clone(),
        }
    }
}

/// Reports whether cargo sets a variable to describe the package that it runs or builds.
fn describes_a_package(variable: &str) -> bool {
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_NAME", "CARGO_CRATE_NAME"]
        .iter()
        .any(|prefix| variable.starts_with(prefix))
}

impl fmt::Display for Invocation {
    /// Writes the line that a person types into a shell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            write!(f, "{name}={} ", quoted(value))?;
        }
        write!(f, "{}", quoted(&self.program))?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", quoted(argument)))
    }
}

/// Returns a word in quotes if a shell needs them. No word of ours contains a quote.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_shown_as_typed() {
        let call = Invocation::cargo("doc --no-deps").variable("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(call.to_string(), "RUSTDOCFLAGS='-D warnings' cargo doc --no-deps");
    }

    #[test]
    fn an_empty_value_is_shown() {
        assert_eq!(Invocation::cargo("check").variable("X", "").to_string(), "X='' cargo check");
    }

    #[test]
    fn lines_are_handed_over() {
        let mut lines = Vec::new();
        let call = Invocation::cargo("--version");
        let status = call.status_by_line(Path::new("."), |line| lines.push(line.to_owned()));
        assert!(status.unwrap().success());
        assert!(lines[0].starts_with("cargo "), "{lines:?}");
    }

    #[test]
    fn a_missing_program_is_an_error_and_has_no_output() {
        let call = Invocation::new("no-such-program", ["x"]);
        let error = call.status(Path::new(".")).unwrap_err();
        assert_eq!(error.to_string(), "cannot run `no-such-program x`");
        assert_eq!(call.output(Path::new(".")), None);
    }
}
