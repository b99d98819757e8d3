//! Parses a searched text: which of its words name players, events or openings.
//!
//! `SearchText::read` has taken out what has a meaning of its own. Of the words that are left the longest
//! run is looked up first, then shorter ones: `rose bill tamenori` is an opening and a player.

use std::cmp::Reverse;
use std::collections::HashMap;

use willow_protocol::{
    ArchiveFilter, ArchiveOrigin, ArchivePage, NameKind, NamePart, PositionQuery, ReadTerm,
    SearchProblem, SearchProblemKind, SearchTerm, SearchText, Searched, SearchedTerm, TermKind,
    Winner, name_key,
};
use willow_records::openings::{Opening, opening_named};

use super::japanese::in_latin_letters;
use super::search::{MAX_EVENTS, MAX_PLAYERS, Search};
use crate::store::{QueryError, Result, Store};

/// Maximum number of words of a name that are looked up together.
const LONGEST_NAME: usize = 6;

/// Maximum number of words that are looked up for one text.
const MAX_WORDS: usize = 12;

/// Maximum number of names of a term.
const SHOWN_NAMES: usize = 5;

/// What matched the words of a name, the weakest first. The order was chosen by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    PartOfEvent,
    PartOfPlayer,
    WholeEvent,
    Opening,
    WholePlayer,
}

/// Maximum games whose players are counted, newest first.
const MAX_TALLIED: i64 = 2000;

/// Maximum number of games that are counted.
const MAX_TOTAL: i64 = 10_000;

/// What some words may name.
#[derive(Default)]
struct Candidates {
    players: Vec<String>,
    events: Vec<String>,
    opening: Option<&'static Opening>,
}

#[derive(Default)]
struct ParsedText {
    searched: Searched,
    events: Vec<String>,
    n_words: usize,
    /// The names in Latin letters of players who were named in Japanese, each with what was typed.
    latin: Vec<(String, String)>,
    /// The result that is about a player who is not named yet.
    result_text: Option<String>,
}

impl Store {
    /// Parses a text and returns the first games that it asks for.
    pub(crate) async fn search_text(&self, text: &SearchText) -> Result<Searched> {
        let (terms, problems) = text.read();
        let mut parsed = ParsedText::default();
        parsed.searched.problems = problems;
        let has_names =
            |read: &ReadTerm| matches!(read.term, SearchTerm::Words(_) | SearchTerm::Name { .. });
        if terms.iter().any(has_names) {
            parsed.events = self.db.events().await?;
        }
        for ReadTerm { text, term } in terms {
            match term {
                SearchTerm::Words(words) => {
                    let words = parsed.in_latin_letters(&words);
                    self.parse_words(&mut parsed, &words).await?;
                }
                SearchTerm::Name { kind, name, is_whole } => {
                    let name = match kind {
                        None | Some(NameKind::Player) => parsed.latin_of(&name),
                        Some(NameKind::Event | NameKind::Opening) => name,
                    };
                    let words: Vec<String> = name.split_whitespace().map(str::to_owned).collect();
                    if !parsed.may_look_up(words.len(), || name.clone()) {
                        continue;
                    }
                    let mut found = self.candidates(&parsed, &words).await?;
                    found.keep_kind(kind);
                    if is_whole {
                        self.keep_whole(&mut found, &name, kind).await?;
                    }
                    if !parsed.take(&words, &found) {
                        parsed.refuse(name, SearchProblemKind::UnknownName);
                    }
                }
                other => parsed.add(&text, &other),
            }
        }
        let events = std::mem::take(&mut parsed.events);
        let mut searched = parsed.finish();
        if searched.problems.is_empty() {
            self.first_games(&mut searched, text, &events).await?;
        }
        Ok(searched)
    }

    async fn first_games(
        &self,
        searched: &mut Searched,
        text: &SearchText,
        events: &[String],
    ) -> Result<()> {
        let filter = searched.filter.clone();
        match self.prepare_with(&filter, events).await {
            Ok(search) => {
                let total = self.db.count(&search, MAX_TOTAL + 1).await?;
                (searched.total, searched.more) = (total.min(MAX_TOTAL) as u32, total > MAX_TOTAL);
                let (games, next) = self.db.page(&search).await?;
                searched.page = ArchivePage { games, next };
                self.name_players(searched, &search).await?;
            }
            Err(QueryError::Refused(_)) => {
                // A part of a name stands for more names than were found by its words.
                let text = text.as_str().to_owned();
                searched
                    .problems
                    .push(SearchProblem { text, kind: SearchProblemKind::TooManyNames });
                searched.filter = ArchiveFilter::default();
            }
            Err(QueryError::Failed(error)) => return Err(error),
        }
        Ok(())
    }

