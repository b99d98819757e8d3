//! Variants of BILL that its authors wanted or compared with, and sets of coefficients (experiment
//! z11).

use anyhow::Result;
use serde_json::json;
use willow_classics::bill;
use willow_players::matches::{OpeningSource, Z_95};

use super::bill_turns::with_tuned_bill;
use super::match_series::{SeriesScore, play_series};
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use super::verdict::{ClaimTest, PaperClaim, Sample};
use crate::bill_learning::{EDGE_GAMES, count_edge_moves};

/// What the report says or expects of the first player of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expectation {
    /// It is the stronger one.
    Stronger,
    /// It is the weaker one.
    Weaker,
    /// Nothing that a match could show.
    Nothing,
}

/// A match between a variant of BILL and another player.
struct VersionMatch {
    title: &'static str,
    claim: &'static str,
    expected: Expectation,
    first: &'static str,
    second: &'static str,
}

const VERSION_MATCHES: [VersionMatch; 14] = [
    VersionMatch {
        title: "counted mobility, 5 plies",
        claim: "chapter 5: more accurate, \"an important improvement if efficient\"",
        expected: Expectation::Stronger,
        first: "bill:depth=5,book=off,version=counted-mobility",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "counted mobility, 5k nodes a move",
        claim: "the same with equal nodes",
        expected: Expectation::Nothing,
        first: "bill:nodes=5k,book=off,version=counted-mobility",
        second: "bill:nodes=5k,book=off",
    },
    VersionMatch {
        title: "estimated edge probabilities, 5 plies",
        claim: "chapter 5: they \"would improve the edge table\"",
        expected: Expectation::Stronger,
        first: "bill:depth=5,book=off,version=estimated-edges",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "Bayesian evaluation, 5 plies",
        claim: "chapter 5: a non-linear function by pattern classification",
        expected: Expectation::Stronger,
        first: "bill:depth=5,book=off,version=bayesian",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "Bayesian evaluation, 5k nodes a move",
        claim: "the same with equal nodes",
        expected: Expectation::Nothing,
        first: "bill:nodes=5k,book=off,version=bayesian",
        second: "bill:nodes=5k,book=off",
    },
    VersionMatch {
        title: "Bayesian evaluation, 4 plies, against Iago, 4 plies",
        claim: "",
        expected: Expectation::Nothing,
        first: "bill:depth=4,book=off,version=bayesian",
        second: "iago:depth=4",
    },
    VersionMatch {
        title: "the schoolchildren's BILL, 3 plies, against BILL, 3 plies",
        claim: "chapter 4: \"a very good player\", simplified",
        expected: Expectation::Nothing,
        first: "bill:version=schoolchildren",
        second: "bill:depth=3,book=off",
    },
    VersionMatch {
        title: "the schoolchildren's BILL, 3 plies, against Iago, 4 plies",
        claim: "chapter 4: \"soundly defeated by IAGO\"",
        expected: Expectation::Weaker,
        first: "bill:version=schoolchildren",
        second: "iago:depth=4",
    },
    VersionMatch {
        title: "minimum disc, 3 plies, against counting discs, 3 plies",
        claim: "section 2.2.1: better than the maximum",
        expected: Expectation::Stronger,
        first: "bill:version=minimum-disc",
        second: "alpha-beta:depth=3,eval=count-difference",
    },
    VersionMatch {
        title: "minimum disc, 3 plies, against BILL, 3 plies",
        claim: "section 2.2.1: \"nebulous value\"",
        expected: Expectation::Weaker,
        first: "bill:version=minimum-disc",
        second: "bill:depth=3,book=off",
    },
    VersionMatch {
        title: "edge-greedy, 3 plies, against BILL, 3 plies",
        claim: "section 2.2.2: pitfalls await it",
        expected: Expectation::Weaker,
        first: "bill:version=edge-greedy",
        second: "bill:depth=3,book=off",
    },
    VersionMatch {
        title: "no forward pruning, 5 plies",
        claim: "section 3.1.1: pruning prevents bad X- and C-moves",
        expected: Expectation::Weaker,
        first: "bill:depth=5,book=off,pruning=off",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "no endgame search, 5 plies",
        claim: "section 3.1.4.3",
        expected: Expectation::Weaker,
        first: "bill:depth=5,book=off,endgame=off",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "no killers and no hash table, 5k nodes a move",
        claim: "section 3.1.6.4",
        expected: Expectation::Weaker,
        first: "bill:nodes=5k,book=off,killers=off,hash=0",
        second: "bill:nodes=5k,book=off",
    },
];

