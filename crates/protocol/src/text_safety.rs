//! Filters of unsafe characters in text: control characters, look-alikes, blanks and stacked marks.

use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeEmoji as _, UnicodeGeneralCategory as _};
use unicode_security::{MixedScript as _, skeleton};

/// How many marks may stand on one letter. Written languages need two or three; more of them grow
/// over the lines above and below.
const MAX_MARKS: usize = 3;

/// The sign that joins two emoji to one.
const JOINER: char = '\u{200d}';

/// The text is not a name that a reader could recognise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnclearText {
    /// It has a character that is not shown, or that changes how others are shown.
    #[error("a name cannot have control characters")]
    Control,
    /// It contains a letter that is displayed as a blank.
    #[error("a name cannot have letters that look like blanks")]
    Blank,
    /// It has more marks on a letter than any language needs.
    #[error("a name has at most {MAX_MARKS} marks on a letter")]
    Marks,
    /// Its letters come from scripts that are not written together.
    #[error("a name cannot mix letters of several alphabets")]
    Scripts,
}

/// Makes sure that every letter of a name, in any script, can be seen, and that its scripts are
/// written together: Latin and Cyrillic are not, Japanese's own three are.
///
/// ```
/// use willow_protocol::check_letters;
///
/// assert!(check_letters("José").is_ok());
/// assert!(check_letters("村上 けん").is_ok());
/// assert!(check_letters("Al\u{456}ce").is_err(), "this i is Cyrillic");
/// ```
///
/// # Errors
/// The first fault that was found.
pub fn check_letters(text: &str) -> Result<(), UnclearText> {
    if text.chars().any(is_dangerous) {
        return Err(UnclearText::Control);
    }
    if text.chars().any(is_blank_looking) {
        return Err(UnclearText::Blank);
    }
    if drop_stacked_marks(text).len() != text.len() {
        return Err(UnclearText::Marks);
    }
    if text.is_single_script() { Ok(()) } else { Err(UnclearText::Scripts) }
}

/// Returns a text that is equal for texts that look alike in some spelling with capitals and small
/// letters, as Unicode's Technical Standard 39 says: `l`, `I`, `i` and `1` are one, `O` and `0`, `rn`
/// and `m`, and the letters of other scripts that look like these. Letters in circles, raised or in
/// another font are those letters, `vv` is `w`, too, and all that is not a letter, digit or mark is left out.
///
/// ```
/// use willow_protocol::look_alike_key;
///
/// assert_eq!(look_alike_key("Alice-1"), look_alike_key("ALICEl"));
/// assert_eq!(look_alike_key("alice"), look_alike_key("\u{430}lice"), "this a is Cyrillic");
/// assert_eq!(look_alike_key("alice"), look_alike_key("Ⓐl.ice"));
/// assert_ne!(look_alike_key("jan"), look_alike_key("ian"));
/// ```
pub fn look_alike_key(text: &str) -> String {
    let shown: String = text.nfkc().filter(|&c| c.is_alphanumeric() || is_mark(c)).collect();
    // Some letters look alike only as capitals, others only as small letters. So the table of the
    // standard is used for both.
    let capitals = shown.to_uppercase();
    let small: String = skeleton(&capitals).flat_map(char::to_lowercase).collect();
    let shapes: String = skeleton(&small).collect();
    shapes.replace('i', "l").replace("vv", "w")
}

/// The characters that end a line or a paragraph.
const LINE_BREAKS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Removes the characters that could move a terminal's cursor, change its colours or its reading
/// direction, or break the line: control characters, line and paragraph separators, bidirectional
/// overrides and tags. A tab becomes a blank, and so do line breaks between two words. The sign that joins emoji
/// stays between two of them.
pub fn strip_controls(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let (mut base, mut is_broken) = (None, false);
    while let Some(letter) = letters.next() {
        let mut is_between =
            || base.is_some_and(is_emoji) && letters.peek().is_some_and(|&c| is_emoji(c));
        let letter = if letter == '\t' { ' ' } else { letter };
        match letter {
            JOINER if is_between() => kept.push(JOINER),
            letter if LINE_BREAKS.contains(&letter) => is_broken = true,
            letter if is_dangerous(letter) => {}
            letter => {
                let joins = !kept.is_empty() && !kept.ends_with(' ') && letter != ' ';
                if std::mem::take(&mut is_broken) && joins {
                    kept.push(' ');
                }
                kept.push(letter);
            }
        }
        if !is_emoji_modifier(letter) {
            base = Some(letter);
        }
    }
    kept
}

