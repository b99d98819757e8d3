//! Games on a machine of a given speed, whatever the real one's: the clock goes with the work.
//!
//! BILL searched 1,100 nodes a second on a VAX-11/785. Here its clock moves on by as much as that
//! machine would have needed, so that a tournament game of an hour is played in less than a second,
//! and is the same game every time.

use std::time::Duration;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use willow_board::{Action, Clock, Color, Game, Move, Square, TimeControl};
use willow_classics::{
    AheadSetup, Bill, BillControl, BillLimits, BillMove, BillOptions, BillPhase, BillTime,
    Iago1982, Iago1982Control, Iago1982Limits, Iago1982Move, Iago1982Options, Iago1982Phase,
    Iago1982Time,
};
use willow_players::{
    BuildContext, GameSetup, MoveRequest, Player, PlayerSpec, StopFlag, build_player,
};

/// BILL's speed on the machine of the report (section 3.1.6.1), in nodes a second.
pub(super) const VAX: f64 = 1100.0;

/// IAGO's speed (table I-1).
pub(super) const IAGO: f64 = 150.0;

/// Returns the time that so many nodes take at a speed in nodes a second.
fn time_of(nodes: u64, speed: f64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / speed)
}

/// How BILL sits at the machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct BillSeat {
    pub(super) options: BillOptions,
    /// The nodes a second of its machine.
    pub(super) speed: f64,
    /// The time for the whole game.
    pub(super) time: Duration,
    /// Whether it thinks on its opponent's time; then the opponent's rating.
    pub(super) ahead: Option<u32>,
}

/// How IAGO of 1982 sits at its machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct IagoSeat {
    /// The nodes a second of its machine.
    pub(super) speed: f64,
    /// The time for the whole game.
    pub(super) time: Duration,
}

/// Somebody at a machine.
pub(super) enum Seat {
    Bill(BillSeat),
    Iago(IagoSeat),
    /// A player who is not short of time.
    Program(PlayerSpec, Pace),
}

/// How long a program takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pace {
    /// As long as its machine needs at so many nodes a second.
    NodesPerSecond(f64),
    /// So many seconds for every move.
    SecondsPerMove(f64),
}

impl Pace {
    fn seconds(self, nodes: u64) -> f64 {
        match self {
            Pace::NodesPerSecond(speed) => nodes as f64 / speed,
            Pace::SecondsPerMove(seconds) => seconds,
        }
    }
}

/// A move of BILL's or IAGO's in such a game.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct MachineTurn {
    /// The number of its own moves before.
    pub(super) own_moves: u32,
    pub(super) empties: u32,
    pub(super) level: f64,
    pub(super) alarm: bool,
    pub(super) phase: Phase,
    pub(super) nodes: u64,
    pub(super) leaves: u64,
}

/// The phases of their moves, to be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Phase {
    Unsearched,
    Normal,
    Outcome,
    Exact,
}

/// What a side's game was like.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct SideReport {
    /// The seconds used of its clock.
    pub(super) used: f64,
    /// The nodes of its searches.
    pub(super) nodes: u64,
    pub(super) turns: Vec<MachineTurn>,
    /// Moves of the opponent after BILL had thought ahead; of those, the ones that it had searched, and
    /// its first guesses.
    pub(super) ahead: [u32; 3],
}

/// A game on the machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MachineGame {
    /// Black's discs less White's at the end.
    pub(super) difference: i32,
    /// Black's side and White's.
    pub(super) sides: [SideReport; 2],
}

/// Somebody at the machine during a game.
enum Mind {
    Bill { seat: BillSeat, bill: Box<Bill> },
    Iago { seat: IagoSeat, iago: Box<Iago1982> },
    Program { player: Box<dyn Player>, pace: Pace },
}

