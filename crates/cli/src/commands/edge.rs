//! `willow edge`: how an old program values an edge, step by step.

use std::fmt::Write as _;

use willow_board::{Board, Position, Square};
use willow_classics::{EdgeDiscs, EdgeView, StaticRow, bill, iago};
use willow_players::PlayerSpec;

use crate::args::{EdgeArgs, EdgeInput};
use crate::error::CliError;
use crate::status::Status;
use crate::{output, players};

/// The names of the edges of a board, in the order of [`EdgeDiscs::squares`].
const NAMES: [&str; 4] = ["upper", "lower", "left", "right"];

const DRAWING: &str = "\
    a   b   c   d   e   f   g   h
1       C   A   B   B   A   C        a1, a8, h1, h8: corners
2   C   X                   X   C
3   A                           A
4   B           O   @           B
5   B           @   O           B
6   A                           A
7   C   X                   X   C
8       C   A   B   B   A   C
";

/// The table of a program.
enum EdgeProgram {
    Iago,
    Bill(Box<bill::EdgeTable>),
}

/// Runs the command.
pub(super) fn run(args: &EdgeArgs) -> Result<Status, CliError> {
    let spec = players::parse(&args.by)?;
    let program = EdgeProgram::of(&spec)?;
    let text = match args.edge {
        None => program.tables(),
        Some(EdgeInput::Edge(edge)) => program.edge(edge),
        Some(EdgeInput::Position(position)) => program.position(&position),
    };
    output::print(&text)?;
    Ok(Status::Done)
}

impl EdgeProgram {
    fn of(spec: &PlayerSpec) -> Result<EdgeProgram, CliError> {
        if spec.name() == "iago" {
            return Ok(EdgeProgram::Iago);
        }
        let table = willow_players::bill_options(spec)?
            .and_then(|options| bill::EdgeTable::of(options.version, &options.constants));
        match table {
            Some(table) => Ok(EdgeProgram::Bill(Box::new(table))),
            None => Err(CliError::usage(format!("{spec} builds no edge table by moves"))
                .with_hint("--by takes iago, and bill without a simple version")),
        }
    }

    fn view(&self, edge: EdgeDiscs) -> EdgeView {
        match self {
            EdgeProgram::Iago => iago::view_edge(edge),
            EdgeProgram::Bill(table) => table.view(edge),
        }
    }

    /// Returns the drawing of the names, the static values, and the passes.
    fn tables(&self) -> String {
        let rows = match self {
            EdgeProgram::Iago => iago::static_values(),
            EdgeProgram::Bill(table) => table.static_values(),
        };
        format!("{DRAWING}\n{}\n{}", static_values(&rows), self.passes())
    }

    fn passes(&self) -> String {
        let EdgeProgram::Iago = self else {
            return "One pass: every edge is valued once, after all that have one disc more.\n"
                .to_owned();
        };
        let mut text = "What each pass changes in the 59,049 entries\n".to_owned();
        for (number, pair) in (1..).zip(iago::edge_table_passes().windows(2)) {
            let changes =
                pair[0].iter().zip(&pair[1]).map(|(before, after)| before.abs_diff(*after));
            let changed: Vec<u32> = changes.filter(|change| *change != 0).collect();
            let sum: u64 = changed.iter().map(|change| u64::from(*change)).sum();
            let mean = sum as f64 / changed.len().max(1) as f64;
            let most = changed.iter().max().copied().unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "  pass {number}: {:>6} entries, by {mean:.1} in the mean, {most} at most",
                changed.len()
            );
        }
        text
    }

    /// Returns the four edges of a position and what they add up to.
    fn position(&self, position: &Position) -> String {
        let board: &Board = position.board();
        let mut text = format!("{position}\nedge   cells       static  value\n");
        let mut sum = 0;
        for (edge, name) in NAMES.into_iter().enumerate() {
            let discs = EdgeDiscs::of_board(board, edge);
            let view = self.view(discs);
            sum += view.value;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<7}{discs}{:>+8}{:>+7}", view.static_value, view.value);
        }
        let _ = match self {
            EdgeProgram::Iago => writeln!(text, "sum {sum:+}: edge-stability"),
            EdgeProgram::Bill(_) => {
                writeln!(text, "sum {sum:+}, divided by 4: {:+}", f64::from(sum) / 4.0)
            }
        };
        text
    }

    /// Returns all that leads to the value of an edge, for the side to move.
    fn edge(&self, discs: EdgeDiscs) -> String {
        let view = self.view(discs);
        let squares = EdgeDiscs::squares(0).map(|square| square.to_string());
        let mut text = format!("{discs}  ({})\n", squares.join(" "));
        let line = self.line_of_file(discs);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "X is to move. {line}\n\nstatic value {:+}", view.static_value);
        for disc in &view.discs {
            let (square, stability) = (name(Some(disc.place)), disc.stability);
            let _ = writeln!(text, "  {square}  {stability:<18}{:>+6}", disc.value);
        }
        text + &moves(&view) + &steps(&view) + &self.results(&view)
    }

    fn line_of_file(&self, discs: EdgeDiscs) -> String {
        let option = match self {
            EdgeProgram::Iago => "--iago",
            EdgeProgram::Bill(_) => "--bill",
        };
        let index = discs.index();
        format!("Number {index} in base 3: line {} of `lab edge-table {option}`.", index + 1)
    }

    fn results(&self, view: &EdgeView) -> String {
        let passes: Vec<String> = view.passes.iter().map(|value| number(*value)).collect();
        format!(
            "\nbefore the moves are considered, then after each pass: {}\nin the table: {:+}\n",
            passes.join(", "),
            view.value
        )
    }
}

fn static_values(rows: &[StaticRow]) -> String {
    let mut text = "Static values    X-square    corner  C-square  A-square  B-square\n".to_owned();
    for (name, values) in rows {
        let values = values.map(|value| value.map_or("-".to_owned(), |value| value.to_string()));
        let [x, corner, c, a, b] = values;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<17}{x:>8}{corner:>10}{c:>10}{a:>10}{b:>10}");
    }
    text
}

/// Returns the name of a square of the upper edge, or of making no move there.
fn name(place: Option<usize>) -> String {
    let square = |place| Square::to_string(&EdgeDiscs::squares(0)[place]);
    place.map_or("none".to_owned(), square)
}

fn number(value: f64) -> String {
    // A rounded zero has no sign.
    format!("{:+.2}", value + 0.0).trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn moves(view: &EdgeView) -> String {
    let mut text = "\nmove  legal     probability  edge behind it  value\n".to_owned();
    for mv in &view.moves {
        let legal = if mv.is_legal { "always" } else { "perhaps" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<6}{legal:<10}{:>11.3}  {:<14}{:>+7.1}",
            name(mv.place),
            mv.probability,
            mv.after.to_string(),
            mv.value
        );
    }
    text
}

fn steps(view: &EdgeView) -> String {
    if view.steps.is_empty() {
        return "\nNo moves are considered: the static value stays.\n".to_owned();
    }
    let mut text = "\ncombined, best first: left x probability x value\n".to_owned();
    let mut sum = 0.0;
    for step in &view.steps {
        let part = step.left * step.probability * step.value;
        sum += part;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:<5}{:.4} x {:.3} x {:>+7.1} = {part:+.2}",
            name(step.place),
            step.left,
            step.probability,
            step.value
        );
    }
    let _ = writeln!(text, "  sum {sum:+.2}");
    text
}
