//! SGF, the smart game format, for Othello (`GM[2]`): <https://www.red-bean.com/sgf/>.
//!
//! ```text
//! (;FF[4]GM[2]SZ[8]PB[alice]PW[bob]AB[e4][d5]AW[d4][e5]PL[B];B[f5]C[remark];W[d6];B[c3])
//! ```
//!
//! Squares are written as `f5`, in either case. A pass is `PA` or an empty value. Without `AB`, `AW` and
//! `AE` a game begins at the standard start position; with them, on an empty board. The first line of the
//! tree is the game, all others are its variations. A variation that breaks the rules is left out from there
//! on. `V`, the value of a node from Black's view, is a move's evaluation; in variations it is skipped, and so
//! are properties that are not known.

use std::fmt::Write;

use willow_board::{Bitboard, Color, EndReason, Game, Move, Position, Square};

use crate::input_location::end_at;
use crate::property_tree::{
    self, GameTreeError, HUNDREDTHS, PropertySyntaxError, PropertyValue, THOUSANDTHS, TreeScanner,
    TreeToken, color_letter, number, rounded,
};
use crate::replay::{self, ReplayError};
use crate::{
    Branch, ErrorAt, MoveNote, RecordedEnding, RecordedGame, RecordedResult, VariationMove, cell,
};

/// Reads one game.
///
/// ```
/// let record = willow_records::sgf::parse("(;GM[2]PB[alice];B[F5];W[d6])").expect("it is a game");
/// assert_eq!(willow_records::transcript::write(&record.game), "f5d6");
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse(text: &str) -> Result<RecordedGame, ErrorAt<GameTreeError>> {
    let (read, end) = parse_at(text, 0)?;
    end_at(text, end, GameTreeError::TrailingText)?;
    Ok(read)
}

/// Reads the game that begins at a byte of a longer text. Also returns the offset after it.
pub(crate) fn parse_at(
    text: &str,
    offset: usize,
) -> Result<(RecordedGame, usize), ErrorAt<GameTreeError>> {
    let mut scanner = TreeScanner::new(text, offset);
    let mut reader = SgfReader::default();
    scanner.open()?;
    // Where each tree begins that is not closed yet.
    let mut trees = vec![reader.place()];
    let mut opened = offset;
    while let Some(&tree) = trees.last() {
        let token = scanner.token()?;
        if let TreeToken::Value(property) = token {
            // A variation has no type of game: another game begins, so that this one was cut off.
            if 1 < trees.len() && property.name == "GM" {
                let error = PropertySyntaxError::UnexpectedEnd.into();
                return Err(ErrorAt { offset: opened, error });
            }
            reader.read(property)?;
            continue;
        }
        reader.end_node(scanner.offset)?;
        match token {
            TreeToken::Open => {
                trees.push(reader.place());
                opened = scanner.offset - 1;
            }
            TreeToken::Close => {
                trees.pop();
                reader.go_to(tree);
            }
            TreeToken::Node | TreeToken::Value(_) => {}
        }
    }
    Ok((reader.finish(), scanner.offset))
}

/// A game that is being read.
#[derive(Default)]
struct SgfReader {
    record: RecordedGame,
    result: Option<RecordedResult>,
    setup: StartSetup,
    node: SgfNode,
    line: TreeLine,
}

/// The line that is being read.
#[derive(Clone, Copy, Default)]
enum TreeLine {
    /// The first one of the tree, which is the game. It ends where its tree ends.
    #[default]
    Main,
    /// A variation, from this position on; `None` if what follows is left out.
    Variation(Option<Branch>),
}

/// A start position that is being set up.
#[derive(Default)]
struct StartSetup {
    /// The discs by colour, if any square was set.
    discs: Option<[Bitboard; 2]>,
    side_to_move: Option<Color>,
}

/// The node that is being read.
#[derive(Default)]
struct SgfNode {
    /// The ply that was played in it, and who played it.
    played: Option<(usize, Color)>,
    /// Its value from Black's view.
    value: Option<f64>,
    /// The remarks that stand before its move, or without one.
    comment: String,
    /// Whether a move of a variation was played in it.
    is_variation_move: bool,
}

