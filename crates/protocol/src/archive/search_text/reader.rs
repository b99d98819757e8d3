//! Reads the words of a searched text one after the other.

use super::terms::{ReadTerm, SearchProblem, SearchProblemKind, SearchTerm};
use super::tokens::{Token, tokens};
use super::values::{self, DateBound, DateWord, ScoreWord};
use crate::{ArchiveDate, PositionQuery, Winner, position_text};

/// The query parsed so far.
pub(super) struct Reader {
    tokens: Vec<Token>,
    at: usize,
    terms: Vec<ReadTerm>,
    problems: Vec<SearchProblem>,
}

impl Reader {
    pub(super) fn new(text: &str) -> Reader {
        Reader { tokens: tokens(text), at: 0, terms: Vec::new(), problems: Vec::new() }
    }

    pub(super) fn read(mut self) -> (Vec<ReadTerm>, Vec<SearchProblem>) {
        while self.at < self.tokens.len() {
            self.step();
        }
        (self.terms, self.problems)
    }

    /// Reads what begins at the next word.
    fn step(&mut self) {
        let token = self.tokens[self.at].clone();
        if token.is_quoted || token.kind.is_some() {
            return self.name(token);
        }
        let _ = self.board() || self.moves() || self.dates() || self.outcome() || {
            self.word(&token.text);
            true
        };
    }

    /// Returns a word that has no meaning yet, in lower case.
    fn plain(&self, at: usize) -> Option<String> {
        let token = self.tokens.get(at).filter(|token| !token.is_quoted && token.kind.is_none())?;
        Some(token.text.to_lowercase())
    }

    /// Takes some words as a term.
    fn take(&mut self, n: usize, term: SearchTerm) -> bool {
        let text = self.text_of(n);
        self.terms.push(ReadTerm { text, term });
        self.at += n;
        true
    }

    /// Takes some words as a problem.
    fn refuse(&mut self, n: usize, kind: SearchProblemKind) -> bool {
        let text = self.text_of(n);
        self.problems.push(SearchProblem { text, kind });
        self.at += n;
        true
    }

    fn text_of(&self, n: usize) -> String {
        let words = self.tokens[self.at..self.at + n].iter().map(|token| token.text.as_str());
        words.collect::<Vec<_>>().join(" ")
    }

    fn name(&mut self, token: Token) {
        if token.is_open {
            self.refuse(1, SearchProblemKind::OpenQuote);
        } else if token.text.is_empty() {
            self.at += 1;
        } else {
            let Token { text: name, kind, is_quoted: is_whole, .. } = token;
            self.take(1, SearchTerm::Name { kind, name, is_whole });
        }
    }

    /// Reads 64 cells, in one word or with their coordinates, and the side to move after them: black
    /// if nothing is said.
    fn board(&mut self) -> bool {
        let (mut cells, mut at) = (String::new(), self.at);
        let mut side = None;
        while let Some(token) = self.tokens.get(at).filter(|_| cells.len() < 64) {
            let (word, after) = token.text.split_once('/').unwrap_or((&token.text, ""));
            let found: Option<String> = word.chars().map(values::cell).collect();
            match found {
                Some(found) => cells += &found,
                None if values::is_label(word) => {}
                None => return false,
            }
            side = values::side(&after.to_lowercase());
            at += 1;
        }
        if cells.len() < 64 {
            return false;
        }
        while self.tokens.get(at).is_some_and(|token| values::is_label(&token.text)) {
            at += 1;
        }
        if let Some(named) = self.plain(at).filter(|_| side.is_none()) {
            side = values::side(&named);
            at += usize::from(side.is_some());
        }
        let position = position_text::parse(&format!("{cells}/{}", side.unwrap_or('X')));
        match position {
            Some(position) => {
                self.take(at - self.at, SearchTerm::Position(PositionQuery(position)))
            }
            None => self.refuse(at - self.at, SearchProblemKind::NoPosition),
        }
    }

