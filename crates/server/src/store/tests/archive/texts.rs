//! Searches by one text, and the results of players.

use willow_protocol::{
    ArchiveFilter, PlayerResults, PositionQuery, SearchProblemKind, Searched, Tally, TermKind,
};
use willow_records::RecordedGame;

use super::record_of;
use crate::domain::Refusal;
use crate::store::test_support::TestStore;

/// An archive with players, events and openings of real names.
fn known() -> TestStore {
    let mut library = TestStore::new();
    let (tamenori, murakami) = ("Tamenori Hideshi", "Murakami Takeshi");
    let rows = [
        (tamenori, murakami, "World Championship", "1998-10", 6, "f5d6c3d3c4"),
        (murakami, tamenori, "World Championship", "1998-10", 16, "f5d6c3d3c4f4c5b3c2"),
        (tamenori, "Ishii Kashiwabara", "Paris Open", "1995", -4, "f5f6e6f4g5"),
        ("Tiger (jo)", "Tastet Marc", "Paris Open", "1996", 0, "f5d6"),
        ("Ito Jun", "Ito Junko", "", "2001", 64, "f5f4"),
    ];
    let records = rows.map(|(black, white, event, date, score, moves)| {
        let mut record = record_of(black, white, moves, score);
        (record.event, record.date) = (event.to_owned(), date.to_owned());
        record
    });
    library.import(&records);
    library
}

impl TestStore {
    fn search_text(&self, text: &str) -> Searched {
        self.runtime.block_on(self.store.search_text(&text.parse().unwrap())).unwrap()
    }

    fn results(&self, words: &str) -> Result<PlayerResults, Refusal> {
        let answer = self.runtime.block_on(self.store.player_results(&words.parse().unwrap()));
        answer.map_err(Refusal::from)
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
        // A name and a year are a player first, also where there are games with an opening of this name.
        ("tamenori 1996", "player =tamenori_hideshi from 1996 to 1996".to_owned(), 0),
        ("為則英司 1998年", "player =tamenori_hideshi from 1998 to 1998".to_owned(), 2),
        ("為則 対 村上健", "player =tamenori_hideshi opponent =murakami_takeshi".to_owned(), 2),
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
        ("tamenori here", "player =tamenori_hideshi only here".to_owned(), 0),
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

/// `takahashi 2024` offers those who played in 2024, not all who ever had the name.
#[test]
fn of_several_people_those_are_named_whose_games_were_found() {
    let mut library = known();
    let rows =
        [("Ito Ken", "Roe", "2024"), ("Ito Aki", "Ito Ken", "2024"), ("Ito Bo", "Roe", "2023")];
    let records = rows.map(|(black, white, date)| {
        let mut record = record_of(black, white, "f5d6", 2);
        record.date = date.to_owned();
        record
    });
    library.import(&records);
    let people = |text: &str| {
        let found = library.search_text(text);
        (found.terms[0].names.join(", "), found.terms[0].n_names)
    };
    assert_eq!(people("ito 2024"), ("Ito Ken, Ito Aki".to_owned(), 2));
    assert_eq!(people("ito 2023"), ("Ito Bo".to_owned(), 1));
    assert_eq!(people("ito").1, 5);
    assert_eq!(people("ito 1977").1, 5, "who has no game may be looked for in another year");
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
fn a_japanese_name_is_told_as_it_was_typed_and_may_be_an_opening() {
    let library = known();
    let found = library.search_text("為則 1998");
    assert_eq!((&*found.terms[0].text, found.terms[0].kind), ("為則", TermKind::Player));
    assert_eq!(found.terms[0].names, ["Tamenori Hideshi"]);
    assert_eq!(found.terms[0].also, [TermKind::Opening]);
    let opening = library.search_text("opening:為則流");
    assert_eq!(opening.terms[0].kind, TermKind::Opening);
    let unknown = library.search_text("高梨悠介");
    let refused: Vec<&str> = unknown.problems.iter().map(|problem| &*problem.text).collect();
    assert_eq!(refused, ["高梨悠介"]);
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
    for text in ["q ".repeat(40), r#""q" "#.repeat(40), format!("\"{}\"", "q ".repeat(200))] {
        let many = library.search_text(&text);
        let kinds: Vec<_> = many.problems.iter().map(|problem| problem.kind).collect();
        let is_too_many = |kind: &&SearchProblemKind| **kind == SearchProblemKind::TooManyWords;
        assert_eq!(kinds.iter().filter(is_too_many).count(), 1, "{text}: {kinds:?}");
        assert!(kinds.len() <= 13, "{text}: {kinds:?}");
    }
    let many = library.search_text(&"q ".repeat(40));
    assert_eq!(many.problems.last().unwrap().kind, SearchProblemKind::TooManyWords);
}

/// More names contain `li` than are looked at.
#[test]
fn a_whole_name_is_found_among_many_that_contain_it() {
    let mut library = TestStore::new();
    let mut records = vec![record_of("Li", "LI", "f5d6", 2)];
    records.extend((0..250).map(|n| record_of(&format!("Ali {n}"), "Zoe", "f5d6", 2)));
    library.import(&records);
    let vague = library.search_text("li");
    assert_eq!(vague.problems[0].kind, SearchProblemKind::TooManyNames);
    for text in [r#""Li""#, r#"player:"li""#] {
        let found = library.search_text(text);
        assert_eq!((&found.problems[..], found.total), (&[][..], 1), "{text}");
        assert_eq!(
            (found.filter.to_string(), found.terms[0].n_names),
            ("player =li".to_owned(), 2)
        );
    }
    let other = library.search_text(r#"event:"Li""#);
    assert_eq!(other.problems[0].kind, SearchProblemKind::UnknownName);
}

#[test]
fn a_part_of_the_names_of_too_many_events_is_named_as_it_was_typed() {
    let mut library = TestStore::new();
    let records: Vec<RecordedGame> = (0..501)
        .map(|n| {
            let mut record = record_of("Ann", "Bob", "f5d6", 2);
            record.event = format!("Open {n}");
            record
        })
        .collect();
    library.import(&records);
    let found = library.search_text("ann event:open");
    let problem = &found.problems[0];
    assert_eq!((&*problem.text, problem.kind), ("open", SearchProblemKind::TooManyNames));
    assert_eq!((found.total, found.filter), (0, ArchiveFilter::default()));
}

/// A game of two players who share the name belongs to the one whom the result means.
#[test]
fn the_results_of_a_name_that_both_sides_have_are_those_of_the_winner_who_is_asked_for() {
    let mut library = TestStore::new();
    library.import(&[record_of("Ito Jun", "Ito Ken", "f5d6", -10)]);
    let counts = |words: &str| {
        let results = library.results(words).unwrap();
        let of = |tally: Tally| [tally.wins, tally.losses];
        (of(results.black), of(results.white))
    };
    assert_eq!(counts("player ito result player"), ([0, 0], [1, 0]));
    assert_eq!(counts("player ito result opponent"), ([0, 1], [0, 0]));
    assert_eq!(counts("player ito opponent jun"), ([0, 0], [1, 0]));
    assert_eq!(counts("player ito"), ([0, 1], [0, 0]));
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
    assert_eq!(library.results("from 1990").unwrap_err().argument.as_deref(), Some("player"));
}
