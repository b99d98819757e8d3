//! The tables of a report, as Markdown.

use serde::Serialize;

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
}
