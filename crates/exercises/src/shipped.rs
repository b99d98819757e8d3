//! The exercises that come with the program.

/// Returns the text of the exercises that come with the program, in [`Format::Tsv`](crate::Format::Tsv).
/// docs/exercises.md says how they were made.
pub const fn shipped() -> &'static str {
    include_str!("../exercises.tsv")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Format, Kind, KnownExercises, theme_name};

    #[test]
    fn there_are_a_thousand_of_all_kinds_without_duplicates() {
        let text = shipped();
        assert!(text.len() < 120_000, "{} bytes", text.len());
        assert!(text.starts_with('#') && text.lines().next().unwrap().contains("CC0"));
        let exercises = Format::Tsv.read(text).unwrap();
        assert_eq!(exercises.len(), 1000);
        assert_eq!(Format::Tsv.write(&exercises), text);
        let mut seen = KnownExercises::default();
        for exercise in &exercises {
            assert_eq!(exercise.check(), Ok(()));
            assert!((10..=18).contains(&exercise.position.board().n_empties()));
            assert!(!seen.has_position(&exercise.position), "{}", exercise.position);
            seen.add_position(&exercise.position);
        }
        let kinds: HashSet<Kind> = exercises.iter().map(crate::Exercise::kind).collect();
        assert_eq!(kinds.len(), Kind::ALL.len() - 1, "no estimates");
        let themes: HashSet<_> =
            exercises.iter().filter_map(|it| it.theme.map(theme_name)).collect();
        assert!(10 <= themes.len(), "{themes:?}");
        for band in [800..1600, 1600..1800, 1800..2000, 2000..3300] {
            let of_band = exercises.iter().filter(|it| band.contains(&it.rating)).count();
            assert!(100 <= of_band, "{of_band} of {band:?}");
        }
    }
}
