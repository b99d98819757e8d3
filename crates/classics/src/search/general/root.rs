//! The root of the general search: deeper step by step.

use std::time::Duration;

use super::metareasoning::{is_settled, margin};
use super::node::Walk;
use super::table::Basis;
use super::{Bounds, Ending, Searcher, Tally, Thought};
use crate::search::Problem;
use crate::search::walk::{Best, Stopped, Window};
use crate::{Evaluation, GameRules, Turn, Value};

/// One depth takes at least so many times the time of the one before, as far as is assumed.
const LEAST_GROWTH: f64 = 2.0;

/// A move of the root.
struct Candidate<G: GameRules> {
    mv: G::Move,
    state: G::State,
    reply: Option<G::Move>,
    /// Its values for the side to move, depth by depth; complete only with metareasoning.
    values: Vec<Value>,
}

impl<G: GameRules> Searcher<G> {
    /// Thinks about a position deeper and deeper, until it reaches the bounds or has reason to end.
    /// `now` tells the time since any moment. Returns `None` if there is no move.
    ///
    /// A search that is out of time or stopped answers with the best move of the last depth that it
    /// finished.
    pub fn think<E: Evaluation<G>>(
        &mut self,
        problem: &Problem<'_, G, E>,
        state: &G::State,
        bounds: Bounds,
        now: &dyn Fn() -> Duration,
    ) -> Option<Thought<G::Move>> {
        let Turn::Moves(moves) = problem.game.turn(state) else { return None };
        let began = now();
        let stop = || {
            (problem.stop)() || bounds.time.is_some_and(|time| time <= now().saturating_sub(began))
        };
        let problem = &Problem { stop: &stop, ..*problem };
        let mut walk = Walk {
            problem,
            techniques: self.techniques,
            bounds: bounds_of_endgame(self.techniques.endgame, problem.game, state, bounds),
            table: &mut self.table,
            tally: Tally::default(),
            basis: Basis::default(),
        };
        let mut moves: Vec<G::Move> = moves.into_iter().collect();
        let first = moves[0];
        let is_stopped = walk.keep_plausible(state, &mut moves, 2).is_err();
        let mut root = Root {
            candidates: moves.iter().map(|&mv| candidate(problem, state, mv)).collect(),
            values: Vec::new(),
            basis: walk.basis,
        };
        let ending = if is_stopped {
            Ending::Stopped
        } else {
            root.deepen(&mut walk, &|| now().saturating_sub(began))
        };
        let is_exact = ending == Ending::Exhausted && !walk.basis.left_out;
        let tally = walk.tally;
        let best = root.candidates.first();
        Some(Thought {
            best: best.map_or(first, |best| best.mv),
            reply: best.and_then(|best| best.reply),
            value: root.values.last().copied(),
            depth: root.values.len() as u32,
            ending,
            is_exact,
            tally,
        })
    }
}

/// Lifts the bound of depth where the whole rest of the game is to be searched.
fn bounds_of_endgame<G: GameRules>(
    endgame: Option<u32>,
    game: &G,
    state: &G::State,
    bounds: Bounds,
) -> Bounds {
    let left = game.most_moves_left(state);
    match (endgame, left) {
        (Some(most), Some(left)) if left <= most => Bounds { depth: u32::MAX, ..bounds },
        _ => bounds,
    }
}

fn candidate<G: GameRules, E>(
    problem: &Problem<'_, G, E>,
    state: &G::State,
    mv: G::Move,
) -> Candidate<G> {
    Candidate { mv, state: problem.game.apply(state, mv), reply: None, values: Vec::new() }
}

/// The root with what is known so far.
struct Root<G: GameRules> {
    /// The moves, the best one first.
    candidates: Vec<Candidate<G>>,
    /// The best value of every depth that was finished.
    values: Vec<Value>,
    /// What the choice of the moves rests on.
    basis: Basis,
}

