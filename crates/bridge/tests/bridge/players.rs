//! People who play by themselves: the first legal move, on each side.

use willow_board::{Color, Move, Position};
use willow_bridge::ggs::{Event, MessageReader};

use crate::fake_willow::FakeGame;
use crate::world::World;

/// Returns the first legal move.
pub(crate) fn first_move(position: &Position) -> Move {
    position.legal_moves().into_iter().next().map_or(Move::Pass, Move::Place)
}

/// Returns the events that a screen of GGS shows.
pub(crate) fn events(screen: &str) -> Vec<Event> {
    let mut reader = MessageReader::default();
    reader.feed(screen.as_bytes());
    std::iter::from_fn(|| reader.next_incoming()).map(Event::parse).collect()
}

/// A player on GGS who moves whenever it is their turn.
#[derive(Debug, Default)]
pub(crate) struct RawPlayer {
    pub(crate) name: String,
    /// Everything that was seen.
    pub(crate) seen: Vec<Event>,
    /// Whether they agree to end a match without a result.
    pub(crate) agrees_to_abort: bool,
    /// What they bid for the first move, with their square.
    pub(crate) bid: String,
}

impl RawPlayer {
    pub(crate) fn new(name: &str) -> RawPlayer {
        let (name, bid) = (name.to_owned(), "f5/1.50".to_owned());
        RawPlayer { name, agrees_to_abort: true, bid, ..RawPlayer::default() }
    }

    /// Reads the screen, and moves in the games that wait for them.
    pub(crate) fn act(&mut self, world: &mut World) {
        let screen = world.screen(&self.name);
        for event in events(&screen) {
            self.answer(world, &event);
            self.seen.push(event);
        }
    }

    fn answer(&self, world: &mut World, event: &Event) {
        let (id, block) = match event {
            Event::Joined(game) => (game.id, &game.now),
            Event::Updated(game) => (game.id, &game.now),
            Event::Offered { offer: willow_bridge::ggs::Offer::Abort, id, name }
                if self.agrees_to_abort && *name != self.name =>
            {
                return world.types(&self.name.clone(), &format!("tell /os abort {id}"));
            }
            _ => return,
        };
        if block.is_bidding {
            let bid = if self.bid.is_empty() {
                format!("{}/1", first_move(&block.position))
            } else {
                self.bid.clone()
            };
            return world.types(&self.name.clone(), &format!("tell /os play {id} {bid}"));
        }
        let is_mine = |color: Color| block.seats[color.index()].name == self.name;
        let position = block.position;
        if !position.is_game_over() && is_mine(position.side_to_move()) {
            let mv = first_move(&position);
            let mv = if mv == Move::Pass { "PA".to_owned() } else { mv.to_string() };
            world.types(&self.name.clone(), &format!("tell /os play {id} {mv}"));
        }
    }

    /// Returns what somebody told them.
    pub(crate) fn tells(&self) -> Vec<&str> {
        let told = self.seen.iter().filter_map(|event| match event {
            Event::Told { text, .. } => Some(text.as_str()),
            _ => None,
        });
        told.collect()
    }

    /// Returns the result of the last match, in their own view.
    pub(crate) fn result(&self) -> Option<f64> {
        self.seen.iter().rev().find_map(|event| match event {
            Event::MatchEnded {
                line, end: willow_bridge::ggs::MatchEnd::Result(result), ..
            } => Some(if line.names[0] == self.name { *result } else { -result }),
            _ => None,
        })
    }
}

/// A person here accepts every offer and moves in every game.
pub(crate) fn person_acts(world: &mut World, person: &str) {
    for offer in world.willow.offers_to(person) {
        world.person(person, &format!(r#"{{"do":"join","game":{offer}}}"#));
    }
    for game in world.willow.games_of(person) {
        let entry = &world.willow.games[&game];
        if entry.bidding.is_some_and(|bids| bids.0[color_of(entry, person).index()].is_none()) {
            let square = first_move(entry.game.position());
            let bid = world.person_bids.clone();
            let bid =
                format!(r#"{{"do":"bid","game":{game},"square":"{square}","value":"{bid}"}}"#);
            world.person(person, &bid);
            continue;
        }
        if entry.held.is_some() || entry.bidding.is_some() {
            continue;
        }
        if entry.is_adjourned {
            world.person(person, &format!(r#"{{"do":"continue","game":{game}}}"#));
            continue;
        }
        let color = color_of(entry, person);
        let position = *entry.game.position();
        if position.side_to_move() == color && !position.is_game_over() {
            let mv = first_move(&position);
            world.person(person, &format!(r#"{{"do":"move","game":{game},"move":"{mv}"}}"#));
        }
    }
}

fn color_of(game: &FakeGame, person: &str) -> Color {
    if game.black.as_str() == person { Color::Black } else { Color::White }
}
