//! Numbers for people: grouped, rounded, with units.

use std::time::Duration;

use indicatif::HumanCount;
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};

/// Returns a number in groups of three digits: `3,005,288`.
pub(crate) fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
}

/// Returns a number in three digits or so: `850`, `12.3 k`, `4.56 G`.
pub(crate) fn short(number: f64) -> String {
    const UNITS: [&str; 5] = ["", " k", " M", " G", " T"];
    let mut value = number;
    let mut unit = 0;
    while 999.5 <= value && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    let decimals = match value {
        _ if unit == 0 => 0,
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}{}", UNITS[unit])
}

/// Returns a time: `3 ms`, `1.52 s`, `12:05 min`, `3:20:00 h`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        s if s < 0.00995 => format!("{:.1} ms", s * 1000.0),
        s if s < 0.1 => format!("{:.0} ms", s * 1000.0),
        s if s < 60.0 => format!("{s:.2} s"),
        s if s < 3600.0 => format!("{}:{:02} min", s as u64 / 60, s as u64 % 60),
        s => format!("{}:{:02}:{:02} h", s as u64 / 3600, s as u64 / 60 % 60, s as u64 % 60),
    }
}

/// Returns how many of something happened a second: `850 k nodes/s`.
pub(crate) fn rate(number: u64, what: &str, time: Duration) -> String {
    format!("{} {what}/s", short(number as f64 / time.as_secs_f64().max(1e-9)))
}

/// Returns a count with its noun in the singular or plural: `1 thread`, `2 threads`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Returns a count with a noun whose plural is irregular: `1 ply`, `2 plies`.
pub(crate) fn count_of(number: usize, singular: &str, plural: &str) -> String {
    let noun = if number == 1 { singular } else { plural };
    format!("{number} {noun}")
}

/// Wraps a text to `width` columns, with `indent` blanks before each line.
pub(crate) fn wrapped(text: &str, indent: usize, width: usize) -> String {
    wrapped_between(WordSeparator::AsciiSpace, text, indent, width)
}

/// Wraps a Japanese text to `width` columns, with `indent` blanks before each line. A line may end after
/// every full-width character, but none begins with a closing mark.
pub(crate) fn wrapped_japanese(text: &str, indent: usize, width: usize) -> String {
    wrapped_between(WordSeparator::Custom(japanese_words), text, indent, width)
}

fn wrapped_between(words: WordSeparator, text: &str, indent: usize, width: usize) -> String {
    let margin = " ".repeat(indent);
    let options = Options::new(width).initial_indent(&margin).subsequent_indent(&margin);
    let options = options.word_separator(words).word_splitter(WordSplitter::NoHyphenation);
    textwrap::fill(text, options.break_words(false))
}

/// Splits a Japanese text where a line may end: after blanks and full-width characters, but not before a
/// closing mark.
fn japanese_words(text: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let ends = text.char_indices().zip(text.chars().skip(1)).filter_map(|((at, c), next)| {
        let is_before_closing = "、。） ".contains(next);
        let is_end =
            !is_before_closing && c != '（' && (c == ' ' || !c.is_ascii() || !next.is_ascii());
        is_end.then_some(at + c.len_utf8())
    });
    let starts = [0].into_iter().chain(ends.clone());
    let parts = starts.zip(ends.chain([text.len()]));
    Box::new(parts.map(|(start, end)| Word::from(&text[start..end])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_lines_end_between_characters_but_not_before_a_mark() {
        let text = "h7 h8のあと、黒が隅（g8）を取ります。";
        assert_eq!(wrapped_japanese(text, 0, 80), text);
        let wrapped = wrapped_japanese(text, 2, 14);
        let joined: String = wrapped.lines().map(str::trim).collect();
        assert_eq!(joined.replace(' ', ""), text.replace(' ', ""), "{wrapped}");
        for line in wrapped.lines() {
            let rest = line.strip_prefix("  ").unwrap();
            assert!(!rest.starts_with(['、', '。', '）', ' ']), "{wrapped}");
            let columns: usize = rest.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            assert!(columns <= 14, "{wrapped}");
        }
    }

    #[test]
    fn numbers_are_rounded_to_three_digits() {
        assert_eq!(grouped(3_005_288), "3,005,288");
        assert_eq!(grouped(120), "120");
        let cases = [(0.0, "0"), (999.4, "999"), (999.6, "1.00 k"), (12_345.0, "12.3 k")];
        for (number, text) in cases {
            assert_eq!(short(number), text);
        }
        assert_eq!(rate(2_500_000, "nodes", Duration::from_secs(1)), "2.50 M nodes/s");
        assert_eq!(rate(25, "nodes", Duration::from_secs(1)), "25 nodes/s");
    }

    #[test]
    fn long_lines_are_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 2, 9), "  one two\n  three");
        assert_eq!(wrapped("extraordinary", 1, 5), " extraordinary");
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        let cases = [(0.0034, "3.4 ms"), (0.054, "54 ms"), (1.524, "1.52 s"), (725.9, "12:05 min")];
        for (seconds, text) in cases {
            assert_eq!(time(Duration::from_secs_f64(seconds)), text);
        }
        assert_eq!(time(Duration::from_mins(200)), "3:20:00 h");
        assert_eq!(count(1, "thread") + &count(2, "thread"), "1 thread2 threads");
    }
}
