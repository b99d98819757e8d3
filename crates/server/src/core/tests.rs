//! Tests of the core: time, order and memory, without a socket or a file.

mod restart;
mod rooms;
mod world;
