//! A core with users whose connections are numbers, and a clock that is set by hand.

use std::collections::BTreeMap;

use willow_protocol::{Event, GameId, Notice, text};

use crate::core::{
    BotTask, ConnId, Core, Delivery, Effects, Entrance, Input, Millis, Rules, Saved, TokenHash,
    Write,
};

/// The time at which worlds begin.
pub(super) const DAWN: Millis = 1_000_000;

/// A core, what it has written, and what everybody was told.
pub(super) struct World {
    pub(super) core: Core,
    pub(super) now: Millis,
    pub(super) writes: Vec<Write>,
    pub(super) tasks: Vec<BotTask>,
    told: BTreeMap<ConnId, Vec<Notice>>,
    next_token: u8,
}

impl World {
    pub(super) fn new() -> World {
        let (core, effects) = Core::restore(Rules::default(), Saved::default(), DAWN);
        World::around(core, effects, DAWN)
    }

    pub(super) fn around(core: Core, effects: Effects, now: Millis) -> World {
        let mut world = World {
            core,
            now,
            writes: Vec::new(),
            tasks: Vec::new(),
            told: BTreeMap::new(),
            next_token: 0,
        };
        world.take(effects);
        world
    }

    fn take(&mut self, effects: Effects) {
        self.writes.extend(effects.writes);
        self.tasks.extend(effects.thoughts);
        for delivery in effects.deliveries {
            if let Delivery::Say { to, notice } | Delivery::Cry { to, notice } = delivery {
                for connection in to {
                    self.told.entry(connection).or_default().push(notice.notice().clone());
                }
            }
        }
    }

    pub(super) fn input(&mut self, input: Input) {
        let effects = self.core.handle(input, self.now);
        self.take(effects);
    }

    /// Lets time pass, alarms included.
    pub(super) fn wait(&mut self, time: Millis) {
        let until = self.now + time;
        while let Some(alarm) = self.core.next_alarm().filter(|&alarm| alarm <= until) {
            self.now = self.now.max(alarm);
            let effects = self.core.tick(self.now);
            self.take(effects);
        }
        self.now = until;
    }

    /// Brings somebody in as a guest, or with an account.
    pub(super) fn enter(&mut self, number: u64, name: &str, registered: bool) -> ConnId {
        let connection = ConnId(number);
        self.next_token += 1;
        let token = ("token".to_owned(), TokenHash([self.next_token; 32]));
        let name = name.parse().unwrap();
        let entrance = if registered {
            Entrance::Register { name, hash: "hash".to_owned(), token }
        } else {
            Entrance::Guest { name: Some(name), token }
        };
        self.input(Input::Connected { connection });
        self.input(Input::Enter { connection, id: None, entrance });
        connection
    }

    pub(super) fn leave(&mut self, connection: ConnId) {
        self.input(Input::Disconnected { connection });
    }

    /// Sends a line as somebody would type it and returns what that connection was told.
    pub(super) fn types(&mut self, connection: ConnId, line: &str) -> Vec<Notice> {
        self.told.remove(&connection);
        let text::TextInput::Request(request) = text::read_line(line).unwrap() else {
            panic!("{line} is no request");
        };
        self.input(Input::Request { connection, request });
        self.heard(connection)
    }

    /// Returns what a connection was told since it was last asked.
    pub(super) fn heard(&mut self, connection: ConnId) -> Vec<Notice> {
        self.told.remove(&connection).unwrap_or_default()
    }

    /// Brings two users into a game, the first with Black.
    pub(super) fn seat(&mut self, black: ConnId, white: ConnId, clock: &str) -> GameId {
        let heard = self.types(black, &format!("new {clock} black"));
        let offered = heard.iter().find_map(|notice| match &notice.event {
            Event::Offered(offer) => Some(offer.game),
            _ => None,
        });
        let game = offered.expect("the offer is shown to its maker");
        self.types(white, &format!("join {game}"));
        game
    }
}

/// Returns the errors among notices.
pub(super) fn errors(notices: &[Notice]) -> Vec<willow_protocol::ErrorCode> {
    let errors = notices.iter().filter_map(|notice| match notice.event {
        Event::Error { code, .. } => Some(code),
        _ => None,
    });
    errors.collect()
}
