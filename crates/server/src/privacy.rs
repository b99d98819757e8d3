//! A page about what a server stores and for how long, which its operator completes: `privacy.txt` of `pages-folder`.
//!
//! Its figures are those of the configuration and of the code.

use willow_protocol::TokenKind;

use crate::domain::{DAY, NAME_HELD, RECOVERY_LIFETIME, REMEMBERED_ADDRESSES, token_expiry};
use crate::ops::Config;

/// The language of a template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// `privacy.txt`.
    #[default]
    English,
    /// `privacy.ja.txt`.
    Japanese,
}

const ENGLISH: &str = include_str!("privacy/privacy.txt");
const JAPANESE: &str = include_str!("privacy/privacy.ja.txt");

/// Returns the page for a server with a configuration.
pub fn privacy_page(config: &Config, language: Language) -> String {
    let template = match language {
        Language::English => ENGLISH,
        Language::Japanese => JAPANESE,
    };
    let figures = figures(config, language);
    figures.iter().fold(template.to_owned(), |page, (key, figure)| {
        page.replace(&format!("{{{key}}}"), figure)
    })
}

/// Returns how long and how much is stored, by the words of the templates.
fn figures(config: &Config, language: Language) -> [(&'static str, String); 12] {
    let days = |days: u64| match (language, days) {
        (Language::English, 0) => "for ever".to_owned(),
        (Language::English, 1) => "for one day".to_owned(),
        (Language::English, days) => format!("for {days} days"),
        (Language::Japanese, 0) => "無期限".to_owned(),
        (Language::Japanese, days) => format!("{days}日間"),
    };
    let kept = |number: u32| days(u64::from(number));
    let of_token = |kind| days(token_expiry(kind, 0) / DAY);
    let hours = config.address_ban_hours;
    let retention = &config.retention;
    [
        ("lobby", kept(retention.lobby_days)),
        ("private", kept(retention.private_days)),
        ("game-chat", kept(retention.game_chat_days)),
        ("game", kept(retention.game_days)),
        ("thought", kept(retention.thought_days)),
        ("report", kept(retention.report_days)),
        ("name-held", days(NAME_HELD / DAY)),
        ("recovery", days(RECOVERY_LIFETIME / DAY)),
        ("login", of_token(TokenKind::Login)),
        ("program", of_token(TokenKind::Program)),
        ("addresses", REMEMBERED_ADDRESSES.to_string()),
        ("ban-hours", hours.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::Retention;
    use crate::store::PARTS;

    const BOTH: [Language; 2] = [Language::English, Language::Japanese];

    #[test]
    fn every_figure_of_the_code_and_of_the_configuration_is_in_the_page() {
        let config = Config {
            address_ban_hours: 77,
            retention: Retention {
                lobby_days: 31,
                private_days: 32,
                game_chat_days: 33,
                game_days: 34,
                thought_days: 35,
                report_days: 36,
            },
            ..Config::default()
        };
        for language in BOTH {
            let page = privacy_page(&config, language);
            assert!(!page.contains(['{', '}']), "{page}");
            for (key, figure) in figures(&config, language) {
                let template = if language == Language::English { ENGLISH } else { JAPANESE };
                assert!(template.contains(&format!("{{{key}}}")), "{key} is in no sentence");
                assert!(page.contains(&figure), "{key}: {figure}");
            }
        }
        let page = privacy_page(&config, Language::English);
        for figure in ["31 days", "36 days", "90 days", "60 days", "365 days", "77 hours", "8 ad"] {
            assert!(page.contains(figure), "{figure}: {page}");
        }
    }

    #[test]
    fn what_is_never_deleted_is_said_to_be_kept_for_ever() {
        let forever = Config { retention: Retention::all(0), ..Config::default() };
        assert!(
            privacy_page(&forever, Language::English).contains("- Chat in the lobby: for ever")
        );
    }

    /// The page has a sentence about each part of an export: who adds one says so here and in the page.
    #[test]
    fn everything_that_an_export_has_is_in_the_page() {
        let words = [
            ("account", "Your account"),
            ("email", "Your e-mail address"),
            ("ratings", "ratings"),
            ("rating_history", "how they changed"),
            ("rated_opponents", "whom you met in rated games"),
            ("early_ends", "left rated games early"),
            ("games", "Your games"),
            ("device_games", "against the program of your device"),
            ("private_room", "Private messages"),
            ("lobby_chat", "Chat in the lobby"),
            ("players_chat", "Chat in games"),
            ("spectators_chat", "Chat in games"),
            ("tournaments", "Tournaments that you entered"),
            ("relations", "whom you follow, mute and block"),
            ("tokens", "Where you are logged in"),
            ("notifications", "notifications"),
            ("library", "your library"),
            ("addresses", "addresses from which you logged in"),
            ("moderation", "What moderators did"),
            ("moderation_by_you", "What moderators did"),
            ("invitations", "Invitations"),
            ("reports_by_you", "Reports"),
        ];
        let parts: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        let named: Vec<&str> = words.iter().map(|(part, _)| *part).collect();
        assert_eq!(parts, named);
        let page = privacy_page(&Config::default(), Language::English);
        for (part, words) in words {
            assert!(page.contains(words), "{part}: {words}");
        }
    }
}
