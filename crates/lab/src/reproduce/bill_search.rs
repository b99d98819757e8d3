//! BILL's zero windows, killer table and hash table (Lee and Mahajan 1986, section 3.1.6; X5), with its
//! historical constants.

use std::ops::RangeInclusive;

use anyhow::Result;
use willow_board::{Bitboard, Color, Game, Position, Square};
use willow_classics::bill::{self, Bill, Constants};
use willow_classics::{Control, Limits, MoveSource, Program as _, RootPosition};

use super::bill_games::{bill_games, lost_to_aldaron};
use super::finding::{Claim, Finding, Measured, Rule, Theirs, Verdict};
use super::{Report, Run};
use crate::figure::{Drawing, Figure, FigureLine};
use crate::statistics::{mean_and_deviation, mean_and_error, paired_t_test};

/// The turns at which BILL searched the middle of the game: "Moves before 7 are usually made from
/// the opening, and moves after 25 are always results of the endgame search" (section 3.1.6.3).
const SEARCHED_TURNS: RangeInclusive<u32> = 7..=25;

/// Table 3-1 is of 22 turns of one side, table 3-2 of 36 of both.
const WINDOW_TURNS: RangeInclusive<u32> = 4..=25;
const TABLE_TURNS: RangeInclusive<u32> = 7..=24;

/// Table 3-1: depth, then mean, deviation and leaves of branching factors with zero windows and without.
const TABLE_3_1: [(u32, [[f64; 3]; 2]); 4] = [
    (5, [[4.55, 0.37, 2075.0], [4.69, 0.39, 2415.0]]),
    (6, [[4.24, 0.40, 6490.0], [4.32, 0.39, 7243.0]]),
    (7, [[4.06, 0.39, 21_380.0], [4.28, 0.42, 31_246.0]]),
    (8, [[3.89, 0.36, 63_809.0], [4.11, 0.40, 102_244.0]]),
];

/// Table 3-2: whether hash and killer table are used, and the branching factors at 6 and 8 plies.
const TABLE_3_2: [(&str, [bool; 2], [f64; 2]); 4] = [
    ("with both tables", [true, true], [3.91, 3.60]),
    ("with the hash table only", [true, false], [4.09, 3.74]),
    ("with the killer table only", [false, true], [4.20, 3.85]),
    ("with neither table", [false, false], [4.69, 4.26]),
];

/// The comparisons of section 3.1.6.4: two rows of table 3-2, and the report's p-values.
const COMPARISONS: [(&str, usize, usize, [&str; 2]); 4] = [
    ("killer table against none", 2, 3, ["< .0001", "< .0002"]),
    ("hash table against none", 1, 3, ["< 1e-9", "< 1e-7"]),
    ("both against killer table only", 0, 2, ["< .002", "< .003"]),
    ("both against hash table only", 0, 1, ["< .04", "< .09"]),
];

/// The p-value from which a difference counts as one by chance.
const SIGNIFICANT: f64 = 0.05;

const UNPUBLISHED: &str = "the weights of the internal tables, the first order of the killer lists and the width of \
                           the first window are not published";

/// Tried at 5 plies: the three sets of constants, and pruning, killers and hash table switched off.
const SPREAD: &str = "none of three sets of constants and no switch of BILL's brings ours below 0.7 at 5 plies: the \
                      report's positions differ less in their work, for a reason that it does not tell";

/// A turn of a game: the position, the opponent's last move, and its number among those of its side, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameTurn {
    number: u32,
    position: Position,
    last: Option<Square>,
    played: Square,
}

impl GameTurn {
    /// Returns the turn's position as a program is asked about it.
    pub(super) fn root(&self) -> RootPosition {
        RootPosition::from(self.position).reached_by(self.last)
    }
}

/// A search of BILL at a turn.
#[derive(Clone, Copy, Debug)]
struct SearchedTurn {
    number: u32,
    leaves: u64,
    /// The rank of BILL's move among the legal ones in the killer table, from 1.
    rank: usize,
    nodes: u64,
    /// Whether it chose the move that was played.
    agrees: bool,
}

/// Returns the turns of a game with these numbers, of a colour or of both, without passes.
pub(super) fn turns(
    game: &Game,
    color: Option<Color>,
    numbers: &RangeInclusive<u32>,
) -> Vec<GameTurn> {
    let mut counts = [0; 2];
    let mut last = None;
    let mut turns = Vec::new();
    for (ply, mv) in game.moves().enumerate() {
        let Some(position) = game.position_at(ply) else { break };
        let side = position.side_to_move();
        if let Some(played) = mv.square() {
            counts[side.index()] += 1;
            let number = counts[side.index()];
            if numbers.contains(&number) && color.is_none_or(|color| color == side) {
                turns.push(GameTurn { number, position: *position, last, played });
            }
        }
        last = mv.square();
    }
    turns
}

