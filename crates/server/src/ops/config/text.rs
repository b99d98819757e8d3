//! The configuration as a file that explains itself.

use super::{BookFile, Config, Limits, Log, Mail, Push, Quotas, Retention};

/// The tables, by their names in the file; the first is the file's beginning.
const TABLES: [(&str, &[(&str, &str)]); 8] = [
    ("", Config::MEANINGS),
    ("book", BookFile::MEANINGS),
    ("push", Push::MEANINGS),
    ("mail", Mail::MEANINGS),
    ("log", Log::MEANINGS),
    ("retention", Retention::MEANINGS),
    ("limits", Limits::MEANINGS),
    ("quotas", Quotas::MEANINGS),
];

/// Examples of settings that have no value by default, and the table of TLS.
const EXAMPLES: [(&str, &str); 9] = [
    ("ggs", "\"127.0.0.1:5000\""),
    ("public-url", "\"https://club.example\""),
    ("web-folder", "\"/srv/willow-client\""),
    ("pages-folder", "\"/srv/willow-pages\""),
    ("file", "\"/srv/club.book\""),
    ("contact", "\"mailto:op@club.example\""),
    ("relay", "\"smtps://club@mail.example\""),
    ("from", "\"The club <club@club.example>\""),
    ("password-file", "\"/etc/willow/mail-password\""),
];

const TLS: &str = "
# The certificate chain and the key for TLS, in PEM; without them nothing is encrypted. `lines = false` leaves the line
# protocol without, `https = false` HTTP and WebSocket, for a proxy with TLS in front of them.
# [tls]
# certificate = \"/etc/willow/fullchain.pem\"
# key = \"/etc/willow/privkey.pem\"
# lines = true
# https = true
";

/// The width of a comment.
const WIDTH: usize = 100;

/// Adds to a configuration in TOML what each setting means, and the settings without a value as comments.
pub fn with_comments(toml: &str) -> String {
    let mut text = String::new();
    let mut sections = toml.split("\n[");
    let settings = sections.next().unwrap_or_default();
    add_settings(&mut text, "", settings);
    let mut has_tls = false;
    for section in sections {
        let (name, settings) = section.split_once("]\n").unwrap_or((section, ""));
        text.extend(["\n[", name, "]\n"]);
        add_settings(&mut text, name, settings);
        has_tls |= name == "tls";
    }
    if !has_tls {
        text.push_str(TLS);
    }
    text
}

fn add_settings(text: &mut String, table: &str, settings: &str) {
    let meanings = TABLES.iter().find(|(name, _)| *name == table).map_or(&[][..], |table| table.1);
    let key_of = |name: &str| name.replace('_', "-");
    let mut is_first = true;
    let mut add = |meaning: &str, setting: &str| {
        // A blank line between settings with comments.
        if !is_first && !meaning.is_empty() {
            text.push('\n');
        }
        is_first = false;
        add_comment(text, meaning);
        text.extend([setting, "\n"]);
    };
    for line in settings.lines().filter(|line| !line.is_empty()) {
        let key = line.split(" = ").next().unwrap_or_default();
        let meaning = meanings.iter().find(|(name, _)| key_of(name) == key);
        add(meaning.map_or("", |(_, meaning)| meaning), line);
    }
    for (name, meaning) in meanings {
        let key = key_of(name);
        let has_value = settings.lines().any(|line| line.starts_with(&format!("{key} = ")));
        let example = EXAMPLES.iter().find(|(name, _)| *name == key);
        if let Some((_, value)) = example.filter(|_| !has_value) {
            add(meaning, &format!("# {key} = {value}"));
        }
    }
}

/// Adds a comment, in lines of some width.
fn add_comment(text: &mut String, comment: &str) {
    let mut width = 0;
    for word in comment.split_whitespace() {
        let begins = width == 0 || width + 1 + word.len() > WIDTH;
        if begins {
            text.push_str(if width == 0 { "#" } else { "\n#" });
            width = 1;
        }
        text.extend([" ", word]);
        width += 1 + word.len();
    }
    if width > 0 {
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_explained_and_every_example_can_be_read() {
        let config = Config::default();
        let plain = toml::to_string(&config).unwrap();
        let text = with_comments(&plain);
        assert_eq!(toml::from_str::<Config>(&text).unwrap(), config);
        for line in plain.lines().filter(|line| line.contains(" = ")) {
            let before = text.split(&format!("\n{line}\n")).next().unwrap();
            assert!(before.lines().last().unwrap().starts_with('#'), "{line} has no meaning");
        }
        let is_setting =
            |line: &str| line.starts_with("# [") || line.contains(" = ") && !line.contains('`');
        let examples = |line: &str| {
            if is_setting(line) { line.trim_start_matches("# ") } else { line }.to_owned() + "\n"
        };
        let all: Config = toml::from_str(&text.lines().map(examples).collect::<String>()).unwrap();
        assert!(all.tls.is_some() && all.public_url.is_some() && all.web_folder.is_some());
        assert!(all.pages_folder.is_some());
        assert!(all.book.file.is_some() && all.push.contact.is_some());
        assert!(all.mail.relay.is_some() && all.mail.password_file.is_some());
        assert_eq!(all.check(), Ok(()));
    }

    #[test]
    fn settings_that_have_a_value_are_no_examples() {
        let config = Config { public_url: Some("https://a.example".into()), ..Config::default() };
        let text = with_comments(&toml::to_string(&config).unwrap());
        assert!(text.contains("\npublic-url = \"https://a.example\"\n"), "{text}");
        assert!(!text.contains("# public-url"), "{text}");
    }
}
