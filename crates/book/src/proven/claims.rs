//! The claims of the paper, compressed in `data/othello-is-solved.tsv.gz`.

use std::collections::HashMap;
use std::io::Read as _;

use flate2::read::GzDecoder;
use willow_board::Board;

use super::claim::Claim;
use crate::formats::parse_board;

static COMPRESSED: &[u8] = include_bytes!("../../data/othello-is-solved.tsv.gz");

/// Returns the claims by canonical board.
pub(super) fn read() -> HashMap<Board, Claim> {
    let mut text = String::new();
    GzDecoder::new(COMPRESSED).read_to_string(&mut text).expect("a test reads the embedded file");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| parse(line).expect("a test reads the embedded file")).collect()
}

/// Reads a line: 64 cells and `X` for the side to move, a tab, and the claim for the side to move.
fn parse(line: &str) -> Option<(Board, Claim)> {
    let (position, claim) = line.split_once('\t')?;
    let board = parse_board(position.strip_suffix(" X")?)?;
    let (at_least_draw, at_most_draw) = match claim {
        ">=0" => (true, false),
        "<=0" => (false, true),
        "=0" => (true, true),
        _ => return None,
    };
    Some((board.canonical(), Claim { at_least_draw, at_most_draw }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_claims_are_read() {
        let claims = read();
        assert_eq!(claims.len(), 2587, "no two are of the same position");
        let count = |text| claims.values().filter(|claim| claim.text() == Some(text)).count();
        let counts = ["proven win or draw", "proven loss or draw", "proven draw"].map(count);
        assert_eq!(counts, [1639, 947, 1], "the counts of the paper's list");
        assert!(claims.keys().all(|board| board.n_empties() == 50));
    }
}
