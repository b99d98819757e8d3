//! Tests of the core: time, order and memory, without a socket or a file.

mod begin;
mod bots;
mod days;
mod dialogue;
mod pairs;
mod restart;
mod rooms;
mod world;
