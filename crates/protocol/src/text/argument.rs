//! The kinds of arguments that commands have in the text encoding.
//!
//! The list of commands names one for each argument. Each reads what the others of its kind write.

use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use super::tokens::Tokens;
use crate::{BanReach, GameId, Password, RequestError, RoomLines, TokenScopes};

/// How the code of an invitation begins.
const INVITATION: &str = "invitation:";

/// A kind of argument, for values of a type.
pub(crate) trait Argument<T> {
    /// Takes the argument from a line; `placeholder` is its name in an error.
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<T, ReadError>;

    /// Writes the argument, or nothing if it is left out.
    fn write(value: &T) -> Option<String>;
}

/// Why the arguments of a line are not a command.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// They are wrong.
    Invalid(RequestError),
    /// The password is missing, and may be typed on the next line.
    PasswordMissing,
}

impl From<RequestError> for ReadError {
    fn from(error: RequestError) -> ReadError {
        ReadError::Invalid(error)
    }
}

/// One word of a command line.
pub(crate) struct Word;

/// A number.
pub(crate) struct Number;

/// The number of a game before other arguments; `-` or nothing is the current game.
pub(crate) struct FirstGame;

/// The number of a game before one other word; `-`, or no further word, is the current game.
pub(crate) struct GameBeforeWord;

/// The number of a game at the end of the line; nothing is the current game.
pub(crate) struct LastGame;

/// `on` or `off`.
pub(crate) struct OnOff;

/// All the rest of the line.
pub(crate) struct Rest;

/// The lines of a room before other arguments, or nothing.
pub(crate) struct FirstLines;

/// The scopes of a token before other arguments; `all` or nothing is no limit.
pub(crate) struct FirstScopes;

/// The code of an invitation if the next word begins with `invitation:`, or nothing.
pub(crate) struct InvitationWord;

/// A number of minutes if the next word begins with `minutes:`, or nothing.
pub(crate) struct MinutesWord;

/// Whom a sanction reaches if the next word begins with `reach:`, or nothing.
pub(crate) struct ReachWord;

/// The number of a report if the next word begins with `report:`, or nothing.
pub(crate) struct ReportWord;

/// An argument, or nothing at the end of the line.
pub(crate) struct Optional<A>(PhantomData<A>);

pub(crate) type OptionalWord = Optional<Word>;
pub(crate) type OptionalNumber = Optional<Number>;
pub(crate) type OptionalOnOff = Optional<OnOff>;
pub(crate) type OptionalRest = Optional<Rest>;

pub(crate) type OptionalPassword = Optional<PasswordRest>;

/// All the rest of the line, for a value that is large.
pub(crate) struct BoxedRest;

/// A password without blanks.
pub(crate) struct PasswordWord;

/// A password, which is all the rest of the line.
pub(crate) struct PasswordRest;

/// A password, which is all the rest of the line or, if nothing is left, the next line.
pub(crate) struct PromptedPassword;

impl<T: FromStr<Err: ToString> + Display> Argument<T> for Word {
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<T, ReadError> {
        Ok(tokens.value(placeholder)?)
    }

    fn write(value: &T) -> Option<String> {
        Some(value.to_string())
    }
}

impl<T, A: Argument<T>> Argument<Option<T>> for Optional<A> {
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<Option<T>, ReadError> {
        if tokens.is_empty() { Ok(None) } else { A::read(tokens, placeholder).map(Some) }
    }

    fn write(value: &Option<T>) -> Option<String> {
        value.as_ref().and_then(A::write)
    }
}

impl<T: FromStr + Display> Argument<T> for Number {
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<T, ReadError> {
        Ok(tokens.number(placeholder)?)
    }

    fn write(value: &T) -> Option<String> {
        Some(value.to_string())
    }
}

impl Argument<Option<GameId>> for FirstGame {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<GameId>, ReadError> {
        Ok(tokens.game_or_current())
    }

    fn write(value: &Option<GameId>) -> Option<String> {
        Some(value.map_or_else(|| "-".to_owned(), |game| game.to_string()))
    }
}

impl Argument<Option<GameId>> for GameBeforeWord {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<GameId>, ReadError> {
        Ok(if tokens.n_words() > 1 { tokens.game_or_current() } else { None })
    }

    fn write(value: &Option<GameId>) -> Option<String> {
        <FirstGame as Argument<Option<GameId>>>::write(value)
    }
}

