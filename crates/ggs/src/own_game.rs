//! One running game as a client follows it.

use willow_board::{Color, Game, Position};

use crate::clock_terms::ClockFace;
use crate::event::{JoinedGame, UpdatedGame};
use crate::ids::MatchId;
use crate::match_type::MatchType;
use crate::numbers::Komi;
use crate::played_move::PlayedMove;

/// A game that is played or watched.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnGame {
    /// What `play` names.
    pub id: MatchId,
    /// The type of its match.
    pub kind: MatchType,
    /// The komi, once it is known.
    pub komi: Komi,
    /// Whether the players still bid for the sides.
    pub is_bidding: bool,
    /// The players: Black and White, or in the order of the request while they bid.
    pub names: [String; 2],
    /// Their ratings.
    pub ratings: [f64; 2],
    /// The game so far.
    pub game: Game,
    /// The moves with their evaluations and times, as far as they were seen.
    pub moves: Vec<PlayedMove>,
    /// The clocks at the last message.
    pub clocks: [ClockFace; 2],
    /// Who was told to be in overtime: at best they lose by the smallest margin. No clock shows it: the first board has
    /// a second less than the main time, and a move at once brings it back.
    pub in_overtime: [bool; 2],
}

impl OwnGame {
    /// Begins to follow a game.
    pub fn join(joined: &JoinedGame) -> OwnGame {
        let start = joined.start.as_ref().map_or(joined.now.position, |start| start.position);
        let mut game = Game::from_position(start);
        let is_known = joined.moves.iter().all(|played| game.play(played.mv).is_ok());
        let is_known = is_known && agrees(&game, &joined.now.position);
        let mut own = OwnGame {
            id: joined.id,
            kind: joined.kind,
            komi: joined.komi,
            is_bidding: joined.now.is_bidding,
            names: joined.now.seats.each_ref().map(|seat| seat.name.clone()),
            ratings: joined.now.seats.each_ref().map(|seat| seat.rating),
            game,
            moves: joined.moves.clone(),
            clocks: joined.now.seats.each_ref().map(|seat| seat.clock),
            in_overtime: [false; 2],
        };
        if !is_known {
            own.begin_at(joined.now.position);
        }
        own
    }

    /// Follows a move.
    pub fn update(&mut self, updated: &UpdatedGame) {
        self.komi = updated.komi;
        self.clocks = updated.now.seats.each_ref().map(|seat| seat.clock);
        let follows = self.game.n_plies() + 1 == updated.number as usize;
        let is_played = follows && self.game.play(updated.played.mv).is_ok();
        if is_played && agrees(&self.game, &updated.now.position) {
            self.moves.push(updated.played);
        } else {
            self.begin_at(updated.now.position);
        }
    }

    /// Records that a player's main time is over.
    pub fn time_out(&mut self, name: &str) {
        for (index, other) in self.names.iter().enumerate() {
            self.in_overtime[index] |= other == name;
        }
    }

    /// Goes on without the moves so far, which do not lead to the board that the server shows.
    fn begin_at(&mut self, position: Position) {
        self.game = Game::from_position(position);
        self.moves.clear();
    }

    /// Returns the colour of a player; `None` while they bid, or for somebody else.
    pub fn color_of(&self, name: &str) -> Option<Color> {
        if self.is_bidding {
            return None;
        }
        let is_same = |color: &Color| self.names[color.index()].eq_ignore_ascii_case(name);
        Color::ALL.into_iter().find(is_same)
    }

    /// Returns whether it is a player's turn, to bid or to move.
    pub fn is_turn_of(&self, name: &str) -> bool {
        let is_playing = self.names.iter().any(|other| other.eq_ignore_ascii_case(name));
        let to_move = self.game.position().side_to_move();
        let is_turn = self.is_bidding || self.color_of(name) == Some(to_move);
        is_playing && is_turn && !self.game.is_over()
    }
}

/// Returns whether a game has reached a position. The last board of a game may show any side to move.
fn agrees(game: &Game, shown: &Position) -> bool {
    let own = game.position();
    let same = Color::ALL.iter().all(|&color| own.discs(color) == shown.discs(color));
    same && (own == shown || own.is_game_over())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_block::{BoardBlock, SeatLine};

    fn block(game: &Game, clocks: [&str; 2]) -> BoardBlock {
        let seat = |name: &str, clock: &str| SeatLine {
            name: name.to_owned(),
            rating: 1720.0,
            clock: clock.parse().unwrap(),
        };
        let seats = [seat("alice", clocks[0]), seat("bob", clocks[1])];
        BoardBlock { seats, is_bidding: false, position: *game.position() }
    }

    const FULL: &str = "01:00,0:0/00:05,0:1/02:00,0:0";

    fn joined() -> OwnGame {
        let (id, kind) = (MatchId::of_match(5), MatchType::STANDARD);
        let now = block(&Game::new(), [FULL; 2]);
        OwnGame::join(&JoinedGame {
            id,
            kind,
            komi: Komi::Unknown,
            start: None,
            moves: vec![],
            now,
        })
    }

    /// Follows a move after which the game stands as shown.
    fn update(own: &mut OwnGame, number: u32, mv: &str, shown: &Game, clock: &str) {
        let (id, kind, komi) = (own.id, own.kind, Komi::Unknown);
        let (played, now) = (mv.parse().unwrap(), block(shown, [clock, FULL]));
        own.update(&UpdatedGame { id, kind, komi, number, played, now });
    }

    #[test]
    fn only_the_server_tells_who_is_in_overtime() {
        let mut after = Game::new();
        after.place(willow_board::Square::F5).unwrap();
        let mut own = joined();
        assert!(own.is_turn_of("Alice") && !own.is_turn_of("bob") && !own.is_turn_of("carol"));
        // The clock of the first board has lost a second, which a move at 0 s gives back.
        own.clocks[0] = "00:59,0:0/00:05,0:1/02:00,0:0".parse().unwrap();
        update(&mut own, 1, "f5", &after, "01:05,1:0/00:05,1:1/02:00,1:0");
        assert_eq!((own.in_overtime, own.moves.len()), ([false; 2], 1));
        own.time_out("bob");
        assert_eq!(own.in_overtime, [false, true]);
    }

    #[test]
    fn a_board_that_the_moves_do_not_lead_to_begins_the_game_anew() {
        let mut shown = Game::new();
        shown.place(willow_board::Square::F5).unwrap();
        shown.place(willow_board::Square::D6).unwrap();
        let mut own = joined();
        update(&mut own, 2, "d6", &shown, FULL);
        assert_eq!(own.game.start(), shown.position());
        assert_eq!((own.game.n_plies(), own.moves.len()), (0, 0));
    }
}
