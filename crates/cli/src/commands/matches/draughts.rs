//! `willow match --game draughts`: programs that play English draughts.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use serde::Serialize;
use willow_board::{Color, DiscDiff};
use willow_engine::StopFlag;
use willow_players::BuildContext;
use willow_players::draughts::DraughtsPlayer;
use willow_players::matches::{
    DraughtsMatch, DraughtsRecord, MatchScore, MatchSummary, Z_95, play_draughts,
};

use super::match_report;
use crate::args::MatchArgs;
use crate::error::CliError;
use crate::progress::Progress;
use crate::status::Status;
use crate::termination::raise_on_termination;
use crate::{json, output, players};

/// The default number of games.
const DEFAULT_GAMES: u32 = 2;
/// The default number of random plies for more than two games: tournaments draw three.
const DEFAULT_PLIES: u32 = 3;
/// The largest number of random plies.
const MOST_PLIES: u32 = 20;

/// Runs the command.
pub(super) fn run(args: &MatchArgs) -> Result<Status, CliError> {
    refuse_what_othello_has(args)?;
    let plan = plan(args)?;
    let mut players = players(args, plan.seed)?;
    if !args.json {
        output::print(&heading(&players, plan))?;
    }
    let stop = StopFlag::new();
    let exit_code = raise_on_termination(&stop, || ())?;
    let progress = Progress::bar(plan.games.into());
    let (mut score, mut failure) = (MatchScore::new(), None);
    play_draughts(&mut players, plan, &stop, &mut |record| {
        score.add(record.game, difference(record));
        progress.step();
        match progress.aside(|| show(args, record)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    drop(progress);
    failure.map_or(Ok(()), Err)?;
    let summary = score.summary(None);
    if args.json {
        json::line(&mut io::stdout().lock(), &SummaryJson::new(&summary, plan.seed))?;
    } else {
        output::print(&text(&summary))?;
    }
    if stop.is_raised() {
        let message = format!("interrupted after {} of {} games", summary.games, plan.games);
        return Err(CliError::interrupted(message, exit_code.load(Ordering::SeqCst)));
    }
    Ok(Status::Done)
}

/// Returns an error if an option is given that draughts does not have.
fn refuse_what_othello_has(args: &MatchArgs) -> Result<(), CliError> {
    let given = [
        ("--sprt", args.sprt.is_some()),
        ("--clock", args.clock.is_some()),
        ("--threads", args.threads != 1),
        ("--resume", args.resume.is_some()),
        ("--write", !args.write.is_empty()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => {
            Err(CliError::usage(format!("{option} is not available for draughts")))
        }
        None if args.specs.len() != 2 => {
            Err(CliError::usage("a match of draughts needs two players"))
        }
        None => Ok(()),
    }
}

fn plan(args: &MatchArgs) -> Result<DraughtsMatch, CliError> {
    let games = args.games.unwrap_or(DEFAULT_GAMES);
    if 1 < games && games % 2 == 1 {
        return Err(CliError::usage("--games must be even, or 1: every opening is played twice"));
    }
    let random_plies = match args.openings.as_deref() {
        None if games <= 2 => 0,
        None => DEFAULT_PLIES,
        Some("start") => 0,
        Some(text) => {
            let plies = text.strip_prefix("random:").and_then(|plies| plies.parse().ok());
            plies.filter(|&plies| plies <= MOST_PLIES).ok_or_else(|| {
                CliError::usage(format!("invalid openings `{text}` of draughts"))
                    .with_hint(format!("use start, or random:N with N from 0 to {MOST_PLIES}"))
            })?
        }
    };
    Ok(DraughtsMatch { games, random_plies, seed: args.seed.unwrap_or_else(players::fresh_seed) })
}

fn players(args: &MatchArgs, seed: u64) -> Result<[DraughtsPlayer; 2], CliError> {
    let player = |number: usize| -> Result<DraughtsPlayer, CliError> {
        let spec = players::parse_draughts(&args.specs[number])?;
        let context = BuildContext::new(willow_players::derive_seed(seed, number as u64));
        DraughtsPlayer::build(&spec, &context).map_err(|error| players::usage(&error))
    };
    Ok([player(0)?, player(1)?])
}

fn heading(players: &[DraughtsPlayer; 2], plan: DraughtsMatch) -> String {
    let openings = match plan.random_plies {
        0 => "start".to_owned(),
        plies => format!("random:{plies}"),
    };
    format!(
        "1: {}\n2: {}\n{} games of draughts, openings {openings}, seed {}\n",
        players[0].name(),
        players[1].name(),
        plan.games,
        plan.seed
    )
}

/// Returns the difference in pieces from the first player's view.
fn difference(record: &DraughtsRecord) -> DiscDiff {
    DiscDiff::new(record.result_of_first()).expect("a side has at most twelve pieces")
}

/// Prints a game if that is wanted.
fn show(args: &MatchArgs, record: &DraughtsRecord) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    if args.json {
        json::line(&mut out, record)?;
    } else if args.print.is_some() {
        out.write_all(output::printable(&printed(record)).as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

/// Returns all boards of a game with the moves between them, and its result.
fn printed(record: &DraughtsRecord) -> String {
    let mut text =
        format!("Game {}: {} (Black) v. {} (White)\n", record.game, record.black, record.white);
    for (number, position) in record.positions.iter().enumerate() {
        // Writing to a string cannot fail.
        if let Some(mv) = number.checked_sub(1).and_then(|before| record.moves.get(before)) {
            let _ = write!(text, "\n{}: {mv}", !position.side_to_move());
        }
        let _ = write!(text, "\n{}", position.numbered_diagram());
    }
    let verdict = match record.result.signum() {
        1 => format!("{} wins with {} left", Color::Black, pieces(record.result)),
        -1 => format!("{} wins with {} left", Color::White, pieces(-record.result)),
        _ => "a draw".to_owned(),
    };
    text + &format!("\nGame {}: {verdict} after {} plies\n\n", record.game, record.moves.len())
}

fn pieces(number: i32) -> String {
    crate::units::count(number.unsigned_abs() as usize, "piece")
}

fn text(summary: &MatchSummary) -> String {
    let MatchSummary { games, wins, draws, losses, .. } = summary;
    if *games == 0 {
        return "no game was completed\n".to_owned();
    }
    let percent = 100.0 * (*wins as f64 + *draws as f64 / 2.0) / *games as f64;
    let error =
        summary.mean_diff_error.map_or_else(String::new, |error| format!(" +-{:.2}", Z_95 * error));
    let mut text = format!(
        "score  {percent:.1}% for player 1 (wins {wins}, draws {draws}, losses {losses})\n\
         pieces {:+.2}{error} per game: those of the winner at the end\n\
         Elo    {}\n",
        summary.mean_diff.unwrap_or_default(),
        match_report::elo(summary),
    );
    if let Some(los) = summary.likelihood_of_superiority {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "LOS    {:.1}%", 100.0 * los);
    }
    text
}

/// The last line of JSON.
#[derive(Serialize)]
struct SummaryJson<'a> {
    summary: DraughtsSummary<'a>,
}

#[derive(Serialize)]
struct DraughtsSummary<'a> {
    #[serde(flatten)]
    figures: &'a MatchSummary,
    seed: u64,
    game: &'static str,
}

impl<'a> SummaryJson<'a> {
    fn new(figures: &'a MatchSummary, seed: u64) -> SummaryJson<'a> {
        SummaryJson { summary: DraughtsSummary { figures, seed, game: "draughts" } }
    }
}
