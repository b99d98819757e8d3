//! Invitations: who may make an account on a server that is not open.
//!
//! Invariant: an invitation is worth no more than its maker: it ends with the account, with a ban, and with the role.

use std::collections::BTreeMap;

use willow_protocol::{
    ErrorDetail, Event, InvitationSummary, MAX_INVITATION_DAYS, MAX_INVITATION_USES, Message,
    Registration, Role,
};

use super::Moderation;
use crate::domain::{
    Accounts, CommandOutcome, Context, DAY, InvitationWrite, Millis, NewCode, Refusal, Reply,
    Shared, TokenHash, UserId, UserWrite, refuse,
};

/// How many invitations there are at a time.
const MAX_INVITATIONS: usize = 200;

/// The path of the web client's page that takes an invitation; the code follows. A fragment is sent to no server, so it
/// stands in no log of a proxy.
const INVITATION_PAGE: &str = "/invitation#";

/// What a moderator says of a new invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InvitationTerms {
    /// The role of the accounts.
    pub(crate) role: Role,
    pub(crate) uses: u32,
    pub(crate) days: u32,
    pub(crate) note: Option<Message>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invitation {
    pub(crate) number: u64,
    /// The digest of its code.
    pub(crate) hash: TokenHash,
    pub(crate) by: UserId,
    pub(crate) role: Role,
    pub(crate) uses: u32,
    /// How many accounts were made with it.
    pub(crate) used: u32,
    pub(crate) made_at: Millis,
    pub(crate) expires_at: Millis,
    pub(crate) note: Option<Message>,
}

impl Invitation {
    /// Returns whether an account can be made with it.
    fn is_valid(&self, accounts: &Accounts, now: Millis) -> bool {
        let exists = accounts.name(self.by).is_some();
        let is_by_moderator = accounts.get(self.by).filter(|_| exists).is_some_and(|by| {
            !by.is_banned(now) && Role::Moderator <= by.role() && self.role < by.role()
        });
        is_by_moderator && self.used < self.uses && now < self.expires_at
    }
}

/// The invitations of the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SavedInvitations {
    /// Those that were not withdrawn.
    pub(crate) valid: Vec<Invitation>,
    /// The number of the last one made.
    pub(crate) last: u64,
}

/// The invitations that were not withdrawn, by number.
#[derive(Debug, Default)]
pub(crate) struct Invitations {
    by_number: BTreeMap<u64, Invitation>,
    last: u64,
}

impl Invitations {
    pub(crate) fn restored(SavedInvitations { valid, last }: SavedInvitations) -> Invitations {
        Invitations { by_number: valid.into_iter().map(|it| (it.number, it)).collect(), last }
    }

    /// Returns the invitation with a code.
    fn find(
        &self,
        hash: TokenHash,
        accounts: &Accounts,
        now: Millis,
    ) -> Result<&Invitation, Refusal> {
        let mut all = self.by_number.values();
        let found = all.find(|it| it.hash == hash && it.is_valid(accounts, now));
        found.ok_or_else(|| {
            let message = "this invitation is wrong, was used up or withdrawn, or is too old; ask \
                           whoever sent it for another one";
            Refusal::new(ErrorDetail::WrongInvitation, message)
        })
    }

    /// Forgets those that cannot be used any more.
    fn forget_invalid(&mut self, shared: &mut Shared) {
        let Shared { accounts, context, .. } = shared;
        let now = context.now;
        let invalid: Vec<u64> = self
            .by_number
            .values()
            .filter(|it| !it.is_valid(accounts, now))
            .map(|it| it.number)
            .collect();
        for number in invalid {
            self.end(number, context);
        }
    }

    fn end(&mut self, number: u64, context: &mut Context) {
        self.by_number.remove(&number);
        context.write(InvitationWrite::Ended(number));
    }
}

impl Moderation {
    /// Makes sure that somebody may register, with an invitation or without one. Returns the invitation and the role of
    /// the account.
    pub(crate) fn check_registration(
        &self,
        code: Option<TokenHash>,
        accounts: &Accounts,
        context: &Context,
    ) -> Result<(Role, Option<u64>), Refusal> {
        match (context.settings.registration, code) {
            (Registration::Closed, _) => refuse(
                ErrorDetail::RegistrationClosed,
                "nobody can register on this server; its operator adds accounts",
            ),
            (Registration::Invitation, None) => refuse(
                ErrorDetail::InvitationNeeded,
                "registering here takes an invitation: `register NAME invitation:CODE PASSWORD`",
            ),
            (_, Some(code)) => {
                let found = self.invitations.find(code, accounts, context.now)?;
                Ok((found.role, Some(found.number)))
            }
            (Registration::Open, None) => Ok((Role::Player, None)),
        }
    }

