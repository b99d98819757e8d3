//! Becoming another build, on Linux.

use std::env;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::ops::Range;
use std::os::fd::AsRawFd as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::fs::{MemfdFlags, memfd_create};

use crate::{Builds, CPU_VARIABLE, LaunchError, Level};

/// Becomes the best build for this processor, or the one that [`CPU_VARIABLE`] names. Returns if this is the one.
///
/// # Errors
/// The variable names a build that is missing or does not run here.
pub fn start_best_build() -> Result<(), LaunchError> {
    let processor = Level::of_this_processor();
    let wanted = match env::var(CPU_VARIABLE) {
        Ok(text) => Some(text.parse::<Level>()?),
        Err(_) if processor <= Level::COMPILED => return Ok(()),
        Err(_) => None,
    };
    if wanted == Some(Level::COMPILED) {
        return Ok(());
    }
    if let Some(wanted) = wanted.filter(|&wanted| processor < wanted) {
        return Err(LaunchError::TooNew { wanted, processor });
    }
    // The packed program is the lowest build. One that was started from it has nothing behind it.
    let Ok((path, mut file, builds)) = this_file() else {
        return wanted.map_or(Ok(()), |wanted| Err(LaunchError::Missing(wanted)));
    };
    let build = match wanted {
        Some(wanted) => Some(builds.find(wanted).ok_or(LaunchError::Missing(wanted))?),
        None => builds.best_for(processor).filter(|build| Level::COMPILED < build.level),
    };
    let Some(build) = build else { return Ok(()) };
    let error = start(&path, &mut file, build.bytes.clone());
    if wanted.is_some() { Err(LaunchError::Start(error)) } else { Ok(()) }
}

/// Returns the levels for which this program has builds, lowest first. A build of a packed program knows the others.
pub fn builds() -> Vec<Level> {
    let file = program().and_then(|path| File::open(path).ok());
    let packed = file.and_then(|mut file| Builds::read(&mut file).ok()).unwrap_or_default();
    if packed.0.is_empty() {
        return vec![Level::COMPILED];
    }
    let packed = packed.0.iter().map(|build| build.level);
    [Level::V2].into_iter().chain(packed).collect()
}

/// Returns the file of the running program, if the system tells; a packed one's for each of its builds.
pub fn program() -> Option<PathBuf> {
    let own = env::current_exe().ok()?;
    if own.is_file() {
        return Some(own);
    }
    // A build in memory got the path of the packed program as its name.
    env::args_os().next().map(PathBuf::from).filter(|path| path.is_absolute() && path.is_file())
}

fn this_file() -> io::Result<(PathBuf, File, Builds)> {
    let path = env::current_exe()?;
    let mut file = File::open(&path)?;
    let builds = Builds::read(&mut file)?;
    Ok((path, file, builds))
}

/// Becomes the program that a part of a file is, with this program's arguments; returns only if that fails.
fn start(path: &Path, file: &mut File, bytes: Range<u64>) -> io::Error {
    let mut copied = || -> io::Result<File> {
        let mut memory = File::from(memfd_create("willow", MemfdFlags::CLOEXEC)?);
        file.seek(SeekFrom::Start(bytes.start))?;
        io::copy(&mut file.take(bytes.end - bytes.start), &mut memory)?;
        Ok(memory)
    };
    match copied() {
        Ok(memory) => Command::new(format!("/proc/self/fd/{}", memory.as_raw_fd()))
            .arg0(path)
            .args(env::args_os().skip(1))
            .exec(),
        Err(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::pack;

    /// Names the packed program to the process that becomes a build of it.
    const PACKED: &str = "WILLOW_TEST_PACKED";

    #[test]
    fn a_process_becomes_the_build() {
        // In the child: becomes `echo`, which prints this test's own arguments.
        if let Some(path) = env::var_os(PACKED) {
            let mut file = File::open(&path).unwrap();
            let builds = Builds::read(&mut file).unwrap();
            let bytes = builds.find(Level::V3).unwrap().bytes.clone();
            panic!("{}", start(Path::new(&path), &mut file, bytes));
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("packed");
        let echo = ["/bin/echo", "/usr/bin/echo"].into_iter().find_map(|it| fs::read(it).ok());
        let echo = echo.expect("every Linux has `echo`");
        fs::write(&path, pack(b"the lowest build", &[(Level::V3, echo)])).unwrap();
        let name = "start::tests::a_process_becomes_the_build";
        let child = Command::new(env::current_exe().unwrap())
            .args([name, "--exact", "--nocapture"])
            .env(PACKED, &path)
            .output()
            .unwrap();
        let printed = String::from_utf8(child.stdout).unwrap();
        // The test program prints its own head first.
        assert!(printed.ends_with(&format!("{name} --exact --nocapture\n")), "{printed}");
    }

    #[test]
    fn a_program_with_nothing_behind_it_has_one_build() {
        assert_eq!(builds(), [Level::COMPILED]);
        assert_eq!(program(), env::current_exe().ok());
    }
}
