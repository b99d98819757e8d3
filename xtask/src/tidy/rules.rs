//! Which rules a run checks.

/// Which rules are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    /// The rules that the project keeps.
    Kept,
    /// These, and those that it is being brought to: every retired word, every circle of files.
    Pending,
}
