//! Which input concerns what.

use willow_protocol::{Event as WillowEvent, Name, Notice, Room};

use super::input::{BridgeInput, BridgeOutput};
use super::millis::Millis;
use super::play::MoveHere;
use super::state::BridgeState;
use crate::ggs::Event as GgsEvent;

impl BridgeState {
    /// Takes something that happens at a time, and returns what is to be done, in this order.
    pub fn handle(&mut self, input: BridgeInput, now: Millis) -> Vec<BridgeOutput> {
        self.now = now;
        match input {
            BridgeInput::GgsUp { login } => self.ggs_up(&login),
            BridgeInput::GgsDown { login } => self.ggs_down(&login),
            BridgeInput::Ggs { login, event } => self.ggs_event(&login, *event),
            BridgeInput::WillowUp => self.willow_up(),
            BridgeInput::WillowDown => self.willow_down(),
            BridgeInput::Willow { proxy, notice } => self.willow_notice(proxy.as_ref(), &notice),
            BridgeInput::Tick => self.tick(),
        }
        std::mem::take(&mut self.outputs)
    }

    fn ggs_event(&mut self, login: &str, event: GgsEvent) {
        match event {
            GgsEvent::Requested(request) => self.requested(login, &request),
            GgsEvent::RequestGone(request) => self.request_gone(login, &request),
            GgsEvent::MatchBegan(line) => self.match_began(login, &line),
            GgsEvent::MatchEnded { line, end, archive } => {
                self.match_ended(login, &line, &end, archive);
            }
            GgsEvent::Joined(game) => self.joined(login, &game),
            GgsEvent::Updated(game) => self.updated(login, &game),
            GgsEvent::GameEnded { id, end, .. } => self.game_ended_there(login, id, end),
            GgsEvent::Offered { offer, id, name } => self.asked_there(login, offer, id, &name),
            GgsEvent::MatchChat { id, name, text, .. } => self.chat_there(login, id, &name, &text),
            GgsEvent::Told { name, text } => self.told_there(login, &name, &text),
            GgsEvent::Refused(text) => self.refused_there(login, &text),
            GgsEvent::MatchError { id, text } => {
                self.log(format!("GGS says of {id} to {login}: {text}"));
                self.error_there(login, id, &text);
            }
            GgsEvent::TrustViolated { id, text } => {
                self.log(format!("GGS does not believe {login} the time in {id}: {text}"));
            }
            GgsEvent::TimedOut { id, name, time_out, .. } => {
                self.timed_out_there(login, id, &name, time_out);
            }
            GgsEvent::Stored { rows, .. } => self.stored_listed(login, &rows),
            GgsEvent::RatingsUpdated { id, rows } => self.ratings_there(login, id, &rows),
            _ => {}
        }
    }

    fn willow_notice(&mut self, proxy: Option<&Name>, notice: &Notice) {
        if let Some(id) = notice.id.as_ref().and_then(|id| id.as_str().parse().ok()) {
            let game = notice.done.as_ref().and_then(|done| done.game);
            self.answered(id, &notice.event, game);
        }
        match proxy {
            Some(proxy) => self.proxy_event(proxy, notice.room, &notice.event),
            None => self.own_event(&notice.event),
        }
    }

    fn own_event(&mut self, event: &WillowEvent) {
        match event {
            WillowEvent::Users { users } => self.users_seen(users),
            WillowEvent::Online { name, role, .. } => self.role_seen(name, *role),
            WillowEvent::Told { from, text, .. } => self.told_bridge(from, text.as_str()),
            _ => {}
        }
    }

    fn proxy_event(&mut self, proxy: &Name, room: Option<Room>, event: &WillowEvent) {
        let game = room.and_then(Room::game);
        match (event, game) {
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
            (WillowEvent::Started(state), _) => self.started(proxy, state),
            (WillowEvent::State(state), _) => self.state_seen(proxy, state),
            (WillowEvent::Told { from, text, .. }, _) => {
                self.told_here(proxy, from, text.as_str());
            }
            (WillowEvent::Rated { name, before, after, .. }, _) if name == proxy => {
                self.rated_here(proxy, *before, *after);
            }
            (event, Some(game)) => match room {
                Some(Room::Players(_)) => {
                    if let WillowEvent::Said { from, text } = event {
                        self.said_here(proxy, game, from, text.as_str());
                    }
                }
                Some(Room::Game(_)) => self.game_event(proxy, game, event),
                _ => {}
            },
            _ => {}
        }
    }

    fn game_event(&mut self, proxy: &Name, game: willow_protocol::GameId, event: &WillowEvent) {
        match event {
            WillowEvent::Moved { mv, ply, clocks, turn, .. } => {
                let (mv, ply, clocks, used) = (*mv, *ply, *clocks, turn.used);
                self.moved(proxy, MoveHere { game, mv, ply, clocks, used });
            }
            WillowEvent::Held { color, clocks } => {
                self.held_here(proxy, game, Some(*color), clocks);
            }
            WillowEvent::Bid { name, clocks } if name != proxy => {
                self.held_here(proxy, game, None, clocks);
            }
            WillowEvent::Komi { black, .. } => self.bids_shown(proxy, game, black),
            WillowEvent::Ended(end) => self.ended_here(proxy, game, *end),
            WillowEvent::TakebackAsked { color } => {
                let text = "Moves are not taken back over this bridge.";
                self.refuse_in_words(proxy, game, *color, text);
            }
            WillowEvent::TimeGiven { clocks, .. } => self.clocks_seen(proxy, game, clocks),
            WillowEvent::Resumed { clocks, .. } => {
                self.clocks_seen(proxy, game, clocks);
                self.resumed_here(proxy, game);
            }
            WillowEvent::AdjournAsked { color } => self.adjourn_asked(proxy, game, *color),
            WillowEvent::Adjourned { .. } => self.adjourned_here(proxy, game),
            WillowEvent::ContinueAsked { color } => self.continue_asked(proxy, game, *color),
            WillowEvent::ResultOffered { color, .. } => {
                let text =
                    "Offered results are not carried: GGS does not tell them to the opponent.";
                self.refuse_in_words(proxy, game, *color, text);
            }
            _ => {}
        }
    }
}
