//! Games and positions of texts, read and written.

use willow_board::{Color, Game};
use willow_records::{Format, GameOrPosition, RecordedGame, ScoredPosition};

use crate::problem::Problem;

/// The longest text in bytes. A page that shows one game or one position needs no more.
const MAX_TEXT: usize = 1 << 20;

/// The formats that can be written, as `TextFormat` of `web/src/rules/types.ts` names them.
const FORMATS: [(&str, Format); 6] = [
    ("transcript", Format::Transcript),
    ("ggf", Format::Ggf),
    ("sgf", Format::Sgf),
    ("obf", Format::Obf),
    ("board", Format::Board),
    ("printed-board", Format::PrintedBoard),
];

/// Reads all games and positions of a text.
pub(crate) fn read(text: &str) -> Result<Vec<GameOrPosition>, Problem> {
    if text.len() > MAX_TEXT {
        let message =
            format!("{} bytes are too much at once (the limit is {MAX_TEXT})", text.len());
        return Err(Problem::new("too-long", message));
    }
    let entries = willow_records::read(text.as_bytes())?;
    Ok(entries.into_iter().map(|entry| entry.item).collect())
}

/// Writes a game, or its last position if the format holds positions.
pub(crate) fn write(game: Game, names: [String; 2], format: &str) -> Result<String, Problem> {
    let found = FORMATS.iter().find(|(name, _)| *name == format);
    let unknown = || Problem::new("unknown-format", format!("`{format}` is not a format of texts"));
    let &(_, format) = found.ok_or_else(unknown)?;
    let item = if format.holds_positions() {
        GameOrPosition::Position(ScoredPosition::from(*game.position()))
    } else {
        let mut record = RecordedGame::new(game);
        for (color, name) in Color::ALL.into_iter().zip(names) {
            record.players[color.index()].name = name;
        }
        GameOrPosition::Game(Box::new(record))
    };
    Ok(willow_records::write(&[item], format)?.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input;

    fn moves(text: &str) -> Vec<String> {
        text.split(' ').map(ToOwned::to_owned).collect()
    }

    #[test]
    fn a_game_is_written_and_read_in_every_format() {
        let game = input::game(None, &moves("f5 d6 c3")).unwrap();
        for (name, format) in FORMATS {
            let text = write(game.clone(), ["alice".into(), "bob".into()], name).unwrap();
            assert_eq!(willow_records::detect(text.as_bytes()), Some(format), "{text}");
            let items = read(&text).unwrap();
            assert_eq!((items.len(), items[0].position()), (1, game.position()), "{name}");
            let names = items[0].clone().into_record().players.map(|player| player.name);
            let has_names = matches!(format, Format::Ggf | Format::Sgf);
            assert_eq!(names == ["alice", "bob"], has_names, "{name}");
        }
    }

    #[test]
    fn what_cannot_be_written_says_why() {
        let start = "-".repeat(26) + "XOXO" + &"-".repeat(34) + " X";
        let game = input::game(Some(&start), &[]).unwrap();
        let names = || [String::new(), String::new()];
        assert_eq!(write(game.clone(), names(), "transcript").unwrap_err().problem, "cannot-hold");
        assert_eq!(write(game.clone(), names(), "wtb").unwrap_err().problem, "unknown-format");
        assert!(write(game, names(), "sgf").is_ok());
    }

    #[test]
    fn mistakes_of_a_text_have_a_kind_and_a_place() {
        let kind = |text: &str| {
            let problem = read(text).unwrap_err();
            (problem.problem, problem.line, problem.column)
        };
        let at = |kind: &str, line, column| (kind.to_owned(), Some(line), Some(column));
        assert_eq!(kind(""), at("empty", 1, 1));
        assert_eq!(kind("hello"), at("unknown-format", 1, 1));
        assert_eq!(kind("f5d6c3\nf5d6a1"), at("malformed", 2, 5));
        assert_eq!(read(&"f5".repeat(MAX_TEXT)).unwrap_err().problem, "too-long");
    }
}
