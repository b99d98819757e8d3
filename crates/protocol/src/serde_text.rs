//! Values in JSON as the text that people write.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Values that are written by their `Display` and read by their `FromStr`.
pub(crate) mod as_text {
    use super::{Deserialize, Deserializer, Display, Error, FromStr, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Lists of such values.
pub(crate) mod list_as_text {
    use serde::ser::SerializeSeq;

    use super::{Deserialize, Deserializer, Display, Error, FromStr, Serializer};

    pub(crate) fn serialize<T: Display, S: Serializer>(
        values: &[T],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(values.len()))?;
        for value in values {
            list.serialize_element(&value.to_string())?;
        }
        list.end()
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// Colours, in lower case.
pub(crate) mod color {
    use willow_board::Color;

    use super::{Deserializer, Serializer, as_text};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    pub(crate) fn serialize<S: Serializer>(
        color: &Color,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match color {
            Color::Black => "black",
            Color::White => "white",
        })
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Color, D::Error> {
        as_text::deserialize(deserializer)
    }
}

/// Derives the serde traits of a type from its `Display` and `FromStr`, and describes it as text in JSON
/// Schema and TypeScript.
macro_rules! serde_as_text {
    ($type:ty $(, pattern: $pattern:literal)?) => {
        #[cfg(test)]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string" $(, "pattern": $pattern)? })
            }
        }

        #[cfg(test)]
        impl ts_rs::TS for $type {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &ts_rs::Config) -> String {
                "string".to_owned()
            }

            fn inline(config: &ts_rs::Config) -> String {
                <Self as ts_rs::TS>::name(config)
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_as_text;

/// Makes a checked `String` readable: as text, for people, and in JSON.
macro_rules! checked_text {
    ($type:ident $(, pattern: $pattern:literal)?) => {
        impl $type {
            /// Returns the text as it was checked.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&self.0)
            }
        }

        crate::serde_text::serde_as_text!($type $(, pattern: $pattern)?);
    };
}
pub(crate) use checked_text;

/// Names of texts in JSON Schema, for types of other crates.
#[cfg(test)]
pub(crate) mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    macro_rules! named_text {
        ($name:ident, $shown:literal, $pattern:literal) => {
            pub(crate) struct $name;

            impl JsonSchema for $name {
                fn schema_name() -> Cow<'static, str> {
                    $shown.into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    json_schema!({ "type": "string", "pattern": $pattern })
                }
            }
        };
    }

    named_text!(SquareText, "Square", "^[a-hA-H][1-8]$");
    named_text!(MoveText, "Move", "^([a-hA-H][1-8]|[pP][aA]([sS][sS])?|[pP][sS]|--)$");
    named_text!(PositionText, "Position", "^[XO-]{64} [XO]$");
    // Minutes or hours, then a number or a time for each move: docs/protocol.md has examples.
    named_text!(
        ClockText,
        "Clock",
        "^ *(none|[0-9]+(ms|s|m|d)|[0-9]+((:0*[0-5]?[0-9]){1,2}(\\.[0-9]{1,3})?)?\\+[0-9]+(:0*[0-5]?[0-9]){0,2}(\\.[0-9]{1,3})?|[0-9]+(:0*[0-5]?[0-9]){1,2}(\\.[0-9]{1,3})?(/[0-9]+(:0*[0-5]?[0-9]){0,2}(\\.[0-9]{1,3})?|(/([0-9]+(:0*[0-5]?[0-9]){0,2}(\\.[0-9]{1,3})?)?){2})?) *$"
    );
}
