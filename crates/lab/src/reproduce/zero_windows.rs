//! BILL's zero windows, killer table and hash table (Lee and Mahajan 1986, section 3.1.6;
//! experiment x5).

mod claims;
mod tables;

use crate::figure::{Drawing, Figure, FigureLine};
use anyhow::Result;
use serde_json::{Value, json};
use willow_classics::bill;

use self::claims::FirstRanks;
use self::tables::{
    Ablation, BranchingFactor, COMPARISONS, DEPTHS_3_2, REPORTS_TIME_RATIO, TABLE_3_1, TABLE_3_2,
    WindowRow,
};
use super::bill_games::{BillGame, bill_games, lost_to_aldaron, origin_of_games};
use super::bill_turns::{
    ConstantSet, GameTurn, SEARCHED_TURNS, SETS, SearchedTurn, midgame, search_turns, select_turns,
    turns,
};
use super::measurements::{MeasurementKey, Measurements};
use super::report::ExperimentReport;
use super::report_table::ReportTable;
use crate::statistics::{mean_and_deviation, mean_and_error, paired_t_test};

/// The turns of table 3-1: 22 of one side.
const ZERO_WINDOW_TURNS: std::ops::RangeInclusive<u32> = 4..=25;

/// The turns of table 3-2: 36 of both sides.
const ABLATION_TURNS: std::ops::RangeInclusive<u32> = 7..=24;

/// Takes the measurements and writes the report.
pub(super) fn run(measurements: &mut Measurements<'_>) -> Result<ExperimentReport> {
    let mut report = ExperimentReport::new(
        "x5",
        "zero windows, killer table and hash table of BILL",
        "Lee and Mahajan 1986, section 3.1.6. The branching factor is the number of leaves to the \
         power of 1/depth, its standard deviation in parentheses; leaves are those of all iterations",
    );
    report.add_text(origin_of_games());
    report.add_text(format!(
        "Tables 3-1 and 3-2 are of one game, {}: BILL's turns 4 to 25, and the turns 7 to 24 of both \
         sides. BILL goes through the game and remembers, as it would in play. It plays with its historical \
         constants; tables of the tuned ones follow, which have no part in the verdict.",
        lost_to_aldaron().title()
    ));
    let [first, second] = SETS;
    let historical = Measured::new(measurements, first)?;
    historical.add_tables(&mut report);
    add_ranks(&historical.ranks, bill_games().len(), &mut report);
    Measured::new(measurements, second)?.add_tables(&mut report);
    let Measured { windows, ranks, ablation, .. } = &historical;
    let first_ranks = FirstRanks { depth: ranks.depth, part: ranks.part_of_first_two() };
    report.add_verdict(&claims::claims(windows, first_ranks, ablation));
    report.add_comment(
        "2026-11-23",
        "The report does not name its statistical test, and does not publish the weights of the internal tables, \
         the first order of the killer lists and the width of the first window, on which all these figures \
         depend. The historical constants were fitted to the moves of BILL, not to these tables.",
    );
    Ok(report)
}

/// What was measured with a set of constants.
struct Measured {
    constants: &'static str,
    windows: Vec<WindowRow>,
    ranks: KillerRanks,
    ablation: Ablation,
}

impl Measured {
    fn new(measurements: &mut Measurements<'_>, (constants, set): ConstantSet) -> Result<Measured> {
        let lost = lost_to_aldaron();
        let all = turns(&lost.game);
        let own = select_turns(&all, Some(lost.color), &ZERO_WINDOW_TURNS);
        let both = select_turns(&all, None, &ABLATION_TURNS);
        let mut searches = Searches {
            measurements,
            constants,
            options: midgame(set),
            moves: willow_records::transcript::write(&lost.game),
        };
        Ok(Measured {
            constants,
            windows: zero_windows(&mut searches, &own)?,
            ranks: ranks(&mut searches)?,
            ablation: ablation(&mut searches, &both)?,
        })
    }

    fn add_tables(&self, report: &mut ExperimentReport) {
        let Measured { constants, windows, ablation, .. } = self;
        report.add_table(windows_table(constants, windows));
        report.add_text(windows_text(windows));
        report.add_table(ablation_table(constants, ablation));
        report.add_table(comparison_table(constants, ablation));
        report.add_text(format!(
            "Without both tables the search to {} plies takes {:.1} times the nodes and {:.1} times the time \
             of that with both; the report has {REPORTS_TIME_RATIO} times the time.",
            ablation.depths[1], ablation.nodes_ratio, ablation.time_ratio
        ));
    }
}

/// Searches of BILL's turns that are kept in the log.
struct Searches<'a, 'b> {
    measurements: &'a mut Measurements<'b>,
    /// The name of the constants, and BILL with them.
    constants: &'static str,
    options: bill::Options,
    /// The moves of the game that BILL lost to Aldaron.
    moves: String,
}

impl Searches<'_, '_> {
    /// Returns the key of searches of turns of a game.
    fn key(
        &self,
        name: String,
        options: bill::Options,
        depth: u32,
        game: &Value,
    ) -> MeasurementKey {
        let parameters = json!({
            "depth": depth,
            "zero_window": options.has_zero_window,
            "hash_bytes": options.hash_bytes,
            "killers": options.has_killers,
            "game": game,
        });
        MeasurementKey::new(name, parameters).of_constants(self.constants)
    }

