//! What one player asks the other during a match: breaks, an end without a result.

use willow_protocol::{Command, GameId};

use super::carried_match::{MatchPhase, Pairing, WillowGame};
use super::shared_state::{Context, Purpose};
use crate::ggs::{MatchId, Offer};

impl Pairing {
    /// The remote player asks for something on GGS.
    pub(super) fn asked_there(&mut self, ctx: &mut Context, offer: Offer, id: MatchId, name: &str) {
        // What concerns both games of a pair is told for each.
        if !name.eq_ignore_ascii_case(&self.remote) || id.game == Some(1) {
            return;
        }
        match offer {
            Offer::Abort => self.abort_asked(ctx),
            Offer::Undo => self.tell_remote(ctx, "Moves are not taken back over this bridge."),
            Offer::Break => {
                if let Some(game) = self.willow_games.first().map(WillowGame::id) {
                    self.act(ctx, Command::Adjourn { game: Some(game) }, Purpose::Other);
                }
            }
            Offer::Score => {
                let text =
                    "I offer a score on GGS, which does not say what score: it is not carried.";
                self.say(ctx, text);
                let text = "GGS does not tell what score you offer, so it is not carried.";
                self.tell_remote(ctx, text);
            }
        }
    }

    /// Asks for a break on GGS.
    pub(super) fn ask_break(&self, ctx: &mut Context) {
        if let Some(id) = self.ggs_match {
            self.os(ctx, &format!("break .{id}"));
        }
    }

    /// Returns whether the match on GGS lasts, or has its last moves.
    fn lasts_there(&self) -> bool {
        self.ggs_end.is_none() || self.ggs_games.iter().all(|game| game.game.is_over())
    }

    /// The server adjourned a game while the bridge was away: both have to want to go on.
    pub(super) fn go_on_here(&mut self, ctx: &mut Context, game: GameId) {
        if !self.lasts_there() {
            return self.after_end_there(ctx);
        }
        self.act(ctx, Command::Continue { game: Some(game) }, Purpose::Other);
        let text =
            format!("I am back: `continue {game}` goes on. Your clock on GGS may be running.");
        self.say(ctx, &text);
    }

    /// The person wants to go on with an adjourned game: the proxy agrees if the match on GGS lasts.
    pub(super) fn continue_asked(&self, ctx: &mut Context, game: GameId) {
        let is_asked_to_resume = self.stored.is_some() && self.phase == MatchPhase::Asked;
        if !is_asked_to_resume && self.reason.is_none() && self.lasts_there() {
            self.act(ctx, Command::Continue { game: Some(game) }, Purpose::Other);
        }
    }

    /// The person asks for what is not carried: it is refused in words.
    pub(super) fn refuse_in_words(&self, ctx: &mut Context, game: GameId, text: &str) {
        self.act(ctx, Command::Refuse { game: Some(game) }, Purpose::Other);
        self.say(ctx, text);
    }

    /// The remote player asks to end the match without a result.
    fn abort_asked(&self, ctx: &mut Context) {
        let is_young = self.willow_games.iter().all(|game| game.n_plies() < 2);
        if self.phase == MatchPhase::Ending || is_young {
            return self.abort_wanted(ctx);
        }
        let text = "I ask to end the match without a result. To agree: tell me `abort`.";
        self.say(ctx, text);
    }

    /// Somebody agrees to end the match without a result, or the person asks for it.
    pub(super) fn abort_wanted(&self, ctx: &mut Context) {
        if let Some(id) = self.ggs_match {
            self.os(ctx, &format!("abort .{id}"));
        }
    }
}
