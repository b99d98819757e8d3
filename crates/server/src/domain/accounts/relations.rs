//! Mutes and blocks.

use std::collections::BTreeSet;

use willow_protocol::{ErrorDetail, Event, Name};

use crate::domain::{
    Accounts, CommandOutcome, Context, Refusal, Relation, Reply, UserId, UserWrite, refuse,
};

/// A change of a relation to another user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelationChange {
    /// The other user is now muted or blocked.
    Begin,
    /// The other user is no longer muted or blocked.
    End,
}

impl Accounts {
    /// Lists the users whom a user has muted or blocked.
    pub(crate) fn muted(&self, user: UserId) -> Reply {
        let names =
            |ids: &BTreeSet<UserId>| ids.iter().filter_map(|&id| self.name(id).cloned()).collect();
        let user = &self[user];
        Reply::Answer(Event::Muted { muted: names(&user.muted), blocked: names(&user.blocked) })
    }

    /// Mutes or blocks a user, or ends that.
    pub(crate) fn relate(
        &mut self,
        user: UserId,
        name: &Name,
        relation: Relation,
        change: RelationChange,
        context: &mut Context,
    ) -> CommandOutcome {
        let other = self.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if other == user {
            return refuse(ErrorDetail::OwnName, "this is your own name");
        }
        let set = self[user].related(relation);
        let changed = match change {
            RelationChange::Begin => set.insert(other),
            RelationChange::End => set.remove(&other),
        };
        if changed {
            let is_on = change == RelationChange::Begin;
            context.write(UserWrite::Relation(user, other, relation, is_on));
            if let Some(set) = self[other].related_by(relation) {
                if is_on {
                    set.insert(user)
                } else {
                    set.remove(&user)
                };
            }
        }
        if (relation, change) == (Relation::Blocked, RelationChange::Begin) {
            self.end_following(other, user, context);
        }
        Ok(Reply::Done)
    }
}
