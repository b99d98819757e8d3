//! The measurements of an experiment, kept in a log so that an interrupted run can be continued.
//!
//! A measurement is known by what was run: its name, its parameters, and a digest of the sources
//! that decide it, which `build.rs` computes. What other code measured is ignored, but stays in the
//! log.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use willow_files::AppendLog;

use super::game_archive::GameArchive;
use super::verdict::Sample;

/// The digest of the sources that decide what an experiment measures, in hexadecimal digits.
pub const CODE_DIGEST: &str = env!("WILLOW_CODE_DIGEST");

/// How this program was built: times depend on it.
const BUILD: &str = if cfg!(debug_assertions) { "with assertions" } else { RELEASE };

/// The build whose times can be compared.
const RELEASE: &str = "release";

/// The settings of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExperimentSettings {
    /// Whether the experiment is shortened: fewer games and positions, so that everything takes
    /// seconds.
    pub quick: bool,
    /// The archive with BILL's games.
    pub archive: Option<GameArchive>,
    /// The date that new measurements get, as `2026-11-22`.
    pub today: String,
}

/// Whose measurements of a log are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoggedCode {
    /// Those of this code alone.
    This,
    /// Those of whatever code, the last ones if there are several. The report says which.
    Any,
}

/// Where the figures of a report without measurements come from.
const NOTHING_MEASURED: &str = "The figures of the book, the paper or the report are copied from there. All others are \
                                computed from the games themselves: nothing was measured.";

/// The first line of an experiment's log.
#[derive(Serialize, Deserialize)]
struct Heading {
    experiment: String,
}

/// What a measurement is of: a name, and everything that its value depends on besides the code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MeasurementKey {
    name: String,
    parameters: Value,
}

/// The set of constants with which BILL played when a key did not name any.
pub(super) const UNNAMED_CONSTANTS: &str = "tuned";

impl MeasurementKey {
    /// Returns the key of a measurement with these parameters: the SPECs of programs, numbers of
    /// games, depths, seeds, speeds.
    pub(super) fn new(name: impl Into<String>, parameters: Value) -> MeasurementKey {
        MeasurementKey { name: name.into(), parameters }
    }

    /// Returns the key of the same measurement with BILL's constants of this name. Logs from before there were
    /// several sets are of the tuned one, and do not name it.
    pub(super) fn of_constants(mut self, constants: &str) -> MeasurementKey {
        if constants != UNNAMED_CONSTANTS {
            self.name = format!("{}, {constants} constants", self.name);
            self.parameters["constants"] = constants.into();
        }
        self
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.parameters)
    }
}

/// A measurement with its origin: a line of an experiment's log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measurement {
    #[serde(flatten)]
    key: MeasurementKey,
    /// The digest of the sources by which it was made.
    code: String,
    /// How that program was built: `release` or `with assertions`. Logs from before 24 November 2026 do not
    /// name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    build: Option<String>,
    /// The date on which it was made.
    date: String,
    value: Value,
}

/// A measurement that a report used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UsedMeasurement {
    #[serde(flatten)]
    measurement: Measurement,
    /// Whether it was made for this report, and not read from a log.
    is_new: bool,
}

