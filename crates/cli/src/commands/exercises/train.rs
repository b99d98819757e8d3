//! `willow exercises do`: one exercise after the other in the terminal.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Instant;

use willow_analysis::{MoveAnalysis, compare};
use willow_board::{Move, Position, Square};
use willow_engine::{Engine, EngineOptions, SearchControl, StopFlag};
use willow_exercises::{Exercise, KnownExercises};
use willow_files::AppendLog;
use willow_protocol::escape_controls;
use willow_records::board_text;

use super::session::{self, Answer, Question};
use super::{SHIPPED, read};
use crate::args::ExercisesDoArgs;
use crate::error::CliError;
use crate::files::{self, STDIN_NAME, write_error};
use crate::search::all_cores;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &ExercisesDoArgs) -> Result<Status, CliError> {
    let file = args.file.as_deref().unwrap_or(Path::new(SHIPPED));
    let all = read(file)?.into_iter().map(|(_, exercise)| exercise);
    let mut done = Done::open()?;
    let mut exercises: Vec<Exercise> = all
        .filter(|it| args.theme.is_none() || it.theme == args.theme)
        .filter(|it| !done.seen.has_position(&it.position))
        .collect();
    if let Some(rating) = args.rating {
        exercises.sort_by_key(|exercise| exercise.rating.abs_diff(rating));
    }
    if exercises.is_empty() {
        return Err(CliError::failed(format!("{}: no exercise left", file.display()))
            .with_hint(format!("remove {} to begin anew", done.path)));
    }
    let options = EngineOptions { threads: all_cores(), ..EngineOptions::default() };
    let mut solver = Solver(Engine::new(willow_eval::weights::evaluator(), options)?);
    let mut out = io::stdout().lock();
    let question = if args.no_board { session::question_in_words } else { session::question };
    let (n_right, n_done) =
        do_all(&exercises, question, &mut done, &mut solver, &mut io::stdin().lock(), &mut out)?;
    writeln!(out, "{n_right} of {n_done} right at the first try.")?;
    Ok(Status::Done)
}

/// How an exercise ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Right,
    /// The first try was wrong.
    Wrong,
    Skipped,
    /// It comes again unless a wrong move was tried.
    Quit {
        tried: bool,
    },
}

/// Asks one exercise after the other, until there are none left or the user quits. Returns how many were right
/// at the first try, and how many were tried.
fn do_all(
    exercises: &[Exercise],
    question: Question,
    done: &mut Done,
    solver: &mut Solver,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<(usize, usize), CliError> {
    let (mut n_right, mut n_done) = (0, 0);
    for exercise in exercises {
        let outcome = ask(exercise, question, solver, input, out)?;
        match outcome {
            Outcome::Right => n_right += 1,
            Outcome::Quit { tried: false } => break,
            _ => {}
        }
        n_done += usize::from(outcome != Outcome::Skipped);
        done.add(&exercise.position, outcome)?;
        if outcome == (Outcome::Quit { tried: true }) {
            break;
        }
    }
    Ok((n_right, n_done))
}

/// Asks an exercise until a right move, `skip` or `quit`.
fn ask(
    exercise: &Exercise,
    question: Question,
    solver: &mut Solver,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Outcome, CliError> {
    writeln!(out, "{}", question(exercise))?;
    let mut tried = false;
    loop {
        out.flush()?;
        let mut line = String::new();
        let read = input.read_line(&mut line);
        let unreadable = |error| CliError::file("read", Path::new(STDIN_NAME), &error);
        if read.map_err(unreadable)? == 0 {
            return Ok(Outcome::Quit { tried });
        }
        match session::answer(&line) {
            Answer::Quit => return Ok(Outcome::Quit { tried }),
            Answer::Skip if tried => return Ok(Outcome::Wrong),
            Answer::Skip => return Ok(Outcome::Skipped),
            Answer::Help => writeln!(out, "{}", session::HELP)?,
            Answer::Other => {
                let word = escape_controls(line.trim());
                writeln!(out, "`{word}` is no square; `help` lists what can be typed")?;
            }
            Answer::Move(square) if exercise.is_right(square) => {
                writeln!(out, "{}", session::praise(exercise, square))?;
                return Ok(if tried { Outcome::Wrong } else { Outcome::Right });
            }
            Answer::Move(square) => {
                if let Err(illegal) = exercise.position.check(Move::Place(square)) {
                    writeln!(out, "{illegal}")?;
                    continue;
                }
                tried = true;
                let found = solver.compare(exercise, square);
                writeln!(out, "{}", session::refutation(&found))?;
            }
        }
    }
}

/// The engine that refutes wrong moves.
struct Solver(Engine<'static>);

impl Solver {
    /// Compares a move with the best one: exactly, if the exercise is proven.
    fn compare(&mut self, exercise: &Exercise, square: Square) -> MoveAnalysis {
        let (stop, epoch) = (StopFlag::new(), Instant::now());
        let now = || epoch.elapsed();
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        let limits = exercise.solution.basis.limits();
        compare(&mut self.0, &exercise.position, square, limits, &mut control)
    }
}

/// The log of done exercises, in the user's folder.
struct Done {
    log: AppendLog,
    path: String,
    seen: KnownExercises,
}

const HEADING: &str = "# exercises that were done";

impl Done {
    /// Opens the log, or begins it.
    fn open() -> Result<Done, CliError> {
        let folder = files::data_folder()?;
        fs::create_dir_all(&folder).map_err(|error| write_error(&folder, &error))?;
        let path = folder.join("exercises.log");
        let check =
            |line: &str| if line == HEADING { Ok(()) } else { Err("not a log of exercises") };
        let (log, text) =
            AppendLog::open(&path, HEADING, check).map_err(|error| CliError::from(&error))?;
        let mut seen = KnownExercises::default();
        let positions = text.lines().filter_map(|line| line.split('\t').next());
        for position in positions.filter_map(|it| board_text::parse(it).ok()) {
            seen.add_position(&position);
        }
        Ok(Done { log, path: path.display().to_string(), seen })
    }

    /// Adds an exercise that does not come again.
    fn add(&mut self, position: &Position, outcome: Outcome) -> Result<(), CliError> {
        let word = match outcome {
            Outcome::Right => "right",
            Outcome::Wrong | Outcome::Quit { .. } => "wrong",
            Outcome::Skipped => "skipped",
        };
        let added = self.log.append(&format!("{position}\t{word}"));
        added.map_err(|error| write_error(Path::new(&self.path), &error))
    }
}
