//! One measurement: a server, clients, some time, and what came of it.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::crowd::{Crowd, Door, together};
use crate::house::{House, Usage, folder};
use crate::options::Options;
use crate::pair::{Pair, Play, Tally};
use crate::script::scripts;

/// What the clients do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// How many pairs play, one game each.
    pub(crate) pairs: usize,
    /// How long there is between two moves of a game; none for as fast as it goes.
    pub(crate) pace: Option<Duration>,
    /// How many more clients there are that follow the lobby.
    pub(crate) lobby: usize,
    /// How many more clients there are that do not.
    pub(crate) idle: usize,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) moves_per_second: f64,
    /// Milliseconds from a move's sending to the opponent's event: median, 99 %, worst.
    pub(crate) latency: [f64; 3],
    /// The processors that the server took.
    pub(crate) processors: f64,
    /// Microseconds of processor time for each move: the server's and all clients'.
    pub(crate) cost: [f64; 2],
    /// The server's memory at the end, in KiB.
    pub(crate) memory: u64,
    /// The size of the database at the end, in bytes.
    pub(crate) database: u64,
}

/// How often it is looked whether all games have begun.
const STEP: Duration = Duration::from_millis(100);

/// How long the clients play before it counts.
const WARM_UP: Duration = Duration::from_secs(3);

/// A server and its clients at play.
pub(crate) struct Scene {
    pub(crate) house: House,
    pub(crate) tally: Rc<RefCell<Tally>>,
    pairs: JoinSet<io::Result<()>>,
    crowds: Vec<Crowd>,
}

impl Scene {
    /// Starts a server, lets all clients come in and the pairs play.
    pub(crate) async fn begin(
        options: &Options,
        setting: Setting,
        folder: TempDir,
    ) -> io::Result<Scene> {
        let house = House::open(folder)?;
        let address = house.address;
        let tally = Rc::new(RefCell::new(Tally::default()));
        let play = Play {
            address,
            scripts: Rc::new(scripts()),
            pace: setting.pace,
            ids: !options.without_ids,
            tally: tally.clone(),
        };
        let players =
            together(setting.pairs, async move |number| Pair::connect(number, &play).await).await?;
        let crowds = vec![
            Crowd::gather(Door::Tcp, address, "idle", setting.idle, false).await?,
            Crowd::gather(Door::Tcp, address, "lobby", setting.lobby, true).await?,
        ];
        let mut pairs = JoinSet::new();
        let now = Instant::now();
        for (number, pair) in players.into_iter().enumerate() {
            // The pairs move one after the other, not all at the same moment.
            let pace = setting.pace.unwrap_or_default();
            pairs.spawn_local(pair.run(now + pace.mul_f64(number as f64 / setting.pairs as f64)));
        }
        Ok(Scene { house, tally, pairs, crowds })
    }

    /// Makes sure that everybody is still at it.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        if let Some(ended) = self.pairs.try_join_next() {
            ended.map_err(io::Error::other)??;
            return Err(io::Error::other("a pair ended"));
        }
        self.crowds.iter_mut().try_for_each(Crowd::check)
    }

    /// Lets them go on for a while and returns what came of it.
    pub(crate) async fn measure(&mut self, time: Duration) -> io::Result<Measured> {
        let before = self.count(true);
        let began = Instant::now();
        sleep(time).await;
        self.check()?;
        let seconds = began.elapsed().as_secs_f64();
        let after = self.count(false);
        let mut latencies = std::mem::take(&mut self.tally.borrow_mut().latencies);
        let used = [0, 1].map(|who| after[who].cpu.saturating_sub(before[who].cpu).as_secs_f64());
        Ok(Measured {
            moves_per_second: latencies.len() as f64 / seconds,
            processors: used[0] / seconds,
            cost: used.map(|seconds| 1e6 * seconds / latencies.len() as f64),
            latency: latencies.percentiles([50.0, 99.0, 100.0]),
            memory: after[0].memory,
            database: self.house.database(),
        })
    }

    /// Begins or ends the count, and returns what the server and the clients have used by then.
    fn count(&self, counts: bool) -> [Usage; 2] {
        self.tally.borrow_mut().counts = counts;
        [self.house.usage(), House::usage_of_clients()]
    }
}

/// Measures a setting with a fresh database.
pub(crate) async fn measure(options: &Options, setting: Setting) -> io::Result<Measured> {
    measure_in(options, setting, folder(options)?).await
}

/// Measures a setting with the database in a folder.
pub(crate) async fn measure_in(
    options: &Options,
    setting: Setting,
    folder: TempDir,
) -> io::Result<Measured> {
    let mut scene = Scene::begin(options, setting, folder).await?;
    // When all have begun comes the moment in which most happens in the lobby: it is not counted.
    while scene.tally.borrow().games < setting.pairs as u64 {
        scene.check()?;
        sleep(STEP).await;
    }
    sleep(WARM_UP).await;
    scene.measure(options.measured()).await
}