impl SgfReader {
    /// Returns the position to which the last move has led; `None` if what follows is left out.
    fn place(&self) -> Option<Branch> {
        match self.line {
            TreeLine::Main => Some(Branch::Game(self.record.game.n_plies())),
            TreeLine::Variation(branch) => branch,
        }
    }

    /// Ends a line, and goes on with variations of a position.
    fn go_to(&mut self, place: Option<Branch>) {
        if matches!(self.line, TreeLine::Main) && self.record.game.n_plies() == 0 {
            self.record.game = self.setup.game(Color::Black);
        }
        self.line = TreeLine::Variation(place);
    }

    fn read(&mut self, property: PropertyValue<'_>) -> Result<(), ErrorAt<GameTreeError>> {
        match self.line {
            TreeLine::Main => self.read_main(property),
            TreeLine::Variation(None) => Ok(()),
            TreeLine::Variation(Some(branch)) => self.read_variation(branch, property),
        }
    }

    fn read_variation(
        &mut self,
        branch: Branch,
        property: PropertyValue<'_>,
    ) -> Result<(), ErrorAt<GameTreeError>> {
        match property.name {
            "B" => self.play_variation(branch, Color::Black, property),
            "W" => self.play_variation(branch, Color::White, property),
            "C" | "GC" => self.comment(property),
            _ => Ok(()),
        }
    }

    /// Plays a move of a variation. If it breaks the rules, the rest of the line is left out.
    fn play_variation(
        &mut self,
        branch: Branch,
        mover: Color,
        property: PropertyValue<'_>,
    ) -> Result<(), ErrorAt<GameTreeError>> {
        let RecordedGame { game, variations, .. } = &mut self.record;
        let position = variations.position(game, branch);
        let mv = parse_move(property).ok();
        if mv == Some(Move::Pass) && position.is_some_and(Position::is_game_over) {
            return Ok(());
        }
        let expected = position.zip(mv).map(|(position, mv)| replay::mover(position, mv));
        let mv = mv.filter(|_| expected == Some(mover));
        let played = mv.and_then(|mv| variations.play(game, branch, mv).ok());
        self.line = TreeLine::Variation(played);
        let comment = std::mem::take(&mut self.node.comment);
        let Some(played) = played else {
            variations.leave_out();
            return Ok(());
        };
        self.node.is_variation_move = true;
        self.record.add_comment_at(played, &comment).map_err(|error| property.at(error.into()))
    }

    fn read_main(&mut self, property: PropertyValue<'_>) -> Result<(), ErrorAt<GameTreeError>> {
        let at = |error| property.at(error);
        let record = &mut self.record;
        let [black, white] = &mut record.players;
        match property.name {
            "GM" if property.trimmed() != "2" => return Err(at(GameTreeError::NotOthello)),
            "SZ" => match property.trimmed().parse() {
                Ok(8) => {}
                Ok(size) => return Err(at(GameTreeError::BoardSize { size })),
                Err(_) => return Err(at(GameTreeError::Number)),
            },
            "PB" => black.name = property.text(),
            "PW" => white.name = property.text(),
            "BR" => black.rating = number(property.value, HUNDREDTHS),
            "WR" => white.rating = number(property.value, HUNDREDTHS),
            "EV" => record.event = property.text(),
            "PC" => record.place = property.text(),
            "DT" => record.date = property.text(),
            "TM" | "OT" => {
                black.clock = property.text();
                white.clock.clone_from(&black.clock);
            }
            "RE" => self.result = parse_result(property.trimmed()).map_err(at)?,
            "AB" => self.set_up(Some(Color::Black), property)?,
            "AW" => self.set_up(Some(Color::White), property)?,
            "AE" => self.set_up(None, property)?,
            "PL" => self.setup.side_to_move = Some(parse_color(property.trimmed()).map_err(at)?),
            "B" => self.play(Color::Black, property)?,
            "W" => self.play(Color::White, property)?,
            "V" => {
                self.node.value =
                    Some(number(property.value, HUNDREDTHS).ok_or(at(GameTreeError::Number))?);
                self.note_value();
            }
            "C" | "GC" => self.comment(property)?,
            _ => {}
        }
        Ok(())
    }

