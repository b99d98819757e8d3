//! Curves of games, for figures.

use willow_board::{Color, Game, Position};

use crate::figure::{Drawing, Figure, FigureLine};

/// A curve: the number of turns, passes among them, and a value of the position.
pub(super) type Curve = Vec<(f64, f64)>;

/// Returns a figure of curves with their names, over the turns.
pub(super) fn line_figure(
    name: &'static str,
    title: &'static str,
    y: &'static str,
    lines: impl IntoIterator<Item = (String, Curve)>,
) -> Figure {
    let lines = lines.into_iter().map(|(name, points)| FigureLine { name, points });
    Figure { name, title, x: "turn", y, drawing: Drawing::Lines(lines.collect()) }
}

fn curve(game: &Game, value: impl Fn(&Position) -> f64) -> Curve {
    let positions = (0..=game.n_plies()).map_while(|ply| game.position_at(ply));
    (0..).zip(positions).map(|(turn, position)| (f64::from(turn), value(position))).collect()
}

/// Returns a colour's discs less the other's after each move.
pub(super) fn disc_differences(game: &Game, color: Color) -> Curve {
    curve(game, |position| {
        let discs = |color| f64::from(position.discs(color).count());
        discs(color) - discs(!color)
    })
}

/// Returns a colour's number of legal moves less the other's after each move.
pub(super) fn mobility_differences(game: &Game, color: Color) -> Curve {
    curve(game, |position| {
        let board = position.board();
        let own = f64::from(board.legal_moves().count());
        let other = f64::from(board.pass().legal_moves().count());
        if position.side_to_move() == color { own - other } else { other - own }
    })
}
