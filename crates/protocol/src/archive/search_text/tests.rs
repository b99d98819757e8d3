//! Texts as people type them, and what they say.

use proptest::prelude::*;
use willow_board::DiscDiff;

use super::*;
use crate::Winner;

fn read(text: &str) -> (Vec<SearchTerm>, Vec<(String, SearchProblemKind)>) {
    let (terms, problems) = text.parse::<SearchText>().unwrap().read();
    let terms = terms.into_iter().map(|read| read.term).collect();
    (terms, problems.into_iter().map(|problem| (problem.text, problem.kind)).collect())
}

fn terms(text: &str) -> Vec<SearchTerm> {
    let (terms, problems) = read(text);
    assert_eq!(problems, [], "{text}");
    terms
}

fn words(text: &str) -> SearchTerm {
    SearchTerm::Words(text.split(' ').map(str::to_owned).collect())
}

fn dates(from: &str, to: &str) -> SearchTerm {
    let date = |text: &str| (!text.is_empty()).then(|| text.parse().unwrap());
    SearchTerm::Dates(date(from), date(to))
}

fn position(text: &str) -> SearchTerm {
    SearchTerm::Position(text.parse().unwrap())
}

#[test]
fn one_line_has_names_dates_results_and_moves() {
    assert_eq!(
        terms("Tamenori vs Murakami 1998 40-24 f5d6c3"),
        [
            words("Tamenori"),
            SearchTerm::Versus,
            words("Murakami"),
            dates("1998", "1998"),
            SearchTerm::Score(DiscDiff::clamped(16)),
            position("f5d6c3"),
        ]
    );
    assert_eq!(terms(""), []);
}

#[test]
fn words_beside_each_other_stay_together() {
    assert_eq!(terms("tamenori hideshi"), [words("tamenori hideshi")]);
    assert_eq!(
        terms("tamenori 1998 rose bill"),
        [words("tamenori"), dates("1998", "1998"), words("rose bill")]
    );
    assert_eq!(terms("games of ito in the 1990s"), [words("ito"), dates("1990", "1999")]);
}

