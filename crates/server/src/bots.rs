//! The bots of the house: players of the arena, on threads of their own.

mod desk;

use std::sync::Arc;
use std::time::Duration;

use desk::Desk;
use willow_board::{Action, Square};
use willow_players::{
    BuildContext, GameSetup, MoveRequest, PlayerSpec, SpecError, StopFlag, build_player,
};
use willow_protocol::GameId;

use crate::clock::ServerClock;
use crate::core::{BotAnswer, HouseBot, Input, Thought};
use crate::hub::Hub;

/// The names and the SPECs of the bots: every program of the arena has one at least.
///
/// They share few threads, so none of them thinks for as long as its clock would let it.
const HOUSE: &[(&str, &str)] = &[
    ("random-bot", "random"),
    ("greedy-1978", "maximizer:eval=count-difference"),
    ("mobility-2", "minimax:depth=2,eval=mobility"),
    ("minimax-3", "minimax:depth=3,eval=weighted-squares"),
    ("alpha-beta-4", "alpha-beta:depth=4,eval=modified-weighted-squares"),
    ("sorted-5", "alpha-beta-sorted:depth=5,eval=modified-weighted-squares"),
    ("killer-5", "alpha-beta-killer:depth=5,eval=modified-weighted-squares"),
    ("late-starter", "switch:plies=20,first=(random),then=(iago:depth=4)"),
    ("iago", "iago:depth=4"),
    ("iago-1982", "iago-1982:nodes=100k"),
    ("searcher", "searcher:boards=100k,hash=on,eval=mlia"),
    ("edge-greedy", "bill:version=edge-greedy"),
    ("bill", "bill:nodes=100k"),
    ("mlia", "mlia:nodes=100k"),
    ("willow-1", "willow:level=1,hash=1M"),
    ("willow-3", "willow:level=3,hash=1M"),
    ("willow-5", "willow:level=5,hash=4M"),
    ("willow-8", "willow:level=8,hash=4M"),
    ("willow-12", "willow:level=12,hash=16M"),
];

/// Returns the bots that play for the house.
#[must_use]
pub fn house_bots() -> Vec<HouseBot> {
    let bots = HOUSE.iter().map(|&(name, spec)| HouseBot {
        name: name.parse().expect("the names in the table are names"),
        spec: spec.to_owned(),
    });
    bots.collect()
}

/// The threads on which bots think. They end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct BotPool {
    desk: Arc<Desk>,
}

impl BotPool {
    /// Starts threads that think for bots and hand their moves to the hub.
    pub(crate) fn start(
        n_threads: usize,
        bots: Vec<HouseBot>,
        hub: &Hub,
        clock: ServerClock,
    ) -> BotPool {
        let desk = Arc::new(Desk::default());
        let bots: Arc<[HouseBot]> = bots.into();
        for _ in 0..n_threads.max(1) {
            let (desk, bots, hub) = (desk.clone(), bots.clone(), hub.clone());
            std::thread::spawn(move || work(&desk, &bots, &hub, clock));
        }
        BotPool { desk }
    }

    /// Lets a bot think when a thread is free, and about nothing else in the same game.
    pub(crate) fn think(&self, thought: Thought) {
        self.desk.put(thought);
    }

    /// Takes back what was asked about a game, if no thread has begun with it.
    pub(crate) fn rest(&self, game: GameId) {
        self.desk.take_back(game);
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.desk.close();
    }
}

/// Thinks about one position after the other.
fn work(desk: &Desk, bots: &[HouseBot], hub: &Hub, clock: ServerClock) {
    while let Some(thought) = desk.next() {
        let answer = match bots.get(thought.bot) {
            Some(bot) => answer(bot, &thought, clock),
            None => BotAnswer::Failed("there is no such bot".to_owned()),
        };
        if let BotAnswer::Failed(reason) = &answer {
            tracing::error!(game = thought.game.0, reason, "a bot failed");
        }
        hub.send_from_thread(Input::Bot { game: thought.game, turn: thought.turn, answer });
    }
}

/// Asks a player for its move. A player that panics has failed.
fn answer(bot: &HouseBot, thought: &Thought, clock: ServerClock) -> BotAnswer {
    let asked = std::panic::catch_unwind(|| choose(bot, thought, clock));
    match asked {
        Ok(Ok(answer)) => answer,
        Ok(Err(reason)) => BotAnswer::Failed(reason),
        Err(_) => BotAnswer::Failed("it panicked".to_owned()),
    }
}

fn choose(bot: &HouseBot, thought: &Thought, clock: ServerClock) -> Result<BotAnswer, String> {
    let spec: PlayerSpec = bot.spec.parse().map_err(|error: SpecError| text(&error))?;
    let mut player =
        build_player(&spec, &BuildContext::new(thought.seed)).map_err(|error| text(&error))?;
    let game = &thought.snapshot.game;
    let color = game.position().side_to_move();
    let setup = GameSetup { start: *game.start(), color, seed: thought.seed };
    player.start_game(&setup).map_err(|error| text(&error))?;
    let stop = StopFlag::new();
    // The bot may have waited for its thread, at the price of its clock.
    let now = Duration::from_millis(clock.now()).max(thought.snapshot.now);
    let turn = MoveRequest::new(game, &thought.snapshot.clock, now, &stop);
    match player.choose(&turn).map_err(|error| text(&error))?.action {
        Action::Resign => Ok(BotAnswer::Resign),
        Action::Play(mv) => {
            let square: Option<Square> = mv.square();
            square.map(BotAnswer::Place).ok_or_else(|| "it passed with a move".to_owned())
        }
    }
}

fn text<E: ToString>(error: &E) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use willow_board::{Clock, Game, TimeControl};

    use super::*;

    #[test]
    fn every_program_of_the_arena_plays_for_the_house() {
        let outside = ["human", "gtp", "nboard"];
        let kinds = willow_players::player_kinds().iter().map(|kind| kind.name);
        for kind in kinds.filter(|kind| !outside.contains(kind)) {
            let plays = |spec: &str| spec.split(':').next() == Some(kind);
            assert!(HOUSE.iter().any(|(_, spec)| plays(spec)), "{kind}");
        }
    }

    #[test]
    fn no_two_bots_look_alike() {
        let shapes: std::collections::HashSet<String> =
            house_bots().iter().map(|bot| bot.name.skeleton()).collect();
        assert_eq!(shapes.len(), HOUSE.len(), "the second one would not get its name");
    }

    #[test]
    fn every_bot_of_the_house_finds_a_legal_move() {
        let clock = ServerClock::start(0);
        for (bot, house_bot) in house_bots().iter().enumerate() {
            let mut running = Clock::new(TimeControl::Unlimited);
            running.start(willow_board::Color::Black, Duration::ZERO);
            let snapshot = willow_board::GameSnapshot {
                game: Game::new(),
                clock: running,
                now: Duration::ZERO,
            };
            let thought = Thought { game: GameId(1), turn: 1, bot, snapshot, seed: 1 };
            let BotAnswer::Place(square) = answer(house_bot, &thought, clock) else {
                panic!("{} has no move", house_bot.name);
            };
            assert!(Game::new().place(square).is_ok(), "{} plays {square}", house_bot.name);
        }
    }
}
