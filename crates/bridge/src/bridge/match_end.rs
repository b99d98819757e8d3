//! How matches end, on both sides alike.

use willow_board::Color;
use willow_protocol::{Command, EndKind, GameEnd, GameId};

use super::carried_match::{BridgeSide, GgsEnd, MatchPhase, Pairing, WillowGame};
use super::shared_state::{Context, Purpose};
use crate::ggs::{ArchiveId, MatchEnd, MatchId, MatchLine, TimeOut};

/// A game with fewer plies is not worth going on with.
const KEPT_PLIES: usize = 2;

impl Pairing {
    /// Ends a match that has not begun on both sides. Everything that stands on one side is taken back.
    pub(super) fn call_off(&mut self, ctx: &mut Context, why: &str) {
        if self.stored.is_some() && self.ggs_match.is_none() {
            return self.call_off_resuming(ctx, why);
        }
        if self.ggs_match.is_some() || !self.willow_games.is_empty() {
            return self.give_up(ctx, why);
        }
        let game = self.offer;
        let (word, command) = match self.asked_by {
            BridgeSide::Ggs => ("decline", game.map(|_| Command::Cancel { game })),
            BridgeSide::Willow => ("cancel", Some(Command::Decline { game })),
        };
        if let Some(request) = self.request {
            self.os(ctx, &format!("{word} .{request}"));
        }
        if let Some(command) = command {
            self.act(ctx, command, Purpose::Other);
        }
        self.tell_both(ctx, &format!("There is no match: {why}."));
        self.close(ctx);
    }

    /// Ends a match without a result on both sides, because the bridge cannot go on with it. Nobody
    /// loses by that on GGS.
    pub(super) fn give_up(&mut self, ctx: &mut Context, why: &str) {
        if self.is_closed() || self.reason.is_some() {
            return;
        }
        self.reason = Some(why.to_owned());
        self.enter(ctx, MatchPhase::Ending);
        self.tell_both(ctx, &format!("The bridge ends this match without a result: {why}."));
        self.end_there(ctx);
        self.end_here(ctx);
        self.settle(ctx);
    }

    /// Asks the remote player to end the match on GGS without a result.
    fn end_there(&self, ctx: &mut Context) {
        match (self.ggs_match, &self.ggs_end, self.request) {
            (Some(id), None, _) => {
                self.os(ctx, &format!("abort .{id}"));
                self.tell_remote(ctx, &format!("Please agree: tell /os abort .{id}"));
            }
            (None, _, Some(request)) => self.os(ctx, &format!("decline .{request}")),
            _ => {}
        }
    }

    /// Ends the games here without a result, as far as the proxy can.
    fn end_here(&mut self, ctx: &mut Context) {
        let (games, game) = (self.game_ids(), self.offer);
        if games.is_empty() && game.is_some() {
            let command = match self.offered_by {
                BridgeSide::Ggs => Command::Cancel { game },
                BridgeSide::Willow => Command::Decline { game },
            };
            self.act(ctx, command, Purpose::Other);
        }
        for game in games {
            self.end_game_here(ctx, game);
        }
    }

    /// Ends one game here without a result: it is aborted. Where GGS may have stored the match, the proxy goes: the
    /// server adjourns the game of a player whom the bridge has lost.
    pub(super) fn end_game_here(&mut self, ctx: &mut Context, game: GameId) {
        let is_rated = self.rated;
        let open = self.willow_game_mut(game).filter(|own| own.end().is_none());
        let Some(own) = open else { return };
        if !is_rated || own.n_plies() < KEPT_PLIES {
            self.act(ctx, Command::Abort { game: Some(game) }, Purpose::Other);
        } else if own.adjourn() {
            ctx.stay_away(&self.proxy);
        }
    }

    /// The match on GGS is over.
    pub(super) fn match_ended(
        &mut self,
        ctx: &mut Context,
        line: &MatchLine,
        end: &MatchEnd,
        archive: Option<ArchiveId>,
    ) {
        let remote_is_first = line.names[0].eq_ignore_ascii_case(&self.remote);
        let remote_result = match end {
            MatchEnd::Result(result) if remote_is_first => Some(*result),
            MatchEnd::Result(result) => Some(-result),
            _ => None,
        };
        self.ggs_end = Some(GgsEnd { end: end.clone(), remote_result, archive });
        self.after_end_there(ctx);
    }

    /// One game of a pair on GGS is over.
    pub(super) fn game_ended_there(&mut self, id: MatchId, end: MatchEnd) {
        if let Some(game) = self.ggs_game_mut(id) {
            game.end = Some(end);
        }
    }

