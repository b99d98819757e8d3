//! The state of a bridge with its sides, without IO: what happens on connections comes in, what is to be done comes out.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use super::backend::{Backend, Effect};
use super::input::{Input, Output};
use super::pairing::PairingRecord;
use super::state::BridgeState;

/// The link to the Willow server; the others are logins of GGS, or stand for them.
pub(super) const WILLOW: usize = 0;

/// Something that is to be done, in this order.
#[derive(Debug)]
pub(super) enum Deed {
    /// This line, without its end, goes out over a link.
    Send(usize, String),
    /// The link is closed, and opened again later.
    Close(usize, Closing),
    /// A login is in over this link.
    LoggedIn(usize),
    /// This must be on the disk before what comes after it is sent.
    Remember(PairingRecord),
    /// A line of the log.
    Log(String),
}

/// Why the bridge closes a link.
#[derive(Debug)]
pub(super) enum Closing {
    /// Something went wrong, or was to end.
    Broken(String),
    /// The other end does not let the bridge in.
    Refused(String),
}

/// One side of the bridge and its link.
struct Side {
    backend: Box<dyn Backend>,
    is_open: bool,
}

/// The state of a bridge with its sides.
pub(super) struct Carrier {
    state: BridgeState,
    sides: Vec<Side>,
    /// The links of the logins.
    of_login: HashMap<String, usize>,
    /// What the sides want done, with their links.
    effects: VecDeque<(usize, Effect)>,
    deeds: Vec<Deed>,
}

impl Carrier {
    /// Begins with the side of the Willow server and those of the logins; no link is open.
    pub(super) fn new(
        state: BridgeState,
        willow: Box<dyn Backend>,
        logins: Vec<(String, Box<dyn Backend>)>,
    ) -> Carrier {
        let names = logins.iter().map(|(name, _)| name.clone());
        let of_login = names.zip(WILLOW + 1..).collect();
        let backends = std::iter::once(willow).chain(logins.into_iter().map(|(_, side)| side));
        let sides = backends.map(|backend| Side { backend, is_open: false }).collect();
        Carrier { state, sides, of_login, effects: VecDeque::new(), deeds: Vec::new() }
    }

    /// Returns the operator's table.
    pub(super) fn status(&self) -> String {
        self.state.status()
    }

    /// Returns what is to be done since the last call.
    pub(super) fn take_deeds(&mut self) -> Vec<Deed> {
        std::mem::take(&mut self.deeds)
    }

    /// A link is open.
    pub(super) fn connected(&mut self, link: usize, now: Duration) {
        let side = &mut self.sides[link];
        side.is_open = true;
        let effects = side.backend.connected(now);
        self.carry_out(link, effects, now);
    }

    /// Bytes came over a link.
    pub(super) fn received(&mut self, link: usize, bytes: &[u8], now: Duration) {
        let side = &mut self.sides[link];
        if side.is_open {
            let effects = side.backend.received(bytes, now);
            self.carry_out(link, effects, now);
        }
    }

    /// A link is closed.
    pub(super) fn closed(&mut self, link: usize, now: Duration) {
        let effects = self.close(link);
        self.carry_out(link, effects, now);
    }

    /// Time has passed.
    pub(super) fn tick(&mut self, now: Duration) {
        for link in 0..self.sides.len() {
            let side = &mut self.sides[link];
            if side.is_open {
                let effects = side.backend.tick(now);
                self.carry_out(link, effects, now);
            }
        }
        self.input(Input::Tick, now);
        self.drain(now);
    }

    fn close(&mut self, link: usize) -> Vec<Effect> {
        let side = &mut self.sides[link];
        let was_open = std::mem::take(&mut side.is_open);
        if was_open { side.backend.closed() } else { Vec::new() }
    }

    fn carry_out(&mut self, link: usize, effects: Vec<Effect>, now: Duration) {
        self.effects.extend(effects.into_iter().map(|effect| (link, effect)));
        self.drain(now);
    }

    /// Does what the sides want, which may lead to more. One input is dealt with wholly before the next one.
    fn drain(&mut self, now: Duration) {
        while let Some((link, effect)) = self.effects.pop_front() {
            match effect {
                Effect::Send(line) => self.send(link, line),
                Effect::Input(input) => {
                    if matches!(*input, Input::GgsUp { .. } | Input::WillowUp) {
                        self.deeds.push(Deed::LoggedIn(link));
                    }
                    self.input(*input, now);
                }
                Effect::Lost(why) => self.give_up(link, Closing::Broken(why)),
                Effect::Refused(why) => self.give_up(link, Closing::Refused(why)),
            }
        }
    }

    fn send(&mut self, link: usize, line: String) {
        if self.sides[link].is_open {
            self.deeds.push(Deed::Send(link, line));
        }
    }

    fn give_up(&mut self, link: usize, why: Closing) {
        if self.sides[link].is_open {
            self.deeds.push(Deed::Close(link, why));
            let effects = self.close(link);
            self.effects.extend(effects.into_iter().map(|effect| (link, effect)));
        }
    }

    fn input(&mut self, input: Input, now: Duration) {
        let millis = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        for output in self.state.handle(input, millis) {
            self.output(output, now);
        }
    }

    fn output(&mut self, output: Output, now: Duration) {
        match output {
            Output::Remember(record) => self.deeds.push(Deed::Remember(record)),
            Output::Log(line) => self.deeds.push(Deed::Log(line)),
            Output::LeaveGgs { login } => {
                if let Some(&link) = self.of_login.get(&login) {
                    let why = "left to end a match without a result".to_owned();
                    self.give_up(link, Closing::Broken(why));
                }
            }
            Output::Willow(_) => self.execute(WILLOW, &output, now),
            Output::Ggs { ref login, .. } => {
                if let Some(&link) = self.of_login.get(login) {
                    self.execute(link, &output, now);
                }
            }
        }
    }

    /// Lets a side do something. Its lines go out at once, so that they keep the order of the outputs; what
    /// follows from them waits until all outputs are dealt with.
    fn execute(&mut self, link: usize, output: &Output, now: Duration) {
        for effect in self.sides[link].backend.execute(output, now) {
            match effect {
                Effect::Send(line) => self.send(link, line),
                effect => self.effects.push_back((link, effect)),
            }
        }
    }
}
