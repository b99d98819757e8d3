//! The law of player SPECs.

use willow_players::{PlayerSpec, SpecError, check_player, is_timed};

/// Checks that a SPEC is written and read back as the same, and that an error names a place in the
/// text.
pub(crate) fn specs(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let columns = text.chars().count() + 1;
    match text.parse::<PlayerSpec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse(), Ok(spec.clone()), "written as {spec}");
            let nested = spec.options().iter().filter_map(|option| option.nested().err());
            let errors: Vec<SpecError> = nested.chain(check_player(&spec).err()).collect();
            for error in &errors {
                check_error(error, columns);
            }
            let _ = is_timed(&spec);
        }
        Err(error) => check_error(&error, columns),
    }
}

/// Checks that an error is in the text, which has this number of columns, and can be shown.
fn check_error(error: &SpecError, columns: usize) {
    assert!((1..=columns).contains(&error.column), "{error}");
    assert!(!error.to_string().is_empty());
    assert_ne!(error.hint(), Some(String::new()));
}
