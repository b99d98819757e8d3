//! Games on a simulated machine: the clock advances with the searched nodes, not with the real
//! time.
//!
//! BILL searched 1,100 nodes a second on a VAX-11/785. Here its clock advances by the time that
//! this machine would have needed, so that a tournament game of an hour is played in less than a
//! second, and is the same game every time.

use std::time::Duration;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use willow_board::{Action, Clock, Color, Game, Move, Square, TimeControl};
use willow_classics::bill::{self, Bill};
use willow_classics::iago_1982::{self, Iago1982};
use willow_classics::{Choice, Control, GameClock, Limits, Phase, Program as _, RootPosition};
use willow_players::{
    BuildContext, GameSetup, MoveRequest, Player, PlayerSpec, StopFlag, build_player,
};

/// BILL's speed on the machine of the report (section 3.1.6.1), in nodes a second.
pub(super) const BILL_NODES_PER_SECOND: f64 = 1100.0;

/// IAGO's speed (table I-1).
pub(super) const IAGO_NODES_PER_SECOND: f64 = 150.0;

/// Returns the time that a number of nodes takes at a speed in nodes a second.
fn time_of(nodes: u64, speed: f64) -> Duration {
    Duration::from_secs_f64(nodes as f64 / speed)
}

/// BILL on a simulated machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct BillSetup {
    /// The options of BILL itself.
    pub(super) options: bill::Options,
    /// The speed of the machine, in nodes a second.
    pub(super) speed: f64,
    /// The time for the whole game.
    pub(super) time: Duration,
    /// The opponent's rating if BILL thinks on the opponent's time.
    pub(super) ahead: Option<u32>,
}

/// IAGO of 1982 on a simulated machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct IagoSetup {
    /// The speed of the machine, in nodes a second.
    pub(super) speed: f64,
    /// The time for the whole game.
    pub(super) time: Duration,
}

/// A player of a simulated game.
pub(super) enum PlayerSetup {
    /// BILL by its clock.
    Bill(BillSetup),
    /// IAGO of 1982 by its clock.
    Iago(IagoSetup),
    /// Any other player, who has no clock.
    Program(PlayerSpec, TimePerMove),
}

/// How much time a player without a clock takes for a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum TimePerMove {
    /// The time of its nodes, at a speed in nodes a second.
    NodesPerSecond(f64),
    /// A number of seconds for every move.
    SecondsPerMove(f64),
}

impl TimePerMove {
    fn seconds(self, nodes: u64) -> f64 {
        match self {
            TimePerMove::NodesPerSecond(speed) => nodes as f64 / speed,
            TimePerMove::SecondsPerMove(seconds) => seconds,
        }
    }
}

/// A move of BILL or IAGO in a simulated game.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct SimulatedTurn {
    /// The number of the player's earlier moves.
    pub(super) own_moves: u32,
    /// The number of empty squares.
    pub(super) empties: u32,
    /// The depth of the search in plies; a fraction is a part of the last iteration.
    pub(super) level: f64,
    /// Whether the alarm of the clock ended the search.
    pub(super) alarm: bool,
    /// How the move was found.
    pub(super) phase: SearchPhase,
    /// The number of searched nodes.
    pub(super) nodes: u64,
    /// The number of evaluated leaves; 0 for IAGO, who does not count them.
    pub(super) leaves: u64,
}

/// How a move was found, as written to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SearchPhase {
    /// From the book, or as the only move.
    Unsearched,
    /// By a search with the evaluation.
    Normal,
    /// By a search for a win, a draw or a loss.
    Outcome,
    /// By a search for the number of discs.
    Exact,
}

/// The statistics of one side of a simulated game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct SideStatistics {
    /// The seconds used of the clock.
    pub(super) used: f64,
    /// The number of searched nodes.
    pub(super) nodes: u64,
    /// The moves of BILL or IAGO; empty for other players.
    pub(super) turns: Vec<SimulatedTurn>,
    /// The opponent's moves after BILL had thought ahead; those of them that BILL had searched;
    /// those that were BILL's first guess.
    pub(super) ahead: [u32; 3],
}

/// A finished simulated game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SimulatedGame {
    /// Black's discs less White's at the end.
    pub(super) difference: i32,
    /// The statistics of Black and of White.
    pub(super) sides: [SideStatistics; 2],
}

/// A player during a simulated game.
enum SimulatedPlayer {
    Bill { setup: BillSetup, bill: Box<Bill> },
    Iago { setup: IagoSetup, iago: Box<Iago1982> },
    Program { player: Box<dyn Player>, time_per_move: TimePerMove },
}

