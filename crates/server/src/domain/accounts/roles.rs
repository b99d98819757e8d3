//! Who may do what by role.

use willow_protocol::{ErrorDetail, Name, Role};

use super::{Accounts, User};
use crate::domain::{Ban, Refusal, UserId, refuse};

impl Accounts {
    /// Refuses a command to users of a lower role.
    pub(crate) fn require_role(&self, user: UserId, role: Role) -> Result<(), Refusal> {
        if self[user].role() < role {
            return refuse(ErrorDetail::RoleTooLow, format!("this command needs the role {role}"));
        }
        Ok(())
    }

    /// Finds a user of a lower role than the moderator's.
    pub(crate) fn moderation_target(&self, by: UserId, name: &Name) -> Result<UserId, Refusal> {
        let to = self.find(name).ok_or_else(|| Refusal::no_user(name))?;
        if self[to].role() >= self[by].role() {
            return refuse(
                ErrorDetail::RoleNotLower,
                format!("{name} does not have a lower role than you"),
            );
        }
        Ok(to)
    }

    /// Returns whether nobody else administers the server.
    pub(crate) fn is_last_admin(&self, user: UserId) -> bool {
        let is_admin =
            |it: &User| it.role == Role::Admin && it.record.ban == Ban::Off && !it.is_deleted;
        is_admin(&self[user]) && !self.iter().any(|(other, it)| other != user && is_admin(it))
    }

    /// Makes sure that a user may become a bridge: the name has no hyphen, so that no two bridges claim
    /// the same proxy.
    pub(crate) fn may_become_bridge(&self, user: UserId) -> Result<(), Refusal> {
        if self[user].name().as_str().contains(['-', '_']) {
            let message = "a bridge needs a name without hyphens, for the names of its proxies";
            return refuse(ErrorDetail::BridgeName, message);
        }
        Ok(())
    }
}
