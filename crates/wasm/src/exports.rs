//! What JavaScript calls. `web/src/rules/module.ts` makes plain objects of these types.

use wasm_bindgen::prelude::wasm_bindgen;
use willow_board::{Color, Game, Move, Position, Square};
use willow_records::GameOrPosition;

use crate::problem::Problem;
use crate::{flip_order, input, set_up, text};

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[wasm_bindgen(getter_with_clone)]
pub struct Played {
    /// The position after the move: 64 cells, a blank and the side to move.
    #[wasm_bindgen(readonly)]
    pub position: String,
    /// The squares whose discs the move flipped, direction by direction, the nearest first.
    #[wasm_bindgen(readonly)]
    pub flipped: Vec<String>,
}

/// A game up to one of its plies.
#[derive(Clone, Debug, PartialEq, Eq)]
#[wasm_bindgen(getter_with_clone)]
pub struct Replayed {
    /// The position after the ply.
    #[wasm_bindgen(readonly)]
    pub position: String,
    /// The squares whose discs the last move flipped.
    #[wasm_bindgen(readonly)]
    pub flipped: Vec<String>,
    /// All moves of the game, passes as `pass`.
    #[wasm_bindgen(readonly)]
    pub moves: Vec<String>,
    /// The number of plies played.
    #[wasm_bindgen(readonly)]
    pub ply: u32,
    /// The move that led to the position, if it is not the start.
    #[wasm_bindgen(readonly, js_name = lastMove)]
    pub last_move: Option<String>,
    /// The legal moves of the side to move.
    #[wasm_bindgen(readonly)]
    pub legal: Vec<String>,
    /// Whether the side to move has no move, but the other side has one.
    #[wasm_bindgen(readonly, js_name = mustPass)]
    pub must_pass: bool,
    /// Whether neither side can move.
    #[wasm_bindgen(readonly, js_name = isOver)]
    pub is_over: bool,
}

/// A game or a position of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[wasm_bindgen(getter_with_clone)]
pub struct ReadEntry {
    /// Whether it is a game. A position has no moves and no names.
    #[wasm_bindgen(readonly, js_name = isGame)]
    pub is_game: bool,
    /// The position at the start.
    #[wasm_bindgen(readonly)]
    pub start: String,
    /// The moves, passes as `pass`.
    #[wasm_bindgen(readonly)]
    pub moves: Vec<String>,
    /// The position after the last move.
    #[wasm_bindgen(readonly)]
    pub position: String,
    /// The name of Black's player, or nothing.
    #[wasm_bindgen(readonly)]
    pub black: String,
    /// The name of White's player, or nothing.
    #[wasm_bindgen(readonly)]
    pub white: String,
}

/// Returns the legal moves of the side to move, from a1 to h8.
///
/// # Errors
/// The text must be a position.
#[wasm_bindgen(js_name = legalMoves)]
pub fn legal_moves(position: &str) -> Result<Vec<String>, Problem> {
    Ok(legal(&input::position(position)?))
}

/// Returns a subset of the stable discs of both sides, a1 to h8.
///
/// # Errors
/// The text must be a position.
#[wasm_bindgen(js_name = stableDiscs)]
pub fn stable_discs(position: &str) -> Result<Vec<String>, Problem> {
    let board = *input::position(position)?.board();
    let stable = board.stable_discs() | board.pass().stable_discs();
    Ok(names(stable.squares()))
}

/// Reports whether the side to move has no move, but the other side has one.
///
/// # Errors
/// The text must be a position.
#[wasm_bindgen(js_name = mustPass)]
pub fn must_pass(position: &str) -> Result<bool, Problem> {
    Ok(input::position(position)?.must_pass())
}

/// Reports whether neither side can move.
///
/// # Errors
/// The text must be a position.
#[wasm_bindgen(js_name = isOver)]
pub fn is_over(position: &str) -> Result<bool, Problem> {
    Ok(input::position(position)?.is_game_over())
}

/// Returns the squares whose discs a move turns, direction by direction, the nearest first. None if the
/// move is not legal.
///
/// # Errors
/// The texts must be a position and a square.
#[wasm_bindgen]
pub fn flips(position: &str, square: &str) -> Result<Vec<String>, Problem> {
    let position = input::position(position)?;
    Ok(names(flip_order::flips(position.board(), input::square(square)?)))
}

/// Plays a move: a square, or `pass`.
///
/// # Errors
/// The move must be legal in the position.
#[wasm_bindgen]
pub fn play(position: &str, mv: &str) -> Result<Played, Problem> {
    let before = input::position(position)?;
    let mv: Move = mv.parse().map_err(|error| Problem::new("not-a-move", error))?;
    let after = before.play(mv).map_err(|error| Problem::new("illegal-move", error))?;
    Ok(Played { position: after.to_string(), flipped: flipped(&before, mv) })
}

/// Plays moves from a start, the usual one unless it is named, up to a ply, the last one unless it is
/// named. Passes may be left out.
///
/// # Errors
/// Every move must be legal, also behind the ply.
#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands texts over")]
pub fn replay(
    start: Option<String>,
    moves: Vec<String>,
    ply: Option<u32>,
) -> Result<Replayed, Problem> {
    let game = input::game(start.as_deref(), &moves)?;
    let ply = ply.map_or(game.n_plies(), |ply| game.n_plies().min(ply as usize));
    let position = game.position_at(ply).expect("the ply is not behind the last one");
    let last = ply.checked_sub(1).and_then(|last| Some((game.position_at(last)?, last)));
    let last = last.and_then(|(before, last)| Some((before, game.moves().nth(last)?)));
    Ok(Replayed {
        position: position.to_string(),
        flipped: last.map(|(before, mv)| flipped(before, mv)).unwrap_or_default(),
        moves: moves_of(&game),
        ply: ply as u32,
        last_move: last.map(|(_, mv)| mv.to_string()),
        legal: legal(position),
        must_pass: position.must_pass(),
        is_over: position.is_game_over(),
    })
}

