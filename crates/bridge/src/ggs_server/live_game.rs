//! One running game of a match.

use std::time::Duration;

use willow_board::{Color, Game, Position};

use super::running_clock::{Flags, RunningClock};
use super::settings::RATING;
use crate::ggs::{BoardBlock, Komi, PlayedMove, SeatLine, UpdatedGame};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GameEnd {
    /// Nobody can move.
    Board,
    /// A colour resigned.
    Resigned(Color),
    /// A colour has no time left.
    TimedOut(Color),
}

/// The bid of a player for the sides: their first move, whose evaluation is the bid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bid {
    pub(crate) played: PlayedMove,
    pub(crate) clock: RunningClock,
}

/// One running game of a match.
#[derive(Clone, Debug)]
pub(crate) struct LiveGame {
    pub(crate) game: Game,
    pub(crate) moves: Vec<PlayedMove>,
    /// The clocks before each move.
    pub(crate) clocks_before: Vec<[RunningClock; 2]>,
    /// Which of the two players has Black: 0 is the one who asked.
    pub(crate) black: usize,
    /// The clocks by colour, or by player while they bid.
    pub(crate) clocks: [RunningClock; 2],
    /// When the side to move began to think; `None` while its clock stands.
    pub(crate) turn_began: Option<Duration>,
    /// What of this turn is already subtracted from each clock, in milliseconds.
    pub(crate) charged_ms: [i64; 2],
    pub(crate) komi: Komi,
    /// The bids by player; `None` once the komi is known, or in a match without.
    pub(crate) bids: Option<[Option<Bid>; 2]>,
    /// The first colour whose main time ended.
    pub(crate) first_overtime: Option<Color>,
    /// The first player whose main time ended while nobody had a colour.
    pub(crate) first_late_bidder: Option<usize>,
    pub(crate) end: Option<GameEnd>,
    /// A move of a synchro pair that the opponent does not see yet.
    pub(crate) withheld: Option<UpdatedGame>,
}

/// The smallest margin of a win, in discs.
const SMALLEST_WIN: f64 = 2.0;
/// The largest result, in discs.
const WIPE_OUT: f64 = 64.0;

impl LiveGame {
    pub(crate) fn new(start: Position, black: usize, clocks: [RunningClock; 2]) -> LiveGame {
        LiveGame {
            game: Game::from_position(start),
            moves: Vec::new(),
            clocks_before: Vec::new(),
            black,
            clocks,
            turn_began: None,
            charged_ms: [0; 2],
            komi: Komi::Unknown,
            bids: None,
            first_overtime: None,
            first_late_bidder: None,
            end: None,
            withheld: None,
        }
    }

    /// Returns the colour of a player.
    pub(crate) const fn color_of(&self, player: usize) -> Color {
        if player == self.black { Color::Black } else { Color::White }
    }

    /// Returns the player who has a colour.
    pub(crate) const fn player_of(&self, color: Color) -> usize {
        match color {
            Color::Black => self.black,
            Color::White => 1 - self.black,
        }
    }

