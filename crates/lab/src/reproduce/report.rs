//! What an experiment has to show: words, tables and pictures, as Markdown.

use std::fmt::Write as _;

use serde::Serialize;

use super::figure::Figure;

/// The result of an experiment, part by part in the order in which it is read.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The experiment's name on the command line.
    pub id: &'static str,
    /// What was done.
    pub title: &'static str,
    /// Where the paper has it.
    pub source: &'static str,
    /// What came out.
    pub parts: Vec<Part>,
}

/// A part of a report.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// How it was done.
    Text(String),
    /// Numbers, the paper's beside ours.
    Table(Table),
    /// A picture like the paper's.
    Figure(Figure),
    /// What agrees with the paper, what does not, and why.
    Verdict(String),
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table without rows.
    #[must_use]
    pub fn new(title: &str, head: &[&str]) -> Table {
        let head = head.iter().map(|&name| name.to_owned()).collect();
        Table { title: title.to_owned(), head, rows: Vec::new() }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// A row has as many cells as there are columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.head.len(), "{}: {cells:?}", self.title);
        self.rows.push(cells);
    }

    /// Returns the table in Markdown, its columns aligned so that it can be read as it stands. Columns
    /// of numbers have them at the right.
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

impl Report {
    /// Returns a report without parts.
    #[must_use]
    pub const fn new(id: &'static str, title: &'static str, source: &'static str) -> Report {
        Report { id, title, source, parts: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Text(text.into()));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Adds a picture.
    pub fn figure(&mut self, figure: Figure) {
        self.parts.push(Part::Figure(figure));
    }

    /// Adds what is to be said about the agreement with the paper, in one line.
    pub fn verdict(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Verdict(text.into()));
    }

    /// Returns the pictures.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.parts.iter().filter_map(|part| match part {
            Part::Figure(figure) => Some(figure),
            _ => None,
        })
    }

    /// Returns the report in Markdown. Pictures are named with `folder` before them.
    #[must_use]
    pub fn markdown(&self, folder: &str) -> String {
        let mut text =
            format!("## {}: {}\n\n{}.\n", self.id.to_uppercase(), self.title, self.source);
        for part in &self.parts {
            // Writing to a string cannot fail.
            let _ = match part {
                Part::Text(words) => write!(text, "\n{words}\n"),
                Part::Table(table) => write!(text, "\n{}", table.markdown()),
                Part::Figure(figure) => {
                    write!(text, "\n![{}]({folder}{}.svg)\n", figure.title, figure.name)
                }
                Part::Verdict(words) => write!(text, "\n**Agreement:** {words}\n"),
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
        let mut table = Table::new("Depths", &["program", "paper", "ours"]);
        table.row(["BILL".to_owned(), "8.0".to_owned(), "10.25".to_owned()]);
        table.row(["Iago, 1982".to_owned(), String::new(), "-1".to_owned()]);
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
        let mut report = Report::new("x0", "nothing", "Section 0");
        report.text("Done by hand.");
        report.verdict("all of it.");
        let expected =
            "## X0: nothing\n\nSection 0.\n\nDone by hand.\n\n**Agreement:** all of it.\n";
        assert_eq!(report.markdown("pictures/"), expected);
    }
}
