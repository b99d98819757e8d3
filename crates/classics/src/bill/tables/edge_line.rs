//! Moves along the eight squares of an edge, and what they can turn over.

use super::lines::{MAX_SQUARES, all_lines, index_of, middle};

/// The number of squares from corner to corner.
pub(crate) const LEN: usize = 8;

/// A set of squares of an edge, bit 0 for the first corner.
pub(crate) type EdgeSquares = u8;

/// An edge with its X-squares at both ends: 1 for the mover's discs, -1 for the other side's.
pub(crate) type Edge = [i8; MAX_SQUARES];

/// The discs from corner to corner: 1 for the owner's, -1 for the other side's, 0 where it is empty.
pub(crate) type EdgeLine = [i8; LEN];

/// The discs of an edge that can be flipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FlipThreats {
    /// The owner's discs that the next move of the other side can turn over.
    pub(crate) next: EdgeSquares,
    /// The owner's discs that the other side can turn over by moves of its own alone.
    pub(crate) alone: EdgeSquares,
    /// The discs of either side that some moves of both turn over.
    pub(crate) ever: EdgeSquares,
}

/// The threats on every edge, computed backwards from the full ones.
///
/// On empties either side may place a disc at any time: the inside of the board may make any
/// move legal.
pub(crate) struct AllFlipThreats(Vec<FlipThreats>);

impl AllFlipThreats {
    /// Computes them.
    pub(crate) fn find() -> AllFlipThreats {
        let mut lines: Vec<EdgeLine> = all_lines(LEN).map(fixed).collect();
        lines.sort_by_key(|&line| n_empty(line));
        let mut all = AllFlipThreats(vec![FlipThreats::default(); lines.len()]);
        for line in lines {
            all.0[entry(line)] = all.threats_from_children(line);
        }
        all
    }

    pub(crate) fn of(&self, line: EdgeLine) -> FlipThreats {
        self.0[entry(line)]
    }

    fn threats_from_children(&self, line: EdgeLine) -> FlipThreats {
        let (own, occupied) =
            (squares_where(line, |disc| disc == 1), squares_where(line, |disc| disc != 0));
        let mut threats = FlipThreats::default();
        for index in empty_squares(line) {
            let (after, flips) = play(line, index, -1);
            threats.next |= flips;
            threats.alone |= flips | self.of(after).alone & own;
            threats.ever |= flips | self.of(after).ever & occupied;
            let (after, flips) = play(line, index, 1);
            threats.ever |= flips | self.of(after).ever & occupied;
        }
        threats
    }
}

/// Places a disc of `side` (1 or -1) and turns over what it encloses on the edge.
pub(crate) fn play(line: EdgeLine, index: usize, side: i8) -> (EdgeLine, EdgeSquares) {
    let mut after = line;
    after[index] = side;
    let right = n_enclosed(line[index + 1..].iter(), side);
    let left = n_enclosed(line[..index].iter().rev(), side);
    after[index - left..=index + right].fill(side);
    (after, squares_where(after, |disc| disc == side) & squares_where(line, |disc| disc == -side))
}

/// Counts the opposing discs of `side` that begin a row and end at a disc of `side`.
fn n_enclosed<'a>(mut discs: impl Iterator<Item = &'a i8>, side: i8) -> usize {
    let mut n = 0;
    loop {
        match discs.next() {
            Some(&disc) if disc == -side => n += 1,
            Some(&disc) if disc == side => return n,
            _ => return 0,
        }
    }
}

pub(crate) fn empty_squares(line: EdgeLine) -> impl Iterator<Item = usize> {
    (0..LEN).filter(move |&index| line[index] == 0)
}

fn squares_where(line: EdgeLine, has: impl Fn(i8) -> bool) -> EdgeSquares {
    line.iter()
        .enumerate()
        .fold(0, |set, (index, &disc)| set | EdgeSquares::from(has(disc)) << index)
}

fn n_empty(line: EdgeLine) -> usize {
    empty_squares(line).count()
}

fn entry(line: EdgeLine) -> usize {
    middle(LEN).wrapping_add_signed(index_of(&line))
}

/// Returns the eight discs of a line as an array.
pub(crate) fn fixed(line: impl AsRef<[i8]>) -> EdgeLine {
    line.as_ref().try_into().expect("an edge has eight squares from corner to corner")
}

/// Reads an edge: `X` is the owner's disc, `O` the other side's.
#[cfg(test)]
pub(crate) fn read(text: &str) -> Vec<i8> {
    text.chars().map(|c| i8::from(c == 'X') - i8::from(c == 'O')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_turn_over_what_they_enclose() {
        let after = |text: &str, index, side| {
            let (after, flips) = play(fixed(read(text)), index, side);
            (after == fixed(read("-XXXX-O-")) && side == 1 || flips == 0, flips)
        };
        assert_eq!(after("-XO--XO-", 3, -1), (true, 0));
        assert_eq!(after("-XO-X-O-", 3, 1), (true, 0b100));
        assert_eq!(play(fixed(read("OXX-XXO-")), 3, -1).1, 0b11_0110);
    }

    #[test]
    fn dangers_are_those_found_by_hand() {
        let all = AllFlipThreats::find();
        let threats = |text| all.of(fixed(read(text)));
        // White's next move to square 5 (place 4) turns both over.
        assert_eq!(threats("-OXX----").next, 0b1100);
        // A disc alone falls to one move on each side of it.
        assert_eq!(threats("---X----").next, 0);
        assert_eq!(threats("---X----").alone, 0b1000);
        // What hangs together with an own corner never falls.
        assert_eq!(threats("XXX-----").ever, 0);
        // Between discs of the other side only the owner's own move brings danger.
        assert_eq!(threats("OOXXO---").alone, 0);
        assert_eq!(threats("OOXXO---").ever & 0b1100, 0b1100);
        assert_eq!(threats("OXXOOOOO").ever, 0);
    }
}
