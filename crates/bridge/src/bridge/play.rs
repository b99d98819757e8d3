//! Moves, from the side where they were played to the other one.

use willow_board::{Color, Move};
use willow_protocol::{Applied, Command, Event, GameId, GameState, Name, Notice};

use super::carried_match::{BridgeSide, GgsGame, MatchPhase, Pairing, Step, WillowGame, next_step};
use super::match_start::left_of;
use super::shared_state::{Context, Purpose};
use crate::ggs::{PlayedMove, UpdatedGame};

impl Pairing {
    /// A move was played on GGS.
    pub(super) fn updated(&mut self, ctx: &mut Context, updated: &UpdatedGame) {
        let Some(game) = self.ggs_game_mut(updated.id) else { return };
        (game.left, game.seen) = (left_of(&updated.now), ctx.now);
        let (number, known) = (updated.number as usize, game.game.n_plies());
        if number <= known {
            return;
        }
        if number != known + 1 || game.game.play(updated.played.mv).is_err() {
            return self.give_up(ctx, "the moves from GGS make no game");
        }
        game.sent = None;
        // A move ends what was asked for before it.
        self.play_on(ctx);
    }

    /// Something happened in a game here.
    pub(super) fn game_event(&mut self, ctx: &mut Context, game: GameId, notice: &Notice) {
        let found = self.willow_games.iter_mut().find(|own| own.id() == game);
        let Some(own) = found else { return };
        let applied = own.apply(notice, &self.proxy, ctx.now);
        let remote = own.remote;
        let is_gap = applied == Applied::Gap;
        if is_gap {
            ctx.ask_board(&self.proxy, game);
        }
        match &notice.event {
            Event::Moved { .. } if applied == Applied::InOrder => self.play_on(ctx),
            // Only the proxy is told which move or bid of the person is held back.
            Event::Held { color, .. } if !is_gap && *color != remote => self.ask_held(ctx, game),
            Event::Bid { name, .. } if !is_gap && *name != self.proxy => self.ask_held(ctx, game),
            Event::Ended(end) => self.ended_here(ctx, game, *end),
            Event::TakebackAsked { color } if *color != remote => {
                self.refuse_in_words(ctx, game, "Moves are not taken back over this bridge.");
            }
            Event::ResultOffered { color, .. } if *color != remote => {
                let text =
                    "Offered results are not carried: GGS does not tell them to the opponent.";
                self.refuse_in_words(ctx, game, text);
            }
            Event::Resumed { .. } => {
                self.resumed_with_stored(ctx);
                self.play_on(ctx);
            }
            Event::AdjournAsked { color } if *color != remote => self.ask_break(ctx),
            Event::Adjourned { .. } => {
                if self.ggs_end.is_none() {
                    self.ask_break(ctx);
                }
                self.settle(ctx);
            }
            Event::ContinueAsked { color } if *color != remote => self.continue_asked(ctx, game),
            _ => {}
        }
    }

    fn ask_held(&self, ctx: &mut Context, game: GameId) {
        self.act(ctx, Command::Board { game: Some(game) }, Purpose::Play(self.id));
    }

    /// GGS could not do what the login asked for in the match.
    pub(super) fn error_there(&mut self, ctx: &mut Context, text: &str) {
        if text.contains("illegal") || text.contains("corrupt") {
            self.give_up(ctx, "GGS does not accept a move that was legal on Willow");
        }
    }

    /// The whole state of a game here came: what was missed is in it.
    pub(super) fn state_seen(&mut self, ctx: &mut Context, state: &GameState) {
        let id = state.summary.game;
        let found = self.willow_games.iter_mut().find(|own| own.id() == id);
        let Some(game) = found else { return };
        let ended_before = game.end().is_some();
        *game = WillowGame { used: game.used, ..WillowGame::seen(&self.proxy, state, ctx.now) };
        match state.summary.end {
            _ if self.stored.is_some() && self.phase == MatchPhase::Asked => {
                self.resumable_seen(ctx, id);
            }
            Some(end) if !ended_before => self.ended_here(ctx, id, end),
            // The remote player has lost there, and the last moves are not known any more.
            None if self.is_restored && self.remote_result().is_some_and(|result| result < 0.0) => {
                self.act(ctx, Command::Resign { game: Some(id) }, Purpose::Other);
            }
            _ if self.is_restored || self.reason.is_some() => {
                self.end_game_here(ctx, id);
                self.settle(ctx);
            }
            None if state.summary.details.adjourned_since.is_some() => self.go_on_here(ctx, id),
            _ if self.ggs_end.is_some() => self.after_end_there(ctx),
            _ => self.play_on(ctx),
        }
    }

