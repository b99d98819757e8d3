//! Replacement of the name of a deleted account in events.

use serde_json::Value;

use super::UserId;

/// The fields of events that have names of users: one, or a list.
const NAME_FIELDS: [&str; 10] =
    ["name", "from", "to", "black", "white", "by", "first", "second", "came", "left"];

/// Returns the placeholder name of a deleted account.
pub(crate) fn neutral_name(user: UserId) -> String {
    format!("deleted-{}", user.0)
}

/// Returns an event with another name of a user, or nothing if it does not have the name.
pub(crate) fn renamed(body: &str, name: &str, neutral: &str) -> Option<String> {
    // Most events do not have it.
    if !body.contains(name) {
        return None;
    }
    let mut event: Value = serde_json::from_str(body).ok()?;
    let was_there = rename(&mut event, name, neutral);
    was_there.then(|| event.to_string())
}

/// Replaces a name in all fields for names. Returns whether it was there.
fn rename(value: &mut Value, name: &str, neutral: &str) -> bool {
    match value {
        Value::Object(fields) => fields.iter_mut().fold(false, |was_there, (field, value)| {
            let is_name = NAME_FIELDS.contains(&field.as_str());
            (is_name && replace(value, name, neutral)) | rename(value, name, neutral) | was_there
        }),
        Value::Array(values) => values
            .iter_mut()
            .fold(false, |was_there, value| rename(value, name, neutral) | was_there),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Replaces a name in the value of a field. Returns whether it was there.
fn replace(value: &mut Value, name: &str, neutral: &str) -> bool {
    if let Value::Array(values) = value {
        let replaced = |was_there, value| replace(value, name, neutral) | was_there;
        return values.iter_mut().fold(false, replaced);
    }
    let is_name = value.as_str() == Some(name);
    if is_name {
        *value = Value::from(neutral);
    }
    is_name
}
