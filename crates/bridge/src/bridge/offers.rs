//! Offers of matches, from both sides.

use willow_protocol::{Command, GameId, Name, Offer, Role, Terms};

use super::pairing::{BridgeSide, Pairing, Phase};
use super::state::{Allowance, BridgeState, Purpose};
use super::terms::{GgsTerms, ggs_terms, willow_terms};
use crate::ggs::{ClockTerms, GgsName, MatchType, RatedFlag, Request};
use crate::refusal::Refusal;

/// A match that is about to be asked for.
struct NewPairing {
    login: String,
    person: Name,
    remote: String,
    proxy: Name,
    kind: MatchType,
    terms: Terms,
    clock_there: ClockTerms,
    asked_by: BridgeSide,
    request: Option<u32>,
    offer: Option<GameId>,
}

impl BridgeState {
    /// A request was made on GGS.
    pub(super) fn requested(&mut self, login: &str, request: &Request) {
        if request.name.eq_ignore_ascii_case(login) {
            return self.own_request(login, request);
        }
        let to_me =
            request.opponent.as_ref().is_some_and(|(_, name)| name.eq_ignore_ascii_case(login));
        if !to_me {
            return;
        }
        match self.allows(&format!("{login} {}", request.name)) {
            Allowance::Dropped => {}
            Allowance::Warned => self.refuse_there(login, request, "please ask less often"),
            Allowance::Carried => {
                if let Err(why) = self.challenge_person(login, request) {
                    self.refuse_there(login, request, &why.to_string());
                }
            }
        }
    }

    /// Challenges the person whom a player on GGS has asked.
    fn challenge_person(&mut self, login: &str, request: &Request) -> Result<(), Refusal> {
        let remote: GgsName =
            request.name.parse().map_err(|_| "this bridge cannot spell your name".to_owned())?;
        if self.logins.keys().any(|own| own.eq_ignore_ascii_case(&request.name)) {
            return Err("a login of this bridge does not play another one".into());
        }
        if self.settings.login_of_engine(&request.name).is_some() {
            return Err("an engine of this bridge has your name".into());
        }
        if !self.willow_is_up {
            return Err("the Willow server cannot be reached; please try again later".into());
        }
        if request.flag == RatedFlag::Stored {
            return self.resume_asked_there(login, request);
        }
        let person = self.addressee(login, &request.name)?;
        let proxy = self.names.proxy_of(&remote).ok_or("this bridge cannot spell your name")?;
        let terms =
            willow_terms(request, self.settings.carried).map_err(|refusal| refusal.to_string())?;
        self.check_free(login, &person, &proxy)?;
        let pairing = self.open(NewPairing {
            login: login.to_owned(),
            person: person.clone(),
            remote: remote.to_string(),
            proxy: proxy.clone(),
            kind: request.kind,
            terms: terms.clone(),
            clock_there: request.clock,
            asked_by: BridgeSide::Ggs,
            request: Some(request.id.0),
            offer: None,
        });
        let challenge = Command::Challenge { name: person, terms };
        self.act(&proxy, challenge, Purpose::Challenge(pairing));
        Ok(())
    }

    /// Returns the person to whom somebody on GGS speaks over a login.
    pub(super) fn addressee(&self, login: &str, remote: &str) -> Result<Name, Refusal> {
        let owner = self.settings.logins.iter().find(|entry| entry.login.as_str() == login);
        if let Some(person) = owner.and_then(|entry| entry.person.clone()) {
            return Ok(person);
        }
        if let Some(pairing) = self.pairing_of_login(login) {
            return Ok(pairing.person.clone());
        }
        let key = (login.to_owned(), remote.to_ascii_lowercase());
        self.addressees.get(&key).cloned().ok_or_else(|| {
            format!("several people play through me: first `tell {login} for NAME`, then ask again")
                .into()
        })
    }

    /// Nobody is booked twice: a login, a person and a remote player have one match at a time.
    pub(super) fn check_free(
        &self,
        login: &str,
        person: &Name,
        proxy: &Name,
    ) -> Result<(), Refusal> {
        for pairing in self.pairings.values() {
            let is_with_other = pairing.proxy == *proxy && pairing.person != *person;
            if !is_with_other && (pairing.login == login || pairing.person == *person) {
                return Err(format!(
                    "{person} has a match over this bridge; please ask again later"
                )
                .into());
            }
            if pairing.proxy == *proxy {
                let Pairing { remote, person, .. } = pairing;
                return Err(format!("{remote} has a match with {person} over this bridge").into());
            }
        }
        Ok(())
    }

