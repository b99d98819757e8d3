//! A colour in JSON.

use serde::{Deserialize, Serialize};
use willow_board::Color;

use crate::serde_text::color;

/// A colour, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(black|white)$"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "\"black\" | \"white\""))]
pub struct Side(#[serde(with = "color")] pub Color);