    /// Records that an account was made with an invitation.
    pub(crate) fn invitation_used(&mut self, number: u64, user: UserId, context: &mut Context) {
        let Some(invitation) = self.invitations.by_number.get_mut(&number) else { return };
        invitation.used += 1;
        let (by, is_over) = (invitation.by, invitation.used >= invitation.uses);
        if is_over {
            self.invitations.end(number, context);
        } else {
            context.write(InvitationWrite::Used(number));
        }
        let (reason, at) = (format!("invitation {number}"), context.now);
        context.write(UserWrite::Moderation {
            by,
            to: user,
            action: "invite",
            reason,
            at,
            until: None,
        });
    }

    /// Makes an invitation.
    pub(crate) fn invite(
        &mut self,
        by: UserId,
        terms: InvitationTerms,
        code: NewCode,
        shared: &mut Shared,
    ) -> CommandOutcome {
        shared.accounts.require_role(by, Role::Moderator)?;
        check_terms(&terms, shared.accounts[by].role())?;
        self.invitations.forget_invalid(shared);
        if self.invitations.by_number.len() >= MAX_INVITATIONS {
            let message =
                "there are too many invitations; `uninvite` withdraws one of `invitations`";
            return refuse(ErrorDetail::TooManyInvitations, message);
        }
        let context = &mut shared.context;
        let InvitationTerms { role, uses, days, note } = terms;
        let expires_at = context.now + Millis::from(days) * DAY;
        self.invitations.last += 1;
        let number = self.invitations.last;
        let about = note.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
        let reason = format!("invitation {number}, {role}, uses {uses}, days {days}{about}");
        let made_at = context.now;
        let NewCode { text: code, hash } = code;
        let invitation =
            Invitation { number, hash, by, role, uses, used: 0, made_at, expires_at, note };
        context.write(InvitationWrite::Made(Box::new(invitation.clone())));
        self.invitations.by_number.insert(number, invitation);
        let at = context.now;
        context.write(UserWrite::Moderation {
            by,
            to: by,
            action: "make-invitation",
            reason,
            at,
            until: None,
        });
        let path = format!("{INVITATION_PAGE}{code}");
        let url = context.settings.link(&path);
        Ok(Reply::Answer(Event::Invited { invitation: number, code, path, url, expires_at }))
    }

    /// Withdraws an invitation of oneself, or for a lower role than one's own.
    pub(crate) fn uninvite(
        &mut self,
        by: UserId,
        number: u64,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let role = shared.accounts[by].role();
        let found = self.invitations.by_number.get(&number);
        if found.is_none_or(|it| it.by != by && it.role >= role) {
            let message =
                format!("there is no invitation {number} for you to withdraw; see `invitations`");
            return refuse(ErrorDetail::NoSuchInvitation, message);
        }
        let context = &mut shared.context;
        self.invitations.end(number, context);
        let (action, reason) = ("withdraw-invitation", format!("invitation {number}"));
        context.write(UserWrite::Moderation {
            by,
            to: by,
            action,
            reason,
            at: context.now,
            until: None,
        });
        Ok(Reply::Done)
    }

    /// Lists the invitations that can be used, the newest first.
    pub(crate) fn list_invitations(&self, shared: &Shared) -> Event {
        let Shared { accounts, context, .. } = shared;
        let valid = self.invitations.by_number.values().rev();
        let valid = valid.filter(|it| it.is_valid(accounts, context.now));
        let invitations = valid.map(|it| InvitationSummary {
            invitation: it.number,
            by: accounts[it.by].name().clone(),
            role: it.role,
            uses: it.uses,
            used: it.used,
            expires_at: it.expires_at,
            note: it.note.clone(),
        });
        Event::Invitations { invitations: invitations.collect() }
    }

    /// Shows the invitation that has a code.
    pub(crate) fn show_invitation(&self, code: &str, shared: &Shared) -> CommandOutcome {
        let Shared { accounts, context, .. } = shared;
        if context.settings.registration == Registration::Closed {
            self.check_registration(None, accounts, context)?;
        }
        let found = self.invitations.find(TokenHash::of(code), accounts, context.now)?;
        let by = accounts[found.by].name().clone();
        Ok(Reply::Answer(Event::Invitation { by, role: found.role, expires_at: found.expires_at }))
    }
}

/// Refuses an invitation that a moderator of a role may not make.
fn check_terms(terms: &InvitationTerms, own: Role) -> Result<(), Refusal> {
    let invalid = |field: &'static str, message: String| {
        Err(Refusal::new(ErrorDetail::InvalidArgument, message).about(field))
    };
    let InvitationTerms { role, uses, days, .. } = *terms;
    if !matches!(role, Role::Bot | Role::Player | Role::Moderator) {
        return invalid("role", "an invitation is for a bot, a player or a moderator".to_owned());
    }
    if role >= own {
        let message = format!("an invitation for a {role} takes a higher role than yours");
        return Err(Refusal::new(ErrorDetail::RoleNotLower, message).about("role"));
    }
    if !(1..=MAX_INVITATION_USES).contains(&uses) {
        return invalid("uses", format!("uses must be a number from 1 to {MAX_INVITATION_USES}"));
    }
    if !(1..=MAX_INVITATION_DAYS).contains(&days) {
        return invalid("days", format!("days must be a number from 1 to {MAX_INVITATION_DAYS}"));
    }
    Ok(())
}
