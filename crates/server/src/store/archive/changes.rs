//! Reversible changes of the archive by the operator: imports, and merges of names and games.

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;
use willow_protocol::{ArchiveDate, GameId};

use super::copies::PossibleCopy;
use crate::ops::ServerClock;
use crate::store::{Result, Store, StoreError, Writer};

/// An import in progress: the games of several calls are undone together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The files, for the list of changes.
    pub(crate) files: String,
    pub(crate) at: u64,
    pub(crate) number: Option<u64>,
    /// The number of its first game.
    pub(crate) first: GameId,
}

impl Import {
    /// Begins an import of some files.
    pub fn new(files: impl Into<String>) -> Import {
        let at = ServerClock::time_of_day();
        Import { files: files.into(), at, number: None, first: GameId(u64::MAX) }
    }

    /// Returns its number among the changes, if a game was added.
    pub const fn number(&self) -> Option<u64> {
        self.number
    }

    /// Returns whether one of two games that are probably copies came with this import.
    pub fn has(&self, pair: &PossibleCopy) -> bool {
        [&pair.kept, &pair.copy].iter().any(|game| self.first <= game.game)
    }
}

/// A change of the archive that can be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveChange {
    /// Its number, which no later change gets.
    pub number: u64,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// What was done.
    pub kind: ChangeKind,
}

/// A change of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Games were imported from files.
    Import {
        /// The names of the files.
        files: String,
        /// The number of games that were added.
        games: u64,
    },
    /// A name is shown as another one.
    Merge(NameMerge),
    /// Copies of games were taken out.
    Copies {
        /// Their number.
        games: u64,
    },
}

/// Two names of one person or of one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameMerge {
    /// Whose names they are.
    pub kind: MergedKind,
    /// The name that is no longer shown.
    pub name: String,
    /// The name that is shown for both.
    pub shown: String,
}

/// What two names can be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergedKind {
    /// A person.
    Player,
    /// An event.
    Event,
}

/// A change of the archive is not possible.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no change of this number.
    #[error("the archive has no change {0}")]
    NoChange(u64),
    /// The archive has no such name, or several that differ in case or accents only.
    #[error("the archive has no {kind} `{name}`{}", list(.similar))]
    UnknownName {
        /// What the name should be of.
        kind: MergedKind,
        /// As the operator typed it.
        name: String,
        /// Some names that contain it.
        similar: Vec<String>,
    },
    /// Both names are shown as one already.
    #[error("`{0}` and `{1}` are shown as one already")]
    SameName(String, String),
}

fn list(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; it has {}", names.join(", ")) }
}

impl fmt::Display for MergedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MergedKind::Player => "player",
            MergedKind::Event => "event",
        })
    }
}

impl fmt::Display for ArchiveChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let day = ArchiveDate::of_millis(self.at).map(|date| date.to_string()).unwrap_or_default();
        write!(f, "{}  {day}  ", self.number)?;
        match &self.kind {
            ChangeKind::Import { files, games } => write!(f, "import, {games} added: {files}"),
            ChangeKind::Merge(NameMerge { kind, name, shown }) => {
                write!(f, "the {kind} `{name}` is shown as `{shown}`")
            }
            ChangeKind::Copies { games } => write!(f, "copies of games, {games} taken out"),
        }
    }
}

/// Returns the name that is shown for each name that is not shown itself. A later merge continues an earlier one.
pub(crate) fn shown_names(merges: &[(String, String)]) -> BTreeMap<String, String> {
    let mut shown = BTreeMap::<String, String>::new();
    for (name, other) in merges {
        let [hidden, target] = [name, other].map(|name| shown.get(name).unwrap_or(name).to_owned());
        if hidden != target {
            let moved = shown.values_mut().filter(|value| **value == hidden);
            moved.for_each(|value| target.clone_into(value));
            shown.insert(hidden, target);
        }
    }
    shown
}

impl Store {
    /// Returns the changes that can be undone, in their order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn archive_changes(&self) -> Result<Vec<ArchiveChange>> {
        self.db.archive_changes().await
    }

    /// Finds games that are probably copies of others: the same moves of the same players, and dates that do not
    /// contradict each other.
    ///
    /// # Errors
    /// The database failed.
    pub async fn possible_copies(&self) -> Result<Vec<PossibleCopy>> {
        self.db.possible_copies().await
    }
}

impl Writer {
    /// Undoes a change, whole or not at all. Of a long one `progress` hears now and then how many games are taken out.
    ///
    /// # Errors
    /// There is no such change, or the database failed.
    pub async fn undo_archive_change(
        &mut self,
        number: u64,
        progress: impl FnMut(usize),
    ) -> Result<ArchiveChange, ArchiveError> {
        let undone = self.db.undo_archive_change(number, progress).await?;
        self.archive_version.end();
        undone.ok_or(ArchiveError::NoChange(number))
    }

    /// Lets a name of a person or an event be shown as another one, also in games that are imported later. Returns the
    /// number of the change.
    ///
    /// # Errors
    /// The archive does not have the names, or shows them as one already.
    pub async fn merge_names(&mut self, merge: NameMerge) -> Result<u64, ArchiveError> {
        let number = self.db.merge_names(merge, ServerClock::time_of_day()).await?;
        self.archive_version.end();
        Ok(number)
    }

    /// Takes copies out of the archive, and returns the number of the change.
    ///
    /// # Errors
    /// The database failed.
    pub async fn take_out(&mut self, copies: &[PossibleCopy]) -> Result<u64> {
        let number = self.db.take_out(copies, ServerClock::time_of_day()).await?;
        self.archive_version.end();
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::shown_names;

    #[test]
    fn a_later_merge_continues_an_earlier_one() {
        let shown = |merges: &[(&str, &str)]| {
            let merges: Vec<_> =
                merges.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            shown_names(&merges).into_iter().map(|(a, b)| a + b.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(shown(&[("a", "b"), ("b", "c")]), ["ac", "bc"]);
        assert_eq!(shown(&[("b", "c"), ("a", "b")]), ["ac", "bc"]);
        assert_eq!(shown(&[("a", "b"), ("a", "c")]), ["ac", "bc"]);
        assert_eq!(shown(&[("a", "b"), ("b", "a")]), ["ab"]);
    }
}