/// Plays a game from the end of its opening.
pub(super) fn play(setups: [&PlayerSetup; 2], opening: &Game, seed: u64) -> Result<SimulatedGame> {
    let mut game = opening.clone();
    let mut players = Vec::new();
    for (color, setup) in Color::ALL.into_iter().zip(setups) {
        players.push(SimulatedPlayer::new(setup, color, &game, seed)?);
    }
    let mut sides = [SideStatistics::default(), SideStatistics::default()];
    while !game.is_over() {
        let color = game.position().side_to_move();
        if game.position().must_pass() {
            game.play(Move::Pass)?;
            continue;
        }
        let side = color.index();
        let (square, seconds) = players[side].choose(&game, &mut sides[side])?;
        // Meanwhile, the other side thinks about the position before the move.
        players[1 - side].think_ahead(&game, seconds);
        game.play(Move::Place(square))?;
    }
    for (player, side) in players.iter().zip(&mut sides) {
        if let SimulatedPlayer::Bill { bill, .. } = player {
            let counts = bill.ponder_counts();
            side.ahead = [counts.moves, counts.hits, counts.first_hits];
        }
    }
    let [black, white] = Color::ALL.map(|color| game.position().discs(color).count() as i32);
    Ok(SimulatedGame { difference: black - white, sides })
}

impl SimulatedPlayer {
    fn new(setup: &PlayerSetup, color: Color, game: &Game, seed: u64) -> Result<SimulatedPlayer> {
        Ok(match setup {
            PlayerSetup::Bill(setup) => {
                let bill = Bill::new(setup.options);
                let bill = match setup.ahead {
                    Some(rating) => bill.with_opponent_rating(rating),
                    None => bill,
                };
                SimulatedPlayer::Bill { setup: *setup, bill: Box::new(bill) }
            }
            PlayerSetup::Iago(setup) => {
                let iago = Box::new(Iago1982::new(iago_1982::Options::default()));
                SimulatedPlayer::Iago { setup: *setup, iago }
            }
            PlayerSetup::Program(spec, time_per_move) => {
                let mut player = build_player(spec, &BuildContext::new(seed))?;
                player.start_game(&GameSetup { start: *game.position(), color, seed })?;
                SimulatedPlayer::Program { player, time_per_move: *time_per_move }
            }
        })
    }

    /// Returns a move, and the seconds that the search took.
    fn choose(&mut self, game: &Game, side: &mut SideStatistics) -> Result<(Square, f64)> {
        let (square, nodes, time_per_move) = match self {
            SimulatedPlayer::Bill { setup, bill } => {
                let found = setup.choose(bill, game, side)?;
                (found.best, found.nodes, TimePerMove::NodesPerSecond(setup.speed))
            }
            SimulatedPlayer::Iago { setup, iago } => {
                let found = setup.choose(iago, game, side)?;
                (found.best, found.nodes, TimePerMove::NodesPerSecond(setup.speed))
            }
            SimulatedPlayer::Program { player, time_per_move } => {
                let clock = Clock::new(TimeControl::Unlimited);
                let stop = StopFlag::new();
                let decision =
                    player.choose(&MoveRequest::new(game, &clock, Duration::ZERO, &stop))?;
                let Action::Play(Move::Place(square)) = decision.action else {
                    bail!("{} made no move", player.name());
                };
                (square, decision.report.map_or(0, |report| report.nodes), *time_per_move)
            }
        };
        let seconds = time_per_move.seconds(nodes);
        side.used += seconds;
        side.nodes += nodes;
        Ok((square, seconds))
    }

    /// Thinks about the opponent's move for a number of seconds.
    fn think_ahead(&mut self, game: &Game, seconds: f64) {
        let SimulatedPlayer::Bill { setup, bill } = self else { return };
        if setup.ahead.is_none() {
            return;
        }
        let now = |nodes| time_of(nodes, setup.speed);
        let time = Duration::from_secs_f64(seconds);
        let stop = |nodes| time <= now(nodes);
        let control = Control { stop: &stop, now: &now, ..Control::UNTIMED };
        let clock = Some(GameClock::main_time(setup.time, setup.time));
        bill.ponder(&RootPosition::of_game(game), &Limits { clock, ..Limits::NONE }, control);
    }
}

