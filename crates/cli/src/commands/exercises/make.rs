//! `willow exercises make`: a file that grows game by game and can be continued after a kill.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Instant;

use willow_board::{Move, Position};
use willow_engine::{Engine, EngineOptions, SearchControl, StopFlag};
use willow_exercises::{Exercise, Format, KnownExercises, Made, estimate, make};
use willow_files::{AppendLog, AppendLogError};

use super::games::{self, Game};
use super::line_error;
use crate::args::ExercisesMakeArgs;
use crate::error::CliError;
use crate::files::write_error;
use crate::progress::Progress;
use crate::search::all_cores;
use crate::status::{InputErrors, Status};
use crate::termination::raise_on_termination;
use crate::{output, units};

/// The hash table of each thread. It is cleared for each position.
const HASH_BYTES: usize = 16 << 20;

/// Runs the command.
pub(super) fn run(args: &ExercisesMakeArgs) -> Result<Status, CliError> {
    let (solved, estimated) = (*args.empties.end(), args.estimate);
    if estimated.is_some_and(|max| max <= solved) {
        let error = format!("--estimate is not above the {solved} empties that are solved");
        return Err(CliError::usage(error));
    }
    let mut errors = InputErrors::default();
    let games = games::read(args, &mut errors)?;
    let mut file = ExerciseFile::open(args, games.len())?;
    let stop = StopFlag::new();
    let signal = raise_on_termination(&stop)?;
    let n_before = file.n_exercises;
    file.make(&games, args, &stop)?;
    let all = units::count(file.n_exercises as usize, "exercise");
    let (new, of_games) = (file.n_exercises - n_before, units::count(games.len(), "game"));
    let (out, done, duplicates) = (args.out.display(), file.n_done, file.n_duplicates);
    output::print(&format!(
        "{out}: {all}, {new} of them new; {done} of {of_games} done, {} left out\n",
        units::count(duplicates, "duplicate")
    ))?;
    Ok(end(&signal, &errors))
}

fn end(signal: &Arc<AtomicU8>, errors: &InputErrors) -> Status {
    match signal.load(Ordering::SeqCst) {
        0 => errors.status(),
        exit_code => Status::Terminated { exit_code },
    }
}

/// Stands before what the file was begun with.
const BEGUN: &str = "#make ";
/// Stands before the solution line of the exercise above.
const LINE: &str = "#line ";
/// Stands before the number of games that are done.
const DONE: &str = "#done ";

/// The file with what a restart needs to know.
struct ExerciseFile {
    log: AppendLog,
    seen: KnownExercises,
    n_exercises: u64,
    /// Games.
    n_done: usize,
    n_duplicates: usize,
    /// Maximum number of exercises.
    max: u64,
}

impl ExerciseFile {
    /// Opens the file, or begins it.
    ///
    /// # Errors
    /// It is another file, or was begun with other options or games.
    fn open(args: &ExercisesMakeArgs, n_games: usize) -> Result<ExerciseFile, CliError> {
        let head = Format::Tsv.head().trim_end();
        let (first, columns) = head.split_once('\n').expect("the head has two lines");
        let check = |line: &str| if line == first { Ok(()) } else { Err("not made by `make`") };
        let (log, text) = AppendLog::open(&args.out, first, check)
            .map_err(|error: AppendLogError| CliError::from(&error))?;
        let exercises = Format::Tsv.read(&text).map_err(|error| line_error(&args.out, &error))?;
        let n_exercises = exercises.len() as u64;
        let (seen, max) = (KnownExercises::default(), args.count.unwrap_or(u64::MAX));
        let mut file = ExerciseFile { log, seen, n_exercises, n_done: 0, n_duplicates: 0, max };
        for exercise in &exercises {
            file.seen.add_position(&exercise.position);
        }
        let (shard, empties) = (args.shard, &args.empties);
        let begun = format!(
            "{BEGUN}shard {}/{}, {} to {} empties, {}{}",
            shard.number,
            shard.of,
            empties.start(),
            empties.end(),
            args.estimate.map_or_else(String::new, |max| format!("estimates to {max}, ")),
            units::count(n_games, "game")
        );
        match text.lines().find(|line| line.starts_with(BEGUN)) {
            Some(line) if line == begun => file.resume(&text),
            Some(line) => {
                let was = line.trim_start_matches(BEGUN);
                let error = format!("{}: begun with {was}", args.out.display());
                return Err(CliError::failed(error).with_hint(
                    "give the same inputs, --shard, --empties and --estimate to go on, or another --out",
                ));
            }
            None if n_exercises == 0 => file.append(args, &format!("{columns}\n{begun}"))?,
            None => {
                let error = format!("{}: not made by `make`", args.out.display());
                return Err(CliError::failed(error).with_hint("choose another --out"));
            }
        }
        Ok(file)
    }

