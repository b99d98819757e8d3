//! The words of a line, one after the other.

use std::str::FromStr;

use crate::request_error::shown;
use crate::{ErrorCode, GameId, Message, MessageError, RequestError};

/// Writes a number of things: `1 game`, `2 games`.
pub(super) fn counted(n: u64, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// What is left of a line.
pub(super) struct Words<'a> {
    command: &'a str,
    rest: &'a str,
}

impl<'a> Words<'a> {
    pub(super) fn new(command: &'a str, rest: &'a str) -> Words<'a> {
        Words { command, rest: rest.trim() }
    }

    /// Returns an error of this command.
    pub(super) fn error(&self, message: impl Into<String>) -> RequestError {
        RequestError {
            id: None,
            command: self.command.to_owned(),
            code: ErrorCode::Syntax,
            message: message.into(),
        }
    }

    /// Takes the next word, if there is one.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        Some(word)
    }

    /// Takes the next word, which must be there.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, RequestError> {
        self.next().ok_or_else(|| self.error(format!("{what} is missing")))
    }

    /// Takes the next word as a value.
    pub(super) fn value<T: FromStr>(&mut self, what: &str) -> Result<T, RequestError>
    where
        T::Err: ToString,
    {
        let word = self.word(what)?;
        word.parse().map_err(|error: T::Err| self.error(error.to_string()))
    }

    /// Takes the next word as a value if there is one.
    pub(super) fn optional<T: FromStr>(&mut self) -> Result<Option<T>, RequestError>
    where
        T::Err: ToString,
    {
        let word = self.next();
        word.map(|word| word.parse().map_err(|error: T::Err| self.error(error.to_string())))
            .transpose()
    }

    /// Takes the next word as a number.
    pub(super) fn number<T: FromStr>(&mut self, what: &str) -> Result<T, RequestError> {
        let word = self.word(what)?;
        word.parse().map_err(|_| self.error(format!("{what} is not `{}`", shown(word))))
    }

    /// Takes the number of a game.
    pub(super) fn game(&mut self) -> Result<GameId, RequestError> {
        self.number("the number of the game").map(GameId)
    }

    /// Takes the number of a game if the next word is one; `-` is the game in hand.
    pub(super) fn maybe_game(&mut self) -> Option<GameId> {
        let word = self.rest.split(char::is_whitespace).next().unwrap_or_default();
        if word == "-" {
            self.next();
            return None;
        }
        let number = word.parse().ok().map(GameId)?;
        self.next();
        Some(number)
    }

    /// Takes all the rest as a message.
    pub(super) fn message(&mut self) -> Result<Message, RequestError> {
        std::mem::take(&mut self.rest)
            .parse()
            .map_err(|error: MessageError| self.error(error.to_string()))
    }

    /// Takes all the rest.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Makes sure that nothing is left.
    pub(super) fn end(&mut self) -> Result<(), RequestError> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(self.error(format!("`{}` is one word too many", shown(word)))),
        }
    }
}
