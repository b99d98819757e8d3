//! Requests for matches: made, accepted, declined, withdrawn.

use super::pending_request::PendingRequest;
use super::state::ServerState;
use crate::ggs::{ArchiveId, ClockTerms, Event, MatchType, MatchTypeError, Request, RequestId};
use crate::refusal::Refusal;

/// The most requests of one player.
const MAX_REQUESTS: usize = 16;

/// Usage error of `ask`.
const ASK_FORM: &str = "ERR ask <.stored> | <type> <myclock> [ oppclock [ opponent ] ].";

/// The refusal of a match beyond the player's own limit.
const NO_ROOM: &str = "ERR Your open value is too low for new matches.";

impl ServerState {
    /// Asks for a match: `ask TYPE [CLOCK [CLOCK]] [NAME]` or `ask .STORED [NAME]`.
    pub(super) fn ask(&mut self, name: &str, words: &[&str]) -> Result<(), Refusal> {
        let (first, rest) = words.split_first().ok_or(ASK_FORM)?;
        if !self.has_room(name) {
            return Err(NO_ROOM.into());
        }
        if let Ok(archive) = first.parse::<ArchiveId>() {
            return self.ask_stored(name, archive);
        }
        let kind: MatchType = first.parse().map_err(|error: MatchTypeError| error.to_string())?;
        if !kind.is_othello() {
            return Err(MatchTypeError::IllegalBoard.to_string().into());
        }
        let clocks: Vec<ClockTerms> = rest.iter().map_while(|word| word.parse().ok()).collect();
        if !clocks.iter().all(|clock| clock.is_plain()) {
            return Err("ERR only main time, increment and extension are known here.".into());
        }
        let own = clocks.first().copied().unwrap_or(ClockTerms::USUAL);
        let terms = [own, clocks.get(1).copied().unwrap_or(own)];
        let opponent = match rest[clocks.len()..] {
            [] if clocks.len() <= 2 => None,
            [opponent] if clocks.len() <= 2 => Some(opponent.to_owned()),
            _ => return Err(ASK_FORM.into()),
        };
        let is_rated = self.rated_against(name, opponent.as_deref())?;
        let asker = name.to_owned();
        self.offer_match(PendingRequest {
            id: RequestId(self.next_request),
            asker,
            opponent,
            kind,
            terms,
            is_rated,
            stored: None,
        })
    }

    /// Returns whether a match that somebody asks for is rated.
    fn rated_against(&self, name: &str, opponent: Option<&str>) -> Result<bool, Refusal> {
        let is_rated = self.settings_of(name).rated;
        match opponent {
            Some(opponent) if opponent == name => Err("ERR nobody plays both sides here.".into()),
            Some(opponent) if is_rated && !self.settings_of(opponent).rated => {
                self.check_here(opponent)?;
                Err("ERR rated variable mismatch.".into())
            }
            _ => Ok(is_rated),
        }
    }

    fn check_here(&self, name: &str) -> Result<(), Refusal> {
        self.session_of(name)
            .map(|_| ())
            .ok_or_else(|| format!("ERR user '{name}' not found.").into())
    }

    /// Asks to go on with a stored match.
    fn ask_stored(&mut self, name: &str, archive: ArchiveId) -> Result<(), Refusal> {
        let live = self.stored.get(&archive).map(|stored| &stored.live);
        let live = live.filter(|live| live.player(name).is_some());
        let live = live.ok_or_else(|| format!("ERR no archived match '{archive}' found."))?;
        let opponent = live.names.iter().find(|other| *other != name).cloned();
        if opponent.as_deref().is_none_or(|opponent| self.session_of(opponent).is_none()) {
            return Err(format!("ERR no opponent present for archived match '{archive}'.").into());
        }
        let request = PendingRequest {
            id: RequestId(self.next_request),
            asker: name.to_owned(),
            opponent,
            kind: live.kind,
            terms: live.terms,
            is_rated: true,
            stored: Some(archive),
        };
        self.offer_match(request)
    }

    /// Makes a request known.
    fn offer_match(&mut self, request: PendingRequest) -> Result<(), Refusal> {
        self.check_request(&request)?;
        if self.requests.values().any(|other| request.repeats(other)) {
            return Err("ERR match with same parameters is already pending.".into());
        }
        self.next_request += 1;
        self.tell_request(&request, Event::Requested);
        self.requests.insert(request.id.0, request);
        Ok(())
    }

