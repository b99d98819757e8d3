//! `willow lab ladder`: ratings of everybody.

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, SystemTime};

use willow_files::Overwrite;
use willow_lab::ladder::{LadderOptions, Ledger, Limits, News, Table, players, run, with_specs};

use super::failed;
use crate::args::LadderArgs;
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::status::Status;

/// The random moves of an opening, as in matches.
const OPENING_PLIES: u32 = 8;

/// After so many games a line is printed, so that a log tells how far the ladder is.
const GAMES_BETWEEN_LINES: usize = 100;

/// The default of `--budget`, which need not be repeated.
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
    let is_ours = args.force || games.exists();
    let overwrite = if is_ours { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&document, overwrite)?;
    files::check_free(&numbers, overwrite)?;
    let options = LadderOptions { seed: args.seed, plies: OPENING_PLIES };
    let mut ledger = Ledger::open(&games, options).map_err(|error| failed(&error))?;
    let limits = Limits { budget: args.budget, games: args.games, threads: args.threads as usize };
    let table = play(&players, &mut ledger, limits).map_err(|error| failed(&error))?;
    let made = format!("Made by `{}` on {}:", command(args), today());
    files::write(&document, table.markdown(&made).as_bytes(), overwrite)?;
    let mut bytes = serde_json::to_vec_pretty(&table).expect("the values are plain data");
    bytes.push(b'\n');
    files::write(&numbers, &bytes, overwrite)?;
    super::super::print(&brief(&table))?;
    Ok(Status::Done)
}

/// Plays with a bar that shows the time left.
fn play(
    players: &[willow_lab::ladder::LadderPlayer],
    ledger: &mut Ledger,
    limits: Limits,
) -> anyhow::Result<Table> {
    let by_games = limits.games != u32::MAX;
    let progress =
        Progress::bar(if by_games { limits.games.into() } else { limits.budget.as_secs() });
    run(players, ledger, limits, &mut |News { game, games }| {
        progress.reach(if by_games { games as u64 } else { game.seconds as u64 });
        progress.say(format!("{games} games, {} v. {}", game.first, game.second));
        if games.is_multiple_of(GAMES_BETWEEN_LINES) {
            let (minutes, all) = (game.seconds / 60.0, limits.budget.as_secs() / 60);
            progress.aside(|| eprintln!("{games:6} games, {minutes:.0} of {all} minutes"));
        }
    })
}

/// Returns the command that makes the same ladder.
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

fn brief(table: &Table) -> String {
    table.rows.iter().fold(String::new(), |mut text, row| {
        let _ = writeln!(
            text,
            "{:7.0} ({:.0} to {:.0})  {:4} games  {}",
            row.elo, row.low, row.high, row.games, row.player
        );
        text
    })
}

/// Returns the date of today in universal time.
fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (year, month, day) = civil((since.as_secs() / 86_400) as i64);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Returns the date so many days after 1970-01-01: Fliegel and Van Flandern, "A machine algorithm for
/// processing calendar dates", Communications of the ACM 11 (1968), by the Julian day number.
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
