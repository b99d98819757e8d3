//! The ends of games: results and ratings.

use willow_board::Color;
use willow_protocol::{Event, GameEnd, GameId, PairResult, RatingChange, Role, Side};

use crate::domain::{
    EndedGame, GameChange, GamePoints, MetOpponent, RatedPlayer, Rating, RoomKey, ServerState,
    Timer, Twin, Write, is_private, rate_game, reset_timer,
};

impl ServerState {
    /// Writes the result of a game, rates it, and announces it.
    pub(crate) fn game_ended(&mut self, game: GameId) {
        let now = self.now;
        let Some(active) = self.games.get_mut(&game) else { return };
        let Some(end) = active.end().copied() else { return };
        reset_timer(&mut self.timers, &mut active.flag_timer, None, Timer::Flag(game));
        reset_timer(&mut self.timers, &mut active.patience_timer, None, Timer::Patience(game));
        active.note_end(now);
        self.slow_games.remove(&game);
        self.timers.insert((now + self.settings.linger, Timer::Unload(game)));
        let (moves, times, players) = (active.transcript(), active.times(), active.players());
        let (clocks, last_move_at) = (active.clocks(now), active.last_move_at);
        let twin = active.twin;
        let may_hide_moves = active.terms.lockstep || active.terms.komi;
        for player in players {
            self.users[player].games.remove(&game);
            self.followed_user_changed(player);
        }
        let ended = EndedGame { game, end, moves, times, clocks, last_move_at, at: now };
        self.effects.writes.push(Write::GameEnded(Box::new(ended)));
        if may_hide_moves {
            self.effects.writes.push(GameChange::Revealed(game).into());
        }
        if twin.is_none() {
            self.rate_match(game, &[end], end.corrected());
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
        let now = self.now;
        let Some(active) = self.games.get(&game) else { return };
        let class = active.terms.speed_class();
        let users = Color::ALL.map(|color| active.player(color));
        let mut players = users.map(|user| RatedPlayer {
            user,
            rating: self.users[user].rating(class),
            opponents: self.users[user].opponents.remove(&class).unwrap_or_default(),
            is_measured: self.users[user].bot.is_some(),
        });
        rate_game(&mut players, black, now);
        let with_bot = users.iter().any(|&user| self.users[user].role == Role::Bot);
        for (player, color) in players.into_iter().zip(Color::ALL) {
            let RatedPlayer { user, rating, opponents, .. } = player;
            let opponent = users[(!color).index()];
            if let Some(familiarity) = opponents.familiarity(opponent) {
                let met = MetOpponent { user, class, opponent, familiarity, with_bot };
                self.effects.writes.push(Write::Met(met));
            }
            self.users[user].opponents.insert(class, opponents);
            self.set_rating(game, color, rating);
        }
    }

    /// Gives a player of a game a new rating, and tells the game's room.
    pub(crate) fn set_rating(&mut self, game: GameId, color: Color, rating: Rating) {
        let Some(active) = self.games.get_mut(&game) else { return };
        let (user, class) = (active.player(color), active.terms.speed_class());
        let before = self.users[user].rating(class);
        self.users[user].ratings.insert(class, rating);
        let write = Write::Rating { user, class, before, rating, game, at: self.now };
        self.effects.writes.push(write);
        let (before, after) = (before.summary(class), rating.summary(class));
        let event = Event::Rated {
            name: self.users[user].name.clone(),
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
