//! The server, through real sockets on ports that the system chooses, a fresh database each.

mod crash;
mod play;
mod support;
