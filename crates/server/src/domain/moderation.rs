//! Reports, and what moderators do.

mod reports;
mod sanctions;

pub(crate) use self::reports::OpenReport;
pub(crate) use self::sanctions::RelationChange;
