//! A player SPEC: the name of a player and its options.

pub(crate) mod error;
pub(crate) mod key;
pub(crate) mod option;
pub(crate) mod options;
mod parser;
pub(crate) mod quantity;

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use error::SpecError;
use option::SpecOption;

/// The name of the player for a person.
pub(crate) const PERSON: &str = "human";

/// Names a player and its options: `NAME[:KEY=VALUE,KEY=VALUE...]`.
///
/// The first colon ends the name. A VALUE is bare (without commas and brackets) or `(bracketed)`, where brackets
/// nest; the outer ones do not belong to the value. `cmd` comes last: its value is the rest of the text.
///
/// Parsing does not check that the player and its keys exist. [`build_player`](crate::build_player)
/// does.
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

impl SpecOption {
    /// Parses the value as the SPEC of another player.
    ///
    /// # Errors
    /// The value is no SPEC.
    pub fn nested(&self) -> Result<PlayerSpec, SpecError> {
        self.value().parse()
    }
}

impl PlayerSpec {
    pub(crate) fn from_parts(name: &str, options: Vec<SpecOption>) -> PlayerSpec {
        PlayerSpec { name: name.to_owned(), options }
    }

    /// Returns the player's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the options in the order of the text.
    pub fn options(&self) -> &[SpecOption] {
        &self.options
    }

    /// Returns the option with this key.
    pub fn option(&self, key: &str) -> Option<&SpecOption> {
        self.options.iter().find(|option| option.key() == key)
    }

    /// Returns the value of a key.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.option(key).map(SpecOption::value)
    }

    /// Returns the seeds that it names, those of nested SPECs included.
    pub fn seeds(&self) -> Vec<u64> {
        let of_option = |option: &SpecOption| match option.key() {
            "seed" => option.value().parse().into_iter().collect(),
            _ => option.nested().map_or_else(|_| Vec::new(), |spec| spec.seeds()),
        };
        self.options.iter().flat_map(of_option).collect()
    }

    /// Returns whether the player is a person.
    pub fn is_human(&self) -> bool {
        self.name == PERSON
    }

    /// Returns the same SPEC with one more option.
    ///
    /// # Errors
    /// The key is malformed, given twice or comes after `cmd`, the brackets of the value do not match, or the value
    /// of `cmd` is empty.
    pub fn with_option(
        &self,
        key: &str,
        value: impl fmt::Display,
    ) -> Result<PlayerSpec, SpecError> {
        let mut longer = self.clone();
        longer.options.push(SpecOption::new(key, &value.to_string()));
        if longer.to_string().parse::<PlayerSpec>()? == longer {
            Ok(longer)
        } else {
            Err(SpecError::Unexpected(')'))
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let (name, options) = parser::parse(text)?;
        Ok(PlayerSpec::from_parts(name, options))
    }
}

impl fmt::Display for PlayerSpec {
    /// Writes the SPEC so that it can be parsed again, with brackets where they are needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, option) in self.options.iter().enumerate() {
            f.write_str(if index == 0 { ":" } else { "," })?;
            write!(f, "{option}")?;
        }
        Ok(())
    }
}
