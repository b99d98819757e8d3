//! Entity tags of HTTP.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// The number of bytes of the digest that make a tag.
const BYTES: usize = 12;

/// Returns the weak tag of a body, with its quotes: it is the same whether the body is compressed or not.
pub(crate) fn entity_tag(body: &[u8]) -> String {
    format!("W/\"{}\"", hexadecimal(&Sha256::digest(body)[..BYTES]))
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("a string takes all text");
        digits
    })
}
