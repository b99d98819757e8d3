//! Fills the archive with many games, played by the server's domain without sockets.

use std::io;
use std::path::Path;

use willow_protocol::{Command, GameId, Request};
use willow_server::domain::{ConnId, Effects, Input, ServerState, Settings, SignIn, TokenHash};
use willow_server::store::{Store, load};

use crate::script::{Script, scripts};

/// How many games are written in one transaction.
const AT_ONCE: usize = 200;

/// Fills the database of a folder with finished games.
pub(crate) async fn fill(folder: &Path, n_games: usize) -> io::Result<()> {
    let (_store, mut writer) = Store::open(folder).await.map_err(io::Error::other)?;
    let saved = load(&mut writer, 0).await.map_err(io::Error::other)?;
    let settings = Settings { linger: 0, ..Settings::default() };
    let (state, first) = ServerState::restore(settings, saved, 0);
    let mut filler = ArchiveFiller { state, effects: first, now: 1_000_000_000_000 };
    filler.log_in();
    let scripts = scripts();
    for n in 0..n_games {
        filler.play(&scripts[n % scripts.len()]);
        if n % AT_ONCE == AT_ONCE - 1 || n + 1 == n_games {
            let writes = std::mem::take(&mut filler.effects).writes;
            writer.commit(writes).await.map_err(io::Error::other)?;
        }
    }
    Ok(())
}

/// The two players of all games.
const PLAYERS: [ConnId; 2] = [ConnId(u64::MAX), ConnId(u64::MAX - 1)];

/// Plays games in the domain.
struct ArchiveFiller {
    state: ServerState,
    effects: Effects,
    now: u64,
}

impl ArchiveFiller {
    fn input(&mut self, input: Input) {
        self.now += 1000;
        self.effects.extend(self.state.tick(self.now));
        self.effects.extend(self.state.handle(input, self.now));
        // There are no clients.
        self.effects.deliveries.clear();
        self.effects.bot_commands.clear();
    }

    fn command(&mut self, player: usize, command: Command) {
        let connection = PLAYERS[player];
        self.input(Input::Request { connection, request: Request::from(command) });
    }

    fn log_in(&mut self) {
        for (connection, (name, byte)) in
            PLAYERS.into_iter().zip([("archive-a", 1), ("archive-b", 2)])
        {
            self.input(Input::Connected { connection });
            let name = Some(name.parse().expect("a name of letters and a hyphen"));
            let token = (String::new(), TokenHash([byte; 32]));
            let address = std::net::IpAddr::from([127, 0, 0, 1]);
            let sign_in = SignIn::Guest { name, token };
            self.input(Input::SignIn { connection, id: None, sign_in, address });
        }
    }

    fn play(&mut self, script: &Script) {
        let terms = willow_protocol::Terms::from_words(["30:00", "black"].into_iter());
        let terms = terms.expect("the terms are valid");
        self.command(0, Command::New { terms });
        let game = self.offered().expect("an offer was made");
        self.command(1, Command::Join { game: Some(game) });
        for (ply, &mv) in script.iter().enumerate().filter(|(_, mv)| mv.square().is_some()) {
            self.command(ply % 2, Command::Move { game: Some(game), mv, ply: Some(ply as u32) });
        }
    }

    /// Returns the number of the latest offer.
    fn offered(&self) -> Option<GameId> {
        self.effects.writes.iter().rev().find_map(|write| match write {
            willow_server::domain::Write::Offer(offer) => Some(offer.game),
            _ => None,
        })
    }
}
