//! The parts of a thought in JSON, as `docs/json.md` describes it.

/// A value as its number and the name of its unit.
pub(super) mod value {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use crate::ThoughtValue;

    #[derive(Serialize, Deserialize)]
    struct ValueJson {
        value: Option<f64>,
        unit: Option<String>,
    }

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        clippy::ref_option,
        reason = "serde passes references"
    )]
    pub(in crate::search_info) fn serialize<S: Serializer>(
        value: &Option<ThoughtValue>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        // JSON has no number for a value that is not finite.
        let value = value.filter(|value| value.number().is_finite());
        let unit = value.map(|value| value.unit().to_owned());
        ValueJson { value: value.map(ThoughtValue::number), unit }.serialize(serializer)
    }

    pub(in crate::search_info) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Option<ThoughtValue>, D::Error> {
        let ValueJson { value, unit } = ValueJson::deserialize(input)?;
        let Some((number, unit)) = value.zip(unit) else { return Ok(None) };
        let error = || de::Error::custom(format!("`{unit}` is not a unit of a value"));
        ThoughtValue::of_unit(&unit, number).ok_or_else(error).map(Some)
    }
}

/// Moves as their names.
pub(super) mod moves {
    use serde::{Deserialize, Deserializer, Serializer, de};
    use willow_board::Move;

    pub(in crate::search_info) fn serialize<S: Serializer>(
        moves: &[Move],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(moves.iter().map(ToString::to_string))
    }

    pub(in crate::search_info) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Vec<Move>, D::Error> {
        let words = Vec::<String>::deserialize(input)?.into_iter();
        let error = |word| de::Error::custom(format!("`{word}` is not a move"));
        words.map(|word| word.parse().map_err(|_| error(word))).collect()
    }
}
