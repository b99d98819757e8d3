//! Dialogues with the server, line shape by line shape as they were seen on a real GGS.

mod asking;
mod club;
mod keeping;
mod login;
mod playing;
mod synchro;
mod timing;
