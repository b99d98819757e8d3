//! The error of a text that is no clock.

use thiserror::Error;

/// The text is neither a time nor a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a clock (examples: 5, 05:00, 15:00//02:00, 05:00/00:10/01:00)")]
pub struct ParseClockError;