    fn open(&mut self, new: NewPairing) -> u64 {
        self.last_pairing += 1;
        let id = self.last_pairing;
        self.last_logins.insert(new.proxy.key(), new.login.clone());
        let pairing = Pairing {
            id,
            login: new.login,
            person: new.person,
            remote: new.remote,
            proxy: new.proxy,
            kind: new.kind,
            rated: new.terms.rated,
            terms: new.terms,
            clock_there: Some(new.clock_there),
            asked_by: new.asked_by,
            phase: Phase::Asked,
            since: self.now,
            request: new.request,
            offer: new.offer,
            offered_by: new.asked_by,
            stored: None,
            ggs_match: None,
            is_remote_first: new.asked_by == BridgeSide::Ggs,
            ggs_games: Vec::new(),
            willow_games: Vec::new(),
            ggs_end: None,
            reason: None,
            asked_for_time: None,
            is_restored: false,
            overtime_before: [None; 2],
        };
        self.pairings.insert(id, pairing);
        self.enter(id, Phase::Asked);
        id
    }

    fn refuse_there(&mut self, login: &str, request: &Request, why: &str) {
        self.os(login, &format!("decline {}", request.id));
        self.tell_remote(login, &request.name, why);
        self.log(format!("request {} of {} to {login} refused: {why}", request.id, request.name));
    }

    /// A request of the login's own appeared on GGS.
    fn own_request(&mut self, login: &str, request: &Request) {
        let Some((_, remote)) = &request.opponent else { return };
        let found = self.pairings.values_mut().find(|pairing| {
            pairing.login == login
                && pairing.asked_by == BridgeSide::Willow
                && pairing.remote.eq_ignore_ascii_case(remote)
        });
        if let Some(pairing) = found {
            pairing.request = Some(request.id.0);
        }
    }

    /// A request on GGS was withdrawn, refused or accepted. A match that began says the latter before.
    pub(super) fn request_gone(&mut self, login: &str, request: &Request) {
        let found = self.pairings.values().find(|pairing| {
            pairing.login == login
                && pairing.request == Some(request.id.0)
                && pairing.ggs_match.is_none()
                && matches!(pairing.phase, Phase::Asked | Phase::Seating)
        });
        let Some(pairing) = found.map(|pairing| pairing.id) else { return };
        let entry = &self.pairings[&pairing];
        let why = match entry.asked_by {
            BridgeSide::Ggs => format!("{} withdrew the request", entry.remote),
            BridgeSide::Willow => format!("{} said no", entry.remote),
        };
        self.call_off(pairing, &why);
    }

    /// The service on GGS refused something while a match was to begin.
    pub(super) fn refused_there(&mut self, login: &str, text: &str) {
        let Some(pairing) = self.pairing_of_login(login) else { return };
        let waits = pairing.ggs_match.is_none()
            && (pairing.phase == Phase::Seating || pairing.asked_by == BridgeSide::Willow);
        if waits && matches!(pairing.phase, Phase::Asked | Phase::Seating) {
            let id = pairing.id;
            let place = self.settings.place_of(login);
            self.call_off(id, &format!("from {place}: {text}"));
        }
    }

    /// A person here offers a proxy a game.
    pub(super) fn offered(&mut self, proxy: &Name, offer: &Offer) {
        if offer.from == *proxy || offer.to.as_ref() != Some(proxy) {
            return;
        }
        match self.allows(offer.from.as_str()) {
            Allowance::Dropped => {}
            Allowance::Warned => self.refuse_here(proxy, offer, "please ask less often"),
            Allowance::Carried => {
                if let Err(why) = self.ask_remote(proxy, offer) {
                    self.refuse_here(proxy, offer, &why.to_string());
                }
            }
        }
    }

    fn refuse_here(&mut self, proxy: &Name, offer: &Offer, why: &str) {
        let decline = Command::Decline { game: Some(offer.game) };
        self.act(proxy, decline, Purpose::Other);
        self.say_as(proxy, &offer.from, why);
        self.log(format!("offer {} of {} to {proxy} refused: {why}", offer.game, offer.from));
    }

