//! Compares the machine's clock with the newest row at a start. With a wrong clock everything would look old.

use std::fmt::{self, Display, Formatter};

use willow_protocol::ArchiveDate;

use super::{Result, StoreError, Writer};
use crate::domain::{DAY, MINUTE, Millis};
use crate::ops::ClockTrust;

/// How far the clock may be behind the newest row: a time service may have set it back. The server's time begins at
/// that row then.
const MAX_BEHIND: Millis = 10 * MINUTE;

/// Maximum time without a server: beyond it a wrong clock is likelier.
const MAX_PAUSE: Millis = 400 * DAY;

impl Writer {
    /// Returns the time at which the server's clock starts, and decides whether it deletes anything by age.
    ///
    /// # Errors
    /// The clock must not be behind the newest row, unless the operator trusts it.
    pub(crate) async fn start_time(&mut self, clock: Millis, trust: ClockTrust) -> Result<Millis> {
        let newest = self.db.last_time().await?;
        let is_behind = newest > clock.saturating_add(MAX_BEHIND);
        let is_far_ahead = newest > 0 && clock > newest.saturating_add(MAX_PAUSE);
        let noted = self.db.doubted_since().await?;
        let doubted = match trust {
            ClockTrust::Checked if is_behind => {
                return Err(StoreError::ClockBehind { behind: newest - clock, newest });
            }
            ClockTrust::Checked if is_far_ahead && noted == 0 => newest,
            ClockTrust::Accepted if !is_behind => 0,
            ClockTrust::Checked | ClockTrust::Accepted => noted,
        };
        if doubted != noted {
            self.db.set_doubted_since(doubted).await?;
        }
        self.deletes_by_age = doubted == 0;
        if doubted > 0 {
            let doubt =
                if is_behind { Doubt::Behind { newest } } else { Doubt::Gap { since: doubted } };
            tracing::warn!("{doubt}");
        }
        Ok(clock.max(newest))
    }
}

/// Why nothing is deleted by age, and until when.
#[derive(Clone, Copy, Debug)]
enum Doubt {
    /// The clock went on by more than [`MAX_PAUSE`] from this time.
    Gap { since: Millis },
    /// The operator accepts a clock that is behind the newest data: that does not make data from after it plausible.
    Behind { newest: Millis },
}