    /// Puts discs of a colour, or none, on the squares of a value.
    fn set_up(
        &mut self,
        color: Option<Color>,
        property: PropertyValue<'_>,
    ) -> Result<(), ErrorAt<GameTreeError>> {
        if self.record.game.n_plies() != 0 {
            return Err(property.at(GameTreeError::LateStart));
        }
        let squares =
            rectangle(property.trimmed()).ok_or(property.at(GameTreeError::Square))?.bits();
        let discs = self.setup.discs.get_or_insert_default();
        for (index, own) in discs.iter_mut().enumerate() {
            let is_own = color.is_some_and(|color| color.index() == index);
            let bits = own.bits() & !squares | if is_own { squares } else { 0 };
            *own = Bitboard::from_bits(bits);
        }
        Ok(())
    }

    fn play(
        &mut self,
        mover: Color,
        property: PropertyValue<'_>,
    ) -> Result<(), ErrorAt<GameTreeError>> {
        let at = |error: ReplayError| property.at(error.into());
        let mv = parse_move(property).map_err(at)?;
        if self.record.game.n_plies() == 0 {
            self.record.game = self.setup.game(mover);
        }
        let ply = self.record.game.n_plies();
        replay::play_by(&mut self.record.game, mover, mv).map_err(at)?;
        if ply < self.record.game.n_plies() {
            self.node.played = Some((self.record.game.n_plies() - 1, mover));
            self.note_value();
            let comment = std::mem::take(&mut self.node.comment);
            self.record.add_comment(&comment).map_err(|error| property.at(error.into()))?;
        }
        Ok(())
    }

    /// Notes the value of the node with its move, when both are known.
    fn note_value(&mut self) {
        if let (Some((ply, mover)), Some(value)) = (self.node.played, self.node.value) {
            let comment = self.record.note(ply).map_or_else(String::new, |n| n.comment.clone());
            let eval = Some(if mover == Color::Black { value } else { -value });
            self.record.set_note(ply, MoveNote { eval, time: None, comment });
        }
    }

    fn comment(&mut self, property: PropertyValue<'_>) -> Result<(), ErrorAt<GameTreeError>> {
        let text = property.text();
        let is_played = self.node.played.is_some() || self.node.is_variation_move;
        let added = match self.place() {
            Some(place) if is_played => self.record.add_comment_at(place, &text),
            _ => property_tree::append(&mut self.node.comment, &text),
        };
        added.map_err(|error| property.at(error.into()))
    }

    /// Ends a node. Remarks of a node without a move belong to the move before.
    fn end_node(&mut self, offset: usize) -> Result<(), ErrorAt<GameTreeError>> {
        let node = std::mem::take(&mut self.node);
        let Some(place) = self.place() else { return Ok(()) };
        self.record
            .add_comment_at(place, &node.comment)
            .map_err(|error| ErrorAt { offset, error: error.into() })
    }

    fn finish(mut self) -> RecordedGame {
        self.add_margin();
        self.record.conclude(self.result);
        self.record
    }

    /// Gives the result the margin that `B+T` leaves out if the game was played to its end.
    fn add_margin(&mut self) {
        let game = &mut self.record.game;
        if let Some(result) = &mut self.result
            && result.ending == RecordedEnding::TimedOut
            && game.is_over()
        {
            let late = if result.score < 0.0 { Color::Black } else { Color::White };
            game.end(EndReason::Overtime(late));
            if let Some(outcome) = game.outcome() {
                result.score = f64::from(outcome.result.value());
            }
        }
    }
}

impl StartSetup {
    /// Returns a game without moves from this start; `first` is to move if the start does not say.
    fn game(&self, first: Color) -> Game {
        let standard = Color::ALL.map(|color| Position::START.discs(color));
        let discs = self.discs.unwrap_or(standard);
        Game::from_position(cell::position(discs, self.side_to_move.unwrap_or(first)))
    }
}

fn parse_move(property: PropertyValue<'_>) -> Result<Move, ReplayError> {
    match property.trimmed() {
        "" => Ok(Move::Pass),
        name => {
            point(name).map(Move::Place).or_else(|| name.parse().ok()).ok_or(ReplayError::NotAMove)
        }
    }
}

/// Reads a square: `d3`, or `df` as GoGui writes it, which saves every game as one of Go: there the first row is at
/// the bottom, and letters count from the top.
fn point(name: &str) -> Option<Square> {
    if let Ok(square) = name.parse() {
        return Some(square);
    }
    let &[column, row] = name.as_bytes() else { return None };
    let from_a = |letter: u8| letter.to_ascii_lowercase().checked_sub(b'a').map(u32::from);
    Square::from_coords(from_a(column)?, 7_u32.checked_sub(from_a(row)?)?)
}

