//! Rematches: another game of the same terms with the colours exchanged.

use willow_board::Color;
use willow_protocol::{ColorChoice, ErrorDetail, Event, GameId, Terms};

use super::input::{ConnId, Millis, UserId};
use super::offer_limits::same_but_for_colors;
use super::refusal::Refusal;
use super::reply::{Outcome, Reply};
use super::state::ServerState;

impl ServerState {
    /// Offers the opponent a rematch, or accepts the opponent's offer. A rematch that is offered
    /// already is not offered again.
    pub(super) fn rematch(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
        now: Millis,
    ) -> Outcome {
        let game = self.current_game(connection, game)?;
        let active = self.game(game)?;
        let not_a_player = || {
            Refusal::new(ErrorDetail::NotAPlayer, format!("you were not a player of game {game}"))
        };
        let color = active.color_of(user).ok_or_else(not_a_player)?;
        if active.end().is_none() {
            return Err(Refusal::new(ErrorDetail::GameNotOver, "the game is not over"));
        }
        let (opponent, name) = (active.player(!color), active.names[(!color).index()].clone());
        let next = if color == Color::Black { ColorChoice::White } else { ColorChoice::Black };
        let terms = Terms { color: next, ..active.terms.clone() };
        if let Some(offer) = self.challenge_between(opponent, user, &terms) {
            return self.join(connection, user, Some(offer), now);
        }
        if let Some(offer) = self.challenge_between(user, opponent, &terms) {
            return Ok(self.offered_already(offer));
        }
        self.offer(connection, user, Some(&name), terms, now)
    }

    /// Answers with an offer that is open already.
    pub(super) fn offered_already(&self, game: GameId) -> Reply {
        let offer = self.offers.get(&game).map(|open| open.offer.clone());
        offer.map_or(Reply::Done, |offer| Reply::Answer(Event::Offered(offer)))
    }

    /// Returns the open challenge of a user to another with these terms, whatever the colours.
    fn challenge_between(&self, from: UserId, to: UserId, terms: &Terms) -> Option<GameId> {
        let mut offers = self.offers.values();
        let found = offers.find(|open| {
            open.from == from
                && open.to == Some(to)
                && same_but_for_colors(&open.offer.terms, terms)
        });
        found.map(|open| open.offer.game)
    }
}
