//! Counts and sizes with unit letters: `200k` nodes, `64M` bytes.

use thiserror::Error;

/// The text is not a count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a count (examples: 5000, 200k, 1M, 2G)")]
pub struct ParseCountError(pub String);

/// The text is not a size.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a size (examples: 512K, 64M, 1G)")]
pub struct ParseSizeError(pub String);

/// Parses a count such as `200k`, where `k`, `M` and `G` are powers of 1000.
///
/// # Errors
/// The text is not a whole number with at most one such letter, in either case.
pub fn parse_count(text: &str) -> Result<u64, ParseCountError> {
    parse_scaled(text, 1000).ok_or_else(|| ParseCountError(text.to_owned()))
}

/// Parses a number of bytes such as `64M`, where `K`, `M` and `G` are powers of 1024.
///
/// # Errors
/// The text is not a whole number with at most one such letter, in either case.
pub fn parse_size(text: &str) -> Result<u64, ParseSizeError> {
    parse_scaled(text, 1024).ok_or_else(|| ParseSizeError(text.to_owned()))
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
        assert_eq!(parse_count("200k"), Ok(200_000));
        assert_eq!(parse_count("1M"), Ok(1_000_000));
        assert_eq!(parse_count("7"), Ok(7));
        assert_eq!(parse_size("64M"), Ok(64 << 20));
        assert_eq!(parse_size("1g"), Ok(1 << 30));
    }

    #[test]
    fn anything_else_is_an_error() {
        for text in ["", "k", "-1", "+1", "1.5M", "1kk", "99999999999999G", "1T", "1é", "é"] {
            assert_eq!(parse_count(text), Err(ParseCountError(text.to_owned())));
            assert_eq!(parse_size(text), Err(ParseSizeError(text.to_owned())));
        }
    }
}