impl BillSetup {
    fn choose(
        &self,
        bill: &mut Bill,
        game: &Game,
        side: &mut SideStatistics,
    ) -> Result<Choice<bill::Details>> {
        let root = RootPosition::of_game(game);
        let left = self.time.saturating_sub(Duration::from_secs_f64(side.used));
        let clock = Some(GameClock::main_time(left, self.time));
        let limits = Limits { clock, ..Limits::NONE };
        let now = |nodes| time_of(nodes, self.speed);
        let control = Control { now: &now, ..Control::UNTIMED };
        let Some(found) = bill.choose(&root, &limits, control) else {
            bail!("BILL found no move");
        };
        side.turns.push(SimulatedTurn {
            own_moves: own_moves(game),
            empties: root.board().n_empties(),
            level: found.details.level,
            alarm: found.details.alarm,
            phase: match found.details.phase {
                Phase::Normal => SearchPhase::Normal,
                Phase::Outcome => SearchPhase::Outcome,
                Phase::Exact => SearchPhase::Exact,
                _ => SearchPhase::Unsearched,
            },
            nodes: found.nodes,
            leaves: found.evaluations,
        });
        Ok(found)
    }
}

impl IagoSetup {
    fn choose(
        &self,
        iago: &mut Iago1982,
        game: &Game,
        side: &mut SideStatistics,
    ) -> Result<Choice<iago_1982::Details>> {
        let root = RootPosition::of_game(game);
        let left = self.time.saturating_sub(Duration::from_secs_f64(side.used));
        let clock = Some(GameClock::main_time(left, self.time));
        let limits = Limits { clock, ..Limits::NONE };
        let now = |nodes| time_of(nodes, self.speed);
        let control = Control { now: &now, ..Control::UNTIMED };
        let Some(found) = iago.choose(&root, &limits, control) else {
            bail!("IAGO found no move");
        };
        side.turns.push(SimulatedTurn {
            own_moves: own_moves(game),
            empties: root.board().n_empties(),
            level: found.depth.into(),
            alarm: false,
            phase: match found.details.phase {
                Phase::Normal => SearchPhase::Normal,
                Phase::Outcome => SearchPhase::Outcome,
                Phase::Exact => SearchPhase::Exact,
                _ => SearchPhase::Unsearched,
            },
            nodes: found.nodes,
            // The report has no figure for IAGO.
            leaves: 0,
        });
        Ok(found)
    }
}

/// Returns the number of moves that the side to move has made.
pub(super) fn own_moves(game: &Game) -> u32 {
    let color = game.position().side_to_move();
    let mut own = 0;
    for (ply, mv) in game.moves().enumerate() {
        let is_own = game.position_at(ply).is_some_and(|before| before.side_to_move() == color);
        own += u32::from(is_own && mv != Move::Pass);
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bill(minutes: u64) -> BillSetup {
        BillSetup {
            options: bill::Options::default(),
            speed: BILL_NODES_PER_SECOND,
            time: Duration::from_mins(minutes),
            ahead: Some(1500),
        }
    }

    #[test]
    fn a_simulated_game_is_reproducible_and_keeps_to_its_clock() {
        let spec = "alpha-beta:depth=3,eval=weighted-squares".parse().unwrap();
        let (bill, program) = (
            PlayerSetup::Bill(bill(5)),
            PlayerSetup::Program(spec, TimePerMove::NodesPerSecond(10.0)),
        );
        let game = || play([&bill, &program], &Game::new(), 1).unwrap();
        let first = game();
        assert_eq!(serde_json::to_string(&first).unwrap(), serde_json::to_string(&game()).unwrap());
        let [black, white] = &first.sides;
        assert!(0.0 < black.used && black.used < 300.0, "{}", black.used);
        assert!(20 < black.turns.len() && white.turns.is_empty());
        assert!(black.turns.iter().any(|turn| turn.phase == SearchPhase::Exact));
        let [moves, hits, first_hits] = black.ahead;
        assert!(0 < moves && first_hits <= hits && hits <= moves, "{:?}", black.ahead);
        assert!((white.nodes as f64 / 10.0 - white.used).abs() < 1e-6);
    }

    /// The used time is that of the nodes.
    #[test]
    fn bill_and_iago_keep_to_their_clocks() {
        let time = Duration::from_mins(5);
        let setups = [
            PlayerSetup::Bill(bill(5)),
            PlayerSetup::Iago(IagoSetup { speed: IAGO_NODES_PER_SECOND, time }),
        ];
        let game = play([&setups[0], &setups[1]], &Game::new(), 1).unwrap();
        for (side, speed) in game.sides.iter().zip([BILL_NODES_PER_SECOND, IAGO_NODES_PER_SECOND]) {
            assert!((side.nodes as f64 / speed - side.used).abs() < 1e-6);
            assert!(side.used < time.as_secs_f64(), "{}", side.used);
            assert!(
                side.turns.iter().any(|turn| turn.phase == SearchPhase::Normal && 2.0 < turn.level)
            );
        }
    }
}
