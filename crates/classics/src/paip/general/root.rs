//! The root of the general search: iterative deepening.

use std::time::Duration;

use super::metareasoning::{
    Metareasoning, MoveEstimate, Rivalry, compared, drawn, is_settled, margin_of_deviations,
    margin_of_leads,
};
use super::node::{NodeSearch, Rest};
use super::transposition_table::ValueBasis;
use super::{
    GeneralCounts, GeneralLimits, GeneralResult, GeneralSearcher, SearchEnd, SearchWatch,
    Techniques,
};
use crate::paip::evaluation::Evaluation;
use crate::paip::game_rules::{GameRules, TurnOptions};
use crate::paip::search::Problem;
use crate::paip::search::node_result::{Stopped, Window};
use crate::paip::value::Value;
use crate::principal_variation::PrincipalVariation;
use crate::program::MoveSource;
use crate::search_tree::{Step, Trace};

/// The least factor by which each depth is expected to take more boards than the one before.
const MIN_GROWTH: f64 = 2.0;

/// What is known of a move at the root, depth by depth.
struct RootMove<G: GameRules> {
    mv: G::Move,
    state: G::State,
    reply: Option<G::Move>,
    /// Its values for the side to move, depth by depth; complete only with metareasoning.
    values: Vec<Value>,
    /// The position that its value comes from, for metareasoning by variances.
    line_end: Option<G::State>,
    /// How uncertain the value is, in its units, for metareasoning by variances.
    deviation: f64,
}

impl<G: GameRules> RootMove<G> {
    fn estimate(&self) -> MoveEstimate<'_> {
        MoveEstimate { values: &self.values, deviation: self.deviation }
    }
}

impl<G: GameRules> GeneralSearcher<G> {
    /// Searches a position by iterative deepening, until a limit or another reason to end.
    /// Returns `None` if there is no move, or if forward pruning leaves out the only one that is to be searched.
    ///
    /// A search that is out of time or stopped answers with the best move of the last depth that it
    /// finished.
    pub fn search<E: Evaluation<G>>(
        &mut self,
        problem: &Problem<'_, G, E>,
        state: &G::State,
        limits: GeneralLimits,
        watch: &SearchWatch<'_, G::Move>,
    ) -> Option<GeneralResult<G::Move>> {
        let TurnOptions::Moves(moves) = problem.game.options(state) else { return None };
        let began = (watch.now)(0);
        let elapsed = |boards| (watch.now)(boards).saturating_sub(began);
        let stop = |boards| {
            (problem.stop)(boards) || limits.time.is_some_and(|time| time <= elapsed(boards))
        };
        let problem = &Problem { stop: &stop, ..*problem };
        let techniques = self.techniques_in_use();
        let mut search = NodeSearch {
            problem,
            techniques,
            limits: limits_of_endgame(techniques.endgame, problem.game, state, limits),
            table: &mut self.table,
            counts: GeneralCounts::default(),
            basis: ValueBasis::default(),
            line_end: None,
            trace: Trace::new(watch.tracer),
            line: PrincipalVariation::new(),
        };
        let mut moves: Vec<G::Move> = moves.into_iter().collect();
        let is_stopped = search.keep_plausible(state, &mut moves, 2).is_err();
        moves.retain(|&mv| self.asked.is_none_or(|asked| asked.mv == mv));
        let first = *moves.first()?;
        let mut root = RootMoves {
            candidates: moves.iter().map(|&mv| candidate(problem, state, mv)).collect(),
            values: Vec::new(),
            basis: search.basis,
            state,
            seed: self.seed,
            line: Vec::new(),
        };
        let end = if is_stopped {
            SearchEnd::Stopped
        } else {
            root.deepen(&mut search, &elapsed, watch.on_depth)
        };
        let result = root.result(&search, first, end);
        self.line = root.line;
        Some(GeneralResult {
            is_exact: end == SearchEnd::Exhausted && !search.basis.left_out,
            ..result
        })
    }

    /// Returns the techniques without those that a single move has no use for.
    fn techniques_in_use(&self) -> Techniques {
        let Some(asked) = self.asked else { return self.techniques };
        let endgame = self.techniques.endgame.filter(|_| asked.phase != MoveSource::Normal);
        Techniques { metareasoning: None, endgame, ..self.techniques }
    }
}

/// Removes the limit of depth where the whole rest of the game is to be searched.
fn limits_of_endgame<G: GameRules>(
    endgame: Option<u32>,
    game: &G,
    state: &G::State,
    limits: GeneralLimits,
) -> GeneralLimits {
    let left = game.max_moves_left(state);
    match (endgame, left) {
        (Some(most), Some(left)) if left <= most => GeneralLimits { depth: u32::MAX, ..limits },
        _ => limits,
    }
}

fn candidate<G: GameRules, E>(
    problem: &Problem<'_, G, E>,
    state: &G::State,
    mv: G::Move,
) -> RootMove<G> {
    let state = problem.game.apply(state, mv);
    RootMove { mv, state, reply: None, values: Vec::new(), line_end: None, deviation: 0.0 }
}

