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
use super::verdict::{ClaimTest, PaperClaim, Sample};
use crate::statistics::mean_and_error;

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
    report.add_text(compared.text());
    let fit = Fit::run(measurements)?;
    report.add_table(fit.table());
    report.add_text(fit.text());
    let edges = edges::judge();
    report.add_table(edges::table(&edges));
    report.add_verdict(&edges::claims(&edges));
    let mut checks = edges::checks(&edges);
    checks.extend(compared.checks());
    checks.push(fit.check());
    report.add_checks(&checks);
    report.add_comment(
        "2026-11-24",
        "Figure 3-7's static value and figure 3-8's probabilities are exact statements about the edge table, and \
         the historical constants take them over: our edge table cannot but agree with these figures; the fit then changes a few numbers of the internal tables. \
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

    /// Returns our checks that BILL's constants are nearer to it than each of the other sets: the games are the
    /// sample.
    fn checks(&self) -> Vec<PaperClaim> {
        let depths = self.depths.iter().copied().enumerate();
        depths.flat_map(|(place, depth)| [1, 2].map(|set| self.check(set, place, depth))).collect()
    }

    /// Compares the historical constants with another set at a depth.
    fn check(&self, set: usize, place: usize, depth: u32) -> PaperClaim {
        let pairs = self.agreements[0][place].iter().zip(&self.agreements[set][place]);
        let differences: Vec<f64> =
            pairs.map(|(one, other)| percent(one.1, one.0) - percent(other.1, other.0)).collect();
        let (value, error) = mean_and_error(&differences);
        let name = match Constants::NAMED[set].0 {
            "first" => "first guesses",
            _ => "tuned ones",
        };
        let fitted =
            if fit::DEPTHS.contains(&depth) { "; they were fitted to these moves" } else { "" };
        PaperClaim {
            claim: format!(
                "the historical constants choose more of BILL's moves than the {name} at {depth} plies (percent \
                 more{fitted})"
            ),
            test: ClaimTest::Above { limit: 0.0, value, error },
            sample: Sample::at_least(depth as usize, DEPTHS[0] as usize, "plies"),
        }
    }

    /// Says at which depths the historical constants agree best, and how that is to be read.
    fn text(&self) -> String {
        let sum = |set: usize, place: usize| -> u32 {
            self.agreements[set][place].iter().map(|(_, agree)| agree).sum()
        };
        let places = self.depths.iter().enumerate();
        let (best, others): (Vec<_>, Vec<_>) = places
            .partition(|&(place, _)| [1, 2].iter().all(|&set| sum(set, place) < sum(0, place)));
        let depths = |places: &[(usize, &u32)]| {
            let depths: Vec<String> = places.iter().map(|(_, depth)| depth.to_string()).collect();
            if depths.is_empty() { "no depth".to_owned() } else { depths.join(", ") + " plies" }
        };
        let fitted: Vec<String> = fit::DEPTHS.iter().map(ToString::to_string).collect();
        format!(
            "The historical constants choose the most of BILL's moves at {}; at {} another set chooses as many or \
             more. They were fitted to these games at {} plies, so their lead there says nothing. The other depths are of \
             the same games, too.",
            depths(&best),
            depths(&others),
            fitted.join(" and ")
        )
    }
}

impl Fit {
    fn table(&self) -> ReportTable {
        let title = format!(
            "Constants fitted to BILL's moves at {} plies, one game left out at a time: what they choose in \
             that game, at which this fit does not look",
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
        ) + &self.limits()
    }

    /// Says what the fit does not show.
    fn limits(&self) -> String {
        let [known, used] = self.sets;
        let wider = if used < known {
            format!(
                " The log has {known} sets of constants, of which this fit tries {used}: the others are of a wider \
                 fit, with more constants and a larger grid. This grid was chosen after it, by people who had \
                 seen all games: to leave one out is no blind test."
            )
        } else {
            String::new()
        };
        let edge: Vec<String> = fit::at_the_edge(&self.all).collect();
        if edge.is_empty() {
            return wider;
        }
        format!(
            "{wider} At an end of the grid: {}. More might agree better still.",
            edge.join(", ")
        )
    }

    /// Returns our check that fitting helps in the games left out.
    fn check(&self) -> PaperClaim {
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
    use crate::reproduce::verdict::{ClaimResult, VerdictReport};

    #[test]
    fn agreement_counts_the_turns_with_a_choice() {
        let game = &bill_games()[4];
        let (turns, agree) = agreement(Constants::HISTORICAL, 1, game);
        assert!((15..=19).contains(&turns), "{turns}");
        assert!(0 < agree && agree < turns, "{agree}");
    }

    /// Fitted depths are marked, and the first guesses are compared as well.
    #[test]
    fn every_set_is_compared_at_every_depth() {
        use ClaimResult::{DoesNotHold, Holds};
        let games = |agree: [u32; 2]| agree.map(|agree| (19, agree)).to_vec();
        let compared = Compared {
            depths: vec![6, 8],
            agreements: vec![
                vec![games([15, 14]), games([10, 12])],
                vec![games([10, 9]), games([9, 11])],
                vec![games([9, 8]), games([12, 14])],
            ],
        };
        let report = VerdictReport::of(&compared.checks());
        let results: Vec<ClaimResult> = report.claims.iter().map(|one| one.result).collect();
        assert_eq!(results, [Holds, Holds, Holds, DoesNotHold]);
        assert!(report.claims[1].claim.contains("first guesses at 6 plies"), "{report:?}");
        assert!(report.claims[1].claim.contains("fitted to these moves"), "{report:?}");
        assert!(!report.claims[3].claim.contains("fitted"), "{report:?}");
        let text = compared.text();
        assert!(
            text.contains("the most of BILL's moves at 6 plies; at 8 plies another set"),
            "{text}"
        );
    }

    #[test]
    fn a_fit_says_what_it_does_not_show() {
        let fit = |sets, all| Fit { depths: vec![5], folds: Vec::new(), all, all_agree: 0, sets };
        let text = fit([212, 40], Constants::HISTORICAL).text();
        assert!(text.contains("212 sets of constants, of which this fit tries 40"), "{text}");
        assert!(text.contains("At an end of the grid: potential-move=140."), "{text}");
        let text = fit([40, 40], Constants::OF_FIGURES).text();
        assert!(!text.contains("The log") && !text.contains("grid"), "{text}");
    }

    #[test]
    fn parts_are_written_as_a_spec_has_them() {
        assert_eq!(parts_text(&Constants::FIRST), "");
        assert_eq!(parts_text(&Constants::TUNED), "idle=150,move=50,sequence=150");
        let spec = format!("bill:constants=(first,{})", parts_text(&Constants::OF_FIGURES));
        assert!(spec.contains("half-alone=100"), "{spec}");
    }
}
