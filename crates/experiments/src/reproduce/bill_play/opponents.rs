//! BILL against other programs on the simulated machine: guesses of thinking ahead, and Iago at
//! unequal times.

use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::clock_games::{bill, game_time, simulated_games};
use crate::reproduce::measurements::Measurements;
use crate::reproduce::report::ReportTable;
use crate::reproduce::simulated_machine::{
    IAGO_NODES_PER_SECOND, IagoSetup, PlayerSetup, SimulatedGame, TimePerMove,
};
use crate::reproduce::statistics::mean_and_error;

/// The opponents whose moves BILL guesses, the weakest first.
const OPPONENTS: [&str; 5] = [
    "alpha-beta:depth=4,eval=count-difference",
    "alpha-beta:depth=4,eval=weighted-squares",
    "iago-1982:depth=5",
    "mlia:depth=5",
    "bill:depth=7",
];

/// The part of the game's time that an opponent takes for a move: 25 of 30 minutes for 30 moves.
const MOVE_TIME_PART: f64 = 25.0 / 30.0 / 30.0;

/// The counts of BILL's guesses in a match.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct GuessCounts {
    moves: u32,
    hits: u32,
    first_hits: u32,
}

impl GuessCounts {
    /// Adds up games in which BILL has Black in the first, White in the second and so on.
    fn of(games: &[SimulatedGame]) -> GuessCounts {
        let mut sums = [0; 3];
        for (number, game) in games.iter().enumerate() {
            for (sum, count) in sums.iter_mut().zip(game.sides[number % 2].ahead) {
                *sum += count;
            }
        }
        let [moves, hits, first_hits] = sums;
        GuessCounts { moves, hits, first_hits }
    }
}

/// Returns the table of the guesses of thinking ahead.
pub(super) fn ahead_table(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let n_games = measurements.full_or_quick(10, 2);
    let time = game_time(measurements);
    let time_per_move = TimePerMove::SecondsPerMove(MOVE_TIME_PART * time.as_secs_f64());
    let mut table = ReportTable::new(
        "Thinking ahead (section 3.3.2): the part of the opponent's moves that were guessed. The paper: 27% \
         at Waterloo, 51% at the North American Championship",
        &["opponent", "moves", "first guess", "any guess"],
    );
    for opponent in OPPONENTS {
        let guesses =
            measurements.get_or_measure(&format!("thinking ahead against {opponent}"), || {
                let setup = PlayerSetup::Program(opponent.parse()?, time_per_move);
                let bill = PlayerSetup::Bill(bill(time, Some(1500)));
                Ok(GuessCounts::of(&simulated_games(&bill, &setup, n_games)?))
            })?;
        let part = |count: u32| {
            format!("{:.0}%", 100.0 * f64::from(count) / f64::from(guesses.moves.max(1)))
        };
        table.add_row([
            format!("`{opponent}`"),
            guesses.moves.to_string(),
            part(guesses.first_hits),
            part(guesses.hits),
        ]);
    }
    Ok(table)
}

/// The result of a match between BILL and Iago, from BILL's view.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct IagoMatch {
    games: usize,
    wins: usize,
    draws: usize,
    discs: f64,
    discs_error: f64,
    bill_minutes: f64,
    iago_minutes: f64,
}

impl IagoMatch {
    fn of(games: &[SimulatedGame]) -> IagoMatch {
        let mut differences = Vec::new();
        let mut minutes = [0.0; 2];
        for (number, game) in games.iter().enumerate() {
            let (own, sign) = if number % 2 == 0 { (0, 1) } else { (1, -1) };
            differences.push(sign * game.difference);
            minutes[0] += game.sides[own].used / 60.0;
            minutes[1] += game.sides[1 - own].used / 60.0;
        }
        let values: Vec<f64> = differences
            .chunks(2)
            .map(|pair| f64::from(pair.iter().sum::<i32>()) / pair.len() as f64)
            .collect();
        let (discs, discs_error) = mean_and_error(&values);
        let count = |wanted: i32| differences.iter().filter(|one| one.signum() == wanted).count();
        let n = games.len() as f64;
        IagoMatch {
            games: games.len(),
            wins: count(1),
            draws: count(0),
            discs,
            discs_error,
            bill_minutes: minutes[0] / n,
            iago_minutes: minutes[1] / n,
        }
    }
}

/// Returns the table of BILL against Iago, with all of BILL's time and with a fifth.
pub(super) fn iago_table(measurements: &mut Measurements<'_>) -> Result<ReportTable> {
    let n_games = measurements.full_or_quick(40, 2);
    let mut table = ReportTable::new(
        &format!(
            "BILL against Iago (section 3.3.2: \"BILL can actually defeat IAGO with only one-fifth the time \
             allocation\"; section 4: II-14 and II-15, 56-8 and 47-17). Ours: {n_games} games against IAGO of \
             1982 with {} minutes at 150 nodes a second; BILL thinks ahead",
            game_time(measurements).as_secs_f64() / 60.0
        ),
        &[
            "BILL's clock",
            "paper",
            "won",
            "drawn",
            "lost",
            "discs a game",
            "BILL used",
            "IAGO used",
        ],
    );
    let clocks = [(1, "wins \"consistently\""), (5, "wins")];
    for (part, paper) in clocks {
        let time: Duration = game_time(measurements) / part;
        let iago = PlayerSetup::Iago(IagoSetup {
            speed: IAGO_NODES_PER_SECOND,
            time: game_time(measurements),
        });
        let played = measurements.get_or_measure(
            &format!("IAGO of 1982, {} seconds", time.as_secs()),
            || {
                let bill = PlayerSetup::Bill(bill(time, Some(1500)));
                Ok(IagoMatch::of(&simulated_games(&bill, &iago, n_games)?))
            },
        )?;
        let IagoMatch { games, wins, draws, .. } = played;
        table.add_row([
            format!("{:.1} min", time.as_secs_f64() / 60.0),
            paper.to_owned(),
            wins.to_string(),
            draws.to_string(),
            (games - wins - draws).to_string(),
            format!("{:+.1} +-{:.1}", played.discs, played.discs_error),
            format!("{:.1} min", played.bill_minutes),
            format!("{:.1} min", played.iago_minutes),
        ]);
    }
    Ok(table)
}
