//! How much is tested.

/// Reports whether slow tests run, too: `cargo xtask test --full` sets `WILLOW_FULL`.
pub fn is_full() -> bool {
    std::env::var_os("WILLOW_FULL").is_some()
}
