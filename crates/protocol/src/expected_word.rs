//! Enums whose values are words: the same in text as in JSON.

/// The word is not one of the expected words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {0}")]
pub struct ExpectedWord(pub(crate) &'static str);

/// Implements `FromStr` and `Display` of an enum by the names that serde gives its variants.
macro_rules! words {
    ($type:ty, $expected:literal) => {
        impl std::str::FromStr for $type {
            type Err = crate::ExpectedWord;

            fn from_str(text: &str) -> Result<$type, crate::ExpectedWord> {
                let word = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(text);
                serde::Deserialize::deserialize(word).map_err(|_| crate::ExpectedWord($expected))
            }
        }

        crate::expected_word::display_as_word!($type);
    };
}
pub(crate) use words;

/// Implements `Display` of an enum by the names that serde gives its variants.
macro_rules! display_as_word {
    ($type:ty) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                serde::Serialize::serialize(self, f)
            }
        }
    };
}
pub(crate) use display_as_word;
