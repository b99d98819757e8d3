//! The recorded streams of a server: the reducer takes each state to the next one. `domain/tests/streams.rs` of the
//! server records them.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use willow_protocol::{Applied, GameState, Notice};

#[test]
fn the_reducer_follows_the_recorded_streams() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("streams");
    let paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() >= 12, "{paths:?}");
    for path in paths {
        let mut state: Option<GameState> = None;
        let mut expected = Map::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let mut line: Value = serde_json::from_str(line).unwrap();
            let changes = line["changes"].take();
            expected.extend(changes.as_object().unwrap().clone());
            expected.retain(|_, value| !value.is_null());
            let notice: Notice = serde_json::from_value(line["notice"].take()).unwrap();
            let is_kept = notice.room.is_some() && notice.event.is_kept_by_game();
            assert_eq!(is_kept, notice.number.is_some(), "{path:?}: {notice:?}");
            let applied = apply(&mut state, &notice);
            assert_eq!(json!(state), Value::from(expected.clone()), "{path:?}: {notice:?}");
            assert_eq!(applied == Applied::Gap, line["gap"] == true, "{path:?}: {notice:?}");
        }
    }
}

fn apply(state: &mut Option<GameState>, notice: &Notice) -> Applied {
    if let Some(state) = state {
        return state.apply(notice);
    }
    *state = GameState::from_notice(notice);
    Applied::InOrder
}
