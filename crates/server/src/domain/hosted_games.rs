//! The games in memory, and what their players, spectators and bots do.

mod adjournments;
mod bids;
mod bot_moves;
mod clock_stops;
mod flag;
mod hosted_game;
mod left_early;
mod lockstep;
mod offer_checks;
mod play;
mod player_requests;
mod queries;
mod recipients;
mod replay;
mod results;
mod rooms;
mod slow_games;
mod spectators;
mod start;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use willow_protocol::{CommandResult, GameId, Room, Terms};

pub(crate) use self::bids::check_komi;
pub(crate) use self::bot_moves::BotMove;
pub(crate) use self::hosted_game::{GameRoom, HostedGame, Twin};
pub(crate) use self::offer_checks::check_fair;
pub(crate) use self::play::{ABORT_BEFORE, Player};
pub(crate) use self::replay::complete_events;
pub(crate) use self::slow_games::SlowTurn;
pub(crate) use self::spectators::KnownSpectators;
use super::{Context, Millis, Refusal, RoomLog, Timer, Write};

/// Game numbers reserved in the store at once.
const RESERVED_AT_ONCE: u64 = 100;

/// The time between two heartbeats: a player of days may gain this much if the server is killed.
const HEARTBEAT_INTERVAL: Millis = 600_000;

/// The games in progress, and those that ended a moment ago.
#[derive(Debug)]
pub(crate) struct HostedGames {
    by_id: BTreeMap<GameId, HostedGame>,
    /// The correspondence games in progress.
    in_days: BTreeSet<GameId>,
    /// The next number of an offer or a game.
    next: u64,
    /// The first number that is not reserved in the store.
    reserved: u64,
    /// When the store gets the next heartbeat, if a game needs heartbeats.
    next_heartbeat: Option<Millis>,
}

/// Everybody reads the games; they come and go by the methods of [`HostedGames`].
impl Deref for HostedGames {
    type Target = BTreeMap<GameId, HostedGame>;

    fn deref(&self) -> &BTreeMap<GameId, HostedGame> {
        &self.by_id
    }
}

impl HostedGames {
    /// Continues after the numbers that are reserved in the store.
    pub(crate) fn after(reserved: u64) -> HostedGames {
        let next = reserved.max(1);
        let (by_id, in_days) = (BTreeMap::new(), BTreeSet::new());
        HostedGames { by_id, in_days, next, reserved, next_heartbeat: None }
    }

    /// Returns the number of a new game, and reserves numbers in the store.
    pub(crate) fn next_id(&mut self, terms: &Terms, context: &mut Context) -> GameId {
        if terms.private {
            return context.rng.private_game_id();
        }
        let number = self.next;
        self.next += 1;
        if self.next > self.reserved {
            self.reserved = self.next + RESERVED_AT_ONCE;
            context.write(Write::Reserved(self.reserved));
        }
        GameId(number)
    }

    /// Keeps a game that is in progress.
    fn insert(&mut self, hosted: HostedGame) {
        if hosted.is_correspondence() {
            self.in_days.insert(hosted.id);
        }
        self.by_id.insert(hosted.id, hosted);
    }

    fn get_mut(&mut self, game: GameId) -> Option<&mut HostedGame> {
        self.by_id.get_mut(&game)
    }

    pub(crate) fn find(&self, game: GameId) -> Result<&HostedGame, Refusal> {
        self.get(&game).ok_or_else(|| Refusal::no_game(game))
    }

    pub(crate) fn log(&self, game: GameId, room: GameRoom) -> Option<&RoomLog> {
        self.get(&game).map(|hosted| hosted.log(room))
    }

    /// Returns a game in memory, to change it.
    fn find_mut(&mut self, game: GameId) -> Result<&mut HostedGame, Refusal> {
        self.get_mut(game).ok_or_else(|| Refusal::no_game(game))
    }

    /// Returns the correspondence games in progress.
    pub(crate) fn in_days(&self) -> impl Iterator<Item = &GameId> {
        self.in_days.iter()
    }

    /// Returns a game and, if it is one of a pair, the other one, as far as they are in progress.
    fn games_of_match(&self, game: GameId) -> Vec<GameId> {
        let twin = self.get(&game).and_then(|hosted| hosted.twin);
        let games = [game].into_iter().chain(twin.map(|twin| twin.game));
        let in_progress =
            |game: &GameId| self.get(game).is_some_and(|hosted: &HostedGame| hosted.end.is_none());
        games.filter(in_progress).collect()
    }

    /// Returns the result of a command that causes the next event of a game.
    pub(crate) fn next_event_of(&self, game: GameId) -> CommandResult {
        let last = self.get(&game).map_or(0, HostedGame::last_event);
        CommandResult::of_event(Room::Game(game), last + 1)
    }

    /// Writes a heartbeat and sets the timer for the next one, if a game needs heartbeats.
    pub(crate) fn write_heartbeat(&mut self, context: &mut Context) {
        if self.next_heartbeat.is_some_and(|time| time > context.now) {
            return;
        }
        let needed = !self.in_days.is_empty();
        let next = needed.then_some(context.now + HEARTBEAT_INTERVAL);
        context.timers.reset(&mut self.next_heartbeat, next, Timer::Heartbeat);
        if needed {
            context.write(Write::Heartbeat(context.now));
        }
    }
}
