//! The ends of games: results and ratings.

use willow_board::Color;
use willow_protocol::{Event, GameEnd, GameId, PairResult, RatingChange, Role, Side};

use crate::domain::{
    EndedGame, GameChange, GamePoints, MetOpponent, RatedPlayer, Rating, RoomKey, ServerState,
    Timer, Twin, Write, is_private,
};

impl ServerState {
    /// Writes the result of a game, rates it, and announces it.
    pub(crate) fn game_ended(&mut self, game: GameId) {
        let now = self.context.now;
        let Some(active) = self.games.by_id.get_mut(&game) else { return };
        let Some(end) = active.end().copied() else { return };
        self.context.timers.reset(&mut active.flag_timer, None, Timer::Flag(game));
        self.context.timers.reset(&mut active.patience_timer, None, Timer::Patience(game));
        active.note_end(now);
        self.games.in_days.remove(&game);
        self.context.timers.set(now + self.context.settings.linger, Timer::Unload(game));
        let (moves, times, players) = (active.transcript(), active.times(), active.players());
        let (clocks, last_move_at) = (active.clocks(now), active.last_move_at());
        let twin = active.twin;
        let may_hide_moves = active.terms.lockstep || active.terms.komi;
        for player in players {
            self.accounts.game_ended(player, game);
            self.followed_user_changed(player);
        }
        let ended = EndedGame { game, end, moves, times, clocks, last_move_at, at: now };
        self.context.write(Write::GameEnded(Box::new(ended)));
        if may_hide_moves {
            self.context.write(GameChange::Revealed(game));
        }
        if twin.is_none() {
            self.rate_match(game, &[end], end.corrected());
        }
        self.announce_game(game);
        if let Some(twin) = twin {
            self.twin_ended(game, &end, twin);
        }
        if let Some(active) = self.games.get_mut(game) {
            active.log.end();
            active.players_log.end();
            active.watchers_log.end();
        }
    }

    /// Tells the other game of a synchro pair, and rates the pair if both games are over.
    fn twin_ended(&mut self, game: GameId, end: &GameEnd, twin: Twin) {
        if let Some(other) = self.games.get_mut(twin.game).and_then(|active| active.twin.as_mut()) {
            other.end = Some(*end);
        }
        let (Some(other), Some(active)) = (twin.end, self.games.get(&game)) else { return };
        // The player of Black has White in the other game.
        let total = end.result.zip(other.result).map(|(here, there)| here - there);
        let [first, second] = active.names.clone();
        let pair = PairResult { games: [game, twin.game], first, second, total };
        self.rate_match(game, &[*end, other], total);
        for game in pair.games {
            self.publish(RoomKey::Game(game), Event::Paired(pair.clone()));
        }
        if !is_private(game) {
            self.publish(RoomKey::Lobby, Event::Paired(pair));
        }
    }

    /// Rates a game, or a pair by one of its games.
    pub(crate) fn rate(&mut self, game: GameId, black: GamePoints) {
        let Some(active) = self.games.get(&game) else { return };
        let class = active.terms.speed_class();
        let users = Color::ALL.map(|color| active.player(color));
        let players = self.accounts.rated(users, class, black, self.context.now);
        let with_bot = users.iter().any(|&user| self.accounts[user].role() == Role::Bot);
        for (RatedPlayer { user, rating, opponents, .. }, color) in
            players.into_iter().zip(Color::ALL)
        {
            let opponent = users[(!color).index()];
            if let Some(familiarity) = opponents.familiarity(opponent) {
                let met = MetOpponent { user, class, opponent, familiarity, with_bot };
                self.context.write(Write::Met(met));
            }
            self.accounts.set_opponents(user, class, opponents);
            self.set_rating(game, color, rating);
        }
    }

    /// Gives a player of a game a new rating, and tells the game's room.
    pub(crate) fn set_rating(&mut self, game: GameId, color: Color, rating: Rating) {
        let Some(active) = self.games.get_mut(game) else { return };
        let (user, class) = (active.player(color), active.terms.speed_class());
        let before = self.accounts[user].rating(class);
        self.accounts.set_rating(user, class, rating);
        let write = Write::Rating { user, class, before, rating, game, at: self.context.now };
        self.context.write(write);
        let (before, after) = (before.summary(class), rating.summary(class));
        let event = Event::Rated {
            name: self.accounts[user].name().clone(),
            class,
            before: before.rating,
            after: after.rating,
            provisional: after.provisional,
        };
        active.rating_changes.push(RatingChange {
            color: Side(color),
            before: Some(before.rating),
            after: after.rating,
        });
        self.publish(RoomKey::Game(game), event);
    }
}
