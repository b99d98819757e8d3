//! Tests of the SPEC grammar: examples, errors and properties.

use proptest::prelude::*;

use super::error::SpecError;
use super::parser::bracketed_len;
use crate::{PlayerSpec, SpecOption};

fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
    text.parse()
}

fn options(text: &str) -> Vec<(String, String)> {
    let pair = |option: &SpecOption| (option.key().to_owned(), option.value().to_owned());
    parse(text).unwrap().options().iter().map(pair).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
}

#[test]
fn every_kind_of_value_is_read() {
    assert_eq!(options("human"), pairs(&[]));
    assert_eq!(options("random:seed=1"), pairs(&[("seed", "1")]));
    assert_eq!(
        options("willow:time=100ms,threads=1,hash=64M"),
        pairs(&[("time", "100ms"), ("threads", "1"), ("hash", "64M")])
    );
    assert_eq!(
        options("switch:plies=10,first=(random),then=(alpha-beta:depth=4,eval=(a:b=c,d=e))"),
        pairs(&[
            ("plies", "10"),
            ("first", "random"),
            ("then", "alpha-beta:depth=4,eval=(a:b=c,d=e)")
        ])
    );
    assert_eq!(
        options("gtp:depth=16,cwd=(a \"b\", (c)),cmd=./engine -gtp, \"x\" (y=z:"),
        pairs(&[("depth", "16"), ("cwd", "a \"b\", (c)"), ("cmd", "./engine -gtp, \"x\" (y=z:")])
    );
    assert_eq!(options("x:a=b\"c,b=C:\\dir=1"), pairs(&[("a", "b\"c"), ("b", "C:\\dir=1")]));
    assert_eq!(options("x:a=(),b=(())"), pairs(&[("a", ""), ("b", "()")]));
}

#[test]
fn errors_say_what_is_wrong() {
    let s = str::to_owned;
    let cases = [
        ("", SpecError::MissingName),
        (":a=1", SpecError::MissingName),
        ("a b", SpecError::MalformedName(s("a b"))),
        ("x:", SpecError::MissingKey),
        ("x:a=1,", SpecError::MissingKey),
        ("x:a=1,,b=2", SpecError::MissingKey),
        ("x:=1", SpecError::MalformedKey(s(""))),
        ("x:a b=1", SpecError::MalformedKey(s("a b"))),
        ("x:a", SpecError::MissingValue(s("a"))),
        ("x:a,b=1", SpecError::MissingValue(s("a"))),
        ("x:a=", SpecError::MissingValue(s("a"))),
        ("x:a=,b=1", SpecError::MissingValue(s("a"))),
        ("x:cmd=", SpecError::MissingValue(s("cmd"))),
        ("x:é=(a", SpecError::MalformedKey(s("é"))),
        ("x:a=é,b=(c", SpecError::UnclosedBracket),
        ("x:a=(b(c)", SpecError::UnclosedBracket),
        ("x:a=(b)c", SpecError::Unexpected('c')),
        ("x:a=b)", SpecError::Unexpected(')')),
        ("x:a=)", SpecError::Unexpected(')')),
        ("x:a=1,b=2,a=3", SpecError::DuplicateKey(s("a"))),
    ];
    for (text, error) in cases {
        assert_eq!(parse(text), Err(error), "{text}");
    }
}

#[test]
fn options_can_be_added() {
    let spec = parse("random").unwrap().with_option("seed", 7).unwrap();
    assert_eq!(spec.to_string(), "random:seed=7");
    assert!(spec.with_option("seed", 8).is_err());
    assert!(spec.with_option("a=b", 8).is_err());
    assert!(spec.with_option("a", "b)").is_err() && spec.with_option("a", "b),c=(").is_err());
    let command = spec.with_option("cmd", "a, b").unwrap();
    assert_eq!(command.to_string(), "random:seed=7,cmd=a, b");
    assert!(command.with_option("more", 1).is_err());
}

fn a_spec() -> impl Strategy<Value = PlayerSpec> {
    let word = "[a-zA-Z0-9_-]{1,6}";
    let is_balanced =
        |value: &String| bracketed_len(&format!("({value})")) == Some(value.len() + 2);
    let value = prop_oneof!["[a-z0-9=:. -]{0,6}", "[a-c,()é ]{0,8}", "\\PC{0,6}"];
    let value = value.prop_filter("the brackets match", is_balanced);
    let command = proptest::option::of("\\PC{1,10}");
    (word, proptest::collection::btree_map(word, value, 0..4), command).prop_map(
        |(name, mut options, command)| {
            options.remove("cmd");
            let mut options: Vec<SpecOption> =
                options.into_iter().map(|(k, v)| SpecOption::new(&k, &v)).collect();
            options.extend(command.map(|command| SpecOption::new("cmd", &command)));
            PlayerSpec::from_parts(&name, options)
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(spec in a_spec()) {
        prop_assert_eq!(parse(&spec.to_string()), Ok(spec));
    }

    #[test]
    fn any_text_is_parsed_without_a_panic(text in "[a-c:=,()\"\\\\é -]{0,20}|\\PC{0,20}|x:cmd=.{0,10}") {
        match parse(&text) {
            Ok(spec) => prop_assert_eq!(parse(&spec.to_string()), Ok(spec)),
            Err(error) => {
                prop_assert!(!error.to_string().is_empty() && error.hint().as_deref() != Some(""));
            }
        }
    }
}