impl Argument<Option<RoomLines>> for FirstLines {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<RoomLines>, ReadError> {
        Ok(tokens.room_lines()?)
    }

    fn write(value: &Option<RoomLines>) -> Option<String> {
        value.map(|lines| lines.to_string())
    }
}

impl Argument<Option<TokenScopes>> for FirstScopes {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<TokenScopes>, ReadError> {
        Ok(tokens.scopes())
    }

    fn write(value: &Option<TokenScopes>) -> Option<String> {
        value.map(|scopes| scopes.to_string())
    }
}

impl Argument<Option<String>> for InvitationWord {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<String>, ReadError> {
        Ok(tokens.word_after(INVITATION).map(ToOwned::to_owned))
    }

    fn write(value: &Option<String>) -> Option<String> {
        value.as_ref().map(|code| format!("{INVITATION}{code}"))
    }
}

impl Argument<Option<u32>> for MinutesWord {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<u32>, ReadError> {
        value_after(tokens, "minutes:")
    }

    fn write(value: &Option<u32>) -> Option<String> {
        value.map(|minutes| format!("minutes:{minutes}"))
    }
}

impl Argument<Option<BanReach>> for ReachWord {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<BanReach>, ReadError> {
        value_after(tokens, "reach:")
    }

    fn write(value: &Option<BanReach>) -> Option<String> {
        value.map(|reach| format!("reach:{reach}"))
    }
}

impl Argument<Option<u64>> for ReportWord {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<u64>, ReadError> {
        value_after(tokens, "report:")
    }

    fn write(value: &Option<u64>) -> Option<String> {
        value.map(|report| format!("report:{report}"))
    }
}

/// Reads a value if the next word begins in a way.
fn value_after<T: FromStr<Err: ToString>>(
    tokens: &mut Tokens<'_>,
    prefix: &str,
) -> Result<Option<T>, ReadError> {
    let Some(word) = tokens.word_after(prefix) else { return Ok(None) };
    let value = word.parse().map_err(|error: T::Err| {
        tokens.invalid(&format!("`{prefix}{word}`: {}", error.to_string()))
    });
    Ok(Some(value?))
}

impl Argument<Option<GameId>> for LastGame {
    fn read(tokens: &mut Tokens<'_>, _: &str) -> Result<Option<GameId>, ReadError> {
        Ok(tokens.last_game()?)
    }

    fn write(value: &Option<GameId>) -> Option<String> {
        value.map(|game| game.to_string())
    }
}

impl Argument<bool> for OnOff {
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<bool, ReadError> {
        match tokens.word(placeholder)? {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(tokens.invalid(&"expected `on` or `off`").into()),
        }
    }

    fn write(value: &bool) -> Option<String> {
        Some(if *value { "on" } else { "off" }.to_owned())
    }
}

impl<T: FromStr<Err: ToString> + Display> Argument<T> for Rest {
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<T, ReadError> {
        tokens.some_rest(placeholder)?;
        Ok(tokens.rest_value()?)
    }

    fn write(value: &T) -> Option<String> {
        Some(value.to_string()).filter(|text| !text.is_empty())
    }
}

impl<T> Argument<Box<T>> for BoxedRest
where
    Rest: Argument<T>,
{
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<Box<T>, ReadError> {
        Rest::read(tokens, placeholder).map(Box::new)
    }

    fn write(value: &Box<T>) -> Option<String> {
        Rest::write(value)
    }
}

impl Argument<Password> for PasswordWord {
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<Password, ReadError> {
        Ok(tokens.value(placeholder)?)
    }

    fn write(value: &Password) -> Option<String> {
        Some(value.reveal().to_owned())
    }
}

impl Argument<Password> for PasswordRest {
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<Password, ReadError> {
        tokens.some_rest(placeholder)?;
        Ok(tokens.rest_value()?)
    }

    fn write(value: &Password) -> Option<String> {
        Some(value.reveal().to_owned())
    }
}

impl Argument<Password> for PromptedPassword {
    fn read(tokens: &mut Tokens<'_>, placeholder: &str) -> Result<Password, ReadError> {
        if tokens.is_empty() {
            return Err(ReadError::PasswordMissing);
        }
        PasswordRest::read(tokens, placeholder)
    }

    fn write(value: &Password) -> Option<String> {
        PasswordRest::write(value)
    }
}
