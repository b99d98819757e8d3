//! Building a sorted file from entries in any order.

use std::path::{Path, PathBuf};

use willow_files::Overwrite;

use crate::change::writer::write_fixed;
use crate::entry::Entry;
use crate::entry::combine::combine;
use crate::error::BookError;
use crate::file::record;

/// Builds a book file from entries in any order. Entries of the same position become one, by [`combine`]; the
/// values of the file are computed from leaves and links.
///
/// All entries are in memory until the file is written, about 100 bytes each.
#[derive(Debug)]
pub struct BookBuilder {
    path: PathBuf,
    entries: Vec<Entry>,
}

impl BookBuilder {
    /// Returns a builder of the book at `path`.
    pub fn new(path: &Path) -> BookBuilder {
        BookBuilder { path: path.to_owned(), entries: Vec::new() }
    }

    /// Adds an entry.
    pub fn push(&mut self, entry: &Entry) {
        self.entries.push(*entry);
    }

    /// Writes the book and returns the number of positions.
    ///
    /// # Errors
    /// The disk may be full, or the file may exist.
    pub fn finish(mut self, overwrite: Overwrite) -> Result<u64, BookError> {
        self.entries.sort_unstable_by_key(|entry| record::sort_key(&entry.board));
        self.entries.dedup_by(|next, kept| {
            let is_same = next.board == kept.board;
            if is_same {
                *kept = combine(kept, next);
            }
            is_same
        });
        write_fixed(&self.path, overwrite, self.entries.into_iter().map(Ok))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::Book;
    use crate::file::record::SortKey;
    use crate::test_support::entry_of_game;

    #[test]
    fn the_order_of_entries_does_not_matter() {
        let folder = tempfile::tempdir().unwrap();
        let entries: Vec<Entry> = (0..9000).map(entry_of_game).collect();
        let build = |name: &str, entries: &mut dyn Iterator<Item = &Entry>| {
            let path = folder.path().join(name);
            let mut builder = BookBuilder::new(&path);
            entries.for_each(|entry| builder.push(entry));
            builder.finish(Overwrite::Never).unwrap();
            std::fs::read(&path).unwrap()
        };
        let bytes = build("forwards", &mut entries.iter());
        assert!(bytes == build("backwards", &mut entries.iter().rev()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
        let expected: BTreeMap<SortKey, Entry> =
            entries.iter().fold(BTreeMap::new(), |mut map, it| {
                let key = record::sort_key(&it.board);
                let kept = map.get(&key).map_or(*it, |kept| combine(kept, it));
                map.insert(key, kept);
                map
            });
        let book = Book::open(&folder.path().join("forwards")).unwrap();
        let found: Vec<Entry> = book.entries().map(Result::unwrap).collect();
        assert_eq!(found.len(), expected.len());
        for (entry, expected) in found.iter().zip(expected.values()) {
            assert_eq!((entry.board, entry.results), (expected.board, expected.results));
            assert!(entry.leaf == expected.leaf || entry.leaf.is_none());
        }
    }
}