/// Returns the squares of `f5` or `c3:f5`.
fn rectangle(text: &str) -> Option<Bitboard> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let (from, to) = (point(from)?, point(to)?);
    let (first, last) = (from.row().min(to.row()), from.row().max(to.row()));
    let inside = |square: &Square| {
        (from.column()..=to.column()).contains(&square.column())
            && (first..=last).contains(&square.row())
    };
    let squares = Square::ALL.into_iter().filter(inside);
    Some(squares.fold(Bitboard::EMPTY, Bitboard::with))
}

fn parse_color(text: &str) -> Result<Color, GameTreeError> {
    match text {
        "1" => Ok(Color::Black),
        "2" => Ok(Color::White),
        name => name.parse().map_err(|_| GameTreeError::Color),
    }
}

/// Reads `B+12`, `W+R` and the like. A winner without a score gives no result.
fn parse_result(text: &str) -> Result<Option<RecordedResult>, GameTreeError> {
    let (winner, margin) = match text.split_once('+') {
        Some((winner, margin)) => (parse_color(winner).map_err(|_| GameTreeError::Result)?, margin),
        None => return parse_draw(text),
    };
    let (score, ending) = match margin.to_ascii_lowercase().as_str() {
        "" => return Ok(None),
        "r" | "resign" => (64.0, RecordedEnding::Resigned),
        "t" | "time" => (64.0, RecordedEnding::TimedOut),
        "f" | "forfeit" => (64.0, RecordedEnding::Forfeited),
        score => (number(score, THOUSANDTHS).ok_or(GameTreeError::Result)?, RecordedEnding::Board),
    };
    let score = if winner == Color::Black { score } else { -score };
    Ok(Some(RecordedResult { score, ending }))
}

fn parse_draw(text: &str) -> Result<Option<RecordedResult>, GameTreeError> {
    match text.to_ascii_lowercase().as_str() {
        "0" | "draw" => Ok(Some(RecordedResult { score: 0.0, ending: RecordedEnding::Board })),
        "" | "?" | "void" => Ok(None),
        _ => Err(GameTreeError::Result),
    }
}

/// Writes one game with its variations, without an end of line.
pub fn write(record: &RecordedGame) -> String {
    let mut out = String::from("(;FF[4]GM[2]SZ[8]CA[UTF-8]");
    write_header(&mut out, record);
    write_start(&mut out, record.game.start());
    property_tree::write_text(&mut out, "C", &record.comment);
    write_tree(&mut out, record);
    out.push(')');
    out
}

