//! Builds of one program for several processors in one file, of which the best is started.
//!
//! `cargo xtask dist` builds a program for [`Level::V2`] and once more for each newer level, and [`pack`]s these
//! behind the first. When it starts, [`start_best_build`] copies the best one for this processor into a file in
//! memory and becomes it. A program with nothing behind it, which every other build is, goes on as it is.
//!
//! Invariant: whatever prevents the start of a better build, the program runs, unless the user named the build.

#![forbid(unsafe_code)]

mod level;
mod packed;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod start;

pub use level::{Level, ParseLevelError};
pub use packed::{Build, Builds, pack};
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use start::{builds, program, start_best_build};

/// The environment variable that names the build to start: `v2`, `v3` or `v4`.
pub const CPU_VARIABLE: &str = "WILLOW_CPU";

/// The build that the user named cannot be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// The variable names no level.
    #[error("{CPU_VARIABLE} names no level")]
    Unknown(#[from] ParseLevelError),
    /// This program has no such build.
    #[error("{CPU_VARIABLE}: this program has no build for {0}")]
    Missing(Level),
    /// The processor lacks instructions that the build needs.
    #[error("{CPU_VARIABLE}: this processor is {processor} and cannot run a build for {wanted}")]
    TooNew {
        /// What was asked for.
        wanted: Level,
        /// What the processor has.
        processor: Level,
    },
    /// The build cannot be copied into memory or executed.
    #[error("{CPU_VARIABLE}: the build cannot be started")]
    Start(#[source] std::io::Error),
}

/// Returns without doing anything: packed programs are for Linux on x86-64.
///
/// # Errors
/// None.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn start_best_build() -> Result<(), LaunchError> {
    Ok(())
}

/// Returns no level: packed programs are for Linux on x86-64.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn builds() -> Vec<Level> {
    Vec::new()
}

/// Returns the file of the running program, if the system tells.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn program() -> Option<std::path::PathBuf> {
    std::env::current_exe().ok()
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    #[test]
    fn the_cause_of_an_error_is_told_once() {
        let error = LaunchError::from(ParseLevelError);
        let cause = error.source().expect("the text is no level").to_string();
        assert_eq!(
            format!("{error}: {cause}"),
            "WILLOW_CPU names no level: a level is v2, v3 or v4"
        );
    }
}
