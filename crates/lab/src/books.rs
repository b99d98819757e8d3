//! Opening books of the old programs.

pub mod bill_book;
pub mod mlia_book;
