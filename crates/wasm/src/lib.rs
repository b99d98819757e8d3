//! WebAssembly for the web client: the rules and formats of games, the engine, and the reasons of an analysis,
//! each a module of its own by a feature.
//!
//! The client uses them without a round trip to the server, and offline. Here are only the conversions from
//! and to what JavaScript has. `cargo xtask web` compiles the crate for `wasm32-unknown-unknown`; `wasm-bindgen` then
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
