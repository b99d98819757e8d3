//! The search from outside: exactness, limits and threads.

mod exact;
mod limits;
mod network;
mod support;
mod threads;
