//! Rows of the moderation log.

use super::account::date;
use super::listing::{counted, titled};
use crate::{
    ArchiveDate, InvitationSummary, LogEntry, LogPage, Message, Name, RelatedUser, Sanction,
};

/// Writes entries, and the number to continue after.
pub(super) fn page(page: &LogPage) -> Vec<String> {
    let more = page.next.map(|next| format!("more after {next}"));
    let rows = page.entries.iter().map(entry).chain(more);
    titled(page.entries.len().to_string(), rows, "no entries")
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

/// Writes what the operator announces: a line of the day, and one about the closing.
pub(super) fn announcement(
    text: Option<&Message>,
    closes_at: Option<u64>,
    reason: Option<&Message>,
    now: u64,
) -> Vec<String> {
    let closing = closes_at.map(|at| {
        let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
        let when = match at.saturating_sub(now).div_ceil(60_000) {
            0 => "now".to_owned(),
            minutes => {
                format!("in {}, at {} UTC", counted(minutes, "minute"), date_and_time(at).trim())
            }
        };
        format!("the server closes {when}{reason}. No games begin until then but those of days")
    });
    let lines: Vec<String> = closing.into_iter().chain(text.map(Message::to_string)).collect();
    if lines.is_empty() { vec!["nothing is announced".to_owned()] } else { lines }
}

/// Writes an act of a moderator with its end.
pub(super) fn moderated(by: &Name, name: &Name, action: &str, until: Option<u64>) -> String {
    format!("{action} {name} by {by}{}", end(until))
}

/// Writes that a message was removed.
pub(super) fn removed(from: &Name, message: u64) -> Vec<String> {
    vec![format!("message {message} of {from}, by a moderator")]
}

/// Writes the bans and silences that are in force.
pub(super) fn sanctions(sanctions: &[Sanction]) -> Vec<String> {
    let rows = sanctions.iter().map(sanction);
    titled(sanctions.len().to_string(), rows, "nobody is banned or silenced")
}

fn sanction(sanction: &Sanction) -> String {
    let Sanction { kind, name, by, reason, since, until, addresses } = sanction;
    let since = since.map(date_and_time).unwrap_or_default();
    let by = by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
    let with = match addresses {
        0 => String::new(),
        n => format!(", with {n} {}", if *n == 1 { "address" } else { "addresses" }),
    };
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    format!("{since}{kind} {name}{by}{}{with}{reason}", end(*until))
}

/// Writes what accounts have in common with a user, and how little that proves.
pub(super) fn related(
    name: &Name,
    addresses: usize,
    hours: u64,
    users: &[RelatedUser],
) -> Vec<String> {
    let places =
        if addresses == 1 { "1 address".to_owned() } else { format!("{addresses} addresses") };
    let newcomers = format!("a ban keeps newcomers from {places} for {}", counted(hours, "hour"));
    let warning = "a hint, no proof: families, schools, clubs and mobile networks share addresses";
    let rows = users.iter().map(|user| {
        let RelatedUser { name, role, banned, at_address, same_browser } = user;
        let at = at_address.map(|at| format!(", the same address on {}", date(at)));
        let browser = same_browser.then_some(", the same browser").unwrap_or_default();
        let banned = if *banned { ", banned" } else { "" };
        format!("{name} {role}{}{browser}{banned}", at.unwrap_or_default())
    });
    let rows = [newcomers, warning.to_owned()].into_iter().chain(rows);
    titled(format!("{name} {}", users.len()), rows, "")
}

/// Writes when something ends.
fn end(until: Option<u64>) -> String {
    until.map(|until| format!(" until {}", date_and_time(until).trim_end())).unwrap_or_default()
}

/// Writes a duration in the largest unit that gives at least two.
fn duration(millis: u64) -> String {
    const HOUR: u64 = 60;
    const DAY: u64 = 24 * HOUR;
    let minutes = millis.div_ceil(60_000);
    match minutes {
        _ if minutes < 2 * HOUR => counted(minutes, "minute"),
        _ if minutes < 2 * DAY => counted(minutes / HOUR, "hour"),
        _ => counted(minutes / DAY, "day"),
    }
}

fn entry(entry: &LogEntry) -> String {
    let LogEntry { at, by, by_is_gone, name, name_is_gone, action, reason, until } = entry;
    let gone = |is_gone: &bool| if *is_gone { " (gone)" } else { "" };
    let (to, by) = (format!("{name}{}", gone(name_is_gone)), format!("{by}{}", gone(by_is_gone)));
    let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    let lasts = until.map(|until| format!(" for {}", duration(until.saturating_sub(*at))));
    let lasts = lasts.unwrap_or_default() + &end(*until);
    format!("{}{action} {to} by {by}{lasts}{reason}", date_and_time(*at))
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
            until: Some(1_763_823_899_999 + 2 * 86_400_000),
        };
        let unban = LogEntry {
            at: 0,
            by_is_gone: true,
            name_is_gone: false,
            action: "unban".to_owned(),
            reason: String::new(),
            until: None,
            ..ban.clone()
        };
        let lines = page(&LogPage { entries: vec![ban, unban], next: Some(17) });
        assert_eq!(
            lines,
            [
                "2",
                "2025-11-22 15:04 ban bob (gone) by mona for 2 days until 2025-11-24 15:04: enough",
                "1970-01-01 00:00 unban bob by mona (gone)",
                "more after 17",
            ]
        );
    }
}
