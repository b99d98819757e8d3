//! Answers of the server as messages of GGS.

use willow_ggs::{
    Event as GgsEvent, GgsRating, MatchId, history_row, match_row, rank_row, stored_row,
};
use willow_protocol::{
    Command, ErrorCode, ErrorDetail, Event, GameState, GameSummary, HistoryEntry, Notice, Offer,
    Profile, RecordFormat, Role, SpeedClass, UserSummary, WatchTarget,
};

use super::dialect::{Dialect, Pending};
use super::followed_game::{
    FollowedGame, NO_RATING, listed, match_id, match_line, number_of, result_of,
};
use super::names::shown;

/// What is shown of a player who has no rating.
const UNRATED: GgsRating = GgsRating { rating: NO_RATING, deviation: 350 };

impl Dialect {
    /// Tells the answer to a command.
    pub(super) fn answer(&mut self, pending: Pending, notice: &Notice) {
        match (&notice.event, pending) {
            (Event::Error { code, message, .. }, Pending::Login) => {
                self.refuse_login(*code, message);
            }
            (Event::Error { code, detail, message, .. }, pending) => {
                self.failed(pending, *code, *detail, message);
            }
            (Event::Entered { name, role, offers, games, .. }, _) => {
                self.is_guest = *role == Role::Guest;
                self.ask(Command::Games, Pending::Open);
                for game in games.iter().flatten() {
                    let game = Some(game.summary.game);
                    self.ask(Command::Board { game }, Pending::Join);
                }
                self.enter(name);
                for offer in offers.iter().flatten() {
                    self.note_offer(offer);
                }
            }
            (Event::State(state), pending) => self.state(state, &pending, notice.time),
            (Event::Users { users }, pending) => self.users(users, &pending),
            (Event::Profile(profile), pending) => self.profile(profile, &pending),
            (Event::Games { offers, games }, pending) => self.games(offers, games, &pending),
            (Event::Top { standings, .. }, Pending::Top(n)) => {
                let rows = standings.iter().take(n).zip(1..).map(|(entry, place)| {
                    let it = &entry.rating;
                    let rating = GgsRating { rating: it.rating, deviation: it.deviation };
                    rank_row(place, &shown(&entry.name), rating, it.games)
                });
                let rows: Vec<String> = rows.collect();
                self.list("top", &rows);
            }
            (Event::History { name, games, .. }, _) => {
                let rows: Vec<String> = games.iter().filter_map(past_row).collect();
                self.list(&format!("history {} {}", rows.len(), shown(name)), &rows);
            }
            (Event::Moves(list), Pending::Look) => {
                let games = [Some(list.summary.game), list.summary.twin];
                self.looked = (games.iter().flatten().count(), Vec::new());
                for game in games.into_iter().flatten() {
                    let format = RecordFormat::Ggf;
                    self.ask(Command::Record { game, format }, Pending::Record);
                }
            }
            (Event::Record { text, .. }, Pending::Record) => {
                let (n, texts) = &mut self.looked;
                texts.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
                if texts.len() == *n {
                    let row = format!("{n} {}", texts.concat());
                    self.list("look", &[row]);
                }
            }
            _ => {}
        }
    }

    /// Tells why a command was not done.
    fn failed(
        &mut self,
        pending: Pending,
        code: ErrorCode,
        detail: Option<ErrorDetail>,
        message: &str,
    ) {
        match pending {
            Pending::Tell(name) => {
                let text = match (code, detail) {
                    (ErrorCode::NoSuchUser, _) => format!(": ERR user '{name}' not found."),
                    (_, Some(ErrorDetail::Blocked)) => {
                        format!(": ERR '{name}' will not hear you.")
                    }
                    _ => format!(": ERR {message}."),
                };
                self.tell(&text);
            }
            Pending::InMatch(id) => {
                let key = self.game_of(id);
                if let Some(game) = self.games.get_mut(&key) {
                    game.sent = None;
                }
                let is_pair = id.game.is_some();
                let text = match (code, detail) {
                    (_, Some(ErrorDetail::MoveHeld)) => "wrong game!".to_owned(),
                    (ErrorCode::Illegal, _) => "illegal move".to_owned(),
                    (ErrorCode::NotYourTurn, _) if is_pair => "wrong game!".to_owned(),
                    (ErrorCode::NotYourTurn, _) => "not your turn".to_owned(),
                    (ErrorCode::NoSuchGame, _) => "not found".to_owned(),
                    _ => message.to_owned(),
                };
                self.tell(&GgsEvent::MatchError { id, text });
            }
            Pending::Watch(word) if !word.is_empty() => {
                self.refuse(&format!("watch + ERR not found: {word}"));
            }
            Pending::CentralFinger => self.tell(&format!(": ERR {message}.")),
            // The client did not ask for these by itself.
            Pending::Watch(_) | Pending::Join | Pending::Open | Pending::Unwatch => {}
            _ => self.refuse(&format!("ERR {message}.")),
        }
    }

    /// Sends a list of the Othello service.
    fn list(&mut self, head: &str, rows: &[String]) {
        let rows: Vec<String> = rows.iter().map(|row| format!("\n|{row}")).collect();
        self.tell(&format!("/os: {head}{}", rows.concat()));
    }

    /// Keeps an offer, and shows it to whoever it is for.
    fn note_offer(&mut self, offer: &Offer) {
        let Some(request) = self.request(offer) else { return };
        self.offers.insert(offer.game, offer.clone());
        if offer.to.as_ref().is_some_and(|to| self.is_me(to)) {
            self.tell(&GgsEvent::Requested(request));
        }
    }

