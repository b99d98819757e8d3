//! Mutes and blocks.

use std::collections::BTreeSet;

use willow_protocol::{ErrorDetail, Event, Name};

use crate::domain::{
    Accounts, CommandOutcome, Context, Refusal, Relation, RelationChange, Reply, UserId, UserWrite,
    refuse,
};

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
            context.write(UserWrite::Relation { user, other, relation, change });
            if let Some(set) = self[other].related_by(relation) {
                match change {
                    RelationChange::Begin => set.insert(user),
                    RelationChange::End => set.remove(&user),
                };
            }
        }
        if (relation, change) == (Relation::Blocked, RelationChange::Begin) {
            self.end_following(other, user, context);
        }
        Ok(Reply::Done)
    }
}
