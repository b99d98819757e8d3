//! Balanced openings: random first moves after which a search sees neither side ahead.
//!
//! Random openings are generated from a seed; no two are equal under the symmetries. Each is
//! searched with the same number of nodes and an empty hash table, so that the list depends on the
//! plan alone. Every search is appended to a log, so that an interrupted run can be continued.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use willow_board::{Color, Game};
use willow_engine::{Engine, SearchLimits};
use willow_players::matches::{OpeningError, OpeningSource};
use willow_records::transcript;

use crate::step_log::StepLog;
use crate::untimed::untimed;
use crate::values;

/// The greatest number of random openings that are searched for each one that is wanted.
const MAX_ATTEMPTS: usize = 100;

/// Which openings are wanted.
#[derive(Args, Clone, Copy, Debug, PartialEq)]
pub struct OpeningsPlan {
    /// Make openings of N moves
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub plies: u32,
    /// Search each position with N nodes
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Keep openings whose value is at most this, for either side
    #[arg(long, value_name = "DISCS", default_value_t = 1.0)]
    pub bound: f64,
    /// Find N openings
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = values::count(1, 10_000))]
    pub count: usize,
    /// Draw the moves from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

impl OpeningsPlan {
    /// Returns the first line of a list: the command that makes it.
    fn heading(&self) -> String {
        let OpeningsPlan { plies, nodes, bound, count, seed } = self;
        format!(
            "# willow lab openings --plies {plies} --nodes {nodes} --bound {bound} --count {count} --seed {seed}"
        )
    }
}

/// Returns a list of balanced openings: a heading, then a line for each with its moves and its
/// value in discs for Black.
///
/// Searches are kept in the log `draft`. `on_progress` gets the number of openings found.
///
/// # Errors
/// The draft must be writable, and of the same plan if it exists. There must be enough balanced
/// openings.
pub fn balanced_openings(
    plan: OpeningsPlan,
    engine: &mut Engine<'_>,
    draft: &Path,
    on_progress: &mut dyn FnMut(usize),
) -> Result<String> {
    let heading = plan.heading();
    let mut log = StepLog::open(draft, &heading, read_line)?;
    let known: HashMap<String, f64> = log.steps().iter().cloned().collect();
    let attempts = plan.count.saturating_mul(MAX_ATTEMPTS);
    let openings = random_openings(plan, attempts)?;
    let (mut list, mut n_found) = (heading + "\n", 0);
    for game in openings.iter().filter(|game| !game.position().must_pass()) {
        if n_found == plan.count {
            return Ok(list);
        }
        let moves = transcript::write(game);
        let value = if let Some(&value) = known.get(&moves) {
            value
        } else {
            // Rounded as in the log, so that a run that is continued has the same list.
            let line = write_line(&moves, value(game, engine, plan.nodes));
            let step = read_line(&line)?;
            let value = step.1;
            log.add(step, &line)?;
            value
        };
        if value.abs() <= plan.bound {
            list += &(write_line(&moves, value) + "\n");
            n_found += 1;
            on_progress(n_found);
        }
    }
    ensure!(n_found == plan.count, "only {n_found} of {attempts} openings are balanced");
    Ok(list)
}

/// Returns at most `most` random openings; fewer if there are no more.
fn random_openings(plan: OpeningsPlan, max: usize) -> Result<Vec<Game>, OpeningError> {
    let source = OpeningSource::Random { plies: plan.plies };
    match source.openings(max, plan.seed) {
        Err(OpeningError::TooFew { found, .. }) => source.openings(found, plan.seed),
        openings => openings,
    }
}

/// Returns the value of the position after an opening, in discs for Black.
fn value(game: &Game, engine: &mut Engine<'_>, nodes: u64) -> f64 {
    engine.clear();
    let position = game.position();
    let limits = SearchLimits::nodes(nodes);
    let result = untimed(|control| engine.search(position.board(), &limits, control));
    match position.side_to_move() {
        Color::Black => result.score.discs(),
        Color::White => -result.score.discs(),
    }
}

fn write_line(moves: &str, value: f64) -> String {
    format!("{moves} {value:+.2}")
}

/// Reads a searched opening: its moves, and its value in discs for Black.
fn read_line(line: &str) -> Result<(String, f64)> {
    let (moves, value) = line.split_once(' ').context("not moves and a value")?;
    Ok((moves.to_owned(), value.parse()?))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::fs;

    use willow_engine::EngineOptions;

    use super::*;

    const PLAN: OpeningsPlan =
        OpeningsPlan { plies: 6, nodes: 300, bound: 1.5, count: 12, seed: 7 };

    fn list(plan: OpeningsPlan, draft: &Path) -> Result<String> {
        let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
        let mut engine = Engine::hand_made(options)?;
        balanced_openings(plan, &mut engine, draft, &mut |_| ())
    }

    #[test]
    fn an_interrupted_list_ends_like_an_uninterrupted_one() {
        let folder = tempfile::tempdir().unwrap();
        let draft = folder.path().join("draft");
        let whole = list(PLAN, &draft).unwrap();
        let searched = fs::read_to_string(&draft).unwrap();
        let cut: String = searched.split_inclusive('\n').take(9).collect();
        fs::write(&draft, cut + "f5d6c3 +0").unwrap();
        assert_eq!(list(PLAN, &draft).unwrap(), whole);
        assert_eq!(fs::read_to_string(&draft).unwrap(), searched);
        assert!(list(OpeningsPlan { seed: 8, ..PLAN }, &draft).is_err());
    }

    #[test]
    fn openings_are_balanced_and_no_images_of_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let whole = list(PLAN, &folder.path().join("draft")).unwrap();
        let mut names = HashSet::new();
        for line in whole.lines().skip(1) {
            let (moves, value) = line.split_once(' ').unwrap();
            let game = transcript::parse(moves).unwrap();
            assert!(value.parse::<f64>().unwrap().abs() <= PLAN.bound, "{line}");
            let position = game.position();
            assert_eq!(position.board().occupied().count(), 10);
            assert!(names.insert(position.board().canonical()), "{line}");
        }
        assert_eq!(names.len(), PLAN.count);
    }
}
