//! Learning: the book grows where both sides play well.
//!
//! A *leaf* is the best move of a position that leads out of the book (M. Buro, "Toward opening book
//! learning", 1997, calls it the best alternative). Learning takes leaves into the book, the ones with the
//! least given away first: the position after the leaf is searched and becomes an entry, and the position
//! before it gets a new leaf. After each round the values of all positions that the round reached follow by
//! negamax.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use willow_board::{Bitboard, Board};
use willow_engine::{Level, OutOfMemoryError, StopFlag};
use willow_eval::Score;
use willow_eval::patterns::PatternEvaluator;

use crate::book::Lookup;
use crate::change::search::LeafSearch;
use crate::change::writer::BookWriter;
use crate::entry::{BookPosition, BookValue, Entry, Leaf, Origin};
use crate::error::BookError;
use crate::graph::fix::fixed_entry;
use crate::graph::moves;
use crate::graph::region::{self, Budgets, Reached};

/// What to learn.
#[derive(Clone, Debug)]
pub struct LearnPlan {
    /// Where lines begin.
    pub start: Board,
    /// Limits on the loss along lines.
    pub budgets: Budgets,
    /// The level of the searches.
    pub level: Level,
    /// The number of threads.
    pub threads: usize,
    /// Learning ends after this time.
    pub time: Option<Duration>,
    /// Maximum number of new positions.
    pub positions: Option<u64>,
    /// Where the values come from: this program, its version, today.
    pub origin: Origin,
}

/// The progress of learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LearnProgress {
    /// Positions that are new, and on the disk.
    pub new: u64,
    /// Positions whose leaf was searched again, and that are on the disk.
    pub searched_again: u64,
    /// Leaves that wait to be learned, as of the last round.
    pub waiting: usize,
    /// The value of the start.
    pub value: Option<BookValue>,
}

/// A search to do.
#[derive(Clone, Copy, Debug)]
struct Task {
    position: BookPosition,
    /// The moves among which the leaf is.
    moves: Bitboard,
}

/// Log entries after which the log is merged into the sorted file, to bound memory.
const MAX_LOGGED: usize = 1_000_000;

/// The part of the waiting leaves that one round takes.
const PART_OF_A_ROUND: usize = 4;

/// Learns until the plan's end or until `stop` is raised. Everything that `on_progress` counts is on the disk.
///
/// # Errors
/// The disk may be full, and the book damaged; there must be memory for the searches.
pub fn learn(
    book: &mut BookWriter,
    evaluator: &PatternEvaluator,
    plan: &LearnPlan,
    stop: &StopFlag,
    on_progress: &mut dyn FnMut(&LearnProgress),
) -> Result<LearnProgress, BookError> {
    let mut search = Searches::start(evaluator, plan, stop)?;
    let mut progress = LearnProgress::default();
    while !stop.is_raised() {
        let reached = region::reached(&plan.start, &plan.budgets, book)?;
        let round = Round::choose_leaves(&reached, plan, progress.new, book)?;
        progress.waiting = round.waiting;
        if round.tasks.is_empty() {
            break;
        }
        search.run(&round.tasks, &mut |results| {
            let entries = entries_of(results, book, plan)?;
            progress.new += entries.n_new;
            progress.searched_again += entries.entries.len() as u64 - entries.n_new;
            book.keep(&entries.entries)?;
            on_progress(&progress);
            Ok(())
        })?;
        back_up(reached.iter().map(|it| it.position).collect(), book)?;
        progress.value = value_of(&plan.start, book)?;
        on_progress(&progress);
        if MAX_LOGGED < book.book().len_of_log() {
            book.merge_log()?;
        }
    }
    progress.value = value_of(&plan.start, book)?;
    Ok(progress)
}

/// Searches boards and takes them into the book, if they are not in it.
///
/// # Errors
/// As [`learn`].
pub fn add(
    book: &mut BookWriter,
    evaluator: &PatternEvaluator,
    boards: &[Board],
    plan: &LearnPlan,
    stop: &StopFlag,
    on_progress: &mut dyn FnMut(&LearnProgress),
) -> Result<LearnProgress, BookError> {
    let mut search = Searches::start(evaluator, plan, stop)?;
    let mut known = HashSet::new();
    let mut tasks = Vec::new();
    let mut boards: Vec<Board> = boards.to_vec();
    boards.sort_by_key(Board::n_empties);
    for position in boards.iter().filter_map(region::position_after) {
        if known.insert(position) && book.entry(position)?.is_none() {
            tasks.push(Task { position, moves: moves_leaving_book(position, book, &known)? });
        }
    }
    let mut progress = LearnProgress { waiting: tasks.len(), ..LearnProgress::default() };
    search.run(&tasks, &mut |results| {
        let entries = entries_of(results, book, plan)?;
        progress.new += entries.n_new;
        book.keep(&entries.entries)?;
        on_progress(&progress);
        Ok(())
    })?;
    back_up(known.into_iter().collect(), book)?;
    Ok(progress)
}

