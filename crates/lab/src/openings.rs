//! Balanced openings: random first moves after which a search sees neither side ahead.
//!
//! Random openings follow from a seed one after the other, no two of them each other's images. Each is
//! searched with the same number of nodes and an empty hash table, so that the list depends on the plan
//! alone. What was searched is in the draft line by line, and an interrupted run goes on behind the last.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use willow_board::{Color, Game};
use willow_engine::{Engine, SearchControl, SearchLimits, StopFlag};
use willow_eval::Evaluator;
use willow_matches::{OpeningError, OpeningSource};
use willow_records::transcript;

/// So many random openings are looked at for each one that is wanted.
const MOST_ATTEMPTS: usize = 100;

/// What openings are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningsPlan {
    /// The number of moves.
    pub plies: u32,
    /// The nodes of each search.
    pub nodes: u64,
    /// The greatest value of an opening, in discs, for either side.
    pub bound: f64,
    /// The number of openings.
    pub count: usize,
    /// What the random moves follow from.
    pub seed: u64,
}

impl OpeningsPlan {
    /// Returns the first line of a list: how to make it.
    fn heading(&self) -> String {
        let OpeningsPlan { plies, nodes, bound, count, seed } = self;
        format!(
            "# willow lab openings --plies {plies} --nodes {nodes} --bound {bound} --count {count} --seed {seed}\n"
        )
    }
}

/// Returns a list of balanced openings: a heading, and a line for each with its moves and its value in
/// discs for Black. `watch` is told how many there are.
///
/// # Errors
/// The draft must be writable and one of the same plan, and there must be so many openings.
pub fn balanced_openings<E: Evaluator>(
    plan: OpeningsPlan,
    engine: &mut Engine<E>,
    draft: &Path,
    watch: &mut dyn FnMut(usize),
) -> Result<String> {
    let heading = plan.heading();
    let known = known_values(draft, &heading)?;
    let mut file = File::options().append(true).open(draft)?;
    let attempts = plan.count.saturating_mul(MOST_ATTEMPTS);
    let openings = random_openings(plan, attempts)?;
    let (mut list, mut n_found) = (heading, 0);
    for game in openings.iter().filter(|game| !game.position().must_pass()) {
        if n_found == plan.count {
            return Ok(list);
        }
        let moves = transcript::write(game);
        let line = if let Some(value) = known.get(&moves) {
            format!("{moves} {value:+.2}\n")
        } else {
            let line = format!("{moves} {:+.2}\n", value(game, engine, plan.nodes));
            file.write_all(line.as_bytes())?;
            line
        };
        let value: f64 = line.split_whitespace().nth(1).unwrap_or_default().parse()?;
        if value.abs() <= plan.bound {
            list.push_str(&line);
            n_found += 1;
            watch(n_found);
        }
    }
    anyhow::ensure!(n_found == plan.count, "only {n_found} of {attempts} openings are balanced");
    Ok(list)
}

/// Returns random openings, all that there are if that is fewer.
fn random_openings(plan: OpeningsPlan, most: usize) -> Result<Vec<Game>, OpeningError> {
    let source = OpeningSource::Random { plies: plan.plies };
    match source.openings(most, plan.seed) {
        Err(OpeningError::TooFew { found, .. }) => source.openings(found, plan.seed),
        openings => openings,
    }
}

/// Returns the value of the position after an opening, in discs for Black.
fn value<E: Evaluator>(game: &Game, engine: &mut Engine<E>, nodes: u64) -> f64 {
    engine.clear();
    let (stop, now) = (StopFlag::new(), || Duration::ZERO);
    let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
    let position = game.position();
    let result = engine.search(position.board(), &SearchLimits::nodes(nodes), &mut control);
    match position.side_to_move() {
        Color::Black => result.score.discs(),
        Color::White => -result.score.discs(),
    }
}

/// Reads what an interrupted run has searched, or begins a draft.
fn known_values(draft: &Path, heading: &str) -> Result<HashMap<String, f64>> {
    let name = draft.display();
    let text = if draft.exists() { fs::read_to_string(draft)? } else { heading.to_owned() };
    anyhow::ensure!(text.starts_with(heading), "{name}: the file holds a list of another kind");
    // A line that a crash cut off does not count.
    let text = &text[..text.rfind('\n').map_or(0, |last| last + 1)];
    fs::write(draft, text)?;
    let mut known = HashMap::new();
    for line in text.lines().skip(1) {
        let (moves, value) = line.split_once(' ').with_context(|| format!("{name}: {line}"))?;
        known.insert(moves.to_owned(), value.parse().with_context(|| format!("{name}: {line}"))?);
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use willow_engine::EngineOptions;
    use willow_eval::HandMade;

    use super::*;

    const PLAN: OpeningsPlan =
        OpeningsPlan { plies: 6, nodes: 300, bound: 1.5, count: 12, seed: 7 };

    fn list(plan: OpeningsPlan, draft: &Path) -> Result<String> {
        let options = EngineOptions { threads: 1, hash_bytes: 1 << 20 };
        let mut engine = Engine::new(HandMade::default(), options);
        balanced_openings(plan, &mut engine, draft, &mut |_| ())
    }

    #[test]
    fn a_list_that_was_interrupted_is_the_whole_one() {
        let folder = tempfile::tempdir().unwrap();
        let draft = folder.path().join("draft");
        let whole = list(PLAN, &draft).unwrap();
        let searched = fs::read_to_string(&draft).unwrap();
        let killed: String = searched.split_inclusive('\n').take(9).collect();
        fs::write(&draft, killed + "f5d6c3 +0").unwrap();
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

    #[test]
    fn too_strict_a_bound_is_an_error_and_no_endless_search() {
        let folder = tempfile::tempdir().unwrap();
        let plan = OpeningsPlan { plies: 1, count: 1, bound: 0.0, ..PLAN };
        assert!(list(plan, &folder.path().join("draft")).is_err());
    }
}
