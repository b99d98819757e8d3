//! The tokens of users: how long they are valid, their numbers, and what was revoked a moment ago.

use std::collections::VecDeque;

use willow_protocol::{TokenKind, TokenName};

use crate::domain::{DAY, HOUR, Millis, TokenGrant, TokenHash, TokenNumber, UserId};

/// How many revocations are remembered. A client whose token was found in the store just before its
/// revocation is refused; it logs in within moments.
const REMEMBERED: usize = 1024;

/// Minimum time between two notes of a token's use.
const USE_NOTED: Millis = HOUR;

/// A token that was made.
#[derive(Clone, Debug)]
pub(crate) struct NewToken {
    pub(crate) user: UserId,
    pub(crate) number: TokenNumber,
    pub(crate) hash: TokenHash,
    pub(crate) grant: TokenGrant,
    /// Its name, if it was given one.
    pub(crate) name: Option<TokenName>,
    pub(crate) at: Millis,
}

/// Validity of a login's token after its last use: longer than a holiday. Not measured.
const LOGIN_LIFETIME: Millis = 60 * DAY;

/// Validity of a program's token after its last use: a yearly event still finds it valid. Not measured.
const PROGRAM_LIFETIME: Millis = 365 * DAY;

/// Returns until when a token is valid that was used at a time.
pub(crate) const fn token_expiry(kind: TokenKind, used_at: Millis) -> Millis {
    used_at
        + match kind {
            TokenKind::Login => LOGIN_LIFETIME,
            TokenKind::Program => PROGRAM_LIFETIME,
        }
}

/// Returns whether a use of a token is written down, if the last one was noted at a time.
pub(crate) fn is_use_noted(noted: Option<Millis>, now: Millis) -> bool {
    noted.is_none_or(|noted| noted + USE_NOTED <= now)
}

/// Tokens to revoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Revocation {
    One(TokenNumber),
    /// All tokens of a user up to a number, except one.
    Others {
        user: UserId,
        up_to: TokenNumber,
        kept: Option<TokenNumber>,
    },
}

impl Revocation {
    fn applies_to(self, owner: UserId, number: TokenNumber) -> bool {
        match self {
            Revocation::One(one) => one == number,
            Revocation::Others { user, up_to, kept } => {
                user == owner && number <= up_to && Some(number) != kept
            }
        }
    }
}

/// The numbers of tokens, and the latest revocations.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    last: u64,
    revoked: VecDeque<Revocation>,
}

impl Tokens {
    /// Continues after the last number of the store.
    pub(crate) fn after(last: u64) -> Tokens {
        Tokens { last, revoked: VecDeque::new() }
    }

    pub(crate) fn next(&mut self) -> TokenNumber {
        self.last += 1;
        TokenNumber(self.last)
    }

    /// Remembers that one token was revoked.
    pub(crate) fn revoke(&mut self, number: TokenNumber) {
        self.remember(Revocation::One(number));
    }

    /// Remembers that all tokens of a user were revoked, except one.
    pub(crate) fn revoke_others(&mut self, user: UserId, kept: Option<TokenNumber>) {
        let up_to = TokenNumber(self.last);
        self.remember(Revocation::Others { user, up_to, kept });
    }

    fn remember(&mut self, revocation: Revocation) {
        self.revoked.push_back(revocation);
        if self.revoked.len() > REMEMBERED {
            self.revoked.pop_front();
        }
    }

    /// Returns whether a token of a user was revoked a moment ago.
    pub(crate) fn is_revoked(&self, user: UserId, number: TokenNumber) -> bool {
        self.revoked.iter().any(|revocation| revocation.applies_to(user, number))
    }
}
