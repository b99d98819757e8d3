//! Notifications from end to end: a domain, a database, a push service that listens on a local port, and phones
//! that read what it was given.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use futures_util::StreamExt as _;
use p256::PublicKey;
use p256::SecretKey;
use p256::ecdh::diffie_hellman;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use rcgen::CertifiedKey;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;
use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use willow_protocol::GameId;
use willow_protocol::client::Tls;

use super::sender::PushSender;
use super::{PushKey, PushServices};
use crate::domain::tests::world::{World, state};
use crate::domain::{
    AccessWrite, ConnId, DAY, Input, MINUTE, PushAddress, PushChange, ServerState, Settings,
    TokenNumber, UserId, UserWrite, Write,
};
use crate::ops::Metrics;
use crate::store::{ArchiveTiming, Batch, Store, Writer};

/// A request as the service has received it.
#[derive(Clone, Debug)]
struct Received {
    path: String,
    head: String,
    body: Vec<u8>,
}

/// An origin that nobody serves: its port is one that the system gives to nobody.
const DEAD: &str = "http://127.0.0.1:1";

/// A push service on a local port.
struct Service {
    origin: String,
    /// The certificate that is trusted.
    tls: Option<Tls>,
    received: Arc<Mutex<Vec<Received>>>,
    /// The heads of the next answers; afterwards everything is taken.
    answers: Arc<Mutex<VecDeque<&'static str>>>,
}

impl Service {
    async fn start() -> Service {
        Service::with(None).await
    }

    /// Starts a service over TLS with a certificate for a name.
    async fn encrypted(name: &str) -> Service {
        let CertifiedKey { cert, signing_key } =
            rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .unwrap();
        let mut service = Service::with(Some(TlsAcceptor::from(Arc::new(config)))).await;
        let file = NamedTempFile::new().unwrap();
        fs::write(file.path(), cert.pem()).unwrap();
        service.tls = Some(Tls::of_file(file.path()).unwrap());
        service
    }

    async fn with(tls: Option<TlsAcceptor>) -> Service {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let scheme = if tls.is_some() { "https" } else { "http" };
        let origin = format!("{scheme}://{}", listener.local_addr().unwrap());
        let (received, answers) = (Arc::default(), Arc::default());
        let service = Service {
            origin,
            tls: None,
            received: Arc::clone(&received),
            answers: Arc::clone(&answers),
        };
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                match &tls {
                    None => serve(&mut stream, &received, &answers).await,
                    // A client that does not trust the certificate leaves.
                    Some(tls) => {
                        if let Ok(mut stream) = tls.accept(stream).await {
                            serve(&mut stream, &received, &answers).await;
                        }
                    }
                }
            }
        });
        service
    }

    fn answer(&self, heads: &[&'static str]) {
        self.answers.lock().unwrap().extend(heads);
    }

    fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.received.lock().unwrap())
    }
}

async fn serve(
    stream: &mut (impl AsyncRead + AsyncWrite + Unpin),
    received: &Mutex<Vec<Received>>,
    answers: &Mutex<VecDeque<&'static str>>,
) {
    let request = read_request(stream).await;
    let answer = answers.lock().unwrap().pop_front().unwrap_or("201 Created");
    if answer != "hang up" {
        received.lock().unwrap().push(request);
        let answer = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(answer.as_bytes()).await.unwrap();
    }
}

async fn read_request(stream: &mut (impl AsyncRead + Unpin)) -> Received {
    let mut bytes = Vec::new();
    let end = loop {
        stream.read_buf(&mut bytes).await.unwrap();
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(end) = end {
            break end + 4;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let length = header(&head, "content-length").parse().unwrap();
    let mut body = bytes[end..].to_vec();
    while body.len() < length {
        stream.read_buf(&mut body).await.unwrap();
    }
    let path = head.split(' ').nth(1).unwrap().to_owned();
    Received { path, head, body }
}

fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).unwrap().1
}

/// The browser of a player, with its own keys.
struct Phone {
    key: SecretKey,
    secret: [u8; 16],
    path: String,
}

