//! Writes statements of `SQLite` as PostgreSQL has them. What differs in more than words is a function of the schema.

/// Words that PostgreSQL has others for.
const WORDS: [(&str, &str); 3] = [
    // `SQLite` keeps the order of such a join; PostgreSQL knows the sizes of tables.
    ("CROSS JOIN", "JOIN"),
    ("json_object(", "json_build_object("),
    ("json_group_array(", "json_agg("),
];

/// Returns a statement with numbered parameters, and without what only `SQLite` understands.
pub(in super::super) fn translated(sql: &str) -> String {
    let mut text = String::with_capacity(sql.len() + sql.len() / 4);
    let (mut rest, mut last) = (sql, 0);
    while let Some(at) = rest.find(['?', '\'', 'I', 'C', 'j']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = if let Some(literal) = rest.strip_prefix('\'') {
            let end = literal.find('\'').map_or(rest.len(), |end| end + 2);
            text.push_str(&rest[..end]);
            &rest[end..]
        } else if let Some(after) = rest.strip_prefix('?') {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            let number = after[..digits].parse().unwrap_or(last + 1);
            last = last.max(number);
            text.push('$');
            text.push_str(&number.to_string());
            &after[digits..]
        } else if let Some(after) = rest.strip_prefix("INDEXED BY ") {
            after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_')
        } else if let Some((word, other)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
            text.push_str(other);
            &rest[word.len()..]
        } else {
            text.push_str(&rest[..1]);
            &rest[1..]
        };
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::translated;

    #[test]
    fn parameters_are_numbered_as_sqlite_counts_them() {
        for (sqlite, postgres) in [
            ("VALUES (?,?),(?,?)", "VALUES ($1,$2),($3,$4)"),
            ("a = ?2 AND b = ? AND c = ?2", "a = $2 AND b = $3 AND c = $2"),
            ("a = '?' AND b = '''?' OR c = ?", "a = '?' AND b = '''?' OR c = $1"),
            ("FROM g INDEXED BY by_date WHERE Id = 1", "FROM g  WHERE Id = 1"),
            (
                "SELECT json_object('a', ?) FROM g CROSS JOIN p ON p.id = g.id",
                "SELECT json_build_object('a', $1) FROM g JOIN p ON p.id = g.id",
            ),
        ] {
            assert_eq!(translated(sqlite), postgres);
        }
    }
}
