//! `willow lab ladder`: ratings of all players.

use std::fmt::Write as _;
use std::fs;

use willow_lab::ladder::{
    LadderLimits, LadderLog, LadderOptions, LadderPlayer, LadderProgress, RatingTable, players,
    run, with_specs,
};

use super::date::today;
use super::output::{failed, overwrite};
use crate::args::{DEFAULT_BUDGET, LadderArgs};
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// The number of random moves of an opening, as in matches.
const OPENING_PLIES: u32 = 8;

/// The number of games between two lines of progress on standard error.
const GAMES_BETWEEN_LINES: usize = 100;

/// Runs the command.
pub(super) fn run_ladder(args: &LadderArgs) -> Result<Status, CliError> {
    let players = if args.specs.is_empty() {
        players()
    } else {
        with_specs(&args.specs).map_err(|error| CliError::usage(format!("{error:#}")))?
    };
    let [games, document, numbers] =
        ["ladder.games", "ladder.md", "ladder.json"].map(|name| args.out.join(name));
    fs::create_dir_all(&args.out).map_err(|error| CliError::file("make", &args.out, &error))?;
    // A folder with a log belongs to a ladder, whose table is replaced.
    let overwrite = overwrite(args.force || games.exists());
    files::check_free(&document, overwrite)?;
    files::check_free(&numbers, overwrite)?;
    let options = LadderOptions { seed: args.seed, plies: OPENING_PLIES };
    let mut log = LadderLog::open(&games, options).map_err(|error| failed(&error))?;
    let limits =
        LadderLimits { budget: args.budget, games: args.games, threads: args.threads as usize };
    let table = play(&players, &mut log, limits).map_err(|error| failed(&error))?;
    let made = format!("Made by `{}` on {}:", command(args), today());
    files::write(&document, table.markdown(&made).as_bytes(), overwrite)?;
    let mut bytes = serde_json::to_vec_pretty(&table).expect("the values are plain data");
    bytes.push(b'\n');
    files::write(&numbers, &bytes, overwrite)?;
    output::print(&brief(&table))?;
    Ok(Status::Done)
}

/// Plays the games with a progress bar.
fn play(
    players: &[LadderPlayer],
    log: &mut LadderLog,
    limits: LadderLimits,
) -> anyhow::Result<RatingTable> {
    let by_games = limits.games != u32::MAX;
    let progress =
        Progress::bar(if by_games { limits.games.into() } else { limits.budget.as_secs() });
    run(players, log, limits, &mut |LadderProgress { game, games }| {
        progress.reach(if by_games { games as u64 } else { game.seconds as u64 });
        progress.say(format!("{games} games, {} v. {}", game.first, game.second));
        if games.is_multiple_of(GAMES_BETWEEN_LINES) {
            let (minutes, all) = (game.seconds / 60.0, limits.budget.as_secs() / 60);
            progress.aside(|| eprintln!("{games:6} games, {minutes:.0} of {all} minutes"));
        }
    })
}

/// Returns the command that plays the same ladder.
fn command(args: &LadderArgs) -> String {
    let mut text = "willow lab ladder".to_owned();
    for spec in &args.specs {
        // Writing to a string cannot fail.
        let _ = write!(text, " {spec}");
    }
    if args.games != u32::MAX {
        let _ = write!(text, " --games {}", args.games);
    }
    if args.budget != DEFAULT_BUDGET {
        let _ = write!(text, " --budget {}m", args.budget.as_secs().div_ceil(60));
    }
    if args.seed != 1 {
        let _ = write!(text, " --seed {}", args.seed);
    }
    text
}

fn brief(table: &RatingTable) -> String {
    table.rows.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(
            text,
            "{:7.0} ({:.0} to {:.0})  {:4} games  {}",
            row.elo, row.low, row.high, row.games, row.player
        );
        text
    })
}
