//! `willow eval --by SPEC`: what a player thinks of every legal move.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde::Serialize;
use willow_board::{Clock, Game, TimeControl};
use willow_players::{
    BuildContext, GameSetup, InfoField, MoveJudgment, MoveRequest, Player, SearchInfo, Signed,
    StopFlag, ThoughtValue, build_player,
};

use super::eval::print_each;
use crate::args::EvalArgs;
use crate::error::CliError;
use crate::input::InputPosition;
use crate::status::Status;
use crate::{json, players, units};

/// The JSON object of a position, documented in docs/json.md.
#[derive(Serialize)]
struct JudgedJson {
    id: usize,
    position: String,
    by: String,
    seconds: f64,
    moves: Vec<JudgmentJson>,
}

#[derive(Serialize)]
struct JudgmentJson {
    #[serde(rename = "move")]
    mv: String,
    /// Whether it is known to be the move that the player plays.
    played: bool,
    #[serde(flatten)]
    thought: SearchInfo,
}

/// Runs the command with the player of this SPEC.
pub(super) fn run(args: &EvalArgs, by: &str) -> Result<Status, CliError> {
    let spec = players::parse(by)?;
    let context = BuildContext::new(0);
    let mut player = build_player(&spec, &context)?;
    let find = |item: &InputPosition| {
        let began = Instant::now();
        let moves = judge(&mut *player, item)?;
        Ok(judged(item, player.name(), began.elapsed(), moves))
    };
    print_each(args, find, text)
}

fn judge(player: &mut dyn Player, item: &InputPosition) -> Result<Vec<MoveJudgment>, CliError> {
    let game = Game::from_position(item.position);
    let color = item.position.side_to_move();
    if item.position.legal_moves().is_empty() {
        return Ok(Vec::new());
    }
    let setup = GameSetup { start: item.position, color, seed: 0 };
    let (clock, stop) = (Clock::new(TimeControl::Unlimited), StopFlag::new());
    let request = MoveRequest::new(&game, &clock, Duration::ZERO, &stop);
    let judged = player.start_game(&setup).and_then(|()| player.judge_moves(&request));
    judged.map_err(CliError::failed)
}

fn judged(
    item: &InputPosition,
    by: &str,
    elapsed: Duration,
    moves: Vec<MoveJudgment>,
) -> JudgedJson {
    let moves = moves.into_iter();
    let moves = moves.map(|MoveJudgment { mv, info: thought, is_played }| JudgmentJson {
        mv: mv.to_string(),
        played: is_played,
        thought,
    });
    JudgedJson {
        id: item.id,
        position: item.position.to_string(),
        by: by.to_owned(),
        seconds: json::seconds(elapsed),
        moves: moves.collect(),
    }
}

fn text(judged: &JudgedJson) -> String {
    let mut text = format!("{}\n{}\n", judged.position, judged.by);
    if judged.moves.is_empty() {
        return text + "no legal move\n";
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{:<5}{:>10} {:<14}{:>5}{:>13}{:>13}  line",
        "move", "value", "unit", "depth", "nodes", "evaluations"
    );
    for judgment in &judged.moves {
        text += &row(judgment);
    }
    if judged.moves.iter().any(|judgment| judgment.played) {
        text += "* is played\n";
    }
    text
}

/// Returns a move's row of the table, and below it what only this program knows.
fn row(JudgmentJson { mv, played, thought }: &JudgmentJson) -> String {
    let value = match thought.value {
        None => "-".to_owned(),
        Some(outcome @ ThoughtValue::Outcome(_)) => outcome.to_string(),
        Some(value) => Signed(value.number()).to_string(),
    };
    let unit = match (thought.is_exact, thought.value.map(ThoughtValue::unit)) {
        (true, Some(unit)) => format!("{unit}, exact"),
        (_, unit) => unit.unwrap_or("not searched").to_owned(),
    };
    let count = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), units::grouped);
    let [depth, nodes, evaluations] =
        [thought.depth.map(u64::from), thought.nodes, thought.evaluations].map(count);
    let line: Vec<String> = thought.line.iter().map(ToString::to_string).collect();
    let mut row = format!(
        "{mv:<2}{:<3}{value:>10} {unit:<14}{depth:>5}{nodes:>13}{evaluations:>13}  {}\n",
        if *played { "*" } else { "" },
        line.join(" ")
    );
    for InfoField { name, text } in thought.own_fields() {
        let _ = writeln!(row, "{:>16}{name}: {text}", "");
    }
    row
}