/// Plays a game on from its opening.
pub(super) fn play(seats: [&Seat; 2], opening: &Game, seed: u64) -> Result<MachineGame> {
    let mut game = opening.clone();
    let mut minds = Vec::new();
    for (color, seat) in Color::ALL.into_iter().zip(seats) {
        minds.push(Mind::new(seat, color, &game, seed)?);
    }
    let mut sides = [SideReport::default(), SideReport::default()];
    while !game.is_over() {
        let color = game.position().side_to_move();
        if game.position().must_pass() {
            game.play(Move::Pass)?;
            continue;
        }
        let side = color.index();
        let (square, seconds) = minds[side].choose(&game, &mut sides[side])?;
        // What the other side thinks meanwhile, it thinks about the position before the move.
        minds[1 - side].think_ahead(&game, seconds);
        game.play(Move::Place(square))?;
    }
    for (mind, side) in minds.iter().zip(&mut sides) {
        if let Mind::Bill { bill, .. } = mind {
            let counts = bill.ahead_counts();
            side.ahead = [counts.moves, counts.hits, counts.first_hits];
        }
    }
    let [black, white] = Color::ALL.map(|color| game.position().discs(color).count() as i32);
    Ok(MachineGame { difference: black - white, sides })
}

impl Mind {
    fn new(seat: &Seat, color: Color, game: &Game, seed: u64) -> Result<Mind> {
        Ok(match seat {
            Seat::Bill(seat) => Mind::Bill { seat: *seat, bill: Box::new(Bill::new(seat.options)) },
            Seat::Iago(seat) => {
                let iago = Box::new(Iago1982::new(Iago1982Options::default()));
                Mind::Iago { seat: *seat, iago }
            }
            Seat::Program(spec, pace) => {
                let mut player = build_player(spec, &BuildContext::new(seed))?;
                player.start_game(&GameSetup { start: *game.position(), color, seed })?;
                Mind::Program { player, pace: *pace }
            }
        })
    }

    /// Returns a move and the seconds that it took.
    fn choose(&mut self, game: &Game, side: &mut SideReport) -> Result<(Square, f64)> {
        let (square, nodes, pace) = match self {
            Mind::Bill { seat, bill } => {
                let found = seat.choose(bill, game, side)?;
                (found.square, found.counts.nodes, Pace::NodesPerSecond(seat.speed))
            }
            Mind::Iago { seat, iago } => {
                let found = seat.choose(iago, game, side)?;
                (found.square, found.nodes, Pace::NodesPerSecond(seat.speed))
            }
            Mind::Program { player, pace } => {
                let clock = Clock::new(TimeControl::Unlimited);
                let stop = StopFlag::new();
                let decision =
                    player.choose(&MoveRequest::new(game, &clock, Duration::ZERO, &stop))?;
                let Action::Play(Move::Place(square)) = decision.action else {
                    bail!("{} made no move", player.name());
                };
                (square, decision.report.map_or(0, |report| report.nodes), *pace)
            }
        };
        let seconds = pace.seconds(nodes);
        side.used += seconds;
        side.nodes += nodes;
        Ok((square, seconds))
    }

    /// Thinks about the opponent's move for so many seconds.
    fn think_ahead(&mut self, game: &Game, seconds: f64) {
        let Mind::Bill { seat, bill } = self else { return };
        let Some(rating) = seat.ahead else { return };
        let now = |nodes| time_of(nodes, seat.speed);
        let time = Duration::from_secs_f64(seconds);
        let control = BillControl { stop: &|nodes| time <= now(nodes), now: &now };
        let setup = AheadSetup { rating, game_time: seat.time };
        bill.think_ahead(game.position(), last_square(game), &setup, control);
    }
}

impl BillSeat {
    fn choose(&self, bill: &mut Bill, game: &Game, side: &mut SideReport) -> Result<BillMove> {
        let position = game.position();
        let own_moves = own_moves(game);
        let left = self.time.saturating_sub(Duration::from_secs_f64(side.used));
        let time = BillTime::Game { left, whole: self.time, own_moves };
        let limits = BillLimits { time: Some(time), ..BillLimits::default() };
        let control = BillControl { stop: &|_| false, now: &|nodes| time_of(nodes, self.speed) };
        let Some(found) = bill.choose(position, last_square(game), &limits, control) else {
            bail!("BILL found no move");
        };
        side.turns.push(MachineTurn {
            own_moves,
            empties: position.board().n_empties(),
            level: found.level,
            alarm: found.alarm,
            phase: match found.phase {
                BillPhase::Book | BillPhase::OnlyMove => Phase::Unsearched,
                BillPhase::Normal => Phase::Normal,
                BillPhase::Outcome => Phase::Outcome,
                BillPhase::Exact => Phase::Exact,
            },
            nodes: found.counts.nodes,
            leaves: found.counts.leaves,
        });
        Ok(found)
    }
}

