//! Two clients that play against each other, game after game.

use std::cell::RefCell;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use willow_board::Move;

use crate::latency::Latencies;
use crate::line_client::{LineClient, contains, number};
use crate::script::Script;

/// The options of all pairs of a measurement.
#[derive(Clone, Debug)]
pub(crate) struct PairOptions {
    pub(crate) address: SocketAddr,
    pub(crate) scripts: Rc<Vec<Script>>,
    /// The time between two moves of a game; as short as possible if there is none.
    pub(crate) move_interval: Option<Duration>,
    /// When the first games end.
    pub(crate) ends: Ends,
    /// Whether commands have ids and are acknowledged.
    pub(crate) ids: bool,
    pub(crate) counters: Rc<RefCell<Counters>>,
}

/// When the first games of the pairs end. Later ones are played to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Each at another move, so that games begin and end all the time.
    Spread,
    /// All at the same move, which falls into the measurement.
    Together,
}

impl Ends {
    /// Returns the number of moves of the first game of a pair.
    const fn first_moves(self, pair: usize, script: usize) -> usize {
        match self {
            Ends::Spread => 1 + pair % (script - 1),
            Ends::Together => 8,
        }
    }
}

/// The counters of all pairs together.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// Whether the measurement has started.
    pub(crate) counts: bool,
    /// The latency of every counted move, from sending it to the opponent's event.
    pub(crate) latencies: Latencies,
    /// The number of games that were started.
    pub(crate) games: u64,
    /// The number of games that were counted and have ended.
    pub(crate) ends: u64,
}

/// Two clients.
pub(crate) struct Pair {
    number: usize,
    players: [LineClient; 2],
    play: PairOptions,
    n_commands: u64,
}

impl Pair {
    /// Connects two clients that are not subscribed to the lobby, like most programs.
    pub(crate) async fn connect(number: usize, play: &PairOptions) -> io::Result<Pair> {
        let mut players = Vec::with_capacity(2);
        for side in ["a", "b"] {
            let mut client =
                LineClient::guest(play.address, &format!("load-{number}-{side}")).await?;
            client.send(r#"{"id":"l","do":"lobby","follow":false}"#).await?;
            client.wait_for(br#""event":"ok""#).await?;
            players.push(client);
        }
        let players = players.try_into().map_err(|_| io::Error::other("there are two"))?;
        Ok(Pair { number, players, play: play.clone(), n_commands: 0 })
    }

    /// Plays forever, from a time on.
    pub(crate) async fn run(mut self, begin: Instant) -> io::Result<()> {
        sleep_until(begin).await;
        let mut next = begin;
        for round in 0.. {
            let scripts = self.play.scripts.clone();
            let script = &scripts[(self.number + round) % scripts.len()];
            let game = self.start_game().await?;
            self.play.counters.borrow_mut().games += 1;
            let first = self.play.ends.first_moves(self.number, script.len());
            let moves = if round == 0 { first } else { script.len() };
            self.game(game, &script[..moves], &mut next).await?;
            if round == 0 {
                let resign = format!(r#"{}"do":"resign","game":{game}}}"#, self.command());
                self.players[0].send(&resign).await?;
            }
            for player in &mut self.players {
                player.wait_for(br#""event":"ended""#).await?;
            }
            let mut counters = self.play.counters.borrow_mut();
            counters.ends += u64::from(counters.counts);
        }
        Ok(())
    }

    /// Returns the beginning of a command, with an id if commands have ids.
    fn command(&mut self) -> String {
        self.n_commands += 1;
        if self.play.ids { format!(r#"{{"id":"{:x}","#, self.n_commands) } else { "{".to_owned() }
    }

    /// Starts a game and returns its number; the first player has Black.
    async fn start_game(&mut self) -> io::Result<u64> {
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
        // The server plays passes itself, and the side to move alternates with the script's moves.
        for (ply, mv) in script.iter().enumerate() {
            let Move::Place(square) = *mv else { continue };
            if let Some(move_interval) = self.play.move_interval {
                sleep_until(*next).await;
                *next = (*next + move_interval).max(Instant::now());
            }
            let mover = ply % 2;
            let line = format!(
                r#"{}"do":"move","game":{game},"move":"{square}","ply":{ply}}}"#,
                self.command()
            );
            let sent = Instant::now();
            self.players[mover].send(&line).await?;
            self.wait_for_move(1 - mover, ply as u64 + 1).await?;
            let mut counters = self.play.counters.borrow_mut();
            if counters.counts {
                counters.latencies.push(sent.elapsed());
            }
        }
        Ok(())
    }

    /// Waits until a player has received a ply, while the input of the other one is read.
    async fn wait_for_move(&mut self, who: usize, ply: u64) -> io::Result<()> {
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
