//! BILL's own moves as a yardstick for the numbers that the report leaves open (experiment
//! agreement).
//!
//! The report prints 15 games of BILL. The more of its moves our BILL chooses, the nearer it is to
//! the program of 1986. The constants of the tables are fitted to that, one game left out at a time,
//! and tested on two edges of which the report says what they are worth.

mod edges;
mod fit;
mod moves;

use anyhow::Result;
use serde_json::json;
use willow_classics::bill::Constants;

use self::fit::{Fit, FoldResult};
use self::moves::{Agreement, agreement, parts, parts_text, percent};
use super::bill_games::{bill_games, origin_of_games};
use super::bill_turns::SEARCHED_TURNS;
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use super::statistics::mean_and_error;
use super::verdict::{ClaimTest, PaperClaim, Sample};

/// The depths at which the sets of constants are compared, in plies; BILL searched 7.7 on the
/// average.
const DEPTHS: [u32; 5] = [5, 6, 7, 8, 9];

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "agreement",
        "BILL's own moves as a yardstick",
        "Lee and Mahajan 1986, appendix II, figures 2-5, 3-7 and 3-8",
    );
    report.add_text(origin_of_games());
    report.add_text(format!(
        "BILL's turns {} to {} of these games are searched, with its tables as they are after its earlier \
         turns, without book and endgame search. \"historical\" are the constants that BILL plays with, \
         \"tuned\" those that won matches, \"first\" our first guesses.",
        SEARCHED_TURNS.start(),
        SEARCHED_TURNS.end()
    ));
    let compared = Compared::measure(measurements)?;
    report.add_table(compared.table());
    let fit = Fit::run(measurements)?;
    report.add_table(fit.table());
    report.add_text(fit.text());
    let edges = edges::judge();
    report.add_table(edges::table(&edges));
    let mut claims = edges::claims(&edges);
    claims.extend(compared.claims());
    claims.push(fit.claim());
    report.add_verdict(&claims);
    report.add_comment(
        "2026-11-23",
        "Figure 3-7's static value and figure 3-8's probabilities are exact statements about the edge table, and \
         the historical constants take them over; the fit then changes a few numbers of the internal tables. \
         The games of Waterloo were played by an earlier evaluation, in which mobility and occupied squares were \
         one term (chapter 4), and the games of the championship with a clock: no constants can agree with all \
         moves.",
    );
    Ok(report)
}

/// The agreement of each set of constants at each depth, game by game.
struct Compared {
    depths: Vec<u32>,
    /// By [`Constants::NAMED`], by depth, by game.
    agreements: Vec<Vec<Vec<Agreement>>>,
}

impl Compared {
    fn measure(measurements: &mut Measurements<'_>) -> Result<Compared> {
        let depths = if measurements.settings().quick { vec![1, 2] } else { DEPTHS.to_vec() };
        let mut agreements = Vec::new();
        for (name, constants) in Constants::NAMED {
            let mut by_depth = Vec::new();
            for &depth in &depths {
                let parameters = json!({ "depth": depth, "parts": parts(&constants) });
                let key = MeasurementKey::new(format!("{name}, {depth} plies"), parameters);
                by_depth.push(measurements.get_or_measure(&key, || {
                    Ok(bill_games().iter().map(|game| agreement(constants, depth, game)).collect())
                })?);
            }
            agreements.push(by_depth);
        }
        Ok(Compared { depths, agreements })
    }

    fn table(&self) -> ReportTable {
        let n = self.agreements[0][0].iter().map(|(turns, _)| turns).sum::<u32>();
        let head: Vec<String> = self.depths.iter().map(|depth| format!("{depth} plies")).collect();
        let head: Vec<&str> =
            std::iter::once("constants").chain(head.iter().map(String::as_str)).collect();
        let title = format!("BILL's moves that our BILL chooses too, of {n} in the printed games");
        let mut table = ReportTable::new(&title, &head);
        for ((name, _), by_depth) in Constants::NAMED.iter().zip(&self.agreements) {
            let cell = |games: &Vec<Agreement>| {
                let agree: u32 = games.iter().map(|(_, agree)| agree).sum();
                format!("{agree} ({:.1}%)", percent(agree, n))
            };
            table.add_row(std::iter::once((*name).to_owned()).chain(by_depth.iter().map(cell)));
        }
        table
    }

