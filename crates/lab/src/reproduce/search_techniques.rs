//! The effect of each of the further techniques of PAIP, section 18.13 (experiment z5).

mod search_work;
mod time_use;

use anyhow::Result;
use serde_json::json;
use willow_players::matches::OpeningSource;

use self::search_work::NonSpeculativeWork;
use super::match_series::{SeriesScore, play_series};
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use super::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "z5",
        "measured effect of each technique",
        "PAIP (Norvig 1992), section 18.13, whose techniques are the keys of the player `searcher`",
    );
    let work = search_work::add(measurements, &mut report)?;
    let time = time_use::measure(measurements)?;
    report.add_table(time_use::table(measurements, &time));
    let scores = matches(measurements)?;
    report.add_table(match_table(&scores));
    let mut claims: Vec<PaperClaim> = work.iter().map(non_speculative_claim).collect();
    claims.extend(time_use::claim(&time));
    claims.extend(match_claims(&scores));
    report.add_verdict(&claims);
    report.add_comment(
        "2026-11-22",
        "The book's only figure of this section is BILL's: its zero windows take 63% of the time of full \
         alpha-beta with BILL's order of moves; x5 compares BILL's leaves. The other claims are sentences of \
         the book, read as claims about strength or work. What the book says nothing about, such as boards \
         saved by hashing, stands in the tables and has no part in the verdict.",
    );
    report.add_comment(
        "2026-11-23",
        "Metareasoning by variances is the book's: each move has the variance of the position that its value \
         comes from. The rows of it were measured a day after the others on a busy machine, so that their \
         times cannot be compared. Like ours it needs the values of all moves near the best, and at a fixed \
         depth that costs more than it saves.",
    );
    Ok(report)
}

/// Returns the claim that non-speculative pruning saves little.
fn non_speculative_claim(work: &NonSpeculativeWork) -> PaperClaim {
    let NonSpeculativeWork { part, positions } = *work;
    PaperClaim {
        claim:
            "non-speculative pruning is \"not very useful\": boards as a part of those without it"
                .to_owned(),
        test: ClaimTest::Figures(Tolerance::AtLeast(0.9), vec![ComparedFigure::new(1.0, part)]),
        sample: Sample::at_least(positions, 30, "positions"),
    }
}

