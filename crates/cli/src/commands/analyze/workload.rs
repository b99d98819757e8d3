//! How much there is to analyze, and about how long that takes.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use willow_files::MAX_FILE_BYTES;
use willow_records::GameOrPosition;

use super::work::Effort;
use crate::error::CliError;
use crate::files::STANDARD_STREAM;
use crate::input;
use crate::units;

/// Shorter work needs no announcement.
const SHORT: Duration = Duration::from_mins(1);

/// Seconds that one thread needs for a game of 60 moves at levels up to these. The first three are measured
/// (release build, a game of 1977, November 2026); from there they grow as docs/levels.md has it for single moves.
const GAME_SECONDS: [(u32, f64); 9] = [
    (10, 2.0),
    (16, 4.0),
    (20, 12.0),
    (24, 60.0),
    (28, 180.0),
    (30, 600.0),
    (35, 2.4e3),
    (40, 4.3e4),
    (60, 1e6),
];

/// The moves of a whole game.
const GAME_MOVES: f64 = 60.0;

/// The level that is offered to who does not want to wait.
const QUICK_LEVEL: u32 = 10;

/// Speed of each further thread, relative to the first. Not measured: the result is a rough estimate.
const FURTHER_THREAD: f64 = 0.8;

/// The games and positions to analyze.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Workload {
    /// Games and positions.
    pub(super) items: usize,
    moves: usize,
}

impl Workload {
    /// Counts what is in the inputs. Pipes can be read only once, and large files take long: with one of them,
    /// the answer is that there is nothing.
    pub(super) fn of(inputs: &[OsString]) -> Result<Workload, CliError> {
        let mut all = Workload::default();
        if inputs.iter().any(is_read_once) {
            return Ok(all);
        }
        input::for_each_item(inputs, |item| {
            // Errors are reported when it is their turn.
            let Ok(item) = item else { return Ok(()) };
            all.items += 1;
            all.moves += match &item.item {
                GameOrPosition::Game(record) if 0 < record.game.n_plies() => record.game.n_plies(),
                other => other.position().legal_moves().count() as usize,
            };
            Ok(())
        })?;
        Ok(all)
    }

    /// Returns what is said before the work begins; nothing about work that is short.
    pub(super) fn announcement(&self, effort: Effort, threads: usize) -> Option<String> {
        let time = match effort {
            Effort::Level(level) => self.time_at(level.number(), threads),
            Effort::Time(time) => time.saturating_mul(self.items as u32),
        };
        if time < SHORT {
            return None;
        }
        let begin = format!("this takes about {}", rough(time));
        let rest = match effort {
            Effort::Level(level) if QUICK_LEVEL < level.number() => {
                let quick = rough(self.time_at(QUICK_LEVEL, threads));
                format!(" at level {}, and {quick} with `--level {QUICK_LEVEL}`", level.number())
            }
            _ => String::new(),
        };
        Some(format!("{begin}{rest}; Ctrl-C ends it and prints what was found by then"))
    }

    /// Returns the estimated time at a level.
    fn time_at(&self, level: u32, threads: usize) -> Duration {
        let known = GAME_SECONDS.into_iter().find(|&(known, _)| level <= known);
        let (_, seconds) = known.expect("60 is the highest level");
        let speed = 1.0 + FURTHER_THREAD * (threads as f64 - 1.0);
        Duration::from_secs_f64(seconds * self.moves as f64 / GAME_MOVES / speed)
    }
}

fn is_read_once(input: &OsString) -> bool {
    let is_other = |file: fs::Metadata| !file.is_file() || MAX_FILE_BYTES < file.len();
    input == STANDARD_STREAM || fs::metadata(input).is_ok_and(is_other)
}

/// Returns a time in words, as far as an estimate is worth.
fn rough(time: Duration) -> String {
    let seconds = time.as_secs();
    let (number, unit) = match seconds {
        0..90 => (seconds.max(1), "second"),
        90..5_400 => ((seconds + 30) / 60, "minute"),
        5_400..172_800 => ((seconds + 1_800) / 3_600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    units::count(number as usize, unit)
}

#[cfg(test)]
mod tests {
    use willow_engine::Level;

    use super::*;

    #[test]
    fn long_work_is_announced() {
        let game = Workload { items: 1, moves: 60 };
        let said = |work: Workload, level, threads| {
            work.announcement(Effort::Level(Level::new(level).unwrap()), threads)
        };
        assert_eq!(said(game, 10, 1), None);
        let long = said(game, 30, 1).unwrap();
        assert!(
            long.contains(" minutes at level 30, and ") && long.contains("`--level 10`"),
            "{long}"
        );
        assert!(said(game, 31, 1).unwrap().contains("about 40 minutes at level 31"));
        assert!(said(game, 60, 1).unwrap().contains(" days "));
        assert!(said(Workload { items: 900, moves: 54_000 }, 10, 1).is_some());
        let two_minutes = Effort::Time(Duration::from_mins(1));
        let said = Workload { items: 2, moves: 120 }.announcement(two_minutes, 1).unwrap();
        assert!(said.starts_with("this takes about 2 minutes; "), "{said}");
    }

    #[test]
    fn the_inputs_are_counted() {
        let of = |words: &[&str]| {
            let inputs: Vec<OsString> = words.iter().map(OsString::from).collect();
            Workload::of(&inputs).unwrap()
        };
        assert_eq!(of(&["f5d6c3", "f5f5", "f5"]), Workload { items: 2, moves: 4 });
        let start = "---------------------------OX------XO--------------------------- X";
        assert_eq!(of(&[start]), Workload { items: 1, moves: 4 });
        assert_eq!(of(&["f5", "-"]), Workload::default());
    }
}
