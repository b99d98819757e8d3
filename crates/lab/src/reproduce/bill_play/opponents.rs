//! BILL against other programs on the simulated machine: guesses of thinking ahead, and Iago at
//! unequal times.

use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::clock_games::{OPENING_PLIES, OPENING_SEED, bill, game_time, simulated_games};
use crate::reproduce::bill_turns::{ConstantSet, SETS, with_tuned_bill};
use crate::reproduce::measurements::{MeasurementKey, Measurements};
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::simulated_machine::{
    BILL_NODES_PER_SECOND, IAGO_NODES_PER_SECOND, IagoSetup, PlayerSetup, SimulatedGame,
    TimePerMove,
};
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};
use crate::statistics::mean_and_error;

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
pub(super) struct GuessCounts {
    moves: u32,
    hits: u32,
    first_hits: u32,
}

impl GuessCounts {
    fn percent(&self, count: u32) -> f64 {
        100.0 * f64::from(count) / f64::from(self.moves.max(1))
    }

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

/// The part of the moves that BILL guessed in the report, in percent: at Waterloo and at the North
/// American Championship.
const REPORTS_GUESSES: [f64; 2] = [27.0, 51.0];

/// Plays against the opponents whose moves BILL guesses.
pub(super) fn guesses(
    measurements: &mut Measurements<'_>,
    (name, constants): ConstantSet,
) -> Result<Vec<GuessCounts>> {
    let n_games = measurements.full_or_quick(10, 2);
    let time = game_time(measurements);
    let seconds = MOVE_TIME_PART * time.as_secs_f64();
    let play = |opponent: &str| {
        let parameters = json!({
            "opponent": opponent,
            "seconds_of_a_move": seconds,
            "games": n_games,
            "seconds": time.as_secs(),
            "nodes_per_second": BILL_NODES_PER_SECOND,
            "random_plies": OPENING_PLIES,
            "seed": OPENING_SEED,
        });
        let key = MeasurementKey::new(format!("thinking ahead against {opponent}"), parameters)
            .of_constants(name);
        measurements.get_or_measure(&key, || {
            let time_per_move = TimePerMove::SecondsPerMove(seconds);
            let setup = PlayerSetup::Program(with_tuned_bill(opponent).parse()?, time_per_move);
            let bill = PlayerSetup::Bill(bill(time, constants));
            Ok(GuessCounts::of(&simulated_games(&bill, &setup, n_games)?))
        })
    };
    OPPONENTS.into_iter().map(play).collect()
}

/// Returns the table of the guesses of thinking ahead.
pub(super) fn ahead_table(guesses: &[Vec<GuessCounts>]) -> ReportTable {
    let [waterloo, championship] = REPORTS_GUESSES;
    let mut table = ReportTable::new(
        &format!(
            "Thinking ahead (section 3.3.2): the part of the opponent's moves that were guessed. The paper: \
             {waterloo}% at Waterloo, {championship}% at the North American Championship"
        ),
        &["opponent", "constants", "moves", "first guess", "any guess"],
    );
    for (number, opponent) in OPPONENTS.iter().enumerate() {
        for ((name, _), guesses) in SETS.iter().zip(guesses) {
            let guesses = guesses[number];
            table.add_row([
                format!("`{}`", with_tuned_bill(opponent)),
                (*name).to_owned(),
                guesses.moves.to_string(),
                format!("{:.0}%", guesses.percent(guesses.first_hits)),
                format!("{:.0}%", guesses.percent(guesses.hits)),
            ]);
        }
    }
    table
}

/// Returns the report's claims about guesses. The first of the opponents stands for the weak
/// programs of Waterloo, the last for the strong ones of the championship.
pub(super) fn guess_claims(guesses: &[GuessCounts]) -> Vec<PaperClaim> {
    let percent = |one: Option<&GuessCounts>| {
        one.map_or(f64::NAN, |guesses| guesses.percent(guesses.first_hits))
    };
    let ours = [percent(guesses.first()), percent(guesses.last())];
    let pairs = REPORTS_GUESSES.into_iter().zip(ours);
    let figures: Vec<ComparedFigure> =
        pairs.map(|(paper, ours)| ComparedFigure::new(paper, ours)).collect();
    let moves = guesses.iter().map(|guesses| guesses.moves).min().unwrap_or(0);
    let claim = |claim: &str, test| PaperClaim {
        claim: claim.to_owned(),
        test,
        sample: Sample::at_least(moves as usize, 200, "moves"),
    };
    vec![
        claim(
            "thinking ahead is of more use against the strongest opponent than against the weakest",
            ClaimTest::SameOrder(figures.clone()),
        ),
        claim(
            "guesses that come true, in percent: weakest and strongest opponent",
            ClaimTest::Figures(Tolerance::Within(10.0), figures),
        ),
    ]
}

/// The result of a match between BILL and Iago, from BILL's view.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct IagoMatch {
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

/// The parts of the game's time that BILL has against IAGO, and the report's words.
const CLOCKS: [(u32, &str); 2] = [(1, "wins \"consistently\""), (5, "wins")];

/// Plays BILL against IAGO of 1982, with all of BILL's time and with a fifth.
pub(super) fn iago_matches(
    measurements: &mut Measurements<'_>,
    (constants_name, constants): ConstantSet,
) -> Result<Vec<IagoMatch>> {
    let n_games = measurements.full_or_quick(40, 2);
    let whole = game_time(measurements);
    let play = |(part, _): (u32, &str)| {
        let time: Duration = whole / part;
        let parameters = json!({
            "games": n_games,
            "bills_seconds": time.as_secs(),
            "bills_nodes_per_second": BILL_NODES_PER_SECOND,
            "iagos_seconds": whole.as_secs(),
            "iagos_nodes_per_second": IAGO_NODES_PER_SECOND,
            "random_plies": OPENING_PLIES,
            "seed": OPENING_SEED,
        });
        let name = format!("IAGO of 1982, {} seconds", time.as_secs());
        let key = MeasurementKey::new(name, parameters).of_constants(constants_name);
        measurements.get_or_measure(&key, || {
            let iago = PlayerSetup::Iago(IagoSetup { speed: IAGO_NODES_PER_SECOND, time: whole });
            let bill = PlayerSetup::Bill(bill(time, constants));
            Ok(IagoMatch::of(&simulated_games(&bill, &iago, n_games)?))
        })
    };
    CLOCKS.into_iter().map(play).collect()
}

/// Returns the table of BILL against IAGO.
pub(super) fn iago_table(
    measurements: &Measurements<'_>,
    matches: &[Vec<IagoMatch>],
) -> ReportTable {
    let whole = game_time(measurements);
    let mut table = ReportTable::new(
        &format!(
            "BILL against Iago (section 3.3.2: \"BILL can actually defeat IAGO with only one-fifth the time \
             allocation\"; section 4: II-14 and II-15, 56-8 and 47-17). Ours: {} games against IAGO of 1982 \
             with {} minutes at {IAGO_NODES_PER_SECOND} nodes a second; BILL thinks ahead",
            matches[0][0].games,
            whole.as_secs_f64() / 60.0
        ),
        &[
            "BILL's clock",
            "constants",
            "paper",
            "won",
            "drawn",
            "lost",
            "discs a game",
            "BILL used",
            "IAGO used",
        ],
    );
    let rows = SETS.iter().zip(matches).flat_map(|((name, _), played)| {
        CLOCKS.into_iter().zip(played).map(move |(clock, played)| (name, clock, played))
    });
    for (name, (part, paper), played) in rows {
        let IagoMatch { games, wins, draws, .. } = *played;
        table.add_row([
            format!("{:.1} min", (whole / part).as_secs_f64() / 60.0),
            (*name).to_owned(),
            paper.to_owned(),
            wins.to_string(),
            draws.to_string(),
            (games - wins - draws).to_string(),
            format!("{:+.1} +-{:.1}", played.discs, played.discs_error),
            format!("{:.1} min", played.bill_minutes),
            format!("{:.1} min", played.iago_minutes),
        ]);
    }
    table
}

/// Returns the report's claims about BILL against IAGO.
pub(super) fn iago_claims(matches: &[IagoMatch]) -> Vec<PaperClaim> {
    let words = ["BILL beats IAGO", "BILL beats IAGO with a fifth of the time"];
    let claim = |(claim, played): (&str, &IagoMatch)| PaperClaim {
        claim: format!("{claim} (discs a game)"),
        test: ClaimTest::Above { limit: 0.0, value: played.discs, error: played.discs_error },
        sample: Sample::at_least(played.games, 40, "games"),
    };
    words.into_iter().zip(matches).map(claim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{Verdict, VerdictReport};

    #[test]
    fn guesses_decide_the_verdict() {
        let verdict = |moves: u32, first_hits: [u32; 2]| {
            let guesses = first_hits.map(|first_hits| GuessCounts { moves, hits: 0, first_hits });
            VerdictReport::of(&guess_claims(&guesses)).verdict
        };
        assert_eq!(verdict(1000, [270, 510]), Verdict::Agrees);
        assert_eq!(verdict(1000, [480, 740]), Verdict::AgreesInOrderOnly);
        assert_eq!(verdict(1000, [510, 270]), Verdict::DoesNotAgree);
        assert_eq!(verdict(100, [27, 51]), Verdict::CannotBeCompared);
        assert_eq!(VerdictReport::of(&guess_claims(&[])).verdict, Verdict::CannotBeCompared);
    }

    #[test]
    fn bills_lead_over_iago_decides_the_verdict() {
        let game = |difference| SimulatedGame { difference, sides: Default::default() };
        let verdict = |n_pairs: usize, lead: i32| {
            // BILL has Black in the first game of a pair, White in the second.
            let pair = |number: usize| [game(lead + number as i32 % 3), game(-lead)];
            let games: Vec<SimulatedGame> = (0..n_pairs).flat_map(pair).collect();
            VerdictReport::of(&iago_claims(&[IagoMatch::of(&games), IagoMatch::of(&games)])).verdict
        };
        assert_eq!(verdict(20, 10), Verdict::Agrees);
        assert_eq!(verdict(20, -10), Verdict::DoesNotAgree);
        assert_eq!(verdict(2, 10), Verdict::CannotBeCompared);
    }
}
