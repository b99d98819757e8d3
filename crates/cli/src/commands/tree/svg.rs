//! The tree as a picture: squares maximize, circles minimize, as in textbooks.

use std::io;

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::drawn::DrawnNode;
use crate::error::CliError;

/// The free space between neighbouring leaves and between plies, in pixels.
const LEAF_SPACE: i32 = 24;
const PLY_SPACE: i32 = 56;
/// The least half of the width of a node.
const LEAST_RADIUS: i32 = 24;
/// The height of a line of text, and half the width of a character.
const LINE: i32 = 14;
const HALF_CHARACTER: i32 = 4;
/// A colour for people with any colour vision (Okabe and Ito, 2008).
const BLUE: RGBColor = RGBColor(0, 114, 178);
const GREY: RGBColor = RGBColor(110, 110, 110);

/// So many times as wide as high is the space between two plies at most: long branches must not run through
/// the nodes beside them.
const FLATTEST: i32 = 20;

/// The measures of a picture, which follow from its longest value and from the number of leaves.
#[derive(Clone, Copy)]
struct Measures {
    /// Half the width of a node.
    radius: i32,
    /// The distance of two plies.
    ply_distance: i32,
}

impl Measures {
    fn of(root: &DrawnNode) -> Measures {
        let longest = longest_value(root) as i32;
        let radius = LEAST_RADIUS.max(HALF_CHARACTER * longest + HALF_CHARACTER);
        let width = leaf_distance(radius) * n_leaves(root) as i32;
        Measures { radius, ply_distance: (2 * radius + PLY_SPACE).max(width / FLATTEST) }
    }

    const fn leaf_distance(self) -> i32 {
        leaf_distance(self.radius)
    }

    const fn margin(self) -> i32 {
        self.radius + 3 * LINE
    }

    const fn height_of(self, ply: i32) -> i32 {
        self.margin() + self.ply_distance * ply
    }
}

const fn leaf_distance(radius: i32) -> i32 {
    2 * radius + LEAF_SPACE
}

/// Returns the number of branches that end below a node, those that were left out among them.
fn n_leaves(node: &DrawnNode) -> usize {
    let below = node.children.iter().map(n_leaves).sum::<usize>();
    (below + node.cut_off.len() + node.pruned.len()).max(1)
}

/// Returns the length of the longest value below a node, in characters.
fn longest_value(node: &DrawnNode) -> usize {
    let below = node.children.iter().map(longest_value).max().unwrap_or(0);
    node.value.chars().count().max(below)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
/// What stands at the end of a branch that was cut off, and of one that was pruned by a rule.
const CUT_OFF: &str = "?";
const PRUNED: &str = "×";

type DrawResult<T> = Result<T, DrawingAreaErrorKind<io::Error>>;

/// A node with its place in the picture. Branches that were cut off are places without a node.
struct Placed<'a> {
    node: Option<&'a DrawnNode>,
    label: &'a str,
    /// What stands in the place of a branch without a node.
    sign: &'static str,
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
    let measures = Measures::of(root);
    let mut n_leaves = 0;
    let placed = place(root, measures, 0, &mut n_leaves);
    let width = 2 * measures.margin() + measures.leaf_distance() * (n_leaves - 1).max(1);
    let height = measures.height_of(plies(&placed)) + measures.margin();
    let area = SVGBackend::with_string(text, (width as u32, height as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    draw_branches(&area, &placed)?;
    draw_nodes(&area, measures, &placed)?;
    area.present()
}

/// Places the leaves side by side and every other node above the middle of its children.
fn place<'a>(node: &'a DrawnNode, measures: Measures, ply: i32, n_leaves: &mut i32) -> Placed<'a> {
    let below = |child| place(child, measures, ply + 1, n_leaves);
    let mut children: Vec<Placed<'a>> = node.children.iter().map(below).collect();
    for (sign, labels) in [(CUT_OFF, &node.cut_off), (PRUNED, &node.pruned)] {
        for label in labels {
            let at = leaf_place(measures, ply + 1, n_leaves);
            children.push(Placed { node: None, label, sign, at, children: Vec::new() });
        }
    }
    let at = match (children.first(), children.last()) {
        (Some(first), Some(last)) => {
            (i32::midpoint(first.at.0, last.at.0), measures.height_of(ply))
        }
        _ => leaf_place(measures, ply, n_leaves),
    };
    Placed { node: Some(node), label: &node.label, sign: "", at, children }
}