/// The measurements of an experiment. Each is made once and then kept.
pub struct Measurements<'a> {
    settings: ExperimentSettings,
    known: BTreeMap<String, Measurement>,
    used: Vec<UsedMeasurement>,
    n_ignored: usize,
    /// Whether nothing is measured: all measurements are in the log.
    is_replay: bool,
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
        Measurements {
            settings,
            known: BTreeMap::new(),
            used: Vec::new(),
            n_ignored: 0,
            is_replay: false,
            log: None,
            on_measure,
        }
    }

    /// Returns measurements that are kept in a log, with those that are in it, of this code or of any.
    /// Ignored ones stay in the log.
    ///
    /// `on_measure` is called with the name of each measurement before it is made.
    ///
    /// # Errors
    /// The file must be writable, and a log of this experiment if it exists.
    pub fn open(
        experiment: &str,
        settings: ExperimentSettings,
        path: &Path,
        code: LoggedCode,
        on_measure: &'a mut dyn FnMut(&str),
    ) -> Result<Measurements<'a>> {
        let heading = serde_json::to_string(&Heading { experiment: experiment.to_owned() })?;
        let (log, text) =
            AppendLog::open(path, &heading, |first| check_heading(first, experiment))?;
        let mut measurements = Measurements::in_memory(settings, on_measure);
        measurements.log = Some(log);
        measurements.read(path, &text, |by| code == LoggedCode::Any || by == CODE_DIGEST)?;
        Ok(measurements)
    }

    /// Returns the measurements of a log, of whatever code, for a report without new ones. The
    /// archive of the settings is the one that the log was measured with.
    ///
    /// # Errors
    /// The file must be a log of this experiment.
    pub fn replay(
        experiment: &str,
        settings: ExperimentSettings,
        path: &Path,
        on_measure: &'a mut dyn FnMut(&str),
    ) -> Result<Measurements<'a>> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        check_heading(text.lines().next().unwrap_or_default(), experiment)
            .with_context(|| path.display().to_string())?;
        let mut measurements = Measurements::in_memory(settings, on_measure);
        measurements.is_replay = true;
        measurements.read(path, &text, |_| true)?;
        let archive = measurements.known.values().rev().find_map(|known| {
            let digest = known.key.parameters.get("archive")?.as_str()?;
            Some(GameArchive::measured(digest))
        });
        measurements.settings.archive = archive;
        Ok(measurements)
    }

    fn read(&mut self, path: &Path, text: &str, accepts: impl Fn(&str) -> bool) -> Result<()> {
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            let value: Value = serde_json::from_str(line)
                .with_context(|| format!("{}: line {number}: not a measurement", path.display()))?;
            // The first logs named neither parameters nor code.
            match serde_json::from_value::<Measurement>(value) {
                Ok(measurement) if accepts(&measurement.code) => {
                    self.known.insert(measurement.key.text(), measurement);
                }
                _ => self.n_ignored += 1,
            }
        }
        Ok(())
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

    /// Returns the measurements that were asked for, in this order.
    #[must_use]
    pub fn used(&self) -> &[UsedMeasurement] {
        &self.used
    }

    /// Returns the number of lines of the log that are not of this code.
    #[must_use]
    pub const fn n_ignored(&self) -> usize {
        self.n_ignored
    }

    /// Returns where the figures of a report come from, in a few sentences.
    #[must_use]
    pub fn origin(&self) -> String {
        if self.used.is_empty() {
            return NOTHING_MEASURED.to_owned();
        }
        let made = self.used.iter().filter(|used| used.is_new).count();
        let mut text =
            "The figures of the book, the paper or the report are copied from there. All others \
                        are computed from measurements: "
                .to_owned();
        let mut parts = Vec::new();
        if 0 < made {
            let today = &self.settings.today;
            parts.push(format!("{made} made by this command on {today} by code {CODE_DIGEST}"));
        }
        let mut logged: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
        for used in self.used.iter().filter(|used| !used.is_new) {
            let Measurement { date, code, build, .. } = &used.measurement;
            let build = build.as_deref().unwrap_or_default();
            *logged.entry((date.as_str(), code.as_str(), build)).or_default() += 1;
        }
        parts.extend(logged.into_iter().map(|((date, code, build), n)| {
            let build = if build.is_empty() { String::new() } else { format!(" (build: {build})") };
            format!(
                "{n} taken from the log of {date}, made by code {code}{build} and not made again"
            )
        }));
        text += &parts.join("; ");
        text.push('.');
        if !self.is_replay && 0 < self.n_ignored {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                " The log has {} more lines of other code, which are ignored and stay in it.",
                self.n_ignored
            );
        }
        text
    }

    /// Returns the number of measurements with a name that are known, and how many of them a report used.
    pub(super) fn known_and_used(&self, name: &str) -> [usize; 2] {
        let is_it = |key: &MeasurementKey| key.name == name;
        let known = self.known.values().filter(|known| is_it(&known.key)).count();
        let used = self.used.iter().filter(|used| is_it(&used.measurement.key)).count();
        [known, used]
    }

    /// Returns whether times among the measurements used can be compared: those of one program, in a release
    /// build.
    pub(super) fn sample_of_times(&self, has_time: impl Fn(&str) -> bool) -> Sample {
        let used = self.used.iter().map(|used| &used.measurement);
        let timed: Vec<&Measurement> = used.filter(|used| has_time(&used.key.name)).collect();
        let other = timed.iter().find(|used| used.build.as_deref() != Some(RELEASE));
        if let Some(other) = other {
            let build = other.build.as_deref().unwrap_or("not recorded");
            return Sample::Insufficient(format!(
                "times need a release build, this one is: {build}"
            ));
        }
        let codes: BTreeSet<&str> = timed.iter().map(|used| used.code.as_str()).collect();
        if codes.len() != 1 {
            return Sample::Insufficient(format!(
                "times of {} programs, one is needed",
                codes.len()
            ));
        }
        Sample::Sufficient
    }

    /// Returns the measurement with a key. If it is missing, `measure` makes it and it is kept.
    ///
    /// # Errors
    /// `measure` may fail, the log may not be writable, or the log may have a value of another
    /// type. A replay fails if the log lacks the measurement.
    pub(super) fn get_or_measure<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &MeasurementKey,
        measure: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let name = &key.name;
        if let Some(measurement) = self.known.get(&key.text()) {
            let known = T::deserialize(&measurement.value)
                .with_context(|| format!("{name}: a measurement of another type"))?;
            self.note_use(measurement.clone(), false);
            return Ok(known);
        }
        if self.is_replay {
            bail!(
                "the log lacks the measurement \"{name}\" with the parameters {}",
                key.parameters
            );
        }
        (self.on_measure)(name);
        let measured = measure().with_context(|| name.clone())?;
        let measurement = Measurement {
            key: key.clone(),
            code: CODE_DIGEST.to_owned(),
            build: Some(BUILD.to_owned()),
            date: self.settings.today.clone(),
            value: serde_json::to_value(&measured)?,
        };
        if let Some(log) = &mut self.log {
            log.append(&serde_json::to_string(&measurement)?)?;
        }
        self.known.insert(key.text(), measurement.clone());
        self.note_use(measurement, true);
        Ok(measured)
    }

    /// Notes that a report uses a measurement, once.
    fn note_use(&mut self, measurement: Measurement, is_new: bool) {
        if self.used.iter().all(|used| used.measurement.key != measurement.key) {
            self.used.push(UsedMeasurement { measurement, is_new });
        }
    }
}

