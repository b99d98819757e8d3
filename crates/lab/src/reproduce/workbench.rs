//! What experiments are given: their setting, and a place for what they have measured.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::growing_file::GrowingFile;

/// What decides an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Whether it is shortened: fewer games and positions, so that everything takes seconds.
    pub quick: bool,
    /// A folder with the archive of games in which BILL's are.
    pub archive: Option<PathBuf>,
}

/// The first line of the file of an experiment.
#[derive(PartialEq, Serialize, Deserialize)]
struct Heading {
    experiment: String,
    version: String,
    #[serde(flatten)]
    setting: Setting,
}

/// One row of what was measured.
#[derive(Serialize, Deserialize)]
struct Row {
    key: String,
    value: Value,
}

/// Where an experiment works: every row is kept as soon as it is measured.
pub struct Workbench<'a> {
    setting: Setting,
    rows: BTreeMap<String, Value>,
    file: Option<GrowingFile>,
    watch: &'a mut dyn FnMut(&str),
}

impl<'a> Workbench<'a> {
    /// Returns a workbench that keeps nothing. `watch` is told of every row that is measured.
    pub fn new(setting: Setting, watch: &'a mut dyn FnMut(&str)) -> Workbench<'a> {
        Workbench { setting, rows: BTreeMap::new(), file: None, watch }
    }

    /// Returns a workbench whose rows are kept in a file, and which has those that are there already.
    ///
    /// # Errors
    /// The file must be writable, and one of this experiment with this setting.
    pub fn open(
        experiment: &str,
        setting: Setting,
        path: &Path,
        watch: &'a mut dyn FnMut(&str),
    ) -> Result<Workbench<'a>> {
        let heading = Heading {
            experiment: experiment.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            setting: setting.clone(),
        };
        let text = serde_json::to_string(&heading)?;
        let (file, text) = GrowingFile::open(path, &text, |first| {
            let held: Heading =
                serde_json::from_str(first).context("line 1: not the file of an experiment")?;
            ensure!(held == heading, "the file holds the experiment with another setting");
            Ok(())
        })?;
        let mut rows = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            let row: Row = serde_json::from_str(line)
                .with_context(|| format!("{}: line {number}: not a row", path.display()))?;
            rows.insert(row.key, row.value);
        }
        Ok(Workbench { setting, rows, file: Some(file), watch })
    }

    /// Returns the setting.
    #[must_use]
    pub const fn setting(&self) -> &Setting {
        &self.setting
    }

    /// Returns a number of games or positions: the first, or if the experiment is shortened the
    /// second.
    #[must_use]
    pub const fn amount(&self, whole: u32, quick: u32) -> u32 {
        if self.setting.quick { quick } else { whole }
    }

    /// Returns all rows that there are.
    #[must_use]
    pub const fn rows(&self) -> &BTreeMap<String, Value> {
        &self.rows
    }

    /// Returns a row, which is measured if it is not there yet.
    ///
    /// # Errors
    /// What goes wrong in measuring or keeping it.
    pub fn row<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        measure: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        if let Some(value) = self.rows.get(key) {
            let known = T::deserialize(value);
            return known.with_context(|| format!("{key}: a row of another version"));
        }
        (self.watch)(key);
        let measured = measure().with_context(|| key.to_owned())?;
        let row = Row { key: key.to_owned(), value: serde_json::to_value(&measured)? };
        if let Some(file) = &mut self.file {
            file.add(&serde_json::to_string(&row)?)?;
        }
        self.rows.insert(row.key, row.value);
        Ok(measured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_measured_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x0.rows");
        let setting = Setting { quick: true, archive: None };
        let mut seen = Vec::new();
        for expected in [7, 7] {
            let mut watch = |key: &str| seen.push(key.to_owned());
            let mut bench = Workbench::open("x0", setting.clone(), &path, &mut watch).unwrap();
            let measure = || Ok((7, 0.1 + 0.2));
            assert_eq!(bench.row("a", measure).unwrap(), (expected, 0.1 + 0.2));
            assert_eq!(bench.amount(100, 2), 2);
        }
        assert_eq!(seen, ["a"]);
        let mut watch = |_: &str| ();
        let whole = Setting { quick: false, ..setting.clone() };
        assert!(Workbench::open("x0", whole, &path, &mut watch).is_err());
        assert!(Workbench::open("x1", setting, &path, &mut watch).is_err());
    }

    #[test]
    fn what_goes_wrong_is_not_kept() {
        let mut watch = |_: &str| ();
        let mut bench = Workbench::new(Setting::default(), &mut watch);
        assert!(bench.row::<u32>("a", || anyhow::bail!("no")).is_err());
        assert_eq!(bench.row("a", || Ok(1)).unwrap(), 1);
        assert_eq!(bench.amount(100, 2), 100);
    }
}
