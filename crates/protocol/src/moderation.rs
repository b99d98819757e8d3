//! What moderators read: reports, and the log of what they did.

mod log;
mod report;

pub use log::{LogEntry, LogFilter, LogPage};
pub use report::{
    ParseLinesError, ReportClosing, ReportOutcome, ReportPage, ReportState, ReportSummary,
    RoomLines,
};