/// The root with what is known so far.
struct RootMoves<'a, G: GameRules> {
    /// The moves, the best one first.
    candidates: Vec<RootMove<G>>,
    /// The best value of every depth that was finished.
    values: Vec<Value>,
    /// What the choice of the moves depends on.
    basis: ValueBasis,
    /// The position to choose a move in.
    state: &'a G::State,
    /// What the choice between equals follows from.
    seed: u64,
    /// The line of the last depth that was finished.
    line: Vec<Step<G::Move>>,
}

impl<G: GameRules> RootMoves<'_, G> {
    fn deepen<E: Evaluation<G>>(
        &mut self,
        search: &mut NodeSearch<'_, G, E>,
        elapsed: &dyn Fn(u64) -> Duration,
        on_depth: &dyn Fn(&GeneralResult<G::Move>),
    ) -> SearchEnd {
        let mut boards = [0; 2];
        for depth in 1..=search.limits.depth {
            let before = search.counts.boards;
            search.basis = self.basis;
            if self.search(search, depth).is_err() {
                let is_late =
                    search.limits.time.is_some_and(|time| time <= elapsed(search.counts.boards));
                return if is_late { SearchEnd::Time } else { SearchEnd::Stopped };
            }
            on_depth(&self.result(search, self.candidates[0].mv, SearchEnd::Depth));
            boards = [boards[1], search.counts.boards - before];
            let now = elapsed(search.counts.boards);
            if let Some(end) = self.reason_to_end(search, boards, now) {
                return end;
            }
        }
        SearchEnd::Depth
    }

    /// Returns what is known; `first` is the move if none was searched.
    fn result<E>(
        &self,
        search: &NodeSearch<'_, G, E>,
        first: G::Move,
        end: SearchEnd,
    ) -> GeneralResult<G::Move> {
        let best = self.candidates.first();
        GeneralResult {
            best: best.map_or(first, |best| best.mv),
            reply: best.and_then(|best| best.reply),
            value: self.values.last().copied(),
            depth: self.values.len() as u32,
            end,
            is_exact: false,
            counts: search.counts,
        }
    }

    /// Returns why there should be no deeper search, if so. `boards` are those of the last two depths.
    fn reason_to_end<E: Evaluation<G>>(
        &mut self,
        search: &mut NodeSearch<'_, G, E>,
        boards: [u64; 2],
        elapsed: Duration,
    ) -> Option<SearchEnd> {
        if !search.basis.horizon {
            return Some(SearchEnd::Exhausted);
        }
        match self.is_settled(search) {
            Ok(true) => return Some(SearchEnd::Settled),
            Ok(false) => {}
            Err(Stopped) => return Some(SearchEnd::Stopped),
        }
        // The first depths take microseconds: a moment in which another process has the machine would make
        // the growth of their times many times that of their boards.
        let next = boards[1] as f64 * growth(boards);
        let expected = elapsed.mul_f64(next / search.counts.boards.max(1) as f64);
        let is_late = search.limits.time.is_some_and(|time| time < elapsed + expected);
        is_late.then_some(SearchEnd::Time)
    }

    /// Returns whether more search would not change the move. By variances, one of the equals is then
    /// chosen.
    fn is_settled<E: Evaluation<G>>(
        &mut self,
        search: &mut NodeSearch<'_, G, E>,
    ) -> Result<bool, Stopped> {
        match search.techniques.metareasoning {
            None => Ok(false),
            Some(Metareasoning::Leads) => {
                let (best, rivals) = self.best_and_rivals();
                Ok(is_settled(best, &rivals))
            }
            Some(Metareasoning::Variance) => {
                let root = search.deviation(self.state)?;
                for candidate in &mut self.candidates {
                    candidate.deviation = match &candidate.line_end {
                        Some(leaf) => search.deviation(leaf)?,
                        None => 0.0,
                    };
                }
                let is_settled = self.choose_among_equals(root, search.counts.boards);
                let (chosen, value) = (self.candidates[0].mv, self.values.last());
                if let Some(value) = value {
                    search.trace.choose(chosen, value.units());
                }
                Ok(is_settled)
            }
        }
    }

    /// Puts one of the best moves first if all others are clearly worse, and returns whether they are.
    fn choose_among_equals(&mut self, root: f64, boards: u64) -> bool {
        let best = self.candidates[0].estimate();
        let rivalry = |rival: &RootMove<G>| compared(best, rival.estimate(), root);
        let rivalries: Vec<Rivalry> = self.candidates[1..].iter().map(rivalry).collect();
        if rivalries.contains(&Rivalry::Open) {
            return false;
        }
        let rivals = (1..).zip(&rivalries);
        let equals = rivals.filter(|(_, rivalry)| **rivalry == Rivalry::Equal);
        let equals: Vec<usize> = std::iter::once(0).chain(equals.map(|(index, _)| index)).collect();
        let chosen = equals[drawn(self.seed, boards, equals.len())];
        self.candidates[..=chosen].rotate_right(1);
        if let (Some(value), Some(of_chosen)) =
            (self.values.last_mut(), self.candidates[0].values.last())
        {
            *value = *of_chosen;
        }
        true
    }

    /// Returns the values of the best move so far and of all others.
    fn best_and_rivals(&self) -> (&[Value], Vec<&[Value]>) {
        let mut values = self.candidates.iter().map(|candidate| &candidate.values[..]);
        (values.next().unwrap_or_default(), values.collect())
    }

    /// Searches all moves to a depth and puts the best one first.
    fn search<E: Evaluation<G>>(
        &mut self,
        search: &mut NodeSearch<'_, G, E>,
        depth: u32,
    ) -> Result<(), Stopped> {
        let greatest = search.problem.final_values.greatest();
        let full = Window { alpha: -greatest, beta: greatest };
        let window = self.aspiration_window(search, full);
        let per_unit = search.problem.evaluation.per_unit();
        search.trace.begin(search.problem.final_values.scale(per_unit), Some(window.units()));
        search.trace.prune(|| self.left_out(search.problem.game));
        let (mut index, mut value) = self.search_within(search, window, depth)?;
        // The bound tells on which side of the window the value is.
        let again = if full.alpha < window.alpha && value <= window.alpha {
            Some(Window { alpha: full.alpha, beta: value.plus(1) })
        } else if window.beta < full.beta && window.beta <= value {
            Some(Window { alpha: value.plus(-1), beta: full.beta })
        } else {
            None
        };
        if let Some(wider) = again {
            search.counts.techniques.aspiration_researches += 1;
            search.trace.begin_again(wider.units());
            (index, value) = self.search_within(search, wider, depth)?;
        }
        self.candidates[..=index].rotate_right(1);
        self.values.push(value);
        self.line = search.line.line().to_vec();
        search.trace.end(value.units(), Some(self.candidates[0].mv), None);
        Ok(())
    }

    /// Returns the moves that are none of the candidates.
    fn left_out(&self, game: &G) -> Vec<G::Move> {
        let TurnOptions::Moves(moves) = game.options(self.state) else { return Vec::new() };
        let is_candidate = |mv| self.candidates.iter().any(|candidate| candidate.mv == mv);
        moves.into_iter().filter(|&mv| !is_candidate(mv)).collect()
    }

    /// Returns the window round the value that is expected: that of two plies before, because the
    /// values of odd and even depths differ by who moved last.
    fn aspiration_window<E>(&self, search: &NodeSearch<'_, G, E>, full: Window) -> Window {
        let earlier = self.values.len().checked_sub(2).map(|index| self.values[index]);
        match (search.techniques.aspiration, earlier) {
            // Metareasoning needs the values of all moves, which a narrow window does not give.
            (Some(width), Some(expected)) if search.techniques.metareasoning.is_none() => Window {
                alpha: expected.plus(-width.units()).max(full.alpha),
                beta: expected.plus(width.units()).min(full.beta),
            },
            _ => full,
        }
    }

    /// Returns by how much a rival must be behind for its value not to matter, if that is known.
    fn margin(&self, kind: Metareasoning) -> Option<i32> {
        match kind {
            Metareasoning::Leads => {
                let (best, rivals) = self.best_and_rivals();
                margin_of_leads(best, &rivals)
            }
            Metareasoning::Variance => (!self.values.is_empty()).then(|| {
                margin_of_deviations(self.candidates.iter().map(|candidate| candidate.deviation))
            }),
        }
    }

    /// Returns the index of the first best move, and its value or a bound outside of the window.
    fn search_within<E: Evaluation<G>>(
        &mut self,
        search: &mut NodeSearch<'_, G, E>,
        window: Window,
        depth: u32,
    ) -> Result<(usize, Value), Stopped> {
        let mut best: Option<(usize, Value)> = None;
        let margin = search.techniques.metareasoning.map(|kind| self.margin(kind));
        let mut untried = self.candidates.iter_mut().enumerate();
        while let Some((index, candidate)) = untried.next() {
            let (rival, window) = match (best, margin) {
                (Some((_, value)), None) => (Some(value), window),
                // Metareasoning compares moves, so it needs the values of those near the best.
                (Some((_, value)), Some(Some(margin))) => {
                    let alpha = value.plus(-margin).max(window.alpha);
                    (None, Window { alpha, ..window })
                }
                (None, _) | (_, Some(None)) => (None, window),
            };
            let rest = Rest { rival, window, depth, reply: candidate.reply };
            let answer = search.successor(candidate.mv, &candidate.state, rest)?;
            let value = -answer.value;
            candidate.values.truncate(depth as usize - 1);
            candidate.values.push(value);
            candidate.reply = answer.mv;
            candidate.line_end = search.line_end.take();
            if best.is_none_or(|(_, best)| best < value) {
                best = Some((index, value));
                search.line.set_best(Step::Move(candidate.mv));
            }
            if window.beta <= value {
                search.trace.cut_off(|| untried.map(|(_, candidate)| candidate.mv));
                break;
            }
        }
        Ok(best.expect("callers pass a legal move at least"))
    }
}

/// Returns by how much the next depth is expected to take more boards than the last.
fn growth([before, last]: [u64; 2]) -> f64 {
    (last as f64 / before.max(1) as f64).max(MIN_GROWTH)
}
