//! Sets of squares in JSON.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use willow_board::{Bitboard, Square};

use crate::serde_text::list_as_text;

/// A set of squares: in JSON a list of their names, from a1 to h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS), ts(as = "Vec<String>"))]
pub struct SquareSet(#[cfg_attr(test, schemars(with = "Vec<crate::SquareText>"))] pub Bitboard);

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.count() as usize))?;
        for square in self.0.squares() {
            list.serialize_element(&Named(square))?;
        }
        list.end()
    }
}

/// A square that is written by its name, without an allocation: every move has two such lists.
struct Named(Square);

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = [b'a' + self.0.column() as u8, b'1' + self.0.row() as u8];
        serializer.serialize_str(str::from_utf8(&name).expect("a letter and a digit"))
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SquareSet, D::Error> {
        let squares: Vec<Square> = list_as_text::deserialize(deserializer)?;
        Ok(SquareSet(squares.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_written_by_name_from_a1() {
        let set = SquareSet([Square::H8, Square::D3, Square::A1].into_iter().collect());
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(json, r#"["a1","d3","h8"]"#);
        assert_eq!(serde_json::from_str::<SquareSet>(&json).unwrap(), set);
        assert!(serde_json::from_str::<SquareSet>(r#"["i9"]"#).is_err());
    }
}
