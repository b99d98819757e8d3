//! A colour in JSON.

use serde::{Deserialize, Serialize};
use willow_board::Color;

use crate::serde_text::color;

/// A colour, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(test, schemars(extend("enum" = ["black", "white"])), ts(type = "\"black\" | \"white\""))]
pub struct Side(
    #[serde(with = "color")]
    #[cfg_attr(test, schemars(with = "String"))]
    pub Color,
);
