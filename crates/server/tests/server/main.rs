//! The server, through real sockets on ports that the system chooses, a fresh database each.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod account_export;
mod accounts;
mod book;
mod bridges;
mod browser;
mod connection;
mod crash;
mod dead_links;
mod export;
mod history;
mod http;
mod http_limits;
mod limits;
mod moderators;
mod newcomer;
mod openapi;
mod operation;
mod play;
mod privacy;
mod ratings;
mod rest;
mod special;
mod stream;
mod support;
mod tls;
mod vanished;
mod web;