impl Phone {
    fn new(number: u8) -> Phone {
        let key = SecretKey::from_slice(&[number; 32]).unwrap();
        Phone { key, secret: [number; 16], path: format!("/push/{number}") }
    }

    fn public(&self) -> Vec<u8> {
        self.key.public_key().to_encoded_point(false).as_bytes().to_vec()
    }

    fn address(&self, service: &Service) -> PushAddress {
        PushAddress {
            endpoint: format!("{}{}", service.origin, self.path),
            public_key: self.public(),
            secret: self.secret.to_vec(),
        }
    }

    /// Reads a message as the browser does, by RFC 8188 and RFC 8291, without the code that sealed it.
    fn read(&self, received: &Received) -> Value {
        assert_eq!(received.path, self.path);
        let (head, record) = received.body.split_at(21 + 65);
        let (salt, theirs) = (&head[..16], &head[21..]);
        assert_eq!(u32::from_be_bytes(head[16..20].try_into().unwrap()), 4096);
        let point = PublicKey::from_sec1_bytes(theirs).unwrap();
        let shared = diffie_hellman(self.key.to_nonzero_scalar(), point.as_affine());
        let mac = |key: &[u8], text: &[u8]| {
            let key = hmac::Key::new(hmac::HMAC_SHA256, key);
            hmac::sign(&key, text).as_ref().to_vec()
        };
        let first = mac(&self.secret, shared.raw_secret_bytes());
        let info = [b"WebPush: info\0", &self.public()[..], theirs, &[1]].concat();
        let second = mac(salt, &mac(&first, &info));
        let key = mac(&second, b"Content-Encoding: aes128gcm\0\x01");
        let nonce = mac(&second, b"Content-Encoding: nonce\0\x01");
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let mut record = record.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        let end = text.iter().rposition(|&byte| byte != 0).unwrap();
        assert_eq!(text[end], 2, "the mark of the last record");
        serde_json::from_slice(&text[..end]).unwrap()
    }
}

/// A server whose time is set by hand.
struct Club {
    world: World,
    store: Store,
    writer: Writer,
    folder: TempDir,
    service: Service,
    sender: PushSender,
    metrics: Arc<Metrics>,
    connections: u64,
}

fn sender(folder: &TempDir, service: &Service, metrics: &Arc<Metrics>) -> PushSender {
    let key = PushKey::open(folder.path()).unwrap();
    let services = PushServices::new(vec![service.origin.clone(), DEAD.to_owned()]);
    PushSender::new(key, services, None, service.tls.clone(), metrics.clone())
}

impl Club {
    async fn start() -> Club {
        Club::with(Service::start().await).await
    }

    async fn with(service: Service) -> Club {
        let folder = TempDir::new().unwrap();
        let (store, writer) = Store::open(&folder.path().into()).await.unwrap();
        let metrics = Arc::new(Metrics::new(Path::new("")));
        let sender = sender(&folder, &service, &metrics);
        let world = World::new();
        Club { world, store, writer, folder, service, sender, metrics, connections: 10 }
    }

    async fn commit(&mut self) {
        let writes = std::mem::take(&mut self.world.writes);
        self.writer.commit(&Batch::new(writes), ArchiveTiming::AtOnce).await.unwrap();
    }

    /// The server ends and starts again, from its folder.
    async fn restart(&mut self) {
        self.world.input(Input::ShutDown { text: "bye".to_owned() });
        self.world.input(Input::Stop);
        self.commit().await;
        let saved = self.writer.load(self.world.now).await.unwrap();
        let (state, effects) =
            ServerState::restore(Settings::default(), saved, self.world.now).unwrap();
        self.world = World::around(state, effects, self.world.now);
        self.sender = sender(&self.folder, &self.service, &self.metrics);
    }

    /// Returns the tokens of logins since the last commit.
    fn new_tokens(&self) -> Vec<TokenNumber> {
        let tokens = self.world.writes.iter().filter_map(|write| match write {
            Write::User(UserWrite::Access(AccessWrite::Token(token))) => Some(token.number),
            _ => None,
        });
        tokens.collect()
    }