    /// Takes in what an earlier run has written beside the exercises.
    fn resume(&mut self, text: &str) {
        for line in text.lines() {
            if let Some(moves) = line.strip_prefix(LINE) {
                let moves = moves.split(' ').filter_map(|mv| mv.parse().ok());
                self.seen.add_line(&moves.collect::<Vec<Move>>());
            } else if let Some(done) = line.strip_prefix(DONE) {
                self.n_done = done.parse().unwrap_or(self.n_done);
            }
        }
    }

    fn append(&mut self, args: &ExercisesMakeArgs, lines: &str) -> Result<(), CliError> {
        self.log.append(lines).map_err(|error| write_error(&args.out, &error))
    }

    /// Makes exercises of the games that are left, in their order whatever the number of threads.
    fn make(
        &mut self,
        games: &[Game],
        args: &ExercisesMakeArgs,
        stop: &StopFlag,
    ) -> Result<(), CliError> {
        let options = EngineOptions { threads: 1, hash_bytes: HASH_BYTES };
        let evaluator = willow_eval::weights::evaluator();
        let n_threads = args.threads.unwrap_or_else(all_cores).min(games.len().max(1));
        let engines: Vec<Engine<'static>> =
            (0..n_threads).map(|_| Engine::new(evaluator, options)).collect::<Result<_, _>>()?;
        let progress = Progress::bar((games.len() - self.n_done.min(games.len())) as u64);
        // A raised flag of its own ends the threads when there are enough exercises.
        let enough = stop.part();
        let next = AtomicUsize::new(self.n_done);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for engine in engines {
                let (sender, next, stop) = (sender.clone(), &next, &enough);
                let max_solved = *args.empties.end();
                scope.spawn(move || work(engine, games, max_solved, next, stop, &sender));
            }
            drop(sender);
            let mut early = BTreeMap::new();
            for (index, made) in receiver {
                early.insert(index, made);
                while let Some(made) = early.remove(&self.n_done) {
                    if let Err(error) = self.add_game(&games[self.n_done], made, args) {
                        enough.raise();
                        return Err(error);
                    }
                    if self.max <= self.n_exercises {
                        enough.raise();
                        return Ok(());
                    }
                    progress.step();
                    progress.say(units::count(self.n_exercises as usize, "exercise"));
                }
            }
            Ok(())
        })
    }

    /// Adds the exercises of the next game, and the mark that the game is done.
    fn add_game(
        &mut self,
        game: &Game,
        made: Vec<Made>,
        args: &ExercisesMakeArgs,
    ) -> Result<(), CliError> {
        let mut lines = Vec::new();
        for Made { exercise, line } in made {
            let is_known = self.seen.has_position(&exercise.position);
            if is_known || self.seen.has_line(&line) {
                self.n_duplicates += 1;
                // The line may be missing of an exercise after which a kill came.
                self.seen.add_line(&line);
                continue;
            }
            if self.n_exercises == self.max {
                break;
            }
            self.seen.add_position(&exercise.position);
            self.seen.add_line(&line);
            self.n_exercises += 1;
            let exercise = Exercise { source: game.source.clone(), ..exercise };
            lines.push(Format::Tsv.line(&exercise));
            let moves: Vec<String> = line.iter().map(Move::to_string).collect();
            lines.push(format!("{LINE}{}", moves.join(" ")));
        }
        self.n_done += 1;
        lines.push(format!("{DONE}{}", self.n_done));
        self.append(args, &lines.join("\n"))
    }
}

/// Makes exercises of one game after the other until there are none left or `stop` is raised. Positions with more
/// than `max_solved` empties are estimated.
fn work(
    mut engine: Engine<'static>,
    games: &[Game],
    max_solved: u32,
    next: &AtomicUsize,
    stop: &StopFlag,
    made: &mpsc::Sender<(usize, Vec<Made>)>,
) {
    let epoch = Instant::now();
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(game) = games.get(index) else { return };
        let now = || epoch.elapsed();
        let mut control = SearchControl { stop, now: &now, on_progress: &mut |_| () };
        let of = |position: &Position| {
            let is_solved = position.board().n_empties() <= max_solved;
            let made = if is_solved { make } else { estimate };
            made(&mut engine, position, &mut control)
        };
        let exercises = game.positions.iter().filter_map(of).collect();
        if stop.is_raised() || made.send((index, exercises)).is_err() {
            return;
        }
    }
}
