//! Counts, sizes and times with unit letters: `200k` nodes, `64M` bytes, `90m`.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Parses a count such as `200k`, where `k`, `M` and `G` are powers of 1000, in either case.
pub fn parse_count(text: &str) -> Option<u64> {
    parse_scaled(text, 1000)
}

/// The sizes of hash tables, in bytes: 1 MiB to 1 TiB.
const HASH_SIZES: RangeInclusive<u64> = 1 << 20..=1 << 40;

/// Parses the size of a hash table, as [`HASH_SIZE_TEXT`] describes it: `64M`, where `K`, `M` and `G` are powers of
/// 1024, in either case.
pub fn parse_hash_size(text: &str) -> Option<usize> {
    parse_size(text, HASH_SIZES)
}

/// Parses a number of bytes in a range, as [`parse_hash_size`] does.
pub(crate) fn parse_size(text: &str, range: RangeInclusive<u64>) -> Option<usize> {
    parse_scaled(text, 1024).filter(|size| range.contains(size))?.try_into().ok()
}

/// The values that [`parse_hash_size`] reads.
pub const HASH_SIZE_TEXT: &str = "a size from 1M to 1024G, such as 64M or 1G";

/// Parses a time for long work: `45s`, `90m`, `2h`.
pub fn parse_budget(text: &str) -> Option<Duration> {
    let units = [('s', 1), ('m', 60), ('h', 3600)];
    let (number, seconds) =
        units.into_iter().find_map(|(unit, n)| Some((text.strip_suffix(unit)?, n)))?;
    let seconds = number.parse::<u64>().ok()?.checked_mul(seconds)?;
    (0 < seconds).then(|| Duration::from_secs(seconds))
}

fn parse_scaled(text: &str, kilo: u64) -> Option<u64> {
    let power = match text.chars().last()?.to_ascii_lowercase() {
        'k' => 1,
        'm' => 2,
        'g' => 3,
        _ => 0,
    };
    let digits = if power == 0 { text } else { &text[..text.len() - 1] };
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(kilo.pow(power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_decimal_for_counts_and_binary_for_sizes() {
        assert_eq!(parse_count("200k"), Some(200_000));
        assert_eq!(parse_count("1M"), Some(1_000_000));
        assert_eq!(parse_count("7"), Some(7));
        assert_eq!(parse_hash_size("64M"), Some(64 << 20));
        assert_eq!(parse_hash_size("1g"), Some(1 << 30));
        assert_eq!(parse_hash_size("1023K"), None);
        assert_eq!(parse_hash_size("1025G"), None);
        assert_eq!(parse_budget("90m"), Some(Duration::from_mins(90)));
        assert_eq!(parse_budget("2h"), Some(Duration::from_hours(2)));
    }

    #[test]
    fn anything_else_is_none() {
        for text in ["", "k", "-1", "+1", "1.5M", "1kk", "99999999999999G", "1T", "1é", "é"] {
            assert_eq!((parse_count(text), parse_hash_size(text)), (None, None), "{text}");
        }
        for text in ["", "h", "0h", "2", "-1h", "1d", "99999999999999999999h"] {
            assert_eq!(parse_budget(text), None, "{text}");
        }
    }
}
