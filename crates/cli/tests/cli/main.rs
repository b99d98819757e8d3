//! The program as its users meet it: arguments in, text, JSON and exit codes out.

mod bad_input;
mod eval;
mod generate;
mod help;
mod perft;
mod run;
mod solve;
