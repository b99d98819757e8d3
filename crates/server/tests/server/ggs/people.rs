//! Logins, people and lists.

use super::{GgsClient, start, token};
use crate::support::PASSWORD;

#[test]
fn a_token_is_the_password_and_a_guest_needs_none() {
    let (server, address) = start();
    let mut alice = server.register("alice");
    let password = token(&mut alice);
    drop(alice);
    let mut client = GgsClient::connect(address);
    for wrong in ["", PASSWORD, &"0".repeat(64)] {
        client.says("Enter login");
        client.send("alice");
        client.says("Enter your password");
        client.send(wrong);
        client.says("The password is not right.");
    }
    let mut older = GgsClient::enter(address, "alice", &password);
    assert!(older.asks("tell /os finger", "/os: finger alice").contains("registered : +"));
    let mut newer = GgsClient::enter(address, "alice", &password);
    assert!(older.is_closed(), "the older connection gets a bare end");
    newer.asks("echo still here", "still here");
    let mut stranger = GgsClient::connect(address);
    stranger.says("Enter login");
    stranger.send("mallory");
    stranger.says("Enter your password");
    stranger.send(&password);
    stranger.says("This token is not of this name.");
    assert!(stranger.is_closed());
    let mut guest = GgsClient::guest(address, "kuroobi");
    assert!(guest.asks("finger", ": finger kuroobi").contains("registered : -"));
    guest.asks("tell /os rated +", "/os: ERR you are not registered.");
}

#[test]
fn people_see_each_other_whatever_they_speak() {
    let (server, address) = start();
    let mut alice = GgsClient::guest(address, "alice");
    let mut bob = server.client("bob-the-builder");
    alice.asks("notify + /os", ": + /os 1");
    let line = alice.asks("notify + *", ": + bob-t~");
    let short = line.trim_start_matches(": + ").trim_end_matches(" 1").to_owned();
    assert!(line.ends_with(" 1") && short.len() == 8, "{line}");
    let carol = server.client("carol");
    alice.says(": + carol 1");
    drop(carol);
    alice.says(": - carol 1");
    alice.send(&format!("tell {short},nobody hello from afar"));
    bob.wait_for(|event| {
        matches!(event, willow_protocol::Event::Told { text, .. } if text.as_str() == "hello from afar")
    });
    alice.says(": ERR user 'nobody' not found.");
    bob.ok(r#""do":"tell","to":"alice","text":"and to you""#);
    alice.says(&format!("{short}: and to you"));
    alice.asks("tell .chat hi", ": ERR you are not in channel .chat.");
    alice.asks("chann + .chat;chann", ": chann 1");
    alice.send("tell .chat hi all");
    bob.wait_for(|event| matches!(event, willow_protocol::Event::Said { .. }));
    bob.ok(r#""do":"say","text":"good evening""#);
    let heard = alice.until_says(&format!(".chat {short}: good evening"));
    assert!(!heard.iter().any(|text| text.contains(".chat alice")), "no echo: {heard:?}");
    let quiet = alice.asks_all("chann + .alice;tell .alice Hello!;echo set", "set");
    assert!(!quiet.iter().any(|text| text.contains("ERR")), "{quiet:?}");
    alice.asks("chann %;chann", ": chann 0");
    alice.asks("chann + .chat;chann", ": chann 1");
    alice.asks("chann - .chat;chann", ": chann 0");
    bob.ok(r#""do":"say","text":"members only""#);
    let heard = alice.asks_all("echo set", "set");
    assert!(!heard.iter().any(|text| text.contains("members only")), "{heard:?}");
    bob.ok(r#""do":"block","name":"alice""#);
    alice.asks(
        &format!("tell {short} still there?"),
        &format!(": ERR '{short}' will not hear you."),
    );
}

#[test]
fn lists_and_errors_have_the_forms_of_ggs() {
    let (_server, address) = start();
    let mut alice = GgsClient::guest(address, "alice");
    assert!(alice.asks("tell /os who", "/os: who ").contains("|alice    + 1500.0@350.0"));
    alice.asks("tell /os top 8 5", "/os: top");
    alice.asks("tell /os history", "/os: history 0 alice");
    alice.asks("tell /os match", "/os: match 0/0");
    alice.asks("tell /os request", "/os: request 0");
    alice.asks("var + me a b", "READY");
    alice.asks("var", ": var 1");
    alice.asks("echo $me and '$me and $you", "a b and $me and $you");
    assert!(alice.asks("alias", ": alias 10").contains("\nts       tell /os"));
    alice.asks("verbose +ack", "READY");
    alice.asks("ts open 2", ": +ack:  ts open 2 => tell /os open 2");
    alice.asks("fly", ": command 'fly' not recognized.");
    alice.asks("tell /os fly", "/os: ERR command 'fly' not recognized.");
    alice.asks("tell /os watch + .77", "/os: watch + ERR not found: .77");
    alice.asks("tell /os ask 9 5 bob", "/os: illegal board type");
    alice.asks("tell /os ask 8r20 5", "/os: random games must be komi or synchro");
    alice.asks("tell /os ask 8 5 3 bob", "/os: ERR both players have the same clock here.");
    alice.asks("tell /os ask 8 5 nobody", "/os: ERR ");
    alice.asks("tell /os play .5 f5", "/os: ERR match '.5' not found.");
    alice.send("tell /os open 0");
    alice.asks("tell /os ask 8 5", "/os: ERR Your open value is too low for new matches.");
    alice.asks(&"x".repeat(10_000), ": ERR the line is too long.");
}

/// What Edax sends after the password: its settings follow the presence of the service, for which it does not ask.
#[test]
fn a_program_that_waits_for_the_service_is_set_up() {
    let (_server, address) = start();
    let mut edax = GgsClient::connect(address);
    edax.says("Enter login");
    edax.send("edax");
    edax.says("Enter your password");
    for line in ["", "vt100 -", "verbose -news -faq -help -ack", "chann %", "chann + .edax"] {
        edax.send(line);
    }
    edax.send("tell .edax Hello!");
    edax.says(": + /os 1");
    for line in ["rated +", "request +", "client -", "open 1", "continue", "open 0"] {
        edax.send(&format!("tell /os {line}"));
    }
    let heard = edax.asks_all("echo finished", "finished");
    let refused: Vec<&String> = heard.iter().filter(|text| text.contains("/os: ")).collect();
    assert_eq!(refused, ["/os: ERR you are not registered."]);
}
