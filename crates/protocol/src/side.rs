//! A colour in JSON.

use serde::{Deserialize, Serialize};
use willow_board::Color;

use crate::serde_text::color;

/// A colour, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(value_type = String))]
pub struct Side(#[serde(with = "color")] pub Color);
