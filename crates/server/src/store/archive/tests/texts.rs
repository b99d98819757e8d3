//! Searches by one text, and the results of players.

use willow_board::Color;
use willow_protocol::{
    ArchiveFilter, PlayerResults, PositionQuery, SearchProblemKind, Searched, Tally, TermKind,
};
use willow_records::{RecordedEnding, RecordedGame, RecordedResult, transcript};

use super::Library;
use crate::domain::Refusal;

/// An archive with players, events and openings of real names.
fn known() -> Library {
    let mut library = Library::new();
    let rows = [
        ("Tamenori Hideshi", "Murakami Takeshi", "World Championship", "1998-10", 6, "f5d6c3d3c4"),
        (
            "Murakami Takeshi",
            "Tamenori Hideshi",
            "World Championship",
            "1998-10",
            16,
            "f5d6c3d3c4f4c5b3c2",
        ),
        ("Tamenori Hideshi", "Ishii Kashiwabara", "Paris Open", "1995", -4, "f5f6e6f4g5"),
        ("Tiger (jo)", "Tastet Marc", "Paris Open", "1996", 0, "f5d6"),
        ("Ito Jun", "Ito Junko", "", "2001", 64, "f5f4"),
    ];
    let records = rows.map(|(black, white, event, date, score, moves)| {
        let mut record = RecordedGame::new(transcript::parse(moves).unwrap());
        record.player_mut(Color::Black).name = black.to_owned();
        record.player_mut(Color::White).name = white.to_owned();
        (record.event, record.date) = (event.to_owned(), date.to_owned());
        let score = f64::from(score);
        record.result = Some(RecordedResult { score, ending: RecordedEnding::Board });
        record
    });
    library.import(&records);
    library
}

impl Library {
    fn search_text(&self, text: &str) -> Searched {
        let (store, _) = self.open.as_ref().unwrap();
        self.runtime.block_on(store.search_text(&text.parse().unwrap())).unwrap()
    }

    fn results(&self, words: &str) -> Result<PlayerResults, Refusal> {
        let (store, _) = self.open.as_ref().unwrap();
        self.runtime.block_on(store.player_results(&words.parse().unwrap())).unwrap()
    }
}

#[test]
fn a_text_is_understood_as_the_filter_that_it_stands_for() {
    let library = known();
    let rose_bill = "f5d6c3d3c4f4c5b3c2".parse::<PositionQuery>().unwrap().to_string();
    for (text, filter, total) in [
        ("", String::new(), 5),
        ("tamenori", "player =tamenori_hideshi".to_owned(), 3),
        ("hideshi tamenori 1998", "player =tamenori_hideshi from 1998 to 1998".to_owned(), 2),
        ("tamenori murakami", "player =tamenori_hideshi opponent =murakami_takeshi".to_owned(), 2),
        (
            "Murakami beat Tamenori",
            "player =murakami_takeshi opponent =tamenori_hideshi result player".to_owned(),
            1,
        ),
        ("world championship", "event =world_championship".to_owned(), 2),
        ("paris 32-32", "event =paris_open score 0".to_owned(), 1),
        ("rose bill tamenori", format!("player =tamenori_hideshi position {rose_bill}"), 1),
        ("ishii", "player =ishii_kashiwabara".to_owned(), 1),
        ("ito", "player ito".to_owned(), 1),
        (r#""Ito Jun""#, "player =ito_jun".to_owned(), 1),
        (
            "f5 f6 draw",
            format!("result draw position {}", "f5f6".parse::<PositionQuery>().unwrap()),
            0,
        ),
    ] {
        let found = library.search_text(text);
        assert_eq!(found.problems, [], "{text}");
        assert_eq!((found.filter.to_string(), found.total), (filter, total), "{text}");
        assert_eq!(found.page.games.len() as u32, total, "{text}");
    }
}

#[test]
fn a_word_with_several_meanings_says_so() {
    let library = known();
    let tiger = library.search_text("tiger");
    assert_eq!(
        (tiger.terms[0].kind, tiger.total),
        (TermKind::Opening, 2),
        "it is a program's, too"
    );
    assert_eq!(tiger.terms[0].also, [TermKind::Player]);
    let program = library.search_text("player:tiger");
    assert_eq!((program.terms[0].kind, program.total), (TermKind::Player, 1));
    assert_eq!(
        (&*program.terms[0].names, program.terms[0].n_names),
        (&["Tiger (jo)".to_owned()][..], 1)
    );
    assert_eq!(library.search_text("event:open").filter.to_string(), "event =paris_open");
}

#[test]
fn what_is_not_understood_is_named_and_nothing_is_searched() {
    let library = known();
    for (text, part, kind) in [
        ("tamenori xyzzy 1998", "xyzzy", SearchProblemKind::UnknownName),
        ("opening:tamenorix", "tamenorix", SearchProblemKind::UnknownName),
        ("tamenori murakami ishii", "ishii", SearchProblemKind::ThirdPlayer),
        ("1998 paris 1999", "1999", SearchProblemKind::Twice),
        ("won 1998", "won", SearchProblemKind::NoPlayer),
        ("f5f5", "f5f5", SearchProblemKind::IllegalMove),
    ] {
        let found = library.search_text(text);
        assert_eq!(found.problems.len(), 1, "{text}: {found:?}");
        assert_eq!((&*found.problems[0].text, found.problems[0].kind), (part, kind), "{text}");
        assert_eq!((found.total, found.filter), (0, ArchiveFilter::default()), "{text}");
    }
    let many = library.search_text(&"q ".repeat(40));
    assert_eq!(many.problems.last().unwrap().kind, SearchProblemKind::TooManyWords);
}

#[test]
fn the_results_of_a_player_are_those_of_both_colours() {
    let library = known();
    let results = library.results("player tamenori").unwrap();
    assert_eq!(results.names, ["Tamenori Hideshi"]);
    let counts = |tally: &Tally| [tally.games, tally.wins, tally.draws, tally.losses];
    assert_eq!(counts(&results.black), [2, 1, 0, 1]);
    assert_eq!((counts(&results.white), results.white.average), ([1, 0, 0, 1], Some(-16.0)));
    let openings: Vec<&str> = results.openings.iter().map(|row| &*row.opening.name).collect();
    assert_eq!(openings, ["Tiger", "Rose-Bill", "Heath"]);
    assert_eq!(results.opponents[0].name, "Murakami Takeshi");
    assert_eq!(counts(&results.opponents[0].results), [2, 1, 0, 1]);
    let of_two = library.results("player tamenori opponent ishii").unwrap();
    assert_eq!((of_two.opponents.len(), counts(&of_two.black)), (1, [1, 0, 0, 1]));
    assert_eq!(library.results("player nobody").unwrap(), PlayerResults::default());
    assert_eq!(library.results("from 1990").unwrap_err().argument, Some("player"));
}