    /// Lets a phone take the notifications of a login.
    fn switch_on(&mut self, token: TokenNumber, address: PushAddress) {
        let on = PushChange::On { token, address, at: self.world.now, replaces: None };
        self.world.input(Input::Push(on));
    }

    /// Logs a new user in and out again, and lets their phone take notifications if they have one.
    async fn join(&mut self, name: &str, phone: Option<&Phone>) -> TokenNumber {
        self.connections += 1;
        let connection = self.world.log_in(self.connections, name, true);
        let token = self.new_tokens()[0];
        if let Some(phone) = phone {
            self.switch_on(token, phone.address(&self.service));
        }
        self.world.leave(connection);
        self.commit().await;
        token
    }

    fn resume(&mut self, user: i64) -> ConnId {
        self.connections += 1;
        self.world.resume(self.connections, user)
    }

    /// Starts a game of users 1 and 2, who leave.
    async fn begin(&mut self, clock: &str) -> GameId {
        let (black, white) = (self.resume(1), self.resume(2));
        let game = self.world.start_game(black, white, clock);
        self.world.leave(black);
        self.world.leave(white);
        self.commit().await;
        game
    }

    /// A user comes, plays the first legal move of a game, and leaves.
    async fn play(&mut self, user: i64, game: GameId) {
        let connection = self.resume(user);
        let state = state(&self.world.types(connection, &format!("board {game}")));
        let square = state.details.legal.unwrap().0.squares().next().unwrap();
        self.world.types(connection, &format!("move {game} {square}"));
        self.world.leave(connection);
        self.commit().await;
    }

    /// Polls once, and returns the messages that the service received.
    async fn poll(&mut self) -> Vec<Received> {
        let subscriptions = self.store.push_subscriptions(self.world.now).await.unwrap();
        let turns = self.world.state.slow_turns();
        let now = self.world.now;
        let changes: Vec<_> = self.sender.tell(&subscriptions, &turns, || now).collect().await;
        for change in changes {
            self.world.input(Input::Push(change));
        }
        self.commit().await;
        self.service.take()
    }

    fn metric(&self, name: &str) -> u64 {
        let text = self.metrics.exposition(0, None);
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap().parse().unwrap()
    }

    async fn n_subscriptions(&self) -> usize {
        self.store.push_subscriptions(self.world.now).await.unwrap().len()
    }
}

/// Both players are never there but when their phones tell them, over more than two days and a restart.
#[tokio::test]
async fn a_game_of_two_days_is_played_by_notifications() {
    let mut club = Club::start().await;
    let phones = [Phone::new(1), Phone::new(2)];
    for (name, phone) in ["alice", "bob"].into_iter().zip(&phones) {
        club.join(name, Some(phone)).await;
    }
    club.world.wait(MINUTE);
    let game = club.begin("1d").await;
    let (began, mut n_told) = (club.world.now, 0);
    while let Some(turn) = club.world.state.slow_turns().first().cloned() {
        let given = club.poll().await;
        assert_eq!(given.len(), 1, "one message a turn, to whom it is about");
        let phone = &phones[usize::try_from(turn.user.0).unwrap() - 1];
        let message = phone.read(&given[0]);
        let other = ["bob", "alice"][usize::try_from(turn.user.0).unwrap() - 1];
        assert_eq!(message["opponent"], other);
        assert_eq!(message["move"], serde_json::json!(turn.last.map(|it| it.to_string())));
        n_told += 1;
        assert!(club.poll().await.is_empty(), "it is told once");
        if n_told == 20 {
            club.restart().await;
            assert!(club.poll().await.is_empty(), "nor after a restart");
        }
        club.world.wait(50 * MINUTE);
        assert!(club.poll().await.is_empty());
        let told = GameId(message["game"].as_u64().unwrap());
        assert_eq!(told, game);
        club.play(turn.user.0, told).await;
    }
    assert!(club.world.now - began > 2 * DAY, "{n_told} turns");
    assert!(n_told > 50, "{n_told}");
    assert!(club.poll().await.is_empty(), "the game is over");
}