impl<G: GameRules> Root<G> {
    fn deepen<E: Evaluation<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        elapsed: &dyn Fn() -> Duration,
    ) -> Ending {
        let mut times = [Duration::ZERO; 2];
        for depth in 1..=walk.bounds.depth {
            let before = elapsed();
            walk.basis = self.basis;
            if self.search(walk, depth).is_err() {
                let is_late = walk.bounds.time.is_some_and(|time| time <= elapsed());
                return if is_late { Ending::Time } else { Ending::Stopped };
            }
            times = [times[1], elapsed().saturating_sub(before)];
            if let Some(ending) = self.reason_to_end(walk, times, elapsed()) {
                return ending;
            }
        }
        Ending::Depth
    }

    /// Returns why there should be no deeper search, if so.
    fn reason_to_end<E: Evaluation<G>>(
        &self,
        walk: &Walk<'_, G, E>,
        times: [Duration; 2],
        elapsed: Duration,
    ) -> Option<Ending> {
        if !walk.basis.horizon {
            return Some(Ending::Exhausted);
        }
        if walk.techniques.metareasoning {
            let (best, rivals) = self.best_and_rivals();
            if is_settled(best, &rivals) {
                return Some(Ending::Settled);
            }
        }
        let expected = times[1].mul_f64(growth(times));
        let is_late = walk.bounds.time.is_some_and(|time| time < elapsed + expected);
        is_late.then_some(Ending::Time)
    }

    /// Returns the values of the best move so far and of all others.
    fn best_and_rivals(&self) -> (&[Value], Vec<&[Value]>) {
        let mut values = self.candidates.iter().map(|candidate| &candidate.values[..]);
        (values.next().unwrap_or_default(), values.collect())
    }

    /// Searches all moves to a depth and puts the best one first.
    fn search<E: Evaluation<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        depth: u32,
    ) -> Result<(), Stopped> {
        let greatest = walk.problem.final_values.greatest();
        let full = Window { alpha: -greatest, beta: greatest };
        let window = self.aspired(walk, full);
        let (mut place, mut value) = self.search_within(walk, window, depth)?;
        // The bound that was found says on which side the value is.
        let again = if full.alpha < window.alpha && value <= window.alpha {
            Some(Window { alpha: full.alpha, beta: offset(value, 1) })
        } else if window.beta < full.beta && window.beta <= value {
            Some(Window { alpha: offset(value, -1), beta: full.beta })
        } else {
            None
        };
        if let Some(wider) = again {
            walk.tally.searched_again += 1;
            (place, value) = self.search_within(walk, wider, depth)?;
        }
        self.candidates[..=place].rotate_right(1);
        self.values.push(value);
        Ok(())
    }

    /// Returns the window round the value that is expected: that of two plies before, because the
    /// values of odd and even depths differ by who moved last.
    fn aspired<E>(&self, walk: &Walk<'_, G, E>, full: Window) -> Window {
        let earlier = self.values.len().checked_sub(2).map(|index| self.values[index]);
        match (walk.techniques.aspiration, earlier) {
            // Metareasoning wants the values of all moves, which a narrow window does not tell.
            (Some(width), Some(expected)) if !walk.techniques.metareasoning => Window {
                alpha: offset(expected, -width.units()).max(full.alpha),
                beta: offset(expected, width.units()).min(full.beta),
            },
            _ => full,
        }
    }

    /// Returns the place of the first best move, and its value or a bound outside of the window.
    fn search_within<E: Evaluation<G>>(
        &mut self,
        walk: &mut Walk<'_, G, E>,
        window: Window,
        depth: u32,
    ) -> Result<(usize, Value), Stopped> {
        let mut best: Option<(usize, Value)> = None;
        let margin = walk.techniques.metareasoning.then(|| {
            let (best, rivals) = self.best_and_rivals();
            margin(best, &rivals)
        });
        for (place, candidate) in self.candidates.iter_mut().enumerate() {
            let (rival, window) = match (best, margin) {
                (Some((_, value)), None) => (Some(Best { value, mv: None }), window),
                // Metareasoning compares moves, so it wants the values of those near the best.
                (Some((_, value)), Some(Some(margin))) => {
                    let alpha = offset(value, -margin).max(window.alpha);
                    (None, Window { alpha, ..window })
                }
                (None, _) | (_, Some(None)) => (None, window),
            };
            let answer = walk.successor(&candidate.state, rival, window, depth, candidate.reply)?;
            let value = -answer.value;
            candidate.values.truncate(depth as usize - 1);
            candidate.values.push(value);
            candidate.reply = answer.mv;
            if best.is_none_or(|(_, best)| best < value) {
                best = Some((place, value));
            }
            if window.beta <= value {
                break;
            }
        }
        Ok(best.expect("there are candidates"))
    }
}

fn offset(value: Value, units: i32) -> Value {
    Value::from_units(value.units().saturating_add(units))
}

/// Returns by how much the next depth is expected to take longer than the last.
fn growth([before, last]: [Duration; 2]) -> f64 {
    if before.is_zero() { LEAST_GROWTH } else { last.div_duration_f64(before).max(LEAST_GROWTH) }
}
