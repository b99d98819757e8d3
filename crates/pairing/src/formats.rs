//! Round robins and knock-outs: pairs that follow from the number of players.

use crate::PlayerId;

/// Returns the pairs of a round of a round robin, each with Black first, as indices below `n`; with an odd `n` somebody
/// is in none. Rounds are counted from 0; there are `n - 1`, or `n` if `n` is odd, in a cycle, and the next
/// cycle has the colours changed.
///
/// These are the tables of J. Schurig that are called Berger's, with Black for the side that begins.
pub fn berger_pairs(n: usize, round: usize) -> Vec<[usize; 2]> {
    let even = n + n % 2;
    if even < 2 {
        return Vec::new();
    }
    let (cycle, round) = (round / (even - 1), round % (even - 1));
    let fixed = even - 1;
    // The table of a round is the one before turned by half of the players.
    let first = round * (even / 2) % fixed;
    let place = |offset: usize| (first + offset) % fixed;
    let mut pairs = vec![if round % 2 == 0 { [first, fixed] } else { [fixed, first] }];
    pairs.extend((1..even / 2).map(|offset| [place(offset), place(fixed - offset)]));
    pairs.retain(|pair| pair.iter().all(|&index| index < n));
    if cycle % 2 == 1 {
        for pair in &mut pairs {
            pair.swap(0, 1);
        }
    }
    pairs
}

/// Returns the number of rounds of a round robin.
pub const fn berger_rounds(n: usize, cycles: u32) -> u32 {
    let rounds = if n.is_multiple_of(2) { n.saturating_sub(1) } else { n };
    rounds as u32 * cycles
}

/// Returns the places of a knock-out's first round. The best seeds have the byes, and meet each other as late as possible.
pub fn bracket(seeds: &[PlayerId]) -> Vec<Option<PlayerId>> {
    seed_order(seeds.len()).into_iter().map(|seed| seeds.get(seed).copied()).collect()
}

/// Returns the seeds, from 0, of the places of a knock-out for `n` players.
pub(crate) fn seed_order(n: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < n {
        let last = 2 * order.len() - 1;
        order = order.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_tables_of_four_and_six_are_bergers() {
        let table = |n: usize| -> Vec<String> {
            let rounds = (0..berger_rounds(n, 1) as usize).map(|round| berger_pairs(n, round));
            let text = |[a, b]: &[usize; 2]| format!("{}-{}", a + 1, b + 1);
            rounds.map(|pairs| pairs.iter().map(text).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(table(4), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
        let six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
        assert_eq!(table(6), six);
    }

    #[test]
    fn everybody_meets_everybody_with_balanced_colours() {
        for n in 2..=40 {
            let mut met = BTreeSet::new();
            let mut balance = vec![0_i32; n];
            for round in 0..berger_rounds(n, 2) as usize {
                let pairs = berger_pairs(n, round);
                let players: BTreeSet<usize> = pairs.iter().flatten().copied().collect();
                assert_eq!((pairs.len(), players.len()), (n / 2, n / 2 * 2));
                for [black, white] in pairs {
                    assert!(met.insert((black, white)), "{n}: {black} {white}");
                    balance[black] += 1;
                    balance[white] -= 1;
                }
                if round + 1 == berger_rounds(n, 1) as usize {
                    assert!(balance.iter().all(|balance| balance.abs() <= 1), "{n}: {balance:?}");
                }
            }
            assert_eq!(met.len(), n * (n - 1));
        }
    }

    #[test]
    fn the_best_seeds_have_byes_and_meet_last() {
        let ids = |n: u32| (1..=n).map(PlayerId).collect::<Vec<_>>();
        let numbers =
            |n| bracket(&ids(n)).iter().map(|it| it.map_or(0, |id| id.0)).collect::<Vec<_>>();
        assert_eq!(numbers(8), [1, 8, 4, 5, 2, 7, 3, 6]);
        assert_eq!(numbers(5), [1, 0, 4, 5, 2, 0, 3, 0]);
        assert_eq!(numbers(2), [1, 2]);
    }
}
