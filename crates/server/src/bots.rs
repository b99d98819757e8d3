//! The server's own bots: players on threads of their own.
//!
//! Only this module knows players and their SPECs. The domain gets names, and moves come back as
//! inputs.

mod queue;

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use willow_board::{Action, Move};
use willow_players::{
    BuildContext, GameSetup, HOUSE_BOTS, HouseBot, HouseBotGroup, InfoField, MoveRequest,
    PlayerError, PlayerSpec, SearchInfo, SpecError, StopFlag, build_player, derive_seed,
};
use willow_protocol::{BotDetails, BotGroup, GameId, Thought, ThoughtDetail};

use self::queue::BotQueue;
use crate::domain::{BotAnswer, BotJob, Input, ServerBot};
use crate::ops::ServerClock;
use crate::pipeline::InputSender;

/// The longest principal variation that is kept, in moves. It bounds the size of what is stored of a
/// game.
const LONGEST_LINE: usize = 30;

/// Returns the server's own bots: all of the table in `players`. A bot has no thread and no memory of
/// its own; a player is built for each of its moves.
pub(crate) fn server_bots() -> Vec<ServerBot> {
    HOUSE_BOTS.iter().map(server_bot).collect()
}

fn server_bot(bot: &HouseBot) -> ServerBot {
    let level = match bot.group {
        HouseBotGroup::Learn => BotGroup::Learn,
        HouseBotGroup::People => BotGroup::People,
        HouseBotGroup::Historical => BotGroup::Historical,
        HouseBotGroup::Engine => BotGroup::Engine,
    };
    let details = BotDetails {
        spec: bot.spec.to_owned(),
        program: bot.name.to_owned(),
        about: bot.about(),
        level,
        // On the scale of the ratings.
        ladder_elo: bot.elo.map(|measured| measured.elo),
        // Random moves are where the scale begins: nothing of them was measured.
        ladder_error: bot.elo.map(|measured| measured.error).filter(|&error| error > 0),
    };
    ServerBot {
        name: bot.name.parse().expect("a test parses the names of the table"),
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

/// The bots, and what all their searches need.
#[derive(Debug)]
pub(crate) struct BotContext {
    /// The bots, in the order of the settings.
    pub(crate) bots: Vec<ServerBot>,
    /// A secret of this server, from which the seeds follow: nobody can compute the moves of a bot
    /// that plays by chance.
    pub(crate) secret: u64,
    pub(crate) clock: ServerClock,
}

/// The threads of the bots. They end when the pool is dropped.
#[derive(Debug)]
pub(crate) struct BotPool {
    queue: Arc<BotQueue>,
}

impl BotPool {
    /// Starts threads that search for the bots and send their moves as inputs.
    pub(crate) fn start(n_threads: usize, bots: BotContext, inputs: &InputSender) -> BotPool {
        let queue = Arc::new(BotQueue::default());
        let bots = Arc::new(bots);
        for _ in 0..n_threads.max(1) {
            let (queue, bots, inputs) = (queue.clone(), bots.clone(), inputs.clone());
            std::thread::spawn(move || work(&queue, &bots, &inputs));
        }
        BotPool { queue }
    }

    /// Queues a search of a bot, in place of an older job for the same game.
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
fn work(queue: &BotQueue, bots: &BotContext, inputs: &InputSender) {
    while let Some(job) = queue.next() {
        let (answer, thought) = answer(bots, &job).unwrap_or_else(|error| {
            tracing::error!(game = job.game.0, %error, "a bot failed");
            (BotAnswer::Failed, None)
        });
        inputs.blocking_send(Input::Bot { game: job.game, turn: job.turn, answer, thought });
    }
}

/// A bot's answer, and what it thought if its player reports that.
type Answer = (BotAnswer, Option<Box<Thought>>);

/// Asks a player for its move. A panic counts as a failure.
fn answer(bots: &BotContext, job: &BotJob) -> Result<Answer, BotError> {
    std::panic::catch_unwind(|| choose(bots, job)).unwrap_or(Err(BotError::Panicked))
}

/// Returns the seed of a bot's move. The player is built for this move alone and draws its first
/// numbers, so each ply needs a seed of its own. A move that is taken back and played again gets the
/// same answer.
fn seed_of_move(secret: u64, job: &BotJob) -> u64 {
    let game = derive_seed(secret, job.game.0);
    derive_seed(game, job.snapshot.game.n_plies() as u64)
}

fn choose(context: &BotContext, job: &BotJob) -> Result<Answer, BotError> {
    let BotContext { bots, secret, clock } = context;
    let bot = bots.get(job.bot).ok_or(BotError::Unknown)?;
    let spec: PlayerSpec = bot.details.spec.parse()?;
    let seed = seed_of_move(*secret, job);
    let mut player = build_player(&spec, &BuildContext::new(seed))?;
    let game = &job.snapshot.game;
    let color = game.position().side_to_move();
    let setup = GameSetup { start: *game.start(), color, seed };
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

/// Converts a player's search info to its protocol form.
fn thought(ply: usize, mv: Move, found: SearchInfo) -> Thought {
    let discs = found.discs();
    let in_other_units = found.value.filter(|_| discs.is_none());
    let in_other_units = in_other_units
        .map(|value| ThoughtDetail { name: "value".to_owned(), text: value.to_string() });
    let own_fields = found.own_fields().into_iter();
    let own_fields = own_fields.map(|InfoField { name, text }| ThoughtDetail { name, text });
    let mut line = found.line;
    line.truncate(LONGEST_LINE);
    Thought {
        ply,
        mv,
        // JSON has no number for a value that is not finite.
        value: discs.filter(|value| value.is_finite()),
        exact: found.is_exact,
        depth: found.depth,
        // A move of a book took none.
        nodes: found.nodes.filter(|&nodes| 0 < nodes),
        evaluations: found.evaluations,
        line,
        details: in_other_units.into_iter().chain(own_fields).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use willow_board::{Clock, Game, Square, TimeControl};

    #[test]
    fn every_kind_of_player_is_a_bot() {
        let outside = ["human", "gtp", "nboard"];
        let kinds = willow_players::player_kinds().iter().map(|kind| kind.name);
        for kind in kinds.filter(|kind| !outside.contains(kind)) {
            let plays = |bot: &&HouseBot| bot.spec.split(':').next() == Some(kind);
            assert!(HOUSE_BOTS.iter().any(|bot| plays(&bot)), "{kind}");
        }
    }

    #[test]
    fn no_two_bots_look_alike() {
        let shapes: std::collections::HashSet<String> =
            server_bots().iter().map(|bot| bot.name.skeleton()).collect();
        assert_eq!(shapes.len(), HOUSE_BOTS.len(), "the second would not get its name");
    }

    /// Of the anchor of the scale there is nothing to be wrong about.
    #[test]
    fn only_what_was_measured_has_an_interval() {
        let details = server_bots().into_iter().map(|bot| bot.details);
        for BotDetails { spec, ladder_elo, ladder_error, .. } in details {
            let is_measured = ladder_elo.is_some() && spec != "random";
            assert_eq!(ladder_error.is_some(), is_measured, "{spec}");
        }
    }

    fn bots(secret: u64) -> BotContext {
        BotContext { bots: server_bots(), secret, clock: ServerClock::start(0) }
    }

    /// Returns the job of a bot that is to move in a game without a clock.
    fn job(number: u64, bot: usize, game: Game) -> BotJob {
        let mut clock = Clock::new(TimeControl::Unlimited);
        clock.start(game.position().side_to_move(), Duration::ZERO);
        let snapshot = willow_board::GameSnapshot { game, clock, now: Duration::ZERO };
        BotJob { game: GameId(number), turn: 1, bot, snapshot }
    }

    /// Plays the first moves of a game with a bot on both sides.
    fn first_moves(bots: &BotContext, number: u64, name: &str) -> Vec<Square> {
        let bot = bots.bots.iter().position(|bot| bot.name.as_str() == name).unwrap();
        let mut game = Game::new();
        let mut squares = Vec::new();
        for _ in 0..12 {
            let job = job(number, bot, game.clone());
            let Ok((BotAnswer::Place(square), _)) = answer(bots, &job) else { panic!("{name}") };
            game.place(square).unwrap();
            squares.push(square);
        }
        squares
    }

    /// The place of each move in the list of the legal ones, as a part of the list.
    fn fractions(squares: &[Square]) -> Vec<std::ops::Range<f64>> {
        let mut game = Game::new();
        let mut fractions = Vec::new();
        for &square in squares {
            let legal = game.position().legal_moves();
            let place = legal.squares().position(|it| it == square).unwrap() as f64;
            let n = f64::from(legal.count());
            fractions.push(place / n..(place + 1.0) / n);
            game.place(square).unwrap();
        }
        fractions
    }

    #[test]
    fn a_bot_that_plays_by_chance_draws_a_new_number_for_each_move() {
        for name in ["random-bot", "late-starter"] {
            // Every move of a game could come from the same number.
            let of_one_number = |game: &u64| {
                let fractions = fractions(&first_moves(&bots(1), *game, name));
                // Black and White have numbers of their own anyhow.
                let of_black = fractions.iter().step_by(2);
                let start = of_black.clone().map(|it| it.start).fold(0.0, f64::max);
                start < of_black.map(|it| it.end).fold(1.0, f64::min)
            };
            let n = (1..=20).filter(of_one_number).count();
            assert!(n <= 2, "{name}: {n} of 20 games");
        }
    }

    #[test]
    fn nobody_knows_the_moves_of_chance_before_and_a_move_taken_back_is_answered_as_before() {
        let first = first_moves(&bots(1), 7, "random-bot");
        assert_eq!(first, first_moves(&bots(1), 7, "random-bot"), "the same positions");
        assert_ne!(first, first_moves(&bots(1), 8, "random-bot"), "another game");
        assert_ne!(first, first_moves(&bots(2), 7, "random-bot"), "another server");
    }

    #[test]
    fn every_bot_finds_a_legal_move() {
        let all = bots(1);
        for (bot, server_bot) in all.bots.iter().enumerate() {
            let job = job(1, bot, Game::new());
            let Ok((BotAnswer::Place(square), thought)) = answer(&all, &job) else {
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
                let reason = "the program's values are not in discs";
                assert!(value.is_some() || !details.is_empty(), "{}: {reason}", server_bot.name);
            }
        }
    }
}