    /// Reads moves, in one word or in several.
    fn moves(&mut self) -> bool {
        let mut moves = String::new();
        let mut n = 0;
        while let Some(found) = self.plain(self.at + n).and_then(|word| values::squares(&word)) {
            moves += &found;
            n += 1;
        }
        if moves.is_empty() {
            return false;
        }
        if let Ok(position) = moves.parse::<PositionQuery>() {
            return self.take(n, SearchTerm::Position(position));
        }
        let ends = (2..=moves.len()).step_by(2);
        let end = ends.into_iter().find(|&end| moves[..end].parse::<PositionQuery>().is_err());
        let text = self.typed_moves(n, end.unwrap_or(moves.len()));
        self.problems.push(SearchProblem { text, kind: SearchProblemKind::IllegalMove });
        self.at += n;
        true
    }

    /// Returns the next `n` words as far as their first `length` letters and figures of moves go.
    fn typed_moves(&self, n: usize, length: usize) -> String {
        let mut left = length;
        let mut typed = Vec::new();
        for Token { text, .. } in &self.tokens[self.at..self.at + n] {
            if left == 0 {
                break;
            }
            let number = text.len() - text.trim_start_matches(|c: char| !c.is_alphabetic()).len();
            let taken = values::squares(text).map_or(0, |moves| moves.len()).min(left);
            typed.push(&text[..number + taken]);
            left -= taken;
        }
        typed.join(" ")
    }

    /// Reads a date, or a word that bounds it and a date.
    fn dates(&mut self) -> bool {
        let Some(word) = self.plain(self.at) else { return false };
        let bound = values::date_bound(&word);
        let after = bound.and_then(|_| self.plain(self.at + 1));
        let n = if after.is_some() { 2 } else { 1 };
        let Some(date) = values::date(&after.unwrap_or(word)) else { return false };
        let DateWord::Range(first, last) = date else {
            return self.refuse(n, SearchProblemKind::NoDate);
        };
        let (from, to) = match bound {
            None => (Some(first), Some(last)),
            Some(DateBound::Since) => (Some(first), None),
            Some(DateBound::Until) => (None, Some(last)),
            Some(DateBound::After) => (last.next(), None),
            Some(DateBound::Before) => (None, first.previous()),
        };
        self.bound_dates(n, from, to)
    }

    /// Adds bounds to those that stand directly before them: `since 1990 until 1995`.
    fn bound_dates(
        &mut self,
        n: usize,
        from: Option<ArchiveDate>,
        to: Option<ArchiveDate>,
    ) -> bool {
        if let Some(ReadTerm { text, term: SearchTerm::Dates(first, last) }) = self.terms.last_mut()
            && ((first.is_none() && to.is_none()) || (last.is_none() && from.is_none()))
        {
            let words = self.tokens[self.at..self.at + n].iter();
            words.for_each(|token| *text = format!("{text} {}", token.text));
            (*first, *last) = (first.or(from), last.or(to));
            self.at += n;
            return true;
        }
        self.take(n, SearchTerm::Dates(from, to))
    }

    /// Reads a score or a result.
    fn outcome(&mut self) -> bool {
        let Some(word) = self.plain(self.at) else { return false };
        match values::score(&word) {
            Some(ScoreWord::Discs(discs)) => return self.take(1, SearchTerm::Score(discs)),
            Some(ScoreWord::Winner(winner)) => return self.take(1, SearchTerm::Result(winner)),
            Some(ScoreWord::Impossible) => return self.refuse(1, SearchProblemKind::NoScore),
            None => {}
        }
        let next = self.plain(self.at + 1);
        let Some((winner, n)) = values::result(&word, next.as_deref()) else { return false };
        self.take(n, SearchTerm::Result(winner));
        if winner == Winner::Player && values::is_beat(&word) {
            self.terms.push(ReadTerm { text: String::new(), term: SearchTerm::Versus });
        }
        true
    }

    /// Reads any other word: a part of a name, or nothing.
    fn word(&mut self, word: &str) {
        let lower = word.to_lowercase();
        if values::is_versus(&lower) {
            self.take(1, SearchTerm::Versus);
        } else if values::is_here(&lower) {
            self.take(1, SearchTerm::Here);
        } else if values::is_device(&lower) {
            self.take(1, SearchTerm::Device);
        } else if values::is_filler(&lower) || values::date_bound(&lower).is_some() {
            self.at += 1;
        } else if let Some(ReadTerm { text, term: SearchTerm::Words(words) }) =
            self.terms.last_mut()
        {
            *text = format!("{text} {word}");
            words.push(word.to_owned());
            self.at += 1;
        } else {
            self.take(1, SearchTerm::Words(vec![word.to_owned()]));
        }
    }
}
