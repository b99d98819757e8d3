//! The matches that the documents tell of, and those that measure what their authors wanted (X4, X7, Z5, Z11).

use anyhow::{Result, bail};

use super::finding::{Claim, Measured, Rule, Theirs};
use super::series::Series;
use super::{Report, Run, rows};

const MATCHES: &str = include_str!("matches.txt");

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
    played(run, "x4", 2)
}

pub(super) fn mlia(run: &Run<'_>) -> Result<Report> {
    played(run, "x7", 3)
}

pub(super) fn techniques(run: &Run<'_>) -> Result<Report> {
    played(run, "z5", 5)
}

pub(super) fn versions(run: &Run<'_>) -> Result<Report> {
    let matches = played(run, "z11", 11)?;
    Ok(matches.and(coefficients(run, "tuned")?).and(coefficients(run, "historical")?))
}

/// Plays the matches of an experiment with openings of this seed.
fn played(run: &Run<'_>, experiment: &str, seed: u64) -> Result<Report> {
    let mut report = Report::default();
    for [id, what, first, second, games, plies, theirs, claim, because] in rows(MATCHES) {
        if id != experiment {
            continue;
        }
        run.begin(what);
        let games = run.full_or_quick(games.parse()?, 2);
        let score =
            Series { players: [first, second], games, plies: plies.parse()?, seed }.score()?;
        let rule = match claim {
            "stronger" => Rule::Above(50.0),
            "weaker" => Rule::Below(50.0),
            "ten games" => Rule::ChanceOf(10.0),
            "" => Rule::Shown,
            other => bail!("`{other}` is not a claim about a match"),
        };
        let theirs = theirs.parse().map_or(Theirs::Words(theirs), Theirs::Figure);
        let finding = Claim::new(what, theirs, rule, because).judged(&score.percent());
        let Measured { value, error, .. } = score.mean_discs();
        let remark = format!("% of {games} games, {value:+.1} ±{error:.1} discs");
        report.findings.push(finding.with_remark(&remark));
    }
    Ok(report)
}

/// Plays the round robin among sets of coefficients, with tables of these constants.
fn coefficients(run: &Run<'_>, constants: &str) -> Result<Report> {
    run.begin(&format!("sets of coefficients, {constants} constants"));
    let (games, depth) = (run.full_or_quick(40, 2), run.full_or_quick(4, 2));
    let sets = &COEFFICIENTS[..run.full_or_quick(10, 3) as usize];
    let spec = |[edge, mobility, occupied]: &[u32; 3]| {
        format!(
            "bill:depth={depth},book=off,constants={constants},edge={edge},mobility={mobility},occupied={occupied}"
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
    // Half of the 95% interval of the difference of two such percentages.
    let error = 1.96 * 50.0 * (2.0 / all).sqrt();
    let mut report = Report::default();
    for (set, points) in sets.iter().zip(&points) {
        let [edge, mobility, occupied] = set;
        let what = format!(
            "points in percent of EC {edge}%, MC {mobility}%, SC {occupied}%, {constants} constants"
        );
        let (theirs, rule, error) = if *set == COEFFICIENTS[0] {
            ("the best of ten sets", Rule::Above(best_other), error)
        } else {
            ("", Rule::Shown, 0.0)
        };
        let because = "coefficients fit tables, and the weights of the internal tables are not \
                       published; the other nine sets are ours, too";
        let measured = Measured { error, ..Measured::exact(percent(points)) }.unless_quick(run);
        report.findings.push(Claim::new(&what, theirs, rule, because).judged(&measured));
    }
    Ok(report)
}
