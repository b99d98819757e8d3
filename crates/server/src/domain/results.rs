//! The ends of games: results and ratings.

use willow_board::Color;
use willow_protocol::{Event, GameEnd, GameId, PairResult, RatingChange, Side};

use super::{
    EndedGame, GamePoints, Rating, RoomKey, ServerState, Timer, Twin, Write, is_private,
    reset_timer,
};

impl ServerState {
    /// Writes the result of a game, rates it, and announces it.
    pub(super) fn game_ended(&mut self, game: GameId) {
        let now = self.now;
        let Some(active) = self.games.get_mut(&game) else { return };
        let Some(end) = active.end().copied() else { return };
        reset_timer(&mut self.timers, &mut active.flag_timer, None, Timer::Flag(game));
        reset_timer(&mut self.timers, &mut active.patience_timer, None, Timer::Patience(game));
        active.note_end(now);
        self.timers.insert((now + self.settings.linger, Timer::Unload(game)));
        let (moves, times, players) = (active.transcript(), active.times(), active.players());
        let (clocks, last_move_at) = (active.clocks(now), active.last_move_at);
        let (rated, twin) = (active.terms.rated, active.twin);
        let may_hide_moves = active.terms.lockstep || active.terms.komi;
        for player in players {
            self.users[player].games.remove(&game);
            self.followed_user_changed(player);
        }
        let ended = EndedGame { game, end, moves, times, clocks, last_move_at, at: now };
        self.effects.writes.push(Write::GameEnded(Box::new(ended)));
        if may_hide_moves {
            self.effects.writes.push(Write::Revealed(game));
        }
        if let (true, None, Some(result)) = (rated, twin, end.corrected()) {
            self.rate(game, GamePoints::of(result));
        }
        self.announce_game(game);
        if let Some(twin) = twin {
            self.twin_ended(game, &end, twin);
        }
        if let Some(active) = self.games.get_mut(&game) {
            active.log.end();
            active.players_log.end();
            active.watchers_log.end();
        }
    }

    /// Tells the other game of a synchro pair, and rates the pair if both games are over.
    fn twin_ended(&mut self, game: GameId, end: &GameEnd, twin: Twin) {
        if let Some(other) = self.games.get_mut(&twin.game).and_then(|active| active.twin.as_mut())
        {
            other.end = Some(*end);
        }
        let (Some(other), Some(active)) = (twin.end, self.games.get(&game)) else { return };
        // The player of Black has White in the other game.
        let total = end.result.zip(other.result).map(|(here, there)| here - there);
        let [first, second] = active.names.clone();
        let pair = PairResult { games: [game, twin.game], first, second, total };
        if let (true, Some(total)) = (active.terms.rated, total) {
            self.rate(game, GamePoints::of(total));
        }
        for game in pair.games {
            self.publish(RoomKey::Game(game), Event::Paired(pair.clone()));
        }
        if !is_private(game) {
            self.publish(RoomKey::Lobby, Event::Paired(pair));
        }
    }

    fn rate(&mut self, game: GameId, black: GamePoints) {
        let now = self.now;
        let Some(active) = self.games.get(&game) else { return };
        let class = active.terms.speed_class();
        let players = [Color::Black, Color::White].map(|color| active.player(color));
        let before = players.map(|player| self.users[player].rating(class));
        let (first, second) = Rating::after_game(before[0], before[1], black);
        let changes = players.into_iter().zip(before).zip([first, second]).zip(Color::ALL);
        for (((user, before), after), color) in changes {
            self.users[user].ratings.insert(class, after);
            let write = Write::Rating { user, class, before, rating: after, game, at: now };
            self.effects.writes.push(write);
            let (before, after) = (before.summary(class), after.summary(class));
            let event = Event::Rated {
                name: self.users[user].name.clone(),
                class,
                before: before.rating,
                after: after.rating,
                provisional: after.provisional,
            };
            if let Some(active) = self.games.get_mut(&game) {
                active.rating_changes.push(RatingChange {
                    color: Side(color),
                    before: Some(before.rating),
                    after: after.rating,
                });
            }
            self.publish(RoomKey::Game(game), event);
        }
    }
}
