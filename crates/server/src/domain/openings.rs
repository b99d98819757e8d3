//! Balanced openings.

use std::sync::LazyLock;

use willow_board::Position;
use willow_records::transcript;

/// Openings after which neither side is ahead, written by `willow lab openings`.
const OPENINGS: &str = include_str!("balanced.txt");

/// The positions after the openings.
pub(super) static BALANCED: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let lines = OPENINGS.lines().filter(|line| !line.starts_with('#'));
    let moves = lines.filter_map(|line| line.split(' ').next());
    let game = |moves| transcript::parse(moves).expect("the tests parse the list");
    moves.map(|moves| *game(moves).position()).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balanced_openings_have_eight_moves_and_no_symmetric_copies() {
        let names: std::collections::HashSet<_> =
            BALANCED.iter().map(|position| position.board().canonical()).collect();
        assert_eq!(names.len(), BALANCED.len());
        assert!(BALANCED.len() >= 100, "{}", BALANCED.len());
        for position in BALANCED.iter() {
            assert_eq!(position.board().occupied().count(), 12);
            assert!(!position.legal_moves().is_empty());
        }
    }
}