/// Returns a text in which the characters that [`strip_controls`] removes can be read: an escape
/// becomes `\u{1b}`.
pub fn escape_controls(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_dangerous(letter) {
            escaped.extend(letter.escape_default());
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

/// Removes the marks that no language needs: all but the first few on each letter.
pub(crate) fn drop_stacked_marks(text: &str) -> String {
    let mut n_marks = 0;
    let is_kept = |&letter: &char| {
        n_marks = if is_mark(letter) { n_marks + 1 } else { 0 };
        n_marks <= MAX_MARKS
    };
    text.chars().filter(is_kept).collect()
}

/// Returns whether a character is a letter or a sign that is displayed as a blank or not at all.
pub(crate) const fn is_blank_looking(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'
            ..='\u{180f}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{1d159}'
    )
}

fn is_mark(c: char) -> bool {
    let category = (!c.is_ascii()).then(|| c.general_category());
    matches!(category, Some(GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark))
}

/// Returns whether a character is an emoji. Digits do not count, although some emoji begin with one.
fn is_emoji(c: char) -> bool {
    !c.is_ascii() && c.is_emoji_char()
}

/// Returns whether a character changes the emoji before it: its style or its skin.
const fn is_emoji_modifier(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Returns whether a character controls the terminal or the layout.
const fn is_dangerous(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_controls_can_be_read() {
        assert_eq!(escape_controls("a\nb\u{1b}[31m\u{202e}é"), "a\\nb\\u{1b}[31m\\u{202e}é");
    }

    #[test]
    fn a_line_break_becomes_a_blank_where_it_parts_words() {
        for (text, shown) in [
            ("one\ntwo\r\nthree", "one two three"),
            ("\r\none \n two\u{2028}\u{2029}three\n", "one  two three"),
            ("a\tb\u{85}c\u{b}d\u{c}e", "a b c d e"),
        ] {
            assert_eq!(strip_controls(text), shown, "{text:?}");
        }
    }

    #[test]
    fn a_joiner_stays_between_emoji_only() {
        assert_eq!(strip_controls("👩\u{200d}🚀"), "👩\u{200d}🚀");
        for hidden in ["a\u{200d}b", "👩\u{200d}a", "a\u{200d}👩", "1\u{200d}2", "\u{200d}👩"]
        {
            let shown: String = hidden.chars().filter(|&c| c != JOINER).collect();
            assert_eq!(strip_controls(hidden), shown, "{hidden:?}");
        }
        assert_eq!(strip_controls("👩\u{200d}\u{200d}🚀"), "👩🚀", "two in a row join nothing");
    }

    #[test]
    fn names_in_any_script_can_be_read() {
        for good in ["Alice", "José Ñandú", "Zürich-1", "Дмитрий", "村上 けん", "이수진", "ישראל"]
        {
            assert_eq!(check_letters(good), Ok(()), "{good}");
        }
        let stacked = format!("z{}", "\u{30d}".repeat(4));
        let faults = [
            ("bell\u{7}", UnclearText::Control),
            ("a\u{202e}b", UnclearText::Control),
            ("\u{3164}", UnclearText::Blank),
            ("a\u{2800}b", UnclearText::Blank),
            (stacked.as_str(), UnclearText::Marks),
            ("p\u{430}ypal", UnclearText::Scripts),
        ];
        for (bad, fault) in faults {
            assert_eq!(check_letters(bad), Err(fault), "{bad:?}");
        }
    }

    #[test]
    fn look_alikes_of_other_scripts_have_the_same_key() {
        for (plain, other) in [
            ("alice", "аlісе"),
            ("ok", "οκ"),
            ("admin", "аdmіn"),
            ("bob", "𝐛𝐨𝐛"),
            ("alice", "Ⓐlice"),
            ("alice", "ᵃlice"),
            ("fire", "ﬁre"),
            ("admin", "Admin."),
            ("admin", "A·d’min"),
        ] {
            assert_eq!(look_alike_key(plain), look_alike_key(other), "{other}");
        }
    }
}
