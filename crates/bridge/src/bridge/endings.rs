//! How matches end, on both sides alike.

use willow_board::Color;
use willow_protocol::{Command, EndKind, GameEnd, GameId, Name};

use super::pairing::{BridgeSide, GgsEnd, Pairing, Phase, WillowGame};
use super::state::{BridgeState, Purpose};
use crate::ggs::{ArchiveId, MatchEnd, MatchId, MatchLine, TimeOut};

/// A game with fewer plies may be aborted here by each player.
const ABORTABLE_PLIES: usize = 2;

impl BridgeState {
    /// Ends a match that has not begun on both sides. Everything that stands on one side is taken back.
    pub(super) fn call_off(&mut self, pairing: u64, why: &str) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        if entry.stored.is_some() && entry.ggs_match.is_none() {
            return self.call_off_resuming(pairing, why);
        }
        if entry.ggs_match.is_some() || !entry.willow_games.is_empty() {
            return self.give_up(pairing, why);
        }
        let (asked_by, request, game) = (entry.asked_by, entry.request, entry.offer);
        let (word, command) = match asked_by {
            BridgeSide::Ggs => ("decline", game.map(|_| Command::Cancel { game })),
            BridgeSide::Willow => ("cancel", Some(Command::Decline { game })),
        };
        if let Some(request) = request {
            self.os_in(pairing, &format!("{word} .{request}"));
        }
        if let Some(command) = command {
            self.act_in(pairing, command, Purpose::Other);
        }
        self.tell_both(pairing, &format!("There is no match: {why}."));
        self.close(pairing);
    }

    /// Ends a match without a result on both sides, because the bridge cannot go on with it. Nobody
    /// loses by that on GGS.
    pub(super) fn give_up(&mut self, pairing: u64, why: &str) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        if entry.reason.is_some() {
            return;
        }
        entry.reason = Some(why.to_owned());
        self.enter(pairing, Phase::Ending);
        self.tell_both(pairing, &format!("The bridge ends this match without a result: {why}."));
        self.end_there(pairing);
        self.end_here(pairing);
        self.settle(pairing);
    }

    /// Asks the remote player to end the match on GGS without a result.
    fn end_there(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        match (entry.ggs_match, &entry.ggs_end, entry.request) {
            (Some(id), None, _) => {
                self.os_in(pairing, &format!("abort .{id}"));
                self.tell_remote_in(pairing, &format!("Please agree: tell /os abort .{id}"));
            }
            (None, _, Some(request)) => self.os_in(pairing, &format!("decline .{request}")),
            _ => {}
        }
    }

    /// Ends the games here without a result, as far as the proxy can.
    pub(super) fn end_here(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let (games, game) = (entry.game_ids(), entry.offer);
        if games.is_empty() && game.is_some() {
            let command = match entry.offered_by {
                BridgeSide::Ggs => Command::Cancel { game },
                BridgeSide::Willow => Command::Decline { game },
            };
            self.act_in(pairing, command, Purpose::Other);
        }
        for game in games {
            self.end_game_here(pairing, game);
        }
    }

    /// Ends one game here without a result: it is aborted, or the proxy goes. The server adjourns the game
    /// of a player whom the bridge has lost, so nobody loses it.
    pub(super) fn end_game_here(&mut self, pairing: u64, game: GameId) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let proxy = entry.proxy.clone();
        let Some(own) = entry.willow_game_mut(game).filter(|own| own.end.is_none()) else { return };
        if own.game.n_plies() < ABORTABLE_PLIES {
            return self.act(&proxy, Command::Abort { game: Some(game) }, Purpose::Other);
        }
        if !std::mem::replace(&mut own.is_adjourned, true) {
            self.stay_away(&proxy);
        }
    }

    /// A match on GGS is over.
    pub(super) fn match_ended(
        &mut self,
        login: &str,
        line: &MatchLine,
        end: &MatchEnd,
        archive: Option<ArchiveId>,
    ) {
        let Some(pairing) = self.pairing_of_match(login, line.id) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let remote_is_first = line.names[0].eq_ignore_ascii_case(&entry.remote);
        let remote_result = match end {
            MatchEnd::Result(result) if remote_is_first => Some(*result),
            MatchEnd::Result(result) => Some(-result),
            _ => None,
        };
        entry.ggs_end = Some(GgsEnd { end: end.clone(), remote_result, archive });
        self.after_end_there(pairing);
    }

    /// One game of a pair on GGS is over.
    pub(super) fn game_ended_there(&mut self, login: &str, id: MatchId, end: MatchEnd) {
        let Some(pairing) = self.pairing_of_match(login, id) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        if let Some(game) = entry.ggs_game_mut(id) {
            game.end = Some(end);
        }
    }

    /// A player's time on GGS is over: the main time, or for good. A flag falls here, too; in a pair the other
    /// game goes on.
    pub(super) fn timed_out_there(
        &mut self,
        login: &str,
        id: MatchId,
        name: &str,
        time_out: TimeOut,
    ) {
        let Some(pairing) = self.pairing_of_match(login, id) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let is_remote = name.eq_ignore_ascii_case(&entry.remote);
        let side = if is_remote { BridgeSide::Ggs } else { BridgeSide::Willow };
        // While the players bid, nobody has a colour yet; the game here has some for the time being.
        if let ([there], [here]) = (entry.ggs_games.as_mut_slice(), entry.willow_games.as_slice())
            && there.is_bidding
        {
            there.remote = here.remote;
        }
        let Some(game) = entry.ggs_game_mut(id) else { return };
        let late = if is_remote { game.remote } else { !game.remote };
        let extension = std::mem::take(&mut game.extension[late.index()]);
        game.left[late.index()] += extension;
        if time_out == TimeOut::Hard {
            game.flagged = Some(side);
            self.tell_time_out(pairing, id, side);
        } else if game.overtime.is_none() && 0 < extension {
            (game.overtime, game.is_warned) = (Some(side), false);
            self.tell_time_out(pairing, id, side);
            self.remember(pairing);
        }
        self.play_on(pairing);
    }

    /// Tells the person whose time on GGS is over; the remote player has seen it there. Only the first one whose main
    /// time is over can win no more.
    fn tell_time_out(&mut self, pairing: u64, id: MatchId, side: BridgeSide) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let Some(there) = entry.ggs_games.iter().find(|game| game.id == id) else { return };
        let Some(here) = entry.willow_game_of(there.remote) else { return };
        let (place, game) = (self.settings.place_of(&entry.login), here.id);
        let (whose, who) = match side {
            BridgeSide::Willow => ("Your", "you"),
            BridgeSide::Ggs => ("My", "I"),
        };
        let text = if there.flagged == Some(side) {
            format!("{whose} time on {place} is over: {who} lose game {game}.")
        } else {
            format!(
                "{whose} main time on {place} is over in game {game}: {who} lose by the smallest margin \
                 at best."
            )
        };
        self.say_in(pairing, &text);
    }

    /// Does here what the end on GGS asks for.
    pub(super) fn after_end_there(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let Some(GgsEnd { end, remote_result, .. }) = entry.ggs_end.clone() else { return };
        // Either writes the result down.
        if entry.phase == Phase::Ending {
            self.remember(pairing);
        } else {
            self.enter(pairing, Phase::Ending);
        }
        match (end, remote_result) {
            (MatchEnd::Result(_), Some(result)) => self.result_there(pairing, result),
            (MatchEnd::Aborted, _) => self.no_result_there(pairing, "both agreed to end it there"),
            (MatchEnd::Left(name), _) => {
                self.no_result_there(pairing, &format!("{name} left"));
            }
            (MatchEnd::Result(_), None) => {}
        }
        self.settle(pairing);
    }

    /// The match has a result on GGS: the games here end by the last moves, or the proxy resigns.
    fn result_there(&mut self, pairing: u64, remote_result: f64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        if entry.reason.is_some() || entry.is_over_here() {
            return;
        }
        let is_played_out =
            |own: &WillowGame| entry.ggs_game_of(own.remote).is_none_or(|game| game.game.is_over());
        let open: Vec<&WillowGame> =
            entry.willow_games.iter().filter(|game| game.end.is_none()).collect();
        if open.iter().any(|game| is_played_out(game)) {
            // The last move, or a pass that the server plays itself, is on its way. Who resigns one game
            // in lock-step resigns both, so that comes afterwards.
            return self.play_on(pairing);
        }
        if open.iter().any(|own| entry.is_flagged_there(own.remote)) {
            return self.play_on(pairing);
        }
        let lost = |own: &&WillowGame| entry.remote_result_of(own.remote, remote_result) < 0.0;
        if open.iter().all(lost) {
            let open: Vec<GameId> = open.iter().map(|game| game.id).collect();
            for game in open {
                self.act_in(pairing, Command::Resign { game: Some(game) }, Purpose::Other);
            }
        }
    }

    fn no_result_there(&mut self, pairing: u64, why: &str) {
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        if entry.reason.is_none() {
            entry.reason = Some(why.to_owned());
            let place = self.settings.place_of(&entry.login);
            let text = format!("The match on {place} is over without a result: {why}.");
            self.say_in(pairing, &text);
            self.remember(pairing);
        }
        self.end_here(pairing);
    }

    /// A game here is over.
    pub(super) fn ended_here(&mut self, proxy: &Name, game: GameId, end: GameEnd) {
        let Some(pairing) = self.pairing_of_game(proxy, game) else { return };
        let Some(entry) = self.pairings.get_mut(&pairing) else { return };
        let Some(own) = entry.willow_game_mut(game) else { return };
        own.end = Some(end);
        let remote = own.remote;
        let is_waiting = matches!(entry.phase, Phase::Playing | Phase::Seating | Phase::Asked);
        if is_waiting && entry.ggs_end.is_none() {
            self.after_end_here(pairing, remote, end);
        } else if let Some(result) = entry.result_there() {
            // The other game of a pair.
            self.result_there(pairing, result);
        }
        self.settle(pairing);
    }

    /// Does on GGS what the end of a game here asks for.
    fn after_end_here(&mut self, pairing: u64, remote: Color, end: GameEnd) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let loser_is_remote = end.loser.is_some_and(|side| side.0 == remote);
        // The flag has fallen on GGS, or it will, because nobody moves for the person any more: a resignation
        // would be one of both games of a pair.
        let is_told_there = entry.is_flagged_there(remote) || entry.is_played_out_here(remote);
        let is_of_pair = !loser_is_remote && !entry.is_over_here();
        if end.reason == EndKind::Timeout && (is_told_there || is_of_pair) {
            return self.play_on(pairing);
        }
        let id = entry.ggs_match;
        match end.reason {
            EndKind::Resigned | EndKind::Timeout | EndKind::Forfeited if !loser_is_remote => {
                self.enter(pairing, Phase::Ending);
                if let Some(id) = id {
                    self.os_in(pairing, &format!("resign .{id}"));
                }
            }
            EndKind::Aborted => self.give_up(pairing, "the game on Willow was aborted"),
            EndKind::Timeout | EndKind::Abandoned | EndKind::Forfeited | EndKind::Resigned => {
                self.give_up(pairing, "the bridge was too slow, and the game on Willow is over");
            }
            // The board is full on both sides as soon as the last moves are there.
            _ => self.play_on(pairing),
        }
    }

    /// Closes a match that is over on both sides, and tells both players.
    pub(super) fn settle(&mut self, pairing: u64) {
        let Some(entry) = self.pairings.get(&pairing) else { return };
        let is_over_there = entry.ggs_match.is_none() || entry.ggs_end.is_some();
        if entry.phase != Phase::Ending && entry.ggs_end.is_none() {
            return;
        }
        if !is_over_there || !entry.is_over_here() {
            return;
        }
        let person = entry.person.clone();
        let (to_person, to_remote) = summaries(entry, self.settings.place_of(&entry.login));
        self.notify(&person, &to_person);
        self.tell_remote_in(pairing, &to_remote);
        self.close(pairing);
    }

    /// The ratings after a match on GGS: the person is told.
    pub(super) fn ratings_there(&mut self, login: &str, id: MatchId, rows: &[String]) {
        let Some(pairing) = self.pairing_of_match(login, id) else { return };
        for row in rows {
            let row = row.split_whitespace().collect::<Vec<_>>().join(" ");
            self.say_in(pairing, &format!("rating on GGS: {row}"));
        }
    }

    /// A proxy's rating here has changed: the remote player is told.
    pub(super) fn rated_here(&mut self, proxy: &Name, before: i32, after: i32) {
        let Some(login) = self.last_logins.get(&proxy.key()).cloned() else { return };
        if let Some(remote) = self.names.remote_of(proxy) {
            let text = format!("your rating on Willow: {before} -> {after}");
            self.tell_remote(&login, remote.as_str(), &text);
        }
    }

    /// Forgets a match.
    pub(super) fn close(&mut self, pairing: u64) {
        if self.can_go_on(pairing) {
            return self.set_aside(pairing);
        }
        self.enter(pairing, Phase::Over);
        self.pairings.remove(&pairing);
    }
}