fn leaf_place(measures: Measures, ply: i32, n_leaves: &mut i32) -> (i32, i32) {
    let x = measures.margin() + measures.leaf_distance() * *n_leaves;
    *n_leaves += 1;
    (x, measures.height_of(ply))
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
        framed_label(area, child.label, middle)?;
        draw_branches(area, child)?;
    }
    Ok(())
}

fn draw_nodes(area: &Area<'_>, measures: Measures, placed: &Placed<'_>) -> DrawResult<()> {
    match placed.node {
        None => label(area, placed.sign, (placed.at.0, placed.at.1 + 8), GREY)?,
        Some(node) => draw_node(area, measures.radius, node, placed.at)?,
    }
    placed.children.iter().try_for_each(|child| draw_nodes(area, measures, child))
}

/// Draws a node with its value, the window above it, and below the value where it comes from.
fn draw_node(area: &Area<'_>, radius: i32, node: &DrawnNode, (x, y): (i32, i32)) -> DrawResult<()> {
    let (around, inside) = (BLACK.stroke_width(1), WHITE.filled());
    if node.maximizes {
        let corners = [(x - radius, y - LEAST_RADIUS), (x + radius, y + LEAST_RADIUS)];
        area.draw(&Rectangle::new(corners, inside))?;
        area.draw(&Rectangle::new(corners, around))?;
    } else {
        area.draw(&Circle::new((x, y), radius, inside))?;
        area.draw(&Circle::new((x, y), radius, around))?;
    }
    label(area, &node.value, (x, y), BLACK)?;
    if let Some(source) = node.source {
        label(area, source, (x, y + LINE), GREY)?;
    }
    let top = y - if node.maximizes { LEAST_RADIUS } else { radius };
    for (line, text) in (0..).zip(window_lines(node, radius).iter().rev()) {
        framed_label(area, text, (x, top - LINE / 2 - 1 - LINE * line))?;
    }
    Ok(())
}

/// Returns the window in one line, or in two if it is wider than the node.
fn window_lines(node: &DrawnNode, radius: i32) -> Vec<String> {
    let Some([alpha, beta]) = &node.window else { return Vec::new() };
    let line = format!("{alpha} … {beta}");
    // The middle of a node is at least this far from that of the next one.
    let distance = leaf_distance(radius);
    if 2 * HALF_CHARACTER * line.chars().count() as i32 <= distance + LEAF_SPACE {
        vec![line]
    } else {
        vec![format!("{alpha} …"), format!("… {beta}")]
    }
}

/// Writes a label where lines pass: they end where it begins.
fn framed_label(area: &Area<'_>, text: &str, (x, y): (i32, i32)) -> DrawResult<()> {
    let half = HALF_CHARACTER * text.chars().count() as i32 + 2;
    let corners = [(x - half, y - LINE / 2), (x + half, y + LINE / 2)];
    area.draw(&Rectangle::new(corners, WHITE.filled()))?;
    label(area, text, (x, y), GREY)
}

fn label(area: &Area<'_>, text: &str, at: (i32, i32), color: RGBColor) -> DrawResult<()> {
    let style = ("sans-serif", 12).into_font().color(&color);
    let style = style.pos(Pos::new(HPos::Center, VPos::Center));
    area.draw(&Text::new(text.to_owned(), at, style))
}
