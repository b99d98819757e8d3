//! The words of a line, one after the other.

use std::str::FromStr;

use crate::connection::quoted_input::shown;
use crate::{CommandKind, ErrorDetail, GameId, Name, RequestError, Room, RoomLines, TokenScopes};

/// The rest of a line after the name of its command.
pub(crate) struct Tokens<'a> {
    command: &'a str,
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// Splits the rest of a line, after the name of its command.
    pub(crate) fn new(command: &'a str, rest: &'a str) -> Tokens<'a> {
        Tokens { command, rest: rest.trim() }
    }

    /// Returns an error of this command.
    pub(crate) fn error(&self, detail: ErrorDetail, message: impl Into<String>) -> RequestError {
        RequestError::new(self.command, detail, message)
    }

    /// Returns the error of an argument that has no possible value.
    pub(crate) fn invalid(&self, message: &impl ToString) -> RequestError {
        self.error(ErrorDetail::InvalidArgument, message.to_string())
    }

    /// Says how the command is typed, at the end of an error; nothing if there is no such command.
    fn usage(&self) -> String {
        let mut all = CommandKind::ALL.iter().map(|kind| kind.description());
        let command = all.find(|description| description.is_called(self.command));
        command.map(|command| format!("; type `{}`", command.usage())).unwrap_or_default()
    }

    /// Takes the next word, if there is one.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        Some(word)
    }

    /// Takes the next word, which must be there.
    pub(crate) fn word(&mut self, placeholder: &str) -> Result<&'a str, RequestError> {
        self.next().ok_or_else(|| self.missing(placeholder))
    }

    fn missing(&self, placeholder: &str) -> RequestError {
        let word = if placeholder.contains('|') { "a word" } else { bare(placeholder) };
        let message = format!("{word} is missing{}", self.usage());
        self.error(ErrorDetail::MissingArgument, message)
    }

    /// Takes the next word as a value.
    pub(crate) fn value<T>(&mut self, placeholder: &str) -> Result<T, RequestError>
    where
        T: FromStr<Err: ToString>,
    {
        let word = self.word(placeholder)?;
        word.parse().map_err(|error: T::Err| self.invalid(&error))
    }

    /// Takes the next word as a number.
    pub(crate) fn number<T: FromStr>(&mut self, placeholder: &str) -> Result<T, RequestError> {
        let word = self.word(placeholder)?;
        let message = || format!("{} must be a number, not `{}`", bare(placeholder), shown(word));
        word.parse().map_err(|_| self.invalid(&message()))
    }

    /// Takes the number of a game if the next word is one; `-` stands for the current game.
    pub(crate) fn game_or_current(&mut self) -> Option<GameId> {
        let word = self.rest.split(char::is_whitespace).next().unwrap_or_default();
        if word == "-" {
            self.next();
            return None;
        }
        let number = word.parse().ok()?;
        self.next();
        Some(number)
    }

    /// Takes the number of a game, if anything is left; `-` stands for the current game.
    pub(crate) fn last_game(&mut self) -> Result<Option<GameId>, RequestError> {
        let before = self.rest;
        let game = self.game_or_current();
        match self.rest.split(char::is_whitespace).next() {
            Some(word) if self.rest == before && !before.is_empty() => {
                let hint = self.hint_for_name(word).unwrap_or_else(|| self.usage());
                let message = format!("`{}` is not a game number{hint}", shown(word));
                Err(self.invalid(&message))
            }
            _ => Ok(game),
        }
    }

    /// Says how a game is offered to somebody, to who types `play NAME`.
    fn hint_for_name(&self, word: &str) -> Option<String> {
        let joins = CommandKind::Join.description().is_called(self.command);
        let name: Name = word.parse().ok().filter(|_| joins)?;
        Some(format!("; `challenge {name}` offers a player a game"))
    }

    /// Takes the rest of the next word if it begins so.
    pub(crate) fn word_after(&mut self, beginning: &str) -> Option<&'a str> {
        let word = self.rest.split(char::is_whitespace).next()?.strip_prefix(beginning)?;
        self.next();
        Some(word)
    }

    /// Returns how many words are left.
    pub(crate) fn n_words(&self) -> usize {
        self.rest.split_whitespace().count()
    }

    /// Takes the lines of a room if the next word begins as such: with a room and a colon.
    pub(crate) fn room_lines(&mut self) -> Result<Option<RoomLines>, RequestError> {
        let word = self.rest.split(char::is_whitespace).next().unwrap_or_default();
        match word.split_once(':') {
            Some((room, _)) if room.parse::<Room>().is_ok() => self.value("lines").map(Some),
            _ => Ok(None),
        }
    }

    /// Takes scopes if the next word is some; `all` stands for no limit.
    pub(crate) fn scopes(&mut self) -> Option<TokenScopes> {
        let word = self.rest.split(char::is_whitespace).next().unwrap_or_default();
        let scopes = word.parse().ok();
        if scopes.is_some() || word == "all" {
            self.next();
        }
        scopes
    }

    /// Returns whether nothing is left.
    pub(crate) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Makes sure that something is left for an argument that cannot be empty.
    pub(crate) fn some_rest(&self, placeholder: &str) -> Result<(), RequestError> {
        let is_needed = placeholder.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_needed && self.is_empty() { Err(self.missing(placeholder)) } else { Ok(()) }
    }

    /// Takes all that is left.
    pub(crate) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Takes all that is left as a value.
    pub(crate) fn rest_value<T>(&mut self) -> Result<T, RequestError>
    where
        T: FromStr<Err: ToString>,
    {
        self.rest().parse().map_err(|error: T::Err| self.invalid(&error))
    }

    /// Makes sure that nothing is left.
    pub(crate) fn end(&mut self) -> Result<(), RequestError> {
        match self.next() {
            None => Ok(()),
            Some(word) => {
                let message = format!("`{}` is not expected here{}", shown(word), self.usage());
                Err(self.error(ErrorDetail::UnexpectedArgument, message))
            }
        }
    }
}

/// Returns the name of an argument without the brackets around one that may be left out.
fn bare(placeholder: &str) -> &str {
    placeholder.trim_matches(['[', ']'])
}