    /// Plays on each side what the other side has more.
    pub(super) fn play_on(&mut self, ctx: &mut Context) {
        if !matches!(self.phase, MatchPhase::Playing | MatchPhase::Ending) || self.reason.is_some()
        {
            return;
        }
        if self.is_bidding() && self.ggs_games.iter().all(|game| game.flagged.is_none()) {
            return self.carry_bids(ctx);
        }
        for remote in Color::ALL {
            if self.reason.is_none() {
                self.play_on_in(ctx, remote);
            }
        }
    }

    /// Plays on in the game in which the remote player has a colour.
    fn play_on_in(&mut self, ctx: &mut Context, remote: Color) {
        let there = self.ggs_games.iter_mut().find(|game| game.remote == remote);
        let here = self.willow_games.iter_mut().find(|game| game.remote == remote);
        let (Some(there), Some(here)) = (there, here) else { return };
        let name_of = |side| match side {
            BridgeSide::Ggs => &self.proxy,
            BridgeSide::Willow => &self.person,
        };
        if let Some(side) = there.overtime
            && !here.knows_overtime
            && here.end().is_none()
        {
            here.knows_overtime = true;
            let overtime = Command::Overtime { game: Some(here.id()), name: name_of(side).clone() };
            ctx.act(&self.proxy, overtime, Purpose::Overtime(self.id));
        }
        match (next_step(there, here), there.flagged) {
            (Step::Nothing | Step::OnGgs(_), Some(side)) => {
                here.flag(ctx, &self.proxy, name_of(side));
            }
            // The last moves cannot be played any more, and the game is lost all the same.
            (Step::OnWillow(_), Some(side)) if here.is_adjourned() => {
                here.flag(ctx, &self.proxy, name_of(side));
            }
            (Step::OnGgs(mv), None) if there.end.is_none() && self.ggs_end.is_none() => {
                there.send(ctx, &self.login, mv, here.used);
            }
            (Step::OnWillow(mv), _) if here.end().is_none() && !here.is_adjourned() => {
                here.send(ctx, &self.proxy, mv, Purpose::Play(self.id));
            }
            (Step::Nothing | Step::OnGgs(_) | Step::OnWillow(_), _) => {}
            (Step::Diverged, _) => self.give_up(ctx, "the games on both sides differ"),
        }
    }
}

impl GgsGame {
    /// Plays a move on GGS, with the milliseconds that the person took for it.
    fn send(&mut self, ctx: &mut Context, login: &str, mv: Move, used: u64) {
        if ctx.may_send(&mut self.sent, self.game.n_plies()) {
            let played = PlayedMove::new(mv).with_seconds(used as f64 / 1000.0);
            ctx.os(login, &format!("play {} {played}", self.id));
        }
    }
}

impl WillowGame {
    /// Plays a move here.
    fn send(&mut self, ctx: &mut Context, proxy: &Name, mv: Move, purpose: Purpose) {
        let (game, ply) = (Some(self.id()), self.n_plies());
        if ctx.may_send(&mut self.sent, ply) {
            ctx.act(proxy, Command::Move { game, mv, ply: u32::try_from(ply).ok() }, purpose);
        }
    }

    /// Ends a game in which a flag has fallen on GGS.
    fn flag(&mut self, ctx: &mut Context, proxy: &Name, loser: &Name) {
        let (game, ply) = (Some(self.id()), self.n_plies());
        if self.end().is_none() && ctx.may_send(&mut self.sent, ply) {
            ctx.act(proxy, Command::Flag { game, name: loser.clone() }, Purpose::Other);
        }
    }
}
