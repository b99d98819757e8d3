//! A list of lines that is searched by typing, with one line selected.

use ratatui::crossterm::event::KeyCode;

/// A line of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ListRow {
    /// What it is.
    pub(crate) title: String,
    /// More about it, for screens with room and below the list; often empty.
    pub(crate) details: String,
}

/// A list of lines that is searched by typing. One of the lines that match is selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SearchList {
    title: String,
    rows: Vec<ListRow>,
    /// The lines in lower case.
    keys: Vec<String>,
    query: String,
    /// The indices of the lines that match.
    matching: Vec<usize>,
    /// The selected one of the lines that match.
    selected: usize,
    /// What there is to be said about the whole list; often empty.
    pub(crate) note: String,
}

/// The action of a key on a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListAction {
    /// Open the line with this index.
    Open(usize),
    Leave,
}

/// The number of lines that a page has, for the keys that go by pages.
const PAGE: usize = 10;

impl SearchList {
    /// Returns a list with the first line selected.
    pub(crate) fn new(title: String, rows: Vec<ListRow>) -> SearchList {
        let key = |row: &ListRow| format!("{} {}", row.title, row.details).to_lowercase();
        let keys = rows.iter().map(key).collect();
        let matching = (0..rows.len()).collect();
        let (query, note) = (String::new(), String::new());
        SearchList { title, rows, keys, query, matching, selected: 0, note }
    }

    /// Returns the title.
    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    /// Returns what is searched for.
    pub(crate) fn query(&self) -> &str {
        &self.query
    }

    /// Returns the number of all lines.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the lines that match, with their indices.
    pub(crate) fn matching(&self) -> impl ExactSizeIterator<Item = (usize, &ListRow)> {
        self.matching.iter().map(|&index| (index, &self.rows[index]))
    }

    /// Searches for the lines that have every word of a text. The selected line stays if it matches.
    pub(crate) fn search(&mut self, text: &str) {
        let selected = self.selected_row();
        let wanted = text.to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let matches = |key: &String| words.iter().all(|word| key.contains(word));
        let keys = self.keys.iter().enumerate();
        self.matching = keys.filter(|(_, key)| matches(key)).map(|(index, _)| index).collect();
        text.clone_into(&mut self.query);
        self.selected = 0;
        if let Some(selected) = selected {
            self.select_row(selected);
        }
    }

    /// Returns which of the lines that match is selected.
    pub(crate) fn selected(&self) -> usize {
        self.selected
    }

    /// Returns the index of the selected line; `None` if no line matches.
    pub(crate) fn selected_row(&self) -> Option<usize> {
        self.matching.get(self.selected).copied()
    }

    /// Selects the line with this index, if it matches.
    pub(crate) fn select_row(&mut self, index: usize) {
        if let Some(place) = self.matching.iter().position(|&row| row == index) {
            self.selected = place;
        }
    }

    /// Moves the selection by so many lines.
    pub(crate) fn move_by(&mut self, lines: isize) {
        let last = self.matching.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(lines).min(last);
    }

    /// Handles a key. Letters are searched for.
    pub(crate) fn press(&mut self, code: KeyCode) -> Option<ListAction> {
        let lines = match code {
            KeyCode::Up => -1,
            KeyCode::Down => 1,
            KeyCode::PageUp => -(PAGE as isize),
            KeyCode::PageDown => PAGE as isize,
            KeyCode::Home if self.query.is_empty() => isize::MIN,
            KeyCode::End if self.query.is_empty() => isize::MAX,
            KeyCode::Enter => return self.selected_row().map(ListAction::Open),
            KeyCode::Esc if self.query.is_empty() => return Some(ListAction::Leave),
            code => {
                self.edit(code);
                return None;
            }
        };
        self.move_by(lines);
        None
    }

    /// Changes what is searched for.
    fn edit(&mut self, code: KeyCode) {
        let mut query = self.query.clone();
        match code {
            KeyCode::Esc => query.clear(),
            KeyCode::Backspace => {
                query.pop();
            }
            KeyCode::Char(letter) => query.push(letter),
            _ => return,
        }
        self.search(&query);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> SearchList {
        let rows =
            [("Tamenori 33-31 Murakami", "1995, Tiger"), ("Ann 40-24 Bob", "Cow"), ("Bob", "")];
        let row = |(title, details): (&str, &str)| ListRow {
            title: title.to_owned(),
            details: details.to_owned(),
        };
        SearchList::new("Games".to_owned(), rows.map(row).into())
    }

    fn types(list: &mut SearchList, text: &str) {
        for letter in text.chars() {
            assert_eq!(list.press(KeyCode::Char(letter)), None);
        }
    }

    #[test]
    fn typing_searches_for_all_words() {
        let mut list = list();
        types(&mut list, "bob");
        assert_eq!((list.matching().len(), list.selected_row()), (2, Some(1)));
        types(&mut list, " COW");
        assert_eq!(list.press(KeyCode::Enter), Some(ListAction::Open(1)));
        types(&mut list, "x");
        assert_eq!(list.press(KeyCode::Enter), None);
        list.press(KeyCode::Backspace);
        assert_eq!(list.press(KeyCode::Esc), None, "first the search ends");
        assert_eq!((list.matching().len(), list.selected_row()), (3, Some(1)), "the line stays");
        assert_eq!(list.press(KeyCode::Esc), Some(ListAction::Leave));
    }

    #[test]
    fn the_selection_stays_in_the_list() {
        let mut list = list();
        list.press(KeyCode::Up);
        assert_eq!(list.selected_row(), Some(0));
        list.press(KeyCode::PageDown);
        list.press(KeyCode::Home);
        list.move_by(1);
        assert_eq!(list.selected(), 1);
        let mut empty = SearchList::new(String::new(), Vec::new());
        empty.press(KeyCode::End);
        assert_eq!(empty.press(KeyCode::Enter), None);
    }
}
