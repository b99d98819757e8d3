//! Events of the server as messages of GGS.

use std::collections::BTreeSet;

use willow_board::Color;
use willow_ggs::{
    ArchiveId, Event as GgsEvent, MatchEnd, MatchId, Offer as GgsOffer, RatedFlag,
    Request as GgsRequest, RequestId, RequestTail, TimeOut, UpdatedGame,
};
use willow_protocol::{
    Applied, Command, EndKind, Event, GameId, GameState, GameSummary, Name, Notice, Offer, Room,
    Side, WatchTarget,
};

use super::central::CHANNEL;
use super::dialect::{Dialect, Pending};
use super::followed_game::{
    FollowedGame, NO_RATING, end_of, listed, match_id, match_line, number_of, result_of,
};
use super::names::shown;
use super::terms;

impl Dialect {
    /// Tells an event.
    pub(super) fn event(&mut self, notice: &Notice) {
        match &notice.event {
            Event::Welcome { .. } => self.greet(),
            Event::Ping => self.pong(),
            Event::Bye { .. } => self.end(),
            Event::Announced { text } => self.tell(&format!(": {text}")),
            Event::Online { name, .. } => self.presence(name, '+'),
            Event::Offline { name } => self.presence(name, '-'),
            Event::Told { from, text, .. } if !self.is_me(from) => {
                let (name, text) = (self.names.show(from), text.to_string());
                self.tell(&GgsEvent::Told { name, text });
            }
            Event::Said { from, text } if !self.is_me(from) => {
                self.said(notice.room, from, text.as_str());
            }
            Event::Offered(offer) => self.offered(offer),
            Event::Withdrawn { game, .. } => self.drop_offer(*game),
            Event::Playing(summary) => self.playing(summary),
            Event::Over(summary) => self.over(summary),
            // Whoever begins to watch is sent this before the acknowledgement.
            Event::State(state) => {
                self.state(state, &Pending::Watch(String::new()), notice.time);
            }
            _ => {
                if let Some(Room::Game(game)) = notice.room {
                    self.game_event(game, notice);
                }
            }
        }
    }

    fn presence(&mut self, name: &Name, sign: char) {
        let (notify, shown) = (&self.settings.notify, self.names.show(name));
        let is_wanted = notify.contains("*") || notify.contains(&shown.to_ascii_lowercase());
        if is_wanted && !self.is_me(name) {
            self.tell(&format!(": {sign} {shown} 1"));
        }
    }

    fn said(&mut self, room: Option<Room>, from: &Name, text: &str) {
        let name = self.names.show(from);
        let (game, audience) = match room {
            Some(Room::Lobby) if self.settings.is_in_channel => {
                return self.tell(&format!("{CHANNEL} {name}: {text}"));
            }
            Some(Room::Players(game)) => (game, 'P'),
            Some(Room::Spectators(game)) => (game, 'O'),
            _ => return,
        };
        let Some(game) = self.games.get(&game) else { return };
        let (id, rating) = (MatchId::of_match(game.id.number), f64::from(game.rating(from)));
        self.tell(&GgsEvent::MatchChat { id, audience, rating, name, text: text.to_owned() });
    }

    /// Tells an offer to those whom it concerns, and declines it for those who can have no other match.
    fn offered(&mut self, offer: &Offer) {
        let is_for_me = offer.to.as_ref().is_some_and(|to| self.is_me(to));
        let Some(request) = self.request(offer) else {
            if is_for_me {
                let (name, terms) = (self.names.show(&offer.from), &offer.terms);
                self.tell(&format!(": {name} offers a game that GGS has no words for: {terms}."));
            }
            return;
        };
        if is_for_me && self.n_matches() >= self.settings.open {
            self.ask(Command::Decline { game: Some(offer.game) }, Pending::Nothing);
            return;
        }
        self.offers.insert(offer.game, offer.clone());
        if self.is_shown(offer) {
            self.tell(&GgsEvent::Requested(request));
        }
    }

    fn is_shown(&self, offer: &Offer) -> bool {
        let is_mine = |name: Option<&Name>| name.is_some_and(|name| self.is_me(name));
        is_mine(Some(&offer.from)) || is_mine(offer.to.as_ref()) || self.settings.request
    }