    /// Returns the searches of turns of the game against Aldaron.
    fn of_turns(
        &mut self,
        name: String,
        options: bill::Options,
        depth: u32,
        turns: &[GameTurn],
    ) -> Result<Vec<SearchedTurn>> {
        let key = self.key(name, options, depth, &self.moves.as_str().into());
        self.measurements.get_or_measure(&key, || Ok(search_turns(options, depth, turns)))
    }
}

fn mean_leaves(searched: &[SearchedTurn]) -> f64 {
    searched.iter().map(|one| one.leaves as f64).sum::<f64>() / searched.len().max(1) as f64
}

fn zero_windows(searches: &mut Searches<'_, '_>, turns: &[GameTurn]) -> Result<Vec<WindowRow>> {
    let most = searches.measurements.full_or_quick(8, 6);
    let mut rows = Vec::new();
    for (depth, ..) in TABLE_3_1.into_iter().filter(|row| row.0 <= most) {
        let mut searched = Vec::new();
        for has_zero_window in [true, false] {
            let name = if has_zero_window { "zero window" } else { "full window" };
            let options = bill::Options { has_zero_window, ..searches.options };
            let name = format!("{name}, {depth} plies");
            searched.push(searches.of_turns(name, options, depth, turns)?);
        }
        let pairs = searched[1].iter().zip(&searched[0]);
        let gains: Vec<f64> =
            pairs.map(|(none, zero)| none.factor(depth) - zero.factor(depth)).collect();
        rows.push(WindowRow {
            depth,
            factors: [0, 1].map(|place| BranchingFactor::of(&searched[place], depth)),
            leaves: [0, 1].map(|place| mean_leaves(&searched[place])),
            gain: mean_and_error(&gains),
            positions: searched[0].len(),
        });
    }
    Ok(rows)
}

/// Says what table 3-1 shows: whether zero windows improve the branching factor, and how its deviations
/// compare with the report's.
fn windows_text(rows: &[WindowRow]) -> String {
    let better = |row: &&WindowRow| 0.0 < row.gain.0 - row.gain.1;
    let smaller = |row: &&WindowRow| 0.0 < row.gain.0;
    let ratios = rows
        .iter()
        .zip(TABLE_3_1)
        .flat_map(|(row, (_, paper, _))| [0, 1].map(|place| row.factors[place].1 / paper[place].1));
    let (least, most) = ratios.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), ratio| {
        (least.min(ratio), most.max(ratio))
    });
    format!(
        "With zero windows the mean branching factor is smaller at {} of {} depths, at {} of them by more than \
         its 95% interval; in the report it is smaller at all of them. The \
         standard deviations are {least:.1} to \
         {most:.1} times the report's.",
        rows.iter().filter(smaller).count(),
        rows.len(),
        rows.iter().filter(better).count(),
    )
}

fn windows_table(constants: &str, rows: &[WindowRow]) -> ReportTable {
    let head = [
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
    ];
    let title = format!("Table 3-1: zero windows against none, {constants} constants");
    let mut table = ReportTable::new(&title, &head);
    for (row, (_, factors, leaves)) in rows.iter().zip(TABLE_3_1) {
        let mut cells = vec![row.depth.to_string()];
        for (factor, leaves) in factors.iter().zip(leaves) {
            cells.extend([factor.to_string(), leaves.to_string()]);
        }
        for (factor, leaves) in row.factors.iter().zip(row.leaves) {
            cells.extend([factor.to_string(), format!("{leaves:.0}")]);
        }
        cells.push(row.positions.to_string());
        table.add_row(cells);
    }
    table
}

/// The ranks of BILL's moves in its killer table.
struct KillerRanks {
    depth: u32,
    counted: Vec<SearchedTurn>,
}

impl KillerRanks {
    fn count(&self, rank: usize) -> usize {
        self.counted.iter().filter(|one| one.rank == rank).count()
    }

    /// Returns the part of the moves that were first or second.
    fn part_of_first_two(&self) -> f64 {
        (self.count(1) + self.count(2)) as f64 / self.counted.len() as f64
    }
}

fn ranks(searches: &mut Searches<'_, '_>) -> Result<KillerRanks> {
    let depth = searches.measurements.full_or_quick(8, 4);
    let options = searches.options;
    let moves: Vec<String> =
        bill_games().iter().map(|game| willow_records::transcript::write(&game.game)).collect();
    let key = searches.key(format!("ranks, {depth} plies"), options, depth, &moves.into());
    let searched: Vec<Vec<SearchedTurn>> = searches.measurements.get_or_measure(&key, || {
        let of_game = |game: &BillGame| {
            // The earlier turns fill the killer table.
            let turns =
                select_turns(&turns(&game.game), Some(game.color), &(1..=*SEARCHED_TURNS.end()));
            search_turns(options, depth, &turns)
        };
        Ok(bill_games().iter().map(of_game).collect())
    })?;
    let counted = searched.into_iter().flatten();
    let counted = counted.filter(|one| SEARCHED_TURNS.contains(&one.number)).collect();
    Ok(KillerRanks { depth, counted })
}

