//! Which offer a command without a number is about: the only one that it can mean.

use willow_protocol::{CommandKind, ErrorDetail, GameId};

use super::{OpenOffer, Refusal, ServerState, UserId, refuse};

/// How many offers an error lists.
const MOST_LISTED: usize = 5;

impl ServerState {
    /// Returns the offer that a user joins: the one that is named, or the only challenge to the
    /// user, or the only public offer if nobody challenges the user.
    pub(super) fn offer_to_join(
        &self,
        user: UserId,
        game: Option<GameId>,
    ) -> Result<GameId, Refusal> {
        if let Some(game) = game {
            return Ok(game);
        }
        let may_join = |offer: &&OpenOffer| {
            offer.from != user
                && self.is_offer_visible(Some(user), offer)
                && !self.users[offer.from].blocked.contains(&user)
        };
        let all: Vec<&OpenOffer> = self.offers.values().filter(may_join).collect();
        let to_user = |offer: &OpenOffer| offer.to == Some(user);
        let challenges: Vec<&OpenOffer> =
            all.iter().copied().filter(|offer| to_user(offer)).collect();
        let candidates = if challenges.is_empty() { all } else { challenges };
        only(
            &candidates,
            CommandKind::Join,
            "there is no offer to join; `new` makes one, and `challenge NAME` asks a user or a bot",
        )
    }

    /// Returns the challenge that a user declines: the one that is named, or the only one.
    pub(super) fn challenge_to(
        &self,
        user: UserId,
        game: Option<GameId>,
    ) -> Result<GameId, Refusal> {
        if let Some(game) = game {
            return Ok(game);
        }
        let to_user = self.offers.values().filter(|offer| offer.to == Some(user));
        let visible = to_user.filter(|offer| self.is_offer_visible(Some(user), offer));
        only(&visible.collect::<Vec<_>>(), CommandKind::Decline, "nobody challenges you")
    }

    /// Returns the offer that a user withdraws: the one that is named, or the only one.
    pub(super) fn offer_of(&self, user: UserId, game: Option<GameId>) -> Result<GameId, Refusal> {
        if let Some(game) = game {
            return Ok(game);
        }
        let own: Vec<_> = self.offers.values().filter(|offer| offer.from == user).collect();
        only(&own, CommandKind::Cancel, "you have no open offer")
    }
}

/// Returns the only candidate of a command.
fn only(candidates: &[&OpenOffer], kind: CommandKind, none: &str) -> Result<GameId, Refusal> {
    match candidates {
        [] => refuse(ErrorDetail::NoSuchOffer, none),
        [offer] => Ok(offer.offer.game),
        several => {
            let command = kind.description().name;
            let listed = several.iter().take(MOST_LISTED).map(|open| {
                let offer = &open.offer;
                let to = offer.to.as_ref().map(|to| format!(" to {to}")).unwrap_or_default();
                format!("`{command} {}` ({}{to}, {})", offer.game, offer.from, offer.terms)
            });
            let listed = listed.collect::<Vec<String>>().join(", ");
            let message = format!("there are {} offers: {listed}", several.len());
            refuse(ErrorDetail::SeveralOffers, message)
        }
    }
}