    /// Returns a request as GGS shows it; `None` if GGS has no such match.
    pub(super) fn request(&mut self, offer: &Offer) -> Option<GgsRequest> {
        let opponent = offer.to.as_ref().map(|to| (f64::from(NO_RATING), self.names.show(to)));
        Some(GgsRequest {
            id: RequestId(number_of(offer.game)),
            rating: f64::from(offer.rating.map_or(NO_RATING, |it| it.rating)),
            name: self.names.show(&offer.from),
            clock: terms::clock(offer.terms.clock)?,
            kind: terms::match_type(&offer.terms)?,
            flag: terms::flag(&offer.terms),
            opponent,
            tail: None,
        })
    }

    /// Tells that an offer is gone.
    fn drop_offer(&mut self, game: GameId) {
        let Some(offer) = self.offers.remove(&game) else { return };
        if self.is_shown(&offer)
            && let Some(request) = self.request(&offer)
        {
            self.tell(&GgsEvent::RequestGone(request));
        }
    }

    /// Tells a match of others to those who want to know it.
    fn playing(&mut self, summary: &GameSummary) {
        let players = [&summary.black, &summary.white];
        if players.into_iter().any(|name| self.is_me(name)) {
            return;
        }
        for name in players {
            self.names.show(name);
        }
        self.drop_offer(summary.game);
        let id = match_id(summary);
        if self.settings.notify_matches
            && id.game != Some(1)
            && let Some(line) = match_line(summary, &listed(summary))
        {
            self.tell(&GgsEvent::MatchBegan(line));
        }
        let track = &self.settings.track;
        let is_tracked = |name: &&Name| track.contains(&shown(name).to_ascii_lowercase());
        if players.iter().any(is_tracked) {
            let target = WatchTarget::Game(summary.game);
            self.ask(Command::Watch { target }, Pending::Watch(String::new()));
        }
    }

    /// Tells the end of a match.
    fn over(&mut self, summary: &GameSummary) {
        let id = match_id(summary);
        if self.games.contains_key(&summary.game) {
            if id.game.is_none() {
                self.end_match(id.number);
            }
            return;
        }
        if !self.settings.notify_matches {
            return;
        }
        let listed = listed(summary);
        let result = result_of(summary, &listed[0]);
        let result = match (id.game, self.half_pairs.remove(&id.number)) {
            (None, _) => result,
            (Some(_), Some(other)) => {
                result.zip(other).map(|(one, other)| f64::midpoint(one, other))
            }
            (Some(_), None) => {
                self.half_pairs.insert(id.number, result);
                return;
            }
        };
        if let Some(line) = match_line(summary, &listed) {
            let end = result.map_or(MatchEnd::Aborted, MatchEnd::Result);
            self.tell(&GgsEvent::MatchEnded { line, end, archive: None });
        }
    }

    /// Follows an event of a game.
    fn game_event(&mut self, game: GameId, notice: &Notice) {
        if let Event::Started(_) = &notice.event {
            if let Some(followed) = GameState::from_notice(notice).and_then(FollowedGame::new) {
                let number = followed.id.number;
                self.games.insert(game, followed);
                self.show_match(number, notice.time);
            }
            return;
        }
        let Some(followed) = self.games.get_mut(&game) else {
            if let Event::Resumed { .. } | Event::ContinueAsked { .. } = notice.event {
                self.ask(Command::Board { game: Some(game) }, Pending::Join);
            }
            return;
        };
        let asker = followed.state.details.adjourn_asked;
        match followed.state.apply(notice) {
            Applied::InOrder => self.tell_game(game, notice, asker),
            Applied::Nothing => {}
            Applied::Gap => self.ask(Command::Board { game: Some(game) }, Pending::Join),
        }
    }