/// BILL without its book and its endgame search, for fixed depths.
pub(super) const MIDGAME: bill::Options = bill::Options {
    version: bill::Version::Bill,
    percent: bill::CoefficientPercent::REPORT,
    constants: Constants::HISTORICAL,
    hash_bytes: bill::Options::REPORTS_HASH_BYTES,
    has_killers: true,
    has_zero_window: true,
    prunes: true,
    solves: false,
    has_book: false,
};

/// Searches turns, one after the other, with one BILL that keeps its tables. Turns without a choice are
/// left out.
fn search(options: bill::Options, depth: u32, turns: &[GameTurn]) -> Vec<SearchedTurn> {
    let mut bill = Bill::new(options);
    bill.start_game();
    let mut searched = Vec::new();
    for turn in turns {
        let choice = bill.choose(&turn.root(), &Limits::depth(depth), Control::UNTIMED);
        if let Some(choice) = choice.filter(|choice| choice.details.phase == MoveSource::Normal) {
            searched.push(SearchedTurn {
                number: turn.number,
                leaves: choice.evaluations,
                rank: choice.details.killer_rank,
                nodes: choice.nodes,
                agrees: choice.best == turn.played,
            });
        }
    }
    searched
}

/// Returns the effective branching factors of searches.
fn factors(searched: &[SearchedTurn], depth: u32) -> Vec<f64> {
    searched.iter().map(|one| (one.leaves as f64).powf(1.0 / f64::from(depth))).collect()
}

fn differences(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}

fn measured(values: &[f64]) -> Measured {
    let (value, error) = mean_and_error(values);
    Measured::sampled(value, error, values.len() as f64)
}

#[allow(clippy::unnecessary_wraps, reason = "the type of every part of an experiment")]
pub(super) fn run(run: &Run<'_>) -> Result<Report> {
    Ok(zero_windows(run).and(ranks(run)).and(tables(run)).and(order_and_pruning(run)))
}

/// Table 3-1, of BILL's turns in the game that it lost to Aldaron. The report does not say whether its two versions
/// had their hash table; without one the figures are the report's.
fn zero_windows(run: &Run<'_>) -> Report {
    let lost = lost_to_aldaron();
    let own = turns(&lost.game, Some(lost.color), &WINDOW_TURNS);
    let (mut report, mut all_saved) = (Report::default(), Vec::new());
    let max_depth = run.full_or_quick(8, 5);
    for (depth, papers) in TABLE_3_1.into_iter().filter(|row| row.0 <= max_depth) {
        run.begin(&format!("zero windows, {depth} plies"));
        let findings = &mut report.findings;
        let [without, with] = [0, MIDGAME.hash_bytes].map(|hash_bytes| {
            [true, false].map(|has_zero_window| {
                search(bill::Options { has_zero_window, hash_bytes, ..MIDGAME }, depth, &own)
            })
        });
        all_saved.push(saved_leaves(&without));
        findings.extend(window_findings(run, depth, &papers, &without));
        for (place, name) in [(0, "zero windows"), (1, "full windows")] {
            let what =
                format!("table 3-1, {depth} plies, with a hash table: branching factor, {name}");
            let ours = measured(&factors(&with[place], depth)).unless_quick(run);
            findings.push(Claim::new(&what, "", Rule::Shown, "").judged(&ours));
        }
    }
    let what = "3.1.6.2: percent of the leaves saved at 7 and 8 plies, less that at 5 and 6";
    let words = "\"particularly striking for greater depths\"";
    let gain = match all_saved[..] {
        [five, six, seven, eight] => (seven + eight - five - six) / 2.0,
        _ => f64::NAN,
    };
    let claim = Claim::new(what, words, Rule::Above(0.0), UNPUBLISHED);
    report.findings.push(claim.judged(&Measured::exact(gain).unless_quick(run)));
    report
}

