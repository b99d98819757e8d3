//! The experiments of the four documents that Willow grew from, run again.
//!
//! An [`Experiment`] takes [`Measurements`], which are kept in a log as soon as they are made, and
//! writes an [`ExperimentReport`] with the authors' tables beside ours. The verdict follows from the
//! measured rows by a rule that the report prints; the authors' remarks are dated comments. All
//! games follow from fixed seeds: the same program measures the same again, except for times.

mod agreement;
mod array_board;
mod bill_games;
mod bill_play;
mod bill_turns;
mod bill_variants;
mod exercise_18_5;
mod figures;
mod game_archive;
mod game_curves;
mod iago_matches;
mod match_series;
mod measurements;
mod mlia_hash_and_weights;
mod move_ordering;
mod printed_games;
mod report;
mod report_table;
mod round_robins;
mod search_techniques;
mod simulated_machine;
mod verdict;
mod zero_windows;

use anyhow::Result;

pub use game_archive::GameArchive;
pub use measurements::{
    CODE_DIGEST, ExperimentSettings, LoggedCode, Measurement, Measurements, UsedMeasurement,
};
pub use report::{DatedComment, Diagram, ExperimentReport, ReportPart};
pub use report_table::ReportTable;
pub use verdict::{ClaimReport, ClaimResult, Verdict, VerdictReport};

/// What a report of a shortened experiment says of itself.
const QUICK: &str = "This run is quick: it plays fewer games and searches fewer positions, less deep. What \
                     needs more of them cannot be compared.";

/// An experiment of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its identifier on the command line.
    pub id: &'static str,
    /// The paper's section and the subject, in one line.
    pub summary: &'static str,
    run: fn(&mut Measurements<'_>) -> Result<ExperimentReport>,
}

impl Experiment {
    /// Takes the measurements that are missing, and returns the report.
    ///
    /// # Errors
    /// The log of the measurements must be writable, and the archive, if one is given, readable. A
    /// replay needs all measurements.
    pub fn run(&self, measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
        let mut report = (self.run)(measurements)?;
        if measurements.settings().quick {
            report.parts.insert(0, ReportPart::Text(QUICK.to_owned()));
        }
        report.parts.push(ReportPart::Origin(measurements.origin()));
        Ok(report)
    }
}

/// All experiments, in the order of the report.
pub const EXPERIMENTS: [Experiment; 12] = [
    Experiment {
        id: "x1",
        summary: "PAIP 18.3-18.8: the printed games and series",
        run: printed_games::run,
    },
    Experiment { id: "x2", summary: "PAIP 18.8: the round robins", run: round_robins::run },
    Experiment {
        id: "x3",
        summary: "PAIP 18.9-18.11: boards, evaluations and time by the order of moves",
        run: move_ordering::run,
    },
    Experiment {
        id: "x4",
        summary: "PAIP 18.12: Iago against modified weighted squares",
        run: iago_matches::run,
    },
    Experiment {
        id: "ex18.5",
        summary: "PAIP exercise 18.5: how much faster another board makes Iago",
        run: exercise_18_5::run,
    },
    Experiment {
        id: "x5",
        summary: "BILL 3.1.6: zero windows, killer table and hash table",
        run: zero_windows::run,
    },
    Experiment {
        id: "x6",
        summary: "BILL 3.3, 4, I: book, clock, thinking ahead, Iago; the figures of chapter 2",
        run: bill_play::run,
    },
    Experiment {
        id: "figures",
        summary: "BILL 2, 3: its boards in a database of games, and which games are Waterloo's",
        run: figures::run,
    },
    Experiment {
        id: "agreement",
        summary: "BILL II: its printed moves as a yardstick, and the fit of its constants to them",
        run: agreement::run,
    },
    Experiment {
        id: "x7",
        summary: "MLia 2.2-2.3: the hash table, and tuned weights against the original",
        run: mlia_hash_and_weights::run,
    },
    Experiment {
        id: "z5",
        summary: "PAIP 18.13: the measured effect of each technique",
        run: search_techniques::run,
    },
    Experiment {
        id: "z11",
        summary: "BILL 2, 4, 5: counted mobility, simple strategies, sets of coefficients",
        run: bill_variants::run,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs an experiment, shortened, and returns its report.
    fn quick(id: &str) -> ExperimentReport {
        let experiment = EXPERIMENTS.iter().find(|experiment| experiment.id == id).unwrap();
        let settings =
            ExperimentSettings { quick: true, archive: None, today: "2026-11-22".to_owned() };
        experiment.run(&mut Measurements::in_memory(settings, &mut |_| ())).unwrap()
    }

    #[test]
    fn every_experiment_has_a_verdict_tables_and_figures() {
        for experiment in EXPERIMENTS {
            let report = quick(experiment.id);
            let verdicts =
                report.parts.iter().filter(|part| matches!(part, ReportPart::Verdict(_)));
            assert_eq!(verdicts.count(), 1, "{}", experiment.id);
            let verdict = report.verdict().unwrap();
            let expected = match experiment.id {
                // These have claims that need no games but the printed ones.
                "agreement" => Verdict::Agrees,
                "x1" | "x6" | "figures" => Verdict::DoesNotAgree,
                _ => Verdict::CannotBeCompared,
            };
            assert_eq!(verdict.verdict, expected, "{}: {verdict:#?}", experiment.id);
            assert!(!verdict.claims.is_empty(), "{}", experiment.id);
            assert!(report.markdown("").contains("This run is quick"), "{}", experiment.id);
            assert!(report.parts.iter().any(|part| matches!(part, ReportPart::Table(_))));
            for figure in report.figures() {
                assert!(figure.svg().unwrap().starts_with("<svg"), "{}", figure.name);
            }
        }
    }

    #[test]
    fn printed_games_are_played() {
        let text = quick("x1").markdown("");
        assert_eq!(text.matches("| all 64").count(), 10, "{text}");
        assert!(text.contains("by the game that its code plays, the second is right."), "{text}");
        assert!(text.contains("from our position after 56 moves by g8 e7 f8 c8"), "{text}");
        assert!(text.contains("5 of 10, +60 discs: -28 40 -28 40"), "{text}");
    }
}
