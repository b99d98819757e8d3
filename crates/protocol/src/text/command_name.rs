//! Finds the command that a typed word names, or those that it may mean.

use strsim::damerau_levenshtein;
use willow_board::Square;

use crate::connection::quoted_input::shown;
use crate::{CommandKind, ErrorDetail, RequestError};

/// A word with fewer letters is the beginning of too many commands to suggest them.
const SHORTEST: usize = 2;

/// Maximum number of commands that an error suggests.
const MAX_SUGGESTED: usize = 6;

/// Words that people know from other servers, and what says the same here.
const ELSEWHERE: [(&[&str], &str); 10] = [
    (&["draw"], "`score 0` offers a draw"),
    (&["hi", "hello", "hey"], "`say hello` greets everybody, `gsay hello` your opponent"),
    (&["bots", "list", "names", "players", "users"], "`who` lists players and bots"),
    (&["bot", "start"], "`challenge NAME` plays a user or a bot; `who` lists them"),
    (&["message", "msg", "pm", "whisper"], "`tell NAME TEXT` writes to one user"),
    (&["clock", "time"], "`board` shows the clocks"),
    (&["whois", "profile", "info"], "`user NAME` shows a profile"),
    (&["rules"], "`help rules` explains Othello"),
    (&["ignore"], "`mute NAME` hides what a user says"),
    (&["about", "country"], "`set` changes your profile"),
];

/// Returns the command that a word in lower case means.
///
/// # Errors
/// No command has this name. The error says which ones may be meant.
pub(super) fn find(typed: &str) -> Result<CommandKind, RequestError> {
    exact(typed).ok_or_else(|| unknown(typed))
}

/// Returns the command that has this name.
pub(super) fn exact(typed: &str) -> Option<CommandKind> {
    CommandKind::ALL.iter().copied().find(|kind| kind.description().is_called(typed))
}

/// Returns all names of a command.
fn names(kind: CommandKind) -> impl Iterator<Item = &'static str> {
    let description = kind.description();
    [description.name].into_iter().chain(description.aliases.iter().copied())
}

/// Returns the commands with a name that begins with a word.
fn beginning_with(typed: &str) -> Vec<&'static str> {
    let begins = |kind: &&CommandKind| names(**kind).any(|name| name.starts_with(typed));
    CommandKind::ALL.iter().filter(begins).map(|kind| kind.description().name).collect()
}

/// Returns the names that differ from a word by one letter, or by two in a long word.
fn similar(typed: &str) -> Vec<&'static str> {
    let most = if typed.chars().count() > 5 { 2 } else { 1 };
    let all = CommandKind::ALL.iter().copied().flat_map(names);
    let mut near: Vec<(usize, &str)> = all
        .filter(|name| name.len() > 1)
        .map(|name| (damerau_levenshtein(typed, name), name))
        .filter(|&(distance, _)| distance <= most)
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    let nearest = near.first().map_or(0, |&(distance, _)| distance);
    near.into_iter()
        .take_while(|&(distance, _)| distance == nearest)
        .map(|(_, name)| name)
        .collect()
}

/// Returns the error of a word that is not a command, with what may be meant.
fn unknown(typed: &str) -> RequestError {
    let word = shown(typed);
    let message = if word.is_empty() {
        "a command is missing after the id; `help` lists them".to_owned()
    } else if let Some(meant) = meant(typed) {
        format!("`{word}` is not a command; {meant}")
    } else if looks_like_square(typed) {
        format!("`{word}` is not a square; the squares are a1 to h8")
    } else {
        format!("`{word}` is not a command; `help` lists them, and `say TEXT` talks")
    };
    RequestError::new(word, ErrorDetail::UnknownCommand, message)
}

/// Returns the error of a word that is neither a command nor a topic of help, with what may be meant.
pub(super) fn unknown_topic(typed: &str) -> RequestError {
    let word = shown(typed);
    let meant = meant(typed).unwrap_or_else(|| "`help` lists the topics".to_owned());
    let message = format!("there is no help on `{word}`; {meant}");
    RequestError::new(word, ErrorDetail::UnknownCommand, message)
}

/// Suggests commands for an unknown word.
fn meant(typed: &str) -> Option<String> {
    let elsewhere = ELSEWHERE.iter().find(|(words, _)| words.contains(&typed));
    if let Some((_, here)) = elsewhere {
        return Some((*here).to_owned());
    }
    let mut names = beginning_with(typed);
    if names.is_empty() || typed.len() < SHORTEST {
        names = similar(&shown(typed));
    }
    names.truncate(MAX_SUGGESTED);
    (!names.is_empty()).then(|| format!("did you mean {}?", alternatives(&names)))
}

/// Writes alternatives: "`a`, `b` or `c`".
fn alternatives(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// Returns whether a word is a letter and a digit, but no square of the board.
fn looks_like_square(typed: &str) -> bool {
    let bytes = typed.as_bytes();
    matches!(bytes, [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit())
        && typed.parse::<Square>().is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(typed: &str) -> String {
        find(typed).unwrap_err().message
    }

    #[test]
    fn a_command_is_typed_in_full() {
        assert_eq!(find("observe").unwrap(), CommandKind::Watch);
        assert_eq!(message("resi"), "`resi` is not a command; did you mean `resign`?");
        assert_eq!(message("his"), "`his` is not a command; did you mean `history`?");
    }

    #[test]
    fn words_of_other_servers_are_answered_with_what_says_the_same_here() {
        assert_eq!(message("draw"), "`draw` is not a command; `score 0` offers a draw");
        for (words, here) in ELSEWHERE {
            for word in words {
                assert_eq!(exact(word), None, "{word}");
                assert!(message(word).ends_with(here), "{}", message(word));
            }
            let named = here.split('`').nth(1).unwrap().split(' ').next().unwrap();
            assert!(exact(named).is_some(), "{named}");
        }
        assert!(crate::text::read_line("hi anna").unwrap_err().message.contains("`say hello`"));
    }

    #[test]
    fn several_commands_with_one_beginning_are_named() {
        assert!(message("un").contains("`unmute`"), "{}", message("un"));
        assert!(message("re").contains(" or "), "{}", message("re"));
    }

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        assert_eq!(message("gmaes"), "`gmaes` is not a command; did you mean `games`?");
        assert_eq!(message("chalenge"), "`chalenge` is not a command; did you mean `challenge`?");
        assert_eq!(message("i9"), "`i9` is not a square; the squares are a1 to h8");
    }
}
