//! The user's configuration: defaults of options, in a TOML file.
//!
//! A setting is the default of an option of one command (`play.white`) or of several (`threads`). It is given
//! to clap as such, so that a value is read in the same way from the file and from the command line, and the
//! command line wins.

use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::builder::ArgPredicate;
use clap::error::ErrorKind;
use toml::de::{DeTable, DeValue};
use willow_players::{PlayerSpec, SpecError, check_player};

use crate::error::CliError;
use crate::{args, files, players};

/// A key of the configuration.
#[derive(Debug)]
pub(crate) struct ConfigKey {
    /// The key: an option, or a command and one of its options, with a dot between them.
    pub(crate) name: &'static str,
    /// The commands whose option it is; none for an option of all commands.
    pub(crate) commands: &'static [&'static str],
    /// The name of clap's argument.
    argument: &'static str,
    /// The arguments that take the place of this one when they are given.
    excluded_by: &'static [&'static str],
    /// What it sets.
    pub(crate) meaning: &'static str,
}

impl ConfigKey {
    /// Returns whether its value is the SPEC of a player.
    fn is_spec(&self) -> bool {
        self.commands == ["play"] && matches!(self.argument, "black" | "white")
    }
}

const fn key(
    name: &'static str,
    commands: &'static [&'static str],
    argument: &'static str,
    meaning: &'static str,
) -> ConfigKey {
    ConfigKey { name, commands, argument, excluded_by: &[], meaning }
}

/// All keys, in the order in which they are listed.
pub(crate) const KEYS: [ConfigKey; 15] = [
    key("color", &[], "color", "when to use colours: auto, always or never"),
    key("threads", &THREADED, "threads", "threads of a search, such as 2"),
    key(
        "hash",
        &["solve", "analyze", "gtp", "nboard"],
        "hash",
        "size of the hash table, such as 512M",
    ),
    key("play.black", &["play"], "black", "Black's player, a SPEC"),
    key("play.white", &["play"], "white", "White's player, a SPEC"),
    key("play.clock", &["play"], "clock", "time of each player: 5:00+3, or 10s a move"),
    key("play.plain", &["play"], "plain", "true: play line by line, without the full screen"),
    key("play.no-board", &["play"], "no_board", "true: announce moves, without the board"),
    ConfigKey {
        excluded_by: &["depth", "nodes", "time"],
        ..key("eval.level", &["eval"], "level", "level of `eval`, 1 to 60")
    },
    ConfigKey {
        excluded_by: &["time"],
        ..key("analyze.level", &["analyze"], "level", "level of `analyze`, 1 to 60")
    },
    key("analyze.language", &["analyze"], "language", "language of reasons: en or ja"),
    ConfigKey {
        excluded_by: &["depth", "time"],
        ..key("gtp.level", &["gtp"], "level", "level of `gtp`, 1 to 60")
    },
    ConfigKey {
        excluded_by: &["depth", "time"],
        ..key("nboard.level", &["nboard"], "level", "level of `nboard`, 1 to 60")
    },
    key("connect.host", &["connect"], "host", "the server of `connect`, as HOST or HOST:PORT"),
    key("connect.no-remember", &["connect"], "no_remember", "true: do not remember logins"),
];

/// The commands whose `--threads` are those of a search. The threads of `match` are games at once, and
/// those of `bench` belong to its signature.
const THREADED: [&str; 6] = ["solve", "eval", "analyze", "perft", "gtp", "nboard"];

/// A setting in the configuration file.
#[derive(Debug)]
pub(crate) struct Setting {
    pub(crate) key: &'static ConfigKey,
    /// Its value, as it would stand on the command line.
    pub(crate) value: String,
}

/// The user's configuration.
#[derive(Debug, Default)]
pub(crate) struct UserConfig {
    pub(crate) settings: Vec<Setting>,
}

impl UserConfig {
    /// Reads the configuration file. Without a file nothing is set.
    ///
    /// # Errors
    /// The file cannot be read, or a line of it is wrong.
    pub(crate) fn read() -> Result<UserConfig, CliError> {
        // Without a home folder there is no configuration.
        let Ok(path) = willow_files::config_file() else { return Ok(UserConfig::default()) };
        let text = files::read_text_if_any(&path)?;
        text.map_or_else(|| Ok(UserConfig::default()), |text| UserConfig::parse(&text, &path))
    }