/// Ten sets of coefficients for a round robin like the one by which the report's were found. The
/// report prints only the winner. EC, MC and SC are in percent of the printed ones.
const SETS: [(u32, u32, u32); 10] = [
    (100, 100, 100),
    (70, 100, 100),
    (140, 100, 100),
    (100, 70, 100),
    (100, 140, 100),
    (100, 100, 0),
    (100, 100, 70),
    (100, 100, 140),
    (0, 100, 100),
    (100, 0, 100),
];

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "z11",
        "what the authors wanted next",
        "Lee and Mahajan 1986, chapters 2, 4 and 5, section 3.2. Every game begins with eight random \
         moves, played twice with the colours changed. BILL has its tuned constants, as its other versions \
         have",
    );
    let scores = version_matches(measurements)?;
    report.add_table(version_table(&scores));
    report.add_table(edge_probabilities(measurements)?);
    let sets = coefficients(measurements)?;
    report.add_table(coefficients_table(&sets));
    let mut claims = version_claims(&scores);
    claims.push(printed_set_claim(&sets));
    report.add_verdict(&claims);
    report.add_comment(
        "2026-11-22",
        "The report has no figures of these matches: a claim here is a sentence of the report, read as a claim \
         about strength. With the first tables of this project, which are not in it any more, counted mobility \
         won 64% and 57% of 200 games; the Bayesian evaluation was learned from those tables.",
    );
    Ok(report)
}

/// Plays all matches.
fn version_matches(measurements: &mut Measurements<'_>) -> Result<Vec<SeriesScore>> {
    let games = measurements.full_or_quick(200, 2);
    let play =
        |one: &VersionMatch| play_match(measurements, one.title, one.first, one.second, games);
    VERSION_MATCHES.iter().map(play).collect()
}

/// Returns the claims of the report about the matches that were played.
fn version_claims(scores: &[SeriesScore]) -> Vec<PaperClaim> {
    let mut claims = Vec::new();
    for (one, score) in VERSION_MATCHES.iter().zip(scores) {
        let (test, word) = match one.expected {
            Expectation::Stronger => (score.is_stronger(), "is stronger"),
            Expectation::Weaker => (score.is_weaker(), "is weaker"),
            Expectation::Nothing => continue,
        };
        claims.push(PaperClaim {
            claim: format!("{word}: {} ({}; percent)", one.title, one.claim),
            test,
            sample: score.sample(),
        });
    }
    claims
}

/// Returns the claim that no set of coefficients is better than the printed one.
fn printed_set_claim(sets: &SetResults) -> PaperClaim {
    let percent = |one: &ScoreSums| 100.0 * one.points / one.games;
    let printed = sets.sums.first().map_or(f64::NAN, percent);
    let best_other = sets.sums.iter().skip(1).map(percent).fold(f64::NAN, f64::max);
    // Each of the two is the mean of so many games, which are won or lost.
    let games = sets.sums.first().map_or(0.0, |one| one.games);
    let error = Z_95 * 50.0 * (2.0 / games).sqrt();
    PaperClaim {
        claim: "the printed coefficients have the most points: their lead over the best other set, in percent"
            .to_owned(),
        test: ClaimTest::Above { limit: 0.0, value: printed - best_other, error },
        sample: Sample::at_least(sets.sums.len(), SETS.len(), "sets"),
    }
}

fn version_table(scores: &[SeriesScore]) -> ReportTable {
    let mut table = ReportTable::new(
        "Matches: the first against the second, BILL with its tables unless said otherwise",
        &["first", "the report", "games", "points of the first", "discs a game"],
    );
    for (VersionMatch { title, claim, .. }, score) in VERSION_MATCHES.iter().zip(scores) {
        let words = [*title, *claim].map(str::to_owned);
        let cells = [score.games.to_string(), score.percent(), score.mean_discs()];
        table.add_row(words.into_iter().chain(cells));
    }
    table
}

fn play_match(
    measurements: &mut Measurements<'_>,
    title: &str,
    first: &str,
    second: &str,
    games: u32,
) -> Result<SeriesScore> {
    let parameters =
        json!({ "first": first, "second": second, "games": games, "random_plies": 8, "seed": 11 });
    measurements.get_or_measure(&MeasurementKey::new(title, parameters), || {
        let openings = OpeningSource::Random { plies: 8 };
        let [first, second] = [first, second].map(with_tuned_bill);
        Ok(SeriesScore::of(&play_series(&first, &second, games, &openings, 11)?))
    })
}

/// Returns the table of the probabilities of moves on edges, estimated as chapter 5 proposes.
fn edge_probabilities(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let (games, seed) = EDGE_GAMES;
    let games = measurements.full_or_quick(games, 100);
    let key = MeasurementKey::new("edge probabilities", json!({ "games": games, "seed": seed }));
    let counted: Vec<f64> = measurements.get_or_measure(&key, || {
        let counted = count_edge_moves(games, seed).probabilities().described();
        Ok(counted.into_iter().map(|(_, probability)| probability).collect())
    })?;
    let mut table = ReportTable::new(
        &format!(
            "How likely a possible move on an edge is to be legal: fabricated, as BILL plays with its tuned constants, and in \
             {games} random games (`bill:version=estimated-edges`); .5 of those that cannot be"
        ),
        &["square", "fabricated", "estimated"],
    );
    let fabricated = bill::EdgeProbabilities::FABRICATED.described();
    for ((situation, fabricated), counted) in fabricated.into_iter().zip(counted) {
        table.add_row([situation, format!("{fabricated:.3}"), format!("{counted:.3}")]);
    }
    Ok(table)
}

