//! MLia's hash table (Korman and Walluck 2003, section 2.2; X7).

use anyhow::{Context as _, Result};
use willow_board::{Game, Move};
use willow_classics::mlia::{Evaluation, Mlia};
use willow_classics::{Control, Limits, Program as _, RootPosition};

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
    Ok(report)
}

/// Plays a game between two programs, each with a table of its own.
fn percent_of_hits(depth: u32) -> Result<f64> {
    let mut programs = [Mlia::new(Evaluation::ORIGINAL), Mlia::new(Evaluation::ORIGINAL)];
    let mut game = Game::new();
    let (mut requests, mut hits) = (0, 0);
    while !game.is_over() {
        if game.position().must_pass() {
            game.play(Move::Pass)?;
            continue;
        }
        let program = &mut programs[game.position().side_to_move().index()];
        let root = RootPosition::of_game(&game);
        let choice = program.choose(&root, &Limits::depth(depth), Control::UNTIMED);
        let choice = choice.context("the side to move has a move")?;
        requests += choice.details.table.requests;
        hits += choice.details.table.hits;
        game.place(choice.best)?;
    }
    Ok(100.0 * hits as f64 / requests.max(1) as f64)
}
