//! The tree as a picture: squares maximize, circles minimize, as in textbooks.

use std::io;

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawn::DrawnNode;
use crate::error::CliError;

/// The distance of neighbouring leaves and of plies, and the free space around, in pixels.
const LEAF_DISTANCE: i32 = 72;
const PLY_DISTANCE: i32 = 96;
const MARGIN: i32 = 56;
/// Half the width of a node.
const RADIUS: i32 = 24;
/// A colour for people with any colour vision (Okabe and Ito, 2008).
const BLUE: RGBColor = RGBColor(0, 114, 178);
const GREY: RGBColor = RGBColor(110, 110, 110);

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type DrawResult<T> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// A node with its place in the picture. Branches that were cut off are places without a node.
struct Placed<'a> {
    node: Option<&'a DrawnNode>,
    label: &'a str,
    at: (i32, i32),
    children: Vec<Placed<'a>>,
}

/// Returns the picture.
///
/// # Errors
/// The drawing library's.
pub(super) fn picture(root: &DrawnNode) -> Result<String, CliError> {
    let mut text = String::new();
    draw(root, &mut text)
        .map_err(|error| CliError::failed(format!("cannot draw the tree: {error}")))?;
    Ok(text)
}

fn draw(root: &DrawnNode, text: &mut String) -> DrawResult<()> {
    let mut n_leaves = 0;
    let placed = place(root, 0, &mut n_leaves);
    let width = 2 * MARGIN + LEAF_DISTANCE * (n_leaves - 1).max(1);
    let height = 2 * MARGIN + PLY_DISTANCE * plies(&placed);
    let area = SVGBackend::with_string(text, (width as u32, height as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    draw_branches(&area, &placed)?;
    draw_nodes(&area, &placed)?;
    area.present()
}

/// Places the leaves side by side and every other node above the middle of its children.
fn place<'a>(node: &'a DrawnNode, ply: i32, n_leaves: &mut i32) -> Placed<'a> {
    let mut children: Vec<Placed<'a>> =
        node.children.iter().map(|child| place(child, ply + 1, n_leaves)).collect();
    for label in &node.cut_off {
        let at = leaf_place(ply + 1, n_leaves);
        children.push(Placed { node: None, label, at, children: Vec::new() });
    }
    let at = match (children.first(), children.last()) {
        (Some(first), Some(last)) => (i32::midpoint(first.at.0, last.at.0), height_of(ply)),
        _ => leaf_place(ply, n_leaves),
    };
    Placed { node: Some(node), label: &node.label, at, children }
}

fn leaf_place(ply: i32, n_leaves: &mut i32) -> (i32, i32) {
    let x = MARGIN + LEAF_DISTANCE * *n_leaves;
    *n_leaves += 1;
    (x, height_of(ply))
}

const fn height_of(ply: i32) -> i32 {
    MARGIN + PLY_DISTANCE * ply
}

fn plies(placed: &Placed<'_>) -> i32 {
    placed.children.iter().map(|child| 1 + plies(child)).max().unwrap_or(0)
}

/// Draws the lines to the children: thick to the best one, short to those that were cut off.
fn draw_branches(area: &Area<'_>, placed: &Placed<'_>) -> DrawResult<()> {
    for (index, child) in placed.children.iter().enumerate() {
        let is_best = placed.node.is_some_and(|node| node.best == Some(index));
        let style = match (child.node, is_best) {
            (None, _) => GREY.stroke_width(1),
            (Some(_), true) => BLUE.stroke_width(4),
            (Some(_), false) => BLACK.stroke_width(1),
        };
        area.draw(&PathElement::new([placed.at, child.at], style))?;
        let middle =
            (i32::midpoint(placed.at.0, child.at.0), i32::midpoint(placed.at.1, child.at.1));
        // The line ends where the label begins.
        let half = (4 * child.label.chars().count() as i32 + 2, 8);
        let corners =
            [(middle.0 - half.0, middle.1 - half.1), (middle.0 + half.0, middle.1 + half.1)];
        area.draw(&Rectangle::new(corners, WHITE.filled()))?;
        label(area, child.label, middle, GREY)?;
        draw_branches(area, child)?;
    }
    Ok(())
}

fn draw_nodes(area: &Area<'_>, placed: &Placed<'_>) -> DrawResult<()> {
    let (x, y) = placed.at;
    match placed.node {
        None => label(area, "?", (x, y + 8), GREY)?,
        Some(node) => {
            let (around, inside) = (BLACK.stroke_width(1), WHITE.filled());
            if node.maximizes {
                let corners = [(x - RADIUS, y - RADIUS), (x + RADIUS, y + RADIUS)];
                area.draw(&Rectangle::new(corners, inside))?;
                area.draw(&Rectangle::new(corners, around))?;
            } else {
                area.draw(&Circle::new((x, y), RADIUS, inside))?;
                area.draw(&Circle::new((x, y), RADIUS, around))?;
            }
            label(area, &format!("{}{}", node.sign, node.value), (x, y), BLACK)?;
            if let (Some((alpha, beta)), false) = (node.window, node.children.is_empty()) {
                let window = format!("{} … {}", alpha.as_end(), beta.as_end());
                label(area, &window, (x, y - RADIUS - 8), GREY)?;
            }
        }
    }
    placed.children.iter().try_for_each(|child| draw_nodes(area, child))
}

fn label(area: &Area<'_>, text: &str, at: (i32, i32), color: RGBColor) -> DrawResult<()> {
    let style = ("sans-serif", 12).into_font().color(&color);
    let style = style.pos(Pos::new(HPos::Center, VPos::Center));
    area.draw(&Text::new(text.to_owned(), at, style))
}
