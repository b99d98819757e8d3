//! A report that no moderator has closed.

use super::input::UserId;

/// A report that no moderator has closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenReport {
    /// Its number.
    pub report: u64,
    /// Who reports.
    pub by: UserId,
    /// Who is reported.
    pub to: UserId,
}
