//! What is on the disk: a sorted file of checksummed pages, and beside it a log of what was learned since.

pub(crate) mod layout;
pub(crate) mod log;
#[allow(unsafe_code, reason = "a memory map")]
mod memory_map;
pub(crate) mod record;
pub(crate) mod sorted_file;
pub(crate) mod sorted_writer;
pub(crate) mod stamp;
