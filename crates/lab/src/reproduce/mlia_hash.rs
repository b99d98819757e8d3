//! MLia's hash table, its other techniques and its levels (Korman and Walluck 2003, sections 1.3 and 2.2; X7).

use std::cell::RefCell;

use anyhow::{Context as _, Result};
use willow_board::{Board, Game, Move, perft};
use willow_classics::mlia::{Evaluation, Mlia, Options};
use willow_classics::{Control, DepthReport, Limits, Program as _, RootPosition};

use super::finding::{Claim, Measured, Rule};
use super::{Report, Run};

/// The depth whose part is compared with the paper's, which names none.
const COMPARED_DEPTH: u32 = 6;

pub(super) fn run(run: &Run<'_>) -> Result<Report> {
    let mut report = Report::default();
    for depth in 3..=run.full_or_quick(8, 4) {
        run.begin(&format!("{depth} plies"));
        let what = format!("requests that the table answers, in percent, {depth} plies");
        let because = "the paper names neither the depth nor the size of its table";
        let claim = if depth == COMPARED_DEPTH {
            Claim::new(&what, 25.0, Rule::Within(5.0), because)
        } else {
            Claim::new(&what, "", Rule::Shown, because)
        };
        report.findings.push(claim.judged(&Measured::exact(percent_of_hits(depth)?)));
    }
    techniques(run, &mut report)?;
    levels(run, &mut report);
    Ok(report)
}

/// The work of a game against itself without a technique, in percent of the work with all of them.
fn techniques(run: &Run<'_>, report: &mut Report) -> Result<()> {
    let depth = run.full_or_quick(COMPARED_DEPTH, 4);
    let all = Options::default();
    let whole = self_play(depth, all)?;
    let without = [
        ("nodes without two-ply ordering", Options { orders: false, ..all }),
        ("evaluations without the hash table", Options { has_table: false, ..all }),
    ];
    for (what, options) in without {
        run.begin(what);
        let work = |of: &Work| if options.has_table { of.nodes } else { of.requests - of.hits };
        let percent = 100.0 * work(&self_play(depth, options)?) as f64 / work(&whole) as f64;
        let what = format!("{what}, in percent of those with it, {depth} plies");
        let claim =
            Claim::new(&what, "more", Rule::AtLeast(100.0), "the two games have different moves");
        report.findings.push(claim.judged(&Measured::exact(percent).unless_quick(run)));
    }
    Ok(())
}

/// Equation 1: how many positions the last level has for each of all levels before.
fn levels(run: &Run<'_>, report: &mut Report) {
    let depth = run.full_or_quick(9, 6);
    let leaves = |depth| perft(&Board::START, depth) as f64;
    let before: f64 = (0..depth).map(leaves).sum();
    let branching = leaves(depth).powf(1.0 / f64::from(depth));
    let what = format!("positions of level {depth} for each of all before, from the start");
    let theirs = format!("about b - 1 = {:.2}, \"much greater\" than 1", branching - 1.0);
    let claim = Claim::new(&what, &*theirs, Rule::AtLeast(branching - 1.0), "b is no constant");
    report.findings.push(claim.judged(&Measured::exact(leaves(depth) / before)));
    let reports = RefCell::new(vec![0]);
    let on_depth = |report: &DepthReport| reports.borrow_mut().push(report.nodes);
    let control = Control { on_depth: &on_depth, ..Control::UNTIMED };
    let root = (*Game::new().position()).into();
    Mlia::new(Evaluation::ORIGINAL).choose(&root, &Limits::depth(depth), control);
    if let [.., before, last] = reports.into_inner()[..] {
        let what = format!("nodes of MLia's level {depth} for each of all before, from the start");
        let claim = Claim::new(&what, "above 1", Rule::AtLeast(1.0), "alpha-beta cuts more there");
        report
            .findings
            .push(claim.judged(&Measured::exact((last - before) as f64 / before as f64)));
    }
}

/// The work of the searches of a game.
#[derive(Default)]
struct Work {
    nodes: u64,
    requests: u64,
    hits: u64,
}

/// Plays a game between two programs, each with a table of its own.
fn self_play(depth: u32, options: Options) -> Result<Work> {
    let mut programs = [(); 2].map(|()| Mlia::new(Evaluation::ORIGINAL).with_options(options));
    let (mut game, mut work) = (Game::new(), Work::default());
    while !game.is_over() {
        if game.position().must_pass() {
            game.play(Move::Pass)?;
            continue;
        }
        let program = &mut programs[game.position().side_to_move().index()];
        let root = RootPosition::of_game(&game);
        let choice = program.choose(&root, &Limits::depth(depth), Control::UNTIMED);
        let choice = choice.context("the side to move has a move")?;
        work.nodes += choice.nodes;
        work.requests += choice.details.table.requests;
        work.hits += choice.details.table.hits;
        game.place(choice.best)?;
    }
    Ok(work)
}

fn percent_of_hits(depth: u32) -> Result<f64> {
    let work = self_play(depth, Options::default())?;
    Ok(100.0 * work.hits as f64 / work.requests.max(1) as f64)
}