/// A match at equal depth or budget between a player with a technique and one without.
struct TechniqueMatch {
    technique: &'static str,
    with: &'static str,
    without: &'static str,
    openings: OpeningSource,
    /// The book's claim, and whether the technique makes the player stronger by it.
    claim: Option<(&'static str, bool)>,
}

/// Returns the matches that measure the techniques.
fn technique_matches() -> Vec<TechniqueMatch> {
    let random = OpeningSource::Random { plies: 8 };
    let pairing = |technique, with, without, openings: &OpeningSource, claim| TechniqueMatch {
        technique,
        with,
        without,
        openings: openings.clone(),
        claim,
    };
    vec![
        pairing(
            "iterative deepening with hashing and zero windows, 5k boards a move, against plain \
             deepening",
            "searcher:eval=iago,boards=5k,hash=on,zero-window=on,aspiration=40000",
            "searcher:eval=iago,boards=5k",
            &random,
            None,
        ),
        pairing(
            "forward pruning, 5 plausible moves, 5k boards a move",
            "searcher:eval=iago,boards=5k,plausible=5",
            "searcher:eval=iago,boards=5k",
            &random,
            Some((
                "forward pruning \"could rule out a brilliant sacrifice\": it costs games",
                false,
            )),
        ),
        pairing(
            "forward pruning, 5 plausible moves, 4 plies",
            "searcher:eval=iago,depth=4,plausible=5",
            "searcher:eval=iago,depth=4",
            &random,
            Some((
                "forward pruning \"could rule out a brilliant sacrifice\": it costs games",
                false,
            )),
        ),
        pairing(
            "endgame search from 10 empty squares, 4 plies",
            "searcher:eval=iago,depth=4,endgame=10,hash=on",
            "searcher:eval=iago,depth=4,hash=on",
            &random,
            None,
        ),
        pairing(
            "metareasoning, 5k boards a move, all lines hashed",
            "searcher:eval=iago,boards=5k,hash=on,metareasoning=on",
            "searcher:eval=iago,boards=5k,hash=on",
            &random,
            Some((
                "metareasoning continues \"only in the case where we eventually choose a better move\"",
                true,
            )),
        ),
        pairing(
            "opening book of MLia, 4 plies, after two random moves",
            "mlia:depth=4,book=on",
            "mlia:depth=4",
            &OpeningSource::Random { plies: 2 },
            None,
        ),
        pairing(
            "learning: MLia's weights tuned by a genetic algorithm, 4 plies",
            "mlia:depth=4,weights=tuned",
            "mlia:depth=4",
            &random,
            Some((
                "a program \"would need to learn to improve itself\": tuned weights are stronger",
                true,
            )),
        ),
    ]
}

/// Plays the matches of the techniques.
fn matches(measurements: &mut Measurements<'_>) -> Result<Vec<(TechniqueMatch, SeriesScore)>> {
    let mut scores = Vec::new();
    for pairing in technique_matches() {
        // There are few openings of two moves.
        let few = pairing.openings == OpeningSource::Random { plies: 2 };
        let games = if few { 6 } else { measurements.full_or_quick(100, 2) };
        let parameters = json!({
            "first": pairing.with,
            "second": pairing.without,
            "games": games,
            "random_plies": if few { 2 } else { 8 },
            "seed": 5,
        });
        let key = MeasurementKey::new(pairing.technique, parameters);
        let score: SeriesScore = measurements.get_or_measure(&key, || {
            Ok(SeriesScore::of(&play_series(
                pairing.with,
                pairing.without,
                games,
                &pairing.openings,
                5,
            )?))
        })?;
        scores.push((pairing, score));
    }
    Ok(scores)
}

fn match_table(scores: &[(TechniqueMatch, SeriesScore)]) -> ReportTable {
    let mut table = ReportTable::new(
        "Matches between a player with the technique and the same without it",
        &["technique", "games", "points with it", "discs a game"],
    );
    for (pairing, score) in scores {
        let cells = [score.games.to_string(), score.percent(), score.mean_discs()];
        table.add_row(std::iter::once(pairing.technique.to_owned()).chain(cells));
    }
    table
}

/// Returns the book's claims about the techniques that were tried in matches.
fn match_claims(scores: &[(TechniqueMatch, SeriesScore)]) -> Vec<PaperClaim> {
    let mut claims = Vec::new();
    for (pairing, score) in scores {
        if let Some((claim, is_stronger)) = pairing.claim {
            let test = if is_stronger { score.is_stronger() } else { score.is_weaker() };
            let claim = format!("{claim} ({}; percent)", pairing.technique);
            claims.push(PaperClaim { claim, test, sample: score.sample() });
        }
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{ClaimResult, Verdict, VerdictReport};

    /// The verdict on the matches if the player with the technique wins this part of the points
    /// where the book expects strength, and the rest elsewhere.
    fn verdict(games: u32, part: f64) -> Verdict {
        let score = |pairing: TechniqueMatch| {
            let is_stronger = pairing.claim.is_none_or(|(_, is_stronger)| is_stronger);
            let points = f64::from(games) * if is_stronger { part } else { 1.0 - part };
            let score = SeriesScore {
                games,
                points,
                error: 0.05,
                discs: 0.0,
                discs_error: 1.0,
                white: 0.0,
            };
            (pairing, score)
        };
        let scores: Vec<_> = technique_matches().into_iter().map(score).collect();
        VerdictReport::of(&match_claims(&scores)).verdict
    }

    #[test]
    fn the_verdict_follows_the_matches() {
        assert_eq!(verdict(100, 0.6), Verdict::Agrees);
        assert_eq!(verdict(100, 0.4), Verdict::DoesNotAgree);
        assert_eq!(verdict(100, 0.5), Verdict::CannotBeCompared);
        assert_eq!(verdict(2, 0.6), Verdict::CannotBeCompared);
    }

    #[test]
    fn pruning_that_saves_boards_refutes_the_book() {
        let result = |part, positions| {
            VerdictReport::of(&[non_speculative_claim(&NonSpeculativeWork { part, positions })])
                .claims[0]
                .result
        };
        assert_eq!(result(0.98, 60), ClaimResult::Holds);
        assert_eq!(result(0.60, 60), ClaimResult::DoesNotHold);
        assert_eq!(result(0.98, 4), ClaimResult::CannotBeCompared);
    }
}
