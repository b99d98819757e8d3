//! Games as GGF, for those who set `client +`.

use super::dates;
use super::state::ServerState;
use crate::ggs::{Event, JoinedGame, Message};
use willow_board::Game;
use willow_records::{MoveNote, RecordedGame, RecordedPlayer, ggf};

impl ServerState {
    /// Returns an event in the form that somebody wants.
    pub(super) fn as_wanted(&self, name: &str, event: Event) -> Event {
        if !self.settings_of(name).client {
            return event;
        }
        match &event {
            Event::Joined(joined) => Event::Other(self.compact_join(joined)),
            Event::Updated(updated) => Event::Other(Message {
                head: format!("/os: update {} {}", updated.id, updated.played),
                rows: Vec::new(),
            }),
            _ => event,
        }
    }

    /// Returns the whole state of a game as one record over several lines.
    fn compact_join(&self, joined: &JoinedGame) -> Message {
        let start = joined.start.as_ref().unwrap_or(&joined.now);
        let mut game = Game::from_position(start.position);
        // The server checked each move when it was played.
        let _ = joined.moves.iter().try_for_each(|played| game.play(played.mv));
        let mut record = RecordedGame::new(game);
        record.place.clone_from(&self.config.place);
        record.date = dates::recorded(self.now.unix);
        record.match_type = joined.kind.to_string();
        record.result = None;
        record.komi = joined.komi.known();
        record.players = start.seats.each_ref().map(|seat| RecordedPlayer {
            name: seat.name.clone(),
            rating: Some(seat.rating),
            clock: seat.clock.to_string(),
            ..RecordedPlayer::default()
        });
        let index = usize::from(joined.id.game.unwrap_or(0));
        let live = self.matches.get(&joined.id.number).and_then(|live| live.games.get(index));
        if let Some(bids) = live.and_then(|live| live.first_moves) {
            for (player, bid) in record.players.iter_mut().zip(bids) {
                player.bid = bid.to_string();
            }
        }
        for (ply, played) in joined.moves.iter().enumerate() {
            let eval = (played.eval != 0.0).then_some(played.eval);
            record.set_note(ply, MoveNote { eval, ..MoveNote::default() });
        }
        let text = ggf::write(&record);
        let text = text.strip_suffix(";)").unwrap_or(&text);
        Message { head: format!("/os: join {} {text}", joined.id), rows: vec![";)".to_owned()] }
    }
}