/// Returns the result here in the remote player's view: the mean of the games, as GGS has it.
fn result_here(pairing: &Pairing) -> Option<f64> {
    let results = pairing.willow_games.iter().map(|game| {
        let black = f64::from(game.end?.corrected()?) / 1000.0;
        Some(if game.remote == Color::Black { black } else { -black })
    });
    let results: Vec<f64> = results.collect::<Option<_>>()?;
    (!results.is_empty()).then(|| results.iter().sum::<f64>() / results.len() as f64)
}

/// Returns what the person and the remote player are told at the end.
fn summaries(pairing: &Pairing, place: &str) -> (String, String) {
    let there = pairing.result_there();
    let here = result_here(pairing);
    let archive = pairing.ggs_end.as_ref().and_then(|end| end.archive);
    let archive = archive.map_or_else(String::new, |id| format!(" (on {place}: {id})"));
    let pair = format!("{} and {}", pairing.person, pairing.remote);
    let text = |sign: f64| {
        let say = |result: Option<f64>| {
            result.map_or("no result".to_owned(), |result| format!("{:+.2}", sign * result + 0.0))
        };
        if is_same(there, here) {
            format!("The match of {pair} is over: {} for you on both servers{archive}.", say(there))
        } else {
            let (there, here) = (say(there), say(here));
            format!(
                "The match of {pair} is over: {there} for you on {place}, {here} on Willow{archive}."
            )
        }
    };
    (text(-1.0), text(1.0))
}

/// Returns whether both servers have the same result. GGS writes two digits after the point.
fn is_same(there: Option<f64>, here: Option<f64>) -> bool {
    match (there, here) {
        (Some(there), Some(here)) => (there - here).abs() < 0.006,
        (there, here) => there.is_none() && here.is_none(),
    }
}
