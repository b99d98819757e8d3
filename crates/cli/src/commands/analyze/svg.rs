//! The graph of a game as SVG.

use std::fmt::Write as _;

use willow_analysis::graph::black_value;
use willow_analysis::{MoveAnalysis, MoveClass};

/// The width and the height of the graph in pixels, with a margin for the numbers.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;
/// The least height of the graph above and below the axis, in discs.
const MIN_RANGE: f64 = 8.0;

/// Returns the graph of a game: Black's value after each move, with a circle at each mistake and a
/// cross at each blunder.
pub(super) fn graph(findings: &[MoveAnalysis]) -> String {
    let values = findings.iter().map(black_value);
    let top = values.map(f64::abs).fold(MIN_RANGE, f64::max);
    let n_plies = findings.last().map_or(1, |found| found.ply + 1);
    let x = |ply: usize| MARGIN + ply as f64 / n_plies as f64 * (WIDTH - 2.0 * MARGIN);
    let y = |discs: f64| HEIGHT / 2.0 - discs / top * (HEIGHT / 2.0 - MARGIN);
    // Colours for people with any colour vision (Okabe and Ito, 2008).
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\">Black's value in discs, by ply</text>\n"
    );
    for discs in [-top, 0.0, top] {
        let (right, y) = (WIDTH - MARGIN, y(discs));
        let color = if discs == 0.0 { "#000" } else { "#ccc" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {y:.1}H{right}\" stroke=\"{color}\"/>\
             <text x=\"{MARGIN}\" dx=\"-4\" y=\"{y:.1}\" dy=\"4\" text-anchor=\"end\">{discs:+.0}</text>"
        );
    }
    for ply in (0..=n_plies).step_by(10) {
        let (x, y) = (x(ply), HEIGHT - MARGIN + 20.0);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{ply}</text>");
    }
    let points = findings.iter().map(|found| (found, x(found.ply + 1), y(black_value(found))));
    let line: Vec<_> = points.clone().map(|(_, x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"/>",
        line.join(" ")
    );
    svg += "<g fill=\"none\" stroke=\"#d55e00\" stroke-width=\"3\">\n";
    for (found, x, y) in points {
        let _ = match found.class() {
            MoveClass::Mistake => writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/>"),
            MoveClass::Blunder => {
                writeln!(svg, "<path d=\"M{x:.1} {y:.1}m-5-5l10 10m0-10l-10 10\"/>")
            }
            _ => Ok(()),
        };
    }
    svg + "</g>\n</svg>\n"
}