fn check_heading(first: &str, experiment: &str) -> Result<()> {
    let found: Heading =
        serde_json::from_str(first).context("line 1: not the file of an experiment")?;
    ensure!(found.experiment == experiment, "the file holds another experiment");
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn key(name: &str, games: u32) -> MeasurementKey {
        MeasurementKey::new(name, json!({ "games": games }))
    }

    fn settings() -> ExperimentSettings {
        ExperimentSettings { quick: true, archive: None, today: "2026-11-22".to_owned() }
    }

    #[test]
    fn every_value_is_measured_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x0.rows");
        let mut seen = Vec::new();
        for expected in [7, 7] {
            let mut on_measure = |key: &str| seen.push(key.to_owned());
            let mut measurements =
                Measurements::open("x0", settings(), &path, LoggedCode::This, &mut on_measure)
                    .unwrap();
            let measure = || Ok((7, 0.1 + 0.2));
            let key = key("a", 2);
            assert_eq!(measurements.get_or_measure(&key, measure).unwrap(), (expected, 0.1 + 0.2));
            assert_eq!(measurements.full_or_quick(100, 2), 2);
        }
        assert_eq!(seen, ["a"]);
        let mut on_measure = |_: &str| ();
        assert!(
            Measurements::open("x1", settings(), &path, LoggedCode::This, &mut on_measure).is_err()
        );
    }

    #[test]
    fn other_parameters_are_measured_anew() {
        let mut n_measured = 0;
        let mut on_measure = |_: &str| n_measured += 1;
        let mut measurements = Measurements::in_memory(settings(), &mut on_measure);
        for (games, value) in [(2, 1), (4, 2), (2, 3), (4, 4)] {
            let known = measurements.get_or_measure(&key("a", games), || Ok(value)).unwrap();
            assert_eq!(known, games / 2, "the first value of these parameters");
        }
        assert_eq!(n_measured, 2);
    }

    #[test]
    fn measurements_of_other_code_are_ignored_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x0.rows");
        let mut ignore = |_: &str| ();
        let mut first =
            Measurements::open("x0", settings(), &path, LoggedCode::This, &mut ignore).unwrap();
        first.get_or_measure(&key("a", 2), || Ok(7)).unwrap();
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.contains(CODE_DIGEST), "{written}");
        // Of other code, and of the first version of these logs.
        let other =
            written.replace(CODE_DIGEST, "0123456789abcdef") + "{\"key\":\"a\",\"value\":7}\n";
        fs::write(&path, &other).unwrap();
        let mut seen = 0;
        let mut on_measure = |_: &str| seen += 1;
        let mut second =
            Measurements::open("x0", settings(), &path, LoggedCode::This, &mut on_measure).unwrap();
        assert_eq!(second.get_or_measure(&key("a", 2), || Ok(8)).unwrap(), 8);
        assert_eq!(second.n_ignored(), 2);
        assert!(second.origin().contains("2 more lines of other code"), "{}", second.origin());
        drop(second);
        assert_eq!(seen, 1, "it is measured");
        let kept = fs::read_to_string(&path).unwrap();
        assert!(kept.starts_with(&other) && other.len() < kept.len(), "{kept}");
        // Those of any code are taken if that is wanted, and the report names the code.
        fs::write(&path, &other).unwrap();
        let mut on_measure = |name: &str| panic!("{name} is measured");
        let mut any =
            Measurements::open("x0", settings(), &path, LoggedCode::Any, &mut on_measure).unwrap();
        assert_eq!(any.get_or_measure(&key("a", 2), || Ok(9)).unwrap(), 7);
        assert!(any.origin().contains("made by code 0123456789abcdef"), "{}", any.origin());
    }

    #[test]
    fn a_replay_measures_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x0.rows");
        let line = "{\"name\":\"a\",\"parameters\":{\"archive\":\"77\",\"games\":2},\"code\":\"00ff\",\"date\":\"2025-01-31\",\"value\":7}";
        fs::write(&path, format!("{{\"experiment\":\"x0\"}}\n{line}\n")).unwrap();
        let mut on_measure = |name: &str| panic!("{name} is measured");
        let mut replay = Measurements::replay("x0", settings(), &path, &mut on_measure).unwrap();
        assert_eq!(replay.settings().archive, Some(GameArchive::measured("77")));
        let known = MeasurementKey::new("a", json!({"archive": "77", "games": 2}));
        assert_eq!(replay.get_or_measure(&known, || Ok(8)).unwrap(), 7);
        let missing = replay.get_or_measure(&key("a", 4), || Ok(8)).unwrap_err().to_string();
        assert!(missing.contains("lacks the measurement \"a\""), "{missing}");
        let origin = replay.origin();
        assert!(
            origin.contains(
                "1 taken from the log of 2025-01-31, made by code 00ff and not made again"
            ),
            "{origin}"
        );
        assert!(Measurements::replay("x1", settings(), &path, &mut |_| ()).is_err());
    }

    #[test]
    fn times_are_compared_within_one_release_build() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x0.rows");
        let sample = |rows: [(&str, &str); 2]| {
            let line = |(name, (code, build)): (&str, (&str, &str))| {
                let build = if build.is_empty() {
                    String::new()
                } else {
                    format!(",\"build\":\"{build}\"")
                };
                format!(
                    "{{\"name\":\"{name}\",\"parameters\":{{\"games\":2}},\"code\":\"{code}\"{build},\
                     \"date\":\"2026-11-24\",\"value\":7}}\n"
                )
            };
            let lines: String = ["a", "b"].into_iter().zip(rows).map(line).collect();
            fs::write(&path, format!("{{\"experiment\":\"x0\"}}\n{lines}")).unwrap();
            let mut ignore = |_: &str| ();
            let mut replay = Measurements::replay("x0", settings(), &path, &mut ignore).unwrap();
            for name in ["a", "b"] {
                replay.get_or_measure(&key(name, 2), || Ok(8)).unwrap();
            }
            assert_eq!(replay.known_and_used("a"), [1, 1]);
            [replay.sample_of_times(|_| true), replay.sample_of_times(|name| name == "b")]
        };
        let refused = |why: &str| Sample::Insufficient(why.to_owned());
        assert_eq!(
            sample([("0a", RELEASE), ("0a", RELEASE)]),
            [Sample::Sufficient, Sample::Sufficient]
        );
        let [all, second] = sample([("0b", RELEASE), ("0a", RELEASE)]);
        assert_eq!(
            (all, second),
            (refused("times of 2 programs, one is needed"), Sample::Sufficient)
        );
        for (build, words) in [("", "not recorded"), ("with assertions", "with assertions")] {
            let [all, second] = sample([("0a", build), ("0a", RELEASE)]);
            let why = format!("times need a release build, this one is: {words}");
            assert_eq!((all, second), (refused(&why), Sample::Sufficient));
        }
    }

    #[test]
    fn the_tuned_constants_have_the_keys_of_old_logs() {
        let old = key("a", 2);
        assert_eq!(old.clone().of_constants("tuned"), old);
        let new = old.clone().of_constants("historical");
        assert_eq!(new.name, "a, historical constants");
        assert_ne!(new.text(), old.text());
    }

    #[test]
    fn failed_measurements_are_not_kept() {
        let mut on_measure = |_: &str| ();
        let mut measurements =
            Measurements::in_memory(ExperimentSettings::default(), &mut on_measure);
        let key = key("a", 2);
        assert!(measurements.get_or_measure::<u32>(&key, || bail!("no")).is_err());
        assert_eq!(measurements.get_or_measure(&key, || Ok(1)).unwrap(), 1);
        assert_eq!(measurements.full_or_quick(100, 2), 100);
    }
}
