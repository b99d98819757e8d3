//! Help: the overview, the topics, and the pages of the commands.

use super::command_name;
use super::topics::{self, TOPICS, Topic};
use super::wrap::wrap;
use crate::{Access, CommandDescription, CommandKind, RequestError};

/// The topic that lists all commands.
const ALL_COMMANDS: &str = "commands";

/// The characters of a line of help: a screen has 80, and two blanks begin a further line.
const WIDTH: usize = 78;

/// The characters of the column of names.
const NAME_WIDTH: usize = 14;

/// The lines of the overview around the list of topics.
const OVERVIEW: [&str; 3] = [
    "on a topic: `help TOPIC`; on a command: `help COMMAND`. Topics:",
    "To begin: `guest NAME`, then `games`, `new`, or `challenge first-game` (bot).",
    "In a game: type a square, such as `f5`; `resign`, `takeback`, `gsay TEXT`.",
];

/// Returns the page of a topic, of a command, or of both.
///
/// # Errors
/// There is neither. The error says what may be meant.
pub fn help(topic: &str) -> Result<Vec<String>, RequestError> {
    let topic = topic.to_lowercase();
    if topic == ALL_COMMANDS {
        return Ok(all_commands());
    }
    let command = command_name::exact(&topic).map(command_page);
    match (command, topics::find(&topic).map(topic_page)) {
        (None, None) => Err(command_name::unknown_topic(&topic)),
        (command, page) => Ok([command, page].into_iter().flatten().flatten().collect()),
    }
}

/// Returns the topics, and the commands with which a newcomer begins. It fits a screen of 24 lines
/// of 80 characters.
pub fn overview() -> Vec<String> {
    let [title, begin, play] = OVERVIEW.map(str::to_owned);
    let mut lines = vec![title];
    lines.extend(TOPICS.iter().flat_map(|topic| row(topic.name, topic.title)));
    lines.extend(row(ALL_COMMANDS, "all commands, in one line each"));
    lines.extend([begin, play]);
    lines
}

/// Returns what a command does, and who may use it if not everybody may.
pub fn summary(command: &CommandDescription) -> String {
    let summary = command.summary;
    match command.access {
        Access::Anyone | Access::GameReader | Access::Reader | Access::User => summary.to_owned(),
        Access::Moderator => format!("{summary} (moderators)"),
        Access::Bridge => format!("{summary} (bridges)"),
        Access::Admin => format!("{summary} (administrators)"),
    }
}

/// Returns one line for every command.
fn all_commands() -> Vec<String> {
    let rows = CommandKind::ALL.iter().flat_map(|kind| command_row(*kind));
    ["all commands".to_owned()].into_iter().chain(rows).collect()
}

/// Writes a name with its explanation beside it, in as many lines as that takes.
fn row(name: &str, text: &str) -> Vec<String> {
    let begin = format!("{name:<NAME_WIDTH$} ");
    let indent = " ".repeat(NAME_WIDTH + 1);
    wrap(text, WIDTH, &begin, &indent)
}

fn command_row(kind: CommandKind) -> Vec<String> {
    row(kind.description().name, &summary(kind.description()))
}

fn topic_page(topic: &Topic) -> Vec<String> {
    let mut lines = vec![format!("{}: {}", topic.name, topic.title)];
    lines.extend(topic.lines.iter().map(|&line| line.to_owned()));
    lines.extend(
        topic.commands.split_whitespace().filter_map(command_name::exact).flat_map(command_row),
    );
    lines
}

fn command_page(kind: CommandKind) -> Vec<String> {
    let description = kind.description();
    let mut lines = vec![description.usage()];
    lines.extend(wrap(&summary(description), WIDTH, "", ""));
    lines.extend(description.details.iter().flat_map(|line| wrap(line, WIDTH, "", "  ")));
    lines.extend(description.example.map(|line| format!("example: {line}")));
    if !description.aliases.is_empty() {
        lines.push(format!("other names: {}", description.aliases.join(", ")));
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_document_names_every_topic() {
        let document = include_str!("../../../../docs/protocol.md").replace('\n', " ");
        let names: Vec<String> = TOPICS.iter().map(|topic| format!("`{}`", topic.name)).collect();
        let listed = format!("explains a subject ({})", names.join(", "));
        assert!(document.contains(&listed), "{listed}");
    }

    /// Authors of programs read this first.
    #[test]
    fn the_topic_of_programs_says_where_every_field_is_described() {
        let lines = help("programs").unwrap().join(" ");
        assert!(
            ["docs/bots.md", "/api/openapi.json"].iter().all(|it| lines.contains(it)),
            "{lines}"
        );
    }

    #[test]
    fn the_overview_and_every_topic_fit_a_screen() {
        let pages = TOPICS.iter().map(|topic| help(topic.name).unwrap()).chain([overview()]);
        for page in pages {
            assert!(page.len() <= 24, "{page:#?}");
            // The first line follows the word `help`, the others two blanks.
            assert!(page[0].chars().count() <= 75, "{}", page[0]);
            for line in &page {
                assert!(line.chars().count() <= 78, "{line}");
                assert_eq!(line.matches('`').count() % 2, 0, "a broken command: {line}");
            }
        }
    }

    #[test]
    fn every_page_of_a_command_fits_80_columns() {
        for kind in CommandKind::ALL {
            for line in command_page(*kind) {
                assert!(line.chars().count() <= 78, "{line}");
                assert_eq!(line.matches('`').count() % 2, 0, "a broken command: {line}");
            }
        }
    }

    #[test]
    fn every_command_belongs_to_a_topic() {
        let names = TOPICS.iter().flat_map(|topic| topic.commands.split_whitespace());
        let listed: BTreeSet<CommandKind> =
            names.map(|name| command_name::exact(name).expect(name)).collect();
        for kind in CommandKind::ALL {
            assert!(listed.contains(kind), "{kind:?} is in no topic");
        }
    }

    #[test]
    fn help_on_resigning_says_what_it_does_and_how() {
        let lines = help("resign").unwrap();
        assert_eq!(lines[0], "resign [GAME]");
        assert!(lines[1].contains("your opponent wins by 64"), "{lines:?}");
        assert!(help("score").unwrap().contains(&"example: score 6".to_owned()));
        assert_eq!(help("undo"), help("takeback"), "another name has the same page");
        let unknown = |topic| help(topic).unwrap_err().message;
        assert_eq!(unknown("dance"), "there is no help on `dance`; `help` lists the topics");
        assert_eq!(help("clock"), help("clocks"), "a topic in the singular");
        assert!(unknown("draw").contains("`score 0`"), "{}", unknown("draw"));
    }
}
