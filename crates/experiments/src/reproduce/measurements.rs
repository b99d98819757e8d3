//! The measurements of an experiment, kept in a log so that an interrupted run can be continued.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use willow_files::AppendLog;

/// The settings of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExperimentSettings {
    /// Whether the experiment is shortened: fewer games and positions, so that everything takes
    /// seconds.
    pub quick: bool,
    /// A folder of WTHOR files with BILL's games.
    pub archive: Option<PathBuf>,
}

/// The first line of an experiment's log.
#[derive(PartialEq, Serialize, Deserialize)]
struct Heading {
    experiment: String,
    version: String,
    #[serde(flatten)]
    settings: ExperimentSettings,
}

/// A line of an experiment's log.
#[derive(Serialize, Deserialize)]
struct Measurement {
    key: String,
    value: Value,
}

/// The measurements of an experiment by name. Each is made once and then kept.
pub struct Measurements<'a> {
    settings: ExperimentSettings,
    values: BTreeMap<String, Value>,
    log: Option<AppendLog>,
    on_measure: &'a mut dyn FnMut(&str),
}

impl<'a> Measurements<'a> {
    /// Returns measurements that are kept in memory only.
    ///
    /// `on_measure` is called with the name of each measurement before it is made.
    pub fn in_memory(
        settings: ExperimentSettings,
        on_measure: &'a mut dyn FnMut(&str),
    ) -> Measurements<'a> {
        Measurements { settings, values: BTreeMap::new(), log: None, on_measure }
    }

    /// Returns measurements that are kept in a log, with those that the log already has.
    ///
    /// `on_measure` is called with the name of each measurement before it is made.
    ///
    /// # Errors
    /// The file must be writable, and a log of this experiment with these settings if it exists.
    pub fn open(
        experiment: &str,
        settings: ExperimentSettings,
        path: &Path,
        on_measure: &'a mut dyn FnMut(&str),
    ) -> Result<Measurements<'a>> {
        let heading = Heading {
            experiment: experiment.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            settings: settings.clone(),
        };
        let text = serde_json::to_string(&heading)?;
        let (log, text) = AppendLog::open(path, &text, |first| {
            let found: Heading =
                serde_json::from_str(first).context("line 1: not the file of an experiment")?;
            ensure!(found == heading, "the file holds the experiment with other settings");
            Ok::<(), anyhow::Error>(())
        })?;
        let mut values = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            let Measurement { key, value } = serde_json::from_str(line)
                .with_context(|| format!("{}: line {number}: not a measurement", path.display()))?;
            values.insert(key, value);
        }
        Ok(Measurements { settings, values, log: Some(log), on_measure })
    }

    /// Returns the settings of the experiment.
    #[must_use]
    pub const fn settings(&self) -> &ExperimentSettings {
        &self.settings
    }

    /// Returns `full`, or `quick` if the experiment is shortened: a number of games or positions.
    #[must_use]
    pub const fn full_or_quick(&self, full: u32, quick: u32) -> u32 {
        if self.settings.quick { quick } else { full }
    }

    /// Returns all measurements by name.
    #[must_use]
    pub const fn values(&self) -> &BTreeMap<String, Value> {
        &self.values
    }

    /// Returns the measurement with a name. If it is missing, `measure` makes it and it is kept.
    ///
    /// # Errors
    /// `measure` may fail, the log may not be writable, or the log may have a value of another
    /// type.
    pub fn get_or_measure<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        measure: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        if let Some(value) = self.values.get(key) {
            let known = T::deserialize(value);
            return known.with_context(|| format!("{key}: a measurement of another version"));
        }
        (self.on_measure)(key);
        let measured = measure().with_context(|| key.to_owned())?;
        let line = Measurement { key: key.to_owned(), value: serde_json::to_value(&measured)? };
        if let Some(log) = &mut self.log {
            log.append(&serde_json::to_string(&line)?)?;
        }
        self.values.insert(line.key, line.value);
        Ok(measured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_measured_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x0.rows");
        let settings = ExperimentSettings { quick: true, archive: None };
        let mut seen = Vec::new();
        for expected in [7, 7] {
            let mut on_measure = |key: &str| seen.push(key.to_owned());
            let mut measurements =
                Measurements::open("x0", settings.clone(), &path, &mut on_measure).unwrap();
            let measure = || Ok((7, 0.1 + 0.2));
            assert_eq!(measurements.get_or_measure("a", measure).unwrap(), (expected, 0.1 + 0.2));
            assert_eq!(measurements.full_or_quick(100, 2), 2);
        }
        assert_eq!(seen, ["a"]);
        let mut on_measure = |_: &str| ();
        let whole = ExperimentSettings { quick: false, ..settings.clone() };
        assert!(Measurements::open("x0", whole, &path, &mut on_measure).is_err());
        assert!(Measurements::open("x1", settings, &path, &mut on_measure).is_err());
    }

    #[test]
    fn failed_measurements_are_not_kept() {
        let mut on_measure = |_: &str| ();
        let mut measurements =
            Measurements::in_memory(ExperimentSettings::default(), &mut on_measure);
        assert!(measurements.get_or_measure::<u32>("a", || anyhow::bail!("no")).is_err());
        assert_eq!(measurements.get_or_measure("a", || Ok(1)).unwrap(), 1);
        assert_eq!(measurements.full_or_quick(100, 2), 100);
    }
}
