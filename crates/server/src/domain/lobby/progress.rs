//! How the public games stand, for followers of the lobby.
//!
//! The followers receive one event a second about all games in which a move was played, not one for
//! each move: it is made and encoded once for all of them. Private games are never in it.

use std::collections::BTreeSet;

use willow_protocol::{Event, GameId, GameProgress};

use super::Lobby;
use crate::domain::{Context, HostedGame, HostedGames, Millis, Shared, Timer, is_private};

/// The time between two events.
const INTERVAL: Millis = 1000;

/// Maximum number of games in an event, some 8 KiB. Further games have to wait for the next one.
pub(crate) const MAX_GAMES: usize = 100;

/// Returns how a game stands; the end of a game has its own event.
fn progress(hosted: &HostedGame) -> Option<GameProgress> {
    let [black_discs, white_discs] = hosted.discs();
    hosted.end.is_none().then(|| GameProgress {
        game: hosted.id,
        plies: hosted.game().n_plies(),
        black_discs,
        white_discs,
        spectators: hosted.known_spectators.count,
    })
}

/// The games in which moves were played.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The games since the last event.
    changed: BTreeSet<GameId>,
    /// The last game of the last event. The games after it come first in the next one.
    last: Option<GameId>,
    /// Whether a timer is set for the next event.
    is_due: bool,
}

impl Lobby {
    /// Records that a game has other moves than before.
    pub(crate) fn game_progressed(&mut self, game: GameId, context: &mut Context) {
        if is_private(game) || self.followers.is_empty() {
            return;
        }
        self.progress.changed.insert(game);
        self.progress.set_timer(context);
    }

    /// Tells the followers of the lobby how the games stand in which moves were played.
    pub(crate) fn tell_progress(&mut self, games: &HostedGames, shared: &mut Shared) {
        let next = self.progress.next();
        let games: Vec<GameProgress> =
            next.iter().filter_map(|game| games.get(game)).filter_map(progress).collect();
        if !games.is_empty() {
            self.broadcast(Event::Progress { games }, shared);
        }
        self.progress.set_timer(&mut shared.context);
    }
}

impl Progress {
    /// Sets the timer for the next event, if there is something to tell.
    fn set_timer(&mut self, context: &mut Context) {
        if !self.is_due && !self.changed.is_empty() {
            self.is_due = true;
            context.timers.set(context.now + INTERVAL, Timer::Progress);
        }
    }

    /// Takes the games for an event: if there are too many, those first that were not in the last
    /// event.
    fn next(&mut self) -> Vec<GameId> {
        self.is_due = false;
        let after = self.last.map_or(GameId(0), |last| GameId(last.0 + 1));
        let order = self.changed.range(after..).chain(self.changed.range(..after));
        let next: Vec<GameId> = order.copied().take(MAX_GAMES).collect();
        for game in &next {
            self.changed.remove(game);
        }
        self.last = next.last().copied();
        next
    }
}
