//! What moderators read: reports, and the log of what they did.

mod invitation;
mod log;
mod report;
mod sanction;

pub use invitation::{InvitationSummary, MAX_INVITATION_DAYS, MAX_INVITATION_USES};
pub use log::{LogEntry, LogFilter, LogPage};
pub use report::{
    ParseLinesError, ReportClosing, ReportOutcome, ReportPage, ReportState, ReportSummary,
    RoomLines,
};
pub use sanction::{BanReach, ProfileText, RelatedUser, Sanction, SanctionKind};
