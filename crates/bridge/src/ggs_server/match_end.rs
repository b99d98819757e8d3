//! The ends of games and matches, time-outs, adjournments, ratings and records.

use std::time::Duration;

use super::live_game::{GameEnd, LiveGame};
use super::live_match::LiveMatch;
use super::login::LOGIN_TIME;
use super::session::Phase;
use super::state::ServerState;
use super::stored_match::StoredMatch;
use crate::ggs::{Event, MatchEnd, MatchId, RatedFlag};

impl ServerState {
    /// Goes on after a move that everybody has seen: starts clocks, or ends the game and the match.
    pub(super) fn go_on(&mut self, number: u32, index: usize) {
        let Some(live) = self.matches.get(&number) else { return };
        let names = live.names.clone();
        self.tell_end(number, index, &names);
        self.start_clocks(number);
    }

    /// Starts the clocks of all games in which both wait for nothing, or ends the match.
    pub(super) fn start_clocks(&mut self, number: u32) {
        let now = self.at();
        let Some(live) = self.matches.get_mut(&number) else { return };
        for game in &mut live.games {
            if game.turn_began.is_none() && game.withheld.is_none() {
                game.start_clock(now);
            }
        }
        self.end_match_if_over(number);
    }

    /// Tells the end of one game of a pair.
    pub(super) fn tell_end(&mut self, number: u32, index: usize, names: &[String]) {
        let Some(live) = self.matches.get(&number) else { return };
        if let Some(result) = live.games[index].result_of(0).filter(|_| live.kind.synchro) {
            let (id, players) = (live.game_id(index), live.names.clone());
            let end = MatchEnd::Result(result);
            self.tell_all(names, &Event::GameEnded { id, names: players, end });
        }
    }

    /// Ends all games of a match that are not over.
    pub(super) fn end_all_games(&mut self, number: u32, end: impl Fn(&LiveGame) -> GameEnd) {
        let Some(live) = self.matches.get_mut(&number) else { return };
        let names = live.names.clone();
        let mut ended = Vec::new();
        for (index, game) in live.games.iter_mut().enumerate() {
            if game.end.is_none() {
                // Nobody has a colour yet who still bids.
                game.bids = None;
                game.end = Some(end(game));
                game.turn_began = None;
                ended.push(index);
            }
        }
        for index in ended {
            self.tell_end(number, index, &names);
        }
        self.end_match_if_over(number);
    }

    /// Tells how both games of a pair end without a result.
    pub(super) fn tell_ends(&mut self, number: u32, end: &MatchEnd) {
        let Some(live) = self.matches.get(&number).filter(|live| live.kind.synchro) else { return };
        let names = live.names.clone();
        let ids: Vec<MatchId> = (0..live.games.len()).map(|index| live.game_id(index)).collect();
        for id in ids {
            let event = Event::GameEnded { id, names: names.clone(), end: end.clone() };
            self.tell_all(&names, &event);
        }
    }

    /// Ends a match without a result.
    pub(super) fn abort(&mut self, number: u32) {
        self.tell_ends(number, &MatchEnd::Aborted);
        let Some(live) = self.matches.remove(&number) else { return };
        let line = live.line();
        let event = Event::MatchEnded { line, end: MatchEnd::Aborted, archive: None };
        self.tell_all(&live.names, &event);
    }

    fn end_match_if_over(&mut self, number: u32) {
        let result = self.matches.get(&number).and_then(LiveMatch::result);
        let Some(result) = result else { return };
        let Some(live) = self.matches.remove(&number) else { return };
        // GGS keeps the records of rated matches; here they have the numbers alone.
        let archive = (live.flag == RatedFlag::Rated)
            .then(|| live.archive.unwrap_or_else(|| self.new_archive_number()));
        let (line, end) = (live.line(), MatchEnd::Result(result));
        self.tell_all(&live.names, &Event::MatchEnded { line, end, archive });
    }

    /// Adjourns all matches of somebody who leaves.
    pub(super) fn adjourn_all_of(&mut self, name: &str) {
        let own = self.matches.values().filter(|live| live.player(name).is_some());
        let numbers: Vec<u32> = own.map(|live| live.number).collect();
        for number in numbers {
            self.adjourn(number, name);
        }
    }

    /// Ends a match for now, because a player leaves. A rated one is stored with its clocks.
    pub(super) fn adjourn(&mut self, number: u32, name: &str) {
        let (now, unix) = (self.at(), self.now.unix);
        let Some(mut live) = self.matches.remove(&number) else { return };
        live.freeze(now);
        let (line, names) = (live.line(), live.names.clone());
        let archive = live.is_storable().then(|| {
            let id = live.archive.unwrap_or_else(|| self.new_archive_number());
            live.archive = Some(id);
            self.stored.insert(id, StoredMatch { id, unix, live });
            id
        });
        let end = MatchEnd::Left(name.to_owned());
        self.tell_all(&names, &Event::MatchEnded { line, end, archive });
    }

    /// Returns when the next clock or login must be looked at.
    pub fn deadline(&self) -> Option<Duration> {
        let games = self.matches.values().flat_map(|live| &live.games);
        let clocks =
            games.flat_map(|game| game.running().into_iter().filter_map(|index| game.alarm(index)));
        let logins = self.sessions.values().filter(|session| session.phase != Phase::In);
        clocks.chain(logins.map(|session| session.since + LOGIN_TIME)).min()
    }

    /// Looks at all clocks that are due, and at logins that take too long.
    pub(super) fn run_alarms(&mut self) {
        let now = self.at();
        while let Some((number, game, clock)) = self.due_clock(now) {
            self.run_alarm(number, game, clock);
        }
        let late = self
            .sessions
            .iter()
            .filter(|(_, session)| session.phase != Phase::In && session.since + LOGIN_TIME <= now);
        let late: Vec<_> = late.map(|(conn, _)| *conn).collect();
        for conn in late {
            self.send(conn, ": The login took too long.\r\n");
            self.leave(conn);
            self.close(conn);
        }
    }

    fn due_clock(&self, now: Duration) -> Option<(u32, usize, usize)> {
        self.matches.values().find_map(|live| {
            live.games.iter().enumerate().find_map(|(index, game)| {
                let is_due = |clock: &usize| game.alarm(*clock).is_some_and(|alarm| alarm <= now);
                game.running().into_iter().find(is_due).map(|clock| (live.number, index, clock))
            })
        })
    }

    /// Looks at a clock whose time is over.
    fn run_alarm(&mut self, number: u32, index: usize, clock: usize) {
        let now = self.at();
        let Some(live) = self.matches.get_mut(&number) else { return };
        let game = &mut live.games[index];
        let Some(began) = game.turn_began else { return };
        let flags = game.end_turn(clock, now.saturating_sub(began).as_millis() as i64);
        let player = game.player_at(clock);
        if flags.hard {
            if game.bids.is_some() {
                // Whoever does not bid in time loses as Black.
                game.black = player;
                game.bids = None;
            }
            game.end = Some(GameEnd::TimedOut(game.color_of(player)));
            game.turn_began = None;
        }
        self.tell_time_outs(number, index, player, flags);
        if flags.hard {
            if self.matches.get(&number).is_some_and(|live| live.kind.synchro) {
                self.release_alone(number, 1 - index);
            }
            self.go_on(number, index);
        }
    }
}
