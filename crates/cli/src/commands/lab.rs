//! `willow lab`: starts the laboratory, a program of its own.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process;

use crate::error::{CliError, io_reason};
use crate::status::Status;

/// Runs `willow-lab` with these arguments, and ends as it does.
pub(super) fn run<S: AsRef<OsStr>>(words: &[S]) -> Result<Status, CliError> {
    let program = program();
    let ended = process::Command::new(&program).args(words).status();
    let status = ended.map_err(|error| match error.kind() {
        ErrorKind::NotFound => CliError::failed("the program willow-lab is not installed")
            .with_hint("build it with `cargo build --release -p willow-lab`"),
        _ => CliError::failed(format!("cannot run {}: {}", program.display(), io_reason(&error))),
    })?;
    match status.code() {
        Some(0) => Ok(Status::Done),
        code => Ok(Status::Terminated { exit_code: code.map_or(1, |code| code as u8) }),
    }
}

/// Returns the program beside this one, or else its name, which is looked for on the PATH.
fn program() -> PathBuf {
    let name = format!("willow-lab{EXE_SUFFIX}");
    let own = willow_launch::program();
    let beside = own.as_deref().and_then(Path::parent).map(|folder| folder.join(&name));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| name.into())
}
