//! What people and programs type: variables, abbreviations, several commands in a line.

use std::collections::BTreeMap;

/// What programs and people type in place of the beginning of a command.
pub const ALIASES: [(&str, &str); 10] = [
    ("t", "tell"),
    ("ts", "tell /os"),
    ("ta", "tell /os ask"),
    ("tw", "tell /os who"),
    ("ms", "mso"),
    ("ve", "verbose"),
    ("no", "notify"),
    ("fi", "finger"),
    ("q", "quit"),
    ("exit", "quit"),
];

/// The most commands of a line.
const MAX_COMMANDS: usize = 64;

/// A command as it was typed, and as it is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedCommand {
    /// Without blanks around it.
    pub typed: String,
    /// With its alias replaced.
    pub meant: String,
}

/// Returns the commands of a line, divided by `;`. A line that begins with `tell` is one command, and has no alias:
/// nothing in text to others is taken for a command.
pub fn commands(line: &str) -> Vec<TypedCommand> {
    let line = line.trim();
    if line.starts_with("tell ") {
        return vec![TypedCommand { typed: line.to_owned(), meant: line.to_owned() }];
    }
    let parts = line.split(';').take(MAX_COMMANDS).map(str::trim);
    let command = |typed: &str| {
        let (word, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        let alias = ALIASES.iter().find(|(alias, _)| *alias == word);
        let meant = alias.map_or_else(|| typed.to_owned(), |(_, full)| format!("{full} {rest}"));
        TypedCommand { typed: typed.to_owned(), meant: meant.trim_end().to_owned() }
    };
    parts.map(command).collect()
}

/// Puts variables in the place of their names, `$name`; `'$` becomes a dollar, and unknown names stay.
pub fn with_variables(text: &str, variables: &BTreeMap<String, String>) -> String {
    let mut expanded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        if let Some(quoted) = before.strip_suffix('\'') {
            expanded.extend([quoted, "$"]);
            rest = after;
            continue;
        }
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, after) = after.split_at(end.unwrap_or(after.len()));
        expanded.push_str(before);
        match variables.get(name) {
            Some(value) => expanded.push_str(value),
            None => expanded.extend(["$", name]),
        }
        rest = after;
    }
    expanded + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_and_abbreviations_replaced_but_not_in_text_to_others() {
        let meant = |line: &str| -> Vec<String> {
            commands(line).into_iter().map(|command| command.meant).collect()
        };
        assert_eq!(meant(" ts open 1; q"), ["tell /os open 1", "quit"]);
        assert_eq!(meant("tell bob q; ts open 1"), ["tell bob q; ts open 1"]);
        assert_eq!(meant(""), [""]);
    }

    #[test]
    fn variables_are_put_in_unless_their_dollar_is_quoted() {
        let variables = BTreeMap::from([("me".to_owned(), "a b".to_owned())]);
        let expanded = with_variables("$me, '$me, ''$me $you$", &variables);
        assert_eq!(expanded, "a b, $me, '$me $you$");
    }
}