/// Adds figures 3-2 and 3-3.
fn add_ranks(ranks: &KillerRanks, n_games: usize, report: &mut ExperimentReport) {
    let KillerRanks { depth, counted } = ranks;
    let most = counted.iter().map(|one| one.rank).max().unwrap_or(1);
    let mut table = ReportTable::new(
        &format!(
            "Figure 3-2: rank of BILL's move in the killer table, {} moves of {n_games} games at {depth} plies. \
             The paper's bars have no numbers: \"extremely likely to be near the beginning\"",
            counted.len()
        ),
        &["rank", "moves", "part"],
    );
    for rank in 1..=most {
        let part = 100.0 * ranks.count(rank) as f64 / counted.len() as f64;
        table.add_row([rank.to_string(), ranks.count(rank).to_string(), format!("{part:.1}%")]);
    }
    report.add_table(table);
    report.add_figure(Figure {
        name: "x5-ranks".to_owned(),
        title: "Ranks of BILL's final move in the killer table (figure 3-2)".to_owned(),
        x: "rank".to_owned(),
        y: "moves".to_owned(),
        drawing: Drawing::Bars((1..=most).map(|rank| ranks.count(rank) as f64).collect()),
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
            points: SEARCHED_TURNS.filter_map(mean).collect(),
        }]),
    });
}

/// Measures table 3-2 and the comparisons of section 3.1.6.4.
fn ablation(searches: &mut Searches<'_, '_>, turns: &[GameTurn]) -> Result<Ablation> {
    let depths = if searches.measurements.settings().quick { [4, 5] } else { DEPTHS_3_2 };
    let mut versions = Vec::new();
    for (hash, killers, _) in TABLE_3_2 {
        let options = bill::Options {
            hash_bytes: if hash { searches.options.hash_bytes } else { 0 },
            has_killers: killers,
            ..searches.options
        };
        let mut by_depth: Vec<Vec<SearchedTurn>> = Vec::new();
        for depth in depths {
            let name = format!("hash {hash}, killers {killers}, {depth} plies");
            by_depth.push(searches.of_turns(name, options, depth, turns)?);
        }
        versions.push(by_depth);
    }
    let sum = |version: usize, value: fn(&SearchedTurn) -> f64| -> f64 {
        versions[version][1].iter().map(value).sum()
    };
    let ratio = |value: fn(&SearchedTurn) -> f64| sum(3, value) / sum(0, value);
    let p_value = |better: usize, worse: usize, place: usize| {
        let pairs = versions[worse][place].iter().zip(&versions[better][place]);
        let depth = depths[place];
        let differences: Vec<f64> =
            pairs.map(|(worse, better)| worse.factor(depth) - better.factor(depth)).collect();
        paired_t_test(&differences)
    };
    Ok(Ablation {
        depths,
        positions: versions[0][0].len(),
        factors: versions
            .iter()
            .map(|by_depth| {
                [0, 1].map(|place| BranchingFactor::of(&by_depth[place], depths[place]))
            })
            .collect(),
        p_values: COMPARISONS
            .iter()
            .map(|&(_, better, worse, _)| [0, 1].map(|place| p_value(better, worse, place)))
            .collect(),
        nodes_ratio: ratio(|one| one.nodes as f64),
        time_ratio: ratio(|one| one.seconds),
    })
}

fn ablation_table(constants: &str, ablation: &Ablation) -> ReportTable {
    let ours = ablation.depths.map(|depth| format!("ours, {depth}-ply"));
    let mut table = ReportTable::new(
        &format!(
            "Table 3-2: hash table and killer table, {} positions, {constants} constants",
            ablation.positions
        ),
        &["hash", "killer", "paper, 6-ply", "paper, 8-ply", &ours[0], &ours[1]],
    );
    let word = |is: bool| if is { "yes" } else { "no" }.to_owned();
    for ((hash, killers, paper), ours) in TABLE_3_2.into_iter().zip(&ablation.factors) {
        let factors = paper.iter().chain(ours).map(ToString::to_string);
        table.add_row([word(hash), word(killers)].into_iter().chain(factors));
    }
    table
}

fn comparison_table(constants: &str, ablation: &Ablation) -> ReportTable {
    let ours = ablation.depths.map(|depth| format!("ours, {depth}-ply"));
    let mut table = ReportTable::new(
        &format!(
            "How likely the difference of the branching factors is by chance, {constants} constants (Student's \
             test of pairs, one-sided; the report does not name its test)"
        ),
        &["comparison", "paper, 6-ply", "paper, 8-ply", &ours[0], &ours[1]],
    );
    for ((name, _, _, paper), ours) in COMPARISONS.into_iter().zip(&ablation.p_values) {
        let cells = std::iter::once(name.to_owned()).chain(paper.map(str::to_owned));
        table.add_row(cells.chain(ours.map(|p| format!("{p:.1e}"))));
    }
    table
}
