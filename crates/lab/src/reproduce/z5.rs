//! Z5: what each of the further techniques of PAIP, section 18.13, is worth.

mod clock;
mod work;

use anyhow::Result;
use willow_matches::OpeningSource;

use super::report::{Report, Table};
use super::series::{Score, series};
use super::workbench::Workbench;

/// Runs the experiment.
pub(super) fn run(bench: &mut Workbench<'_>) -> Result<Report> {
    let mut report = Report::new(
        "z5",
        "measured effect of each technique",
        "PAIP (Norvig 1992), section 18.13, whose techniques are the keys of the player `searcher`",
    );
    work::add(bench, &mut report)?;
    report.table(clock::table(bench)?);
    report.table(matches(bench)?);
    report.verdict(
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
struct Duel {
    technique: &'static str,
    with: &'static str,
    without: &'static str,
    openings: OpeningSource,
}

/// The techniques whose worth is a matter of games.
fn duels() -> Vec<Duel> {
    let random = OpeningSource::Random { plies: 8 };
    let duel = |technique, with, without, openings: &OpeningSource| Duel {
        technique,
        with,
        without,
        openings: openings.clone(),
    };
    vec![
        duel(
            "iterative deepening with hashing and zero windows, 5k boards a move, against plain \
             deepening",
            "searcher:eval=iago,boards=5k,hash=on,zero-window=on,aspiration=40000",
            "searcher:eval=iago,boards=5k",
            &random,
        ),
        duel(
            "forward pruning, 5 plausible moves, 5k boards a move",
            "searcher:eval=iago,boards=5k,plausible=5",
            "searcher:eval=iago,boards=5k",
            &random,
        ),
        duel(
            "forward pruning, 5 plausible moves, 4 plies",
            "searcher:eval=iago,depth=4,plausible=5",
            "searcher:eval=iago,depth=4",
            &random,
        ),
        duel(
            "endgame search from 10 empty squares, 4 plies",
            "searcher:eval=iago,depth=4,endgame=10,hash=on",
            "searcher:eval=iago,depth=4,hash=on",
            &random,
        ),
        duel(
            "metareasoning, 5k boards a move, all lines hashed",
            "searcher:eval=iago,boards=5k,hash=on,metareasoning=on",
            "searcher:eval=iago,boards=5k,hash=on",
            &random,
        ),
        duel(
            "opening book of MLia, 4 plies, after two random moves",
            "mlia:depth=4,book=on",
            "mlia:depth=4",
            &OpeningSource::Random { plies: 2 },
        ),
        duel(
            "learning: MLia's weights tuned by a genetic algorithm, 4 plies",
            "mlia:depth=4,weights=tuned",
            "mlia:depth=4",
            &random,
        ),
    ]
}

fn matches(bench: &mut Workbench<'_>) -> Result<Table> {
    let mut table = Table::new(
        "Matches between a player with the technique and the same without it",
        &["technique", "games", "points with it", "discs a game"],
    );
    for duel in duels() {
        // Without many openings there are few games.
        let few = duel.openings == OpeningSource::Random { plies: 2 };
        let games = if few { 6 } else { bench.amount(100, 2) };
        let score: Score = bench.row(duel.technique, || {
            Ok(Score::of(&series(duel.with, duel.without, games, &duel.openings, 5)?))
        })?;
        let cells = [score.games.to_string(), score.percent(), score.mean_discs()];
        table.row(std::iter::once(duel.technique.to_owned()).chain(cells));
    }
    Ok(table)
}
