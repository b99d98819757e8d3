//! Files: what was written is read, and written again byte for byte.

use willow_pairing::files::{csv, elf::Elf, json, trf::Trf};
use willow_pairing::tournament::{Change, GameNumber};
use willow_pairing::{Color, GameResult, Player, PlayerId, Preset, Tournament};

use crate::support::{Random, play_round, swiss};

/// A tournament with all that can happen: a bye, a forfeit, a late entry, somebody who left, a correction.
fn tournament() -> Tournament {
    let mut tournament = swiss(Preset::PappWof, 7, 4, 5);
    let mut random = Random(5);
    tournament.pair(1).unwrap();
    let game = GameNumber { round: 1, table: 1, game: 1 };
    let result = GameResult::Forfeit(Color::White);
    tournament.apply(Change::ResultEntered { game, result }).unwrap();
    play_round(&mut tournament, 1, &mut random);
    let late =
        Player { federation_id: Some(3752), ..Player::named(PlayerId(8), "O'Brien, \"Late\" <b>") };
    tournament.apply(Change::PlayerAdded(late)).unwrap();
    tournament.apply(Change::PlayerWithdrawn(PlayerId(3))).unwrap();
    tournament.apply(Change::ByeAsked { player: PlayerId(2), round: 3 }).unwrap();
    tournament.pair(2).unwrap();
    play_round(&mut tournament, 2, &mut random);
    tournament.pair(3).unwrap();
    play_round(&mut tournament, 3, &mut random);
    let reason = "misread".to_owned();
    let game = GameNumber { round: 2, table: 1, game: 1 };
    let result = Some(GameResult::Discs(40, 20));
    tournament.apply(Change::ResultCorrected { game, result, reason }).unwrap();
    tournament.pair(4).unwrap();
    tournament
}

#[test]
fn an_event_comes_back_from_json() {
    let tournament = tournament();
    let text = json::write(&tournament);
    let read = json::read(&text).unwrap();
    assert_eq!(read, tournament);
    assert_eq!(json::write(&read), text);
    for (from, to, problem) in [
        ("\"number\":3", "\"number\":4", "line 4: change 3 is missing: here is 4"),
        ("Player 2", "Player 1", "line 4: there is a player called \"Player 1\" already"),
        ("willow-event-1", "willow-event-9", "line 1: the format is"),
        ("\"changes\"", "\"chances\"", "line 1: not a tournament"),
        ("[40,20]", "[40,25]", "a game cannot end 40-25"),
    ] {
        let error = json::read(&text.replace(from, to)).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    assert!(json::read("{").is_err() && json::read("").is_err());
}

#[test]
fn games_and_players_come_back_from_csv() {
    let tournament = tournament();
    let text = csv::write_games(&tournament);
    let games = csv::read_games(&text).unwrap();
    assert_eq!(games, csv::games(&tournament));
    let players = csv::write_players(&tournament);
    assert_eq!(csv::read_players(&players, PlayerId(1)).unwrap(), tournament.players());
    let semicolons = "name;rating\r\n\"A; B\";1500\r\n\r\nC;\r\n";
    let read = csv::read_players(semicolons, PlayerId(4)).unwrap();
    assert_eq!((read[0].name.as_str(), read[0].rating), ("A; B", Some(1500)));
    assert_eq!((read[1].id, read[1].rating), (PlayerId(5), None));
    for (text, problem) in [
        ("name,age\nA,3\n", "line 1: unknown column \"age\""),
        ("country\nFRA\n", "line 1: the column name is missing"),
        ("name,rating\nA,x\n", "line 2: rating is \"x\", not a number"),
        ("name,rating\nA\n", "line 2: 1 fields for 2 columns"),
        ("name\n\"A\n", "line 2: a quote is not closed"),
        ("", "line 1:"),
    ] {
        let error = csv::read_players(text, PlayerId(1)).unwrap_err().to_string();
        assert!(error.starts_with(problem), "{error}");
    }
    let damaged = csv::write_games(&tournament).replace(",40,20,", ",60,20,");
    assert!(csv::read_games(&damaged).unwrap_err().to_string().contains("13 to 64 discs"));
    assert!(
        csv::write_standings(&tournament)
            .starts_with("rank,name,country,points,Brightwell,discs\n1,")
    );
}

#[test]
fn elf_comes_back_byte_for_byte() {
    let elf = Elf::of_event(&tournament());
    let text = elf.write();
    assert_eq!(Elf::read(&text).unwrap(), elf);
    assert_eq!(Elf::read(&text).unwrap().write(), text);
    assert!(text.starts_with("%%Tournament: Test\n"), "{text}");
    // The forfeit of round 1 is not rated.
    assert_eq!(elf.rounds.iter().map(Vec::len).collect::<Vec<_>>()[0], 2);
    let foreign = "%%Tournament: T\n%%Date: 1/2/2026\n% a comment\n\n%Round 1\n 3752 (42>22) 1024\n\
                   1 (32)=(32) 2 W\n";
    let read = Elf::read(foreign).unwrap();
    let game = read.rounds[0][0];
    assert_eq!((game.ids, game.discs, game.color), ([3752, 1024], [42, 22], Color::Black));
    assert_eq!(read.rounds[0][1].color, Color::White);
    for wrong in ["1 (30)>(34) 2 B", "1 (40)>(34) 2 B", "1 (42)>(22) B", "hello", "1 (42)>(22) 2 X"]
    {
        let error = Elf::read(&format!("%%Date: x\n{wrong}\n")).unwrap_err();
        assert_eq!(error.line, 2, "{wrong}");
    }
}

#[test]
fn trf_comes_back_byte_for_byte() {
    let trf = Trf::of_event(&tournament());
    let text = trf.write();
    assert_eq!(Trf::read(&text).unwrap(), trf);
    assert_eq!(Trf::read(&text).unwrap().write(), text);
    let damaged = text.replace("   1      Player 1", "   x      Player 1");
    assert!(Trf::read(&damaged).unwrap_err().to_string().contains("starting number"));
    let lost =
        text.lines().filter(|line| !line.contains("Player 1 ")).collect::<Vec<_>>().join("\n");
    assert!(Trf::read(&lost).unwrap_err().to_string().contains("opponent 1 is not in the file"));
}

/// Damaged files are errors or other values, never a panic.
#[test]
fn nothing_panics_on_damaged_files() {
    let tournament = tournament();
    let texts = [
        json::write(&tournament),
        csv::write_games(&tournament),
        csv::write_players(&tournament),
        Elf::of_event(&tournament).write(),
        Trf::of_event(&tournament).write(),
    ];
    let mut random = Random(9);
    for text in &texts {
        for _ in 0..300 {
            let mut letters: Vec<char> = text.chars().collect();
            for _ in 0..=random.below(3) {
                let place = random.below(letters.len() as u64) as usize;
                letters[place] =
                    ['0', '9', ',', '(', ' ', '\n', '"', 'é'][random.below(8) as usize];
            }
            let damaged: String = letters.into_iter().collect();
            let _ = json::read(&damaged);
            let _ = csv::read_games(&damaged);
            let _ = csv::read_players(&damaged, PlayerId(1));
            let _ = Elf::read(&damaged);
            let _ = Trf::read(&damaged);
        }
    }
}
