//! The matches that the documents tell of, and those that measure what their authors wanted (X4, X7, Z5, Z11).

use anyhow::Result;

use super::finding::{Claim, Measured, Rule, Theirs};
use super::series::Series;
use super::{Report, Run};

/// A match whose first player is claimed to win a part of the points, in percent.
struct Match {
    what: &'static str,
    players: [&'static str; 2],
    games: u32,
    plies: u32,
    theirs: Theirs<'static>,
    rule: Rule,
    because: &'static str,
}

/// Returns a match of which the document has no figure.
const fn row(
    what: &'static str,
    players: [&'static str; 2],
    theirs: &'static str,
    rule: Rule,
) -> Match {
    let theirs = Theirs::Words(theirs);
    Match { what, players, games: 200, plies: 8, theirs, rule, because: PLAYED }
}

const STRONGER: Rule = Rule::Above(50.0);
const WEAKER: Rule = Rule::Below(50.0);

/// Why a match may differ from what the authors expected.
const PLAYED: &str = "so the games went";

/// Iago against modified weighted squares.
const IAGO: [Match; 2] = [
    Match {
        what: "Iago's points in percent, 3 plies",
        players: ["iago:depth=3", "alpha-beta-killer:depth=3,eval=modified-weighted-squares"],
        games: 1000,
        plies: 10,
        theirs: Theirs::Figure(80.0),
        rule: Rule::ChanceOf(10.0),
        because: PLAYED,
    },
    Match {
        what: "Iago's points in percent, 4 plies",
        players: ["iago:depth=4", "alpha-beta-killer:depth=4,eval=modified-weighted-squares"],
        games: 1000,
        plies: 10,
        theirs: Theirs::Figure(90.0),
        rule: Rule::ChanceOf(10.0),
        because: PLAYED,
    },
];

/// MLia's genetic weights against the paper's. The paper only hopes.
const TUNED_WEIGHTS: [Match; 3] = [
    Match { games: 1000, ..tuned("2 plies", ["mlia:depth=2,weights=tuned", "mlia:depth=2"]) },
    Match { games: 1000, ..tuned("4 plies", ["mlia:depth=4,weights=tuned", "mlia:depth=4"]) },
    Match { games: 100, ..tuned("6 plies", ["mlia:depth=6,weights=tuned", "mlia:depth=6"]) },
];

const fn tuned(what: &'static str, players: [&'static str; 2]) -> Match {
    let theirs = "evolved weights are better";
    let because = "the weights won their own play-off at 4 plies, and no other games";
    Match { because, ..row(what, players, theirs, STRONGER) }
}

/// The techniques of section 18.13 at equal boards or depth.
const TECHNIQUES: [Match; 6] = [
    row(
        "deepening with hashing and zero windows, 5k boards a move",
        [
            "searcher:eval=iago,boards=5k,hash=on,zero-window=on,aspiration=40000",
            "searcher:eval=iago,boards=5k",
        ],
        "",
        Rule::Shown,
    ),
    row(
        "forward pruning, 5 plausible moves, 5k boards a move",
        ["searcher:eval=iago,boards=5k,plausible=5", "searcher:eval=iago,boards=5k"],
        "it \"could rule out a brilliant sacrifice\"",
        WEAKER,
    ),
    row(
        "forward pruning, 5 plausible moves, 4 plies",
        ["searcher:eval=iago,depth=4,plausible=5", "searcher:eval=iago,depth=4"],
        "it \"could rule out a brilliant sacrifice\"",
        WEAKER,
    ),
    row(
        "endgame search from 10 empties, 4 plies",
        ["searcher:eval=iago,depth=4,endgame=10,hash=on", "searcher:eval=iago,depth=4,hash=on"],
        "",
        Rule::Shown,
    ),
    row(
        "metareasoning, 5k boards a move, all lines hashed",
        [
            "searcher:eval=iago,boards=5k,hash=on,metareasoning=on",
            "searcher:eval=iago,boards=5k,hash=on",
        ],
        "it continues only where it pays",
        STRONGER,
    ),
    Match {
        games: 6,
        plies: 2,
        ..row(
            "opening book of MLia, 4 plies, after two random moves",
            ["mlia:depth=4,book=on", "mlia:depth=4"],
            "",
            Rule::Shown,
        )
    },
];

/// What BILL's authors wanted next or compared it with. BILL has its tuned constants, as its other versions
/// have.
const VERSIONS: [Match; 12] = [
    row(
        "counted mobility, 5 plies",
        ["bill:depth=5,book=off,version=counted-mobility", BILL_5],
        "chapter 5: more accurate, \"an important improvement if efficient\"",
        STRONGER,
    ),
    row(
        "counted mobility, 5k nodes a move",
        ["bill:nodes=5k,book=off,version=counted-mobility", BILL_5K],
        "",
        Rule::Shown,
    ),
    row(
        "estimated edge probabilities, 5 plies",
        ["bill:depth=5,book=off,version=estimated-edges", BILL_5],
        "chapter 5: they \"would improve the edge table\"",
        STRONGER,
    ),
    row(
        "Bayesian evaluation, 5 plies",
        ["bill:depth=5,book=off,version=bayesian", BILL_5],
        "chapter 5: a non-linear function by pattern classification",
        STRONGER,
    ),
    row(
        "Bayesian evaluation, 5k nodes a move",
        ["bill:nodes=5k,book=off,version=bayesian", BILL_5K],
        "",
        Rule::Shown,
    ),
    row(
        "the schoolchildren's BILL, 3 plies, against Iago, 4 plies",
        ["bill:version=schoolchildren", "iago:depth=4"],
        "chapter 4: \"soundly defeated by IAGO\"",
        WEAKER,
    ),
    row(
        "minimum disc, 3 plies, against counting discs, 3 plies",
        ["bill:version=minimum-disc", "alpha-beta:depth=3,eval=count-difference"],
        "section 2.2.1: better than the maximum",
        STRONGER,
    ),
    row(
        "minimum disc, 3 plies, against BILL, 3 plies",
        ["bill:version=minimum-disc", BILL_3],
        "section 2.2.1: \"nebulous value\"",
        WEAKER,
    ),
    row(
        "edge-greedy, 3 plies, against BILL, 3 plies",
        ["bill:version=edge-greedy", BILL_3],
        "section 2.2.2: pitfalls await it",
        WEAKER,
    ),
    row(
        "no forward pruning, 5 plies",
        ["bill:depth=5,book=off,constants=tuned,pruning=off", BILL_5],
        "section 3.1.1: pruning prevents bad X- and C-moves",
        WEAKER,
    ),
    row(
        "no endgame search, 5 plies",
        ["bill:depth=5,book=off,constants=tuned,endgame=off", BILL_5],
        "section 3.1.4.3",
        WEAKER,
    ),
    row(
        "no killers and no hash table, 5k nodes a move",
        ["bill:nodes=5k,book=off,constants=tuned,killers=off,hash=0", BILL_5K],
        "section 3.1.6.4",
        WEAKER,
    ),
];

const BILL_3: &str = "bill:depth=3,book=off,constants=tuned";
const BILL_5: &str = "bill:depth=5,book=off,constants=tuned";
const BILL_5K: &str = "bill:nodes=5k,book=off,constants=tuned";

/// Ten sets of EC, MC and SC, in percent of the printed ones, for a round robin like that of section 3.2, which
/// prints only the winner.
const COEFFICIENTS: [[u32; 3]; 10] = [
    [100, 100, 100],
    [70, 100, 100],
    [140, 100, 100],
    [100, 70, 100],
    [100, 140, 100],
    [100, 100, 0],
    [100, 100, 70],
    [100, 100, 140],
    [0, 100, 100],
    [100, 0, 100],
];

pub(super) fn iago(run: &Run<'_>) -> Result<Report> {
    played(run, &IAGO, 2)
}

pub(super) fn tuned_weights(run: &Run<'_>) -> Result<Report> {
    played(run, &TUNED_WEIGHTS, 3)
}

pub(super) fn techniques(run: &Run<'_>) -> Result<Report> {
    played(run, &TECHNIQUES, 5)
}

pub(super) fn versions(run: &Run<'_>) -> Result<Report> {
    Ok(played(run, &VERSIONS, 11)?.and(coefficients(run)?))
}

/// Plays the matches with openings of this seed.
fn played(run: &Run<'_>, matches: &[Match], seed: u64) -> Result<Report> {
    let mut findings = Vec::new();
    for Match { what, players, games, plies, theirs, rule, because } in matches {
        run.begin(what);
        let games = run.full_or_quick(*games, 2);
        let score = Series { players: *players, games, plies: *plies, seed }.score()?;
        let claim = Claim { what, theirs: *theirs, rule: *rule, because };
        let mut finding = claim.judged(&score.percent());
        let discs = score.mean_discs();
        finding.ours +=
            &format!("% of {games} games, {:+.1} ±{:.1} discs", discs.value, discs.error);
        findings.push(finding);
    }
    Ok(Report::of(findings))
}

/// Plays the round robin among sets of coefficients.
fn coefficients(run: &Run<'_>) -> Result<Report> {
    run.begin("sets of coefficients");
    let (games, depth) = (run.full_or_quick(40, 2), run.full_or_quick(4, 2));
    let sets = &COEFFICIENTS[..run.full_or_quick(10, 3) as usize];
    let spec = |[edge, mobility, occupied]: &[u32; 3]| {
        format!(
            "bill:depth={depth},book=off,constants=tuned,edge={edge},mobility={mobility},occupied={occupied}"
        )
    };
    let mut points = vec![0.0; sets.len()];
    for (one, first) in sets.iter().enumerate() {
        for (other, second) in sets.iter().enumerate().skip(one + 1) {
            let players = [&*spec(first), &spec(second)];
            let score = Series { players, games, plies: 8, seed: 11 }.score()?;
            points[one] += score.points;
            points[other] += f64::from(games) - score.points;
        }
    }
    let all = f64::from(games) * (sets.len() - 1) as f64;
    let percent = |points: &f64| 100.0 * points / all;
    let best_other = points[1..].iter().map(percent).fold(f64::NAN, f64::max);
    let mut findings = Vec::new();
    for ([edge, mobility, occupied], points) in sets.iter().zip(&points) {
        let is_printed = [*edge, *mobility, *occupied] == COEFFICIENTS[0];
        let what = format!("points in percent of EC {edge}%, MC {mobility}%, SC {occupied}%");
        let claim = Claim {
            what: &what,
            theirs: Theirs::Words(if is_printed { "the best of ten sets" } else { "" }),
            rule: if is_printed { Rule::Above(best_other) } else { Rule::Shown },
            because: "the other nine sets are not printed; these are ours",
        };
        // Half of the 95% interval of the difference of two such percentages.
        let error = 1.96 * 50.0 * (2.0 / all).sqrt();
        let measured = Measured {
            error: if is_printed { error } else { 0.0 },
            ..Measured::exact(percent(points))
        };
        findings.push(claim.judged(&measured.unless_quick(run)));
    }
    Ok(Report::of(findings))
}
