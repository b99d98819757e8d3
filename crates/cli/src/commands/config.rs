//! `willow config`: the user's defaults of options.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use toml::{Table, Value};
use willow_files::Overwrite;

use crate::args::ConfigStep;
use crate::config::{self, ConfigKey, KEYS, UserConfig};
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(step: &ConfigStep) -> Result<Status, CliError> {
    match step {
        ConfigStep::Show => output::print(&text(&UserConfig::read()?))?,
        ConfigStep::Path => output::print(&format!("{}\n", config::path()?.display()))?,
        ConfigStep::Set { key, value } => set(find_key(key)?, value)?,
        ConfigStep::Unset { key } => return unset(key),
    }
    Ok(Status::Done)
}

/// Returns all keys with their values and meanings, as TOML: what is not set is a comment.
fn text(config: &UserConfig) -> String {
    let mut text = String::new();
    for key in &KEYS {
        let setting = match config.get(key.name) {
            Some(value) => format!("{} = {}", key.name, toml_value(value)),
            None => format!("# {}", key.name),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{setting:<29} # {}", key.meaning);
    }
    text
}

fn find_key(name: &str) -> Result<&'static ConfigKey, CliError> {
    config::find_key(name).ok_or_else(|| {
        let names = KEYS.iter().map(|key| key.name);
        CliError::usage(format!("unknown key `{name}`")).with_nearest(
            name,
            names,
            "`willow config show` lists the keys",
        )
    })
}

/// Sets a key in the file; all other lines stay.
fn set(key: &ConfigKey, value: &str) -> Result<(), CliError> {
    config::check_new(key, value)?;
    let path = config::path()?;
    let value = toml_value(value);
    let text = files::read_text_if_any(&path)?.unwrap_or_default();
    let text = edited(&text, key.name, Some(&value));
    write(&path, &text, key.name, Some(&value))?;
    output::print(&format!("{} = {value} in {}\n", key.name, path.display()))
}

/// Removes a key from the file. A key that this version does not know can be removed too.
fn unset(name: &str) -> Result<Status, CliError> {
    let path = config::path()?;
    let text = files::read_text_if_any(&path)?.unwrap_or_default();
    let edited = edited(&text, name, None);
    if edited == text {
        find_key(name)?;
        output::print(&format!("{name} is not set in {}\n", path.display()))?;
        return Ok(Status::Incomplete);
    }
    write(&path, &edited, name, None)?;
    output::print(&format!("{name} is removed from {}\n", path.display()))?;
    Ok(Status::Done)
}

/// Returns the text of a file with another value of a key, or without the key.
fn edited(text: &str, name: &str, value: Option<&Value>) -> String {
    let setting = |name: &str| value.map(|value| format!("{name} = {value}"));
    let mut lines = Vec::new();
    let mut table = String::new();
    let mut is_found = false;
    for line in text.lines() {
        if let Some(header) = line.trim().strip_prefix('[') {
            table = header.split(']').next().unwrap_or_default().trim().to_owned() + ".";
        }
        match line.split_once('=').map(|(key, _)| key.trim()) {
            Some(key) if table.clone() + key == name => {
                is_found = true;
                lines.extend(setting(key));
            }
            _ => lines.push(line.to_owned()),
        }
    }
    if !is_found {
        // A key behind its table's header, or all of its name before the first header.
        let (table, key) = name.split_once('.').unwrap_or(("", name));
        match lines.iter().position(|line| line.trim() == format!("[{table}]")) {
            Some(header) => lines.splice(header + 1..=header, setting(key)),
            None => lines.splice(..0, setting(name)),
        };
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Returns a value as TOML has it: a whole number, true, false or a text.
fn toml_value(text: &str) -> Value {
    match (text.parse::<i64>(), text.parse::<bool>()) {
        (Ok(number), _) => number.into(),
        (_, Ok(truth)) => truth.into(),
        _ => text.into(),
    }
}

/// Writes the file if it has the wanted value now: a table in braces, for example, is not edited.
fn write(path: &Path, text: &str, name: &str, value: Option<&Value>) -> Result<(), CliError> {
    let document: Option<Table> = text.parse().ok();
    let found = document.as_ref().map(|document| match name.split_once('.') {
        Some((table, key)) => document.get(table).and_then(|inner| inner.get(key)),
        None => document.get(name),
    });
    if found != Some(value) {
        let message = format!("{}: `{name}` cannot be changed by a command", path.display());
        return Err(CliError::failed(message).with_hint("change the file in an editor"));
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| CliError::file("make", folder, &error))?;
    }
    files::write(path, text.as_bytes(), Overwrite::Always)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_changes() {
        let set = |text: &str, name: &str| edited(text, name, Some(&Value::from(2)));
        assert_eq!(set("", "play.clock"), "play.clock = 2\n");
        let text = "# mine\nthreads = 1 # slow\n\n[play]\nwhite = \"random\"\n[eval]\nlevel = 3\n";
        assert_eq!(set(text, "threads"), text.replace("1 # slow", "2"));
        assert_eq!(set(text, "eval.level"), text.replace('3', "2"));
        assert_eq!(set(text, "play.clock"), text.replace("[play]\n", "[play]\nclock = 2\n"));
        assert_eq!(set(text, "hash"), format!("hash = 2\n{text}"));
        assert_eq!(edited(text, "play.white", None), text.replace("white = \"random\"\n", ""));
        assert_eq!(edited(text, "play.level", None), text);
        assert_eq!(edited("", "play.level", None), "");
    }
}
