//! Names of eight characters: a longer one is shown by its beginning, `~` and two characters that follow from it.

use std::collections::BTreeMap;

use willow_protocol::Name;

/// The longest name on GGS.
const LONGEST: usize = 8;

/// The characters of a longer name that are shown.
const KEPT: usize = 5;

/// The characters after the mark. No name of an account has the mark.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Returns a name as clients of GGS see it, the same in every session.
pub(super) fn shown(name: &Name) -> String {
    let text = name.as_str();
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    // FNV-1a: the same on every machine and in every version.
    let hash = name.key().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let digit = |hash: u64| char::from(DIGITS[(hash % DIGITS.len() as u64) as usize]);
    format!("{}~{}{}", &text[..KEPT], digit(hash), digit(hash / DIGITS.len() as u64))
}

/// The names that a client was shown.
#[derive(Debug, Default)]
pub(super) struct ShownNames(BTreeMap<String, Name>);

impl ShownNames {
    /// Returns a name as the client sees it, and remembers whose it is.
    pub(super) fn show(&mut self, name: &Name) -> String {
        let shown = shown(name);
        if shown != name.as_str() {
            self.0.insert(shown.to_ascii_lowercase(), name.clone());
        }
        shown
    }

    /// Returns the name that a client means: a whole one, or a short form that it was shown.
    pub(super) fn find(&self, text: &str) -> Option<Name> {
        self.0.get(&text.to_ascii_lowercase()).cloned().or_else(|| text.parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_have_a_stable_short_form_that_is_found_again() {
        let [short, long]: [Name; 2] =
            ["willow-5", "alpha-beta-3"].map(|text| text.parse().unwrap());
        let mut names = ShownNames::default();
        assert_eq!(names.show(&short), "willow-5");
        let form = names.show(&long);
        assert_eq!(form, shown(&"Alpha-Beta-3".parse().unwrap()).to_lowercase());
        assert!(form.len() == LONGEST && form.starts_with("alpha~"), "{form}");
        assert!(form.parse::<willow_ggs::GgsName>().is_ok() && form.parse::<Name>().is_err());
        assert_eq!(names.find(&form.to_uppercase()), Some(long));
        assert_eq!(names.find("willow-5"), Some(short));
        assert_eq!(names.find("nobody~0"), None);
    }
}
