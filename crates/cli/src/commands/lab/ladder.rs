//! `willow lab ladder`: ratings of all players.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, SystemTime};

use willow_experiments::ladder::{
    LadderLimits, LadderLog, LadderOptions, LadderPlayer, LadderProgress, RatingTable, players,
    run, with_specs,
};

use super::output::{failed, overwrite};
use crate::args::LadderArgs;
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// The number of random moves of an opening, as in matches.
const OPENING_PLIES: u32 = 8;

/// The number of games between two lines of progress on standard error.
const GAMES_BETWEEN_LINES: usize = 100;

/// The default of `--budget`, which the printed command leaves out.
const DEFAULT_BUDGET: Duration = Duration::from_hours(2);

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

/// Returns today's date in UTC.
fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil((since.as_secs() / 86_400) as i64);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the date `days` days after 1970-01-01: Fliegel and Van Flandern, "A machine algorithm
/// for processing calendar dates", Communications of the ACM 11 (1968), by the Julian day number.
const fn civil(days: i64) -> (i64, i64, i64) {
    let mut l = days + 2_440_588 + 68_569;
    let n = 4 * l / 146_097;
    l -= (146_097 * n + 3) / 4;
    let i = 4000 * (l + 1) / 1_461_001;
    l = l - 1461 * i / 4 + 31;
    let j = 80 * l / 2447;
    (100 * (n - 49) + i + j / 11, j + 2 - 12 * (j / 11), l - 2447 * j / 80)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_453), (2025, 12, 31));
        assert_eq!(civil(20_454), (2026, 1, 1));
    }
}
