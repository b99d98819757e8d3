//! The encoding for programs: one JSON object for each request and each notice.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::connection::quoted_input::{brief, shown};
use crate::{CommandKind, ErrorDetail, Event, Notice, Request, RequestError};

/// A line is not a notice.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct JsonError(serde_json::Error);

/// The command in the error of a line that names none.
const NO_COMMAND: &str = "json";

/// The beginning of `serde`'s message about a field that is missing.
const MISSING_FIELD: &str = "missing field";

/// The beginning of its message about a field that an object has twice.
const DUPLICATE_FIELD: &str = "duplicate field";

/// Phrases of `serde` and the standard library, and their replacements in JSON's terms.
const WORDS: [(&str, &str); 15] = [
    ("invalid digit found in string", "not a number of digits"),
    ("cannot parse integer from empty string", "no number"),
    ("number too large to fit in target type", "too large a number"),
    ("expected u64", "expected a number"),
    ("expected u32", "expected a number"),
    ("expected u16", "expected a number"),
    ("expected u8", "expected a number"),
    ("expected i32", "expected a number"),
    ("expected a boolean", "expected true or false"),
    ("expected string or map", "expected a word"),
    ("expected a map", "expected an object"),
    ("expected a sequence", "expected an array"),
    ("unknown variant", "unknown word"),
    ("invalid type: sequence", "invalid type: array"),
    ("invalid type: map", "invalid type: object"),
];

/// Reads a request.
///
/// ```
/// use willow_protocol::{Command, json};
///
/// let request = json::read_request(r#"{"do":"say","text":"hello","id":"7"}"#)?;
/// assert_eq!(request.command, Command::Say { text: "hello".parse().unwrap() });
/// # Ok::<(), willow_protocol::RequestError>(())
/// ```
///
/// # Errors
/// The line must be one JSON object with a known `do` and its fields. The error has the id and the
/// command as far as the line has them.
pub fn read_request(line: &str) -> Result<Request, RequestError> {
    let named = serde_json::from_str::<Named<'_>>(line);
    let request: Request = named
        .and_then(|_| serde_json::from_str(line))
        .map_err(|error| to_request_error(line, &error))?;
    let object: Value = serde_json::from_str(line).unwrap_or_default();
    match unknown_field(&object) {
        None => Ok(request),
        Some((kind, field)) => {
            let outer = request.command.kind().description().name;
            let message = no_such_field(kind, &field);
            let error = RequestError::new(outer, ErrorDetail::UnknownParameter, message);
            Err(RequestError { id: request.id, argument: Some(shown(&field)), ..error })
        }
    }
}

fn no_such_field(kind: CommandKind, field: &str) -> String {
    format!("`{}` has no field `{}`", kind.description().name, shown(field))
}

/// Returns the first field of an object that its command, or the one inside it, does not have: without the field
/// the command would be another one than was meant. `serde` ignores unknown fields of types that contain others.
fn unknown_field(object: &Value) -> Option<(CommandKind, String)> {
    let mut object = object.clone();
    object.as_object_mut()?.remove("id");
    unknown_field_of(&object)
}

fn unknown_field_of(object: &Value) -> Option<(CommandKind, String)> {
    let fields = object.as_object()?;
    let kind = CommandKind::named(fields.get("do")?.as_str()?)?;
    let is_unknown = |name: &&String| *name != "do" && !kind.description().has_field(name);
    let of_inner = || unknown_field_of(fields.get("command").filter(|_| kind == CommandKind::As)?);
    fields.keys().find(is_unknown).map(|name| (kind, name.clone())).or_else(of_inner)
}

fn read_object(fields: Map<String, Value>) -> Result<Request, serde_json::Error> {
    serde_json::from_str(&Value::Object(fields).to_string())
}

/// The names of the variants in an object, which must be text. Where `serde` has buffered the fields it takes a
/// number, too, as the index of a variant.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Named<'a> {
    #[serde(rename = "do", borrow, default)]
    _command: Option<Cow<'a, str>>,
    #[serde(rename = "event", borrow, default)]
    _event: Option<Cow<'a, str>>,
}

/// Makes the error of a line, with the id and the command as far as the line has them.
fn to_request_error(line: &str, error: &serde_json::Error) -> RequestError {
    let value: Value = serde_json::from_str(line).unwrap_or_default();
    let text = |key| value.get(key).and_then(Value::as_str);
    let id = text("id").and_then(|id| id.parse().ok());
    match text("do") {
        Some(name) if CommandKind::named(name).is_none() => {
            RequestError { id, argument: Some("do".to_owned()), ..RequestError::unknown(name) }
        }
        Some(name) => {
            let (detail, argument, message) = explained(&value, error);
            RequestError { id, command: shown(name), detail, argument, message }
        }
        None => {
            let message = problem_of_line(&value, error);
            let argument = value.is_object().then(|| "do".to_owned());
            let error = RequestError::new(NO_COMMAND, ErrorDetail::InvalidJson, message);
            RequestError { id, argument, ..error }
        }
    }
}

