//! The graph of a game as SVG.

use std::io;

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;
use willow_analysis::graph::black_value;
use willow_analysis::{MoveAnalysis, MoveClass};

use crate::error::CliError;

/// The width and the height in pixels.
const SIZE: (u32, u32) = (720, 320);
/// Colours for people with any colour vision (Okabe and Ito, 2008).
const BLUE: RGBColor = RGBColor(0, 114, 178);
const VERMILION: RGBColor = RGBColor(213, 94, 0);
/// The least height of the graph above and below the axis, in discs.
const LEAST_RANGE: f64 = 8.0;

/// Returns the graph of a game: Black's value after each move, with a circle at each mistake and a
/// cross at each blunder.
///
/// # Errors
/// The drawing library refuses numbers that are not finite.
pub(super) fn graph(findings: &[MoveAnalysis]) -> Result<String, CliError> {
    let mut text = String::new();
    draw(findings, &mut text)
        .map_err(|error| CliError::failed(format!("cannot draw the graph: {error}")))?;
    Ok(text)
}

fn draw(
    findings: &[MoveAnalysis],
    text: &mut String,
) -> Result<(), DrawingAreaErrorKind<io::Error>> {
    let points: Vec<(f64, f64)> =
        findings.iter().map(|found| ((found.ply + 1) as f64, black_value(found))).collect();
    let last = points.last().map_or(1.0, |point| point.0);
    let top = points.iter().map(|point| point.1.abs()).fold(LEAST_RANGE, f64::max) * 1.05;
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..last + 1.0, -top..top)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_desc("ply")
        .y_desc("Black's value in discs")
        .x_label_formatter(&|ply| format!("{ply:.0}"))
        .y_label_formatter(&|discs| format!("{discs:+.0}"))
        .draw()?;
    chart.draw_series([PathElement::new([(0.0, 0.0), (last + 1.0, 0.0)], BLACK)])?;
    chart.draw_series(LineSeries::new(points.iter().copied(), BLUE.stroke_width(2)))?;
    let of = |class| {
        let findings = findings.iter().zip(points.iter().copied());
        findings.filter(move |(found, _)| found.class() == class).map(|(_, point)| point)
    };
    let circles = of(MoveClass::Mistake);
    chart.draw_series(circles.map(|point| Circle::new(point, 5, VERMILION.stroke_width(2))))?;
    let crosses = of(MoveClass::Blunder);
    chart.draw_series(crosses.map(|point| Cross::new(point, 5, VERMILION.stroke_width(3))))?;
    area.present()?;
    Ok(())
}
