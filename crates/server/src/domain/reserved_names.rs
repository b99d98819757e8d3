//! Names that nobody may choose, because they speak for the server or its staff.

use willow_protocol::{Name, look_alike_key};

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

/// Returns whether a name, without a number at its end, is a reserved word or looks like one:
/// `admin`, `Adm1n`, `willow-7`, `guest_12`.
pub(super) fn is_reserved(name: &str, others: &[Name]) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '_');
    let word = name.trim_end_matches(is_number);
    let keys = [look_alike_key(name), look_alike_key(word)];
    let is_one = |reserved: &str| keys.contains(&look_alike_key(reserved));
    RESERVED.iter().any(|reserved| is_one(reserved))
        || others.iter().any(|reserved| is_one(reserved.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_recognised_with_numbers_and_in_other_spellings() {
        let others = ["club".parse().unwrap()];
        for bad in
            ["admin", "ADMIN", "Adm1n", "a-d-m-i-n", "willow-99", "vvillow", "guest_7", "CLUB2"]
        {
            assert!(is_reserved(bad, &others), "{bad}");
        }
        for good in ["adam", "willowtree", "Guestrin", "serverin", "clubber", "lobo"] {
            assert!(!is_reserved(good, &others), "{good}");
        }
    }
}
