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
    /// The lines. One more stands behind them while the typed text has a line of its own.
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

/// What a key on a list asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ListAction {
    /// Open the line with this index.
    Open(usize),
    /// Take this text, which is no line of the list.
    Take(String),
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
        self.keys.len()
    }

    /// Returns the lines that match, with their indices.
    pub(crate) fn matching(&self) -> impl ExactSizeIterator<Item = (usize, &ListRow)> {
        self.matching.iter().map(|&index| (index, &self.rows[index]))
    }

    /// Searches for the lines that have every word of a text. The selected line stays if it matches.
    pub(crate) fn search(&mut self, text: &str) {
        let selected = self.selected_row();
        self.rows.truncate(self.keys.len());
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

    /// Selects the line whose title was typed. If there is none, and the typed text is a value itself, it gets a
    /// line of its own before the others until something else is typed.
    pub(crate) fn select_typed(&mut self, is_value: impl Fn(&str) -> bool) {
        let typed = self.query.trim().to_owned();
        let titled = self.rows.iter().position(|row| row.title.eq_ignore_ascii_case(&typed));
        if let Some(index) = titled {
            self.select_row(index);
        } else if is_value(&typed) {
            self.matching.insert(0, self.rows.len());
            self.rows.push(ListRow { title: typed, details: "as typed".to_owned() });
            self.selected = 0;
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
            KeyCode::Enter => return self.enter(),
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

    fn enter(&self) -> Option<ListAction> {
        let typed = Some(self.query.trim()).filter(|typed| !typed.is_empty());
        self.open().or_else(|| typed.map(|typed| ListAction::Take(typed.to_owned())))
    }

    /// Returns what opens the selected line: that of the typed text is taken.
    fn open(&self) -> Option<ListAction> {
        let index = self.selected_row()?;
        let is_typed = index == self.keys.len();
        Some(if is_typed {
            ListAction::Take(self.query.trim().to_owned())
        } else {
            ListAction::Open(index)
        })
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
        assert_eq!(list.press(KeyCode::Enter), Some(ListAction::Take("bob COWx".to_owned())));
        list.press(KeyCode::Backspace);
        assert_eq!(list.press(KeyCode::Esc), None, "first the search ends");
        assert_eq!((list.matching().len(), list.selected_row()), (3, Some(1)), "the line stays");
        assert_eq!(list.press(KeyCode::Esc), Some(ListAction::Leave));
    }

    #[test]
    fn a_typed_value_has_a_line_of_its_own() {
        let is_value = |text: &str| text.starts_with("bo");
        let mut list = list();
        types(&mut list, "bo");
        list.select_typed(is_value);
        assert_eq!((list.matching().len(), list.len()), (3, 3), "two lines match");
        assert_eq!(list.press(KeyCode::Enter), Some(ListAction::Take("bo".to_owned())));
        list.press(KeyCode::Down);
        assert_eq!(list.press(KeyCode::Enter), Some(ListAction::Open(1)));
        types(&mut list, "B");
        list.select_typed(is_value);
        assert_eq!(list.press(KeyCode::Enter), Some(ListAction::Open(2)), "it is a title");
        list.press(KeyCode::Esc);
        list.select_typed(|_| false);
        assert_eq!((list.matching().len(), list.selected_row()), (3, Some(2)));
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
