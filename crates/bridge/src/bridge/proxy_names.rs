//! The names of proxies: one for each player of GGS, reversibly.
//!
//! A proxy's name begins with the name of the bridge and a hyphen. [`willow_name_of`] maps the names;
//! here the prefix of the bridge takes the place of its `g`:
//!
//! | there | here |
//! | --- | --- |
//! | `alice` | `ggs-alice` |
//! | `Edax` | `ggs-_1-Edax` (the capitals as bits) |
//! | `n+1` | `ggs-_x-...` (everything else, as a number) |
//!
//! No name on GGS begins with `_`, so the forms cannot be confused.

use willow_protocol::Name;

use crate::ggs::{GgsName, ggs_name_of, willow_name_of};

/// Maps the names of players on GGS to names here, and back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyNames {
    prefix: String,
}

/// The longest name of a bridge, so that the names of all its proxies fit.
pub const LONGEST_BRIDGE: usize = 5;

impl ProxyNames {
    /// Returns the mapping of a bridge.
    #[must_use]
    pub fn new(bridge: &Name) -> ProxyNames {
        ProxyNames { prefix: format!("{}-", bridge.key()) }
    }

    /// Returns the name here of a player on GGS; `None` if the bridge's own name is too long for it.
    #[must_use]
    pub fn proxy_of(&self, there: &GgsName) -> Option<Name> {
        let mapped = willow_name_of(there);
        let (form, rest) = mapped.strip_prefix('g')?.split_once('-')?;
        let name = match form {
            "" => format!("{}{rest}", self.prefix),
            form => format!("{}_{form}-{rest}", self.prefix),
        };
        name.parse().ok()
    }

    /// Returns the player on GGS who has this name here.
    #[must_use]
    pub fn remote_of(&self, proxy: &Name) -> Option<GgsName> {
        let key = proxy.key();
        let rest = key.strip_prefix(&self.prefix)?;
        let mapped = match rest.strip_prefix('_') {
            Some(form) => format!("g{form}"),
            None => format!("g-{rest}"),
        };
        ggs_name_of(&mapped)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names() -> ProxyNames {
        ProxyNames::new(&"ggs".parse().unwrap())
    }

    #[test]
    fn names_are_marked_and_readable() {
        for (there, here) in [("alice", "ggs-alice"), ("Edax", "ggs-_1-Edax")] {
            let there: GgsName = there.parse().unwrap();
            let proxy = names().proxy_of(&there).unwrap();
            assert_eq!(proxy.as_str(), here);
            assert_eq!(names().remote_of(&proxy), Some(there));
        }
        for foreign in ["bob", "ggsalice", "other-alice"] {
            assert_eq!(names().remote_of(&foreign.parse().unwrap()), None);
        }
    }

    proptest! {
        #[test]
        fn every_name_there_has_its_own_name_here(one in "[!-~]{2,8}", two in "[!-~]{2,8}") {
            let names = ProxyNames::new(&"abcde".parse().unwrap());
            let parsed = (one.parse::<GgsName>(), two.parse::<GgsName>());
            if let (Ok(one), Ok(two)) = parsed {
                let proxies = [&one, &two].map(|name| names.proxy_of(name).unwrap());
                prop_assert_eq!(names.remote_of(&proxies[0]), Some(one.clone()));
                prop_assert_eq!(proxies[0] == proxies[1], one == two);
            }
        }
    }
}
