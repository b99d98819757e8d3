//! Figures of experiments, as SVG.

use std::io;

use plotters::coord::Shift;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;

/// A figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The name of the file, without its extension.
    pub name: &'static str,
    /// Stands above the drawing.
    pub title: &'static str,
    /// The label of the horizontal axis.
    pub x: &'static str,
    /// The label of the vertical axis.
    pub y: &'static str,
    /// Bars or lines, in the units of the axes.
    pub drawing: Drawing,
}

/// The drawing of a figure.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// A bar for each whole number from 1 on.
    Bars(Vec<f64>),
    /// Lines through points.
    Lines(Vec<FigureLine>),
}

/// A line of a figure.
#[derive(Clone, Debug)]
pub struct FigureLine {
    /// The name in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// The width and the height in pixels, without the legend of several lines, which stands below.
const SIZE: (u32, u32) = (720, 420);

/// The columns of a legend.
const LEGEND_COLUMNS: usize = 2;
/// The height of its rows in pixels.
const LEGEND_ROW: usize = 20;
/// Where a legend begins, below the vertical axis, in pixels.
const LEGEND_LEFT: i32 = 68;

/// Colours for people with any colour vision (Okabe and Ito, 2008).
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

impl Figure {
    /// Returns the figure as an SVG file.
    ///
    /// # Errors
    /// The drawing library may refuse numbers that are not finite.
    pub fn svg(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        self.draw(&mut text).map_err(|error| anyhow::anyhow!("{}: {error}", self.name))?;
        Ok(text)
    }

    fn draw(&self, text: &mut String) -> Drawn {
        let named: &[FigureLine] = match &self.drawing {
            Drawing::Lines(lines) if 1 < lines.len() => lines,
            _ => &[],
        };
        let legend_height = named.len().div_ceil(LEGEND_COLUMNS) * LEGEND_ROW;
        let size = (SIZE.0, SIZE.1 + legend_height as u32);
        let area = SVGBackend::with_string(text, size).into_drawing_area();
        area.fill(&WHITE)?;
        let (chart, below) = area.split_vertically(SIZE.1);
        match &self.drawing {
            Drawing::Bars(heights) => self.bars(&chart, heights)?,
            Drawing::Lines(lines) => self.lines(&chart, lines)?,
        }
        legend(&below, named)?;
        area.present()?;
        Ok(())
    }

    fn bars(&self, area: &Area<'_>, heights: &[f64]) -> Drawn {
        let top = heights.iter().copied().fold(0.0, f64::max).max(1.0) * 1.05;
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .caption(self.title, ("sans-serif", 18))
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d((1..heights.len() as u32).into_segmented(), 0.0..top)?;
        chart.configure_mesh().disable_x_mesh().x_desc(self.x).y_desc(self.y).draw()?;
        let bars = (1..).zip(heights).map(|(place, &height)| {
            let corners =
                [(SegmentValue::Exact(place), 0.0), (SegmentValue::Exact(place + 1), height)];
            let mut bar = Rectangle::new(corners, COLORS[0].filled());
            bar.set_margin(0, 0, 3, 3);
            bar
        });
        chart.draw_series(bars)?;
        Ok(())
    }

    fn lines(&self, area: &Area<'_>, lines: &[FigureLine]) -> Drawn {
        let points = || lines.iter().flat_map(|line| &line.points);
        let x = range(points().map(|&(x, _)| x));
        let y = range(points().map(|&(_, y)| y).chain([0.0]));
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .caption(self.title, ("sans-serif", 18))
            .x_label_area_size(40)
            .y_label_area_size(56)
            .build_cartesian_2d(x.0..x.1, y.0..y.1)?;
        chart.configure_mesh().light_line_style(WHITE).x_desc(self.x).y_desc(self.y).draw()?;
        for (line, color) in lines.iter().zip(COLORS.iter().cycle()) {
            chart
                .draw_series(LineSeries::new(line.points.iter().copied(), color.stroke_width(2)))?;
        }
        Ok(())
    }
}

/// Draws the names of lines with their colours.
fn legend(area: &Area<'_>, lines: &[FigureLine]) -> Drawn {
    let column_width = (SIZE.0 as i32 - LEGEND_LEFT) / LEGEND_COLUMNS as i32;
    for (index, (line, color)) in lines.iter().zip(COLORS.iter().cycle()).enumerate() {
        let x = LEGEND_LEFT + (index % LEGEND_COLUMNS) as i32 * column_width;
        let y = (index / LEGEND_COLUMNS * LEGEND_ROW) as i32 + 6;
        area.draw(&PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)))?;
        area.draw(&Text::new(line.name.clone(), (x + 24, y - 6), ("sans-serif", 12)))?;
    }
    Ok(())
}

/// Returns the ends of an axis, with a margin around the values.
fn range(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let low = values.clone().fold(f64::INFINITY, f64::min);
    let high = values.fold(f64::NEG_INFINITY, f64::max);
    if low.is_finite() && low < high {
        let margin = 0.03 * (high - low);
        (low - if low == 0.0 { 0.0 } else { margin }, high + margin)
    } else {
        (0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(drawing: Drawing) -> Figure {
        Figure { name: "f", title: "Ranks", x: "rank", y: "moves", drawing }
    }

    #[test]
    fn bars_and_lines_are_drawn() {
        let bars = figure(Drawing::Bars(vec![30.0, 12.0, 5.0])).svg().unwrap();
        assert!(bars.starts_with("<svg") && bars.contains("Ranks"), "{bars}");
        // The background, and a rectangle for each bar.
        assert_eq!(bars.matches("<rect").count(), 4, "{bars}");
        let line = |name: &str, slope: f64| FigureLine {
            name: name.to_owned(),
            points: (0..10).map(|x| (f64::from(x), slope * f64::from(x))).collect(),
        };
        let lines = figure(Drawing::Lines(vec![line("up", 1.0), line("down", -2.0)]));
        let lines = lines.svg().unwrap();
        assert!(lines.contains("up") && lines.contains("down"), "{lines}");
        assert!(
            lines.contains("viewBox=\"0 0 720 440\""),
            "the legend has a row below the plot: {lines}"
        );
    }
}