#[tokio::test]
async fn only_turns_that_begin_later_are_told_and_only_in_games_of_days() {
    let mut club = Club::start().await;
    let phone = Phone::new(1);
    club.join("alice", None).await;
    club.join("bob", None).await;
    let game = club.begin("3d").await;
    club.world.wait(MINUTE);
    // Alice takes notifications while it is her turn.
    let again = club.world.log_in_again(5, 1);
    club.switch_on(club.new_tokens()[0], phone.address(&club.service));
    club.world.leave(again);
    club.commit().await;
    assert!(club.poll().await.is_empty(), "she has seen this turn");
    club.begin("5+3").await;
    assert!(club.poll().await.is_empty(), "a fast game tells nobody");
    club.world.wait(MINUTE);
    club.play(1, game).await;
    club.play(2, game).await;
    let given = club.poll().await;
    assert_eq!(phone.read(&given[0])["game"], game.0);
    let head = &given[0].head;
    assert_eq!(header(head, "topic"), format!("game-{game}"));
    assert_eq!(header(head, "content-encoding"), "aes128gcm");
    let seconds: u64 = header(head, "ttl").parse().unwrap();
    assert!((3 * 86_400 - 60..=3 * 86_400).contains(&seconds), "{seconds}");
    let (token, _) = header(head, "authorization").split_once(", k=").unwrap();
    let claims = BASE64.decode(token.split('.').nth(1).unwrap()).unwrap();
    let claims: Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], club.service.origin);
}

#[tokio::test]
async fn a_message_is_tried_again_for_a_day_of_its_own() {
    let mut club = Club::start().await;
    club.join("alice", Some(&Phone::new(1))).await;
    club.join("bob", None).await;
    club.world.wait(MINUTE);
    let game = club.begin("3d").await;
    club.service.answer(&["503 Busy", "hang up"]);
    assert_eq!(club.poll().await.len(), 1);
    club.world.wait(4 * MINUTE);
    assert!(club.poll().await.is_empty(), "not at once");
    club.world.wait(MINUTE);
    assert!(club.poll().await.is_empty(), "it hung up");
    club.world.wait(5 * MINUTE);
    assert_eq!(club.poll().await.len(), 1);
    club.world.wait(5 * MINUTE);
    assert!(club.poll().await.is_empty(), "it was taken");
    // A message that is always refused does not block other turns.
    club.play(1, game).await;
    club.play(2, game).await;
    club.service.answer(&["400 Bad", "503 Busy\r\nRetry-After: 3600", "503 Busy"]);
    assert_eq!(club.poll().await.len(), 1);
    assert!(club.poll().await.is_empty(), "it is not tried again");
    club.world.wait(MINUTE);
    club.play(1, game).await;
    club.play(2, game).await;
    assert_eq!(club.poll().await.len(), 1);
    club.world.wait(59 * MINUTE);
    assert!(club.poll().await.is_empty(), "the service asks for an hour");
    club.world.wait(DAY - 60 * MINUTE);
    assert_eq!(club.poll().await.len(), 1);
    // The next turn has a day of its own.
    club.world.wait(MINUTE);
    club.play(1, game).await;
    club.play(2, game).await;
    club.service.answer(&["403 Forbidden", "403 Forbidden"]);
    club.world.wait(5 * MINUTE);
    assert_eq!(club.poll().await.len(), 1);
    club.world.wait(DAY - MINUTE);
    assert_eq!(club.metric("willow_failed_notifications_total"), 6);
    assert_eq!(club.n_subscriptions().await, 1);
    club.world.wait(MINUTE);
    assert_eq!(club.poll().await.len(), 1);
    assert_eq!(club.n_subscriptions().await, 0, "the server's key is not the one of the address");
}

