//! Rounding as Common Lisp's `round` does: to the nearest, halves to the even neighbour.

/// Divides and rounds; the denominator is positive.
pub(crate) fn divide_to_even(numerator: i64, denominator: i64) -> i64 {
    let floor = numerator.div_euclid(denominator);
    let twice_rest = 2 * numerator.rem_euclid(denominator);
    let up = twice_rest > denominator || twice_rest == denominator && floor % 2 != 0;
    floor + i64::from(up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_to_the_even_neighbour() {
        for (numerator, rounded) in [(-6, -2), (-5, -1), (-4, -1), (-3, -1), (-1, 0), (0, 0)] {
            assert_eq!(divide_to_even(numerator, 4), rounded, "{numerator}/4");
            assert_eq!(divide_to_even(-numerator, 4), -rounded, "{}/4", -numerator);
        }
        assert_eq!([2, 6, 10].map(|n| divide_to_even(n, 4)), [0, 2, 2]);
    }
}
