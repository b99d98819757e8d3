//! Two clients that play each other, game after game.

use std::cell::RefCell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use willow_board::Move;

use crate::latency::Latencies;
use crate::script::Script;
use crate::wire::{Wire, contains, number};

/// How the pairs of a measurement play.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) address: SocketAddr,
    pub(crate) scripts: Rc<Vec<Script>>,
    /// How long a player waits between two moves of a game; as short as can be if none is given.
    pub(crate) pace: Option<Duration>,
    /// Whether commands have ids and are acknowledged.
    pub(crate) ids: bool,
    pub(crate) tally: Rc<RefCell<Tally>>,
}

/// What all pairs together have done.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Whether it counts already.
    pub(crate) counts: bool,
    /// From sending a move to the opponent's event, of every move that counts.
    pub(crate) latencies: Latencies,
    /// The games that were begun, since the start.
    pub(crate) games: u64,
}

/// Two clients.
pub(crate) struct Pair {
    number: usize,
    players: [Wire; 2],
    play: Play,
    n_commands: u64,
}

impl Pair {
    /// Connects two clients that do not follow the lobby, as programs and busy players do.
    pub(crate) async fn connect(number: usize, play: &Play) -> io::Result<Pair> {
        let mut players = Vec::with_capacity(2);
        for side in ["a", "b"] {
            let mut wire = Wire::guest(play.address, &format!("load-{number}-{side}")).await?;
            wire.send(r#"{"id":"l","do":"lobby","follow":false}"#).await?;
            wire.wait_for(br#""event":"ok""#).await?;
            players.push(wire);
        }
        let players = players.try_into().map_err(|_| io::Error::other("there are two"))?;
        Ok(Pair { number, players, play: play.clone(), n_commands: 0 })
    }

    /// Plays for ever, from a moment on.
    pub(crate) async fn run(mut self, begin: Instant) -> io::Result<()> {
        sleep_until(begin).await;
        let mut next = begin;
        for round in 0.. {
            let scripts = self.play.scripts.clone();
            let script = &scripts[(self.number + round) % scripts.len()];
            let game = self.agree().await?;
            self.play.tally.borrow_mut().games += 1;
            // The first games end early, each at another move: later ones begin and end all the time,
            // and not all at once.
            let moves =
                if round == 0 { 1 + self.number % (script.len() - 1) } else { script.len() };
            self.game(game, &script[..moves], &mut next).await?;
            if round == 0 {
                let resign = format!(r#"{}"do":"resign","game":{game}}}"#, self.command());
                self.players[0].send(&resign).await?;
            }
            for player in &mut self.players {
                player.wait_for(br#""event":"ended""#).await?;
            }
        }
        Ok(())
    }

    /// Returns the beginning of a command, with an id if commands have ids.
    fn command(&mut self) -> String {
        self.n_commands += 1;
        if self.play.ids { format!(r#"{{"id":"{:x}","#, self.n_commands) } else { "{".to_owned() }
    }

    /// Begins a game and returns its number; the first player has Black.
    async fn agree(&mut self) -> io::Result<u64> {
        let challenge = format!(
            r#"{}"do":"challenge","name":"load-{}-b","clock":"30:00","color":"black"}}"#,
            self.command(),
            self.number
        );
        self.players[0].send(&challenge).await?;
        let offered = self.players[1].wait_for(br#""event":"offered""#).await?;
        let game = number(&offered, br#""game":"#).ok_or(io::ErrorKind::InvalidData)?;
        let join = format!(r#"{}"do":"join","game":{game}}}"#, self.command());
        self.players[1].send(&join).await?;
        for player in &mut self.players {
            player.wait_for(br#""event":"started""#).await?;
        }
        Ok(game)
    }

    async fn game(&mut self, game: u64, script: &[Move], next: &mut Instant) -> io::Result<()> {
        // The server passes by itself, so that the side to move changes with the script's entries.
        for (ply, mv) in script.iter().enumerate() {
            let Move::Place(square) = *mv else { continue };
            if let Some(pace) = self.play.pace {
                sleep_until(*next).await;
                *next = (*next + pace).max(Instant::now());
            }
            let mover = ply % 2;
            let line = format!(
                r#"{}"do":"move","game":{game},"move":"{square}","ply":{ply}}}"#,
                self.command()
            );
            let sent = Instant::now();
            self.players[mover].send(&line).await?;
            self.hear_of(1 - mover, ply as u64 + 1).await?;
            let mut tally = self.play.tally.borrow_mut();
            if tally.counts {
                tally.latencies.push(sent.elapsed());
            }
        }
        Ok(())
    }

    /// Waits until a player has heard of a ply; what comes for the other one is read meanwhile.
    async fn hear_of(&mut self, who: usize, ply: u64) -> io::Result<()> {
        let [a, b] = &mut self.players;
        let (listener, other) = if who == 0 { (a, b) } else { (b, a) };
        loop {
            while let Some(line) = listener.line() {
                if contains(line, br#""event":"moved""#) && number(line, br#""ply":"#) == Some(ply)
                {
                    return Ok(());
                }
                if contains(line, br#""event":"error""#) {
                    return Err(refused(line));
                }
            }
            tokio::select! {
                filled = listener.fill() => filled?,
                filled = other.fill() => filled?,
            }
        }
    }
}

fn refused(line: &[u8]) -> io::Error {
    io::Error::other(String::from_utf8_lossy(line).into_owned())
}