/// Reads all games and positions of a text, in any format.
///
/// # Errors
/// The first mistake, with its place.
#[wasm_bindgen]
pub fn read(text: &str) -> Result<Vec<ReadEntry>, Problem> {
    Ok(text::read(text)?.into_iter().map(entry).collect())
}

/// Writes a game, or its last position if the format holds positions.
///
/// # Errors
/// Every move must be legal, and the format must be able to hold the game.
#[wasm_bindgen]
#[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands texts over")]
pub fn write(
    start: Option<String>,
    moves: Vec<String>,
    black: String,
    white: String,
    format: &str,
) -> Result<String, Problem> {
    text::write(input::game(start.as_deref(), &moves)?, [black, white], format)
}

/// Returns what is unusual about a position that somebody has set up: `over`, `must-pass`,
/// `empty-centre`, `apart`.
///
/// # Errors
/// The text must be a position.
#[wasm_bindgen(js_name = setUpRemarks)]
pub fn set_up_remarks(position: &str) -> Result<Vec<String>, Problem> {
    let remarks = set_up::remarks(&input::position(position)?);
    Ok(remarks.into_iter().map(ToOwned::to_owned).collect())
}

fn entry(item: GameOrPosition) -> ReadEntry {
    let is_game = matches!(item, GameOrPosition::Game(_));
    let record = item.into_record();
    let [black, white] = Color::ALL.map(|color| record.players[color.index()].name.clone());
    ReadEntry {
        is_game,
        start: record.game.start().to_string(),
        moves: moves_of(&record.game),
        position: record.game.position().to_string(),
        black,
        white,
    }
}

fn legal(position: &Position) -> Vec<String> {
    names(position.legal_moves().squares())
}

fn flipped(before: &Position, mv: Move) -> Vec<String> {
    names(mv.square().into_iter().flat_map(|square| flip_order::flips(before.board(), square)))
}

fn moves_of(game: &Game) -> Vec<String> {
    game.moves().map(|mv| mv.to_string()).collect()
}

fn names(squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_makes_its_neighbours_stable() {
        let discs = format!("XX{}O X", "-".repeat(61));
        assert_eq!(stable_discs(&discs).unwrap(), ["a1", "b1", "h8"]);
        assert_eq!(stable_discs(START).unwrap(), [] as [&str; 0]);
    }

    const START: &str = "---------------------------OX------XO--------------------------- X";

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(ToOwned::to_owned).collect()
    }

    #[test]
    fn a_position_is_asked_for_its_moves() {
        assert_eq!(legal_moves(START).unwrap(), ["d3", "c4", "f5", "e6"]);
        assert_eq!(flips(START, "f5").unwrap(), ["e5"]);
        assert!(flips(START, "a1").unwrap().is_empty());
        assert_eq!((must_pass(START), is_over(START)), (Ok(false), Ok(false)));
        let played = play(START, "f5").unwrap();
        assert_eq!((played.flipped, &played.position[64..]), (moves("e5"), " O"));
    }

    #[test]
    fn mistakes_have_kinds() {
        let kind = |problem: Problem| problem.problem;
        assert_eq!(kind(legal_moves("XO X").unwrap_err()), "not-a-position");
        assert_eq!(kind(flips(START, "z9").unwrap_err()), "not-a-move");
        assert_eq!(kind(play(START, "a1").unwrap_err()), "illegal-move");
        assert_eq!(kind(play(START, "pass").unwrap_err()), "illegal-move");
        let problem = replay(None, moves("f5 d6 a1"), None).unwrap_err();
        assert_eq!(problem.message, "move 3, a1: a1 flips no disc");
    }

    #[test]
    fn a_game_is_replayed_to_a_ply() {
        let at = |ply| replay(None, moves("f5 d6 c3"), ply).unwrap();
        assert_eq!((at(None).ply, at(Some(99)).ply), (3, 3));
        let first = at(Some(1));
        assert_eq!(first.last_move.as_deref(), Some("f5"));
        assert_eq!((first.flipped, first.moves.len()), (moves("e5"), 3));
        let start = at(Some(0));
        assert_eq!((start.position.as_str(), start.last_move), (START, None));
        assert_eq!(start.legal.len(), 4);
    }

    #[test]
    fn a_text_becomes_games_and_positions() {
        let all = read(&format!("{START}\nf5d6c3")).unwrap();
        assert_eq!(all.iter().map(|entry| entry.is_game).collect::<Vec<_>>(), [false, true]);
        assert_eq!((all[0].position.as_str(), all[1].start.as_str()), (START, START));
        assert_eq!(all[1].moves, ["f5", "d6", "c3"]);
    }

    #[test]
    fn a_set_up_position_is_judged() {
        assert_eq!(set_up_remarks(START), Ok(Vec::new()));
        assert_eq!(set_up_remarks(&format!("{} X", "-".repeat(64))).unwrap()[0], "over");
    }
}
