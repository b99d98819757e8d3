//! The rules and the formats of games for the web client, as WebAssembly.
//!
//! The client asks them about positions without a round trip to the server, and offline. Everything is
//! decided in `board` and `records`, as on the server: here are only the conversions from and to what
//! JavaScript has. `cargo xtask web` compiles the room for `wasm32-unknown-unknown`; `wasm-bindgen` then
//! makes a module of JavaScript with types from it. `web/src/rules/` is the client's side.
//!
//! Invariant: no input panics, because a panic ends the instance. Input that is wrong is a [`Problem`].
#![deny(unsafe_code)]

#[cfg(feature = "rules")]
mod branches;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "rules")]
mod exports;
#[cfg(feature = "rules")]
mod flip_order;
mod input;
mod problem;
#[cfg(feature = "reasons")]
mod reasons;
#[cfg(feature = "rules")]
mod record_file;
#[cfg(feature = "rules")]
mod set_up;
#[cfg(feature = "rules")]
mod text;

#[cfg(feature = "engine")]
pub use engine::*;
#[cfg(feature = "rules")]
pub use exports::*;
pub use problem::Problem;
#[cfg(feature = "reasons")]
pub use reasons::{Finding, Reasons};
#[cfg(feature = "rules")]
pub use record_file::RecordFile;