impl Display for Doubt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (Doubt::Gap { since: time } | Doubt::Behind { newest: time }) = *self;
        let date = ArchiveDate::of_millis(time).map(|date| date.to_string()).unwrap_or_default();
        match self {
            Doubt::Gap { .. } => write!(
                f,
                "more than 400 days lie between data of {date} and the clock of this machine: nothing is deleted by \
                 age until you start once with `--accept-clock`, which says that the clock is right"
            ),
            Doubt::Behind { .. } => write!(
                f,
                "nothing is deleted by age until the clock has passed the newest data ({date}) and you start again \
                 with `--accept-clock`"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use willow_protocol::{Event, Role};

    use super::*;
    use crate::domain::{
        AccessWrite, NewToken, Query, RoomKey, TokenHash, TokenNumber, UserId, UserWrite, Write,
    };
    use crate::ops::ClockTrust::{Accepted, Checked};
    use crate::ops::Retention;
    use crate::store::Sweep;
    use crate::store::test_support::{DAY, TestStore, said, user};

    /// The day of the newest row.
    const NEWEST: Millis = 1000 * DAY;

    /// The digest of the token.
    const HASH: TokenHash = TokenHash([1; 32]);

    /// Starts at a time, and takes all steps of a sweep. Returns whether chat, tokens and names are still there.
    fn start(store: &mut TestStore, clock: Millis, trust: ClockTrust) -> Result<[bool; 3], String> {
        let writer = &mut store.writer;
        store.runtime.block_on(async {
            let now = writer.start_time(clock, trust).await.map_err(|error| error.to_string())?;
            assert!(now >= NEWEST);
            writer.load(now).await.unwrap();
            let mut sweep = Sweep::default();
            while !writer.delete_by_age(&mut sweep, &Retention::default(), now).await.unwrap() {}
            Ok::<(), String>(())
        })?;
        let has_token = store.runtime.block_on(store.store.token(&HASH, 0)).unwrap().is_some();
        let words = store.load(0).lobby.pop().unwrap().event;
        let is_kept = matches!(&words, Event::Said { text, .. } if text.to_string() == "hello");
        let Ok(Event::Log(log)) = store.answer(&Query::Log { filter: "".parse().unwrap() }) else {
            panic!("no log")
        };
        Ok([is_kept, has_token, log.entries[0].name.as_str() == "bob"])
    }

    /// A database with chat and a token, and a deleted account that moderators still know.
    fn database() -> TestStore {
        let mut store = TestStore::new();
        let token = NewToken {
            user: UserId(1),
            number: TokenNumber(1),
            hash: HASH,
            grant: crate::domain::TokenGrant::LOGIN,
            name: None,
            at: NEWEST,
        };
        store.commit(vec![
            user(1, "alice", Role::Player, NEWEST),
            user(2, "bob", Role::Player, NEWEST),
            UserWrite::Moderation {
                by: UserId(1),
                to: UserId(2),
                action: "kick",
                reason: "spam".to_owned(),
                at: NEWEST,
                until: None,
            }
            .into(),
            UserWrite::Deleted(UserId(2), NEWEST).into(),
            AccessWrite::Token(Box::new(token)).into(),
            said(RoomKey::Lobby, 1, "alice", "hello", NEWEST),
        ]);
        store
    }

    #[test]
    fn data_are_deleted_by_age_only_if_the_clock_is_plausible_or_accepted() {
        let (all, none) = (Ok([true; 3]), Ok([false; 3]));
        for (days, trust, wanted) in [
            (0, Checked, &all),
            (30, Checked, &all),
            (399, Checked, &none),
            (3650, Checked, &all),
            (3650, Accepted, &none),
        ] {
            let found = start(&mut database(), NEWEST + days * DAY, trust);
            assert_eq!(found, *wanted, "{days} days later, {trust:?}");
        }
    }

    /// Rows that a server with a doubted clock writes do not make the clock plausible.
    #[test]
    fn a_doubted_clock_is_doubted_until_it_is_accepted() {
        let mut store = database();
        let later = NEWEST + 3650 * DAY;
        assert_eq!(start(&mut store, later, Checked), Ok([true; 3]));
        store.commit(vec![Write::Heartbeat(later)]);
        store = store.reopen();
        assert_eq!(start(&mut store, later + DAY, Checked), Ok([true; 3]));
        // The clock was wrong. Its rows are not undone, and still nothing is deleted.
        let refused = start(&mut store, NEWEST + DAY, Checked).unwrap_err();
        assert!(refused.contains("3649 days behind the newest data, of 1982-09-25"), "{refused}");
        assert_eq!(start(&mut store, NEWEST + DAY, Accepted), Ok([true; 3]));
        assert_eq!(start(&mut store, later + DAY, Accepted), Ok([false; 3]));
    }

    /// Who has just started with `--accept-clock` is not told to do so.
    #[test]
    fn a_clock_behind_doubted_data_must_pass_them_first() {
        let told = Doubt::Behind { newest: NEWEST + 3650 * DAY }.to_string();
        let wanted = "until the clock has passed the newest data (1982-09-25) and you start again";
        assert!(told.contains(wanted), "{told}");
        let told = Doubt::Gap { since: NEWEST }.to_string();
        assert!(told.contains("data of 1972-09-27") && told.contains("start once with"), "{told}");
    }

    #[test]
    fn a_small_step_back_is_none() {
        let mut store = database();
        assert_eq!(start(&mut store, NEWEST - MAX_BEHIND, Checked), Ok([true; 3]));
        let refused = start(&mut store, NEWEST - MAX_BEHIND - MINUTE, Checked).unwrap_err();
        assert!(refused.contains("11 minutes behind"), "{refused}");
    }
}
