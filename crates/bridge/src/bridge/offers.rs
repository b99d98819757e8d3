//! Offers of matches, from both sides.

use willow_protocol::{Command, GameId, Name, Offer};

use super::carried_match::{BridgeSide, MatchPhase, Pairing};
use super::refusal::Refusal;
use super::settings::LoginSettings;
use super::shared_state::{Allowance, Purpose};
use super::state::BridgeState;
use super::terms::{GgsTerms, ggs_terms, willow_terms};
use crate::ggs::{GgsName, RatedFlag, Request};

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
        match self.ctx.allows(&format!("{login} {}", request.name)) {
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
        if self.ctx.logins.keys().any(|own| own.eq_ignore_ascii_case(&request.name)) {
            return Err("a login of this bridge does not play another one".into());
        }
        if !self.ctx.willow_is_up {
            return Err("the Willow server cannot be reached; please try again later".into());
        }
        if request.flag == RatedFlag::Stored {
            return self.resume_asked_there(login, request);
        }
        let person = self.addressee(login, &request.name)?;
        let ctx = &self.ctx;
        let proxy = ctx.names.proxy_of(&remote).ok_or("this bridge cannot spell your name")?;
        let terms = willow_terms(request, ctx.settings.carried);
        let terms = terms.map_err(|refusal| refusal.to_string())?;
        self.check_free(login, &person, &proxy)?;
        let id = self.next_id();
        self.open(Pairing {
            id,
            kind: request.kind,
            rated: terms.rated,
            terms: terms.clone(),
            clock_there: Some(request.clock),
            request: Some(request.id.0),
            ..Pairing::between(login, &person, remote.as_str(), &proxy, BridgeSide::Ggs)
        });
        let challenge = Command::Challenge { name: person, terms };
        self.ctx.act(&proxy, challenge, Purpose::Challenge(id));
        Ok(())
    }

    /// Returns the person to whom somebody on GGS speaks over a login.
    pub(super) fn addressee(&self, login: &str, remote: &str) -> Result<Name, Refusal> {
        let owner = self.ctx.settings.logins.iter().find(|entry| entry.login.as_str() == login);
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

    /// Puts a match on the table, for which one side is asked now.
    pub(super) fn open(&mut self, mut pairing: Pairing) {
        self.last_logins.insert(pairing.proxy.key(), pairing.login.clone());
        pairing.enter(&mut self.ctx, MatchPhase::Asked);
        self.pairings.insert(pairing.id, pairing);
    }

    fn next_id(&mut self) -> u64 {
        self.last_pairing += 1;
        self.last_pairing
    }

    fn refuse_there(&mut self, login: &str, request: &Request, why: &str) {
        self.ctx.os(login, &format!("decline {}", request.id));
        self.ctx.tell_remote(login, &request.name, why);
        self.ctx
            .log(format!("request {} of {} to {login} refused: {why}", request.id, request.name));
    }

    /// A request of the login's own appeared on GGS.
    fn own_request(&mut self, login: &str, request: &Request) {
        let Some((_, remote)) = &request.opponent else { return };
        let is_it = |pairing: &Pairing| {
            pairing.login == login
                && pairing.asked_by == BridgeSide::Willow
                && pairing.remote.eq_ignore_ascii_case(remote)
        };
        self.with_pairing(is_it, |pairing, _| pairing.request = Some(request.id.0));
    }

    /// A request on GGS was withdrawn, refused or accepted. A match that began says the latter before.
    pub(super) fn request_gone(&mut self, login: &str, request: &Request) {
        let is_it = |pairing: &Pairing| {
            pairing.login == login
                && pairing.request == Some(request.id.0)
                && pairing.ggs_match.is_none()
                && matches!(pairing.phase, MatchPhase::Asked | MatchPhase::Seating)
        };
        self.with_pairing(is_it, |pairing, ctx| {
            let why = match pairing.asked_by {
                BridgeSide::Ggs => format!("{} withdrew the request", pairing.remote),
                BridgeSide::Willow => format!("{} said no", pairing.remote),
            };
            pairing.call_off(ctx, &why);
        });
    }

    /// The service on GGS refused something while a match was to begin.
    pub(super) fn refused_there(&mut self, login: &str, text: &str) {
        let is_it = |pairing: &Pairing| {
            let waits = match pairing.phase {
                MatchPhase::Asked => pairing.asked_by == BridgeSide::Willow,
                phase => phase == MatchPhase::Seating,
            };
            pairing.login == login && pairing.ggs_match.is_none() && waits
        };
        self.with_pairing(is_it, |pairing, ctx| {
            pairing.call_off(ctx, &format!("from GGS: {text}"));
        });
    }

    /// A person here offers a proxy a game.
    pub(super) fn offered(&mut self, proxy: &Name, offer: &Offer) {
        if offer.from == *proxy || offer.to.as_ref() != Some(proxy) {
            return;
        }
        match self.ctx.allows(offer.from.as_str()) {
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
        self.ctx.act(proxy, decline, Purpose::Other);
        self.ctx.say_as(proxy, &offer.from, why);
        self.ctx.log(format!("offer {} of {} to {proxy} refused: {why}", offer.game, offer.from));
    }

    /// Asks the remote player on GGS for the match that a person here has offered to the proxy.
    fn ask_remote(&mut self, proxy: &Name, offer: &Offer) -> Result<(), Refusal> {
        let remote = self.ctx.names.remote_of(proxy).ok_or("this is not a GGS player")?;
        let person = &offer.from;
        if self.ctx.is_bot(person) {
            return Err("programs do not play over this bridge".into());
        }
        if self.ctx.is_proxy(person) {
            return Err("a player of another server does not play over this bridge".into());
        }
        let carried = self.ctx.settings.carried;
        let GgsTerms { kind, own_clock, other_clock, rated } =
            ggs_terms(&offer.terms, carried).map_err(|refusal| refusal.to_string())?;
        let login = self.login_for(person)?;
        self.check_free(&login, person, proxy)?;
        let pairing = Pairing {
            id: self.next_id(),
            kind,
            rated: offer.terms.rated,
            terms: offer.terms.clone(),
            clock_there: Some(own_clock),
            offer: Some(offer.game),
            ..Pairing::between(&login, person, remote.as_str(), proxy, BridgeSide::Willow)
        };
        let id = pairing.id;
        self.open(pairing);
        self.in_pairing(id, |pairing, ctx| {
            // Without rated matches it was said at the login; guests of GGS may not say it again.
            if carried.rated {
                pairing.os(ctx, if rated { "rated +" } else { "rated -" });
            }
            if ctx.settings.is_shared(&login) {
                let text = format!("{person} of Willow plays through me and asks you for a match.");
                pairing.tell_remote(ctx, &text);
            }
            pairing.say_clock(ctx);
            pairing.os(ctx, &format!("ask {kind} {own_clock} {other_clock} {remote}"));
            // Others could not ask this login for rated matches.
            if carried.rated && !rated {
                pairing.os(ctx, "rated +");
            }
        });
        Ok(())
    }

    /// Returns the login for a person who wants to reach a remote player: the person's own, or one that all share
    /// and nobody uses.
    pub(super) fn login_for(&self, person: &Name) -> Result<String, Refusal> {
        let settings = &self.ctx.settings;
        let own = settings.logins.iter().find(|login| login.person.as_ref() == Some(person));
        let is_free = |login: &&LoginSettings| {
            let name = login.login.as_str();
            login.person.is_none() && self.ctx.is_in(name) && self.pairing_of_login(name).is_none()
        };
        let login = own.or_else(|| settings.logins.iter().find(is_free));
        let login = login.ok_or("all logins of this bridge are in use; please try again later")?;
        if self.ctx.is_in(login.login.as_str()) {
            Ok(login.login.to_string())
        } else {
            Err("this bridge has no connection to GGS; please try again later".into())
        }
    }

    /// An offer here was withdrawn or declined.
    pub(super) fn withdrawn(&mut self, proxy: &Name, game: GameId, why: &str) {
        let is_it = |pairing: &Pairing| {
            pairing.proxy == *proxy
                && pairing.offer == Some(game)
                && pairing.willow_games.is_empty()
                && matches!(pairing.phase, MatchPhase::Asked | MatchPhase::Seating)
        };
        self.with_pairing(is_it, |pairing, ctx| pairing.call_off(ctx, why));
    }
}
