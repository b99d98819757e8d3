//! What the server makes of a line before it reads the command: variables, aliases, several commands.

use std::collections::BTreeMap;

/// The longest line that is expanded.
const LONGEST_EXPANDED: usize = 1024;

/// The most commands in a line.
const MOST_COMMANDS: usize = 64;

/// The deepest nesting of aliases.
const DEEPEST: usize = 8;

/// The aliases that everybody has: those of GGS for commands that there are here.
const USUAL: [(&str, &str); 21] = [
    ("t", "tell"),
    ("v", "var"),
    ("ve", "verbose"),
    ("n", "notify"),
    ("w", "who"),
    ("q", "quit"),
    ("bye", "quit"),
    ("ms", "mso"),
    ("ts", "tell /os"),
    ("ta", "tell /os ask"),
    ("tac", "tell /os accept"),
    ("td", "tell /os decline"),
    ("tfa", "tell /os aform"),
    ("tfd", "tell /os dform"),
    ("tm", "tell /os match"),
    ("tmo", "tell /os moves"),
    ("to", "tell /os watch"),
    ("tp", "tell /os play"),
    ("tr", "tell /os rank"),
    ("tt", "tell /os top"),
    ("tw", "tell /os who"),
];

/// Returns the commands of a line.
///
/// A line that begins with `tell` is one command without aliases; variables are put in all the same. A
/// backslash would be an end of line: here it becomes a blank, so that nobody can forge the messages of
/// others.
pub(crate) fn commands(
    line: &str,
    variables: &BTreeMap<String, String>,
    aliases: &BTreeMap<String, String>,
) -> Vec<String> {
    let line = line.replace('\\', " ");
    let line = if line.len() <= LONGEST_EXPANDED { with_variables(&line, variables) } else { line };
    if line.starts_with("tell ") || line.len() > LONGEST_EXPANDED {
        return vec![line];
    }
    let parts = line.split(';').take(MOST_COMMANDS);
    parts.map(|part| without_aliases(part.trim_start(), aliases)).collect()
}

/// Puts variables in: `$name`. A quoted dollar sign, `'$`, stays one.
fn with_variables(line: &str, variables: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(dollar) = rest.find('$') {
        let (front, after) = (&rest[..dollar], &rest[dollar + 1..]);
        if let Some(front) = front.strip_suffix('\'') {
            text.push_str(front);
            text.push('$');
            rest = after;
            continue;
        }
        text.push_str(front);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = after.find(|c: char| !is_part(c)).unwrap_or(after.len());
        match variables.get(&after[..end]) {
            Some(value) => text.push_str(value),
            None => text.push_str(&rest[dollar..=dollar + end]),
        }
        rest = &after[end..];
    }
    text.push_str(rest);
    text.truncate(text.floor_char_boundary(2 * LONGEST_EXPANDED));
    text
}

/// Replaces the first word as long as it is an alias.
fn without_aliases(command: &str, aliases: &BTreeMap<String, String>) -> String {
    let mut command = command.to_owned();
    for _ in 0..DEEPEST {
        let (word, rest) = command.split_once(' ').unwrap_or((&command, ""));
        let usual = USUAL.iter().find(|(name, _)| *name == word).map(|(_, text)| *text);
        let Some(text) = aliases.get(word).map(String::as_str).or(usual) else { break };
        let expanded = format!("{text} {rest}");
        expanded.trim_end().clone_into(&mut command);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(line: &str) -> Vec<String> {
        let map = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect()
        };
        commands(line, &map(&[("me", "alice")]), &map(&[("hi", "tell .chat hello"), ("x", "x x")]))
    }

    #[test]
    fn lines_are_expanded() {
        assert_eq!(expanded("hi $me; echo 1"), ["tell .chat hello alice", "echo 1"]);
        assert_eq!(expanded("ta 8 bob"), ["tell /os ask 8 bob"]);
        assert_eq!(expanded("ve -news -ack"), ["verbose -news -ack"]);
        assert_eq!(expanded("tell bob hi; $me pays 5'$ $you"), ["tell bob hi; alice pays 5$ $you"]);
        assert_eq!(expanded("tell bob a\\b"), ["tell bob a b"]);
        assert_eq!(expanded(""), [""]);
        assert_eq!(expanded("x").len(), 1);
    }
}
