//! What users tell about themselves, and the results of their games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::connection::quoted_input::shown;
use crate::expected_word::words;
use crate::serde_text::serde_as_text;
use crate::{DisplayName, DisplayNameError, MAX_MESSAGE, Message, SpeedClass};

/// The longest description of oneself, in characters.
pub const MAX_ABOUT: usize = 400;

/// A country: a code of two letters of ISO 3166-1, in upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Country(celes::Country);

/// A part of a profile that its owner may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ProfileKey {
    /// Words about oneself.
    About,
    /// A code of two letters, such as DE.
    Country,
    /// A name in any script beside the plain name.
    DisplayName,
    /// Whether others may follow the user and see when the user comes online or plays.
    Followers,
}

/// A change of one's own profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileChange {
    /// Sets the words about oneself, or removes them.
    About(Option<Message>),
    /// Sets the country, or removes it.
    Country(Option<Country>),
    /// Sets the display name, or removes it.
    DisplayName(Option<DisplayName>),
    /// Lets others follow the user.
    AllowFollowers,
    /// Hides the user from followers.
    HideFromFollowers,
}

/// Why a value is invalid for a part of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// The text is not a country.
    #[error("`{0}` is not an ISO 3166 country code (such as DE, JP or US)")]
    Country(String),
    /// The words are too many.
    #[error("the words about yourself have at most {MAX_ABOUT} characters")]
    About,
    /// The text is not a display name.
    #[error(transparent)]
    DisplayName(#[from] DisplayNameError),
    /// Neither `on` nor `off`.
    #[error("followers must be `on` or `off`")]
    Followers,
}

impl ProfileChange {
    /// Checks a value for a part of a profile. Without a value the part is removed.
    ///
    /// # Errors
    /// The value must be one that this part can have.
    pub fn new(key: ProfileKey, value: Option<Message>) -> Result<ProfileChange, ProfileError> {
        match (key, value) {
            (ProfileKey::About, Some(text)) if text.as_str().chars().count() > MAX_ABOUT => {
                Err(ProfileError::About)
            }
            (ProfileKey::About, value) => Ok(ProfileChange::About(value)),
            (ProfileKey::Country, None) => Ok(ProfileChange::Country(None)),
            (ProfileKey::Country, Some(code)) => {
                Ok(ProfileChange::Country(Some(code.as_str().parse()?)))
            }
            (ProfileKey::DisplayName, None) => Ok(ProfileChange::DisplayName(None)),
            (ProfileKey::DisplayName, Some(name)) => {
                Ok(ProfileChange::DisplayName(Some(name.as_str().parse()?)))
            }
            (ProfileKey::Followers, Some(value)) => match value.as_str() {
                "on" => Ok(ProfileChange::AllowFollowers),
                "off" => Ok(ProfileChange::HideFromFollowers),
                _ => Err(ProfileError::Followers),
            },
            (ProfileKey::Followers, None) => Err(ProfileError::Followers),
        }
    }
}

impl Country {
    /// Returns the country's name in English.
    pub const fn name(&self) -> &'static str {
        self.0.long_name
    }
}

impl FromStr for Country {
    type Err = ProfileError;

    /// Reads a code in upper or lower case.
    fn from_str(text: &str) -> Result<Country, ProfileError> {
        let unknown = || ProfileError::Country(shown(text));
        if text.len() != 2 {
            return Err(unknown());
        }
        celes::Country::from_alpha2(text).map(Country).map_err(|_| unknown())
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.alpha2)
    }
}

serde_as_text!(Country);

words!(ProfileKey, "`about`, `country`, `display-name` or `followers`");

/// The results of a user's rated games in a speed class. A synchro pair counts as one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ClassResults {
    /// The speed of the games.
    pub class: SpeedClass,
    /// The games that the user won.
    pub wins: u32,
    /// Games without a winner.
    pub draws: u32,
    /// The games that the user lost.
    pub losses: u32,
}

// A description is a message, and no longer.
const _: () = assert!(MAX_ABOUT <= MAX_MESSAGE);

#[cfg(test)]
mod tests {
    use super::*;

    fn change(key: &str, value: &str) -> Result<ProfileChange, ProfileError> {
        let value = (!value.is_empty()).then(|| value.parse().unwrap());
        ProfileChange::new(key.parse().unwrap(), value)
    }

    #[test]
    fn countries_are_those_of_iso_3166() {
        let country = |code: &str| ProfileChange::Country(Some(code.parse().unwrap()));
        assert_eq!(change("country", "DE"), Ok(country("DE")));
        assert_eq!(change("country", "jp"), Ok(country("JP")));
        assert_eq!("se".parse::<Country>().unwrap().to_string(), "SE");
        assert_eq!("JP".parse::<Country>().unwrap().name(), "Japan");
        assert_eq!(change("country", ""), Ok(ProfileChange::Country(None)));
        for bad in ["XX", "D", "DEU", "Germany", "ÄÖ", "🇩🇪"] {
            let refused = Err(ProfileError::Country(bad.to_owned()));
            assert_eq!(change("country", bad), refused, "{bad}");
        }
    }

    #[test]
    fn words_about_oneself_are_bounded() {
        assert!(change("about", &"é".repeat(MAX_ABOUT)).is_ok());
        assert_eq!(change("about", &"é".repeat(MAX_ABOUT + 1)), Err(ProfileError::About));
        assert_eq!(change("about", ""), Ok(ProfileChange::About(None)));
    }

    #[test]
    fn followers_are_on_or_off() {
        assert_eq!(change("followers", "off"), Ok(ProfileChange::HideFromFollowers));
        for bad in ["", "no"] {
            assert_eq!(change("followers", bad), Err(ProfileError::Followers));
        }
    }
}
