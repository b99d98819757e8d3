//! The SPECs of the old programs: their keys, and which program each SPEC describes.

pub(crate) mod bill;
pub(crate) mod general;
pub(crate) mod iago_1982;
pub(crate) mod mlia;
pub(crate) mod paip;
