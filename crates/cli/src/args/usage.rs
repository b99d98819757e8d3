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

/// Returns the first paragraph of what clap prints, in one line.
fn message(rendered: &str) -> String {
    let paragraph = rendered.split("\n\n").next().unwrap_or(rendered);
    let text = paragraph.strip_prefix("error: ").unwrap_or(paragraph);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns what to do about it: what clap suggests, or where the help is.
fn hint(error: &clap::Error, command: Option<&str>) -> String {
    let suggestions =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let suggestion = suggestions.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.clone()),
        ContextValue::Strings(names) => names.first().cloned(),
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