    /// Checks that both players can play one more match, and that the asker has not too many requests.
    fn check_request(&self, request: &PendingRequest) -> Result<(), Refusal> {
        if let Some(opponent) = &request.opponent {
            self.check_here(opponent)?;
            if !self.has_room(opponent) {
                return Err("ERR Player is not accepting new matches.".into());
            }
        }
        let own = self.requests.values().filter(|other| other.asker == request.asker).count();
        if own >= MAX_REQUESTS {
            return Err("ERR too many requests.".into());
        }
        Ok(())
    }

    /// Tells a request to those whom it concerns.
    fn tell_request(&mut self, request: &PendingRequest, event: fn(Request) -> Event) {
        let event = event(request.shown());
        let mut names = vec![request.asker.clone()];
        if let Some(opponent) = &request.opponent {
            names.push(opponent.clone());
        } else {
            let mut others = self.names_here();
            // They play such matches now.
            others.retain(|name| {
                let settings = self.settings_of(name);
                let suits = settings.request && settings.rated == request.is_rated;
                suits && *name != request.asker && self.has_room(name)
            });
            names.extend(others);
        }
        self.tell_all(&names, &event);
    }

    /// Takes away all requests of somebody who plays as many matches as they may.
    pub(super) fn drop_requests_if_full(&mut self, name: &str) {
        if !self.has_room(name) {
            self.drop_requests_of(name);
        }
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
    pub(super) fn accept(&mut self, name: &str, words: &[&str]) -> Result<(), Refusal> {
        let word = *words.first().ok_or("ERR accept <id>.")?;
        let found = word.parse::<RequestId>().ok().and_then(|id| self.requests.get(&id.0));
        if found.is_some_and(|request| request.asker == name) {
            return Err("ERR you cannot accept your own match request.".into());
        }
        let request = found
            .filter(|request| request.opponent.as_deref().is_none_or(|opponent| opponent == name));
        let request = request.ok_or_else(|| format!("ERR request '{word}' not found."))?.clone();
        if !self.has_room(name) {
            return Err(NO_ROOM.into());
        }
        if !self.has_room(&request.asker) {
            return Err("ERR Player is not accepting new matches.".into());
        }
        if request.is_rated && request.stored.is_none() && !self.settings_of(name).rated {
            return Err("ERR rated variable mismatch.".into());
        }
        self.begin_match(&request, name)
    }

    /// Begins the match of a request.
    fn begin_match(&mut self, request: &PendingRequest, accepter: &str) -> Result<(), Refusal> {
        match request.stored {
            Some(archive) => self.resume_match(archive)?,
            None => self.start_match(request, accepter),
        }
        self.drop_request(request.id);
        for name in [request.asker.as_str(), accepter] {
            self.drop_requests_if_full(name);
        }
        Ok(())
    }

    /// Takes away the requests that words name by number or by the other player: `decline .REQUEST|NAME ...` those
    /// that somebody got, `cancel .REQUEST|NAME ...` those that somebody made. Without a word nothing happens.
    pub(super) fn drop_named(
        &mut self,
        name: &str,
        command: &str,
        words: &[&str],
    ) -> Result<(), Refusal> {
        let mut missing = Vec::new();
        for &word in words {
            let is_meant = |request: &&PendingRequest| {
                let players = (request.asker.as_str(), request.opponent.as_deref());
                let (own, other) = match (command, players) {
                    ("cancel", (asker, opponent)) => (Some(asker), opponent),
                    (_, (asker, opponent)) => (opponent, Some(asker)),
                };
                let is_named = match word.parse::<RequestId>() {
                    Ok(id) => request.id == id,
                    Err(_) => other == Some(word),
                };
                own == Some(name) && is_named
            };
            let meant = self.requests.values().filter(is_meant);
            let ids: Vec<RequestId> = meant.map(|request| request.id).collect();
            if ids.is_empty() && (word.starts_with('.') || self.session_of(word).is_none()) {
                missing.push(word);
            }
            for id in ids {
                self.drop_request(id);
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        Err(format!("{command} ERR not found: {}", missing.join(" ")).into())
    }
}
