//! `willow config`: the user's defaults of options.

use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use toml_edit::{DocumentMut, Item, Table, Value};
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
            Some(value) => format!("{} = {}", key.name, toml_value(value).decorated("", "")),
            None => format!("# {}", key.name),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{setting:<30}# {}", key.meaning);
    }
    text
}

fn find_key(name: &str) -> Result<&'static ConfigKey, CliError> {
    config::find_key(name)
        .map_err(|error| CliError::usage(error).with_hint("`willow config show` lists the keys"))
}

/// Sets a key in the file; its comments and its order stay.
fn set(key: &ConfigKey, value: &str) -> Result<(), CliError> {
    config::check(key, value)
        .map_err(|error| CliError::usage(format!("`{}`: `{value}`: {error}", key.name)))?;
    let path = config::path()?;
    let mut document = read(&path)?;
    let (table, name) = place(&mut document, key.name);
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            // A comment behind the value stays.
            let decor = old.decor().clone();
            *old = toml_value(value);
            *old.decor_mut() = decor;
        }
        None => {
            table.insert(name, Item::Value(toml_value(value)));
        }
    }
    write(&path, &document)?;
    output::print(&format!("{} = {} in {}\n", key.name, toml_value(value), path.display()))
}

/// Removes a key from the file. A key that this version does not know can be removed too.
fn unset(name: &str) -> Result<Status, CliError> {
    let path = config::path()?;
    let mut document = read(&path)?;
    let (table, key) = place(&mut document, name);
    if table.remove(key).is_none() {
        find_key(name)?;
        output::print(&format!("{name} is not set in {}\n", path.display()))?;
        return Ok(Status::Incomplete);
    }
    write(&path, &document)?;
    output::print(&format!("{name} is removed from {}\n", path.display()))?;
    Ok(Status::Done)
}

/// Returns the table in which a key stands, and the key's name there.
fn place<'a, 'n>(document: &'a mut DocumentMut, name: &'n str) -> (&'a mut Table, &'n str) {
    let Some((table, key)) = name.split_once('.') else { return (document.as_table_mut(), name) };
    let is_table = document.get(table).is_some_and(Item::is_table);
    if !is_table {
        // `play = { white = "..." }` becomes a table of its own.
        let inline = document.remove(table).and_then(|item| item.into_table().ok());
        document.insert(table, Item::Table(inline.unwrap_or_default()));
    }
    let inner = document[table].as_table_mut().expect("it was made a table");
    (inner, key)
}

/// Returns a value as TOML has it: a whole number, true, false or a text.
fn toml_value(text: &str) -> Value {
    match (text.parse::<i64>(), text.parse::<bool>()) {
        (Ok(number), _) => number.into(),
        (_, Ok(truth)) => truth.into(),
        _ => text.into(),
    }
}

fn read(path: &Path) -> Result<DocumentMut, CliError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(CliError::file("read", path, &error)),
    };
    text.parse().map_err(|error: toml_edit::TomlError| {
        let message = error.message().lines().next().unwrap_or_default().to_owned();
        CliError::failed(format!("{}: {message}", path.display()))
            .with_hint("mend the file in an editor")
    })
}

fn write(path: &Path, document: &DocumentMut) -> Result<(), CliError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| CliError::file("make", folder, &error))?;
    }
    files::write(path, document.to_string().as_bytes(), Overwrite::Always)
}
