//! The effect of each of the further techniques of PAIP, section 18.13 (experiment z5).

mod search_work;
mod time_use;

use anyhow::Result;
use willow_matches::OpeningSource;

use super::match_series::{SeriesScore, play_series};
use super::measurements::Measurements;
use super::report::{ExperimentReport, ReportTable};

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "z5",
        "measured effect of each technique",
        "PAIP (Norvig 1992), section 18.13, whose techniques are the keys of the player `searcher`",
    );
    search_work::add(measurements, &mut report)?;
    report.add_table(time_use::table(measurements)?);
    report.add_table(matches(measurements)?);
    report.add_verdict(
        "the book has one number, BILL's zero windows at 63% of full alpha-beta with BILL's order (x5 has ours), \
         and expectations: zero windows need good order, non-speculative pruning is of little use, forward \
         pruning is dangerous. So it is: zero windows save little here, forward pruning saves most and costs \
         games. Hashing saves boards without changing values. Endgame search wins games. Metareasoning, of \
         which the book hopes for more, costs boards at a fixed depth and games at equal boards. Time allocation \
         and thinking ahead have no effect that 60 games at this speed could show.",
    );
    Ok(report)
}

/// A match at equal depth or budget between a player with a technique and one without.
struct TechniqueMatch {
    technique: &'static str,
    with: &'static str,
    without: &'static str,
    openings: OpeningSource,
}

/// Returns the matches that measure the techniques.
fn technique_matches() -> Vec<TechniqueMatch> {
    let random = OpeningSource::Random { plies: 8 };
    let pairing = |technique, with, without, openings: &OpeningSource| TechniqueMatch {
        technique,
        with,
        without,
        openings: openings.clone(),
    };
    vec![
        pairing(
            "iterative deepening with hashing and zero windows, 5k boards a move, against plain \
             deepening",
            "searcher:eval=iago,boards=5k,hash=on,zero-window=on,aspiration=40000",
            "searcher:eval=iago,boards=5k",
            &random,
        ),
        pairing(
            "forward pruning, 5 plausible moves, 5k boards a move",
            "searcher:eval=iago,boards=5k,plausible=5",
            "searcher:eval=iago,boards=5k",
            &random,
        ),
        pairing(
            "forward pruning, 5 plausible moves, 4 plies",
            "searcher:eval=iago,depth=4,plausible=5",
            "searcher:eval=iago,depth=4",
            &random,
        ),
        pairing(
            "endgame search from 10 empty squares, 4 plies",
            "searcher:eval=iago,depth=4,endgame=10,hash=on",
            "searcher:eval=iago,depth=4,hash=on",
            &random,
        ),
        pairing(
            "metareasoning, 5k boards a move, all lines hashed",
            "searcher:eval=iago,boards=5k,hash=on,metareasoning=on",
            "searcher:eval=iago,boards=5k,hash=on",
            &random,
        ),
        pairing(
            "opening book of MLia, 4 plies, after two random moves",
            "mlia:depth=4,book=on",
            "mlia:depth=4",
            &OpeningSource::Random { plies: 2 },
        ),
        pairing(
            "learning: MLia's weights tuned by a genetic algorithm, 4 plies",
            "mlia:depth=4,weights=tuned",
            "mlia:depth=4",
            &random,
        ),
    ]
}

fn matches(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let mut table = ReportTable::new(
        "Matches between a player with the technique and the same without it",
        &["technique", "games", "points with it", "discs a game"],
    );
    for pairing in technique_matches() {
        // There are few openings of two moves.
        let few = pairing.openings == OpeningSource::Random { plies: 2 };
        let games = if few { 6 } else { measurements.full_or_quick(100, 2) };
        let score: SeriesScore = measurements.get_or_measure(pairing.technique, || {
            Ok(SeriesScore::of(&play_series(
                pairing.with,
                pairing.without,
                games,
                &pairing.openings,
                5,
            )?))
        })?;
        let cells = [score.games.to_string(), score.percent(), score.mean_discs()];
        table.add_row(std::iter::once(pairing.technique.to_owned()).chain(cells));
    }
    Ok(table)
}
