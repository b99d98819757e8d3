//! A client of the game server against a real server: reconnection, cut connections, TLS.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod cut_connection;
mod keepalive;
mod reconnect;
mod support;
mod tls;
