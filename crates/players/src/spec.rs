//! Player SPECs: a player's name and its options in one word.

use std::fmt;
use std::str::FromStr;

use crate::spec_error::{SpecError, SpecErrorKind};
use crate::spec_parser;

/// The key whose value takes the rest of the SPEC.
pub(crate) const COMMAND_KEY: &str = "cmd";

/// The name of the player that is a person.
pub(crate) const PERSON: &str = "human";

/// Which player, and how it is to play: `NAME[:KEY=VALUE,KEY=VALUE...]`.
///
/// The first colon ends the name. A VALUE is bare (without commas, quotes and brackets), `"quoted"`
/// (with `\"` and `\\` inside) or `(bracketed)`, where brackets may nest; brackets and quotes do not
/// belong to the value. `cmd` comes last: its value is the rest of the text, whatever it holds.
///
/// Reading does not ask whether the player and its keys exist; building does.
///
/// ```
/// use willow_players::PlayerSpec;
///
/// let spec: PlayerSpec = "switch:plies=10,first=(random:seed=1),then=random".parse()?;
/// assert_eq!(spec.name(), "switch");
/// assert_eq!(spec.value("first"), Some("random:seed=1"));
/// assert_eq!(spec.to_string(), "switch:plies=10,first=random:seed=1,then=random");
/// # Ok::<(), willow_players::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlayerSpec {
    name: String,
    options: Vec<SpecOption>,
}

/// One `KEY=VALUE` of a SPEC. Where it stood in the text does not count when options are compared.
#[derive(Clone, Debug)]
pub struct SpecOption {
    key: String,
    value: String,
    pub(crate) key_column: usize,
    pub(crate) value_column: usize,
}

impl SpecOption {
    pub(crate) fn new(key: &str, value: String, key_column: usize, value_column: usize) -> Self {
        SpecOption { key: key.to_owned(), value, key_column, value_column }
    }

    /// Returns the key.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the value, without the quotes or brackets around it.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Reads the value as the SPEC of another player.
    ///
    /// # Errors
    /// The value is no SPEC; the column counts in the whole text.
    pub fn nested(&self) -> Result<PlayerSpec, SpecError> {
        let shift = self.value_column.saturating_sub(1);
        let mut spec: PlayerSpec = self.value.parse().map_err(|e: SpecError| e.shifted(shift))?;
        for option in &mut spec.options {
            option.key_column += shift;
            option.value_column += shift;
        }
        Ok(spec)
    }
}

impl PartialEq for SpecOption {
    fn eq(&self, other: &SpecOption) -> bool {
        (&self.key, &self.value) == (&other.key, &other.value)
    }
}

impl Eq for SpecOption {}

impl std::hash::Hash for SpecOption {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.key, &self.value).hash(state);
    }
}

impl PlayerSpec {
    pub(crate) fn from_parts(name: &str, options: Vec<SpecOption>) -> PlayerSpec {
        PlayerSpec { name: name.to_owned(), options }
    }

    /// Returns the player's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the options in order.
    #[must_use]
    pub fn options(&self) -> &[SpecOption] {
        &self.options
    }

    /// Returns the option with this key.
    #[must_use]
    pub fn option(&self, key: &str) -> Option<&SpecOption> {
        self.options.iter().find(|option| option.key == key)
    }

    /// Returns the value of a key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        self.option(key).map(SpecOption::value)
    }

    /// Returns whether the player is a person.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.name == PERSON
    }

    /// Returns the same SPEC with one more option.
    ///
    /// # Errors
    /// The key must be one, not be there already and not come after `cmd`, whose value must not be
    /// empty.
    pub fn with_option(
        &self,
        key: &str,
        value: impl fmt::Display,
    ) -> Result<PlayerSpec, SpecError> {
        let mut longer = self.clone();
        let value = value.to_string();
        longer.options.push(SpecOption::new(key, value, 1, 1));
        if longer.to_string().parse::<PlayerSpec>()? == longer {
            Ok(longer)
        } else {
            Err(SpecError { column: 1, kind: SpecErrorKind::MalformedKey(key.to_owned()) })
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        spec_parser::parse(text)
    }
}

impl fmt::Display for PlayerSpec {
    /// Writes the SPEC so that it can be read back; values are bracketed or quoted where they must.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, option) in self.options.iter().enumerate() {
            f.write_str(if index == 0 { ":" } else { "," })?;
            write!(f, "{option}")?;
        }
        Ok(())
    }
}

impl fmt::Display for SpecOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpecOption { key, value, .. } = self;
        if key == COMMAND_KEY || spec_parser::is_bare(value) {
            write!(f, "{key}={value}")
        } else if spec_parser::is_balanced(value) {
            write!(f, "{key}=({value})")
        } else {
            write!(f, "{key}=\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
        }
    }
}