    /// Shows the state of a game, and follows it if it is the client's own or watched.
    pub(super) fn state(&mut self, state: &GameState, pending: &Pending, now: u64) {
        let game = state.summary.game;
        let Some(followed) = FollowedGame::new(state.clone()) else { return };
        if let Some(known) = self.games.get_mut(&game) {
            known.state = followed.state;
            return self.show_game(game, now);
        }
        let is_own = self.name().is_some_and(|name| followed.is_player(name));
        let is_running = followed.end().is_none();
        if is_own && state.summary.details.adjourned_since.is_some() {
            return self.asked_to_continue(&followed);
        }
        if !is_running || !(is_own || matches!(pending, Pending::Watch(_))) {
            self.games.insert(game, followed);
            self.show_game(game, now);
            self.games.remove(&game);
            return;
        }
        let (number, twin) = (followed.id.number, state.summary.twin);
        self.games.insert(game, followed);
        if let Some(twin) = twin.filter(|twin| !self.games.contains_key(twin)) {
            if !is_own {
                let target = WatchTarget::Game(twin);
                self.ask(Command::Watch { target }, Pending::Watch(String::new()));
            }
            return;
        }
        self.show_match(number, now);
    }

    fn users(&mut self, users: &[UserSummary], pending: &Pending) {
        match pending {
            Pending::Presence(wanted) => {
                let names: Vec<_> = users.iter().map(|user| user.name.clone()).collect();
                self.tell_present(wanted, &names);
            }
            Pending::Who => {
                let rows: Vec<String> = users
                    .iter()
                    .map(|user| {
                        let name = self.names.show(&user.name);
                        let rating = user.ratings.get(&SpeedClass::Rapid);
                        let rating = rating.map_or(UNRATED, |it| GgsRating {
                            rating: it.rating,
                            deviation: it.deviation,
                        });
                        let sign = if user.playing == 0 { '+' } else { '-' };
                        format!("{name:<8} {sign} {rating} {}", user.playing)
                    })
                    .collect();
                let head = format!("who {} change: win draw loss match(es)", rows.len());
                self.list(&head, &rows);
            }
            _ => {
                let rows: Vec<String> = users
                    .iter()
                    .map(|user| format!("\n{:<8} {}", self.names.show(&user.name), user.name))
                    .collect();
                self.tell(&format!(": who {}{}", rows.len(), rows.concat()));
            }
        }
    }

    fn profile(&mut self, profile: &Profile, pending: &Pending) {
        let name = self.names.show(&profile.name);
        if let Pending::Rank(class) = pending {
            let Some(rating) = profile.ratings.iter().find(|it| it.class == *class) else {
                return self.refuse(&format!("rank ERR not found: {name}"));
            };
            let shown = GgsRating { rating: rating.rating, deviation: rating.deviation };
            let row = rank_row(1, &name, shown, rating.games);
            return self.list("rank", &[row]);
        }
        let is_registered = profile.role != Role::Guest;
        let sign = |is_on| if is_on { '+' } else { '-' };
        let mut rows = vec![
            format!("login      : {name}"),
            format!("name       : {}", profile.name),
            format!("registered : {}", sign(is_registered)),
            format!("here       : {}", sign(profile.online)),
        ];
        rows.extend(profile.about.as_ref().map(|about| format!("info       : {about}")));
        for it in &profile.ratings {
            let rating = GgsRating { rating: it.rating, deviation: it.deviation };
            rows.push(format!("{:<10} : {rating} {}", it.class, it.games));
        }
        if matches!(pending, Pending::CentralFinger) {
            let rows: Vec<String> = rows.iter().map(|row| format!("\n{row}")).collect();
            return self.tell(&format!(": finger {name}{}", rows.concat()));
        }
        self.list(&format!("finger {name}"), &rows);
    }

    fn games(&mut self, offers: &[Offer], games: &[GameSummary], pending: &Pending) {
        match pending {
            Pending::Open => {
                for offer in offers {
                    self.offers.insert(offer.game, offer.clone());
                }
            }
            Pending::Requests => {
                let rows: Vec<String> = offers
                    .iter()
                    .filter_map(|offer| self.request(offer))
                    .map(|request| request.to_string())
                    .collect();
                self.list(&format!("request {}", rows.len()), &rows);
            }
            Pending::Stored(name) => {
                let rows: Vec<String> = games.iter().filter_map(adjourned_row).collect();
                let head = format!("{} {}", rows.len(), shown(name));
                self.tell(&GgsEvent::Stored { head, rows });
            }
            _ => {
                let rows: Vec<String> = games.iter().filter_map(running_row).collect();
                self.list(&format!("match {0}/{0}", rows.len()), &rows);
            }
        }
    }
}

/// Returns the row of a match that is not adjourned, from its first game.
fn running_row(summary: &GameSummary) -> Option<String> {
    let is_left_out =
        match_id(summary).game == Some(1) || summary.details.adjourned_since.is_some();
    let line = match_line(summary, &listed(summary)).filter(|_| !is_left_out)?;
    Some(match_row(&line, summary.details.spectators.unwrap_or(0)))
}

fn adjourned_row(summary: &GameSummary) -> Option<String> {
    let is_second = match_id(summary).game == Some(1);
    let line = match_line(summary, &listed(summary)).filter(|_| !is_second)?;
    Some(stored_row(&line, summary.details.adjourned_since?))
}

/// Returns the row of a game that is over; those of a pair have one each.
fn past_row(entry: &HistoryEntry) -> Option<String> {
    let (summary, listed) = (&entry.game, listed(&entry.game));
    let mut line = match_line(summary, &listed)?;
    line.id = MatchId::of_match(number_of(summary.game));
    let at = entry.ended_at.or(entry.started_at)?;
    Some(history_row(&line, at, result_of(summary, &listed[0])?))
}
