//! Z11: what the authors wanted next, and the programs that they measured themselves against.

use anyhow::Result;
use willow_classics::BillEdgeProbabilities;
use willow_matches::OpeningSource;

use super::report::{Report, Table};
use super::series::{Score, series};
use super::workbench::Workbench;
use crate::bill_learning::{EDGE_GAMES, count_edge_moves};

/// A match between BILL and a version of it.
struct Duel {
    what: &'static str,
    wish: &'static str,
    first: &'static str,
    second: &'static str,
}

const DUELS: [Duel; 14] = [
    Duel {
        what: "counted mobility, 5 plies",
        wish: "chapter 5: more accurate, \"an important improvement if efficient\"",
        first: "bill:depth=5,book=off,version=counted-mobility",
        second: "bill:depth=5,book=off",
    },
    Duel {
        what: "counted mobility, 5k nodes a move",
        wish: "the same with equal nodes",
        first: "bill:nodes=5k,book=off,version=counted-mobility",
        second: "bill:nodes=5k,book=off",
    },
    Duel {
        what: "estimated edge probabilities, 5 plies",
        wish: "chapter 5: they \"would improve the edge table\"",
        first: "bill:depth=5,book=off,version=estimated-edges",
        second: "bill:depth=5,book=off",
    },
    Duel {
        what: "Bayesian evaluation, 5 plies",
        wish: "chapter 5: a non-linear function by pattern classification",
        first: "bill:depth=5,book=off,version=bayesian",
        second: "bill:depth=5,book=off",
    },
    Duel {
        what: "Bayesian evaluation, 5k nodes a move",
        wish: "the same with equal nodes",
        first: "bill:nodes=5k,book=off,version=bayesian",
        second: "bill:nodes=5k,book=off",
    },
    Duel {
        what: "Bayesian evaluation, 4 plies, against Iago, 4 plies",
        wish: "",
        first: "bill:depth=4,book=off,version=bayesian",
        second: "iago:depth=4",
    },
    Duel {
        what: "the schoolchildren's BILL, 3 plies, against BILL, 3 plies",
        wish: "chapter 4: \"a very good player\", simplified",
        first: "bill:version=schoolchildren",
        second: "bill:depth=3,book=off",
    },
    Duel {
        what: "the schoolchildren's BILL, 3 plies, against Iago, 4 plies",
        wish: "chapter 4: \"soundly defeated by IAGO\"",
        first: "bill:version=schoolchildren",
        second: "iago:depth=4",
    },
    Duel {
        what: "minimum disc, 3 plies, against counting discs, 3 plies",
        wish: "section 2.2.1: better than the maximum",
        first: "bill:version=minimum-disc",
        second: "alpha-beta:depth=3,eval=count-difference",
    },
    Duel {
        what: "minimum disc, 3 plies, against BILL, 3 plies",
        wish: "section 2.2.1: \"nebulous value\"",
        first: "bill:version=minimum-disc",
        second: "bill:depth=3,book=off",
    },
    Duel {
        what: "edge-greedy, 3 plies, against BILL, 3 plies",
        wish: "section 2.2.2: pitfalls await it",
        first: "bill:version=edge-greedy",
        second: "bill:depth=3,book=off",
    },
    Duel {
        what: "no forward pruning, 5 plies",
        wish: "section 3.1.1: pruning prevents bad X- and C-moves",
        first: "bill:depth=5,book=off,pruning=off",
        second: "bill:depth=5,book=off",
    },
    Duel {
        what: "no endgame search, 5 plies",
        wish: "section 3.1.4.3",
        first: "bill:depth=5,book=off,endgame=off",
        second: "bill:depth=5,book=off",
    },
    Duel {
        what: "no killers and no hash table, 5k nodes a move",
        wish: "section 3.1.6.4",
        first: "bill:nodes=5k,book=off,killers=off,hash=0",
        second: "bill:nodes=5k,book=off",
    },
];

/// The sets of coefficients of the round robin by which the report's were found: ten, of which it prints
/// only the winner. Parts of EC, MC and SC in hundredths.
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