    /// Where words may mean several people, names those who have played the games that were found, the most frequent
    /// first. Of very many games the newest are looked at.
    async fn name_players(&self, searched: &mut Searched, search: &Search<'_>) -> Result<()> {
        let sides = [TermKind::Player, TermKind::Opponent].into_iter().zip(&search.players);
        let mut newest = None;
        for (kind, players) in sides {
            let means_several = |term: &&mut SearchedTerm| term.kind == kind && term.n_names > 1;
            let Some(term) = searched.terms.iter_mut().find(means_several) else { continue };
            if newest.is_none() {
                newest = Some(self.db.played_games(search, MAX_TALLIED, 0).await?);
            }
            let games = newest.iter().flatten();
            let mut tally = HashMap::<i64, u32>::new();
            for player in games.flat_map(|game| game.players).filter(|it| players.contains(it)) {
                *tally.entry(player).or_default() += 1;
            }
            let names = self.db.player_names(&tally.keys().copied().collect::<Vec<_>>()).await?;
            let mut found: Vec<(u32, &String)> =
                tally.iter().filter_map(|(id, &n)| Some((n, names.get(id)?))).collect();
            found.sort_by_key(|&(n, name)| (Reverse(n), name));
            if i64::from(searched.total) < MAX_TALLIED && !found.is_empty() {
                term.n_names = found.len() as u32;
                term.names.clear();
            }
            let mut shown: Vec<String> = found.into_iter().map(|(_, name)| name.clone()).collect();
            let others: Vec<String> =
                term.names.iter().filter(|name| !shown.contains(name)).cloned().collect();
            shown.extend(others);
            shown.truncate(SHOWN_NAMES);
            term.names = shown;
        }
        Ok(())
    }

    /// Looks up the longest names first.
    async fn parse_words(&self, parsed: &mut ParsedText, words: &[String]) -> Result<()> {
        let mut rest = words;
        while let Some(first) = rest.first() {
            if !parsed.may_look_up(1, || rest.join(" ")) {
                return Ok(());
            }
            let mut n_taken = 0;
            for n in (1..=rest.len().min(LONGEST_NAME)).rev() {
                let found = self.candidates(parsed, &rest[..n]).await?;
                if parsed.take(&rest[..n], &found) {
                    n_taken = n;
                    break;
                }
            }
            if n_taken == 0 {
                parsed.refuse(first.clone(), SearchProblemKind::UnknownName);
                n_taken = 1;
            }
            rest = &rest[n_taken..];
        }
        Ok(())
    }

    /// Keeps those who have a whole name, if there are any.
    async fn keep_whole(
        &self,
        found: &mut Candidates,
        name: &str,
        kind: Option<NameKind>,
    ) -> Result<()> {
        let key = name_key(name);
        if found.events.iter().any(|event| name_key(event) == key) {
            found.events.retain(|event| name_key(event) == key);
        }
        if kind.is_none_or(|kind| kind == NameKind::Player) {
            // More names may contain it than were looked at.
            let called = self.db.players_named(&key, MAX_PLAYERS).await?;
            if !called.is_empty() {
                found.players = called;
            }
        }
        Ok(())
    }

    /// Returns what some words may name, in any order: `hideshi tamenori` is Tamenori Hideshi.
    async fn candidates(&self, parsed: &ParsedText, words: &[String]) -> Result<Candidates> {
        let lower: Vec<String> = words.iter().map(|word| name_key(word)).collect();
        let has_all = |name: &str| {
            let name = name_key(name);
            lower.iter().all(|word| name.contains(word))
        };
        let events = parsed.events.iter().filter(|event| has_all(event));
        Ok(Candidates {
            players: self.players_with(&lower).await?,
            events: events.cloned().collect(),
            opening: opening_named(&words.join(" ")),
        })
    }

    /// Returns the names that contain all of some words, those that are shared by too many included.
    async fn players_with(&self, words: &[String]) -> Result<Vec<String>> {
        let is_possible = |word: &String| !word.contains(['%', '\\']);
        if words.is_empty() || !words.iter().all(is_possible) {
            return Ok(Vec::new());
        }
        self.db.players_with(words, MAX_PLAYERS + 1).await
    }
}

impl Candidates {
    /// Keeps those of a kind, if one is named.
    fn keep_kind(&mut self, kind: Option<NameKind>) {
        let Some(kind) = kind else { return };
        if kind != NameKind::Player {
            self.players.clear();
        }
        if kind != NameKind::Event {
            self.events.clear();
        }
        if kind != NameKind::Opening {
            self.opening = None;
        }
    }

