//! Names that nobody may choose, because they speak for the server, its staff or a bridge.

use willow_protocol::{Name, Role, look_alike_key};

use super::Accounts;
use crate::domain::UserId;

/// The words. The operator can add others.
const RESERVED: &[&str] = &[
    "admin",
    "administrator",
    "anonymous",
    "deleted",
    "everybody",
    "everyone",
    "guest",
    "lobby",
    "moderator",
    "nobody",
    "official",
    "operator",
    "owner",
    "server",
    "staff",
    "support",
    "sysop",
    "system",
    "webmaster",
    "willow",
];

/// Reserved for accounts: a guest of this name could pose as staff.
const FOR_ACCOUNTS: &[&str] =
    &["arbiter", "mod", "referee", "root", "sysadmin", "tournament-director", "umpire"];

/// For what a name is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    Account,
    Guest,
    /// The name in any script beside that of an account.
    Display,
}

/// Returns whether a name, without a number at its end, is a reserved word or confusable with one:
/// `admin`, `Adm1n`, `Admin.`, `willow-7`, `guest_12`.
pub(crate) fn is_reserved(name: &str, kind: NameKind, others: &[Name]) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || !c.is_alphanumeric();
    let word = name.trim_end_matches(is_number);
    let keys = [look_alike_key(name), look_alike_key(word)];
    let is_one = |reserved: &str| keys.contains(&look_alike_key(reserved));
    RESERVED.iter().any(|reserved| is_one(reserved))
        || kind != NameKind::Account && FOR_ACCOUNTS.iter().any(|reserved| is_one(reserved))
        || others.iter().any(|reserved| is_one(reserved.as_str()))
}

impl Accounts {
    /// Returns the bridge whose proxies have names, or display names, that look like this one: the
    /// bridge is called, or looks, like a part before a hyphen, an underscore or another sign.
    pub(crate) fn bridge_of_name(&self, name: &str) -> Option<UserId> {
        let is_bridge = |user: &UserId| self.get(*user).is_some_and(|it| it.role == Role::Bridge);
        let ends = name.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(end, _)| end);
        let mut looks = ends.filter_map(|end| self.looks_like(&name[..end]));
        looks.find(is_bridge)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_recognised_with_numbers_and_in_other_spellings() {
        let others = ["club".parse().unwrap()];
        for bad in [
            "admin",
            "ADMIN",
            "Adm1n",
            "a-d-m-i-n",
            "willow-99",
            "vvillow",
            "guest_7",
            "CLUB2",
            "Admin.",
            "Admin . 7",
            "Ⓐdmin",
            "a’dmin",
        ] {
            assert!(is_reserved(bad, NameKind::Account, &others), "{bad}");
        }
        for authority in ["mod", "Root", "referee_2", "M.o.d"] {
            assert!(!is_reserved(authority, NameKind::Account, &others), "{authority}");
            for kind in [NameKind::Guest, NameKind::Display] {
                assert!(is_reserved(authority, kind, &others), "{authority} {kind:?}");
            }
        }
        for good in ["adam", "willowtree", "Guestrin", "serverin", "clubber", "lobo", "modest"] {
            assert!(!is_reserved(good, NameKind::Guest, &others), "{good}");
        }
    }
}
