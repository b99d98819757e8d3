//! Boards, drawn in text.

use willow_board::{Color, Position, Square};

/// Draws a position: `X` Black, `O` White, `.` a legal move of the side to move. After the end of a game nobody is to
/// move.
pub(super) fn draw(position: &Position, to_move: Option<Color>) -> Vec<String> {
    let header = "    a b c d e f g h".to_owned();
    let legal = position.legal_moves();
    let cell = |square: Square| match position.disc_at(square) {
        Some(color) => color.letter(),
        None if to_move.is_some() && legal.contains(square) => '.',
        None => '-',
    };
    let rows = Square::ALL.chunks(8).enumerate().map(|(row, squares)| {
        let cells: Vec<String> = squares.iter().map(|&square| cell(square).to_string()).collect();
        format!("  {} {} {}", row + 1, cells.join(" "), row + 1)
    });
    let mut lines = vec![header.clone()];
    lines.extend(rows);
    lines.push(header);
    let count = |color: Color| position.discs(color).count();
    let (black, white) = (count(Color::Black), count(Color::White));
    let to_move = to_move.map(|color| format!(", {color} to move")).unwrap_or_default();
    lines.push(format!("  X Black {black}, O White {white}{to_move}"));
    lines
}