    /// A player's time on GGS is over: the main time, or for good. A flag falls here, too; in a pair the other
    /// game goes on.
    pub(super) fn timed_out_there(
        &mut self,
        ctx: &mut Context,
        id: MatchId,
        name: &str,
        time_out: TimeOut,
    ) {
        let is_remote = name.eq_ignore_ascii_case(&self.remote);
        let side = if is_remote { BridgeSide::Ggs } else { BridgeSide::Willow };
        // While the players bid, nobody has a colour yet; the game here has some for the time being.
        if let ([there], [here]) = (&mut self.ggs_games[..], &self.willow_games[..])
            && there.is_bidding
        {
            there.remote = here.remote;
        }
        let Some(game) = self.ggs_game_mut(id) else { return };
        let late = if is_remote { game.remote } else { !game.remote };
        let extension = std::mem::take(&mut game.extension[late.index()]);
        game.left[late.index()] += extension;
        if time_out == TimeOut::Hard {
            game.flagged = Some(side);
            self.tell_time_out(ctx, id, side);
        } else if game.overtime.is_none() && 0 < extension {
            (game.overtime, game.is_warned) = (Some(side), false);
            self.tell_time_out(ctx, id, side);
            self.remember(ctx);
        }
        self.play_on(ctx);
    }

    /// Tells the person whose time on GGS is over; the remote player has seen it there. Only the first one whose main
    /// time is over can win no more.
    fn tell_time_out(&self, ctx: &mut Context, id: MatchId, side: BridgeSide) {
        let Some(there) = self.ggs_games.iter().find(|game| game.id == id) else { return };
        let Some(here) = self.willow_game_of(there.remote) else { return };
        let game = here.id();
        let (whose, who) = match side {
            BridgeSide::Willow => ("Your", "you"),
            BridgeSide::Ggs => ("My", "I"),
        };
        let text = if there.flagged == Some(side) {
            format!("{whose} time on GGS is over: {who} lose game {game}.")
        } else {
            format!(
                "{whose} main time on GGS is over in game {game}: {who} lose by the smallest margin \
                 at best."
            )
        };
        self.say(ctx, &text);
    }

    /// Does here what the end on GGS asks for.
    pub(super) fn after_end_there(&mut self, ctx: &mut Context) {
        let Some(GgsEnd { end, remote_result, .. }) = self.ggs_end.clone() else { return };
        // Either writes the result down.
        if self.phase == MatchPhase::Ending {
            self.remember(ctx);
        } else {
            self.enter(ctx, MatchPhase::Ending);
        }
        match (end, remote_result) {
            (MatchEnd::Result(_), Some(result)) => self.result_there(ctx, result),
            (MatchEnd::Aborted, _) => self.no_result_there(ctx, "both agreed to end it there"),
            (MatchEnd::Left(name), _) => self.no_result_there(ctx, &format!("{name} left")),
            (MatchEnd::Result(_), None) => {}
        }
        self.settle(ctx);
    }

    /// The match has a result on GGS: the games here end by the last moves, or the proxy resigns.
    fn result_there(&mut self, ctx: &mut Context, remote_result: f64) {
        if self.reason.is_some() || self.is_over_here() {
            return;
        }
        let is_played_out =
            |own: &&WillowGame| self.ggs_game_of(own.remote).is_none_or(|game| game.game.is_over());
        let open: Vec<&WillowGame> =
            self.willow_games.iter().filter(|game| game.end().is_none()).collect();
        // The last move, or a pass that the server plays itself, is on its way. Who resigns one game
        // in lock-step resigns both, so that comes afterwards.
        if open.iter().any(|own| is_played_out(own) || self.is_flagged_there(own.remote)) {
            return self.play_on(ctx);
        }
        if open.iter().all(|own| self.remote_result_of(own.remote, remote_result) < 0.0) {
            for game in open {
                self.act(ctx, Command::Resign { game: Some(game.id()) }, Purpose::Other);
            }
        }
    }

    fn no_result_there(&mut self, ctx: &mut Context, why: &str) {
        if self.reason.is_none() {
            self.reason = Some(why.to_owned());
            self.say(ctx, &format!("The match on GGS is over without a result: {why}."));
            self.remember(ctx);
        }
        self.end_here(ctx);
    }

    /// A game here is over.
    pub(super) fn ended_here(&mut self, ctx: &mut Context, game: GameId, end: GameEnd) {
        let Some(own) = self.willow_game_mut(game) else { return };
        let remote = own.remote;
        let is_waiting =
            matches!(self.phase, MatchPhase::Playing | MatchPhase::Seating | MatchPhase::Asked);
        if is_waiting && self.ggs_end.is_none() {
            self.after_end_here(ctx, remote, end);
        } else if let Some(result) = self.remote_result() {
            // The other game of a pair.
            self.result_there(ctx, result);
        }
        self.settle(ctx);
    }

