//! `willow edge`: how an old program values an edge, step by step.

use std::fmt::Write as _;

use willow_board::{Board, Position, Square};
use willow_classics::bill::Constants;
use willow_classics::{EdgeDiscs, EdgeView, StaticRow, bill, iago};
use willow_players::{BuildContext, PlayerSpec, Signed, build_player};

use super::help::squares::edge_names;
use crate::args::{EdgeArgs, EdgeInput};
use crate::error::CliError;
use crate::status::Status;
use crate::{output, players};

/// The names of the edges of a board, in the order of [`EdgeDiscs::squares`].
const NAMES: [&str; 4] = ["upper", "lower", "left", "right"];

/// The table of a program.
enum EdgeProgram {
    Iago,
    Bill {
        table: Box<bill::EdgeTable>,
        /// Whether it is the one that `lab edge-table --bill` prints.
        is_reports: bool,
    },
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
            // Its table is the same with all options; wrong ones are refused.
            return Ok(build_player(spec, &BuildContext::new(0)).map(|_| EdgeProgram::Iago)?);
        }
        let bill = willow_players::bill_program(spec)?;
        let options = bill.as_ref().map(bill::Bill::options);
        let built = options.and_then(|bill::Options { version, constants, .. }| {
            let is_reports = *version == bill::Version::Bill && *constants == Constants::HISTORICAL;
            let table = Box::new(version.edge_table(constants)?);
            Some(EdgeProgram::Bill { table, is_reports })
        });
        built.ok_or_else(|| {
            CliError::usage(format!("{spec} builds no edge table by moves"))
                .with_hint("--by takes iago, and bill without a simple version")
        })
    }

    fn view(&self, edge: EdgeDiscs) -> EdgeView {
        match self {
            EdgeProgram::Iago => iago::view_edge(edge),
            EdgeProgram::Bill { table, .. } => table.view(edge),
        }
    }

    /// Returns the drawing of the names, the static values, and the passes.
    fn tables(&self) -> String {
        let rows = match self {
            EdgeProgram::Iago => iago::static_values(),
            EdgeProgram::Bill { table, .. } => table.static_values(),
        };
        format!("{}\n{}\n{}", edge_names(), static_values(&rows), self.passes())
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
            let max = changed.iter().max().copied().unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "  pass {number}: {:>6} entries, by {mean:.1} in the mean, {max} at most",
                changed.len()
            );
        }
        text
    }

    /// Returns the four edges of a position and what they add up to.
    fn position(&self, position: &Position) -> String {
        let board: &Board = position.board();
        let mut text = format!(
            "{position}\nOn the edges {} is X and to move.\n\nedge   cells       static  value\n",
            position.side_to_move()
        );
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
            EdgeProgram::Bill { .. } => {
                writeln!(text, "sum {sum:+}, divided by 4: {}", Signed(f64::from(sum) / 4.0))
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
        text + &moves(&view) + &steps(&view) + &results(&view)
    }

    fn line_of_file(&self, discs: EdgeDiscs) -> String {
        let index = discs.index();
        let line = |program: &str| format!(": line {} of `lab edge-table --{program}`", index + 1);
        let file = match self {
            EdgeProgram::Iago => line("iago"),
            EdgeProgram::Bill { is_reports: true, .. } => line("bill"),
            EdgeProgram::Bill { is_reports: false, .. } => String::new(),
        };
        format!("Its number is {index}{file}.")
    }
}

fn results(view: &EdgeView) -> String {
    let passes: Vec<String> = view.passes.iter().map(|value| Signed(*value).to_string()).collect();
    format!(
        "\nbefore the moves are considered, then after each pass: {}\nin the table: {:+}\n",
        passes.join(", "),
        view.value
    )
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

fn moves(view: &EdgeView) -> String {
    let mut text = "\nmove  legal     probability  edge behind it  value\n".to_owned();
    for mv in &view.moves {
        let legal = if mv.is_legal { "always" } else { "perhaps" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<6}{legal:<10}{:>11.3}  {:<14}{:>7.1}",
            name(mv.place),
            mv.probability,
            mv.after.to_string(),
            Signed(mv.value)
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
    // Behind a move that is always legal nothing is left.
    for step in view.steps.iter().take_while(|step| 0.0 < step.left) {
        let part = step.left * step.probability * step.value;
        sum += part;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:<5}{:.4} x {:.3} x {:>7.1} = {:.2}",
            name(step.place),
            step.left,
            step.probability,
            Signed(step.value),
            Signed(part)
        );
    }
    let _ = writeln!(text, "  sum {:.2}", Signed(sum));
    text
}
