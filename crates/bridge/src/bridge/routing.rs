//! Hands each input to the match, offer or login that it concerns.

use willow_protocol::{Event as WillowEvent, GameState, Name, Notice, Room};

use super::input::{BridgeInput, BridgeOutput};
use super::millis::Millis;
use super::state::BridgeState;
use crate::ggs::{Event as GgsEvent, is_service};

impl BridgeState {
    /// Takes something that happens at a time, and returns what is to be done, in this order.
    pub fn handle(&mut self, input: BridgeInput, now: Millis) -> Vec<BridgeOutput> {
        self.ctx.now = now;
        match input {
            BridgeInput::GgsUp { login } => self.ggs_up(&login),
            BridgeInput::GgsDown { login } => self.ggs_down(&login),
            BridgeInput::Ggs { login, event } => self.ggs_event(&login, *event),
            BridgeInput::WillowUp => self.willow_up(),
            BridgeInput::WillowDown => self.willow_down(),
            BridgeInput::Willow { proxy, notice } => self.willow_notice(proxy.as_ref(), &notice),
            BridgeInput::Tick => self.tick(),
            BridgeInput::Stop => self.stop(),
        }
        std::mem::take(&mut self.ctx.outputs)
    }

    fn ggs_event(&mut self, login: &str, event: GgsEvent) {
        match event {
            // A service that has restarted has forgotten its matches, and is set up again by the session.
            GgsEvent::Left(name) if is_service(&name) => self.ggs_down(login),
            GgsEvent::Came(name) if is_service(&name) && !self.ctx.is_in(login) => {
                self.ggs_up(login);
            }
            GgsEvent::Requested(request) => self.requested(login, &request),
            GgsEvent::RequestGone(request) => self.request_gone(login, &request),
            GgsEvent::MatchBegan(line) => self.match_began(login, &line),
            GgsEvent::MatchEnded { line, end, archive } => {
                self.in_match(login, line.id, |it, ctx| it.match_ended(ctx, &line, &end, archive));
            }
            GgsEvent::Joined(game) => {
                self.in_match(login, game.id, |it, ctx| it.joined(ctx, &game));
            }
            GgsEvent::Updated(game) => {
                self.in_match(login, game.id, |it, ctx| it.updated(ctx, &game));
            }
            GgsEvent::GameEnded { id, end, .. } => {
                self.in_match(login, id, |it, _| it.game_ended_there(id, end));
            }
            GgsEvent::Offered { offer, id, name } => {
                self.in_match(login, id, |it, ctx| it.asked_there(ctx, offer, id, &name));
            }
            GgsEvent::MatchChat { id, name, text, .. } => {
                self.in_match(login, id, |it, ctx| it.chat_there(ctx, &name, &text));
            }
            GgsEvent::Told { name, text } => self.told_there(login, &name, &text),
            GgsEvent::Refused(text) => self.refused_there(login, &text),
            GgsEvent::MatchError { id, text } => {
                self.ctx.log(format!("GGS says of {id} to {login}: {text}"));
                self.in_match(login, id, |it, ctx| it.error_there(ctx, &text));
            }
            GgsEvent::TrustViolated { id, text } => {
                self.ctx.log(format!("GGS does not believe {login} the time in {id}: {text}"));
            }
            GgsEvent::TimedOut { id, name, time_out, .. } => {
                self.in_match(login, id, |it, ctx| it.timed_out_there(ctx, id, &name, time_out));
            }
            GgsEvent::Stored { rows, .. } => self.stored_listed(login, &rows),
            GgsEvent::RatingsUpdated { id, rows } => {
                self.in_match(login, id, |it, ctx| it.ratings_there(ctx, &rows));
            }
            _ => {}
        }
    }

    fn willow_notice(&mut self, proxy: Option<&Name>, notice: &Notice) {
        if let Some(id) = notice.id.as_ref().and_then(|id| id.as_str().parse().ok()) {
            let game = notice.done.as_ref().and_then(|done| done.game);
            self.answered(id, &notice.event, game);
        }
        match proxy {
            Some(proxy) => self.proxy_event(proxy, notice),
            None => self.own_event(&notice.event),
        }
    }

    fn own_event(&mut self, event: &WillowEvent) {
        match event {
            WillowEvent::Users { users } => {
                let roles = users.iter().map(|user| (user.name.key(), user.role));
                self.ctx.roles.extend(roles);
            }
            WillowEvent::Online { name, role, .. } => {
                self.ctx.roles.insert(name.key(), *role);
            }
            WillowEvent::Told { from, text, .. } => self.told_bridge(from, text.as_str()),
            _ => {}
        }
    }

    fn proxy_event(&mut self, proxy: &Name, notice: &Notice) {
        match (&notice.event, notice.room) {
            (WillowEvent::Entered { .. }, _) => self.proxy_entered(proxy),
            (WillowEvent::Bye { .. }, _) => self.proxy_left(proxy),
            (WillowEvent::Offered(offer), _) => self.offered(proxy, offer),
            (WillowEvent::Withdrawn { game, declined }, _) => {
                let why = match declined {
                    true => "the other player said no",
                    false => "the offer was withdrawn",
                };
                self.withdrawn(proxy, *game, why);
            }
            (WillowEvent::Started(_), _) => {
                if let Some(state) = GameState::from_notice(notice) {
                    self.started(proxy, &state);
                }
            }
            (WillowEvent::State(state), _) => {
                let game = state.summary.game;
                if !self.in_game(proxy, game, |it, ctx| it.state_seen(ctx, state)) {
                    self.adjourned_seen(proxy, state);
                }
            }
            (WillowEvent::Games { games, .. }, _) => self.adjourned_listed(proxy, games),
            (WillowEvent::Told { from, text, .. }, _) => {
                self.told_here(proxy, from, text.as_str());
            }
            (WillowEvent::Rated { name, before, after, .. }, _) if name == proxy => {
                self.rated_here(proxy, *before, *after);
            }
            (WillowEvent::Said { from, text }, Some(Room::Players(game))) => {
                self.in_game(proxy, game, |it, ctx| it.said_here(ctx, from, text.as_str()));
            }
            (event, Some(Room::Game(game))) => {
                let is_played =
                    self.in_game(proxy, game, |it, ctx| it.game_event(ctx, game, notice));
                if !is_played && matches!(event, WillowEvent::ContinueAsked { .. }) {
                    self.resume_asked_here(proxy, game);
                }
            }
            _ => {}
        }
    }
}