    /// Does on GGS what the end of a game here asks for.
    fn after_end_here(&mut self, ctx: &mut Context, remote: Color, end: GameEnd) {
        let loser_is_remote = end.loser.is_some_and(|side| side.0 == remote);
        // The flag has fallen on GGS, or it will, because nobody moves for the person any more: a resignation
        // would be one of both games of a pair.
        let here = self.willow_game_of(remote);
        let is_played_out = here.is_some_and(|own| own.state.position.is_game_over());
        let is_told_there = self.is_flagged_there(remote) || is_played_out;
        let is_of_pair = !loser_is_remote && !self.is_over_here();
        if end.reason == EndKind::Timeout && (is_told_there || is_of_pair) {
            return self.play_on(ctx);
        }
        match end.reason {
            EndKind::Resigned | EndKind::Timeout | EndKind::Forfeited if !loser_is_remote => {
                self.enter(ctx, MatchPhase::Ending);
                if let Some(id) = self.ggs_match {
                    self.os(ctx, &format!("resign .{id}"));
                }
            }
            EndKind::Aborted => self.give_up(ctx, "the game on Willow was aborted"),
            EndKind::Timeout | EndKind::Abandoned | EndKind::Forfeited | EndKind::Resigned => {
                self.give_up(ctx, "the bridge was too slow, and the game on Willow is over");
            }
            // The board is full on both sides as soon as the last moves are there.
            _ => self.play_on(ctx),
        }
    }

    /// Closes a match that is over on both sides, and tells both players.
    pub(super) fn settle(&mut self, ctx: &mut Context) {
        let is_ending = self.phase == MatchPhase::Ending || self.ggs_end.is_some();
        let is_over_there = self.ggs_match.is_none() || self.ggs_end.is_some();
        if self.is_closed() || !is_ending || !is_over_there || !self.is_over_here() {
            return;
        }
        let (to_person, to_remote) = summaries(self);
        ctx.notify(&self.person, &to_person);
        self.tell_remote(ctx, &to_remote);
        self.close(ctx);
    }

    /// The ratings after the match on GGS: the person is told.
    pub(super) fn ratings_there(&self, ctx: &mut Context, rows: &[String]) {
        for row in rows {
            let row = row.split_whitespace().collect::<Vec<_>>().join(" ");
            self.say(ctx, &format!("rating on GGS: {row}"));
        }
    }

    /// Ends the match for the bridge: it is over, or set aside.
    pub(super) fn close(&mut self, ctx: &mut Context) {
        if self.can_go_on() {
            return self.set_aside(ctx);
        }
        self.enter(ctx, MatchPhase::Over);
        // The games of a pair are aborted together.
        if let Some(open) = self.willow_games.iter().find(|game| game.end().is_none()) {
            self.act(ctx, Command::Abort { game: Some(open.id()) }, Purpose::Other);
        }
    }
}

/// How far a result of GGS, which writes two digits after the point, may be from ours: half a hundredth, and a bit
/// for binary fractions.
const MAX_ROUNDING: f64 = 0.006;

const THOUSANDTHS_PER_DISC: f64 = 1000.0;

/// Returns the result here in the remote player's view: the mean of the games, as GGS has it.
fn result_here(pairing: &Pairing) -> Option<f64> {
    let results = pairing.willow_games.iter().map(|game| {
        let black = f64::from(game.end()?.corrected()?.thousandths()) / THOUSANDTHS_PER_DISC;
        Some(if game.remote == Color::Black { black } else { -black })
    });
    let results: Vec<f64> = results.collect::<Option<_>>()?;
    (!results.is_empty()).then(|| results.iter().sum::<f64>() / results.len() as f64)
}

/// Returns what the person and the remote player are told at the end.
fn summaries(pairing: &Pairing) -> (String, String) {
    let there = pairing.remote_result();
    let here = result_here(pairing);
    let archive = pairing.ggs_end.as_ref().and_then(|end| end.archive);
    let archive = archive.map_or_else(String::new, |id| format!(" (on GGS: {id})"));
    let restarted = if pairing.is_restored { "The bridge was started again. " } else { "" };
    let pair = format!("{} and {}", pairing.person, pairing.remote);
    let text = |sign: f64| {
        let say = |result: Option<f64>| {
            result.map_or("no result".to_owned(), |result| format!("{:+.2}", sign * result + 0.0))
        };
        if is_same(there, here) {
            format!(
                "{restarted}The match of {pair} is over: {} for you on both servers{archive}.",
                say(there)
            )
        } else {
            let (there, here) = (say(there), say(here));
            format!(
                "{restarted}The match of {pair} is over: {there} for you on GGS, {here} on Willow{archive}."
            )
        }
    };
    (text(-1.0), text(1.0))
}

/// Returns whether both servers have the same result.
fn is_same(there: Option<f64>, here: Option<f64>) -> bool {
    match (there, here) {
        (Some(there), Some(here)) => (there - here).abs() < MAX_ROUNDING,
        (there, here) => there.is_none() && here.is_none(),
    }
}