/// Says why a line names no command.
fn problem_of_line(value: &Value, error: &serde_json::Error) -> String {
    match value {
        Value::Object(fields) if fields.contains_key("do") => {
            "the field `do` must be the name of a command, in quotes".to_owned()
        }
        Value::Object(_) => "the field `do` is missing; it names the command".to_owned(),
        Value::Null => format!("the line is no JSON object: {}", without_place(error)),
        _ => "the line is no JSON object; a command is an object with the field `do`".to_owned(),
    }
}

/// Returns the reason why an object with a known command is not a request, the field that it is about,
/// and the sentence for it, which names the field.
fn explained(object: &Value, error: &serde_json::Error) -> (ErrorDetail, Option<String>, String) {
    let message = without_place(error);
    if let Some(missing) = message.strip_prefix(MISSING_FIELD) {
        // The field that is missing may be there under a wrong name.
        if let Some((kind, field)) = unknown_field(object) {
            let message = format!("{}, and{missing} is missing", no_such_field(kind, &field));
            return (ErrorDetail::UnknownParameter, Some(shown(&field)), message);
        }
        return (ErrorDetail::MissingArgument, quoted(missing), message);
    }
    if message.starts_with(DUPLICATE_FIELD) {
        return (ErrorDetail::InvalidArgument, quoted(&message), message);
    }
    let field = invalid_field(object, &error.to_string());
    let detail = match field {
        Some("id") => ErrorDetail::InvalidId,
        _ => ErrorDetail::InvalidArgument,
    };
    let named = field.map(|field| brief(&format!("`{}`: {message}", shown(field))));
    (detail, field.map(shown), named.unwrap_or(message))
}

/// Returns the first field that a message names.
fn quoted(message: &str) -> Option<String> {
    message.split('`').nth(1).map(str::to_owned)
}

/// No command has so many fields. Each is tried alone, which must not take long.
const MAX_FIELDS: usize = 30;

/// Returns the first field of an object that has no possible value.
///
/// `serde` does not say which field that is. Without such a field the object is read, or the error is about another
/// field; or it is required, and alone with the command an error that is not about missing fields.
fn invalid_field<'a>(object: &'a Value, message: &str) -> Option<&'a str> {
    let fields = object.as_object().filter(|fields| fields.len() <= MAX_FIELDS)?;
    let is_missing = |message: &str| message.starts_with(MISSING_FIELD);
    let reason = |message: &str| message.split(" at line ").next().map(str::to_owned);
    let is_cured = |name: &&String| {
        let mut others = fields.clone();
        others.remove(name.as_str());
        match read_object(others).map_err(|error| error.to_string()) {
            Ok(_) => true,
            Err(other) => !is_missing(&other) && reason(&other) != reason(message),
        }
    };
    let is_invalid = |name: &&String| {
        let command = fields.get("do").cloned().unwrap_or_default();
        let value = fields.get(name.as_str()).cloned().unwrap_or_default();
        let alone = [("do".to_owned(), command), ((*name).clone(), value)];
        let read = read_object(alone.into_iter().collect());
        read.is_err_and(|error| !is_missing(&error.to_string()))
    };
    let names = || fields.keys().filter(|name| *name != "do");
    names().find(is_cured).or_else(|| names().find(is_invalid)).map(String::as_str)
}

/// Returns the beginning of an error message, without line and column: people see one line, and
/// count no columns.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    in_words_of_json(message.strip_suffix(&place).unwrap_or(&message))
}

/// Returns the beginning of an error message of a library without words of Rust, which tell the author of a client in
/// another language nothing.
pub fn in_words_of_json(message: &str) -> String {
    let in_json = |text: String, (rust, json): (&str, &str)| text.replace(rust, json);
    WORDS.into_iter().fold(brief(message), in_json)
}

/// Writes a request, without a line break.
pub fn write_request(request: &Request) -> String {
    serde_json::to_string(request).expect("requests have string keys and no other serialisers")
}

/// Writes an event without its place and time, without a line break.
pub fn write_event(event: &Event) -> String {
    /// Events are serialised in one way only, as parts of something else: that is much less to compile.
    #[derive(Serialize)]
    struct Alone<'a> {
        #[serde(flatten)]
        event: &'a Event,
    }
    serde_json::to_string(&Alone { event })
        .expect("events have string keys and no other serialisers")
}

/// Reads a notice.
///
/// # Errors
/// The line must be one JSON object with a known `event` and its fields.
pub fn read_notice(line: &str) -> Result<Notice, JsonError> {
    let named = serde_json::from_str::<Named<'_>>(line);
    named.and_then(|_| serde_json::from_str(line)).map_err(JsonError)
}

/// Writes a notice, without a line break.
pub fn write_notice(notice: &Notice) -> String {
    serde_json::to_string(notice).expect("notices have string keys and no other serialisers")
}