    /// Reads the text of a configuration file.
    ///
    /// # Errors
    /// The text is not TOML, or has an unknown key or a bad value.
    pub(crate) fn parse(text: &str, path: &Path) -> Result<UserConfig, CliError> {
        let file = ConfigFile { text, path };
        let document = DeTable::parse(text);
        let document = document.map_err(|error| file.error(error.span(), error.message()))?;
        let mut settings = Vec::new();
        for (name, value) in document.get_ref() {
            match value.get_ref() {
                DeValue::Table(inner) => {
                    for (option, value) in inner {
                        let name = format!("{}.{}", name.get_ref(), option.get_ref());
                        settings.push(file.setting(&name, option.span(), value.get_ref())?);
                    }
                }
                value => settings.push(file.setting(name.get_ref(), name.span(), value)?),
            }
        }
        Ok(UserConfig { settings })
    }

    /// Returns the value of a key, if it is set.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|set| set.key.name == name).map(|set| set.value.as_str())
    }

    /// Gives the settings to clap, as the defaults of options.
    pub(crate) fn apply(&self, definition: clap::Command) -> clap::Command {
        self.settings.iter().fold(definition, |definition, setting| {
            if setting.key.commands.is_empty() {
                return definition.mut_arg(setting.key.argument, |arg| setting.default_of(arg));
            }
            setting.key.commands.iter().fold(definition, |definition, command| {
                definition.mut_subcommand(command, |command| {
                    command.mut_arg(setting.key.argument, |arg| setting.default_of(arg))
                })
            })
        })
    }
}

impl Setting {
    /// Makes the value the default of an argument.
    fn default_of(&self, arg: clap::Arg) -> clap::Arg {
        // Clap keeps the names and values of a definition as long as the program runs.
        let value: &'static str = self.value.clone().leak();
        let mut arg = arg.required(false).default_value(value);
        for &other in self.key.excluded_by {
            arg = arg.default_value_if(other, ArgPredicate::IsPresent, None);
        }
        if matches!(self.key.name, "play.black" | "play.white" | "play.clock") {
            // Draughts has players of its own and no clock.
            let others = if self.key.argument == "black" { Some("human") } else { None };
            arg = arg.default_value_if("game", ArgPredicate::Equals("draughts".into()), others);
        }
        arg
    }
}

pub(crate) fn find_key(name: &str) -> Option<&'static ConfigKey> {
    KEYS.iter().find(|key| key.name == name)
}

/// Checks a value that is to be set: as [`check`] does, and the values of a SPEC too, for which its player is built.
/// That takes too long for every start of the program.
///
/// # Errors
/// The key, the value, and what is wrong with it.
pub(crate) fn check_new(key: &ConfigKey, value: &str) -> Result<(), CliError> {
    check(key, value)?;
    if key.is_spec() {
        check_spec(key, value, players::check_values)?;
    }
    Ok(())
}

/// Checks a SPEC with a function that knows players.
fn check_spec(
    key: &ConfigKey,
    value: &str,
    check: impl Fn(&PlayerSpec) -> Result<(), SpecError>,
) -> Result<(), CliError> {
    value.parse().and_then(|spec| check(&spec)).map_err(|error: SpecError| {
        let hint = error.hint().unwrap_or_else(|| "see `willow help players`".to_owned());
        CliError::usage(format!("`{}`: `{value}`: {error}", key.name)).with_hint(hint)
    })
}

/// Checks a value as the command line would.
///
/// # Errors
/// The key, the value, and what is wrong with it.
pub(crate) fn check(key: &ConfigKey, value: &str) -> Result<(), CliError> {
    let wrong =
        |reason: &dyn Display| CliError::usage(format!("`{}`: `{value}`: {reason}", key.name));
    if key.is_spec() {
        return check_spec(key, value, |spec| check_player(spec).map(|_| ()));
    }
    if matches!(key.argument, "plain" | "no_board" | "no_remember") {
        let is_bool = matches!(value, "true" | "false");
        return if is_bool { Ok(()) } else { Err(wrong(&"not true or false")) };
    }
    if key.argument == "host" {
        return Ok(());
    }
    let command = key.commands.first().copied().unwrap_or("perft");
    let option = format!("--{}={value}", key.argument);
    match args::definition().try_get_matches_from(["willow", command, &option]) {
        Err(error)
            if matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue) =>
        {
            Err(wrong(&args::reason_of_bad_value(&error)))
        }
        // Other arguments are missing, which does not matter here.
        _ => Ok(()),
    }
}