    pub(crate) fn to_move(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// Starts the clock of the side to move.
    pub(crate) fn start_clock(&mut self, now: Duration) {
        if self.end.is_none() {
            self.turn_began = Some(now);
            self.charged_ms = [0; 2];
        }
    }

    /// Ends the turn of a clock, or what has passed of it when the server looks at the clock: it has
    /// used `used_ms` in all.
    pub(crate) fn end_turn(&mut self, index: usize, used_ms: i64) -> Flags {
        let more = (used_ms - self.charged_ms[index]).max(0);
        self.charged_ms[index] += more;
        let flags = self.clocks[index].end_turn(more);
        if flags.soft && self.bids.is_some() {
            self.first_late_bidder.get_or_insert(index);
        } else if flags.soft {
            self.first_overtime.get_or_insert(Color::ALL[index]);
        }
        flags
    }

    /// Returns the clocks that run, by their index.
    pub(crate) fn running(&self) -> Vec<usize> {
        match (self.turn_began, &self.bids) {
            (None, _) => Vec::new(),
            (Some(_), None) => vec![self.to_move().index()],
            (Some(_), Some(bids)) => (0..2).filter(|&player| bids[player].is_none()).collect(),
        }
    }

    /// Returns when the server looks at a running clock.
    pub(crate) fn alarm(&self, index: usize) -> Option<Duration> {
        let ms = self.charged_ms[index] + self.clocks[index].alarm_ms();
        Some(self.turn_began? + Duration::from_millis(u64::try_from(ms).unwrap_or(0)))
    }

    /// Returns the player whose clock this is.
    pub(crate) fn player_at(&self, index: usize) -> usize {
        if self.bids.is_some() { index } else { self.player_of(Color::ALL[index]) }
    }

    /// Takes the last move back, with the clocks before it.
    pub(crate) fn take_back(&mut self) {
        self.game.undo();
        self.moves.pop();
        if let Some(clocks) = self.clocks_before.pop() {
            self.clocks = clocks;
        }
    }

    /// Stops the game as it stands. A move that the opponent has not seen is not kept.
    pub(crate) fn freeze(&mut self, now: Duration) {
        if self.withheld.take().is_some() {
            self.take_back();
            self.end = None;
        } else if let (Some(began), None) = (self.turn_began, &self.bids) {
            let (used, index) =
                (now.saturating_sub(began).as_millis() as i64, self.to_move().index());
            self.clocks[index].subtract((used - self.charged_ms[index]).max(0));
        }
        self.turn_began = None;
    }

    /// Returns Black's result with the komi subtracted, if the game is over.
    ///
    /// Who ran out of main time first can win no game on the board; a resignation and the end of the extension
    /// count all the same.
    pub(crate) fn black_result(&self) -> Option<f64> {
        let komi = self.komi.discs();
        let loss_of = |color| if color == Color::Black { -WIPE_OUT } else { WIPE_OUT };
        Some(match self.end? {
            GameEnd::Resigned(color) | GameEnd::TimedOut(color) => loss_of(color) - komi,
            GameEnd::Board => {
                let discs = self.game.outcome().map_or(0, |outcome| outcome.result.value());
                let discs = f64::from(discs);
                match self.first_overtime {
                    None => discs - komi,
                    Some(Color::Black) => discs.min(next_even_below(komi)) - komi,
                    Some(Color::White) => discs.max(-next_even_below(-komi)) - komi,
                }
            }
        })
    }

    /// Returns the result from the point of view of a player.
    pub(crate) fn result_of(&self, player: usize) -> Option<f64> {
        let black = self.black_result()?;
        Some(if player == self.black { black } else { -black })
    }

    /// Returns the board as messages show it. `names` are by player.
    pub(crate) fn block(&self, names: &[String; 2]) -> BoardBlock {
        self.block_with(names, *self.game.position(), RunningClock::face)
    }

    /// Returns the board at the start, with the clocks that were agreed.
    pub(crate) fn start_block(&self, names: &[String; 2]) -> BoardBlock {
        self.block_with(names, *self.game.start(), RunningClock::start_face)
    }

    fn block_with(
        &self,
        names: &[String; 2],
        position: Position,
        face: impl Fn(&RunningClock) -> crate::ggs::ClockFace,
    ) -> BoardBlock {
        let seats = [0, 1].map(|index| SeatLine {
            name: names[self.player_at(index)].clone(),
            rating: RATING,
            clock: face(&self.clocks[index]),
        });
        BoardBlock { seats, is_bidding: self.bids.is_some(), position }
    }
}

/// Returns the best result on the board with which Black still loses against a komi.
fn next_even_below(komi: f64) -> f64 {
    ((komi / SMALLEST_WIN).ceil() - 1.0) * SMALLEST_WIN
}
