//! The extension module of the Python package `willow_othello`.
//!
//! | file | contents |
//! | --- | --- |
//! | `convert.rs` | arguments and errors of Python |
//! | `interrupt.rs` | long work without the interpreter's lock, which Ctrl-C ends |
//! | `position.rs`, `game.rs`, `records.rs` | the rules and files of games |
//! | `limits.rs`, `engine.rs`, `analysis.rs` | searches |
//! | `book.rs`, `player.rs`, `client.rs` | opening books, players by SPEC, the game server |
//! | `batch.rs`, `wthor.rs` | numpy arrays in, numpy arrays out |
//!
//! The doc comments of classes and functions are their docstrings in Python.

mod analysis;
mod batch;
mod book;
mod client;
mod convert;
mod engine;
mod game;
mod interrupt;
mod limits;
mod player;
mod position;
mod records;
mod wthor;

use pyo3::prelude::pymodule;

/// The compiled part of `willow_othello`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::analysis::MoveAnalysis;
    #[pymodule_export]
    use crate::batch::{
        after, canonical, canonical_features, evaluate, features, final_scores, flips, legal_moves,
        search, transform,
    };
    #[pymodule_export]
    use crate::book::{Book, BookMove};
    #[pymodule_export]
    use crate::client::Client;
    #[pymodule_export]
    use crate::engine::{Engine, SearchResult};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::player::{Decision, Player, players};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::records::{read, read_positions, write, write_wthor};
    #[pymodule_export]
    use crate::wthor::{wthor_games, wthor_names, wthor_positions};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("KERNEL", willow_board::KERNEL)?;
        module.add("N_FEATURES", willow_eval::patterns::N_FEATURES)?;
        module.add("N_WEIGHTS", willow_eval::patterns::N_WEIGHTS)
    }

    /// Returns the newest level of x86-64 whose instructions this processor has: v2, v3 or v4; on other
    /// processors nothing.
    #[pyfunction]
    fn cpu_level() -> Option<String> {
        #[cfg(target_arch = "x86_64")]
        return Some(willow_launch::Level::of_this_processor().to_string());
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}