    /// Returns the kinds of name that the words may be, the most probable first: whole words of a player's name, an
    /// opening, whole words of an event, parts of words. Programs count as parts: their names in WTHOR, such as
    /// `Tiger (leung)`, are often words.
    fn kinds(&self, words: &[String]) -> Vec<NameKind> {
        let lower: Vec<String> = words.iter().map(|word| name_key(word)).collect();
        let is_whole = |name: &str| {
            let name = name_key(name);
            let parts: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).collect();
            lower.iter().all(|word| parts.contains(&word.as_str()) || name == *word)
        };
        let mut kinds = Vec::new();
        if !self.players.is_empty() {
            let is_person = |name: &String| is_whole(name) && !name.ends_with(')');
            let is_whole = self.players.iter().any(is_person);
            kinds.push((
                if is_whole { Match::WholePlayer } else { Match::PartOfPlayer },
                NameKind::Player,
            ));
        }
        if self.opening.is_some() {
            kinds.push((Match::Opening, NameKind::Opening));
        }
        if !self.events.is_empty() {
            let is_whole = self.events.iter().any(|name| is_whole(name));
            kinds.push((
                if is_whole { Match::WholeEvent } else { Match::PartOfEvent },
                NameKind::Event,
            ));
        }
        kinds.sort_by_key(|&(found, _)| Reverse(found));
        kinds.into_iter().map(|(_, kind)| kind).collect()
    }
}

impl ParsedText {
    /// Counts words that are looked up. Returns whether they may be; the first ones that are too many are refused.
    fn may_look_up(&mut self, n_words: usize, text: impl FnOnce() -> String) -> bool {
        let was_full = self.n_words > MAX_WORDS;
        self.n_words += n_words;
        if self.n_words > MAX_WORDS && !was_full {
            self.refuse(text(), SearchProblemKind::TooManyWords);
        }
        self.n_words <= MAX_WORDS
    }

    /// Returns the words with the names of Japanese players in Latin letters.
    fn in_latin_letters(&mut self, words: &[String]) -> Vec<String> {
        let latin = words.iter().map(|word| self.latin_of(word));
        latin.collect::<Vec<_>>().join(" ").split(' ').map(str::to_owned).collect()
    }

    fn latin_of(&mut self, word: &str) -> String {
        let Some(latin) = in_latin_letters(word) else { return word.to_owned() };
        self.latin.push((latin.clone(), word.to_owned()));
        latin
    }

    /// Restores the letters of names in the parsed query as they were typed.
    fn restore_letters(&mut self) {
        for (latin, typed) in &self.latin {
            for term in &mut self.searched.terms {
                term.text = term.text.replace(latin, typed);
            }
            let is_part = |text: &str| text == latin || latin.split(' ').any(|part| part == text);
            for problem in self.searched.problems.iter_mut().filter(|it| is_part(&it.text)) {
                typed.clone_into(&mut problem.text);
            }
        }
        // A name of two words is refused once.
        self.searched.problems.dedup();
    }

    fn refuse(&mut self, text: String, kind: SearchProblemKind) {
        self.searched.problems.push(SearchProblem { text, kind });
    }

    /// Puts what was understood into the filter, unless one of this kind was named before.
    fn set<T>(
        &mut self,
        place: impl FnOnce(&mut ArchiveFilter) -> &mut Option<T>,
        value: T,
        term: SearchedTerm,
    ) {
        let place = place(&mut self.searched.filter);
        if place.is_some() {
            return self.refuse(term.text, SearchProblemKind::Twice);
        }
        *place = Some(value);
        self.searched.terms.push(term);
    }

    /// Adds what has a meaning of its own.
    fn add(&mut self, text: &str, term: &SearchTerm) {
        let simple = |kind| SearchedTerm { text: text.to_owned(), ..term_of(kind) };
        match *term {
            SearchTerm::Words(_) | SearchTerm::Name { .. } | SearchTerm::Versus => {}
            SearchTerm::Here => {
                self.set(|it| &mut it.only, ArchiveOrigin::Here, simple(TermKind::Origin));
            }
            SearchTerm::Device => {
                self.set(|it| &mut it.only, ArchiveOrigin::Device, simple(TermKind::Origin));
            }
            SearchTerm::Dates(from, to) => {
                let filter = &mut self.searched.filter;
                if filter.from.is_some() || filter.to.is_some() {
                    return self.refuse(text.to_owned(), SearchProblemKind::Twice);
                }
                (filter.from, filter.to) = (from, to);
                self.searched.terms.push(simple(TermKind::Date));
            }
            SearchTerm::Score(discs) => {
                self.set(|it| &mut it.score, discs, simple(TermKind::Score));
            }
            SearchTerm::Position(position) => {
                self.set(|it| &mut it.position, position, simple(TermKind::Position));
            }
            SearchTerm::Result(winner) => {
                if matches!(winner, Winner::Player | Winner::Opponent) {
                    self.result_text = Some(text.to_owned());
                }
                self.set(|it| &mut it.result, winner, simple(TermKind::Result));
            }
        }
    }

