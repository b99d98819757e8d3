//! Counts and sizes with unit letters: `200k` nodes, `64M` bytes.

/// Parses a count such as `200k`, where `k`, `M` and `G` are powers of 1000, in either case.
pub fn parse_count(text: &str) -> Option<u64> {
    parse_scaled(text, 1000)
}

/// Parses a number of bytes such as `64M`, where `K`, `M` and `G` are powers of 1024, in either case.
pub fn parse_size(text: &str) -> Option<u64> {
    parse_scaled(text, 1024)
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
        assert_eq!(parse_size("64M"), Some(64 << 20));
        assert_eq!(parse_size("1g"), Some(1 << 30));
    }

    #[test]
    fn anything_else_is_none() {
        for text in ["", "k", "-1", "+1", "1.5M", "1kk", "99999999999999G", "1T", "1é", "é"] {
            assert_eq!((parse_count(text), parse_size(text)), (None, None), "{text}");
        }
    }
}
