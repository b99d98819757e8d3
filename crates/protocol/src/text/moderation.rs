//! Rows of the moderation log.

use super::account::date;
use super::listing::titled;
use crate::{ArchiveDate, InvitationSummary, LogEntry, LogPage};

/// Writes entries, and the number to continue after.
pub(super) fn page(page: &LogPage) -> Vec<String> {
    let more = page.next.map(|next| format!("more after {next}"));
    let rows = page.entries.iter().map(entry).chain(more);
    titled(page.entries.len().to_string(), rows, "no entries")
}

/// Writes an invitation that was made, with its code.
pub(super) fn invited(invitation: u64, code: &str, path: &str, expires_at: u64) -> String {
    let until = date(expires_at);
    format!("{invitation} {code}, valid until {until}; the link ends with {path}")
}

/// Writes invitations under their number.
pub(super) fn invitations(invitations: &[InvitationSummary]) -> Vec<String> {
    let rows = invitations.iter().map(invitation);
    titled(invitations.len().to_string(), rows, "no invitations")
}

fn invitation(it: &InvitationSummary) -> String {
    let InvitationSummary { invitation, by, role, uses, used, expires_at, note } = it;
    let note = note.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
    let until = date_and_time(*expires_at);
    format!("{invitation} {role} {used}/{uses} by {by}, valid until {}{note}", until.trim_end())
}

fn entry(entry: &LogEntry) -> String {
    let LogEntry { at, by, by_is_gone, name, name_is_gone, action, reason } = entry;
    let gone = |is_gone: &bool| if *is_gone { " (gone)" } else { "" };
    let (to, by) = (format!("{name}{}", gone(name_is_gone)), format!("{by}{}", gone(by_is_gone)));
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    format!("{}{action} {to} by {by}{reason}", date_and_time(*at))
}

/// Writes day and minute, in UTC.
pub(super) fn date_and_time(at: u64) -> String {
    let Some(date) = ArchiveDate::of_millis(at) else { return String::new() };
    let minutes = at / 60_000 % (24 * 60);
    format!("{date} {:02}:{:02} ", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Name;

    #[test]
    fn an_entry_has_time_action_user_moderator_and_reason() {
        let [mona, bob] = ["mona", "bob"].map(|name| name.parse::<Name>().unwrap());
        let ban = LogEntry {
            at: 1_763_823_899_999,
            by: mona,
            by_is_gone: false,
            name: bob,
            name_is_gone: true,
            action: "ban".to_owned(),
            reason: "enough".to_owned(),
        };
        let unban = LogEntry {
            at: 0,
            by_is_gone: true,
            name_is_gone: false,
            action: "unban".to_owned(),
            reason: String::new(),
            ..ban.clone()
        };
        let lines = page(&LogPage { entries: vec![ban, unban], next: Some(17) });
        assert_eq!(
            lines,
            [
                "2",
                "2025-11-22 15:04 ban bob (gone) by mona: enough",
                "1970-01-01 00:00 unban bob by mona (gone)",
                "more after 17",
            ]
        );
    }
}
