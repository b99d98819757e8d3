//! BILL's zero windows, killer table and hash table (Lee and Mahajan 1986, section 3.1.6;
//! experiment x5).

use anyhow::Result;
use willow_board::Color;
use willow_classics::bill;
use willow_lab::figure::{Drawing, Figure, FigureLine};

use super::bill_turns::{
    GameTurn, MIDGAME, ReportGames, SearchedTurn, report_games, search_turns, turns,
};
use super::measurements::Measurements;
use super::report::{ExperimentReport, ReportTable};
use super::statistics::{mean_and_deviation, paired_t_test};

/// Table 3-1: depth, then branching factor and leaves with zero windows and without.
const TABLE_3_1: [(u32, [&str; 2], [u32; 2]); 4] = [
    (5, ["4.55 (0.37)", "4.69 (0.39)"], [2075, 2415]),
    (6, ["4.24 (0.40)", "4.32 (0.39)"], [6490, 7243]),
    (7, ["4.06 (0.39)", "4.28 (0.42)"], [21380, 31246]),
    (8, ["3.89 (0.36)", "4.11 (0.40)"], [63809, 102_244]),
];

/// Table 3-2: which of the two tables are used, and the branching factors at 6 and 8 plies.
const TABLE_3_2: [(bool, bool, [&str; 2]); 4] = [
    (true, true, ["3.91 (0.35)", "3.60 (0.32)"]),
    (true, false, ["4.09 (0.37)", "3.74 (0.37)"]),
    (false, true, ["4.20 (0.44)", "3.85 (0.41)"]),
    (false, false, ["4.69 (0.46)", "4.26 (0.52)"]),
];

/// The comparisons of section 3.1.6.4: two versions (indices in [`TABLE_3_2`]), and the report's
/// p-values at 6 and 8 plies.
const COMPARISONS: [(&str, usize, usize, [&str; 2]); 4] = [
    ("killer table against none", 2, 3, ["< .0001", "< .0002"]),
    ("hash table against none", 1, 3, ["< 1e-9", "< 1e-7"]),
    ("both against killer table only", 0, 2, ["< .002", "< .003"]),
    ("both against hash table only", 0, 1, ["< .04", "< .09"]),
];

/// The turns of table 3-1: 22 of one side.
const ZERO_WINDOW_TURNS: std::ops::RangeInclusive<u32> = 4..=25;

/// The turns of table 3-2: 36 of both sides.
const ABLATION_TURNS: std::ops::RangeInclusive<u32> = 7..=24;

/// The turns of figures 3-2 and 3-3.
const RANK_TURNS: std::ops::RangeInclusive<u32> = 7..=25;

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x5",
        "zero windows, killer table and hash table of BILL",
        "Lee and Mahajan 1986, section 3.1.6. The branching factor is the number of leaves to the \
         power of 1/depth, its standard deviation in parentheses; leaves are those of all iterations",
    );
    let games = report_games(measurements)?;
    report.add_text(games.origin.clone());
    let lost = games.lost_to_aldaron()?;
    let all = turns(&lost.game);
    report.add_text(format!(
        "Tables 3-1 and 3-2 are of one game, {}: BILL's turns 4 to 25, and the turns 7 to 24 of both \
         sides. BILL goes through the game and remembers, as it would in play.",
        lost.title()
    ));
    let own: Vec<GameTurn> = select_turns(&all, Some(lost.color), &ZERO_WINDOW_TURNS);
    report.add_table(zero_windows(measurements, &own)?);
    ranks(measurements, &games, &mut report)?;
    let both: Vec<GameTurn> = select_turns(&all, None, &ABLATION_TURNS);
    ablation(measurements, &both, &mut report)?;
    report.add_verdict(
        "branching factors are near the printed ones, in table 3-2 within 0.15. Zero windows save leaves at \
         most depths and most at 8 plies, though less than the report's 38%. The hash table saves more than \
         the killer table and both together most, each significantly. BILL's move is mostly the first or the \
         second of its killer list. What differs comes from numbers that are not published: the weights of \
         the internal tables, the first order of the lists, the width of the first window.",
    );
    Ok(report)
}