#[test]
fn quotation_marks_and_kinds_say_what_a_name_is() {
    let name = |kind, name: &str, is_whole| SearchTerm::Name { kind, name: name.into(), is_whole };
    assert_eq!(
        terms(r#""Ito Jun" event:paris opening:"Rose Bill" 「伊藤」"#),
        [
            name(None, "Ito Jun", true),
            name(Some(NameKind::Event), "paris", false),
            name(Some(NameKind::Opening), "Rose Bill", true),
            name(None, "伊藤", true),
        ]
    );
    assert_eq!(terms(r#""1998""#), [name(None, "1998", true)]);
    assert_eq!(read(r#"ito "jun"#).1, [("jun".to_owned(), SearchProblemKind::OpenQuote)]);
}

#[test]
fn dates_are_days_months_years_ranges_and_bounds() {
    for (text, from, to) in [
        ("1998", "1998", "1998"),
        ("in 1998-06", "1998-06", "1998-06"),
        ("1998/06/30", "1998-06-30", "1998-06-30"),
        ("1998.6", "1998-06", "1998-06"),
        ("1998年", "1998", "1998"),
        ("1990-1995", "1990", "1995"),
        ("1990..1995", "1990", "1995"),
        ("1990s", "1990", "1999"),
        ("1990年代", "1990", "1999"),
        ("１９９８年", "1998", "1998"),
        ("since 1990", "1990", ""),
        ("after 1990", "1991", ""),
        ("after 1990-12", "1991-01", ""),
        ("until 1990", "", "1990"),
        ("before 1990", "", "1989"),
        ("before 1990-01-01", "", "1989-12-31"),
        ("since 1990 before 1995", "1990", "1994"),
        ("from 1990 to 1995", "1990", "1995"),
    ] {
        assert_eq!(terms(text), [dates(from, to)], "{text}");
    }
    for text in ["1998-13", "1998-06-40", "1995-1990"] {
        assert_eq!(read(text).1, [(text.to_owned(), SearchProblemKind::NoDate)], "{text}");
    }
    assert_eq!(terms("games from paris since 1990"), [words("paris"), dates("1990", "")]);
    assert_eq!(terms("1066"), [words("1066")], "no year of this game");
}

#[test]
fn results_are_winners_and_scores() {
    let result = SearchTerm::Result;
    assert_eq!(terms("black won"), [result(Winner::Black)]);
    assert_eq!(terms("0-1"), [result(Winner::White)]);
    assert_eq!(terms("引き分け"), [result(Winner::Draw)]);
    assert_eq!(
        terms("ito beat goto"),
        [words("ito"), result(Winner::Player), SearchTerm::Versus, words("goto")]
    );
    assert_eq!(terms("ito lost to goto")[1], result(Winner::Opponent));
    assert_eq!(terms("black"), [words("black")], "a name");
    for (text, discs) in [("40-24", 16), ("63-0", 64), ("20-30", -24), ("32-32", 0), ("-8", -8)] {
        assert_eq!(terms(text), [SearchTerm::Score(DiscDiff::clamped(discs))], "{text}");
    }
    assert_eq!(read("±5").1, [("±5".to_owned(), SearchProblemKind::NoScore)], "of both sides");
    assert_eq!(read("40-30").1, [("40-30".to_owned(), SearchProblemKind::NoScore)]);
}

#[test]
fn a_word_asks_for_the_games_of_this_server() {
    assert_eq!(terms("ann here"), [words("ann"), SearchTerm::Here]);
    assert_eq!(terms("ここ"), [SearchTerm::Here]);
    assert_eq!(terms("ann on device"), [words("ann"), SearchTerm::Device]);
    assert_eq!(terms("端末"), [SearchTerm::Device]);
}

#[test]
fn moves_may_have_blanks_and_numbers() {
    for text in ["f5d6c3", "F5 D6 C3", "1. f5 2. d6 3. c3", "1.f5 2.d6 3.c3", "f5d6 c3"] {
        assert_eq!(terms(text), [position("f5d6c3")], "{text}");
    }
    for (text, typed) in [
        ("f5 d6 a1 c3", "f5 d6 a1"),
        ("new 5+3 F2", "F2"),
        ("F5D6A1C3", "F5D6A1"),
        ("1. F5 2.d6 3. A1, 4. c3", "1. F5 2.d6 3. A1"),
    ] {
        assert_eq!(read(text).1, [(typed.to_owned(), SearchProblemKind::IllegalMove)], "{text}");
    }
}

#[test]
fn a_board_is_cells_with_or_without_coordinates() {
    let start = position("");
    let cells = "---------------------------OX------XO---------------------------";
    let printed = "  A B C D E F G H
        1 . . . . . . . . 1
        2 . . . . . . . . 2
        3 . . . . . . . . 3
        4 . . . O * . . . 4
        5 . . . * O . . . 5
        6 . . . . . . . . 6
        7 . . . . . . . . 7
        8 . . . . . . . . 8
          A B C D E F G H";
    let rows: Vec<&str> = (0..8).map(|row| &cells[row * 8..row * 8 + 8]).collect();
    for text in [
        format!("{cells}/X"),
        cells.to_owned(),
        format!("{cells} black"),
        printed.to_owned(),
        rows.join("\n"),
    ] {
        assert_eq!(terms(&text), std::slice::from_ref(&start), "{text}");
    }
    assert_eq!(terms(&format!("{printed} O 1998")).len(), 2);
    let of_white = terms(&format!("{cells} O"));
    assert_eq!(of_white, [position(&format!("{cells}/O"))]);
    let long = format!("{cells}--");
    assert_eq!(read(&long).1, [(long, SearchProblemKind::NoPosition)]);
}

#[test]
fn a_long_text_is_refused() {
    assert_eq!("x".repeat(MAX_SEARCH + 1).parse::<SearchText>(), Err(SearchTextError));
    assert_eq!("a\n\u{7}b".parse::<SearchText>().unwrap().as_str(), "a b");
}

proptest! {
    /// Whatever is typed: every word is in a term, in a problem, or says nothing.
    #[test]
    fn no_text_makes_the_reader_fail(text in "[ a-hA-H1-8XO.*/:\"'0-9tovsin年「-]{0,90}") {
        let text: SearchText = text.parse().unwrap();
        let (terms, problems) = text.read();
        prop_assert!(terms.len() + problems.len() <= 2 * text.as_str().len());
        let parts = terms.iter().map(|term| &term.text).chain(problems.iter().map(|p| &p.text));
        for word in parts.flat_map(|part| part.split(' ')) {
            prop_assert!(text.as_str().contains(word), "{:?} is not in {:?}", word, text.as_str());
        }
        prop_assert_eq!(text.as_str().parse::<SearchText>().unwrap(), text);
    }
}
