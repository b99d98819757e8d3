//! The ends of games: results and ratings.

use willow_board::Color;
use willow_protocol::{
    EndKind, ErrorDetail, Event, GameEnd, GameId, Komi, PairResult, RatingChange, Role, Side,
};

use crate::domain::game::duration_text;
use crate::domain::{
    ABORT_BEFORE, CommandOutcome, EndedGame, GameChange, GamePoints, HostedGame, HostedGames,
    MetOpponent, Millis, NewRating, Player, RatedPlayer, Rating, Refusal, Reply, RoomLog,
    ServerState, Shared, Timer, Twin, UserId, Write, is_private, refuse,
};

impl ServerState {
    /// Resigns a player's game.
    pub(crate) fn resign(&mut self, Player { game, color }: Player) -> Reply {
        let result = self.games.next_event_of(game);
        let user = self.games.get(&game).map(|hosted| hosted.player(color));
        // Whoever resigns a pair in lock-step resigns both games, as on GGS.
        let games = [Some(game), self.games.resigned_with(game)];
        for game in games.into_iter().flatten() {
            if let Some(user) = user {
                self.resign_game(user, game);
            }
        }
        Reply::DoneWith(result)
    }

    /// Resigns a game for a user whose account is deleted.
    pub(crate) fn resign_game(&mut self, user: UserId, game: GameId) {
        let Some(hosted) = self.games.get_mut(game) else { return };
        if let (Some(color), None) = (hosted.color_of(user), hosted.end) {
            let events = hosted.game.resign(color, self.shared.context.now);
            self.publish_game_events(game, events);
        }
    }

    /// Aborts a game before both players have moved, a game without a clock in which nobody has
    /// moved for days, or a proxy's, whose match is over on the other server.
    pub(crate) fn abort(&mut self, player: Player) -> CommandOutcome {
        let (now, game) = (self.shared.context.now, player.game);
        let twin = self.games.find(game)?.twin;
        if self.tournaments.has_game(game) {
            let message = "a game of a tournament is not aborted; resign, or ask an organiser to begin it again";
            return refuse(ErrorDetail::TournamentGame, message);
        }
        // The games of a synchro pair are one match: they are aborted together.
        let pair: Vec<&HostedGame> = [game]
            .into_iter()
            .chain(twin.map(|twin| twin.game))
            .filter_map(|game| self.games.get(&game))
            .collect();
        let in_progress: Vec<&HostedGame> =
            pair.iter().copied().filter(|hosted| hosted.end.is_none()).collect();
        let has_begun = in_progress.len() <= usize::from(twin.is_some())
            || pair.iter().any(|hosted| hosted.game().n_plies() >= ABORT_BEFORE);
        let wait = self.shared.context.settings.unlimited_abort_after;
        let is_stale = |hosted: &&HostedGame| {
            let exclude_standstill = hosted.is_unlimited().then(|| hosted.turn_started_at);
            let since = hosted.adjourned_since().or(exclude_standstill);
            since.is_some_and(|since| now.saturating_sub(since) >= wait)
        };
        let user = self.games.find(game)?.player(player.color);
        let is_proxy = self.shared.accounts[user].role() == Role::Proxy;
        if has_begun && !is_proxy && !in_progress.iter().all(is_stale) {
            return Err(has_begun_refusal(self.games.find(game)?, wait));
        }
        let games: Vec<GameId> = in_progress.iter().map(|hosted| hosted.id).collect();
        if !has_begun && !is_proxy {
            self.games.count_abort(player, &mut self.shared)?;
        }
        let result = self.games.next_event_of(game);
        for game in games {
            let event = self.games.find_mut(game)?.game.abort(now);
            self.publish_game_events(game, vec![event]);
        }
        Ok(Reply::DoneWith(result))
    }

    /// Ends a game in progress without a result: an organiser begins it again, or its pair is no longer one.
    pub(crate) fn abort_by_server(&mut self, game: GameId) {
        let now = self.shared.context.now;
        let Some(hosted) = self.games.get_mut(game).filter(|it| it.end.is_none()) else { return };
        let event = hosted.game.abort(now);
        self.publish_game_events(game, vec![event]);
    }

    /// Claims the win over an opponent who has been disconnected for too long.
    pub(crate) fn claim(&mut self, Player { game, color }: Player) -> CommandOutcome {
        let now = self.shared.context.now;
        let hosted = self.games.find_mut(game)?;
        let is_online = self.shared.accounts[hosted.player(!color)].is_online();
        if is_online && hosted.adjourned_since().is_none() {
            return refuse(ErrorDetail::OpponentConnected, "your opponent is connected");
        }
        hosted.check_claim(color, now)?;
        let events = hosted.game.forfeit(!color, EndKind::Abandoned, now);
        let result = self.games.next_event_of(game);
        self.publish_game_events(game, events);
        Ok(Reply::DoneWith(result))
    }

