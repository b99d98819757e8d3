//! The experiments of the four documents that Willow grew from, run again.
//!
//! An [`Experiment`] is a list of [`Finding`]s: what a document says, what we measure, and whether it holds or
//! why it differs. All games follow from fixed seeds: the same program finds the same again, except for times.

mod array_board;
mod bill_boards;
mod bill_claims;
mod bill_clock;
mod bill_games;
mod bill_search;
mod finding;
mod game_curves;
mod games_in_print;
mod matches;
mod mlia_hash;
mod printed_games;
mod round_robins;
mod search_work;
mod series;

use std::fmt::Write as _;

use anyhow::Result;
use willow_board::{Game, Move, Position};
use willow_records::PrintedBoard;

pub use self::finding::{Finding, Verdict};
pub use self::games_in_print::{GameInPrint, games_in_print};
use crate::figure::Figure;

/// How the experiments are run.
pub struct Run<'a> {
    /// Whether they are shortened, so that each takes seconds. What needs more games is undecided then.
    pub quick: bool,
    /// Gets the name of each piece of work before it begins.
    pub on_begin: &'a dyn Fn(&str),
}

impl Run<'_> {
    fn begin(&self, what: &str) {
        (self.on_begin)(what);
    }

    /// Returns `full`, or `quick` in a shortened run: a number of games, positions or plies.
    const fn full_or_quick(&self, full: u32, quick: u32) -> u32 {
        if self.quick { quick } else { full }
    }

    #[cfg(test)]
    fn in_tests() -> Run<'static> {
        Run { quick: true, on_begin: &|_| () }
    }
}

/// What an experiment found.
#[derive(Debug, Default)]
pub struct Report {
    /// The rows, in the order of the document.
    pub findings: Vec<Finding>,
    /// Figures like the document's.
    pub figures: Vec<Figure>,
    /// Boards that the document draws, with their titles.
    pub boards: Vec<(String, PrintedBoard)>,
}

impl Report {
    fn and(mut self, mut more: Report) -> Report {
        self.findings.append(&mut more.findings);
        self.figures.append(&mut more.figures);
        self.boards.append(&mut more.boards);
        self
    }
}

/// Returns the rows of a table that is a file of this program: `#` begins a remark, `|` stands between the fields.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        fields.try_into().unwrap_or_else(|_| panic!("not {N} fields: {line}"))
    })
}

/// Returns the ply of the position after so many moves, passes not counted: behind a pass, and the last one if the
/// game has no more moves.
fn ply_after(game: &Game, moves: usize) -> usize {
    let mut placed = game.moves().enumerate().filter(|(_, mv)| *mv != Move::Pass);
    placed.nth(moves).map_or(game.n_plies(), |(ply, _)| ply)
}

/// Returns the position after so many moves.
fn position_after(game: &Game, moves: usize) -> &Position {
    game.position_at(ply_after(game, moves)).expect("no ply is behind the last")
}

/// Measures a part of an experiment.
type Part = fn(&Run<'_>) -> Result<Report>;

/// An experiment of a document.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its identifier on the command line.
    pub id: &'static str,
    /// The document's sections and the subject, in one line.
    pub summary: &'static str,
    parts: &'static [Part],
}

impl Experiment {
    /// Runs it.
    ///
    /// # Errors
    /// A player of the experiment fails.
    pub fn run(&self, run: &Run<'_>) -> Result<Report> {
        self.parts.iter().try_fold(Report::default(), |report, part| Ok(report.and(part(run)?)))
    }

    /// Returns its findings as a section in Markdown.
    pub fn markdown(&self, report: &Report) -> String {
        let mut text = format!(
            "## {}: {}\n\n| what | theirs | ours | verdict |\n| --- | --- | --- | --- |\n",
            self.id.to_uppercase(),
            self.summary
        );
        for Finding { what, theirs, ours, verdict } in &report.findings {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| {what} | {theirs} | {ours} | {verdict} |");
        }
        let count = |is: fn(&Verdict) -> bool| {
            report.findings.iter().filter(|finding| is(&finding.verdict)).count()
        };
        let _ = writeln!(
            text,
            "\nOf {} rows {} hold, {} differ and {} are undecided.",
            report.findings.len(),
            count(|verdict| *verdict == Verdict::Holds),
            count(|verdict| matches!(verdict, Verdict::Differs(_))),
            count(|verdict| matches!(verdict, Verdict::Undecided(_))),
        );
        for (title, board) in &report.boards {
            let _ = write!(text, "\n{title}\n\n```text\n{board}```\n");
        }
        text
    }
}

