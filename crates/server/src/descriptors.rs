//! Open files: every connection is one.

/// Lets this process open as many files as the system lets it, and returns how many that are.
///
/// Systems start programs with a low limit that they may raise themselves up to a higher one. The
/// low one is for programs that cannot count further than 1024; this one can.
#[cfg(unix)]
#[expect(clippy::must_use_candidate, reason = "it is called for what it does")]
pub fn raise_descriptor_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        // Some systems let no program have as many as they say.
        Err(_) => limit.current,
    }
}

/// Returns nothing: this system has no such limit, or none that is known here.
#[cfg(not(unix))]
#[expect(clippy::must_use_candidate, reason = "it is called for what it does")]
pub fn raise_descriptor_limit() -> Option<u64> {
    None
}