/// Returns what a depth of table 3-1 says of the searches with zero windows and without.
fn window_findings(
    run: &Run<'_>,
    depth: u32,
    papers: &[[f64; 3]; 2],
    searched: &[Vec<SearchedTurn>; 2],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let found = searched.each_ref().map(|searched| factors(searched, depth));
    let mut add = |what: &str, theirs, rule, measured: Measured| {
        let what = format!("table 3-1, {depth} plies: {what}");
        let because = if what.contains("deviation") { SPREAD } else { UNPUBLISHED };
        let claim = Claim::new(&what, theirs, rule, because);
        findings.push(claim.judged(&measured.unless_quick(run)));
    };
    for (place, name) in [(0, "zero windows"), (1, "full windows")] {
        let [factor, deviation, leaves] = papers[place].map(Theirs::Figure);
        let chance = Rule::ChanceOf(22.0);
        add(&format!("branching factor, {name}"), factor, chance, measured(&found[place]));
        let spread = Measured::exact(mean_and_deviation(&found[place]).1);
        add(&format!("its deviation, {name}"), deviation, Rule::WithinPart(0.25), spread);
        let mean = Measured::exact(mean_leaves(&searched[place]));
        add(&format!("leaves, {name}"), leaves, Rule::WithinPart(0.25), mean);
    }
    let theirs = Theirs::Figure(100.0 * (1.0 - papers[0][2] / papers[1][2]));
    let ours = Measured::exact(saved_leaves(searched));
    add("leaves that zero windows save, in percent", theirs, Rule::Within(10.0), ours);
    let gain = measured(&differences(&found[1], &found[0]));
    let theirs = Theirs::Words("zero windows improve the factor");
    add("gain in the branching factor", theirs, Rule::Above(0.0), gain);
    findings
}

fn mean_leaves(searched: &[SearchedTurn]) -> f64 {
    searched.iter().map(|one| one.leaves as f64).sum::<f64>() / searched.len() as f64
}

/// Returns the leaves that zero windows save, in percent of those without.
fn saved_leaves([zero, full]: &[Vec<SearchedTurn>; 2]) -> f64 {
    100.0 * (1.0 - mean_leaves(zero) / mean_leaves(full))
}

/// Sections 3.1.1 and 3.1.5.2: what forward pruning saves, and the first order of replies to an X-square.
fn order_and_pruning(run: &Run<'_>) -> Report {
    let depth = run.full_or_quick(7, 4);
    let lost = lost_to_aldaron();
    let own = turns(&lost.game, Some(lost.color), &WINDOW_TURNS);
    let [with, without] = [true, false].map(|prunes| {
        let searched = search(bill::Options { prunes, ..MIDGAME }, depth, &own);
        searched.iter().map(|one| one.nodes as f64).sum::<f64>()
    });
    let what = format!("3.1.1: percent of the nodes that forward pruning saves, {depth} plies");
    let words = "\"unlikely to reduce the time significantly\"";
    let claim = Claim::new(&what, words, Rule::AtMost(10.0), UNPUBLISHED);
    let saved = Measured::exact(100.0 * (1.0 - with / without)).unless_quick(run);
    let replies = Bill::new(MIDGAME).replies(Color::White, Some(Square::B2));
    let names: Vec<String> = replies.iter().map(ToString::to_string).collect();
    let what = "3.1.5.2: the first order of White's replies to b2, its beginning and its end";
    let theirs = "a1, b1 and a2, the other corners ... the other X-squares";
    let is_theirs = replies[..3] == [Square::A1, Square::B1, Square::A2]
        && replies[3..6].iter().all(|&square| Bitboard::CORNERS.contains(square))
        && replies[57..].iter().all(|square| [Square::G2, Square::B7, Square::G7].contains(square));
    let order_claim = Claim::new(what, theirs, Rule::AtLeast(1.0), "");
    let order = order_claim.judged(&Measured::exact(f64::from(u8::from(is_theirs))));
    let ours = format!("{} ... {}", names[..6].join(" "), names[57..].join(" "));
    Report { findings: vec![claim.judged(&saved), Finding { ours, ..order }], ..Report::default() }
}