/// Returns the moves that leave the book: neither in it nor among `new`.
fn moves_leaving_book(
    position: BookPosition,
    book: &impl Lookup,
    new: &HashSet<BookPosition>,
) -> Result<Bitboard, BookError> {
    let board = position.board();
    let mut moves = board.legal_moves();
    for square in board.legal_moves().squares() {
        let is_inside = match region::position_after(&region::after(&board, square)) {
            Some(next) => new.contains(&next) || book.entry(next)?.is_some(),
            None => true,
        };
        if is_inside {
            moves = moves.without(square);
        }
    }
    Ok(moves)
}

/// The work of one round.
struct Round {
    tasks: Vec<Task>,
    /// The number of leaves that wait, this round's included.
    waiting: usize,
}

/// A leaf that could be taken in.
struct Candidate {
    given: Score,
    parent: BookPosition,
    /// The new position; `None` if only the leaf of `parent` is to be searched.
    child: Option<BookPosition>,
}

impl Round {
    fn choose_leaves(
        reached: &[Reached],
        plan: &LearnPlan,
        n_new: u64,
        book: &impl Lookup,
    ) -> Result<Round, BookError> {
        let Some(first) = reached.first() else { return Ok(Round::of_start(plan)) };
        debug_assert_eq!(first.given, Score::DRAW);
        let mut candidates: Vec<Candidate> =
            reached.iter().filter_map(|it| leaf_to_expand(it, plan)).collect();
        candidates.sort_by_key(|it| (it.given, std::cmp::Reverse(it.parent.board().n_empties())));
        let waiting = candidates.len();
        let size = (waiting / PART_OF_A_ROUND).max(4 * plan.threads);
        let allowed = plan.positions.map_or(usize::MAX, |max| max.saturating_sub(n_new) as usize);
        if allowed == 0 {
            // Positions that lost their leaves in the last round get new ones.
            candidates.retain(|it| it.child.is_none());
        } else {
            candidates.truncate(size.min(allowed));
        }
        let tasks = tasks(&candidates, reached, book)?;
        Ok(Round { tasks, waiting })
    }

    /// Returns the first round of an empty book.
    fn of_start(plan: &LearnPlan) -> Round {
        let start = region::position_after(&plan.start);
        let task =
            |position: BookPosition| Task { position, moves: position.board().legal_moves() };
        Round { tasks: start.map(task).into_iter().collect(), waiting: 1 }
    }
}

/// Returns the leaf of a position worth expanding, if its budget allows.
fn leaf_to_expand(reached: &Reached, plan: &LearnPlan) -> Option<Candidate> {
    let Reached { position, given, entry, .. } = reached;
    let budgets = &plan.budgets;
    if entry.is_set_by_hand() {
        return None;
    }
    let wanted = plan.level.number();
    let searched_enough =
        |leaf: &Leaf| leaf.is_exact || leaf.level.is_some_and(|level| wanted <= level.get().into());
    let Some(leaf) = entry.leaf.filter(searched_enough) else {
        let has_outside = !reached.moves_outside().is_empty();
        return has_outside.then_some(Candidate { given: *given, parent: *position, child: None });
    };
    if !region::is_in_range(entry, budgets) {
        return None;
    }
    let after = region::after(&entry.board, leaf.square);
    let loss = (entry.value.score - leaf.score).max(Score::DRAW);
    let given = *given + loss;
    let is_within =
        loss <= budgets.leaf && given <= budgets.sum && budgets.min_empties <= after.n_empties();
    let child = region::position_after(&after).filter(|_| is_within);
    child.map(|child| Candidate { given, parent: *position, child: Some(child) })
}

/// Returns the searches of some candidates: each new position once, and each position that loses its leaf.
fn tasks(
    candidates: &[Candidate],
    reached: &[Reached],
    book: &impl Lookup,
) -> Result<Vec<Task>, BookError> {
    let mut new: HashSet<BookPosition> = HashSet::new();
    for child in candidates.iter().filter_map(|it| it.child) {
        if book.entry(child)?.is_none() {
            new.insert(child);
        }
    }
    let by_position: HashMap<BookPosition, &Reached> =
        reached.iter().map(|it| (it.position, it)).collect();
    let mut tasks = Vec::new();
    let mut left = new.clone();
    for candidate in candidates {
        if let Some(child) = candidate.child.filter(|child| left.remove(child)) {
            tasks.push(Task { position: child, moves: moves_leaving_book(child, book, &new)? });
        }
        let parent = by_position[&candidate.parent].position;
        tasks.push(Task { position: parent, moves: moves_leaving_book(parent, book, &new)? });
    }
    Ok(tasks)
}