fn select_turns(
    turns: &[GameTurn],
    color: Option<Color>,
    numbers: &std::ops::RangeInclusive<u32>,
) -> Vec<GameTurn> {
    let is_selected = |turn: &&GameTurn| {
        color.is_none_or(|color| turn.color == color) && numbers.contains(&turn.number)
    };
    turns.iter().filter(is_selected).copied().collect()
}

/// Returns a mean with the standard deviation in parentheses, as the report prints it.
fn with_deviation(searched: &[SearchedTurn], depth: u32) -> String {
    let factors: Vec<f64> = searched.iter().map(|one| one.factor(depth)).collect();
    let (mean, deviation) = mean_and_deviation(&factors);
    format!("{mean:.2} ({deviation:.2})")
}

fn mean_leaves(searched: &[SearchedTurn]) -> f64 {
    searched.iter().map(|one| one.leaves as f64).sum::<f64>() / searched.len().max(1) as f64
}

fn zero_windows(measurements: &mut Measurements<'_>, turns: &[GameTurn]) -> Result<ReportTable> {
    let mut table = ReportTable::new(
        "Table 3-1: zero windows against none",
        &[
            "depth",
            "paper, zero",
            "leaves",
            "paper, none",
            "leaves",
            "ours, zero",
            "leaves",
            "ours, none",
            "leaves",
            "positions",
        ],
    );
    let most = measurements.full_or_quick(8, 6);
    for (depth, factors, leaves) in TABLE_3_1.into_iter().filter(|row| row.0 <= most) {
        let mut cells = vec![depth.to_string()];
        for (factor, leaves) in factors.iter().zip(leaves) {
            cells.extend([(*factor).to_owned(), leaves.to_string()]);
        }
        let mut positions = 0;
        for has_zero_window in [true, false] {
            let name = if has_zero_window { "zero window" } else { "full window" };
            let searched: Vec<SearchedTurn> = measurements
                .get_or_measure(&format!("{name}, {depth} plies"), || {
                    Ok(search_turns(bill::Options { has_zero_window, ..MIDGAME }, depth, turns))
                })?;
            cells.extend([
                with_deviation(&searched, depth),
                format!("{:.0}", mean_leaves(&searched)),
            ]);
            positions = searched.len();
        }
        cells.push(positions.to_string());
        table.add_row(cells);
    }
    Ok(table)
}

/// Adds figures 3-2 and 3-3: the ranks of BILL's moves in its killer table.
fn ranks(
    measurements: &mut Measurements<'_>,
    games: &ReportGames,
    report: &mut ExperimentReport,
) -> Result<()> {
    let depth = measurements.full_or_quick(8, 4);
    let searched: Vec<Vec<SearchedTurn>> =
        measurements.get_or_measure(&format!("ranks, {depth} plies"), || {
            let of_game = |game: &super::bill_archive::BillGame| {
                // The earlier turns fill the killer table.
                let turns =
                    select_turns(&turns(&game.game), Some(game.color), &(1..=*RANK_TURNS.end()));
                search_turns(MIDGAME, depth, &turns)
            };
            Ok(games.games.iter().map(of_game).collect())
        })?;
    let counted: Vec<SearchedTurn> =
        searched.into_iter().flatten().filter(|one| RANK_TURNS.contains(&one.number)).collect();
    let most = counted.iter().map(|one| one.rank).max().unwrap_or(1);
    let count = |rank: usize| counted.iter().filter(|one| one.rank == rank).count();
    let mut table = ReportTable::new(
        &format!(
            "Figure 3-2: rank of BILL's move in the killer table, {} moves of {} games at {depth} plies. \
             The paper's bars have no numbers: \"extremely likely to be near the beginning\"",
            counted.len(),
            games.games.len()
        ),
        &["rank", "moves", "part"],
    );
    for rank in 1..=most {
        let part = 100.0 * count(rank) as f64 / counted.len() as f64;
        table.add_row([rank.to_string(), count(rank).to_string(), format!("{part:.1}%")]);
    }
    report.add_table(table);
    report.add_figure(Figure {
        name: "x5-ranks".to_owned(),
        title: "Ranks of BILL's final move in the killer table (figure 3-2)".to_owned(),
        x: "rank".to_owned(),
        y: "moves".to_owned(),
        drawing: Drawing::Bars((1..=most).map(|rank| count(rank) as f64).collect()),
    });
    let mean = |number: u32| {
        let ranks: Vec<f64> =
            counted.iter().filter(|one| one.number == number).map(|one| one.rank as f64).collect();
        (!ranks.is_empty()).then(|| (f64::from(number), mean_and_deviation(&ranks).0))
    };
    report.add_figure(Figure {
        name: "x5-rank-by-turn".to_owned(),
        title: "Average rank of BILL's final move by turn (figure 3-3)".to_owned(),
        x: "turn".to_owned(),
        y: "average rank".to_owned(),
        drawing: Drawing::Lines(vec![FigureLine {
            name: "average rank".to_owned(),
            points: RANK_TURNS.filter_map(mean).collect(),
        }]),
    });
    Ok(())
}

