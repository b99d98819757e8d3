//! The arguments of `willow exercises`.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::{Args, Subcommand};
use willow_analysis::Term;
use willow_exercises::theme_named;

use super::replace::ReplaceArgs;
use super::values;

/// Do exercises whose solutions are proven, or make some from games
///
/// In an exercise few moves are right: the only one that wins or draws, or those with the most discs. The
/// solver has proven each against every reply. The rating is an estimate. See docs/exercises.md.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow exercises do
  willow exercises do --theme parity --rating 1700
  willow exercises make games.wtb --out mine.tsv
  willow exercises prove mine.tsv --sample 100")]
pub(crate) struct ExercisesArgs {
    #[command(subcommand)]
    pub(crate) step: ExercisesStep,
}

/// What to do with exercises.
#[derive(Debug, Subcommand)]
pub(crate) enum ExercisesStep {
    Do(ExercisesDoArgs),
    Make(ExercisesMakeArgs),
    Prove(ExercisesProveArgs),
    Rate(ExercisesRateArgs),
    Import(ExercisesImportArgs),
    Export(ExercisesExportArgs),
}

/// Do exercises, one after the other
///
/// Type the square of your move, `skip` or `quit`. A wrong move is refuted by the best play after
/// it. An exercise that was done does not come again: exercises.log in the folder for your files (see
/// `willow help environment`) has what was done.
#[derive(Args, Debug)]
pub(crate) struct ExercisesDoArgs {
    /// A file of exercises (default: the 1,000 that come with the program)
    #[arg(value_name = "FILE", value_parser = values::path())]
    pub(crate) file: Option<PathBuf>,
    /// Only exercises of this theme, such as parity or stoner-trap
    #[arg(long, value_name = "THEME", value_parser = theme)]
    pub(crate) theme: Option<Term>,
    /// Begin with the exercises that are nearest to this rating
    #[arg(long, value_name = "RATING")]
    pub(crate) rating: Option<u32>,
    /// List the discs instead of drawing the board, for screen readers and scripts
    #[arg(long)]
    pub(crate) no_board: bool,
}

/// Make exercises from games
///
/// Every position of the games within --empties is solved exactly, move by move. Those with at least three legal
/// moves, at most a third of them right, become exercises, unless one like it is there already. With --estimate
/// earlier positions do, too, if searches to 12 and 16 plies agree on one move by four discs; they are marked and
/// never called proven. FILE grows game by game. After Ctrl-C or a kill the same command continues.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow exercises make games.ggf --out mine.tsv
  willow exercises make WTH_2020.wtb WTH_2021.wtb --out part2.tsv --shard 2/8")]
pub(crate) struct ExercisesMakeArgs {
    /// Files of games or positions, lists of moves, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_parser = values::input())]
    pub(crate) inputs: Vec<OsString>,
    /// Write the exercises to this file, or go on with it
    #[arg(short, long, value_name = "FILE", value_parser = values::path())]
    pub(crate) out: PathBuf,
    /// Take the Ith of N parts of the games, so that N computers share the work
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    pub(crate) shard: Shard,
    /// Take positions with so many empties, up to 26
    #[arg(long, value_name = "MIN-MAX", default_value = "10-20", value_parser = empties)]
    pub(crate) empties: RangeInclusive<u32>,
    /// Estimate positions with more empties than those of --empties, up to N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) estimate: Option<u32>,
    /// End when FILE has N exercises
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) count: Option<u64>,
    /// Solve N positions at once (default: all cores)
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,
}

/// Solve exercises again
///
/// Moves and scores are compared with what the solver finds now. The exit code is 1 if something is wrong.
#[derive(Args, Debug)]
pub(crate) struct ExercisesProveArgs {
    /// A file of exercises; `shipped`: those that come with the program
    #[arg(value_name = "FILE", value_parser = values::path())]
    pub(crate) file: PathBuf,
    /// Solve N of them, chosen at random
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) sample: Option<u64>,
    /// Seed the choice
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sample")]
    pub(crate) seed: u64,
    /// Search with N threads (default: all cores)
    #[arg(short = 'j', long, value_name = "N", value_parser = values::threads())]
    pub(crate) threads: Option<usize>,
}

