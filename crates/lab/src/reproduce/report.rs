//! The report of an experiment: text, tables and figures, as Markdown.

use std::fmt::Write as _;

use crate::figure::Figure;
use serde::Serialize;

use super::report_table::ReportTable;
use super::verdict::{ClaimReport, PaperClaim, VerdictReport};

/// The title of the checks that are not the paper's.
const OUR_CHECKS: &str =
    "Our own checks. No paper claims them, and they have no part in the verdict";

/// The report of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentReport {
    /// The experiment's identifier on the command line.
    pub id: &'static str,
    /// The subject.
    pub title: &'static str,
    /// The sections of the paper.
    pub source: &'static str,
    /// The parts, in the order in which they are read.
    pub parts: Vec<ReportPart>,
}

/// A part of a report.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportPart {
    /// A paragraph.
    Text(String),
    /// A table with the paper's numbers beside ours.
    Table(ReportTable),
    /// A figure like the paper's.
    Figure(Figure),
    /// A drawing in characters.
    Diagram(Diagram),
    /// The verdict, which follows from what was measured.
    Verdict(VerdictReport),
    /// Our own checks, which no paper claims and which have no part in the verdict.
    Checks(Vec<ClaimReport>),
    /// A remark of the authors, which no measurement of this report supports.
    Comment(DatedComment),
    /// Where the figures come from.
    Origin(String),
}

/// A drawing in characters, such as a board.
#[derive(Clone, Debug, Serialize)]
pub struct Diagram {
    /// What it shows.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
}

/// A remark of the authors, written by hand.
#[derive(Clone, Debug, Serialize)]
pub struct DatedComment {
    /// The day on which it was written, as `2026-11-22`.
    pub date: &'static str,
    /// The remark.
    pub text: &'static str,
}

impl ExperimentReport {
    /// Returns a report without parts.
    #[must_use]
    pub const fn new(
        id: &'static str,
        title: &'static str,
        source: &'static str,
    ) -> ExperimentReport {
        ExperimentReport { id, title, source, parts: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn add_text(&mut self, text: impl Into<String>) {
        self.parts.push(ReportPart::Text(text.into()));
    }

    /// Adds a table.
    pub fn add_table(&mut self, table: ReportTable) {
        self.parts.push(ReportPart::Table(table));
    }

    /// Adds a drawing in characters.
    pub(super) fn add_diagram(&mut self, title: String, lines: Vec<String>) {
        self.parts.push(ReportPart::Diagram(Diagram { title, lines }));
    }

    /// Adds a figure.
    pub fn add_figure(&mut self, figure: Figure) {
        self.parts.push(ReportPart::Figure(figure));
    }

    /// Adds the verdict on what the paper claims.
    pub(super) fn add_verdict(&mut self, claims: &[PaperClaim]) {
        self.parts.push(ReportPart::Verdict(VerdictReport::of(claims)));
    }

    /// Adds our own checks, which have no part in the verdict.
    pub(super) fn add_checks(&mut self, checks: &[PaperClaim]) {
        self.parts.push(ReportPart::Checks(VerdictReport::of(checks).claims));
    }

    /// Adds a remark of the authors with the day on which it was written.
    pub fn add_comment(&mut self, date: &'static str, text: &'static str) {
        self.parts.push(ReportPart::Comment(DatedComment { date, text }));
    }

    /// Returns the verdict.
    #[must_use]
    pub fn verdict(&self) -> Option<&VerdictReport> {
        self.parts.iter().find_map(|part| match part {
            ReportPart::Verdict(verdict) => Some(verdict),
            _ => None,
        })
    }

    /// Returns the figures.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.parts.iter().filter_map(|part| match part {
            ReportPart::Figure(figure) => Some(figure),
            _ => None,
        })
    }

    /// Returns the report in Markdown. The files of figures are in `folder`, which ends with a
    /// slash.
    #[must_use]
    pub fn markdown(&self, folder: &str) -> String {
        let mut text =
            format!("## {}: {}\n\n{}.\n", self.id.to_uppercase(), self.title, self.source);
        for part in &self.parts {
            // Writing to a string cannot fail.
            let _ = match part {
                ReportPart::Text(words) => write!(text, "\n{words}\n"),
                ReportPart::Table(table) => write!(text, "\n{}", table.markdown()),
                ReportPart::Figure(figure) => {
                    write!(text, "\n![{}]({folder}{}.svg)\n", figure.title, figure.name)
                }
                ReportPart::Diagram(Diagram { title, lines }) => {
                    write!(text, "\n{title}\n\n```text\n{}\n```\n", lines.join("\n"))
                }
                ReportPart::Verdict(verdict) => write!(text, "\n{}", verdict.markdown()),
                ReportPart::Checks(checks) => {
                    write!(text, "\n{}", VerdictReport::claims_table(OUR_CHECKS, checks).markdown())
                }
                ReportPart::Comment(DatedComment { date, text: words }) => {
                    write!(text, "\n**Comment, {date}:** {words}\n")
                }
                ReportPart::Origin(words) => write!(text, "\n**Origin:** {words}\n"),
            };
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_a_section() {
        let mut report = ExperimentReport::new("x0", "nothing", "Section 0");
        report.add_text("Done by hand.");
        report.add_diagram("A row".to_owned(), vec!["X O".to_owned()]);
        report.add_comment("2026-11-22", "It was late.");
        report.parts.push(ReportPart::Origin("nowhere.".to_owned()));
        let expected = "## X0: nothing\n\nSection 0.\n\nDone by hand.\n\n\
                        A row\n\n```text\nX O\n```\n\n\
                        **Comment, 2026-11-22:** It was late.\n\n**Origin:** nowhere.\n";
        assert_eq!(report.markdown("pictures/"), expected);
    }
}
