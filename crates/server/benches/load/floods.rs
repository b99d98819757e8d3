//! Floods: who comes and goes, knows no password or sends nonsense leaves nothing in memory.

use std::io::{self, ErrorKind};
use std::rc::Rc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::idle_clients::{in_parallel, web_visitor};
use crate::line_client::LineClient;
use crate::measure::mib;
use crate::options::Options;
use crate::server_process::{ServerProcess, folder};
use crate::storm::token;

/// How many rounds are a day.
const ROUNDS_A_DAY: usize = 100;

/// Logins of a day at the ten a minute that the limits admit from an address.
const LOGINS: usize = 10 * 24 * 60 / ROUNDS_A_DAY;

/// Newcomers of a day at thirty a minute; nothing else comes more often here.
const NEWCOMERS: usize = 30 * 24 * 60 / ROUNDS_A_DAY;

/// What comes in a round, and how often.
const FLOODS: [(Flood, usize); 6] = [
    (Flood::WrongPassword, LOGINS),
    (Flood::Guest, NEWCOMERS),
    (Flood::Spectator, NEWCOMERS),
    (Flood::BrokenFrame, NEWCOMERS),
    (Flood::BrokenLines, NEWCOMERS),
    (Flood::Member, NEWCOMERS),
];

#[derive(Clone, Copy, Debug)]
enum Flood {
    WrongPassword,
    Guest,
    Spectator,
    BrokenFrame,
    BrokenLines,
    Member,
}

/// Who comes: the server and the tokens of the accounts.
struct Target {
    server: ServerProcess,
    tokens: Vec<Rc<str>>,
}

/// Floods a server in rounds for the measured time, and prints its memory after each round.
pub(crate) async fn run(options: &Options) -> io::Result<()> {
    let server = ServerProcess::open(folder(options)?)?;
    let address = server.address;
    let register = async move |number| {
        let member = format!(r#""name":"member-{number}","password":"correct horse""#);
        token(address, &format!(r#"{{"do":"register",{member}}}"#)).await
    };
    let tokens = in_parallel(options.scaled(NEWCOMERS), register).await?;
    let target = Rc::new(Target { server, tokens });
    println!(
        "\n## Floods: wrong passwords, guests, spectators, broken frames and lines, accounts\n"
    );
    println!("| round | share of a day | minute | server MiB |\n| --- | --- | --- | --- |");
    let (began, mut memory) = (Instant::now(), Vec::new());
    while began.elapsed() < options.measured() || memory.len() < 2 {
        round(options, &target, memory.len()).await?;
        memory.push(mib(target.server.usage().memory));
        let (n, minute) = (memory.len(), began.elapsed().as_secs_f64() / 60.0);
        let share = 100.0 * options.scaled(100 * n) as f64 / (100 * ROUNDS_A_DAY) as f64;
        println!("| {n} | {share:.1} % | {minute:.1} | {:.1} |", memory[n - 1]);
    }
    let growth = memory[memory.len() - 1] - memory[1];
    println!("\nFrom the second round to the last the memory grew by {growth:.1} MiB.");
    Ok(())
}

/// Sends all floods once, one after the other.
async fn round(options: &Options, target: &Rc<Target>, round: usize) -> io::Result<()> {
    for (flood, times) in FLOODS {
        let target = target.clone();
        let once = async move |number| come_and_go(flood, &target, round, number).await;
        in_parallel(options.scaled(times), once).await?;
    }
    Ok(())
}

async fn come_and_go(flood: Flood, target: &Target, round: usize, number: usize) -> io::Result<()> {
    let Target { server, tokens } = target;
    let enter = async |command: String| LineClient::enter(server.address, &command).await;
    match flood {
        Flood::WrongPassword => {
            let login = format!(r#"{{"do":"login","name":"member-{number}","password":"wrong"}}"#);
            match enter(login).await {
                Err(refused) if refused.kind() == ErrorKind::Other => Ok(()),
                Err(error) => Err(error),
                Ok(_) => Err(io::Error::other("a wrong password was taken")),
            }
        }
        Flood::Guest => {
            let guest = format!(r#"{{"do":"guest","name":"flood-{round}-{number}"}}"#);
            let (mut client, _) = enter(guest).await?;
            client.send(r#"{"do":"quit"}"#).await?;
            drain(client.into_stream()).await
        }
        Flood::Member => {
            enter(format!(r#"{{"do":"resume","token":"{}"}}"#, tokens[number])).await?;
            Ok(())
        }
        Flood::Spectator => web_visitor(server.http).await.map(drop),
        Flood::BrokenFrame => {
            let mut stream = web_visitor(server.http).await?;
            stream.write_all(&[0xff; 64]).await?;
            drain(stream).await
        }
        Flood::BrokenLines => {
            let mut stream = TcpStream::connect(server.address).await?;
            let long = "x".repeat(20_000);
            stream
                .write_all(
                    format!("{{\n{long}\n\u{1}\u{2}\nmove\n{{\"do\":42}}\nquit\n").as_bytes(),
                )
                .await?;
            drain(stream).await
        }
    }
}

/// Reads until the server has closed the connection, or has reset it because it left input unread.
async fn drain(mut stream: TcpStream) -> io::Result<()> {
    match stream.read_to_end(&mut Vec::new()).await {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => Err(error),
        _ => Ok(()),
    }
}
