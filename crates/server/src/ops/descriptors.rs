//! The limit of open files: every connection is one.

/// Raises the limit of open files (`RLIMIT_NOFILE`) as far as the system allows, and returns it.
///
/// Systems start programs with a low soft limit, for programs that use `select`. A program may raise
/// it up to the hard limit.
#[cfg(unix)]
pub fn raise_descriptor_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        // Some systems do not allow as many files as they say.
        Err(_) => limit.current,
    }
}

/// Returns `None`: this system has no such limit, or none that is known here.
#[cfg(not(unix))]
pub fn raise_descriptor_limit() -> Option<u64> {
    None
}