/// A line that is still to be written, or what stands around it.
#[derive(Clone, Copy)]
enum Part {
    Text(&'static str),
    /// The line that begins with the move of the game at this ply.
    Game(usize),
    /// The line that begins with this move of the variations.
    Variation(usize),
}

/// Writes the moves. Where lines differ, each of them stands in parentheses, the game first.
fn write_tree(out: &mut String, record: &RecordedGame) {
    let children = children(record);
    // A stack and no recursion: variations may be nested deeply.
    let mut left = Vec::new();
    push_lines(&mut left, record, &children, Branch::Game(0));
    while let Some(part) = left.pop() {
        let branch = match part {
            Part::Text(text) => {
                out.push_str(text);
                continue;
            }
            Part::Game(ply) => {
                write_game_move(out, record, ply);
                Branch::Game(ply + 1)
            }
            Part::Variation(index) => {
                write_variation_move(out, record, index);
                Branch::Variation(index)
            }
        };
        push_lines(&mut left, record, &children, branch);
    }
}

/// Returns the moves of variations by the [`place`] of the position in which they are played.
fn children(record: &RecordedGame) -> Vec<Vec<usize>> {
    let moves = record.variations.moves();
    let mut children = vec![Vec::new(); record.game.n_plies() + 1 + moves.len()];
    for (index, mv) in moves.iter().enumerate() {
        if let Some(others) = children.get_mut(place(record, mv.after)) {
            others.push(index);
        }
    }
    children
}

/// Returns the place of a position: those of the game come first.
fn place(record: &RecordedGame, branch: Branch) -> usize {
    match branch {
        Branch::Game(ply) => ply,
        Branch::Variation(index) => record.game.n_plies() + 1 + index,
    }
}

/// Puts the lines that follow a position on the stack, the first one on its top.
fn push_lines(
    left: &mut Vec<Part>,
    record: &RecordedGame,
    children: &[Vec<usize>],
    branch: Branch,
) {
    let variations = children.get(place(record, branch)).map_or(&[][..], Vec::as_slice);
    let n_plies = record.game.n_plies();
    let game = match branch {
        Branch::Game(ply) if ply < n_plies => Some(Part::Game(ply)),
        // The game ends here: an empty line keeps its place as the first one.
        Branch::Game(_) if !variations.is_empty() => Some(Part::Text(";")),
        Branch::Game(_) | Branch::Variation(_) => None,
    };
    let lines: Vec<Part> =
        game.into_iter().chain(variations.iter().map(|&index| Part::Variation(index))).collect();
    if let [only] = lines[..] {
        return left.push(only);
    }
    for &line in lines.iter().rev() {
        left.extend([Part::Text(")"), line, Part::Text("(")]);
    }
}

fn write_header(out: &mut String, record: &RecordedGame) {
    let mut text = |name, value: &str| property_tree::write_text(out, name, value);
    let [black, white] = &record.players;
    text("PB", &black.name);
    text("PW", &white.name);
    text("BR", &property_tree::rating(black.rating));
    text("WR", &property_tree::rating(white.rating));
    text("EV", &record.event);
    text("PC", &record.place);
    text("DT", &record.date);
    let clock = if black.clock.is_empty() { &white.clock } else { &black.clock };
    // The standard wants seconds in `TM`; all else is the text of `OT`.
    text(if number(clock, THOUSANDTHS).is_some() { "TM" } else { "OT" }, clock);
    text("RE", &record.result.map_or_else(String::new, written_result));
}

fn written_result(result: RecordedResult) -> String {
    let score = rounded(result.score, THOUSANDTHS).unwrap_or_default();
    if score == 0.0 {
        return "0".to_owned();
    }
    let winner = if score < 0.0 { Color::White } else { Color::Black };
    let margin = match result.ending {
        RecordedEnding::Board | RecordedEnding::Agreed => score.abs().to_string(),
        RecordedEnding::Resigned => "R".to_owned(),
        RecordedEnding::TimedOut => "T".to_owned(),
        RecordedEnding::Forfeited => "F".to_owned(),
    };
    format!("{}+{margin}", color_letter(winner))
}

fn write_start(out: &mut String, start: &Position) {
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let discs = start.discs(color);
        if !discs.is_empty() {
            out.push_str(name);
        }
        for square in discs.squares() {
            let _ = write!(out, "[{square}]");
        }
    }
    if start.board().occupied().is_empty() {
        out.push_str("AE[a1:h8]");
    }
    let _ = write!(out, "PL[{}]", color_letter(start.side_to_move()));
}

fn write_game_move(out: &mut String, record: &RecordedGame, ply: usize) {
    let mover = record.game.position_at(ply).map_or(Color::Black, Position::side_to_move);
    let Some(mv) = record.game.moves().nth(ply) else { return };
    write_move(out, mover, mv);
    let Some(note) = record.note(ply) else { return };
    if let Some(eval) = note.eval.and_then(|eval| rounded(eval, HUNDREDTHS)) {
        let value = if mover == Color::Black { eval } else { -eval };
        let _ = write!(out, "V[{value}]");
    }
    property_tree::write_text(out, "C", &note.comment);
}

fn write_variation_move(out: &mut String, record: &RecordedGame, index: usize) {
    let RecordedGame { game, variations, .. } = record;
    let Some(VariationMove { after, mv, comment, .. }) = variations.moves().get(index) else {
        return;
    };
    let position = variations.position(game, *after);
    write_move(out, position.map_or(Color::Black, Position::side_to_move), *mv);
    property_tree::write_text(out, "C", comment);
}

fn write_move(out: &mut String, mover: Color, mv: Move) {
    let name = mv.square().map_or_else(|| "PA".to_owned(), |square| square.to_string());
    let _ = write!(out, ";{}[{name}]", color_letter(mover));
}

#[cfg(test)]
mod tests;