/// Runs the experiment.
pub(super) fn run(bench: &mut Workbench<'_>) -> Result<Report> {
    let mut report = Report::new(
        "z11",
        "what the authors wanted next",
        "Lee and Mahajan 1986, chapters 2, 4 and 5, section 3.2. Every game begins with eight random \
         moves, played twice with the colours changed",
    );
    report.table(duels(bench)?);
    report.table(edge_probabilities(bench)?);
    report.table(coefficients(bench)?);
    report.verdict(
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

fn duels(bench: &mut Workbench<'_>) -> Result<Table> {
    let mut table = Table::new(
        "Matches: the first against the second, BILL with its tables unless said otherwise",
        &["first", "the report", "games", "points of the first", "discs a game"],
    );
    let games = bench.amount(200, 2);
    for Duel { what, wish, first, second } in DUELS {
        let score = duel(bench, what, first, second, games)?;
        let words = [what, wish].map(str::to_owned);
        let cells = [score.games.to_string(), score.percent(), score.mean_discs()];
        table.row(words.into_iter().chain(cells));
    }
    Ok(table)
}

fn duel(
    bench: &mut Workbench<'_>,
    what: &str,
    first: &str,
    second: &str,
    games: u32,
) -> Result<Score> {
    bench.row(what, || {
        let openings = OpeningSource::Random { plies: 8 };
        Ok(Score::of(&series(first, second, games, &openings, 11)?))
    })
}

/// The probabilities of moves on edges, estimated as chapter 5 wants them.
fn edge_probabilities(bench: &mut Workbench<'_>) -> Result<Table> {
    let (games, seed) = EDGE_GAMES;
    let games = bench.amount(games, 100);
    let counted: Vec<f64> = bench.row("edge probabilities", || {
        let counted = count_edge_moves(games, seed).probabilities().described();
        Ok(counted.into_iter().map(|(_, probability)| probability).collect())
    })?;
    let mut table = Table::new(
        &format!(
            "How likely a possible move on an edge is to be legal: fabricated, as BILL plays, and in \
             {games} random games (`bill:version=estimated-edges`); .5 of those that cannot be"
        ),
        &["square", "fabricated", "estimated"],
    );
    let fabricated = BillEdgeProbabilities::FABRICATED.described();
    for ((situation, fabricated), counted) in fabricated.into_iter().zip(counted) {
        table.row([situation, format!("{fabricated:.3}"), format!("{counted:.3}")]);
    }
    Ok(table)
}

/// What a set of coefficients won in all its matches, however many games each of them had.
#[derive(Clone, Copy, Default)]
struct Sums {
    games: f64,
    points: f64,
    discs: f64,
}

impl Sums {
    fn add(&mut self, games: f64, points: f64, discs: f64) {
        self.games += games;
        self.points += points;
        self.discs += discs;
    }
}

/// The round robin among ten sets of coefficients of section 3.2.
fn coefficients(bench: &mut Workbench<'_>) -> Result<Table> {
    let games = bench.amount(40, 2);
    let sets = if bench.setting().quick { &SETS[..3] } else { &SETS[..] };
    let depth = bench.amount(4, 2);
    let mut sums = vec![Sums::default(); sets.len()];
    for (one, first) in sets.iter().enumerate() {
        for (other, second) in sets.iter().enumerate().skip(one + 1) {
            let spec = |(edge, mobility, occupied): &(u32, u32, u32)| {
                format!(
                    "bill:depth={depth},book=off,edge={edge},mobility={mobility},occupied={occupied}"
                )
            };
            let key = format!("coefficients {first:?} - {second:?}");
            let score = duel(bench, &key, &spec(first), &spec(second), games)?;
            let all = f64::from(score.games);
            sums[one].add(all, score.points, all * score.discs);
            sums[other].add(all, all - score.points, -all * score.discs);
        }
    }
    let mut table = Table::new(
        &format!(
            "A round robin among sets of coefficients (section 3.2: \"determined by a round-robin \
             tournament among 10 different sets\", of which the first is printed), {depth} plies, {games} \
             games between any two; parts of the report's coefficients"
        ),
        &["EC", "MC", "SC", "points", "discs a game"],
    );
    for ((edge, mobility, occupied), Sums { games, points, discs }) in sets.iter().zip(sums) {
        let parts = [edge, mobility, occupied].map(|part| format!("{part}%"));
        let cells = [format!("{:.1}%", 100.0 * points / games), format!("{:+.1}", discs / games)];
        table.row(parts.into_iter().chain(cells));
    }
    Ok(table)
}