/// Adds table 3-2 and the comparisons of section 3.1.6.4.
fn ablation(
    measurements: &mut Measurements<'_>,
    turns: &[GameTurn],
    report: &mut ExperimentReport,
) -> Result<()> {
    let depths = if measurements.settings().quick { [4, 5] } else { [6, 8] };
    let mut versions = Vec::new();
    for (hash, killers, _) in TABLE_3_2 {
        let options = bill::Options {
            hash_bytes: if hash { MIDGAME.hash_bytes } else { 0 },
            has_killers: killers,
            ..MIDGAME
        };
        let mut by_depth = Vec::new();
        for depth in depths {
            let name = format!("hash {hash}, killers {killers}, {depth} plies");
            let searched: Vec<SearchedTurn> =
                measurements.get_or_measure(&name, || Ok(search_turns(options, depth, turns)))?;
            by_depth.push(searched);
        }
        versions.push(by_depth);
    }
    report.add_table(ablation_table(&versions, depths));
    report.add_table(comparison_table(&versions, depths));
    let sum = |version: usize, value: fn(&SearchedTurn) -> f64| -> f64 {
        versions[version][1].iter().map(value).sum()
    };
    report.add_text(format!(
        "Without both tables the search to {} plies takes {:.1} times the nodes and {:.1} times the time \
         of that with both; the report has 7 times the time.",
        depths[1],
        sum(3, |one| one.nodes as f64) / sum(0, |one| one.nodes as f64),
        sum(3, |one| one.seconds) / sum(0, |one| one.seconds),
    ));
    Ok(())
}

fn ablation_table(versions: &[Vec<Vec<SearchedTurn>>], depths: [u32; 2]) -> ReportTable {
    let ours = depths.map(|depth| format!("ours, {depth}-ply"));
    let mut table = ReportTable::new(
        &format!("Table 3-2: hash table and killer table, {} positions", versions[0][0].len()),
        &["hash", "killer", "paper, 6-ply", "paper, 8-ply", &ours[0], &ours[1]],
    );
    let word = |is: bool| if is { "yes" } else { "no" }.to_owned();
    for ((hash, killers, paper), searched) in TABLE_3_2.into_iter().zip(versions) {
        let ours = [0, 1].map(|place| with_deviation(&searched[place], depths[place]));
        let cells = [word(hash), word(killers)].into_iter();
        table.add_row(cells.chain(paper.map(str::to_owned)).chain(ours));
    }
    table
}

fn comparison_table(versions: &[Vec<Vec<SearchedTurn>>], depths: [u32; 2]) -> ReportTable {
    let ours = depths.map(|depth| format!("ours, {depth}-ply"));
    let mut table = ReportTable::new(
        "How likely the difference of the branching factors is by chance (Student's test of pairs, \
         one-sided; the report does not name its test)",
        &["comparison", "paper, 6-ply", "paper, 8-ply", &ours[0], &ours[1]],
    );
    for (name, better, worse, paper) in COMPARISONS {
        let ours = [0, 1].map(|place| {
            let pairs = versions[worse][place].iter().zip(&versions[better][place]);
            let depth = depths[place];
            let differences: Vec<f64> =
                pairs.map(|(worse, better)| worse.factor(depth) - better.factor(depth)).collect();
            format!("{:.1e}", paired_t_test(&differences))
        });
        let cells = std::iter::once(name.to_owned()).chain(paper.map(str::to_owned));
        table.add_row(cells.chain(ours));
    }
    table
}
