//! Writes the files of `--write`: results as JSON, JSON lines or CSV, games in any game format.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use willow_board::Position;
use willow_files::Overwrite;
use willow_players::matches::{GameRecord, MatchPlan};
use willow_records::GameOrPosition;

use super::super::convert;
use crate::args::MatchArgs;
use crate::error::CliError;
use crate::files;

/// Checks before the first game that the files of `--write` can be written.
///
/// # Errors
/// An extension is unknown, its format cannot hold games from these openings, a folder is missing, or a
/// file exists already.
pub(super) fn check(args: &MatchArgs, plan: &MatchPlan) -> Result<(), CliError> {
    for path in &args.write {
        if matches!(extension(path), "json" | "jsonl" | "csv") {
            files::check_free(path, overwrite(args))?;
        } else {
            check_starts(path, plan)?;
            convert::check_free_to_save(path, overwrite(args))?;
        }
    }
    Ok(())
}

/// Checks that the format of a file can hold the positions at which the games begin.
fn check_starts(path: &Path, plan: &MatchPlan) -> Result<(), CliError> {
    let format = convert::format_of(path)?;
    let is_standard = |game| *plan.opening(game).start() == Position::START;
    if !format.needs_standard_start() || (1..=plan.n_games()).all(is_standard) {
        return Ok(());
    }
    let message =
        format!("{}: a {format} holds only games from the standard start position", path.display());
    Err(CliError::usage(message).with_hint("write a .ggf or .sgf file, or .json, .jsonl or .csv"))
}

/// Writes all files of `--write`.
///
/// # Errors
/// The files must be writable, and their formats able to hold the games.
pub(super) fn write(
    args: &MatchArgs,
    games: &[GameRecord],
    summary: &impl Serialize,
) -> Result<(), CliError> {
    for path in &args.write {
        let overwrite = overwrite(args);
        match extension(path) {
            "json" => files::write(path, &json(games, summary), overwrite)?,
            "jsonl" => files::write(path, &json_lines(games, summary), overwrite)?,
            "csv" => files::write(path, csv(games).as_bytes(), overwrite)?,
            _ => {
                let records = games.iter().filter_map(GameRecord::to_record);
                let items: Vec<GameOrPosition> =
                    records.map(|record| GameOrPosition::Game(Box::new(record))).collect();
                convert::save(path, &items, overwrite)?;
            }
        }
    }
    Ok(())
}

fn overwrite(args: &MatchArgs) -> Overwrite {
    if args.force { Overwrite::Always } else { Overwrite::Never }
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("")
}

/// Returns one object: the games, and the summary as `--json` prints it.
fn json(games: &[GameRecord], summary: &impl Serialize) -> Vec<u8> {
    #[derive(Serialize)]
    struct MatchJson<'a, S> {
        games: &'a [GameRecord],
        #[serde(flatten)]
        summary: &'a S,
    }
    let mut bytes = serde_json::to_vec_pretty(&MatchJson { games, summary })
        .expect("the values are plain data");
    bytes.push(b'\n');
    bytes
}

/// Returns a line for every game and one for the summary, as `--json` prints them.
fn json_lines(games: &[GameRecord], summary: &impl Serialize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut add = |line: serde_json::Result<Vec<u8>>| {
        bytes.extend(line.expect("the values are plain data"));
        bytes.push(b'\n');
    };
    for game in games {
        add(serde_json::to_vec(game));
    }
    add(serde_json::to_vec(summary));
    bytes
}

/// Returns a table with a line for every game, in the form of RFC 4180.
fn csv(games: &[GameRecord]) -> String {
    let mut text = String::from(
        "game,black,white,opening,moves,black_discs,white_discs,result,reason,black_seconds,\
         white_seconds\r\n",
    );
    for game in games {
        let words = [&game.black, &game.white, &game.opening, &game.moves].map(|word| quoted(word));
        let GameRecord { black_discs, white_discs, result, .. } = game;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{},{},{black_discs},{white_discs},{},{},{:.6},{:.6}\r\n",
            game.game,
            words.join(","),
            result.value(),
            quoted(&game.reason),
            game.black_seconds,
            game.white_seconds,
        );
    }
    text
}

/// Quotes a field if necessary.
fn quoted(word: &str) -> String {
    if word.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_stand_in_quotes() {
        let record: GameRecord = serde_json::from_str(
            r#"{"game":1,"first":"black","black":"mlia:time=1s,book=on","white":"say \"b\"",
            "opening":"","moves":"f5d6","black_discs":3,"white_discs":3,"result":-64,
            "reason":"Black resigned","black_seconds":0.5,"white_seconds":0.0}"#,
        )
        .unwrap();
        let text = csv(&[record]);
        let line = text.lines().nth(1).unwrap();
        assert_eq!(
            line,
            "1,\"mlia:time=1s,book=on\",\"say \"\"b\"\"\",,f5d6,3,3,-64,Black resigned,0.500000,\
             0.000000"
        );
    }
}
