//! The experiments of the four documents that Willow grew from, run again: every table that their
//! authors printed beside ours.
//!
//! An [`Experiment`] measures on a [`Workbench`], which keeps every row as soon as it is there, and
//! makes a [`Report`] of it. All games follow from fixed seeds: the same program makes the same report,
//! but for the times in it.

mod archive;
mod bill_turns;
mod figure;
mod machine;
mod report;
mod series;
mod statistics;
mod workbench;
mod x1;
mod x2;
mod x3;
mod x4;
mod x5;
mod x6;
mod x7;
mod z11;
mod z5;

use anyhow::Result;

pub use figure::{Drawing, Figure, Line};
pub use report::{Part, Report, Table};
pub use workbench::{Setting, Workbench};

/// An experiment.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name on the command line.
    pub id: &'static str,
    /// What it is about, in one line.
    pub summary: &'static str,
    run: fn(&mut Workbench<'_>) -> Result<Report>,
}

impl Experiment {
    /// Measures what the workbench does not have yet, and tells what came out.
    ///
    /// # Errors
    /// The workbench's file must be writable, and the archive, if there is one, readable.
    pub fn run(&self, bench: &mut Workbench<'_>) -> Result<Report> {
        (self.run)(bench)
    }
}

/// All experiments, in the order of the report.
pub const EXPERIMENTS: [Experiment; 9] = [
    Experiment { id: "x1", summary: "PAIP 18.3-18.8: the printed games and series", run: x1::run },
    Experiment { id: "x2", summary: "PAIP 18.8: the round robins", run: x2::run },
    Experiment {
        id: "x3",
        summary: "PAIP 18.9-18.11: boards, evaluations and time by the order of moves",
        run: x3::run,
    },
    Experiment {
        id: "x4",
        summary: "PAIP 18.12: Iago against modified weighted squares",
        run: x4::run,
    },
    Experiment {
        id: "x5",
        summary: "BILL 3.1.6: zero windows, killer table and hash table",
        run: x5::run,
    },
    Experiment {
        id: "x6",
        summary: "BILL 3.3, 4, I: book, clock, thinking ahead, Iago; the figures of chapter 2",
        run: x6::run,
    },
    Experiment {
        id: "x7",
        summary: "MLia 2.2-2.3: the hash table, and tuned weights against the original",
        run: x7::run,
    },
    Experiment {
        id: "z5",
        summary: "PAIP 18.13: the measured effect of each technique",
        run: z5::run,
    },
    Experiment {
        id: "z11",
        summary: "BILL 2, 4, 5: counted mobility, simple strategies, sets of coefficients",
        run: z11::run,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs an experiment, shortened, and returns its report.
    fn quick(id: &str) -> Report {
        let experiment = EXPERIMENTS.iter().find(|experiment| experiment.id == id).unwrap();
        let setting = Setting { quick: true, archive: None };
        experiment.run(&mut Workbench::new(setting, &mut |_| ())).unwrap()
    }

    #[test]
    fn every_experiment_tells_what_agrees_and_draws() {
        for experiment in EXPERIMENTS {
            let report = quick(experiment.id);
            let verdicts = report.parts.iter().filter(|part| matches!(part, Part::Verdict(_)));
            assert_eq!(verdicts.count(), 1, "{}", experiment.id);
            assert!(report.parts.iter().any(|part| matches!(part, Part::Table(_))));
            for figure in report.figures() {
                assert!(figure.svg().unwrap().starts_with("<svg"), "{}", figure.name);
            }
        }
    }

    #[test]
    fn the_printed_games_are_played() {
        let text = quick("x1").markdown("");
        // Seven games and five positions; the book's second game of 18.6 ends otherwise.
        assert_eq!(text.matches("| yes").count(), 11, "{text}");
        assert_eq!(text.matches("| no").count(), 1, "{text}");
        assert!(text.contains("5 of 10, +60 discs: -28 40 -28 40"), "{text}");
    }
}
