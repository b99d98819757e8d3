//! Thoughts as text and as JSON, of the programs themselves.

use willow_board::Move;

use super::*;
use crate::test_support::{after, thought};

/// After f5 d6 c3 d3 c4 f4 f6, with White to move.
const OPENING: &str = "f5 d6 c3 d3 c4 f4 f6";

#[test]
fn each_program_tells_what_only_it_knows() {
    let game = after(OPENING);
    let text = |spec: &str| thought(spec, &game).to_string();
    for (spec, parts) in [
        ("iago:depth=3", &["units", "depth 3", "boards", "features", "current-mobility"][..]),
        ("minimax:depth=2,eval=weighted-squares", &["boards", "evaluations", "inner-corners"]),
        (
            "searcher:depth=4,hash=on,zero-window=on",
            &["cutoffs", "table hits", "ended by the depth"],
        ),
        ("iago-1982:depth=4,book=off", &["nodes", "features", "potential-mobility"]),
        (
            "bill:depth=4,book=off",
            &[
                "level 4.0",
                "killer rank",
                "nodes",
                "evaluations",
                "levels 2 3 4",
                "ended by the depth",
                "hash hits ",
                "replies moved forward ",
                "killers before ",
                "killers after ",
            ],
        ),
        ("bill:nodes=3k,book=off", &["ended by the number of nodes"]),
        ("mlia:depth=4", &["hash hits", "%)", "line"]),
        ("willow:depth=6,hash=1M", &["discs", "depth 6", "line"]),
        ("willow:depth=4,hash=1M,weaken=3,seed=2", &["gives away"]),
    ] {
        let text = text(spec);
        for part in parts {
            assert!(text.contains(part), "{spec}: {text} lacks {part}");
        }
    }
}

#[test]
fn a_move_without_a_search_says_where_it_comes_from() {
    let text = |spec: &str, moves: &str| thought(spec, &after(moves)).to_string();
    assert_eq!(text("iago-1982", "f5 d6"), "by the book");
    assert!(text("bill", "f5").starts_with("by the book, killer rank "));
    assert!(text("mlia:book=on", "").ends_with("by the book"));
}

/// In the text the features are in the order of the evaluation, and those that add nothing are left out.
#[test]
fn the_features_of_iago_add_up_to_its_value() {
    let found = thought("iago:depth=3", &after(OPENING));
    let Some(Details::Paip(FeatureDetails { features, .. })) = &found.details else { panic!() };
    let sum: f64 = features.iter().map(|feature| feature.contribution).sum();
    assert_eq!(found.value, Some(ThoughtValue::Units(sum)));
    assert_eq!((features.len(), found.line.len()), (3, 3));
    assert_eq!(found.discs(), None);
}

#[test]
fn json_has_everything_that_a_thought_has() {
    let game = after(OPENING);
    for spec in [
        "iago:depth=3",
        "searcher:depth=3,hash=on",
        "iago-1982:depth=3,book=off",
        "bill:depth=3,book=off",
        "mlia:depth=3",
        "willow:depth=4,hash=1M",
    ] {
        let found = thought(spec, &game);
        let mv = found.line[0].square().unwrap();
        let told = MoveThought { ply: 8, mv, thought: found };
        let json = serde_json::to_string(&told).unwrap();
        assert!(json.starts_with(&format!("{{\"ply\":8,\"move\":\"{mv}\",\"value\":")), "{json}");
        assert_eq!(serde_json::from_str::<MoveThought>(&json).unwrap(), told, "{json}");
    }
    let unknown = r#"{"value":1,"unit":"stones","exact":false,"depth":1,"nodes":1,"evaluations":null,"line":[]}"#;
    assert!(
        serde_json::from_str::<SearchInfo>(unknown).unwrap_err().to_string().contains("stones")
    );
    let infinite = SearchInfo {
        value: Some(ThoughtValue::Units(f64::INFINITY)),
        ..SearchInfo::of_move(Move::Pass)
    };
    assert!(serde_json::to_string(&infinite).unwrap().contains(r#""value":null,"unit":null"#));
}

#[test]
fn values_are_written_with_their_units() {
    let text = |value: ThoughtValue| value.to_string();
    assert_eq!(text(ThoughtValue::Discs(1.25)), "+1.25 discs");
    assert_eq!(text(ThoughtValue::AtLeastDiscs(4.0)), "+4 discs or more");
    assert_eq!(text(ThoughtValue::Outcome(-1.0)), "loss");
    assert_eq!(text(ThoughtValue::Units(-4832.0)), "-4832 units");
    assert_eq!(text(ThoughtValue::Units(-0.0)), "+0 units");
}
