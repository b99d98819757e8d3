//! A bot that accepts challenges and plays random moves, with the crate `willow-protocol` and its feature `client`.
//!
//! `WILLOW_TOKEN=TOKEN cargo run -p willow-cli --example bot HOST:7710`

#![forbid(unsafe_code)]

use std::error::Error;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use willow_board::Move;
use willow_protocol::client::{Client, ClientError, Credentials};
use willow_protocol::{Command, Event, GameId, GameState, Offer, Room};

fn random() -> u64 {
    RandomState::new().hash_one(0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let server = std::env::args().nth(1).ok_or("the address of the server is missing")?;
    let token = Credentials::Token(std::env::var("WILLOW_TOKEN")?);
    // The client logs in again after a lost connection, and sends again what was not acknowledged.
    let mut client = Client::connect(server, token, Duration::from_mins(10), random())?;
    if let Event::Games { offers, games } = client.request(Command::Games)? {
        offers.iter().try_for_each(|offer| answer(&mut client, offer))?;
        games.iter().try_for_each(|summary| play(&mut client, summary.game))?;
    }
    loop {
        let notice = client.next()?;
        match (&notice.event, notice.room) {
            (Event::Offered(offer), Some(Room::Private)) => answer(&mut client, offer)?,
            (
                Event::TakebackAsked { .. }
                | Event::ResultOffered { .. }
                | Event::AdjournAsked { .. },
                Some(Room::Game(game)),
            ) => {
                client.request(Command::Refuse { game: Some(game) })?;
            }
            (Event::Ended(_), _) => {}
            (_, Some(Room::Game(game))) => play(&mut client, game)?,
            _ => {}
        }
    }
}

/// Accepts a challenge; one that needs bids is declined.
fn answer(client: &mut Client, offer: &Offer) -> Result<(), ClientError> {
    if offer.to.as_ref() == client.name() {
        let game = Some(offer.game);
        let needs_bids = offer.terms.komi;
        let command = if needs_bids { Command::Decline { game } } else { Command::Join { game } };
        client.request(command)?;
    }
    Ok(())
}

/// Asks how a game stands, and plays if it is the bot's turn.
fn play(client: &mut Client, game: GameId) -> Result<(), ClientError> {
    let game = Some(game);
    let Event::State(state) = client.request(Command::Board { game })? else { return Ok(()) };
    if let Some(mv) = own_turn(client, &state).then(|| choose(&state)).flatten() {
        // People can follow, and the server's limit of commands is far.
        std::thread::sleep(Duration::from_millis(100));
        // With the ply a move that was meant for another position is refused.
        let ply = Some(state.moves.len() as u32);
        client.request(Command::Move { game, mv, ply })?;
    }
    Ok(())
}

fn own_turn(client: &Client, state: &GameState) -> bool {
    state.to_move().is_some_and(|color| Some(state.player(color)) == client.name())
}

fn choose(state: &GameState) -> Option<Move> {
    let moves = state.position.legal_moves();
    let nth = (random() % u64::from(moves.count().max(1))) as usize;
    moves.squares().nth(nth).map(Move::Place)
}
