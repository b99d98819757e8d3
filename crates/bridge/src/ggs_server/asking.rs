//! Requests for matches: made, accepted, declined, withdrawn.

use super::pending_request::PendingRequest;
use super::state::ServerState;
use crate::ggs::{ArchiveId, ClockTerms, Event, MatchType, MatchTypeError, RequestId};

/// The most requests of one player.
const MOST_REQUESTS: usize = 16;

impl ServerState {
    /// Asks for a match: `ask TYPE [CLOCK [CLOCK]] [NAME]` or `ask .STORED [NAME]`.
    pub(super) fn ask(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let (first, rest) = words.split_first().ok_or("ask ERR type expected")?;
        if let Ok(archive) = first.parse::<ArchiveId>() {
            return self.ask_stored(name, archive);
        }
        let kind: MatchType = first.parse().map_err(|error: MatchTypeError| error.to_string())?;
        if !kind.is_othello() {
            return Err(MatchTypeError::IllegalBoard.to_string());
        }
        let clocks: Vec<ClockTerms> = rest.iter().map_while(|word| word.parse().ok()).collect();
        let own = clocks.first().copied().unwrap_or(ClockTerms::USUAL);
        let terms = [own, clocks.get(1).copied().unwrap_or(own)];
        let opponent = match rest[clocks.len()..] {
            [] if clocks.len() <= 2 => None,
            [opponent] if clocks.len() <= 2 => Some(opponent.to_owned()),
            _ => return Err("ask ERR too many words.".to_owned()),
        };
        let is_rated = self.rated_against(name, opponent.as_deref())?;
        let id = self.free_request_id();
        let asker = name.to_owned();
        self.offer_match(PendingRequest {
            id,
            asker,
            opponent,
            kind,
            terms,
            is_rated,
            stored: None,
        })
    }

    /// Returns whether a match that somebody asks for is rated.
    fn rated_against(&self, name: &str, opponent: Option<&str>) -> Result<bool, String> {
        let is_rated = self.settings_of(name).rated;
        match opponent {
            Some(opponent) if opponent == name => Ok(false),
            Some(opponent) if is_rated && !self.settings_of(opponent).rated => {
                self.check_here(opponent)?;
                Err("ask ERR rated variable mismatch.".to_owned())
            }
            _ => Ok(is_rated),
        }
    }

    fn check_here(&self, name: &str) -> Result<(), String> {
        self.session_of(name).map(|_| ()).ok_or_else(|| format!("ask ERR not found: {name}"))
    }

    /// Asks to go on with a stored match.
    fn ask_stored(&mut self, name: &str, archive: ArchiveId) -> Result<(), String> {
        let stored = self.stored.get(&archive.0);
        let stored = stored.filter(|stored| stored.names.iter().any(|other| other == name));
        let stored = stored.ok_or_else(|| format!("ask ERR not found: {archive}"))?;
        let opponent = stored.names.iter().find(|other| *other != name).cloned();
        let [first, second] = stored.terms.each_ref().map(|terms| terms.parse().ok());
        let terms = [first.unwrap_or(ClockTerms::USUAL), second.unwrap_or(ClockTerms::USUAL)];
        let kind = stored.kind.parse().unwrap_or(MatchType::STANDARD);
        let komi = stored.games.first().and_then(|game| game.komi);
        let request = PendingRequest {
            id: self.free_request_id(),
            asker: name.to_owned(),
            opponent: Some(opponent.unwrap_or_else(|| name.to_owned())),
            kind,
            terms,
            is_rated: stored.is_rated,
            stored: Some((archive, komi)),
        };
        self.offer_match(request)
    }

    /// Asks for all stored matches whose opponents are here.
    pub(super) fn ask_to_continue(&mut self, name: &str) -> Result<(), String> {
        let is_own = |names: &[String; 2]| names.iter().any(|other| other == name);
        let ids: Vec<u32> = self
            .stored
            .values()
            .filter(|stored| is_own(&stored.names))
            .filter(|stored| stored.names.iter().all(|name| self.session_of(name).is_some()))
            .map(|stored| stored.id)
            .collect();
        ids.into_iter().try_for_each(|id| self.ask_stored(name, ArchiveId(id)))
    }

    fn free_request_id(&self) -> RequestId {
        let free = (0..u32::MAX).find(|number| !self.requests.contains_key(number));
        RequestId(free.unwrap_or(u32::MAX))
    }

