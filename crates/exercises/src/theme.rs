//! Themes by their names in files: those of the terms of an analysis, such as `stoner-trap`.

use willow_analysis::Term;

/// Returns what files call a theme.
pub fn theme_name(theme: Term) -> String {
    match serde_json::to_value(theme) {
        Ok(serde_json::Value::String(name)) => name,
        _ => unreachable!("a test names every term"),
    }
}

/// Returns the theme of a name, if there is one.
pub fn theme_named(name: &str) -> Option<Term> {
    Term::ALL.into_iter().find(|&theme| theme_name(theme) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_has_a_name_of_its_own() {
        for theme in Term::ALL {
            assert_eq!(theme_named(&theme_name(theme)), Some(theme));
        }
        assert_eq!(theme_name(Term::StonerTrap), "stoner-trap");
        assert_eq!(theme_named("none"), None);
    }
}
