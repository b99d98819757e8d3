//! Converts clap's errors: one `error:` line and one `hint:` line.

use clap::error::{ContextKind, ContextValue};

use crate::argv;
use crate::error::CliError;

/// Returns clap's error about a command's arguments as ours.
pub(super) fn error(error: &clap::Error, command: Option<&str>) -> CliError {
    let rendered = argv::message_without_guards(&error.to_string());
    CliError::usage(message(&rendered)).with_hint(hint(error, command))
}

/// Returns why a value is not valid: what clap says after the option, or the values that are.
pub(super) fn reason_of_bad_value(error: &clap::Error) -> String {
    let rendered = message(&error.to_string());
    let reason = rendered.rsplit_once("': ").or_else(|| rendered.rsplit_once(">'"));
    let reason = reason.map_or(rendered.as_str(), |(_, reason)| reason).trim();
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) => format!("the values are {}", values.join(", ")),
        _ if reason.is_empty() => "not a valid value".to_owned(),
        _ => reason.to_owned(),
    }
}

/// Error texts of the standard library and clap, and their replacements for readers who are not programmers.
const PLAINER: [(&str, &str); 7] = [
    ("unrecognized subcommand", "there is no command"),
    ("invalid digit found in string", "not a whole number"),
    ("cannot parse integer from empty string", "not a whole number"),
    ("number too large to fit in target type", "too large"),
    ("invalid socket address syntax", "not an address with a port, such as 127.0.0.1:7710"),
    (" is not in ", " is not between "),
    ("..=", " and "),
];

/// Returns the first paragraph of clap's message, on one line and in plain words.
fn message(rendered: &str) -> String {
    let paragraph = rendered.split("\n\n").next().unwrap_or(rendered);
    let text = paragraph.strip_prefix("error: ").unwrap_or(paragraph);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // The user's input is in quotes, before the last colon.
    let (typed, reason) = text.rsplit_once("': ").unwrap_or(("", &text));
    let plain = PLAINER.iter().fold(reason.to_owned(), |text, (from, to)| text.replace(from, to));
    if typed.is_empty() { plain } else { format!("{typed}': {plain}") }
}

/// Returns what to do about it: what clap suggests, or where the help is.
fn hint(error: &clap::Error, command: Option<&str>) -> String {
    let suggestions =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let suggestion = suggestions.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        // The most similar one comes last.
        ContextValue::Strings(names) => names.last().cloned(),
        _ => None,
    });
    match suggestion {
        Some(name) => format!("did you mean `{name}`?"),
        None => match command {
            Some(command) => format!("`willow help {command}` shows the accepted arguments"),
            None => "`willow help` shows the accepted arguments".to_owned(),
        },
    }
}
