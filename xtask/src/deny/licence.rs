//! Licence expressions in the syntax of SPDX.

/// Reports whether the allowed licences are enough for an expression.
///
/// `AND` binds tighter than `OR`, `WITH` belongs to the licence before it, and a slash is an old form of
/// `OR`. A malformed expression is not met.
pub(crate) fn is_met(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = ExpressionReader { words: &words, allowed };
    let met = reader.either();
    met.unwrap_or(false) && reader.words.is_empty()
}

/// The words that are not read yet.
struct ExpressionReader<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl ExpressionReader<'_> {
    /// Takes the next word if it is this one.
    fn takes(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }

    /// Reads licences joined by `OR`. Returns `None` if the expression is malformed.
    fn either(&mut self) -> Option<bool> {
        let mut met = self.both()?;
        while self.takes("OR") {
            met |= self.both()?;
        }
        Some(met)
    }

    /// Reads licences joined by `AND`.
    fn both(&mut self) -> Option<bool> {
        let mut met = self.one()?;
        while self.takes("AND") {
            met &= self.one()?;
        }
        Some(met)
    }

    /// Reads a licence, or an expression in parentheses.
    fn one(&mut self) -> Option<bool> {
        if self.takes("(") {
            let met = self.either()?;
            return self.takes(")").then_some(met);
        }
        let (&name, rest) = self.words.split_first()?;
        self.words = rest;
        if matches!(name, "OR" | "AND" | "WITH" | ")") {
            return None;
        }
        let licence = if self.takes("WITH") {
            let (&exception, rest) = self.words.split_first()?;
            self.words = rest;
            format!("{name} WITH {exception}")
        } else {
            name.to_owned()
        };
        Some(self.allowed.contains(&licence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(expression: &str) -> bool {
        let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].map(ToOwned::to_owned);
        is_met(expression, &allowed)
    }

    #[test]
    fn one_of_several_licences_is_enough_and_both_of_two_are_needed() {
        assert!(met("MIT"));
        assert!(met("GPL-3.0 OR MIT") && met("GPL-3.0/MIT"));
        assert!(met("MIT AND ISC"));
        assert!(!met("GPL-3.0") && !met("MIT AND GPL-3.0"));
        assert!(met("MIT OR GPL-3.0 AND BSD-3-Clause"), "AND binds tighter");
        assert!(!met("(MIT OR GPL-3.0) AND BSD-3-Clause"));
        assert!(met("(MIT OR GPL-3.0) AND ISC"));
    }

    #[test]
    fn an_exception_belongs_to_its_licence() {
        assert!(met("Apache-2.0 WITH LLVM-exception OR GPL-3.0"));
        assert!(!met("Apache-2.0") && !met("MIT WITH LLVM-exception"));
    }

    #[test]
    fn what_is_no_expression_is_not_met() {
        for nonsense in ["", "MIT OR", "MIT MIT", "(MIT", "MIT)", "OR MIT", "MIT WITH"] {
            assert!(!met(nonsense), "{nonsense}");
        }
    }
}
