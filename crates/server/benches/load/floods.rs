//! Floods: who comes and goes, knows no password or sends nonsense leaves nothing in memory.

use std::io::{self, ErrorKind};
use std::rc::Rc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use willow_server::Limits;

use crate::idle_clients::{in_parallel, web_visitor};
use crate::line_client::{LineClient, number};
use crate::measure::mib;
use crate::options::Options;
use crate::server_process::{ServerProcess, folder};
use crate::storm::token;

/// How many rounds are a day.
const ROUNDS_A_DAY: usize = 100;

/// The rounds between two readings of the memory.
const ROUNDS_A_READING: usize = 10;

/// The seconds of a day that a round stands for.
const SECONDS_A_ROUND: usize = 24 * 60 * 60 / ROUNDS_A_DAY;

/// How many blank lines a connection sends.
const BLANK_LINES: usize = 2000;

const PASSWORD: &str = "correct horse";

const WRONG: &str = "wrong horse";

#[derive(Clone, Copy, Debug)]
enum Flood {
    RightPassword,
    WrongPassword,
    UnknownName,
    Guest,
    Spectator,
    BrokenFrame,
    BrokenLines,
    BlankLines,
    Token,
}

/// What the server's own limits let in from one address in a round.
#[derive(Clone, Copy, Debug)]
struct Allowed {
    /// The logins with a password.
    logins: usize,
    /// The new guests. What only the number of connections limits comes as often.
    newcomers: usize,
    /// The commands of each spectator.
    visitor_commands: usize,
    /// The wrong lines of a connection, of which the last one ends it.
    refused_lines: usize,
}

impl Allowed {
    fn of(limits: &Limits) -> Allowed {
        let each_minute = |n: u32| n as usize * SECONDS_A_ROUND / 60;
        let newcomers = each_minute(limits.newcomers_per_minute);
        let commands = limits.visitor_commands_per_second_per_address as usize * SECONDS_A_ROUND;
        Allowed {
            logins: each_minute(limits.logins_per_minute),
            newcomers,
            visitor_commands: commands / newcomers,
            refused_lines: limits.refused_commands as usize + 1,
        }
    }

    /// Returns what comes in a round, and how often.
    const fn floods(self) -> [(Flood, usize); 9] {
        let Allowed { logins, newcomers, .. } = self;
        [
            (Flood::RightPassword, logins / 3),
            (Flood::WrongPassword, logins / 3),
            (Flood::UnknownName, logins / 3),
            (Flood::Guest, newcomers),
            (Flood::Spectator, newcomers),
            (Flood::BrokenFrame, newcomers),
            (Flood::BrokenLines, newcomers),
            (Flood::BlankLines, newcomers),
            (Flood::Token, newcomers),
        ]
    }
}

/// Who is flooded: the server, the tokens of its accounts, and a game that goes on.
struct Target {
    server: ServerProcess,
    allowed: Allowed,
    tokens: Vec<Rc<str>>,
    game: u64,
}

/// Floods a server with what its limits let in on some days, each in the measured time or as fast as possible, and
/// prints its memory at each tenth of a day.
pub(crate) async fn run(options: &Options) -> io::Result<()> {
    let target = Rc::new(open(options).await?);
    println!("\n## Floods: all that the limits let in from an address on a day\n");
    println!("{:?} in a round, of which {ROUNDS_A_DAY} are a day\n", target.allowed);
    println!("| share of a day | minute | server MiB | database MiB |\n| --- | --- | --- | --- |");
    let began = Instant::now();
    let mut memory = Vec::new();
    for round in 1..=options.days * ROUNDS_A_DAY {
        flood(options, &target, round).await?;
        sleep_until(began + options.measured().mul_f64(round as f64 / ROUNDS_A_DAY as f64)).await;
        if round % ROUNDS_A_READING == 0 {
            memory.push(mib(target.server.usage().memory));
            let share = options.scaled(100 * round) / ROUNDS_A_DAY;
            let minute = began.elapsed().as_secs_f64() / 60.0;
            let database = mib(target.server.database() / 1024);
            println!(
                "| {share} % | {minute:.1} | {:.1} | {database:.0} |",
                memory[memory.len() - 1]
            );
        }
    }
    let growth = memory[memory.len() - 1] - memory[memory.len() / 2 - 1];
    println!("\nIn the second half the memory grew by {growth:.1} MiB.");
    Ok(())
}

