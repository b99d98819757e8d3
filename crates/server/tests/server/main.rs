//! The server, through real sockets on ports that the system chooses, a fresh database each.

mod crash;
mod http;
mod limits;
mod play;
mod support;
