//! Limits that keep a user from pestering others with offers.

use std::collections::VecDeque;

use willow_protocol::text::counted;
use willow_protocol::{ErrorDetail, Name, Terms};

use super::Accounts;
use crate::domain::{Context, MINUTE, Millis, Refusal, UserId};

/// How long a challenge that was declined cannot be repeated.
const DECLINED_FOR: Millis = MINUTE;

/// The latest offers of a user, and those that were declined. A restart of the server forgets them.
#[derive(Debug, Default)]
pub(crate) struct LatestOffers {
    /// The times of the offers of the last minute, oldest first.
    times: VecDeque<Millis>,
    declined: Vec<DeclinedChallenge>,
}

#[derive(Debug)]
struct DeclinedChallenge {
    by: UserId,
    terms: Terms,
    until: Millis,
}

impl LatestOffers {
    /// Returns whether no offer was made, or declined.
    pub(crate) fn is_empty(&self) -> bool {
        self.times.is_empty() && self.declined.is_empty()
    }

    /// Counts an offer, unless there were as many as allowed in the last minute.
    pub(crate) fn count(&mut self, most: usize, now: Millis) -> Result<(), Refusal> {
        while self.times.front().is_some_and(|&time| time + MINUTE <= now) {
            self.times.pop_front();
        }
        if let Some(&oldest) = self.times.front()
            && self.times.len() >= most
        {
            let made = counted(most as u64, "offer");
            let left = oldest + MINUTE - now;
            let wait = counted(left.div_ceil(1000), "second");
            let message = format!("you made {made} within a minute; wait {wait}");
            return Err(Refusal::new(ErrorDetail::OffersTooFast, message).for_now(left));
        }
        self.times.push_back(now);
        Ok(())
    }

    /// Remembers that a user declined a challenge.
    pub(crate) fn declined(&mut self, by: UserId, terms: Terms, now: Millis) {
        self.declined.push(DeclinedChallenge { by, terms, until: now + DECLINED_FOR });
    }

    /// Makes sure that a user did not just decline a challenge of the same terms.
    fn check_not_declined(
        &mut self,
        by: UserId,
        name: &Name,
        terms: &Terms,
        now: Millis,
    ) -> Result<(), Refusal> {
        self.declined.retain(|declined| declined.until > now);
        let mut declined = self.declined.iter();
        let found = declined
            .find(|declined| declined.by == by && same_but_for_colors(&declined.terms, terms));
        let Some(found) = found else { return Ok(()) };
        let left = found.until - now;
        let wait = counted(left.div_ceil(1000), "second");
        let message =
            format!("{name} has just declined this game; wait {wait}, or offer other terms");
        Err(Refusal::new(ErrorDetail::JustDeclined, message).for_now(left))
    }
}

/// Returns whether two terms are the same but for the colours.
pub(crate) fn same_but_for_colors(one: &Terms, other: &Terms) -> bool {
    Terms { color: other.color, ..one.clone() } == *other
}

impl Accounts {
    /// Counts an offer of a user; too many in a minute are refused, and one that was just declined.
    pub(crate) fn count_offer(
        &mut self,
        user: UserId,
        to: Option<UserId>,
        terms: &Terms,
        context: &Context,
    ) -> Result<(), Refusal> {
        if let Some(to) = to {
            let name = self[to].name.clone();
            self[user].latest_offers.check_not_declined(to, &name, terms, context.now)?;
        }
        let most = context.settings.limits.offers_per_minute;
        self[user].latest_offers.count(most, context.now)
    }

    /// Remembers that a user declined a challenge of another.
    pub(crate) fn declined(&mut self, from: UserId, by: UserId, terms: Terms, now: Millis) {
        self[from].latest_offers.declined(by, terms, now);
    }
}
