//! An arena of 200 bots for a minute, or for as many as `WILLOW_ARENA_MINUTES` says: it prints memory and waiting times.

use std::collections::BTreeMap;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use willow_board::Color;
use willow_protocol::{
    ArenaStanding, Event, GameId, Notice, PlayerId, Room, TableResult, TournamentChange,
    TournamentPhase, TurnDetails,
};
use willow_testkit::is_full;

use crate::crash::start;
use crate::support::{Client, PASSWORD, name};

const BOTS: usize = 200;

/// The time that a bot takes for a move: a game lasts about a quarter of a minute.
const MOVE_TIME: Duration = Duration::from_millis(250);

/// Returns the name of a bot. No two of these letters look alike, which names must not.
fn bot_name(n: usize) -> String {
    let letter = |digit: usize| char::from(b"abcdefghkp"[digit % 10]);
    format!("arena-{}", String::from_iter([n / 100, n / 10, n].map(letter)))
}

/// Registers a bot, and enters it.
fn enter(address: std::net::SocketAddr, name: &str) -> Client {
    let mut bot = Client::connect(address);
    bot.ask(&format!(r#""do":"register","name":"{name}","password":"{PASSWORD}""#));
    bot.ok(&format!(r#""do":"role","name":"{name}","role":"bot""#));
    bot.ok(r#""do":"lobby","follow":false"#);
    bot.ok(r#""do":"enter","tournament":1"#);
    bot
}

/// Plays until somebody tells the bot something.
fn play(mut bot: Client, own: &str) {
    let own = name(own);
    let mut colors: BTreeMap<GameId, Color> = BTreeMap::new();
    let mut seed = 1;
    loop {
        let Notice { event, room, .. } = bot.next();
        let (game, turn) = match (event, room) {
            (Event::Told { .. }, _) => return,
            (Event::Ping, _) => {
                bot.send("");
                continue;
            }
            (event @ (Event::Bye { .. } | Event::Error { .. }), _) => panic!("{own}: {event:?}"),
            (Event::Started(state), Some(Room::Game(game))) => {
                let color =
                    if *state.player(Color::Black) == own { Color::Black } else { Color::White };
                colors.insert(game, color);
                (game, TurnDetails::of(&state.position))
            }
            (Event::Moved { turn, .. }, Some(Room::Game(game))) => (game, turn),
            _ => continue,
        };
        let (Some(position), Some(legal)) = (turn.position, turn.legal) else { continue };
        if colors.get(&game) != Some(&position.side_to_move()) || legal.0.is_empty() {
            continue;
        }
        seed = seed * 31 % 1_000_003;
        let square = legal.0.squares().nth(seed % legal.0.count() as usize).unwrap();
        thread::sleep(MOVE_TIME);
        bot.send(&format!(r#"{{"do":"move","game":{game},"move":"{square}"}}"#));
    }
}

/// What is known of an arena from its events.
#[derive(Default)]
struct Arena {
    /// The players of the games that are played.
    played: BTreeMap<GameId, [PlayerId; 2]>,
    /// When a player's last game ended, and against whom it was.
    last: BTreeMap<PlayerId, (u64, PlayerId)>,
    /// How long players have waited for their next games, in milliseconds.
    waits: Vec<u64>,
    results: BTreeMap<PlayerId, [u32; 3]>,
    n_ended: u32,
}

impl Arena {
    fn on_event(&mut self, time: u64, change: &TournamentChange) {
        match change {
            TournamentChange::ArenaPaired { game, black, white } => {
                for (player, opponent) in [(black, white), (white, black)] {
                    let plays = self.played.values().flatten().any(|it| it == player);
                    assert!(!plays, "{player} has two games at a time");
                    let Some((ended, last)) = self.last.get(player) else { continue };
                    assert_ne!(last, opponent, "{player} meets the last opponent again");
                    self.waits.push(time - ended);
                }
                self.played.insert(*game, [*black, *white]);
            }
            TournamentChange::ArenaEnded { game, result } => {
                let [black, white] = self.played.remove(game).expect("a game ends once");
                let Some(TableResult::Discs(black_discs, white_discs)) = *result else {
                    panic!("{game} ended {result:?}")
                };
                self.n_ended += 1;
                for (player, opponent, own, other) in [
                    (black, white, black_discs, white_discs),
                    (white, black, white_discs, black_discs),
                ] {
                    self.last.insert(player, (time, opponent));
                    let place = match own.cmp(&other) {
                        std::cmp::Ordering::Greater => 0,
                        std::cmp::Ordering::Equal => 1,
                        std::cmp::Ordering::Less => 2,
                    };
                    self.results.entry(player).or_default()[place] += 1;
                }
            }
            _ => {}
        }
    }

    fn check(&self, standings: &[ArenaStanding]) {
        assert!(self.played.is_empty(), "the last games have ended");
        assert_eq!(standings.len(), BOTS);
        for standing in standings {
            assert_eq!(self.results.get(&standing.player), Some(&standing.results));
        }
    }
}

/// A server in a process of its own, which ends with the test.
struct ServerProcess(Child);

impl ServerProcess {
    /// Returns its memory in MiB.
    fn mib(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn an_arena_of_200_bots_pairs_whoever_is_free_and_counts_every_game_once() {
    let minutes = std::env::var("WILLOW_ARENA_MINUTES").ok();
    if minutes.is_none() && !is_full() {
        return;
    }
    let minutes: u32 = minutes.map_or(1, |text| text.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let (server, address) = start(folder.path());
    let server = ServerProcess(server);
    let mut organiser = Client::connect(address);
    organiser.ask(&format!(r#""do":"register","name":"olga","password":"{PASSWORD}""#));
    let plan = format!(
        r#"{{"name":"Arena","format":{{"arena":{{"minutes":{minutes}}}}},"bots":true,"terms":{{"clock":"3:00","rated":true,"start":"balanced"}}}}"#
    );
    organiser.ok(&format!(r#""do":"new-tournament","plan":{plan}"#));
    let names: Vec<String> = (0..BOTS).map(bot_name).collect();
    let bots: Vec<Client> = names.iter().map(|name| enter(address, name)).collect();
    thread::scope(|scope| {
        for (bot, name) in bots.into_iter().zip(&names) {
            scope.spawn(move || play(bot, name));
        }
        organiser.ask(r#""do":"tournament","tournament":1,"follow":true"#);
        organiser.ok(r#""do":"direct","tournament":1,"order":{"pair":{"round":1}}"#);
        let (began, mut arena) = (Instant::now(), Arena::default());
        let step = Duration::from_mins(1) * minutes / 10;
        let mut next_row = step;
        loop {
            let Notice { event, time, .. } = organiser.next();
            let Event::TournamentChanged { change, .. } = event else { continue };
            if let TournamentChange::Phase { phase: TournamentPhase::Over, .. } = change {
                break;
            }
            arena.on_event(time, &change);
            if matches!(change, TournamentChange::ArenaEnded { .. }) {
                // Whoever says nothing for a while is gone.
                organiser.send("");
            }
            if next_row <= began.elapsed() {
                next_row += step;
                println!(
                    "{:.0?}: {} games, {:.1} MiB",
                    began.elapsed(),
                    arena.n_ended,
                    server.mib()
                );
            }
        }
        let Event::TournamentState(state) = organiser.ask(r#""do":"tournament","tournament":1"#)
        else {
            panic!()
        };
        arena.check(&state.arena);
        arena.waits.sort_unstable();
        let percentile = |percent: usize| arena.waits[(arena.waits.len() - 1) * percent / 100];
        let waits = [50, 99, 100].map(percentile);
        println!("{} games, waits of {waits:?} ms at 50, 99, 100 %", arena.n_ended);
        for name in &names {
            organiser.ok(&format!(r#""do":"tell","to":"{name}","text":"over""#));
        }
    });
}
