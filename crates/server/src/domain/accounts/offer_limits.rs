//! Limits that keep a user from pestering others with offers.

use std::collections::VecDeque;

use willow_protocol::text::counted;
use willow_protocol::{ErrorDetail, Name, Terms};

use super::Accounts;
use crate::domain::{Context, MINUTE, Millis, Refusal, UserId};

/// How long a challenge cannot be repeated that was declined twice in a row. Each further time is four times as long.
const FIRST_WAIT: Millis = MINUTE / 4;

/// The longest of these times.
const LONGEST_WAIT: Millis = 16 * MINUTE;

/// How long it is remembered that a challenge was declined.
const REMEMBERED: Millis = 20 * MINUTE;

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
    /// How often in a row.
    times: u32,
    /// When it was declined last.
    at: Millis,
}

impl DeclinedChallenge {
    /// Returns until when the challenge cannot be repeated. Once it can be at once: the recipient may have been busy.
    fn until(&self) -> Millis {
        let wait = |n_more| FIRST_WAIT.saturating_mul(4_u64.saturating_pow(n_more));
        self.at + self.times.checked_sub(2).map_or(0, wait).min(LONGEST_WAIT)
    }
}

impl LatestOffers {
    /// Returns whether no offer was made, or declined.
    pub(crate) fn is_empty(&self) -> bool {
        self.times.is_empty() && self.declined.is_empty()
    }

    /// Counts an offer, unless there were as many as allowed in the last minute.
    pub(crate) fn count(&mut self, max: usize, now: Millis) -> Result<(), Refusal> {
        while self.times.front().is_some_and(|&time| time + MINUTE <= now) {
            self.times.pop_front();
        }
        if let Some(&oldest) = self.times.front()
            && self.times.len() >= max
        {
            let made = counted(max as u64, "offer");
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
        self.forget_declined(now);
        let mut declined = self.declined.iter_mut();
        let same =
            |it: &&mut DeclinedChallenge| it.by == by && same_but_for_colors(&it.terms, &terms);
        match declined.find(same) {
            Some(found) => (found.times, found.at) = (found.times + 1, now),
            None => self.declined.push(DeclinedChallenge { by, terms, times: 1, at: now }),
        }
    }

    fn forget_declined(&mut self, now: Millis) {
        self.declined.retain(|declined| now < declined.at + REMEMBERED);
    }

    /// Makes sure that a user did not decline a challenge of the same terms more than once just now.
    fn check_not_declined(
        &mut self,
        by: UserId,
        name: &Name,
        terms: &Terms,
        now: Millis,
    ) -> Result<(), Refusal> {
        self.forget_declined(now);
        let mut declined = self.declined.iter();
        let found = declined
            .find(|it| it.by == by && now < it.until() && same_but_for_colors(&it.terms, terms));
        let Some(found) = found else { return Ok(()) };
        let left = found.until() - now;
        let wait = counted(left.div_ceil(1000), "second");
        let message =
            format!("{name} has declined this game repeatedly; wait {wait}, or offer other terms");
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
        let max = context.settings.limits.offers_per_minute;
        self[user].latest_offers.count(max, context.now)
    }

    /// Remembers that a user declined a challenge of another.
    pub(crate) fn declined(&mut self, from: UserId, by: UserId, terms: Terms, now: Millis) {
        self[from].latest_offers.declined(by, terms, now);
    }

    /// Forgets what a user declined of another, as they play now.
    pub(crate) fn accepted(&mut self, from: UserId, by: UserId) {
        self[from].latest_offers.declined.retain(|declined| declined.by != by);
    }
}