#[tokio::test]
async fn an_address_that_is_gone_is_forgotten() {
    let mut club = Club::start().await;
    club.join("alice", Some(&Phone::new(1))).await;
    club.join("bob", None).await;
    club.world.wait(MINUTE);
    club.begin("3d").await;
    club.service.answer(&["410 Gone"]);
    assert_eq!(club.poll().await.len(), 1);
    assert_eq!(club.n_subscriptions().await, 0);
}

#[tokio::test]
async fn addresses_end_with_the_login_and_with_the_account() {
    let mut club = Club::start().await;
    let (first, second) = (Phone::new(1), Phone::new(2));
    let token = club.join("alice", Some(&first)).await;
    club.join("bob", Some(&second)).await;
    assert_eq!(club.n_subscriptions().await, 2);
    // A login that was revoked meanwhile takes nothing.
    club.world.writes.push(AccessWrite::TokenRevoked(UserId(1), token).into());
    club.commit().await;
    assert_eq!(club.n_subscriptions().await, 1);
    club.switch_on(token, first.address(&club.service));
    club.commit().await;
    assert_eq!(club.n_subscriptions().await, 1);
    // Another user of the same browser takes its address over.
    let carol = club.join("carol", Some(&second)).await;
    let kept = club.store.push_subscriptions(club.world.now).await.unwrap();
    assert_eq!((kept.len(), kept[0].token), (1, carol));
    let connection = club.world.log_in_again(5, 3);
    club.commit().await;
    club.world.delete_account(connection);
    club.commit().await;
    assert_eq!(club.n_subscriptions().await, 0);
}

/// The certificate decides who the service is.
#[tokio::test]
async fn a_message_goes_over_tls_to_the_host_that_the_certificate_names_and_to_no_other() {
    for (name, n_given, failed) in [("127.0.0.1", 1, 0), ("push.example", 0, 1)] {
        let mut club = Club::with(Service::encrypted(name).await).await;
        club.join("alice", Some(&Phone::new(1))).await;
        club.join("bob", None).await;
        club.world.wait(MINUTE);
        club.begin("3d").await;
        assert_eq!(club.poll().await.len(), n_given, "{name}");
        assert_eq!(club.metric("willow_failed_notifications_total"), failed, "{name}");
        assert_eq!(club.metric("willow_notifications_total"), n_given as u64, "{name}");
    }
}

/// Ten browsers of a service that is down, and one of another service.
#[tokio::test]
async fn a_service_that_cannot_be_reached_is_left_alone_for_a_while_and_delays_no_other() {
    let mut club = Club::start().await;
    let phone = Phone::new(1);
    club.join("alice", Some(&phone)).await;
    club.join("bob", None).await;
    club.world.wait(MINUTE);
    let game = club.begin("3d").await;
    for number in 0..10 {
        let connection = club.world.log_in_again(100 + number, 1);
        club.world.leave(connection);
    }
    for token in club.new_tokens() {
        let endpoint = format!("{DEAD}/push/{}", token.0);
        let address = PushAddress { endpoint, ..phone.address(&club.service) };
        let on = PushChange::On { token, address, at: 0, replaces: None };
        club.world.input(Input::Push(on));
    }
    club.commit().await;
    assert_eq!(club.n_subscriptions().await, 11);
    assert_eq!(club.poll().await.len(), 1, "the other service");
    let failed = club.metric("willow_failed_notifications_total");
    assert!((1..=8).contains(&failed), "those that were on their way: {failed}");
    assert!(club.poll().await.is_empty());
    assert_eq!(club.metric("willow_failed_notifications_total"), failed, "it is left alone");
    club.world.wait(MINUTE / 2);
    club.play(1, game).await;
    club.play(2, game).await;
    assert_eq!(club.poll().await.len(), 1, "the other service has news");
    club.world.wait(5 * MINUTE);
    club.poll().await;
    assert!(club.metric("willow_failed_notifications_total") > failed, "it is tried again");
    assert_eq!(club.n_subscriptions().await, 11, "addresses are kept");
}
