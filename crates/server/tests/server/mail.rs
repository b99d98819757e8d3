//! E-mail to members: an address that is given, confirmed, used for a new password, and forgotten.

use tokio::runtime::Runtime;
use willow_protocol::{ErrorCode, Event};

use crate::support::http::Answer;
use crate::support::smtp::{Delivered, SmtpServer};
use crate::support::{Client, PASSWORD, TestServer, database};

const ADDRESS: &str = "anna.o-neil@mail.example";

fn server() -> (TestServer, SmtpServer) {
    let smtp = SmtpServer::start();
    let server = TestServer::configured(|config| {
        config.public_url = Some("https://club.example".to_owned());
        config.mail.relay = Some(format!("smtp://{}", smtp.address));
        config.mail.from = Some("The club <club@club.example>".to_owned());
    });
    (server, smtp)
}

fn post(server: &TestServer, path: &str, headers: &str, body: &str) -> Answer {
    let headers = format!("{headers}Content-Type: application/json\r\n");
    server.request("POST", path, &headers, body)
}

fn bearer(client: &Client) -> String {
    format!("Authorization: Bearer {}\r\n", client.token.as_ref().unwrap())
}

fn give(server: &TestServer, user: &str, language: &str, password: &str) -> Answer {
    let body =
        format!(r#"{{"address":"{ADDRESS}","language":"{language}","password":"{password}"}}"#);
    post(server, "/api/mail", user, &body)
}

/// Returns what is behind the `#` of the link of a mail.
fn code_of(mail: &Delivered, page: &str) -> String {
    let link = format!("https://club.example/{page}#");
    let line = mail.text.lines().find_map(|line| line.strip_prefix(&link));
    line.unwrap_or_else(|| panic!("no link: {}", mail.text)).trim().to_owned()
}

fn confirm(server: &TestServer, code: &str) -> Answer {
    post(server, "/api/mail/confirm", "", &format!(r#"{{"code":"{code}"}}"#))
}

fn recover(server: &TestServer, account: &str) -> Answer {
    post(server, "/api/mail/recover", "", &format!(r#"{{"account":"{account}"}}"#)).is(200)
}

/// Uses the link of a mail, and returns the answer.
fn reset(server: &TestServer, mail: &Delivered, password: &str) -> Event {
    let link = code_of(mail, "recover");
    let (name, code) = link.split_once('/').unwrap();
    let reset =
        format!(r#""do":"reset-password","name":"{name}","code":"{code}","password":"{password}""#);
    Client::connect(server.address).ask(&reset)
}

#[test]
fn a_member_gives_an_address_confirms_it_and_gets_a_link_for_a_new_password_that_works_once() {
    let (server, smtp) = server();
    let anna = bearer(&server.register("Anna"));
    give(&server, &anna, "ja", "not my password").is(401);
    give(&server, &anna, "ja", PASSWORD).is(200);
    let mail = smtp.mail(1);
    assert_eq!(mail.to, ADDRESS);
    assert!(mail.text.contains("From: \"The club\" <club@club.example>"), "{}", mail.text);
    assert!(mail.text.contains("Auto-Submitted: auto-generated"), "{}", mail.text);
    assert!(mail.text.contains("Anna さん"), "{}", mail.text);
    let state = server.get_with("/api/mail", &anna).json();
    let wanted = serde_json::json!({ "enabled": true, "address": ADDRESS, "confirmed": false });
    assert_eq!(state, wanted);
    // Bob never confirms it, so that nothing more goes to him.
    give(&server, &bearer(&server.register("bob")), "en", PASSWORD).is(200);
    assert_eq!(smtp.mail(2).to, ADDRESS);
    recover(&server, "bob");
    confirm(&server, "abcde-abcde-abcde-abcde").is(401);
    confirm(&server, &code_of(&mail, "confirm-email")).is(200);
    confirm(&server, &code_of(&mail, "confirm-email")).is(401);
    assert_eq!(server.get_with("/api/mail", &anna).json()["confirmed"], true);
    recover(&server, "ANNA");
    let by_name = smtp.mail(3);
    recover(&server, &ADDRESS.to_uppercase());
    let by_address = smtp.mail(4);
    assert!(by_address.text.contains("新しいパスワード") && by_address.to == ADDRESS);
    let entered = reset(&server, &by_name, "another secret");
    assert!(matches!(entered, Event::Entered { .. }), "{entered:?}");
    for used in [&by_name, &by_address] {
        let again = reset(&server, used, "a third secret");
        assert!(matches!(&again, Event::Error { code: ErrorCode::Denied, .. }), "{again:?}");
    }
    let (anna, entered) = server.log_in("anna", "another secret");
    assert!(matches!(entered, Event::Entered { .. }), "{entered:?}");
    drop(anna);
    assert_eq!(server.metric("mails_total"), 4);
}

#[test]
fn who_asks_does_not_learn_who_has_an_account_and_an_account_gets_few_mails() {
    let (server, smtp) = server();
    let anna = bearer(&server.register("anna"));
    drop(server.register("bob"));
    give(&server, &anna, "en", PASSWORD).is(200);
    confirm(&server, &code_of(&smtp.mail(1), "confirm-email")).is(200);
    let known = recover(&server, "anna");
    for unknown in ["nobody", "bob", "who@mail.example", ""] {
        assert_eq!(recover(&server, unknown).text(), known.text(), "{unknown}");
    }
    for _ in 0..5 {
        recover(&server, "anna");
    }
    // Three for the account, and the one that confirmed the address.
    assert_eq!(smtp.mail(4).to, ADDRESS);
    let one_more = r#"{"account":"anna"}"#;
    let refused = post(&server, "/api/mail/recover", "", one_more).is(429);
    assert!(refused.header("retry-after").is_some());
    let foreign = "Origin: https://elsewhere.example\r\n";
    post(&server, "/api/mail/recover", foreign, one_more).is(403);
    assert_eq!((smtp.count(), server.metric("failed_mails_total")), (4, 0));
}

#[test]
fn an_address_is_exported_shown_to_nobody_else_and_goes_with_the_account() {
    let (mut server, smtp) = server();
    let anna = bearer(&server.register("anna"));
    give(&server, &anna, "fr", PASSWORD).is(200);
    confirm(&server, &code_of(&smtp.mail(1), "confirm-email")).is(200);
    server.restart();
    let export = server.get_with("/api/account/export", &anna).json();
    assert_eq!(export["email"][0]["address"], ADDRESS);
    let bob = bearer(&server.register("bob"));
    let profile = server.get_with("/api/users/anna", &bob).is(200).text();
    assert!(!profile.contains("mail.example"), "{profile}");
    let nobody = serde_json::json!({ "enabled": true, "confirmed": false });
    assert_eq!(server.get("/api/mail").json(), nobody);
    server.request("DELETE", "/api/mail", &anna, "").is(200);
    assert_eq!(server.get_with("/api/mail", &anna).json(), nobody);
    give(&server, &anna, "fr", PASSWORD).is(200);
    confirm(&server, &code_of(&smtp.mail(2), "confirm-email")).is(200);
    let (mut anna, _) = server.log_in("anna", PASSWORD);
    anna.ok(&format!(r#""do":"delete-account","password":"{PASSWORD}""#));
    recover(&server, ADDRESS);
    server.stop();
    let left: i64 = Runtime::new().unwrap().block_on(async {
        let count = sqlx::query_scalar("SELECT COUNT(*) FROM emails");
        count.fetch_one(&mut database(server.folder()).await).await.unwrap()
    });
    assert_eq!((left, smtp.count()), (0, 2));
}