/// The results of a set of coefficients in all its matches.
#[derive(Clone, Copy, Default)]
struct ScoreSums {
    games: f64,
    points: f64,
    discs: f64,
}

impl ScoreSums {
    fn add(&mut self, games: f64, points: f64, discs: f64) {
        self.games += games;
        self.points += points;
        self.discs += discs;
    }
}

/// The results of the round robin among sets of coefficients.
struct SetResults {
    depth: u32,
    games: u32,
    sums: Vec<ScoreSums>,
}

/// Plays the round robin among sets of coefficients (section 3.2).
fn coefficients(measurements: &mut Measurements<'_>) -> Result<SetResults> {
    let games = measurements.full_or_quick(40, 2);
    let sets = if measurements.settings().quick { &SETS[..3] } else { &SETS[..] };
    let depth = measurements.full_or_quick(4, 2);
    let mut sums = vec![ScoreSums::default(); sets.len()];
    for (one, first) in sets.iter().enumerate() {
        for (other, second) in sets.iter().enumerate().skip(one + 1) {
            let spec = |(edge, mobility, occupied): &(u32, u32, u32)| {
                format!(
                    "bill:depth={depth},book=off,edge={edge},mobility={mobility},occupied={occupied}"
                )
            };
            let key = format!("coefficients {first:?} - {second:?}");
            let score = play_match(measurements, &key, &spec(first), &spec(second), games)?;
            let all = f64::from(score.games);
            sums[one].add(all, score.points, all * score.discs);
            sums[other].add(all, all - score.points, -all * score.discs);
        }
    }
    Ok(SetResults { depth, games, sums })
}

fn coefficients_table(sets: &SetResults) -> ReportTable {
    let mut table = ReportTable::new(
        &format!(
            "A round robin among sets of coefficients (section 3.2: \"determined by a round-robin \
             tournament among 10 different sets\", of which the first is printed), {} plies, {} games between \
             any two; parts of the report's coefficients",
            sets.depth, sets.games
        ),
        &["EC", "MC", "SC", "points", "discs a game"],
    );
    for ((edge, mobility, occupied), ScoreSums { games, points, discs }) in
        SETS.iter().zip(&sets.sums)
    {
        let parts = [edge, mobility, occupied].map(|part| format!("{part}%"));
        let cells = [format!("{:.1}%", 100.0 * points / games), format!("{:+.1}", discs / games)];
        table.add_row(parts.into_iter().chain(cells));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{ClaimResult, Verdict, VerdictReport};

    fn score(games: u32, part: f64) -> SeriesScore {
        let points = part * f64::from(games);
        SeriesScore { games, points, error: 0.05, discs: 0.0, discs_error: 1.0, white: 0.0 }
    }

    fn expected(games: u32, part_of_the_stronger: f64) -> Vec<SeriesScore> {
        let score = |one: &VersionMatch| match one.expected {
            Expectation::Weaker => score(games, 1.0 - part_of_the_stronger),
            _ => score(games, part_of_the_stronger),
        };
        VERSION_MATCHES.iter().map(score).collect()
    }

    #[test]
    fn the_verdict_follows_the_matches() {
        let verdict = |scores: &[SeriesScore]| VerdictReport::of(&version_claims(scores)).verdict;
        assert_eq!(verdict(&expected(200, 0.6)), Verdict::Agrees);
        assert_eq!(verdict(&expected(200, 0.4)), Verdict::DoesNotAgree);
        assert_eq!(verdict(&expected(200, 0.52)), Verdict::CannotBeCompared);
        assert_eq!(verdict(&expected(2, 0.6)), Verdict::CannotBeCompared);
        assert_eq!(verdict(&[]), Verdict::CannotBeCompared);
        let mut one_other = expected(200, 0.6);
        one_other[0] = score(200, 0.4);
        assert_eq!(verdict(&one_other), Verdict::DoesNotAgree);
    }

    #[test]
    fn the_printed_set_must_lead_by_more_than_chance() {
        let result = |printed: f64, n_sets: usize| {
            let mut sums = vec![ScoreSums { games: 360.0, points: 180.0, discs: 0.0 }; n_sets];
            sums[0].points = 360.0 * printed;
            let sets = SetResults { depth: 4, games: 40, sums };
            VerdictReport::of(&[printed_set_claim(&sets)]).claims[0].result
        };
        assert_eq!(result(0.6, 10), ClaimResult::Holds);
        assert_eq!(result(0.4, 10), ClaimResult::DoesNotHold);
        assert_eq!(result(0.51, 10), ClaimResult::CannotBeCompared);
        assert_eq!(result(0.6, 3), ClaimResult::CannotBeCompared, "a shortened round robin");
    }
}
