//! One game of a bot on a server.

use std::time::Duration;

use willow_board::{Clock, Color, DiscDiff, EndReason, Game, Outcome, PlayError};
use willow_players::{Decision, GameSetup, MoveRequest, Player, PlayerError, StopFlag};
use willow_protocol::{Applied, EndKind, Event, GameEnd, GameState, Notice, Side};

/// A player and its game on the server.
pub(super) struct BotGame {
    player: Box<dyn Player>,
    pub(super) color: Color,
    /// The game as far as the server has told it.
    pub(super) state: GameState,
    /// The moves that the player knows.
    game: Game,
}

impl BotGame {
    /// Starts a game for a player. Moves that were played already come with [`follow`](BotGame::follow).
    pub(super) fn start(
        mut player: Box<dyn Player>,
        state: GameState,
        color: Color,
        seed: u64,
    ) -> Result<BotGame, PlayerError> {
        let start = state.initial;
        player.start_game(&GameSetup { start, color, seed })?;
        Ok(BotGame { player, color, state, game: Game::from_position(start) })
    }

    /// Takes an event of the server. Returns whether the server must be asked how the game stands, because a turn of
    /// the bot begins or an event is missing.
    pub(super) fn calls_after(&mut self, notice: &Notice) -> bool {
        let begins = matches!(
            notice.event,
            Event::Moved { .. }
                | Event::TakenBack { .. }
                | Event::Komi { .. }
                | Event::Resumed { .. }
        );
        match self.state.apply(notice) {
            Applied::Nothing => false,
            Applied::InOrder => begins && self.is_to_move(),
            Applied::Gap => true,
        }
    }

    pub(super) fn is_to_move(&self) -> bool {
        self.state.to_move() == Some(self.color)
    }

    /// Takes the state of the server, and reports the moves that are new to the player.
    pub(super) fn follow(&mut self, state: GameState) -> Result<(), PlayError> {
        self.state = state;
        let moves = &self.state.moves;
        let known = self.game.moves().zip(moves).take_while(|(known, mv)| known == *mv).count();
        while known < self.game.n_plies() {
            self.game.undo();
        }
        for &mv in &moves[known..] {
            self.game.play(mv)?;
            self.player.observe(mv, self.game.position());
        }
        Ok(())
    }

    /// Asks the player for a decision; `lag` of its time is reserved for the network.
    pub(super) fn choose(
        &mut self,
        mut clock: Clock,
        lag: Duration,
    ) -> Result<Decision, PlayerError> {
        clock.start(self.color, Duration::ZERO);
        let stop = StopFlag::new();
        self.player.choose(&MoveRequest::new(&self.game, &clock, lag, &stop))
    }

    /// Reports the result to the player. An aborted game has none.
    pub(super) fn end(mut self, end: &GameEnd) {
        if let Some(outcome) = outcome(end) {
            self.player.end_game(&outcome);
        }
    }
}

/// Returns the end of a game in words, from the view of the player with this colour.
pub(super) fn result_text(end: &GameEnd, color: Color) -> String {
    let own = end.result.map(|black| if color == Color::Black { black } else { -black });
    match own {
        None => format!("no result ({})", end.reason),
        Some(0) => format!("drawn ({})", end.reason),
        Some(discs @ 1..) => format!("won by {discs} ({})", end.reason),
        Some(discs) => format!("lost by {} ({})", -discs, end.reason),
    }
}

/// Returns the outcome of a game that was not aborted.
fn outcome(end: &GameEnd) -> Option<Outcome> {
    let loser = end.loser.map(|Side(color)| color);
    let reason = match (end.reason, loser) {
        (EndKind::Finished | EndKind::Agreed, _) => EndReason::Finished,
        (EndKind::Resigned, Some(loser)) => EndReason::Resigned(loser),
        (EndKind::Timeout, Some(loser)) if end.result.is_some_and(|result| result.abs() < 64) => {
            EndReason::Overtime(loser)
        }
        (EndKind::Timeout, Some(loser)) => EndReason::TimedOut(loser),
        (EndKind::Abandoned | EndKind::Forfeited, Some(loser)) => EndReason::Forfeited(loser),
        _ => return None,
    };
    Some(Outcome {
        result: DiscDiff::clamped(end.result?),
        black_discs: end.black_discs,
        white_discs: end.white_discs,
        reason,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use willow_board::{Move, Position, TimeControl};

    use super::*;

    /// Plays the first legal move and writes down what it is told.
    struct Recorder(Arc<Mutex<Vec<String>>>);

    impl Recorder {
        fn write(&self, line: String) {
            self.0.lock().unwrap().push(line);
        }
    }

    impl Player for Recorder {
        fn name(&self) -> &'static str {
            "recorder"
        }

        fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
            self.write(format!("start {}", setup.color));
            Ok(())
        }

        fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
            self.write(format!("choose at {}", turn.game.n_plies()));
            let first = turn.game.position().legal_moves().first().unwrap();
            Ok(Decision::from(Move::Place(first)))
        }

        fn observe(&mut self, mv: Move, position: &Position) {
            self.write(format!("{mv}, then {}", position.side_to_move()));
        }

        fn end_game(&mut self, outcome: &Outcome) {
            self.write(format!("{} by {}", outcome.reason, outcome.result.value()));
        }
    }

    fn ended(reason: EndKind, result: Option<i32>, loser: Option<Color>) -> GameEnd {
        let loser = loser.map(Side);
        GameEnd { reason, result, black_discs: 3, white_discs: 3, loser, komi: None }
    }

    fn after(moves: &str) -> GameState {
        let state = r#"{"game": 7, "black": "alice", "white": "dice", "clock": "none", "rated": false,
            "plies": 0, "moves": [], "clocks": {}, "watchers": 0, "last": 0,
            "initial": "---------------------------OX------XO--------------------------- X",
            "position": "---------------------------OX------XO--------------------------- X"}"#;
        let moves = moves.split(' ').filter(|square| !square.is_empty());
        let moves = moves.map(|square| Move::Place(square.parse().unwrap())).collect();
        GameState { moves, ..serde_json::from_str(state).unwrap() }
    }

    #[test]
    fn the_player_is_told_of_every_move_once_and_of_the_end() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let recorder = Box::new(Recorder(Arc::clone(&told)));
        let mut game = BotGame::start(recorder, after(""), Color::White, 1).unwrap();
        game.follow(after("f5")).unwrap();
        game.follow(after("f5")).unwrap();
        game.choose(Clock::new(TimeControl::Unlimited), Duration::ZERO).unwrap();
        game.follow(after("f5 d6 c3")).unwrap();
        // The server takes moves back and another one is made.
        game.follow(after("f5 f6")).unwrap();
        assert!(game.follow(after("f5 f6 a1")).is_err());
        game.end(&ended(EndKind::Timeout, Some(-64), Some(Color::Black)));
        let expected = [
            "start White",
            "f5, then White",
            "choose at 1",
            "d6, then Black",
            "c3, then White",
            "f6, then Black",
            "Black ran out of time by -64",
        ];
        assert_eq!(*told.lock().unwrap(), expected);
    }

    #[test]
    fn results_are_told_from_the_view_of_the_bot() {
        let text = |result, color| result_text(&ended(EndKind::Finished, result, None), color);
        assert_eq!(text(Some(12), Color::Black), "won by 12 (finished)");
        assert_eq!(text(Some(12), Color::White), "lost by 12 (finished)");
        assert_eq!(text(Some(0), Color::White), "drawn (finished)");
        assert_eq!(text(None, Color::White), "no result (finished)");
        assert_eq!(outcome(&ended(EndKind::Aborted, None, None)), None);
    }
}
