//! The report of an experiment: text, tables and figures, as Markdown.

use std::fmt::Write as _;

use serde::Serialize;
use willow_lab::figure::Figure;

use super::verdict::{PaperClaim, VerdictReport};

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
    /// The verdict, which follows from what was measured.
    Verdict(VerdictReport),
    /// A remark of the authors, which no measurement of this report supports.
    Comment(DatedComment),
    /// Where the figures come from.
    Origin(String),
}

/// A remark of the authors, written by hand.
#[derive(Clone, Debug, Serialize)]
pub struct DatedComment {
    /// The day on which it was written, as `2026-11-22`.
    pub date: &'static str,
    /// The remark.
    pub text: &'static str,
}

/// A table of a report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportTable {
    /// The title.
    pub title: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl ReportTable {
    /// Returns a table without rows.
    #[must_use]
    pub fn new(title: &str, head: &[&str]) -> ReportTable {
        let head = head.iter().map(|&name| name.to_owned()).collect();
        ReportTable { title: title.to_owned(), head, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// A row has as many cells as there are columns.
    pub fn add_row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.head.len(), "{}: {cells:?}", self.title);
        self.rows.push(cells);
    }

    /// Returns the table in Markdown, with aligned columns. Columns of numbers are right-aligned.
    #[must_use]
    pub fn markdown(&self) -> String {
        let columns = 0..self.head.len();
        let widths: Vec<usize> = columns
            .map(|column| {
                let cells = self.rows.iter().map(|row| row[column].chars().count());
                cells.chain([self.head[column].chars().count(), 3]).max().unwrap_or(3)
            })
            .collect();
        let numeric: Vec<bool> =
            (0..self.head.len()).map(|column| self.is_numeric(column)).collect();
        let line = |cells: &[String]| {
            let cells = cells.iter().zip(&widths).zip(&numeric).map(|((cell, &width), &right)| {
                if right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
            });
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let rule: Vec<String> = widths
            .iter()
            .zip(&numeric)
            .map(|(&width, &right)| "-".repeat(width - 1) + if right { ":" } else { "-" })
            .collect();
        let mut text = format!("{}\n\n", self.title);
        text += &line(&self.head);
        text += &line(&rule);
        for row in &self.rows {
            text += &line(row);
        }
        text
    }

    fn is_numeric(&self, column: usize) -> bool {
        let is_of_number = |letter: char| letter.is_ascii_digit() || "+-.,%()<e ".contains(letter);
        column != 0 && self.rows.iter().all(|row| row[column].chars().all(is_of_number))
    }
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

    /// Adds a figure.
    pub fn add_figure(&mut self, figure: Figure) {
        self.parts.push(ReportPart::Figure(figure));
    }

    /// Adds the verdict on what the paper claims.
    pub(super) fn add_verdict(&mut self, claims: &[PaperClaim]) {
        self.parts.push(ReportPart::Verdict(VerdictReport::of(claims)));
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
                ReportPart::Verdict(verdict) => write!(text, "\n{}", verdict.markdown()),
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
    fn tables_are_aligned() {
        let mut table = ReportTable::new("Depths", &["program", "paper", "ours"]);
        table.add_row(["BILL".to_owned(), "8.0".to_owned(), "10.25".to_owned()]);
        table.add_row(["Iago, 1982".to_owned(), String::new(), "-1".to_owned()]);
        let expected = "\
            Depths\n\n\
            | program    | paper |  ours |\n\
            | ---------- | ----: | ----: |\n\
            | BILL       |   8.0 | 10.25 |\n\
            | Iago, 1982 |       |    -1 |\n";
        assert_eq!(table.markdown(), expected);
    }

    #[test]
    fn a_report_is_a_section() {
        let mut report = ExperimentReport::new("x0", "nothing", "Section 0");
        report.add_text("Done by hand.");
        report.add_comment("2026-11-22", "It was late.");
        report.parts.push(ReportPart::Origin("nowhere.".to_owned()));
        let expected = "## X0: nothing\n\nSection 0.\n\nDone by hand.\n\n\
                        **Comment, 2026-11-22:** It was late.\n\n**Origin:** nowhere.\n";
        assert_eq!(report.markdown("pictures/"), expected);
    }
}
