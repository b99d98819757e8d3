//! BILL against others on the machine: guesses of thinking ahead, and Iago at unequal times.

use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::tournament::{bill, game_time, machine_games};
use crate::reproduce::machine::{MachineGame, Pace, Seat};
use crate::reproduce::report::Table;
use crate::reproduce::series::mean_and_error;
use crate::reproduce::workbench::Workbench;

/// The opponents whose moves BILL guesses, the weakest first.
const OPPONENTS: [&str; 5] = [
    "alpha-beta:depth=4,eval=count-difference",
    "alpha-beta:depth=4,eval=weighted-squares",
    "iago:depth=4",
    "mlia:depth=5",
    "bill:depth=7",
];

/// The part of their time that they take for a move, which BILL uses: 25 of 30 minutes for 30 moves.
const PART: f64 = 25.0 / 30.0 / 30.0;

/// The speed of Iago's machine (table I-1).
const IAGO_NODES_PER_SECOND: f64 = 150.0;

/// What a match says of guesses.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Guesses {
    moves: u32,
    hits: u32,
    first_hits: u32,
}

impl Guesses {
    /// Sums up games in which BILL has Black in the first, White in the second and so on.
    fn of(games: &[MachineGame]) -> Guesses {
        let mut sums = [0; 3];
        for (number, game) in games.iter().enumerate() {
            for (sum, count) in sums.iter_mut().zip(game.sides[number % 2].ahead) {
                *sum += count;
            }
        }
        let [moves, hits, first_hits] = sums;
        Guesses { moves, hits, first_hits }
    }
}

/// How often BILL thinks ahead about the right move.
pub(super) fn ahead_table(bench: &mut Workbench<'_>) -> Result<Table> {
    let n_games = bench.amount(10, 2);
    let time = game_time(bench);
    let pace = Pace::SecondsPerMove(PART * time.as_secs_f64());
    let mut table = Table::new(
        "Thinking ahead (section 3.3.2): the part of the opponent's moves that were guessed. The paper: 27% \
         at Waterloo, 51% at the North American Championship",
        &["opponent", "moves", "first guess", "any guess"],
    );
    for opponent in OPPONENTS {
        let guesses = bench.row(&format!("thinking ahead against {opponent}"), || {
            let seat = Seat::Program(opponent.parse()?, pace);
            let bill = Seat::Bill(bill(time, Some(1500)));
            Ok(Guesses::of(&machine_games(&bill, &seat, n_games)?))
        })?;
        let part = |count: u32| {
            format!("{:.0}%", 100.0 * f64::from(count) / f64::from(guesses.moves.max(1)))
        };
        table.row([
            format!("`{opponent}`"),
            guesses.moves.to_string(),
            part(guesses.first_hits),
            part(guesses.hits),
        ]);
    }
    Ok(table)
}

/// A match between BILL and Iago on their machines.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Match {
    games: usize,
    wins: usize,
    draws: usize,
    discs: f64,
    discs_error: f64,
    bill_minutes: f64,
    iago_minutes: f64,
}

impl Match {
    fn of(games: &[MachineGame]) -> Match {
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
        Match {
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

/// BILL against Iago with all its time, and with a fifth of it.
pub(super) fn iago_table(bench: &mut Workbench<'_>) -> Result<Table> {
    let n_games = bench.amount(40, 2);
    let depth = bench.amount(6, 3);
    let mut table = Table::new(
        &format!(
            "BILL against Iago (section 3.3.2: \"BILL can actually defeat IAGO with only one-fifth the time \
             allocation\"; section 4: II-14 and II-15, 56-8 and 47-17). Ours: {n_games} games against PAIP's \
             Iago at {depth} plies, at 150 nodes a second; BILL thinks ahead"
        ),
        &[
            "BILL's clock",
            "paper",
            "won",
            "drawn",
            "lost",
            "discs a game",
            "BILL used",
            "Iago used",
        ],
    );
    let clocks = [(1, "wins \"consistently\""), (5, "wins")];
    for (part, paper) in clocks {
        let time: Duration = game_time(bench) / part;
        let played = bench.row(&format!("Iago, a clock of {} seconds", time.as_secs()), || {
            let iago = format!("iago:depth={depth}").parse()?;
            let iago = Seat::Program(iago, Pace::NodesPerSecond(IAGO_NODES_PER_SECOND));
            let bill = Seat::Bill(bill(time, Some(1500)));
            Ok(Match::of(&machine_games(&bill, &iago, n_games)?))
        })?;
        let Match { games, wins, draws, .. } = played;
        table.row([
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