    /// Writes the result of a game, rates it, and announces it.
    pub(crate) fn game_ended(&mut self, game: GameId) {
        let Shared { accounts, context, .. } = &mut self.shared;
        let now = context.now;
        let Some(hosted) = self.games.by_id.get_mut(&game) else { return };
        let Some(end) = hosted.end else { return };
        context.timers.reset(&mut hosted.timers.flag, None, Timer::Flag(game));
        context.timers.reset(&mut hosted.timers.patience, None, Timer::Patience(game));
        hosted.ended_at = Some(now);
        self.games.in_days.remove(&game);
        context.timers.set(now + context.settings.linger, Timer::Unload(game));
        let (moves, times, players) = (hosted.transcript(), hosted.times(), hosted.players);
        let (clocks, last_move_at) = (hosted.clocks(now), hosted.last_move_at);
        let twin = hosted.twin;
        let may_hide_moves = hosted.terms.lockstep || hosted.terms.komi;
        for player in players {
            accounts.game_ended(player, game);
            accounts.followed_user_changed(player, &self.games, context);
        }
        let ended = EndedGame { game, end, moves, times, clocks, last_move_at, at: now };
        context.write(Write::GameEnded(Box::new(ended)));
        if may_hide_moves {
            context.write(GameChange::Revealed(game));
        }
        if twin.is_none() {
            let result = end.corrected().map(Komi::thousandths);
            self.games.rate_match(game, &[end], result, &mut self.shared);
        }
        self.announce_game(game);
        if let Some(twin) = twin {
            self.twin_ended(game, &end, twin);
        }
        self.tournament_game_ended(game, &end);
        if let Some(hosted) = self.games.get_mut(game) {
            hosted.rooms.iter_mut().for_each(RoomLog::end);
        }
    }

    /// Tells the other game of a synchro pair, and rates the pair if both games are over.
    fn twin_ended(&mut self, game: GameId, end: &GameEnd, twin: Twin) {
        if let Some(other) = self.games.get_mut(twin.game).and_then(|hosted| hosted.twin.as_mut()) {
            other.end = Some(*end);
        }
        let (Some(other), Some(hosted)) = (twin.end, self.games.get(&game)) else { return };
        // The player of Black has White in the other game.
        let total = end.result.zip(other.result).map(|(here, there)| here.value() - there.value());
        let [first, second] = hosted.names.clone();
        let pair = PairResult { games: [game, twin.game], first, second, total };
        self.games.rate_match(game, &[*end, other], total, &mut self.shared);
        for game in pair.games {
            self.games.publish(game, Event::Paired(pair.clone()), &mut self.shared);
        }
        if !is_private(game) {
            self.lobby.publish(Event::Paired(pair), &mut self.shared);
        }
    }
}

impl HostedGames {
    /// Rates a game, or a pair by one of its games.
    pub(crate) fn rate(&mut self, game: GameId, black: GamePoints, shared: &mut Shared) {
        let Some(hosted) = self.get(&game) else { return };
        let class = hosted.terms.speed_class();
        let users = Color::ALL.map(|color| hosted.player(color));
        let players = shared.accounts.rated(users, class, black, shared.context.now);
        let with_bot = users.iter().any(|&user| shared.accounts[user].role() == Role::Bot);
        for (RatedPlayer { user, rating, opponents, .. }, color) in
            players.into_iter().zip(Color::ALL)
        {
            let opponent = users[(!color).index()];
            if let Some(familiarity) = opponents.familiarity(opponent) {
                let met = MetOpponent { user, class, opponent, familiarity, with_bot };
                shared.context.write(Write::Met(met));
            }
            shared.accounts.set_opponents(user, class, opponents);
            self.set_rating(game, color, rating, shared);
        }
    }

    /// Gives a player of a game a new rating, and sends it to the game's room.
    pub(crate) fn set_rating(
        &mut self,
        game: GameId,
        color: Color,
        rating: Rating,
        shared: &mut Shared,
    ) {
        let Some(hosted) = self.get_mut(game) else { return };
        let (user, class) = (hosted.player(color), hosted.terms.speed_class());
        let before = shared.accounts[user].rating(class);
        shared.accounts.set_rating(user, class, rating);
        let write = NewRating { user, class, before, rating, game, at: shared.context.now };
        shared.context.write(write);
        let (before, after) = (before.summary(class), rating.summary(class));
        let event = Event::Rated {
            name: shared.accounts[user].name().clone(),
            class,
            before: before.rating,
            after: after.rating,
            provisional: after.provisional,
        };
        hosted.rating_changes.push(RatingChange {
            color: Side(color),
            before: before.rating,
            after: after.rating,
        });
        self.publish(game, event, shared);
    }
}

/// Refuses to abort a game that both players have begun.
fn has_begun_refusal(hosted: &HostedGame, wait: Millis) -> Refusal {
    if hosted.is_unlimited() {
        let wait = duration_text(wait);
        return Refusal::new(
            ErrorDetail::BothHaveMoved,
            format!(
                "both players have moved; resign, or abort the game when nobody has moved for {wait}"
            ),
        );
    }
    Refusal::new(ErrorDetail::BothHaveMoved, "both players have moved; resign instead")
}