    /// Returns the claim that BILL's constants are nearer to it than the tuned ones: the games are the
    /// sample.
    fn claims(&self) -> Vec<PaperClaim> {
        let [historical, tuned] = [&self.agreements[0], &self.agreements[1]];
        let claim = |place: usize, depth: &u32| {
            let pairs = historical[place].iter().zip(&tuned[place]);
            let differences: Vec<f64> = pairs
                .map(|(one, other)| percent(one.1, one.0) - percent(other.1, other.0))
                .collect();
            let (value, error) = mean_and_error(&differences);
            PaperClaim {
                claim: format!(
                    "the historical constants choose more of BILL's moves than the tuned ones at {depth} \
                     plies (percent more)"
                ),
                test: ClaimTest::Above { limit: 0.0, value, error },
                sample: Sample::at_least(*depth as usize, DEPTHS[0] as usize, "plies"),
            }
        };
        self.depths.iter().enumerate().map(|(place, depth)| claim(place, depth)).collect()
    }
}

impl Fit {
    fn table(&self) -> ReportTable {
        let title = format!(
            "Constants fitted to BILL's moves at {} plies, one game left out at a time: what they choose in \
             that game, in which the fit has never looked",
            self.depths_text()
        );
        let head = ["game left out", "moves", "first", "tuned", "fitted without it", "changed"];
        let mut table = ReportTable::new(&title, &head);
        for FoldResult { game, moves, first, tuned, fitted, constants } in &self.folds {
            table.add_row([
                game.clone(),
                moves.to_string(),
                first.to_string(),
                tuned.to_string(),
                fitted.to_string(),
                Fit::changes(constants),
            ]);
        }
        let sum = |of: fn(&FoldResult) -> u32| self.folds.iter().map(of).sum::<u32>();
        let moves = sum(|fold| fold.moves);
        let cell = |agree: u32| format!("{agree} ({:.1}%)", percent(agree, moves));
        table.add_row([
            "all".to_owned(),
            moves.to_string(),
            cell(sum(|fold| fold.first)),
            cell(sum(|fold| fold.tuned)),
            cell(sum(|fold| fold.fitted)),
            String::new(),
        ]);
        table
    }

    fn text(&self) -> String {
        let same = if self.all == Constants::HISTORICAL {
            "These are the historical constants."
        } else {
            "The historical constants are others."
        };
        format!(
            "Fitted to all games: `{}`, which choose {} of the {} moves that the fit looked at. {same}",
            parts_text(&self.all),
            self.all_agree,
            self.folds.iter().map(|fold| fold.moves).sum::<u32>(),
        )
    }

    /// Returns the claim that fitting helps in games that it has not seen.
    fn claim(&self) -> PaperClaim {
        let differences: Vec<f64> = self
            .folds
            .iter()
            .map(|fold| percent(fold.fitted, fold.moves) - percent(fold.tuned, fold.moves))
            .collect();
        let (value, error) = mean_and_error(&differences);
        PaperClaim {
            claim: "fitted constants choose more of BILL's moves in a game left out than the tuned ones \
                    (percent more)"
                .to_owned(),
            test: ClaimTest::Above { limit: 0.0, value, error },
            sample: Sample::at_least(self.depths[0] as usize, DEPTHS[0] as usize, "plies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_counts_the_turns_with_a_choice() {
        let game = &bill_games()[4];
        let (turns, agree) = agreement(Constants::HISTORICAL, 1, game);
        assert!((15..=19).contains(&turns), "{turns}");
        assert!(0 < agree && agree < turns, "{agree}");
    }

    #[test]
    fn parts_are_written_as_a_spec_has_them() {
        assert_eq!(parts_text(&Constants::FIRST), "");
        assert_eq!(parts_text(&Constants::TUNED), "idle=150,move=50,sequence=150");
        let spec = format!("bill:constants=(first,{})", parts_text(&Constants::OF_FIGURES));
        assert!(spec.contains("half-alone=100"), "{spec}");
    }
}
