//! The host: drives a table with real time, real programs and a real file.

use std::mem;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use willow_board::{Color, TimeControl};
use willow_players::{BuildContext, Player, PlayerSpec, build_player};

use crate::crew::{Crew, Role};
use crate::keeper::Keeper;
use crate::news::News;
use crate::options::{PlayEnd, PlayError, PlayOptions};
use crate::session::Session;
use crate::table::{Command, Pace, PlayerId, Revision, Seat, SeatKind, Table};
use crate::thinker::Reply;
use crate::unfinished::Unfinished;

/// Who gives hints and values.
const ADVISER: &str = "willow:level=10";

/// A table, the threads of its programs and the file in which its game is kept.
#[derive(Debug)]
pub(crate) struct Host {
    table: Table,
    crew: Crew,
    keeper: Keeper,
    /// The players by their [`PlayerId`].
    specs: [PlayerSpec; 2],
    seed: u64,
    began: Instant,
    settled: Option<Revision>,
}

impl Host {
    /// Opens a table for a new game, or to go on with an unfinished one, whose players and clock
    /// count then.
    ///
    /// # Errors
    /// The players must be such that they can be built.
    pub(crate) fn open(
        options: &PlayOptions,
        unfinished: Option<&Unfinished>,
    ) -> Result<Host, PlayError> {
        let mut keeper = Keeper::new(options.unfinished.clone());
        let (specs, session) = if let Some(unfinished) = unfinished {
            keeper.take_over();
            (unfinished.players.clone(), unfinished.session())
        } else {
            let control = options.clock.unwrap_or(TimeControl::Unlimited);
            let specs = [options.black.clone(), options.white.clone()];
            (specs, Session::new(options.start.clone(), control))
        };
        let seed = options.seed;
        let crew = start_crew(&specs, seed)?;
        let table = Table::new(session, seats(&specs), Duration::ZERO);
        let began = Instant::now();
        let mut host = Host { table, crew, keeper, specs, seed, began, settled: None };
        host.settle();
        Ok(host)
    }

    /// Goes on with an unfinished game and its players instead of the present ones.
    ///
    /// # Errors
    /// The players must be such that they can be built; else nothing changes.
    pub(crate) fn resume(&mut self, unfinished: &Unfinished) -> Result<(), PlayError> {
        let crew = start_crew(&unfinished.players, self.seed)?;
        mem::replace(&mut self.crew, crew).dismiss();
        self.keeper.take_over();
        self.specs.clone_from(&unfinished.players);
        self.table = Table::new(unfinished.session(), seats(&self.specs), self.now());
        self.settled = None;
        self.settle();
        Ok(())
    }

    /// Returns the table.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the time since the table was opened.
    pub(crate) fn now(&self) -> Duration {
        self.began.elapsed()
    }

    /// Does what a person wants, unless the time ran out before.
    pub(crate) fn handle(&mut self, command: Command) -> Vec<News> {
        let now = self.now();
        let mut news = self.table.tick(now);
        if news.is_empty() {
            news = self.table.handle(command, now);
        }
        news.extend(self.settle());
        news
    }

    /// Puts another game on the table.
    pub(crate) fn take_up(&mut self, session: Session, pace: Pace) -> Vec<News> {
        let now = self.now();
        self.table.take_up(session, pace, now);
        self.settle()
    }

    /// Waits for answers and the clock, at most for `patience`.
    ///
    /// # Errors
    /// A program crashed.
    pub(crate) fn wait(&mut self, patience: Duration) -> Result<Vec<News>, PlayError> {
        let until_flag = self.table.session().until_flag(self.now());
        // The flag falls just after the deadline.
        let patience = until_flag.map_or(patience, |left| patience.min(left + TICK));
        let answer = self.crew.answer(patience)?;
        let now = self.now();
        let mut news = self.table.tick(now);
        if let Some(answer) = answer
            && let Reply::Decided(asked, decision) = answer.reply
        {
            news.extend(match answer.role {
                Role::Player => self.table.decide(asked, decision, now),
                Role::Adviser => self.table.advise(asked, decision),
            });
        }
        news.extend(self.settle());
        Ok(news)
    }

    /// Closes the table. A game that is not over is kept.
    pub(crate) fn leave(mut self) -> PlayEnd {
        self.keep();
        self.crew.dismiss();
        match self.table.game().outcome() {
            Some(outcome) => PlayEnd::Finished(outcome),
            None => PlayEnd::Interrupted { kept: self.keeper.kept().map(PathBuf::from) },
        }
    }

    /// Sees to it that the right programs think and that the game is kept, after any change.
    fn settle(&mut self) -> Vec<News> {
        let now = self.now();
        self.crew.follow(&self.table, now);
        if self.settled == Some(self.table.revision()) {
            return Vec::new();
        }
        self.settled = Some(self.table.revision());
        self.keep().into_iter().collect()
    }

    /// Keeps the game, unless it is over or has no move yet.
    fn keep(&mut self) -> Option<News> {
        let session = self.table.session();
        let kept = if session.game().is_over() || session.line_len() == 0 {
            self.keeper.drop_ours()
        } else {
            let players = Color::ALL.map(|color| {
                let PlayerId(player) = self.table.seat(color).player;
                self.specs[player].clone()
            });
            self.keeper.keep(&Unfinished::of(session, players, self.now()))
        };
        kept.err().map(|error| News::NotKept(error.to_string()))
    }
}

/// The precision of waiting for the clock.
const TICK: Duration = Duration::from_millis(1);

fn start_crew(specs: &[PlayerSpec; 2], seed: u64) -> Result<Crew, PlayError> {
    let build = |color: Color| {
        let spec = &specs[color.index()];
        let context = BuildContext::new(seed.wrapping_add(color.index() as u64));
        if spec.is_human() {
            return Ok(None);
        }
        build_player(spec, &context).map(Some).map_err(|error| PlayError::Player { color, error })
    };
    Ok(Crew::start([build(Color::Black)?, build(Color::White)?], adviser(), seed))
}

fn adviser() -> Box<dyn Player> {
    let spec = ADVISER.parse().expect("the adviser's SPEC can be read");
    build_player(&spec, &BuildContext::default()).expect("the adviser's SPEC can be built")
}

fn seats(specs: &[PlayerSpec; 2]) -> [Seat; 2] {
    [0, 1].map(|player| {
        let spec = &specs[player];
        let kind = if spec.is_human() { SeatKind::Person } else { SeatKind::Program };
        Seat { name: spec.to_string(), kind, player: PlayerId(player) }
    })
}
