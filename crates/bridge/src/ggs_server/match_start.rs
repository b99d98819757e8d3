//! The beginning of matches, new and stored.

use willow_board::{Color, Position, RandomSource as _, random_start};

use super::live_game::LiveGame;
use super::live_match::LiveMatch;
use super::pending_request::PendingRequest;
use super::running_clock::RunningClock;
use super::state::ServerState;
use crate::ggs::{ArchiveId, Event, RatedFlag};
use crate::refusal::Refusal;

impl ServerState {
    /// Begins a new match.
    pub(super) fn start_match(&mut self, request: &PendingRequest, accepter: &str) {
        let names = [request.asker.clone(), accepter.to_owned()];
        let kind = request.kind;
        let start = match kind.random {
            None => Position::START,
            Some(n_discs) => random_start(usize::from(n_discs), &mut self.random),
        };
        let black = match kind.color {
            Some(Color::White) => 1,
            // The sides of a pair with a random start are no advantage.
            None if kind.random.is_none() && self.random.coin_flip() => 1,
            _ => 0,
        };
        let n_games = if kind.synchro { 2 } else { 1 };
        let clock = |player: usize| RunningClock::new(request.terms[player]);
        let games = (0..n_games).map(|index| {
            let black = if index == 0 { black } else { 1 - black };
            let mut game = LiveGame::new(start, black, [clock(black), clock(1 - black)]);
            if kind.komi {
                game.clocks = [clock(0), clock(1)];
                game.bids = Some([None, None]);
            }
            game
        });
        let live = LiveMatch {
            number: self.new_match_number(),
            kind,
            flag: if request.is_rated { RatedFlag::Rated } else { RatedFlag::Unrated },
            names,
            terms: request.terms,
            games: games.collect(),
            abort_asked_by: None,
            archive: None,
        };
        self.present(live);
    }

    /// Goes on with a stored match.
    pub(super) fn resume_match(&mut self, archive: ArchiveId) -> Result<(), Refusal> {
        let stored = self.stored.remove(&archive);
        let live = stored.ok_or_else(|| format!("accept ERR not found: {archive}"))?.live;
        let number = self.new_match_number();
        self.present(LiveMatch { number, abort_asked_by: None, ..live });
        Ok(())
    }

    /// Makes a match known, starts its clocks, and shows its games.
    fn present(&mut self, mut live: LiveMatch) {
        let now = self.at();
        live.games.iter_mut().for_each(|game| game.start_clock(now));
        let (number, names) = (live.number, live.names.clone());
        let event = Event::MatchBegan(live.line());
        self.matches.insert(number, live);
        self.tell_all(&names, &event);
        self.show_games(number);
    }

    /// Shows the whole state of all games of a match to its players.
    pub(super) fn show_games(&mut self, number: u32) {
        let Some(live) = self.matches.get(&number) else { return };
        for name in live.names.clone() {
            self.show_games_to(number, &name);
        }
    }

    /// Shows the whole state of all games of a match to somebody.
    pub(super) fn show_games_to(&mut self, number: u32, name: &str) {
        let Some(live) = self.matches.get(&number) else { return };
        let player = live.player(name);
        let joined: Vec<_> =
            (0..live.games.len()).map(|index| live.joined(index, player)).collect();
        for joined in joined {
            let event = Event::Joined(joined.into());
            self.tell(name, &event);
        }
    }
}