/// Find ratings and themes of exercises anew
///
/// The ratings follow from how often the levels for people would find a right move. The solutions stay; `prove` solves
/// them again.
#[derive(Args, Debug)]
pub(crate) struct ExercisesRateArgs {
    /// A file of exercises; `shipped`: those that come with the program
    #[arg(value_name = "IN", value_parser = values::path())]
    pub(crate) input: PathBuf,
    /// The file to write, in the format of its ending
    #[arg(value_name = "OUT", value_parser = values::path())]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
}

/// Add the exercises of a file to another one
///
/// The ending is the format: .tsv, .jsonl or .json, .obf. What OUT has already, perhaps mirrored, is left out.
/// Scores are not solved again; `prove` does that.
#[derive(Args, Debug)]
pub(crate) struct ExercisesImportArgs {
    /// The exercises to add
    #[arg(value_name = "IN", value_parser = values::path())]
    pub(crate) input: PathBuf,
    /// The file to extend; created if missing
    #[arg(value_name = "OUT", value_parser = values::path())]
    pub(crate) out: PathBuf,
}

/// Write exercises to a new file, in the format of its ending
///
/// The endings are .tsv, .jsonl or .json, and .obf. All formats hold the same.
#[derive(Args, Debug)]
pub(crate) struct ExercisesExportArgs {
    /// A file of exercises; `shipped`: those that come with the program
    #[arg(value_name = "IN", value_parser = values::path())]
    pub(crate) input: PathBuf,
    /// The file to write
    #[arg(value_name = "OUT", value_parser = values::path())]
    pub(crate) out: PathBuf,
    /// Write N exercises, spread over kinds, ratings and themes
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub(crate) count: Option<u64>,
    #[command(flatten)]
    pub(crate) replace: ReplaceArgs,
}

/// One of several equal parts of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1 to `of`.
    pub(crate) number: usize,
    pub(crate) of: usize,
}

fn shard(text: &str) -> Result<Shard> {
    let parts = text.split_once('/').and_then(|(number, of)| {
        Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
    });
    let shard = parts.context("not a part such as 2/8")?;
    ensure!((1..=shard.of).contains(&shard.number), "the parts of N are 1/N to N/N");
    Ok(shard)
}

/// Maximum number of empties that exercises are made with: more take hours.
const MAX_EMPTIES: u32 = 26;

fn empties(text: &str) -> Result<RangeInclusive<u32>> {
    let ends =
        text.split_once('-').and_then(|(min, max)| Some(min.parse().ok()?..=max.parse().ok()?));
    let empties: RangeInclusive<u32> = ends.context("not two numbers such as 10-18")?;
    ensure!(empties.start() <= empties.end(), "the first number is greater than the second");
    ensure!(*empties.end() <= MAX_EMPTIES, "at most {MAX_EMPTIES} empties can be solved");
    Ok(empties)
}

fn theme(text: &str) -> Result<Term> {
    theme_named(text).with_context(|| {
        let names = Term::ALL.map(willow_exercises::theme_name);
        format!("the themes are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_ranges_are_checked() {
        assert_eq!(shard("2/8").unwrap(), Shard { number: 2, of: 8 });
        assert_eq!(empties("10-26").unwrap(), 10..=26);
        for text in ["", "1", "0/2", "3/2", "1/0", "a/b", "1/2/3"] {
            assert!(shard(text).is_err(), "{text}");
        }
        for text in ["", "10", "12-10", "10-27", "a-b", "-3-5"] {
            assert!(empties(text).is_err(), "{text}");
        }
        assert!(theme("stoner-trap").is_ok() && theme("stoner").is_err());
    }
}