/// Opens a server with accounts, two of which play.
async fn open(options: &Options) -> io::Result<Target> {
    let server = ServerProcess::open(folder(options)?)?;
    let address = server.address;
    let allowed = Allowed::of(&Limits::default());
    let register = async move |number| {
        let member = format!(r#""name":"member-{number}","password":"{PASSWORD}""#);
        token(address, &format!(r#"{{"do":"register",{member}}}"#)).await
    };
    let tokens = in_parallel(options.scaled(allowed.newcomers), register).await?;
    let enter = async |token: &str| {
        LineClient::enter(address, &format!(r#"{{"do":"resume","token":"{token}"}}"#)).await
    };
    let (mut black, _) = enter(&tokens[0]).await?;
    let (mut white, _) = enter(&tokens[1]).await?;
    black.send(r#"{"do":"new","clock":"3d","color":"black"}"#).await?;
    let offered = black.wait_for(br#""event":"offered""#).await?;
    let game = number(&offered, br#""game":"#).ok_or(ErrorKind::InvalidData)?;
    white.send(&format!(r#"{{"do":"join","game":{game}}}"#)).await?;
    white.wait_for(br#""event":"started""#).await?;
    Ok(Target { server, allowed, tokens, game })
}

/// Sends all floods once, one after the other.
async fn flood(options: &Options, target: &Rc<Target>, round: usize) -> io::Result<()> {
    for (flood, times) in target.allowed.floods() {
        let (times, target) = (options.scaled(times), target.clone());
        let once = async move |number| come_and_go(flood, &target, round * times + number).await;
        in_parallel(times, once).await?;
    }
    Ok(())
}

/// Comes once: the number is another one each time.
async fn come_and_go(flood: Flood, target: &Target, number: usize) -> io::Result<()> {
    let Target { server, allowed, tokens, game } = target;
    let member = number % tokens.len();
    let login = |name: String, password| {
        format!(r#"{{"do":"login","name":"{name}","password":"{password}"}}"#)
    };
    match flood {
        Flood::RightPassword => {
            enter_and_quit(server, &login(format!("member-{member}"), PASSWORD)).await
        }
        Flood::WrongPassword => refused(server, &login(format!("member-{member}"), WRONG)).await,
        Flood::UnknownName => refused(server, &login(format!("nobody-{number}"), WRONG)).await,
        Flood::Guest => {
            enter_and_quit(server, &format!(r#"{{"do":"guest","name":"flood-{number}"}}"#)).await
        }
        Flood::Token => {
            let token = &tokens[member];
            enter_and_quit(server, &format!(r#"{{"do":"resume","token":"{token}"}}"#)).await
        }
        Flood::Spectator => {
            let watch = format!("{{\"do\":\"watch\",\"game\":{game}}}\n");
            let games = "{\"do\":\"games\"}\n".repeat(allowed.visitor_commands - 1);
            let answers = say(connect(server).await?, (watch + &games).as_bytes()).await?;
            let lists = String::from_utf8_lossy(&answers).matches(r#""event":"games""#).count();
            if lists < allowed.visitor_commands - 1 {
                return Err(io::Error::other("a spectator was not answered"));
            }
            Ok(())
        }
        Flood::BrokenFrame => say(web_visitor(server.http).await?, &[0xff; 64]).await.map(drop),
        Flood::BrokenLines => {
            let long = "x".repeat(20_000);
            let kinds = ["{", long.as_str(), "\u{1}\u{2}", "move", r#"{"do":42}"#, "f5", "help me"];
            let lines = (0..allowed.refused_lines).map(|line| kinds[line.min(kinds.len() - 1)]);
            let lines: String = lines.flat_map(|line| [line, "\n"]).collect();
            say(connect(server).await?, lines.as_bytes()).await.map(drop)
        }
        Flood::BlankLines => {
            say(connect(server).await?, "\r\n".repeat(BLANK_LINES).as_bytes()).await.map(drop)
        }
    }
}

async fn connect(server: &ServerProcess) -> io::Result<TcpStream> {
    TcpStream::connect(server.address).await
}

async fn enter_and_quit(server: &ServerProcess, command: &str) -> io::Result<()> {
    let (client, _) = LineClient::enter(server.address, command).await?;
    say(client.into_stream(), b"{\"do\":\"quit\"}\n").await.map(drop)
}

async fn refused(server: &ServerProcess, command: &str) -> io::Result<()> {
    match LineClient::enter(server.address, command).await {
        Err(refused) if refused.to_string().contains(r#""detail":"wrong-password""#) => Ok(()),
        Err(error) => Err(error),
        Ok(_) => Err(io::Error::other("a wrong password was taken")),
    }
}

/// Sends all that a client has to say, and returns what it reads until the server has closed the connection, in the
/// middle of it or afterwards.
async fn say(mut stream: TcpStream, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut answers = Vec::new();
    let said = async {
        stream.write_all(bytes).await?;
        stream.shutdown().await?;
        stream.read_to_end(&mut answers).await
    };
    match said.await.map_err(|error| error.kind()) {
        Ok(_)
        | Err(ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::NotConnected) => {
            Ok(answers)
        }
        Err(kind) => Err(kind.into()),
    }
}
