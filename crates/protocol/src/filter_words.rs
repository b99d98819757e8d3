//! How filters are typed: a name, if there is one, and pairs of a word and its value.

use crate::echo::shown;

/// A name, if there is one, and pairs of a word and its value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FilterWords<'a> {
    /// The name.
    pub(crate) name: Option<&'a str>,
    /// The words with their values.
    pub(crate) pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> FilterWords<'a> {
    /// Takes words apart; `keys` are those that have a value. A user may be called like one of them:
    /// without a name the number of words is even.
    ///
    /// # Errors
    /// The beginning of a word that has no value.
    pub(crate) fn new(
        words: impl Iterator<Item = &'a str>,
        keys: &[&str],
    ) -> Result<FilterWords<'a>, String> {
        let words: Vec<&str> = words.collect();
        let (name, rest) = match words.as_slice() {
            [name, rest @ ..] if rest.len() % 2 == 0 || !keys.contains(name) => (Some(*name), rest),
            all => (None, all),
        };
        let pair = |words: &[&'a str]| match words {
            [key, value] => Ok((*key, *value)),
            _ => Err(words.first().map(|key| shown(key)).unwrap_or_default()),
        };
        let pairs = rest.chunks(2).map(pair).collect::<Result<_, _>>()?;
        Ok(FilterWords { name, pairs })
    }
}