    /// Tells what happened in a game.
    fn tell_game(&mut self, game: GameId, notice: &Notice, asker: Option<Side>) {
        let (me, now) = (self.name().cloned(), notice.time);
        let Some(followed) = self.games.get_mut(&game) else { return };
        let (id, number) = (followed.id, followed.id.number);
        let is_mine = |followed: &FollowedGame, color| {
            me.as_ref().is_some_and(|me| followed.state.player(color) == me)
        };
        match &notice.event {
            Event::Held { color, .. } if is_mine(followed, *color) => {
                let mv = followed.sent.take();
                let update = mv.and_then(|mv| followed.updated_early(mv, now));
                followed.is_ahead = update.is_some();
                if let Some(update) = update {
                    self.show_update(update);
                }
            }
            Event::Moved { color, .. } => self.moved(game, *color, now),
            Event::Komi { .. } => followed.has_new_komi = true,
            Event::TakenBack { .. } | Event::Resumed { .. } => self.show_game(game, now),
            Event::TakebackAsked { color } => self.asked(game, GgsOffer::Undo, *color),
            Event::AdjournAsked { color } => self.asked(game, GgsOffer::Break, *color),
            Event::ResultOffered { color, .. } => self.asked(game, GgsOffer::Score, *color),
            Event::Adjourned { .. } => self.adjourned(number, asker),
            Event::Ended(_) => self.ended(game),
            Event::Paired(_) => self.end_match(number),
            Event::Spectators { came, left, .. } if self.settings.watch => {
                let rows = came.iter().map(|name| ('+', name));
                for (sign, name) in rows.chain(left.iter().map(|name| ('-', name))) {
                    let (name, id) = (shown(name), MatchId::of_match(id.number));
                    self.tell(&format!("/os:  {sign} {name} watch {id}"));
                }
            }
            _ => {}
        }
    }

    fn moved(&mut self, game: GameId, color: Color, now: u64) {
        let Some(followed) = self.games.get_mut(&game) else { return };
        followed.sent = None;
        let is_known = std::mem::take(&mut followed.is_ahead);
        let begins = std::mem::take(&mut followed.has_new_komi);
        let update = followed.updated(now).filter(|_| !is_known && !begins);
        let (late, id) = (followed.new_overtime(), followed.id);
        let name = shown(followed.state.player(color));
        if begins {
            self.show_game(game, now);
        } else if let Some(update) = update {
            self.show_update(update);
        }
        if late.is_some() {
            let time_out = TimeOut::Soft;
            self.tell(&GgsEvent::TimedOut { id, name, color: late, time_out });
        }
    }

    fn asked(&mut self, game: GameId, offer: GgsOffer, color: Color) {
        let Some(followed) = self.games.get(&game) else { return };
        let (id, name) = (followed.id, shown(followed.state.player(color)));
        self.tell(&GgsEvent::Offered { offer, id, name });
    }

    /// Shows a match that has begun: both games of a pair together.
    pub(super) fn show_match(&mut self, number: u32, now: u64) {
        let games = self.games_of(number);
        let Some(first) = games.first().and_then(|game| self.games.get(game)) else { return };
        let is_whole = !first.kind.synchro || games.len() == 2 || first.state.summary.end.is_some();
        if !is_whole {
            return;
        }
        let is_own = self.name().is_some_and(|name| first.is_player(name));
        let listed = first.listed.clone();
        let line = first.line().filter(|_| is_own && !first.is_shown);
        for name in &listed {
            self.names.show(name);
        }
        if let Some(line) = line {
            self.tell(&GgsEvent::MatchBegan(line));
        }
        for game in games {
            self.show_game(game, now);
            self.drop_offer(game);
        }
    }

    /// Shows the whole state of a game.
    pub(super) fn show_game(&mut self, game: GameId, now: u64) {
        let Some(followed) = self.games.get_mut(&game) else { return };
        followed.is_shown = true;
        let (id, compact) = (followed.id, followed.compact());
        let joined = followed.joined(now);
        if self.settings.is_compact {
            self.tell(&format!("/os: join {id} {compact}"));
        } else {
            self.tell(&GgsEvent::Joined(joined.into()));
        }
    }

    /// Shows a move and how the game stands after it.
    fn show_update(&mut self, update: UpdatedGame) {
        if self.settings.is_compact {
            self.tell(&format!("/os: update {} {}", update.id, update.played));
        } else {
            self.tell(&GgsEvent::Updated(update.into()));
        }
    }

