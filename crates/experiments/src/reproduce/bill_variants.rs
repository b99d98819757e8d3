//! Variants of BILL that its authors wanted or compared with, and sets of coefficients (experiment
//! z11).

use anyhow::Result;
use willow_classics::bill;
use willow_matches::OpeningSource;

use super::match_series::{SeriesScore, play_series};
use super::measurements::Measurements;
use super::report::{ExperimentReport, ReportTable};
use crate::bill_learning::{EDGE_GAMES, count_edge_moves};

/// A match between a variant of BILL and another player.
struct VersionMatch {
    title: &'static str,
    claim: &'static str,
    first: &'static str,
    second: &'static str,
}

const VERSION_MATCHES: [VersionMatch; 14] = [
    VersionMatch {
        title: "counted mobility, 5 plies",
        claim: "chapter 5: more accurate, \"an important improvement if efficient\"",
        first: "bill:depth=5,book=off,version=counted-mobility",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "counted mobility, 5k nodes a move",
        claim: "the same with equal nodes",
        first: "bill:nodes=5k,book=off,version=counted-mobility",
        second: "bill:nodes=5k,book=off",
    },
    VersionMatch {
        title: "estimated edge probabilities, 5 plies",
        claim: "chapter 5: they \"would improve the edge table\"",
        first: "bill:depth=5,book=off,version=estimated-edges",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "Bayesian evaluation, 5 plies",
        claim: "chapter 5: a non-linear function by pattern classification",
        first: "bill:depth=5,book=off,version=bayesian",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "Bayesian evaluation, 5k nodes a move",
        claim: "the same with equal nodes",
        first: "bill:nodes=5k,book=off,version=bayesian",
        second: "bill:nodes=5k,book=off",
    },
    VersionMatch {
        title: "Bayesian evaluation, 4 plies, against Iago, 4 plies",
        claim: "",
        first: "bill:depth=4,book=off,version=bayesian",
        second: "iago:depth=4",
    },
    VersionMatch {
        title: "the schoolchildren's BILL, 3 plies, against BILL, 3 plies",
        claim: "chapter 4: \"a very good player\", simplified",
        first: "bill:version=schoolchildren",
        second: "bill:depth=3,book=off",
    },
    VersionMatch {
        title: "the schoolchildren's BILL, 3 plies, against Iago, 4 plies",
        claim: "chapter 4: \"soundly defeated by IAGO\"",
        first: "bill:version=schoolchildren",
        second: "iago:depth=4",
    },
    VersionMatch {
        title: "minimum disc, 3 plies, against counting discs, 3 plies",
        claim: "section 2.2.1: better than the maximum",
        first: "bill:version=minimum-disc",
        second: "alpha-beta:depth=3,eval=count-difference",
    },
    VersionMatch {
        title: "minimum disc, 3 plies, against BILL, 3 plies",
        claim: "section 2.2.1: \"nebulous value\"",
        first: "bill:version=minimum-disc",
        second: "bill:depth=3,book=off",
    },
    VersionMatch {
        title: "edge-greedy, 3 plies, against BILL, 3 plies",
        claim: "section 2.2.2: pitfalls await it",
        first: "bill:version=edge-greedy",
        second: "bill:depth=3,book=off",
    },
    VersionMatch {
        title: "no forward pruning, 5 plies",
        claim: "section 3.1.1: pruning prevents bad X- and C-moves",
        first: "bill:depth=5,book=off,pruning=off",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "no endgame search, 5 plies",
        claim: "section 3.1.4.3",
        first: "bill:depth=5,book=off,endgame=off",
        second: "bill:depth=5,book=off",
    },
    VersionMatch {
        title: "no killers and no hash table, 5k nodes a move",
        claim: "section 3.1.6.4",
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
         moves, played twice with the colours changed",
    );
    report.add_table(version_matches(measurements)?);
    report.add_table(edge_probabilities(measurements)?);
    report.add_table(coefficients(measurements)?);
    report.add_verdict(
        "against the tables as they are tuned now, counting moves instead of looking them up is worth nothing \
         that could be measured, at equal depth or with equal nodes; against those of our first guesses it won \
         64% and 57% of 200 games, as its authors expected. Estimated edge probabilities are as strong as \
         fabricated ones, within the intervals. The Bayesian evaluation, which was learned from the tables of \
         the first guesses and was as strong as these, loses to the tuned ones. The printed set of coefficients \
         is among the best of the round robin, which several share within their errors; without edges or \
         mobility BILL loses, and without occupied squares it plays worse. The simple strategies lose to BILL and \
         the schoolchildren's program to Iago. Other than section 2.2.1 says, playing for few discs loses to \
         counting them at 3 plies, and forward pruning has no measurable worth. The paper has no numbers of \
         these.",
    );
    Ok(report)
}

fn version_matches(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let mut table = ReportTable::new(
        "Matches: the first against the second, BILL with its tables unless said otherwise",
        &["first", "the report", "games", "points of the first", "discs a game"],
    );
    let games = measurements.full_or_quick(200, 2);
    for VersionMatch { title, claim, first, second } in VERSION_MATCHES {
        let score = play_match(measurements, title, first, second, games)?;
        let words = [title, claim].map(str::to_owned);
        let cells = [score.games.to_string(), score.percent(), score.mean_discs()];
        table.add_row(words.into_iter().chain(cells));
    }
    Ok(table)
}

fn play_match(
    measurements: &mut Measurements<'_>,
    title: &str,
    first: &str,
    second: &str,
    games: u32,
) -> Result<SeriesScore> {
    measurements.get_or_measure(title, || {
        let openings = OpeningSource::Random { plies: 8 };
        Ok(SeriesScore::of(&play_series(first, second, games, &openings, 11)?))
    })
}

/// Returns the table of the probabilities of moves on edges, estimated as chapter 5 proposes.
fn edge_probabilities(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let (games, seed) = EDGE_GAMES;
    let games = measurements.full_or_quick(games, 100);
    let counted: Vec<f64> = measurements.get_or_measure("edge probabilities", || {
        let counted = count_edge_moves(games, seed).probabilities().described();
        Ok(counted.into_iter().map(|(_, probability)| probability).collect())
    })?;
    let mut table = ReportTable::new(
        &format!(
            "How likely a possible move on an edge is to be legal: fabricated, as BILL plays, and in \
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

/// Returns the table of the round robin among sets of coefficients (section 3.2).
fn coefficients(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
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
    let mut table = ReportTable::new(
        &format!(
            "A round robin among sets of coefficients (section 3.2: \"determined by a round-robin \
             tournament among 10 different sets\", of which the first is printed), {depth} plies, {games} \
             games between any two; parts of the report's coefficients"
        ),
        &["EC", "MC", "SC", "points", "discs a game"],
    );
    for ((edge, mobility, occupied), ScoreSums { games, points, discs }) in sets.iter().zip(sums) {
        let parts = [edge, mobility, occupied].map(|part| format!("{part}%"));
        let cells = [format!("{:.1}%", 100.0 * points / games), format!("{:+.1}", discs / games)];
        table.add_row(parts.into_iter().chain(cells));
    }
    Ok(table)
}