impl IagoSeat {
    fn choose(
        &self,
        iago: &mut Iago1982,
        game: &Game,
        side: &mut SideReport,
    ) -> Result<Iago1982Move> {
        let position = game.position();
        let empties = position.board().n_empties();
        let left = self.time.saturating_sub(Duration::from_secs_f64(side.used));
        let time = Some(Iago1982Time::of_clock(left, empties.div_ceil(2)));
        let limits = Iago1982Limits { time, ..Iago1982Limits::default() };
        let control =
            Iago1982Control { stop: &|_| false, now: &|nodes| time_of(nodes, self.speed) };
        let Some(found) = iago.choose(position, last_square(game), &limits, control) else {
            bail!("IAGO found no move");
        };
        side.turns.push(MachineTurn {
            own_moves: own_moves(game),
            empties,
            level: found.level.into(),
            alarm: false,
            phase: match found.phase {
                Iago1982Phase::Book | Iago1982Phase::OnlyMove => Phase::Unsearched,
                Iago1982Phase::Normal => Phase::Normal,
                Iago1982Phase::Outcome => Phase::Outcome,
                Iago1982Phase::Exact => Phase::Exact,
            },
            nodes: found.nodes,
            // IAGO does not count them.
            leaves: 0,
        });
        Ok(found)
    }
}

/// Returns how many moves the side to move has made.
pub(super) fn own_moves(game: &Game) -> u32 {
    let color = game.position().side_to_move();
    let mut own = 0;
    for (ply, mv) in game.moves().enumerate() {
        let is_own = game.position_at(ply).is_some_and(|before| before.side_to_move() == color);
        own += u32::from(is_own && mv != Move::Pass);
    }
    own
}

/// Returns the last move if it placed a disc.
pub(super) fn last_square(game: &Game) -> Option<Square> {
    match game.last_move() {
        Some(Move::Place(square)) => Some(square),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bill(minutes: u64) -> BillSeat {
        BillSeat {
            options: BillOptions::default(),
            speed: VAX,
            time: Duration::from_mins(minutes),
            ahead: Some(1500),
        }
    }

    #[test]
    fn a_game_on_the_machine_is_the_same_every_time_and_keeps_its_clock() {
        let spec = "alpha-beta:depth=3,eval=weighted-squares".parse().unwrap();
        let (bill, program) =
            (Seat::Bill(bill(5)), Seat::Program(spec, Pace::NodesPerSecond(10.0)));
        let game = || play([&bill, &program], &Game::new(), 1).unwrap();
        let first = game();
        assert_eq!(serde_json::to_string(&first).unwrap(), serde_json::to_string(&game()).unwrap());
        let [black, white] = &first.sides;
        assert!(0.0 < black.used && black.used < 300.0, "{}", black.used);
        assert!(20 < black.turns.len() && white.turns.is_empty());
        assert!(black.turns.iter().any(|turn| turn.phase == Phase::Exact));
        let [moves, hits, first_hits] = black.ahead;
        assert!(0 < moves && first_hits <= hits && hits <= moves, "{:?}", black.ahead);
        assert!((white.nodes as f64 / 10.0 - white.used).abs() < 1e-6);
    }

    /// Both keep their clocks, whose time is their nodes', to the last one.
    #[test]
    fn bill_and_iago_play_against_their_clocks() {
        let time = Duration::from_mins(5);
        let seats = [Seat::Bill(bill(5)), Seat::Iago(IagoSeat { speed: IAGO, time })];
        let game = play([&seats[0], &seats[1]], &Game::new(), 1).unwrap();
        for (side, speed) in game.sides.iter().zip([VAX, IAGO]) {
            assert!((side.nodes as f64 / speed - side.used).abs() < 1e-6);
            assert!(side.used < time.as_secs_f64(), "{}", side.used);
            assert!(side.turns.iter().any(|turn| turn.phase == Phase::Normal && 2.0 < turn.level));
        }
    }
}