    /// Tells that a match is adjourned, once both games of a pair are.
    fn adjourned(&mut self, number: u32, asker: Option<Side>) {
        let games = self.games_of(number);
        let stands = |game: &GameId| {
            let summary = &self.games[game].state.summary;
            summary.details.adjourned_since.is_some() || summary.end.is_some()
        };
        let Some(followed) = games.first().and_then(|game| self.games.get(game)) else { return };
        if !games.iter().all(stands) {
            return;
        }
        let name = asker.map_or(&followed.listed[0], |Side(color)| followed.state.player(color));
        let (end, line) = (MatchEnd::Left(shown(name)), followed.line());
        let archive = Some(ArchiveId(number));
        if let Some(line) = line {
            self.tell(&GgsEvent::MatchEnded { line, end, archive });
        }
        self.games.retain(|_, game| game.id.number != number);
    }

    /// Tells that a game is over.
    fn ended(&mut self, game: GameId) {
        let Some(followed) = self.games.get(&game) else { return };
        let (id, summary) = (followed.id, &followed.state.summary);
        let Some(end) = summary.end else { return };
        let names = followed.listed.each_ref().map(shown);
        let how = end_of(summary, &followed.listed);
        let late = end.loser.filter(|_| end.reason == EndKind::Timeout);
        let late = late.map(|Side(color)| (color, shown(followed.state.player(color))));
        if let Some((color, name)) = late {
            let (color, time_out) = (Some(color), TimeOut::Hard);
            self.tell(&GgsEvent::TimedOut { id, name, color, time_out });
        }
        if id.game.is_some() {
            self.tell(&GgsEvent::GameEnded { id, names, end: how });
        } else if u64::from(number_of(game)) != game.0 {
            // The lobby hears nothing of a private game.
            self.end_match(id.number);
        }
    }

    /// Tells that a match is over, with the ratings after it.
    fn end_match(&mut self, number: u32) {
        let games = self.games_of(number);
        let ended: Vec<FollowedGame> =
            games.iter().filter_map(|game| self.games.remove(game)).collect();
        let Some(first) = ended.first() else { return };
        let results: Option<Vec<f64>> =
            ended.iter().map(|game| result_of(&game.state.summary, &first.listed[0])).collect();
        let end = match results {
            Some(results) => MatchEnd::Result(results.iter().sum::<f64>() / results.len() as f64),
            None => MatchEnd::Aborted,
        };
        let changed = ended.iter().find(|game| !game.state.details.rating_changes.is_empty());
        let mut rows = Vec::new();
        let mut ratings = None;
        if let Some(changed) = changed {
            ratings = Some(changed.ratings_after(&first.listed));
            rows = changed.rating_rows();
        }
        let Some(mut line) = first.line() else { return };
        line.ratings = ratings.unwrap_or(line.ratings);
        let is_kept = line.flag == RatedFlag::Rated && matches!(end, MatchEnd::Result(_));
        let archive = is_kept.then_some(ArchiveId(number));
        if !rows.is_empty() {
            self.tell(&GgsEvent::RatingsUpdated { id: MatchId::of_match(number), rows });
        }
        self.tell(&GgsEvent::MatchEnded { line, end, archive });
    }

    /// Tells that the opponent asks to go on with an adjourned match.
    pub(super) fn asked_to_continue(&mut self, game: &FollowedGame) {
        let Some(side) = game.state.details.adjourn_asked else { return };
        let [mut first, mut second] = game.listed.clone();
        if game.state.player(side.0) != &first {
            std::mem::swap(&mut first, &mut second);
        }
        let summary = &game.state.summary;
        let Some(clock) = terms::clock(summary.terms.clock) else { return };
        self.tell(&GgsEvent::Requested(GgsRequest {
            id: RequestId(game.id.number),
            rating: f64::from(game.rating(&first)),
            name: shown(&first),
            clock,
            kind: game.kind,
            flag: RatedFlag::Stored,
            opponent: Some((f64::from(game.rating(&second)), shown(&second))),
            tail: Some(RequestTail::Stored(ArchiveId(game.id.number))),
        }));
    }

    /// Tells who of some names are on; `*` is everybody.
    pub(super) fn tell_present(&mut self, wanted: &BTreeSet<String>, present: &[Name]) {
        for name in present {
            let shown = self.names.show(name);
            let is_wanted = wanted.contains("*") || wanted.contains(&shown.to_ascii_lowercase());
            if is_wanted && !self.is_me(name) {
                self.tell(&format!(": + {shown} 1"));
            }
        }
    }
}
