//! Moves along the eight squares of an edge, and what they can turn over.

use super::lines::{all_lines, index_of, middle};

/// The number of squares from corner to corner.
pub(super) const LEN: usize = 8;

/// A set of places on an edge, bit 0 for the first corner.
pub(super) type Places = u8;

/// The discs from corner to corner: 1 for the owner's, -1 for the other side's, 0 where it is empty.
pub(super) type EdgeLine = [i8; LEN];

/// What may happen to the discs of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Dangers {
    /// The owner's discs that the next move of the other side can turn over.
    pub(super) next: Places,
    /// The owner's discs that the other side can turn over by moves of its own alone.
    pub(super) alone: Places,
    /// The discs of either side that some moves of both turn over.
    pub(super) ever: Places,
}

/// The dangers of every edge, found backwards from the full ones.
///
/// On empty squares either side may place a disc at any time: the inside of the board may make any
/// move legal.
pub(super) struct AllDangers(Vec<Dangers>);

impl AllDangers {
    /// Finds them.
    pub(super) fn find() -> AllDangers {
        let mut lines: Vec<EdgeLine> = all_lines(LEN).map(fixed).collect();
        lines.sort_by_key(|&line| n_empty(line));
        let mut all = AllDangers(vec![Dangers::default(); lines.len()]);
        for line in lines {
            all.0[entry(line)] = all.dangers_from_children(line);
        }
        all
    }

    /// Returns the dangers of an edge.
    pub(super) fn of(&self, line: EdgeLine) -> Dangers {
        self.0[entry(line)]
    }

    fn dangers_from_children(&self, line: EdgeLine) -> Dangers {
        let (own, occupied) = (places(line, |disc| disc == 1), places(line, |disc| disc != 0));
        let mut dangers = Dangers::default();
        for place in empty_places(line) {
            let (after, flips) = play(line, place, -1);
            dangers.next |= flips;
            dangers.alone |= flips | self.of(after).alone & own;
            dangers.ever |= flips | self.of(after).ever & occupied;
            let (after, flips) = play(line, place, 1);
            dangers.ever |= flips | self.of(after).ever & occupied;
        }
        dangers
    }
}

/// Places a disc of `side` (1 or -1) and turns over what it encloses on the edge.
pub(super) fn play(line: EdgeLine, place: usize, side: i8) -> (EdgeLine, Places) {
    let mut after = line;
    after[place] = side;
    let right = n_enclosed(line[place + 1..].iter(), side);
    let left = n_enclosed(line[..place].iter().rev(), side);
    after[place - left..=place + right].fill(side);
    (after, places(after, |disc| disc == side) & places(line, |disc| disc == -side))
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

/// Returns the empty places.
pub(super) fn empty_places(line: EdgeLine) -> impl Iterator<Item = usize> {
    (0..LEN).filter(move |&place| line[place] == 0)
}

fn places(line: EdgeLine, has: impl Fn(i8) -> bool) -> Places {
    line.iter().enumerate().fold(0, |set, (place, &disc)| set | Places::from(has(disc)) << place)
}

fn n_empty(line: EdgeLine) -> usize {
    empty_places(line).count()
}

fn entry(line: EdgeLine) -> usize {
    middle(LEN).wrapping_add_signed(index_of(&line))
}

/// Returns the eight discs of a line as an array.
pub(super) fn fixed(line: impl AsRef<[i8]>) -> EdgeLine {
    line.as_ref().try_into().expect("an edge has eight squares from corner to corner")
}

/// Reads an edge: `X` is the owner's disc, `O` the other side's.
#[cfg(test)]
pub(super) fn read(text: &str) -> Vec<i8> {
    text.chars().map(|c| i8::from(c == 'X') - i8::from(c == 'O')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_turn_over_what_they_enclose() {
        let after = |text: &str, place, side| {
            let (after, flips) = play(fixed(read(text)), place, side);
            (after == fixed(read("-XXXX-O-")) && side == 1 || flips == 0, flips)
        };
        assert_eq!(after("-XO--XO-", 3, -1), (true, 0));
        assert_eq!(after("-XO-X-O-", 3, 1), (true, 0b100));
        assert_eq!(play(fixed(read("OXX-XXO-")), 3, -1).1, 0b11_0110);
    }

    #[test]
    fn dangers_are_those_found_by_hand() {
        let all = AllDangers::find();
        let dangers = |text| all.of(fixed(read(text)));
        // White's next move to square 5 (place 4) turns both over.
        assert_eq!(dangers("-OXX----").next, 0b1100);
        // A disc alone falls to one move on each side of it.
        assert_eq!(dangers("---X----").next, 0);
        assert_eq!(dangers("---X----").alone, 0b1000);
        // What hangs together with an own corner never falls.
        assert_eq!(dangers("XXX-----").ever, 0);
        // Between discs of the other side only the owner's own move brings danger.
        assert_eq!(dangers("OOXXO---").alone, 0);
        assert_eq!(dangers("OOXXO---").ever & 0b1100, 0b1100);
        assert_eq!(dangers("OXXOOOOO").ever, 0);
    }
}
