//! A thought as JSON, as `docs/json.md` describes it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;
use willow_board::Move;

use super::{Details, Thought, ThoughtValue};

/// The fields of a thought in JSON.
#[derive(Serialize, Deserialize)]
struct ThoughtJson {
    value: Option<f64>,
    unit: Option<String>,
    exact: bool,
    depth: u32,
    nodes: u64,
    evaluations: Option<u64>,
    line: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    details: Option<Details>,
}

/// JSON is not that of a thought.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum ThoughtJsonError {
    /// No value has this unit.
    #[error("`{0}` is no unit of a value")]
    Unit(String),
    /// A move is not a square or `pass`.
    #[error("`{0}` is not a move")]
    Move(String),
}

impl Serialize for Thought {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ThoughtJson::from(self.clone()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Thought {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Thought, D::Error> {
        ThoughtJson::deserialize(input)?.try_into().map_err(de::Error::custom)
    }
}

impl From<Thought> for ThoughtJson {
    fn from(thought: Thought) -> ThoughtJson {
        // JSON has no number for a value that is not finite.
        let value = thought.value.filter(|value| value.number().is_finite());
        ThoughtJson {
            value: value.map(ThoughtValue::number),
            unit: value.map(|value| value.unit().to_owned()),
            exact: thought.is_exact,
            depth: thought.depth,
            nodes: thought.nodes,
            evaluations: thought.evaluations,
            line: thought.line.iter().map(ToString::to_string).collect(),
            details: thought.details,
        }
    }
}

impl TryFrom<ThoughtJson> for Thought {
    type Error = ThoughtJsonError;

    fn try_from(json: ThoughtJson) -> Result<Thought, ThoughtJsonError> {
        let value = match json.value.zip(json.unit) {
            None => None,
            Some((number, unit)) => {
                Some(ThoughtValue::of_unit(&unit, number).ok_or(ThoughtJsonError::Unit(unit))?)
            }
        };
        let line: Result<Vec<Move>, ThoughtJsonError> = json
            .line
            .into_iter()
            .map(|word| word.parse().map_err(|_| ThoughtJsonError::Move(word)))
            .collect();
        Ok(Thought {
            value,
            is_exact: json.exact,
            depth: json.depth,
            nodes: json.nodes,
            evaluations: json.evaluations,
            line: line?,
            details: json.details,
        })
    }
}

/// Squares as their names.
pub(super) mod square {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use willow_board::Square;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(in crate::thought) fn serialize<S: Serializer>(
        square: &Square,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(square)
    }

    pub(in crate::thought) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Square, D::Error> {
        String::deserialize(input)?.parse().map_err(de::Error::custom)
    }
}
