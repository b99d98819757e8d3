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
    self as players, BuildContext, Fact, GameSetup, HOUSE_BOTS, HouseBot, HouseBotGroup,
    MoveRequest, PlayerError, PlayerSpec, SpecError, StopFlag, build_player,
};
use willow_protocol::{BotDetails, BotGroup, GameId, Thought, ThoughtDetail};

use self::queue::BotQueue;
use crate::domain::{BotAnswer, BotJob, Input, ServerBot};
use crate::ops::ServerClock;
use crate::pipeline::input_queue::InputSender;

/// The rating with which a bot begins is its Elo plus this number. So random moves begin with 600, and
/// the 1500 of a new player are about the strength of PAIP's Iago with four plies.
const RATING_OF_RANDOM_MOVES: i32 = 600;

/// The longest principal variation that is kept, in moves. It bounds the size of what is stored of a
/// game.
const LONGEST_LINE: usize = 30;

/// Returns the server's own bots: all of the table in `players`. A bot has no thread and no memory of
/// its own; a player is built for each of its moves.
#[must_use]
pub fn server_bots() -> Vec<ServerBot> {
    HOUSE_BOTS.iter().map(server_bot).collect()
}

fn server_bot(bot: &HouseBot) -> ServerBot {
    let level = match bot.group {
        HouseBotGroup::People => BotGroup::People,
        HouseBotGroup::Historical => BotGroup::Historical,
        HouseBotGroup::Engine => BotGroup::Engine,
    };
    let details = BotDetails {
        spec: bot.spec.to_owned(),
        program: bot.name.to_owned(),
        about: bot.about(),
        level,
        ladder_elo: bot.elo.map(|measured| measured.elo),
        first_rating: bot.elo.map(|measured| measured.elo + RATING_OF_RANDOM_MOVES),
    };
    ServerBot {
        name: bot.name.parse().expect("the names in the table are valid"),
        details,
        plays_by_chance: bot.plays_by_chance(),
    }
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
    let spec: PlayerSpec = bot.details.spec.parse()?;
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

/// Returns what a player tells about a move, as clients are told.
fn thought(ply: usize, mv: Move, found: players::Thought) -> Thought {
    let discs = found.discs();
    let in_other_units = found.value.filter(|_| discs.is_none());
    let in_other_units = in_other_units
        .map(|value| ThoughtDetail { name: "value".to_owned(), text: value.to_string() });
    let own_facts = found.own_facts().into_iter();
    let own_facts = own_facts.map(|Fact { name, text }| ThoughtDetail { name, text });
    let mut line = found.line;
    line.truncate(LONGEST_LINE);
    Thought {
        ply,
        mv,
        // JSON has no number for a value that is not finite.
        value: discs.filter(|value| value.is_finite()),
        exact: found.is_exact,
        depth: found.depth,
        nodes: found.nodes,
        evaluations: found.evaluations,
        line,
        details: in_other_units.into_iter().chain(own_facts).collect(),
    }
}

#[cfg(test)]
mod tests {
    use willow_board::{Clock, Game, TimeControl};
    use willow_players::MeasuredElo;

    use super::*;

    #[test]
    fn every_kind_of_player_is_a_bot() {
        let outside = ["human", "gtp", "nboard"];
        let kinds = willow_players::player_kinds().iter().map(|kind| kind.name);
        for kind in kinds.filter(|kind| !outside.contains(kind)) {
            let plays = |bot: &&HouseBot| bot.spec.split(':').next() == Some(kind);
            assert!(HOUSE_BOTS.iter().any(|bot| plays(&bot)), "{kind}");
        }
    }

    /// Returns the player of the table that stands for a SPEC. The size of a hash table is no part of
    /// it, and PAIP's searches with equal evaluations choose about the same moves.
    fn measured_player(spec: &str) -> String {
        let keys = |kind: &str| spec.strip_prefix(kind);
        let search = ["alpha-beta-sorted:", "alpha-beta-killer:", "minimax:"].into_iter();
        let same = search.filter_map(keys).map(|keys| format!("alpha-beta:{keys}")).next();
        let greedy = || keys("maximizer:").map(|keys| format!("alpha-beta:depth=1,{keys}"));
        let random = || (spec == "random").then(|| "random:seed=1".to_owned());
        let player = same.or_else(greedy).or_else(random).unwrap_or_else(|| spec.to_owned());
        let sizes = ["1M", "4M", "16M"].map(|size| format!(",hash={size}"));
        let player = sizes.iter().fold(player, |text, size| text.replace(size, ""));
        player.parse::<PlayerSpec>().unwrap().to_string()
    }

    #[test]
    fn the_strength_of_the_bots_is_that_of_the_table() {
        let table = include_str!("../../../docs/levels.md");
        let measured = |row: &str| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let elo = cells.get(3)?.parse::<i32>().ok()?;
            let (low, high) = cells.get(4)?.split_once(" to ")?;
            let width = high.parse::<i32>().ok()? - low.parse::<i32>().ok()?;
            Some(MeasuredElo { elo, error: (width + 1) / 2 })
        };
        for bot in HOUSE_BOTS {
            let player = format!("| `{}` |", measured_player(bot.spec));
            let mut rows = table.lines().filter(|row| row.contains(&player));
            assert_eq!(rows.find_map(measured), bot.elo, "{} {player}", bot.name);
        }
        let n_measured = HOUSE_BOTS.iter().filter(|bot| bot.elo.is_some()).count();
        assert!(HOUSE_BOTS.len() - n_measured <= 1, "all but the slowest");
    }

    #[test]
    fn no_two_bots_look_alike() {
        let shapes: std::collections::HashSet<String> =
            server_bots().iter().map(|bot| bot.name.skeleton()).collect();
        assert_eq!(shapes.len(), HOUSE_BOTS.len(), "the second would not get its name");
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
                ["willow", "iago"].iter().any(|kind| server_bot.details.spec.starts_with(kind));
            assert!(thought.is_some() || !reports, "{}", server_bot.name);
            if let Some(Thought { ply, mv, value, line, details, .. }) = thought.as_deref() {
                assert_eq!((*ply, *mv), (1, square.into()), "{}", server_bot.name);
                assert!(line.first().is_none_or(|first| first == mv), "{}", server_bot.name);
                let reason = "a program whose value is not in discs tells its own";
                assert!(value.is_some() || !details.is_empty(), "{}: {reason}", server_bot.name);
            }
        }
    }
}
