//! The server's own bots: players on threads of their own.
//!
//! Only this room knows players and their SPECs. The domain gets names, and moves come back as
//! inputs.

mod queue;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use willow_board::{Action, Move};
use willow_players::{
    BuildContext, GameSetup, MoveReport, MoveRequest, PlayerError, PlayerSpec, SpecError, StopFlag,
    build_player,
};
use willow_protocol::{GameId, Thought};

use self::queue::BotQueue;
use crate::domain::{BotAnswer, BotJob, Input, ServerBot};
use crate::ops::ServerClock;
use crate::pipeline::input_queue::InputSender;

/// The names and SPECs of the bots, at least one for every kind of player, with the Elo that
/// `docs/ladder.md` gives the SPEC.
///
/// The bots share few threads, so each has a fixed limit instead of using its whole clock.
const BOTS: &[(&str, &str, Option<i32>)] = &[
    ("random-bot", "random", Some(0)),
    ("greedy-1978", "maximizer:eval=count-difference", None),
    ("mobility-2", "minimax:depth=2,eval=mobility", None),
    ("minimax-3", "minimax:depth=3,eval=weighted-squares", None),
    ("alpha-beta-4", "alpha-beta:depth=4,eval=modified-weighted-squares", Some(727)),
    ("sorted-5", "alpha-beta-sorted:depth=5,eval=modified-weighted-squares", None),
    ("killer-5", "alpha-beta-killer:depth=5,eval=modified-weighted-squares", None),
    ("late-starter", "switch:plies=20,first=(random),then=(iago:depth=4)", None),
    ("iago", "iago:depth=4", Some(1195)),
    ("iago-1982", "iago-1982:nodes=100k", None),
    ("searcher", "searcher:boards=100k,hash=on,eval=mlia", None),
    ("edge-greedy", "bill:version=edge-greedy", None),
    ("bill", "bill:nodes=100k", None),
    ("mlia", "mlia:nodes=100k", None),
    ("willow-1", "willow:level=1,hash=1M", Some(1341)),
    ("willow-3", "willow:level=3,hash=1M", Some(1937)),
    ("willow-5", "willow:level=5,hash=4M", Some(2046)),
    ("willow-8", "willow:level=8,hash=4M", None),
    ("willow-12", "willow:level=12,hash=16M", None),
];

/// The longest principal variation that is kept, in moves. It bounds the size of what is stored of a
/// game.
const LONGEST_LINE: usize = 30;

/// Returns the server's own bots.
#[must_use]
pub fn server_bots() -> Vec<ServerBot> {
    let bots = BOTS.iter().map(|&(name, spec, ladder_elo)| ServerBot {
        name: name.parse().expect("the names in the table are valid"),
        spec: spec.to_owned(),
        ladder_elo,
    });
    bots.collect()
}

/// Why a bot has no move.
#[derive(Debug, Error)]
enum BotError {
    /// The settings have no bot of this number.
    #[error("there is no such bot")]
    Unknown,
    /// The player cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The player failed.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The player passed although it had a move.
    #[error("the player passed although it had a move")]
    Passed,
    /// The player panicked.
    #[error("the player panicked")]
    Panicked,
}

/// The threads of the bots. They end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct BotPool {
    queue: Arc<BotQueue>,
}

impl BotPool {
    /// Starts threads that search for the bots and send their moves as inputs.
    pub(crate) fn start(
        n_threads: usize,
        bots: Vec<ServerBot>,
        inputs: &InputSender,
        clock: ServerClock,
    ) -> BotPool {
        let queue = Arc::new(BotQueue::default());
        let bots: Arc<[ServerBot]> = bots.into();
        for _ in 0..n_threads.max(1) {
            let (queue, bots, inputs) = (queue.clone(), bots.clone(), inputs.clone());
            std::thread::spawn(move || work(&queue, &bots, &inputs, clock));
        }
        BotPool { queue }
    }

    /// Lets a bot search when a thread is free, in place of an older job for the same game.
    pub(crate) fn search(&self, job: BotJob) {
        self.queue.push(job);
    }

    /// Cancels the job of a game, if no thread has started it.
    pub(crate) fn cancel(&self, game: GameId) {
        self.queue.cancel(game);
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.queue.close();
    }
}

/// Searches one position after the other.
fn work(queue: &BotQueue, bots: &[ServerBot], inputs: &InputSender, clock: ServerClock) {
    while let Some(job) = queue.next() {
        let (answer, thought) = answer(bots, &job, clock).unwrap_or_else(|error| {
            tracing::error!(game = job.game.0, %error, "a bot failed");
            (BotAnswer::Failed, None)
        });
        inputs.blocking_send(Input::Bot { game: job.game, turn: job.turn, answer, thought });
    }
}

/// A bot's answer, and what it thought if its player reports that.
type Answer = (BotAnswer, Option<Box<Thought>>);

