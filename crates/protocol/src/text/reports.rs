//! Reports of users, for moderators.

use super::listing::titled;
use super::moderation::date_and_time;
use crate::{Name, Notice, ReportDetails, ReportOutcome, ReportPage, ReportSummary};

/// Writes reports, and the number to continue after.
pub(super) fn page(page: &ReportPage) -> Vec<String> {
    let more = page.next.map(|next| format!("more after {next}"));
    let rows = page.reports.iter().map(summary).chain(more);
    titled(page.reports.len().to_string(), rows, "no reports")
}

/// Writes that a report was closed.
pub(super) fn closed(report: u64, name: &Name, outcome: ReportOutcome) -> Vec<String> {
    vec![format!("{report} about {name}: {outcome}")]
}

/// Writes a report with its messages, each as `write` does.
pub(super) fn details(report: &ReportDetails, write: impl Fn(&Notice) -> String) -> Vec<String> {
    [summary(&report.summary)].into_iter().chain(messages(&report.messages, write)).collect()
}

/// Writes messages with their dates, each as `write` does.
pub(super) fn messages(
    messages: &[Notice],
    write: impl Fn(&Notice) -> String,
) -> impl Iterator<Item = String> {
    messages.iter().map(move |message| {
        let text = write(message).replace("\n  ", " ");
        format!("{}{text}", date_and_time(message.time))
    })
}

fn summary(report: &ReportSummary) -> String {
    let ReportSummary { report, at, by, name, reason, lines, closed } = report;
    let lines = lines.map(|lines| format!(" about {lines}")).unwrap_or_default();
    let closed = closed.as_ref().map(|closed| {
        let remark = closed.remark.as_ref().map(|remark| format!(", {remark}"));
        let at = date_and_time(closed.at);
        format!("; closed {at}by {}: {}{}", closed.by, closed.outcome, remark.unwrap_or_default())
    });
    let closed = closed.unwrap_or_default();
    format!("{report} {}{by} reports {name}{lines}: {reason}{closed}", date_and_time(*at))
}