    /// Makes a request known, or begins the match if the other player asked for the same.
    fn offer_match(&mut self, request: PendingRequest) -> Result<(), String> {
        if !self.has_room(&request.asker) {
            return Err("ask ERR open value too low.".to_owned());
        }
        if let Some(opponent) = &request.opponent {
            self.check_here(opponent)?;
            if self.settings_of(opponent).ignore.contains(&request.asker)
                || !self.has_room(opponent)
            {
                return Err(format!("ask ERR {opponent} is not accepting new matches."));
            }
        }
        let own = self.requests.values().filter(|other| other.asker == request.asker).count();
        if own >= MOST_REQUESTS {
            return Err("ask ERR too many requests.".to_owned());
        }
        if let Some(other) = self.requests.values().find(|other| request.mirrors(other)).cloned() {
            return self.begin_match(&other, &request.asker);
        }
        self.tell_request(&request, Event::Requested);
        self.requests.insert(request.id.0, request);
        Ok(())
    }

    /// Tells a request to those whom it concerns.
    fn tell_request(&mut self, request: &PendingRequest, event: fn(crate::ggs::Request) -> Event) {
        let rating = self.rating_of(&request.asker, request.kind).value;
        let opponent = request.opponent.as_deref().unwrap_or_default();
        let opponent_rating = self.rating_of(opponent, request.kind).value;
        let event = event(request.shown(rating, opponent_rating));
        let mut names = match &request.opponent {
            Some(opponent) => vec![request.asker.clone(), opponent.clone()],
            None => self.names_here(),
        };
        names.dedup();
        names.retain(|name| {
            let settings = self.settings_of(name);
            *name == request.asker || settings.request && !settings.ignore.contains(&request.asker)
        });
        self.tell_all(&names, &event);
    }

    /// Takes a request away and says so.
    fn drop_request(&mut self, id: RequestId) {
        if let Some(request) = self.requests.remove(&id.0) {
            self.tell_request(&request, Event::RequestGone);
        }
    }

    /// Takes away what somebody asked for and was asked for.
    pub(super) fn drop_requests_of(&mut self, name: &str) {
        let concerns = |request: &&PendingRequest| {
            request.asker == name || request.opponent.as_deref() == Some(name)
        };
        let ids: Vec<RequestId> =
            self.requests.values().filter(concerns).map(|request| request.id).collect();
        for id in ids {
            self.drop_request(id);
        }
    }

    /// Accepts a request: `accept .REQUEST`.
    pub(super) fn accept(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let word = words.first().copied().unwrap_or_default();
        let found = word.parse::<RequestId>().ok().and_then(|id| self.requests.get(&id.0));
        let request = found.filter(|request| match &request.opponent {
            Some(opponent) => opponent == name,
            None => request.asker != name,
        });
        let request = request.ok_or_else(|| format!("accept ERR not found: {word}"))?.clone();
        if !self.has_room(name) {
            return Err("accept ERR open value too low.".to_owned());
        }
        if !self.has_room(&request.asker) {
            return Err(format!("accept ERR {} is not accepting new matches.", request.asker));
        }
        if request.is_rated && request.stored.is_none() && !self.settings_of(name).rated {
            return Err("accept ERR rated variable mismatch.".to_owned());
        }
        self.begin_match(&request, name)
    }

    /// Begins the match of a request.
    fn begin_match(&mut self, request: &PendingRequest, accepter: &str) -> Result<(), String> {
        match request.stored {
            Some((archive, _)) => self.resume_match(archive)?,
            None => self.start_match(request, accepter),
        }
        self.drop_request(request.id);
        for name in [request.asker.as_str(), accepter] {
            if !self.has_room(name) {
                self.drop_requests_of(name);
            }
        }
        Ok(())
    }

    /// Refuses requests: `decline .REQUEST` or `decline NAME`.
    pub(super) fn decline(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let word = words.first().copied().unwrap_or_default();
        let asked = |request: &&PendingRequest| request.opponent.as_deref() == Some(name);
        let is_meant = |request: &&PendingRequest| match word.parse::<RequestId>() {
            Ok(id) => request.id == id,
            Err(_) => request.asker == word,
        };
        let ids: Vec<RequestId> = self
            .requests
            .values()
            .filter(asked)
            .filter(is_meant)
            .map(|request| request.id)
            .collect();
        if ids.is_empty() {
            return Err(format!("decline ERR not found: {word}"));
        }
        for id in ids {
            self.drop_request(id);
        }
        Ok(())
    }

    /// Withdraws a request: `cancel .REQUEST`. Without a number nothing happens.
    pub(super) fn cancel(&mut self, name: &str, words: &[&str]) -> Result<(), String> {
        let Some(word) = words.first() else { return Ok(()) };
        let found = word.parse::<RequestId>().ok().and_then(|id| self.requests.get(&id.0));
        match found.filter(|request| request.asker == name).map(|request| request.id) {
            Some(id) => {
                self.drop_request(id);
                Ok(())
            }
            None => Err(format!("cancel ERR not found: {word}")),
        }
    }
}