const fn experiment(id: &'static str, summary: &'static str, parts: &'static [Part]) -> Experiment {
    Experiment { id, summary, parts }
}

/// All experiments but the ladder (X8), in the order of the documents.
pub const EXPERIMENTS: [Experiment; 11] = [
    experiment("x1", "PAIP 18.3-18.8: the printed games and series", &[printed_games::run]),
    experiment("x2", "PAIP 18.8: the round robins", &[round_robins::run]),
    experiment(
        "x3",
        "PAIP 18.9-18.11: boards, evaluations and time by the order of moves",
        &[search_work::orders],
    ),
    experiment("x4", "PAIP 18.12: Iago against modified weighted squares", &[matches::iago]),
    experiment(
        "ex18.5",
        "PAIP 18.10 and exercise 18.5: boards used again, and another board",
        &[search_work::precycling, search_work::other_board],
    ),
    experiment(
        "z5",
        "PAIP 18.13: the measured effect of each technique",
        &[search_work::techniques, matches::techniques],
    ),
    experiment(
        "boards",
        "BILL 2, 3: its boards, leads and edges",
        &[bill_boards::run, bill_claims::run],
    ),
    experiment("x5", "BILL 3.1.6: zero windows, killer table and hash table", &[bill_search::run]),
    experiment("x6", "BILL 3.1, 3.3, 4, I: book, clock, thinking ahead, Iago", &[bill_clock::run]),
    experiment(
        "z11",
        "BILL 2, 4, 5: counted mobility, simple strategies, sets of coefficients",
        &[matches::versions],
    ),
    experiment(
        "x7",
        "MLia 2.2-2.3: the hash table, and tuned weights against the original",
        &[mlia_hash::run, matches::mlia],
    ),
];

#[cfg(test)]
mod tests {
    use super::bill_games::all_games;
    use super::*;

    #[test]
    fn positions_are_found_by_the_moves_before_them() {
        let has_passes = |game: &Game| game.moves().any(|mv| mv == Move::Pass);
        assert!(all_games().iter().any(|known| has_passes(&known.game)));
        for known in all_games() {
            let game = &known.game;
            let n_moves = game.moves().filter(|mv| *mv != Move::Pass).count();
            for moves in 0..n_moves {
                let position = position_after(game, moves);
                assert_eq!(position.board().occupied().count() as usize, 4 + moves);
                assert!(!position.legal_moves().is_empty(), "{}: {moves}", known.id);
            }
            assert_eq!(ply_after(game, n_moves), game.n_plies());
        }
    }

    /// The rows of a shortened run that are judged are those that need no games but the printed ones.
    #[test]
    fn every_experiment_has_findings_in_one_format() {
        for experiment in EXPERIMENTS {
            let report = experiment.run(&Run::in_tests()).unwrap();
            let text = experiment.markdown(&report);
            assert!(!report.findings.is_empty(), "{}", experiment.id);
            assert!(report.findings.iter().all(|finding| !finding.ours.is_empty()), "{text}");
            for figure in &report.figures {
                assert!(figure.svg().unwrap().starts_with("<svg"), "{}", figure.name);
            }
            if experiment.id == "x1" {
                assert!(
                    text.contains("18.4: minimax of 3 plies, maximizer | 53 | 53 (53-0) | holds |"),
                    "{text}"
                );
                assert!(
                    text.contains(
                        "weighted-squares 4 | -16 | -30 (17-47) | differs because the book's code"
                    ),
                    "{text}"
                );
                assert!(text.contains("after 17 moves | 64 | 62 | differs because"), "{text}");
                assert!(text.contains("| 10: -28 40 -28 40"), "{text}");
            }
        }
    }
}