/// Asks a player for its move. A panic counts as a failure.
fn answer(bots: &[ServerBot], job: &BotJob, clock: ServerClock) -> Result<Answer, BotError> {
    let bot = bots.get(job.bot).ok_or(BotError::Unknown)?;
    std::panic::catch_unwind(|| choose(bot, job, clock)).unwrap_or(Err(BotError::Panicked))
}

fn choose(bot: &ServerBot, job: &BotJob, clock: ServerClock) -> Result<Answer, BotError> {
    let spec: PlayerSpec = bot.spec.parse()?;
    let mut player = build_player(&spec, &BuildContext::new(job.seed))?;
    let game = &job.snapshot.game;
    let color = game.position().side_to_move();
    let setup = GameSetup { start: *game.start(), color, seed: job.seed };
    player.start_game(&setup)?;
    let stop = StopFlag::new();
    // The time that the job waited for a thread counts on the bot's clock.
    let now = Duration::from_millis(clock.now()).max(job.snapshot.now);
    let request = MoveRequest::new(game, &job.snapshot.clock, now, &stop);
    let decision = player.choose(&request)?;
    match decision.action {
        Action::Resign => Ok((BotAnswer::Resign, None)),
        Action::Play(mv) => {
            let square = mv.square().ok_or(BotError::Passed)?;
            let thought = decision.report.map(|report| thought(game.n_plies() + 1, mv, report));
            Ok((BotAnswer::Place(square), thought.map(Box::new)))
        }
    }
}

/// Returns what a player reports about a move, as clients are told.
fn thought(ply: usize, mv: Move, report: MoveReport) -> Thought {
    let MoveReport { value, depth, exact, nodes, mut pv } = report;
    pv.truncate(LONGEST_LINE);
    // JSON has no number for a value that is not finite.
    let value = value.filter(|value| value.is_finite());
    Thought { ply, mv, value, exact, depth, nodes, line: pv }
}

#[cfg(test)]
mod tests {
    use willow_board::{Clock, Game, TimeControl};

    use super::*;

    #[test]
    fn every_kind_of_player_is_a_bot() {
        let outside = ["human", "gtp", "nboard"];
        let kinds = willow_players::player_kinds().iter().map(|kind| kind.name);
        for kind in kinds.filter(|kind| !outside.contains(kind)) {
            let plays = |spec: &str| spec.split(':').next() == Some(kind);
            assert!(BOTS.iter().any(|(_, spec, _)| plays(spec)), "{kind}");
        }
    }

    #[test]
    fn the_strength_of_the_bots_is_that_of_the_ladder() {
        let ladder = include_str!("../../../docs/ladder.md");
        let elo_of = |player: &str| {
            let row = ladder.lines().find(|row| row.contains(&format!("| `{player}` |")))?;
            row.split('|').nth(3)?.trim().parse::<i32>().ok()
        };
        for (name, spec, elo) in BOTS {
            // The size of a hash table is no part of the player on the ladder, the seed is.
            let spec = spec.split(",hash=").next().unwrap_or_default();
            let player = if spec == "random" { "random:seed=1" } else { spec };
            assert_eq!(elo_of(player), *elo, "{name}");
        }
    }

    #[test]
    fn no_two_bots_look_alike() {
        let shapes: std::collections::HashSet<String> =
            server_bots().iter().map(|bot| bot.name.skeleton()).collect();
        assert_eq!(shapes.len(), BOTS.len(), "the second would not get its name");
    }

    #[test]
    fn every_bot_finds_a_legal_move() {
        let clock = ServerClock::start(0);
        let bots = server_bots();
        for (bot, server_bot) in bots.iter().enumerate() {
            let mut running = Clock::new(TimeControl::Unlimited);
            running.start(willow_board::Color::Black, Duration::ZERO);
            let snapshot = willow_board::GameSnapshot {
                game: Game::new(),
                clock: running,
                now: Duration::ZERO,
            };
            let job = BotJob { game: GameId(1), turn: 1, bot, snapshot, seed: 1 };
            let Ok((BotAnswer::Place(square), thought)) = answer(&bots, &job, clock) else {
                panic!("{} has no move", server_bot.name);
            };
            assert!(Game::new().place(square).is_ok(), "{} plays {square}", server_bot.name);
            // Players that search say what they found.
            let reports =
                server_bot.spec.starts_with("willow") || server_bot.spec.starts_with("iago");
            assert!(thought.is_some() || !reports, "{}", server_bot.name);
            if let Some(Thought { ply, mv, line, .. }) = thought.as_deref() {
                assert_eq!((*ply, *mv), (1, square.into()), "{}", server_bot.name);
                assert!(line.first().is_none_or(|first| first == mv), "{}", server_bot.name);
            }
        }
    }
}