    /// Takes words as the name that they are most probably. Returns whether they are any name.
    fn take(&mut self, words: &[String], found: &Candidates) -> bool {
        let kinds = found.kinds(words);
        let Some((&kind, others)) = kinds.split_first() else { return false };
        let also = others.iter().map(|other| match other {
            NameKind::Player => TermKind::Player,
            NameKind::Event => TermKind::Event,
            NameKind::Opening => TermKind::Opening,
        });
        let also: Vec<TermKind> = also.collect();
        match kind {
            NameKind::Player => self.take_name(kind, words, &found.players, MAX_PLAYERS, also),
            NameKind::Event => self.take_name(kind, words, &found.events, MAX_EVENTS, also),
            NameKind::Opening => {
                let Some(opening) = found.opening else { return false };
                let Ok(position) = opening.moves.parse::<PositionQuery>() else { return true };
                let named = named(TermKind::Opening, &[opening.name().to_owned()]);
                let term = SearchedTerm { text: words.join(" "), also, ..named };
                self.set(|it| &mut it.position, position, term);
            }
        }
        true
    }

    /// Takes words as the name of a player or an event, of which there may be no more than `most`.
    fn take_name(
        &mut self,
        kind: NameKind,
        words: &[String],
        names: &[String],
        max: usize,
        also: Vec<TermKind>,
    ) {
        let text = words.join(" ");
        if names.len() > max {
            return self.refuse(text, SearchProblemKind::TooManyNames);
        }
        let Some((part, meant)) = part_of(words, names) else {
            return self.refuse(text, SearchProblemKind::UnknownName);
        };
        let term = |kind| SearchedTerm { text: text.clone(), also, ..named(kind, &meant) };
        let filter = &self.searched.filter;
        match (kind, &filter.player, &filter.opponent) {
            (NameKind::Event | NameKind::Opening, ..) => {
                self.set(|it| &mut it.event, part, term(TermKind::Event));
            }
            (NameKind::Player, None, _) => {
                self.set(|it| &mut it.player, part, term(TermKind::Player));
            }
            (NameKind::Player, Some(_), None) => {
                self.set(|it| &mut it.opponent, part, term(TermKind::Opponent));
            }
            (NameKind::Player, Some(_), Some(_)) => {
                self.refuse(text, SearchProblemKind::ThirdPlayer);
            }
        }
    }

    fn finish(mut self) -> Searched {
        if let Some(text) = self.result_text.take()
            && self.searched.filter.player.is_none()
        {
            self.refuse(text, SearchProblemKind::NoPlayer);
        }
        self.restore_letters();
        if !self.searched.problems.is_empty() {
            // Half of a filter would be another question than the one that was asked.
            self.searched.filter = ArchiveFilter::default();
        }
        self.searched
    }
}

fn term_of(kind: TermKind) -> SearchedTerm {
    SearchedTerm { text: String::new(), kind, names: Vec::new(), n_names: 0, also: Vec::new() }
}

fn named(kind: TermKind, names: &[String]) -> SearchedTerm {
    let shown = names.iter().take(SHOWN_NAMES).cloned().collect();
    SearchedTerm { names: shown, n_names: names.len() as u32, ..term_of(kind) }
}

/// Returns the part that some names have in common: their whole name if there is one, or the words in
/// this order or in the opposite one. With it come the names that have this part.
fn part_of(words: &[String], names: &[String]) -> Option<(NamePart, Vec<String>)> {
    let reversed: Vec<&str> = words.iter().rev().map(String::as_str).collect();
    let is_one = names.windows(2).all(|pair| name_key(&pair[0]) == name_key(&pair[1]));
    let whole = names.first().filter(|_| is_one).map(|name| format!("={name}"));
    let texts = whole.into_iter().chain([words.join(" "), reversed.join(" ")]);
    texts.filter_map(|text| text.parse::<NamePart>().ok()).find_map(|part| {
        let meant = names.iter().filter(|name| part.matches(name));
        let meant: Vec<String> = meant.cloned().collect();
        (!meant.is_empty()).then_some((part, meant))
    })
}
