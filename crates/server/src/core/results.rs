//! What follows from the end of a game.

use willow_board::Color;
use willow_protocol::{Event, GameEnd, GameId, PairEnd};

use super::effects::{FinishedGame, RoomKey, Write};
use super::input::Millis;
use super::start::is_private;
use super::table::Twin;
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
        let (moves, times, players) = (table.transcript(), table.times(), table.players());
        let (rated, twin) = (table.terms.rated, table.twin);
        for player in players {
            self.users[player].games.remove(&game);
        }
        let row = FinishedGame { game, end, moves, times, at: now };
        self.effects.writes.push(Write::Finished(Box::new(row)));
        if let (true, None, Some(result)) = (rated, twin, end.result) {
            self.rate(game, GamePoints::of(result), now);
        }
        self.tell_of_game(game, now);
        if let Some(twin) = twin {
            self.finished_of_pair(game, &end, twin, now);
        }
        if let Some(table) = self.tables.get_mut(&game) {
            table.log.end();
            table.players_log.end();
            table.watchers_log.end();
        }
    }

    /// Lets the other game of a pair know, and rates the match if it was the last.
    fn finished_of_pair(&mut self, game: GameId, end: &GameEnd, twin: Twin, now: Millis) {
        if let Some(other) = self.tables.get_mut(&twin.game).and_then(|table| table.twin.as_mut()) {
            other.end = Some(*end);
        }
        let (Some(other), Some(table)) = (twin.end, self.tables.get(&game)) else { return };
        // Black of this game has White in the other.
        let total = end.result.zip(other.result).map(|(here, there)| here - there);
        let [first, second] = table.names.clone();
        let pair = PairEnd { games: [game, twin.game], first, second, total };
        if let (true, Some(total)) = (table.terms.rated, total) {
            self.rate(game, GamePoints::of(total), now);
        }
        for game in pair.games {
            self.publish(RoomKey::Game(game), Event::Paired(pair.clone()), now);
        }
        if !is_private(game) {
            self.publish(RoomKey::Lobby, Event::Paired(pair), now);
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