/// Entries to keep.
struct NewEntries {
    entries: Vec<Entry>,
    n_new: u64,
}

/// Makes entries of search results.
fn entries_of(
    results: &[(Task, Option<Leaf>)],
    book: &impl Lookup,
    plan: &LearnPlan,
) -> Result<NewEntries, BookError> {
    let mut new = NewEntries { entries: Vec::new(), n_new: 0 };
    for (task, leaf) in results {
        let old = book.entry(task.position)?;
        let board = task.position.board();
        let value = leaf.map_or(BookValue::estimate(Score::DRAW, None, 0), |leaf| {
            moves::value_of_leaf(leaf, &board)
        });
        new.n_new += u64::from(old.is_none());
        let blank = Entry::new(task.position, value, plan.origin);
        let entry = Entry { leaf: *leaf, origin: plan.origin, ..old.unwrap_or(blank) };
        new.entries.push(fixed_entry(entry, book)?);
    }
    Ok(new)
}

/// Computes the values of positions, from the end of the game to its start, and keeps those that have
/// changed.
fn back_up(mut positions: Vec<BookPosition>, book: &mut BookWriter) -> Result<(), BookError> {
    positions.sort_by_key(|position| position.board().n_empties());
    let mut from = 0;
    while from < positions.len() {
        let n_empties = positions[from].board().n_empties();
        let is_here = |position: &BookPosition| position.board().n_empties() == n_empties;
        let n_here = positions[from..].iter().take_while(|position| is_here(position)).count();
        let mut changed = Vec::new();
        for position in &positions[from..from + n_here] {
            let Some(old) = book.entry(*position)? else { continue };
            let fixed = fixed_entry(old, book)?;
            if fixed != old {
                changed.push(fixed);
            }
        }
        book.keep(&changed)?;
        from += n_here;
    }
    Ok(())
}

fn value_of(board: &Board, book: &impl Lookup) -> Result<Option<BookValue>, BookError> {
    let entry = region::position_after(board).map(|position| book.entry(position)).transpose()?;
    Ok(entry.flatten().map(|entry| entry.value))
}

/// Gets results of searches.
type OnResults<'a> = dyn FnMut(&[(Task, Option<Leaf>)]) -> Result<(), BookError> + 'a;

/// The searches of a learner, on some threads.
struct Searches<'a> {
    workers: Vec<LeafSearch<'a>>,
    stop: &'a StopFlag,
}

/// The results that are kept together: a sync of the disk costs about as much as a search.
const KEPT_TOGETHER: Duration = Duration::from_millis(200);

impl<'a> Searches<'a> {
    fn start(
        evaluator: &'a PatternEvaluator,
        plan: &LearnPlan,
        stop: &'a StopFlag,
    ) -> Result<Searches<'a>, OutOfMemoryError> {
        // A time that no clock can count to is none.
        let deadline = plan.time.and_then(|time| Instant::now().checked_add(time));
        let workers = (0..plan.threads.max(1))
            .map(|_| LeafSearch::new(evaluator, plan.level, stop, deadline))
            .collect::<Result<_, _>>()?;
        Ok(Searches { workers, stop })
    }

    /// Does the searches and passes on their results, some at a time. Ends early if the stop flag is
    /// raised, or on an error.
    fn run(&mut self, tasks: &[Task], on_results: &mut OnResults<'_>) -> Result<(), BookError> {
        let (next, stop) = (&AtomicUsize::new(0), self.stop);
        std::thread::scope(|scope| {
            let (sender, results) = mpsc::channel();
            for worker in &mut self.workers {
                let sender = sender.clone();
                scope.spawn(move || {
                    while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let leaf = worker.best_of(&task.position.board(), task.moves);
                        // Without a leaf there was nothing to search, or the search was stopped.
                        let is_done = !stop.is_raised();
                        if !is_done || sender.send((*task, leaf)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let delivered = deliver(&results, on_results);
            if delivered.is_err() {
                stop.raise();
            }
            delivered
        })
    }
}

/// Passes results on, those of a short time together.
fn deliver(
    results: &mpsc::Receiver<(Task, Option<Leaf>)>,
    on_results: &mut OnResults<'_>,
) -> Result<(), BookError> {
    while let Ok(first) = results.recv() {
        let mut gathered = vec![first];
        let until = Instant::now() + KEPT_TOGETHER;
        while let Ok(next) = results.recv_timeout(until.saturating_duration_since(Instant::now())) {
            gathered.push(next);
        }
        on_results(&gathered)?;
    }
    Ok(())
}