    /// Asks the remote player on GGS for the match that a person here has offered to the proxy.
    fn ask_remote(&mut self, proxy: &Name, offer: &Offer) -> Result<(), Refusal> {
        let remote = self.names.remote_of(proxy).ok_or("this is no player of GGS")?;
        let person = &offer.from;
        match self.roles.get(&person.key()) {
            Some(Role::Bot) => return Err("programs do not play over this bridge".into()),
            _ if self.is_proxy(person) => {
                return Err("a player of another server does not play over this bridge".into());
            }
            _ => {}
        }
        let is_engine = self.settings.login_of_engine(remote.as_str()).is_some();
        let mut carried = self.settings.carried;
        carried.rated &= !is_engine;
        let GgsTerms { kind, own_clock, other_clock, rated } =
            ggs_terms(&offer.terms, carried).map_err(|refusal| refusal.to_string())?;
        let login = self.login_for(person, remote.as_str())?;
        self.check_free(&login, person, proxy)?;
        let pairing = self.open(NewPairing {
            login: login.clone(),
            person: person.clone(),
            remote: remote.to_string(),
            proxy: proxy.clone(),
            kind,
            terms: offer.terms.clone(),
            clock_there: own_clock,
            asked_by: BridgeSide::Willow,
            request: None,
            offer: Some(offer.game),
        });
        // Without rated matches it was said at the login; guests of GGS may not say it again.
        if self.settings.carried.rated {
            let sign = if rated { '+' } else { '-' };
            self.os(&login, &format!("rated {sign}"));
        }
        self.introduce(&login, person, remote.as_str());
        if is_engine {
            let text = format!("I am {remote}, a program behind this bridge. I play unrated.");
            self.say_in(pairing, &text);
        }
        let note = self.clock_note(pairing);
        self.say_in(pairing, &note);
        self.os(&login, &format!("ask {kind} {own_clock} {other_clock} {remote}"));
        Ok(())
    }

    /// Says who sits behind a shared login. An engine does not care.
    fn introduce(&mut self, login: &str, person: &Name, remote: &str) {
        if self.is_shared(login) && self.settings.engine_of(login).is_none() {
            let text = format!("{person} of Willow plays through me and asks you for a match.");
            self.tell_remote(login, remote, &text);
        }
    }

    /// Returns whether somebody here is a player of another server, or a bridge.
    pub(super) fn is_proxy(&self, name: &Name) -> bool {
        name.key().starts_with(&format!("{}-", self.settings.bridge.key())) || self.is_foreign(name)
    }

    /// Returns whether several people play through a login.
    pub(super) fn is_shared(&self, login: &str) -> bool {
        let entry = self.settings.logins.iter().find(|entry| entry.login.as_str() == login);
        entry.is_none_or(|entry| entry.person.is_none())
    }

    /// Returns the login for a person who wants to reach a remote player: that of the engine, the person's own,
    /// or one that all share and nobody uses.
    pub(super) fn login_for(&self, person: &Name, remote: &str) -> Result<String, Refusal> {
        if let Some(login) = self.settings.login_of_engine(remote) {
            let is_in = self.is_in(login.as_str());
            let away = "this engine is not ready; please try again later";
            return is_in.then(|| login.to_string()).ok_or(away.into());
        }
        let own = |login: &&super::settings::LoginSettings| login.person.as_ref() == Some(person);
        let login = match self.settings.logins.iter().find(own) {
            Some(login) => Some(login.login.to_string()),
            None => self.free_shared_login(),
        };
        let login = login.ok_or("all logins of this bridge are in use; please try again later")?;
        if self.is_in(&login) {
            Ok(login)
        } else {
            Err("this bridge has no connection to GGS; please try again later".into())
        }
    }

    fn free_shared_login(&self) -> Option<String> {
        let is_shared = |login: &&super::settings::LoginSettings| {
            login.person.is_none() && login.engine.is_none()
        };
        let shared = self.settings.logins.iter().filter(is_shared);
        let mut names = shared.map(|login| login.login.to_string());
        names.find(|name| self.is_in(name) && self.pairing_of_login(name).is_none())
    }

    /// An offer here was withdrawn or declined.
    pub(super) fn withdrawn(&mut self, proxy: &Name, game: GameId, why: &str) {
        let found = self.pairings.values().find(|pairing| {
            pairing.proxy == *proxy
                && pairing.offer == Some(game)
                && pairing.willow_games.is_empty()
                && matches!(pairing.phase, Phase::Asked | Phase::Seating)
        });
        let Some(pairing) = found.map(|pairing| pairing.id) else { return };
        self.call_off(pairing, why);
    }
}