/// A configuration file that is being read.
struct ConfigFile<'a> {
    text: &'a str,
    path: &'a Path,
}

impl ConfigFile<'_> {
    fn setting(
        &self,
        name: &str,
        span: Range<usize>,
        value: &DeValue<'_>,
    ) -> Result<Setting, CliError> {
        let key = find_key(name).ok_or_else(|| {
            // `willow config show` lists the keys, but not while the file is wrong.
            let hint = format!("remove it with `willow config unset {name}`");
            self.error(Some(span.clone()), format!("unknown key `{name}`")).with_hint(hint)
        })?;
        let value = match value {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Boolean(truth) => truth.to_string(),
            _ => {
                let error = format!("`{name}`: not a text, a whole number, true or false");
                return Err(self.error(Some(span), error));
            }
        };
        check(key, &value).map_err(|error| self.error(Some(span), error.message()))?;
        Ok(Setting { key, value })
    }

    /// Returns an error with the line that it is about.
    fn error(&self, span: Option<Range<usize>>, message: impl Display) -> CliError {
        let message = message.to_string();
        let message = message.lines().next().unwrap_or_default();
        let start = span.map_or(0, |span| span.start).min(self.text.len());
        let line = self.text.get(..start).unwrap_or_default().matches('\n').count() + 1;
        CliError::usage(format!("{}: line {line}: {message}", self.path.display()))
            .with_hint("correct the line, or remove it with `willow config unset KEY`")
    }
}

/// Returns the path of the configuration file.
///
/// # Errors
/// The platform knows no home folder.
pub(crate) fn path() -> Result<PathBuf, CliError> {
    willow_files::config_file().map_err(|_| {
        let variable = willow_files::CONFIG_FILE_VARIABLE;
        CliError::failed("no home folder found")
            .with_hint(format!("set the environment variable {variable} to a file"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<UserConfig, CliError> {
        UserConfig::parse(text, Path::new("c.toml"))
    }

    fn error(text: &str) -> String {
        format!("{:?}", parse(text).unwrap_err())
    }

    #[test]
    fn tables_and_dotted_keys_are_the_same() {
        for text in ["[play]\nwhite = \"willow:level=8\"\n", "play.white = 'willow:level=8'"] {
            assert_eq!(parse(text).unwrap().get("play.white"), Some("willow:level=8"));
        }
        let config = parse("threads = 2\nhash = \"512M\"\n[play]\nplain = true\n").unwrap();
        assert_eq!(config.get("threads"), Some("2"));
        assert_eq!(config.get("play.plain"), Some("true"));
        assert_eq!(parse("").unwrap().get("threads"), None);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let wrong = [
            ("# one\nthreads = 0\n", "line 2: `threads`: `0`: "),
            ("\n\n[play]\nwhite = 'nobody'\n", "line 4: `play.white`: `nobody`: "),
            ("[play]\nwite = 'random'\n", "line 2: unknown key `play.wite`"),
            ("threads = [1]\n", "line 1: `threads`: not a text"),
            ("threads = \n", "line 1: "),
            ("color = 'blue'\n", "line 1: `color`: `blue`: "),
            ("hash = '3'\n", "line 1: `hash`: `3`: not a size"),
            ("eval.level = 61\n", "line 1: `eval.level`: `61`: "),
            ("play.clock = 'soon'\n", "line 1: `play.clock`: `soon`: "),
            ("play.plain = 'maybe'\n", "line 1: `play.plain`: `maybe`: not true or false"),
        ];
        for (text, expected) in wrong {
            assert!(error(text).contains(expected), "{text}: {}", error(text));
        }
    }

    #[test]
    fn every_key_is_an_option_of_its_commands() {
        for key in &KEYS {
            let setting = Setting { key, value: "x".to_owned() };
            // This fails if an argument does not exist.
            let config = UserConfig { settings: vec![setting] };
            assert!(config.apply(args::definition()).get_name() == "willow", "{}", key.name);
        }
    }
}
