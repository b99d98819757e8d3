//! What follows from the end of a game.

use willow_board::Color;
use willow_protocol::{Event, GameId};

use super::effects::{FinishedGame, RoomKey, Write};
use super::input::Millis;
use super::{Alarm, Core};
use crate::ratings::{GamePoints, Rating};

impl Core {
    /// Writes a result, rates it, and lets everybody know.
    pub(super) fn finished(&mut self, game: GameId, now: Millis) {
        let Some(table) = self.tables.get_mut(&game) else { return };
        let Some(end) = table.end().copied() else { return };
        if let Some(time) = table.alarm.take() {
            self.alarms.remove(&(time, Alarm::Flag(game)));
        }
        self.alarms.insert((now + self.rules.linger, Alarm::Forget(game)));
        let (moves, players) = (table.transcript(), table.players());
        let rated = table.terms.rated;
        for player in players {
            self.users[player].games.remove(&game);
        }
        let row = FinishedGame { game, end, moves, at: now };
        self.effects.writes.push(Write::Finished(Box::new(row)));
        if let (true, Some(result)) = (rated, end.result) {
            self.rate(game, GamePoints::of(result), now);
        }
        self.tell_of_game(game, now);
        if let Some(table) = self.tables.get_mut(&game) {
            table.log.end();
            table.players_log.end();
            table.watchers_log.end();
        }
    }

    fn rate(&mut self, game: GameId, black: GamePoints, now: Millis) {
        let Some(table) = self.tables.get(&game) else { return };
        let class = table.terms.speed_class();
        let players = [Color::Black, Color::White].map(|color| table.player(color));
        let before = players.map(|player| self.users[player].rating(class));
        let (first, second) = Rating::after_game(before[0], before[1], black);
        for ((user, before), after) in players.into_iter().zip(before).zip([first, second]) {
            self.users[user].ratings.insert(class, after);
            self.effects.writes.push(Write::Rating { user, class, rating: after, game, at: now });
            let event = Event::Rated {
                name: self.users[user].name.clone(),
                class,
                before: before.line(class).rating,
                after: after.line(class).rating,
            };
            self.publish(RoomKey::Game(game), event, now);
        }
    }
}