/// Figures 3-2 and 3-3: the rank of BILL's move in the killer table, in all its games.
fn ranks(run: &Run<'_>) -> Report {
    let depth = run.full_or_quick(8, 3);
    run.begin("ranks");
    let until = 1..=*SEARCHED_TURNS.end();
    let games = bill_games().iter();
    // The earlier turns fill the killer table.
    let searched =
        games.flat_map(|game| search(MIDGAME, depth, &turns(&game.game, Some(game.color), &until)));
    let counted: Vec<SearchedTurn> =
        searched.filter(|one| SEARCHED_TURNS.contains(&one.number)).collect();
    let all = counted.len() as f64;
    let count = |rank: usize| counted.iter().filter(|one| one.rank == rank).count() as f64;
    let mean = |numbers: RangeInclusive<u32>| {
        let own = counted.iter().filter(|one| numbers.contains(&one.number));
        let ranks: Vec<f64> = own.map(|one| one.rank as f64).collect();
        mean_and_deviation(&ranks).0
    };
    let first_two = 100.0 * (count(1) + count(2)) / all;
    let mut report = Report::default();
    for (what, words, rule, value) in [
        (
            "figure 3-2: BILL's moves that are first or second in the killer table, in percent",
            "\"extremely likely to be near the beginning\"",
            Rule::AtLeast(50.0),
            first_two,
        ),
        ("figure 3-2: those that are first, in percent", "", Rule::Shown, 100.0 * count(1) / all),
        (
            "figure 3-3: mean rank at turns 16 to 25 less that at 7 to 15",
            "more useful after an uncertain beginning",
            Rule::AtMost(0.0),
            mean(16..=25) - mean(7..=15),
        ),
    ] {
        let claim = Claim::new(what, words, rule, UNPUBLISHED);
        report.findings.push(claim.judged(&Measured::exact(value).unless_quick(run)));
    }
    let agreeing = counted.iter().filter(|one| one.agrees).count() as f64;
    let what = format!("appendix II: BILL's moves that ours chooses, {depth} plies, in percent");
    let agreeing = Measured::exact(100.0 * agreeing / all).unless_quick(run);
    report.findings.push(Claim::new(&what, "", Rule::Shown, "").judged(&agreeing));
    let by_turn = SEARCHED_TURNS.map(|number| format!("{:.1}", mean(number..=number)));
    report.findings.push(Finding {
        what: "figure 3-3: mean rank at each of the turns 7 to 25".to_owned(),
        theirs: String::new(),
        ours: by_turn.collect::<Vec<_>>().join(" "),
        verdict: Verdict::Shown,
    });
    let most = counted.iter().map(|one| one.rank).max().unwrap_or(1);
    let by_turn = SEARCHED_TURNS.map(|number| (f64::from(number), mean(number..=number)));
    let line = FigureLine { name: "average rank".to_owned(), points: by_turn.collect() };
    report.figures = vec![
        Figure {
            name: "x5-ranks",
            title: "Ranks of BILL's final move in the killer table (figure 3-2)",
            x: "rank",
            y: "moves",
            drawing: Drawing::Bars((1..=most).map(count).collect()),
        },
        Figure {
            name: "x5-rank-by-turn",
            title: "Average rank of BILL's final move by turn (figure 3-3)",
            x: "turn",
            y: "average rank",
            drawing: Drawing::Lines(vec![line]),
        },
    ];
    report
}

/// Table 3-2 and the comparisons of section 3.1.6.4, of both sides' turns in the game against Aldaron.
fn tables(run: &Run<'_>) -> Report {
    let both = turns(&lost_to_aldaron().game, None, &TABLE_TURNS);
    let mut report = Report::default();
    let mut add = |claim: Claim<'_>, measured: Measured| {
        report.findings.push(claim.judged(&measured.unless_quick(run)));
    };
    for (place, depth) in [(0, run.full_or_quick(6, 3)), (1, run.full_or_quick(8, 4))] {
        run.begin(&format!("hash and killer table, {depth} plies"));
        let searched = TABLE_3_2.map(|(_, [hash, has_killers], _)| {
            let hash_bytes = if hash { MIDGAME.hash_bytes } else { 0 };
            search(bill::Options { hash_bytes, has_killers, ..MIDGAME }, depth, &both)
        });
        let found = searched.each_ref().map(|searched| factors(searched, depth));
        for ((name, _, papers), found) in TABLE_3_2.into_iter().zip(&found) {
            let what = format!("table 3-2, {depth} plies: branching factor {name}");
            let theirs = Theirs::Figure(papers[place]);
            let claim = Claim::new(&what, theirs, Rule::ChanceOf(36.0), UNPUBLISHED);
            add(claim, measured(found));
        }
        for (name, better, worse, p_values) in COMPARISONS {
            let p = paired_t_test(&differences(&found[worse], &found[better]));
            let what = format!("3.1.6.4, {depth} plies: p-value of {name}");
            let theirs = Theirs::Words(p_values[place]);
            let claim = Claim::new(&what, theirs, Rule::AtMost(SIGNIFICANT), UNPUBLISHED);
            add(claim, Measured::exact(p));
        }
        if place == 1 {
            let [with, without] =
                [0, 3].map(|row| searched[row].iter().map(|one| one.nodes as f64).sum::<f64>());
            let what = "3.1.6.4: nodes without both tables, as a multiple; the report's is of time";
            let ours = Measured::exact(without / with);
            let because =
                "by the report's own factors, 4.26 and 3.60, it is 3.8 times the leaves, as ours";
            let claim = Claim::new(what, Theirs::Figure(7.0), Rule::WithinPart(0.25), because);
            add(claim, ours);
        }
    }
    report
}
