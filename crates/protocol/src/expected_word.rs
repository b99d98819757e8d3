//! The error of a word that is none of a few.

/// The word is none of those that are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {0}")]
pub struct ExpectedWord(pub(crate) &'static str);

/// Implements `FromStr` and `Display` of a type whose values are words.
macro_rules! words {
    ($type:ty, $expected:literal, $($variant:path = $word:literal),+) => {
        impl std::str::FromStr for $type {
            type Err = crate::ExpectedWord;

            fn from_str(text: &str) -> Result<$type, crate::ExpectedWord> {
                match text {
                    $($word => Ok($variant),)+
                    _ => Err(crate::ExpectedWord($expected)),
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self { $($variant => $word,)+ })
            }
        }
    };
}
pub(crate) use words;
