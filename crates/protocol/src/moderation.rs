//! Reports, sanctions, invitations, and the log of moderators' actions.

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
