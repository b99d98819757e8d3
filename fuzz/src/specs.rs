//! The law of player SPECs.

use willow_players::{PlayerSpec, SpecError, check_player, is_timed};

/// Checks that a SPEC is written and read back as the same, and that an error can be shown.
pub(crate) fn specs(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    match text.parse::<PlayerSpec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse(), Ok(spec.clone()), "written as {spec}");
            let nested = spec.options().iter().filter_map(|option| option.nested().err());
            nested.chain(check_player(&spec).err()).for_each(|error| check_error(&error));
            let _ = is_timed(&spec);
        }
        Err(error) => check_error(&error),
    }
}

fn check_error(error: &SpecError) {
    assert!(!error.to_string().is_empty());
    assert_ne!(error.hint(), Some(String::new()));
}
