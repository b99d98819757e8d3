//! The server and its clients, through real sockets on ports that the system chooses, a fresh database each.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod absent;
mod account_export;
mod accounts;
mod admission;
mod announcements;
#[cfg(target_os = "linux")]
mod arena;
mod book;
mod bridges;
mod browser;
mod client_tls;
mod connection;
mod crash;
mod crowds;
mod cut_connection;
mod dead_links;
mod device_games;
mod engine_event;
mod export;
mod ggs;
mod held_moves;
mod history;
mod http;
mod http_limits;
mod keepalive;
mod library;
mod limits;
#[cfg(target_os = "linux")]
mod login_memory;
#[cfg(feature = "mail")]
mod mail;
mod members;
mod moderators;
mod newcomer;
mod openapi;
mod operation;
mod play;
mod previews;
mod privacy;
mod ratings;
mod reconnect;
mod rest;
mod scopes;
mod stream;
mod support;
mod tls;
mod upgrade;
mod web;
