//! Files: the helpers that every program of the workspace shares.
//!
//! [`check_free`] asks before long work whether its file may be written. [`write_whole`], [`write_streamed`] and
//! [`FileDraft`] write a file that appears whole or not at all. [`AppendLog`] keeps the steps of a long computation,
//! one a line, so that an interrupted run can be continued. [`read_limited`] reads a file of at most a given size,
//! [`open`] one of any size, [`companion_file`] finds the names of a database. [`data_folder`] finds the folder for
//! the user's own files, and [`config_file`] their configuration.
//!
//! Invariant: a file that is written whole is never seen in part, whenever the program or the machine stops.

#![forbid(unsafe_code)]

mod append_log;
mod check_free;
mod companion;
mod data_folder;
mod read_limited;
mod whole_file;

pub use append_log::{AppendLog, AppendLogError};
pub use check_free::{NotFree, check_free};
pub use companion::{companion_file, without_gz};
pub use data_folder::{
    CONFIG_FILE_VARIABLE, DATA_FOLDER_VARIABLE, NoHomeFolder, config_file, data_folder,
};
pub use read_limited::{
    MAX_FILE_BYTES, ReadError, decompressed, open, read_limited, read_stream_limited,
};
pub use whole_file::{FileDraft, Overwrite, write_private, write_streamed, write_whole};
