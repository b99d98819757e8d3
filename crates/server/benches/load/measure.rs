//! One measurement: a server, clients, a duration, and the results.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::idle_clients::{ClientKind, IdleClients, in_parallel};
use crate::options::Options;
use crate::pair::{Counters, Ends, Pair, PairOptions};
use crate::script::scripts;
use crate::server_process::{ServerProcess, Usage, folder};

/// The time between two moves of a paced game.
const MOVE_INTERVAL: Duration = Duration::from_secs(1);

/// The clients of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// The number of pairs that play, one game each.
    pub(crate) pairs: usize,
    /// The time between two moves of a game; as fast as possible if there is none.
    pub(crate) move_interval: Option<Duration>,
    /// The number of further clients that are subscribed to the lobby.
    pub(crate) lobby: usize,
    /// The number of further clients that are not.
    pub(crate) idle: usize,
    /// When the first games end.
    pub(crate) ends: Ends,
}

impl Setting {
    /// Returns the setting of the goals: 2,000 games that move every second, of which some thirty begin and end
    /// each second, and followers of the lobby.
    pub(crate) fn goal(options: &Options) -> Setting {
        let (pairs, lobby) = (options.scaled(2000), options.scaled(4000));
        Setting { lobby, ..Setting::paced(pairs) }
    }

    /// Returns the setting of games that move every second, and of no other clients.
    pub(crate) const fn paced(pairs: usize) -> Setting {
        Setting { pairs, move_interval: Some(MOVE_INTERVAL), lobby: 0, idle: 0, ends: Ends::Spread }
    }
}

/// The results of a measurement.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) moves_per_second: f64,
    pub(crate) ends_per_second: f64,
    /// Milliseconds from sending a move to the opponent's event: median, 99 %, worst.
    pub(crate) latency: [f64; 3],
    /// The processors that the server used.
    pub(crate) processors: f64,
    /// Microseconds of processor time for each move: of the server and of all clients.
    pub(crate) cost: [f64; 2],
    /// The server's memory at the end, in KiB.
    pub(crate) memory: u64,
    /// The size of the database at the end, in bytes.
    pub(crate) database: u64,
}

/// The time between two checks whether all games have started.
const STEP: Duration = Duration::from_millis(100);

/// The warm-up before the measurement.
const WARM_UP: Duration = Duration::from_secs(3);

/// A server and its clients.
pub(crate) struct LoadTest {
    pub(crate) server: ServerProcess,
    pub(crate) counters: Rc<RefCell<Counters>>,
    pairs: JoinSet<io::Result<()>>,
    idle_clients: Vec<IdleClients>,
}

impl LoadTest {
    /// Starts a server, connects all clients and starts the games.
    pub(crate) async fn begin(
        options: &Options,
        setting: Setting,
        folder: TempDir,
    ) -> io::Result<LoadTest> {
        let server = ServerProcess::open(folder)?;
        let address = server.address;
        let counters = Rc::new(RefCell::new(Counters::default()));
        let play = PairOptions {
            address,
            scripts: Rc::new(scripts()),
            move_interval: setting.move_interval,
            ends: setting.ends,
            ids: !options.without_ids,
            counters: counters.clone(),
        };
        let players =
            in_parallel(setting.pairs, async move |number| Pair::connect(number, &play).await)
                .await?;
        let idle_clients = vec![
            IdleClients::connect(ClientKind::Tcp, address, "idle", setting.idle).await?,
            IdleClients::connect(ClientKind::Follower, address, "follower", setting.lobby).await?,
        ];
        let mut pairs = JoinSet::new();
        let now = Instant::now();
        for (number, pair) in players.into_iter().enumerate() {
            // The pairs move one after the other, not all at once.
            let move_interval = setting.move_interval.unwrap_or_default();
            pairs.spawn_local(
                pair.run(now + move_interval.mul_f64(number as f64 / setting.pairs as f64)),
            );
        }
        Ok(LoadTest { server, counters, pairs, idle_clients })
    }

    /// Makes sure that no client has failed.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        if let Some(ended) = self.pairs.try_join_next() {
            ended.map_err(io::Error::other)??;
            return Err(io::Error::other("a pair ended"));
        }
        self.idle_clients.iter_mut().try_for_each(IdleClients::check)
    }

    /// Measures for some time and returns the results.
    pub(crate) async fn measure(&mut self, time: Duration) -> io::Result<Measured> {
        self.counters.borrow_mut().counts = true;
        let before = self.used();
        let began = Instant::now();
        sleep(time).await;
        self.check()?;
        let seconds = began.elapsed().as_secs_f64();
        self.counters.borrow_mut().counts = false;
        let after = self.used();
        let Counters { mut latencies, ends, .. } = {
            let mut counters = self.counters.borrow_mut();
            let next = Counters { games: counters.games, ..Counters::default() };
            std::mem::replace(&mut *counters, next)
        };
        let used = [0, 1].map(|who| after[who].cpu.saturating_sub(before[who].cpu).as_secs_f64());
        Ok(Measured {
            moves_per_second: latencies.len() as f64 / seconds,
            ends_per_second: ends as f64 / seconds,
            processors: used[0] / seconds,
            cost: used.map(|seconds| 1e6 * seconds / latencies.len() as f64),
            latency: latencies.percentiles([50.0, 99.0, 100.0]),
            memory: after[0].memory,
            database: self.server.database(),
        })
    }

    /// Returns the resources that server and clients have used.
    fn used(&self) -> [Usage; 2] {
        [self.server.usage(), ServerProcess::usage_of_clients()]
    }
}

/// Measures a setting with a fresh database.
pub(crate) async fn measure(options: &Options, setting: Setting) -> io::Result<Measured> {
    let mut test = LoadTest::begin(options, setting, folder(options)?).await?;
    // The start of all games is the busiest moment of the lobby: it is not counted.
    while test.counters.borrow().games < setting.pairs as u64 {
        test.check()?;
        sleep(STEP).await;
    }
    sleep(WARM_UP).await;
    test.measure(options.measured()).await
}

/// Returns KiB in MiB.
pub(crate) fn mib(kib: u64) -> f64 {
    kib as f64 / 1024.0
}
