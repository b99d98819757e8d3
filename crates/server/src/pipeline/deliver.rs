//! The task that delivers notices and starts the bots after a commit.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, mpsc};
use willow_protocol::{Event, Notice, RequestId};

use super::{CommandTimes, DecidedGroup, LobbyBroadcaster};
use crate::bots::BotPool;
use crate::domain::{
    BegunTurn, BotCommand, ConnId, Delivery, Effects, PastRoom, Query, Refusal, UserId,
};
use crate::net::{ConnectionRegistry, Permits};
use crate::ops::{Metrics, ServerClock};
use crate::store::Store;

/// The task that delivers what has been committed.
pub(crate) struct DeliveryTask {
    pub(crate) registry: ConnectionRegistry,
    pub(crate) lobby_broadcaster: LobbyBroadcaster,
    pub(crate) bots: BotPool,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    /// Readers for clients that are logged in.
    pub(crate) users: QueryReaders,
    /// Clients without a login ask these, so that they do not delay users.
    pub(crate) visitors: QueryReaders,
}

/// Readers of the store, and how many queries may wait for them.
#[derive(Clone, Debug)]
pub(crate) struct QueryReaders {
    pub(crate) store: Store,
    pub(crate) permits: Permits,
}

impl DeliveryTask {
    /// Delivers groups in order, until there are no more.
    pub(super) async fn run(
        self,
        mut committed: mpsc::Receiver<DecidedGroup>,
        told: mpsc::UnboundedSender<Vec<BegunTurn>>,
    ) {
        while let Some(group) = committed.recv().await {
            let DecidedGroup {
                effects: Effects { deliveries, bot_commands, turns, .. },
                commands,
                ..
            } = group;
            for delivery in deliveries {
                self.deliver(delivery).await;
            }
            if !turns.is_empty() {
                // Without the deciding task the process is about to end.
                let _ = told.send(turns);
            }
            let delivered = Instant::now();
            for command in commands {
                let CommandTimes { queued, taken } = command;
                self.metrics.acknowledged(taken - queued, delivered - queued);
            }
            for command in bot_commands {
                self.command_bots(command);
            }
        }
    }

    async fn deliver(&self, delivery: Delivery) {
        match delivery {
            Delivery::Send { to, notice } => {
                let delivered = self.registry.send_to_all(&to, &notice.into());
                self.metrics.delivered(delivered.n_notices, delivered.n_dropped);
            }
            Delivery::Broadcast { to, notice } => {
                self.lobby_broadcaster.broadcast(to, notice).await;
            }
            Delivery::LoggedIn { connection, user, name } => {
                self.registry.logged_in(connection, user, name);
            }
            Delivery::Close { connection, reason } => {
                self.registry.close(connection, reason);
            }
            Delivery::PastRooms { connection, rooms } => self.past_rooms(connection, rooms),
            Delivery::Query { connection, id, query, asker } => {
                self.query(connection, id, query, asker);
            }
        }
    }

    /// Answers a query in a task of its own.
    fn query(
        &self,
        connection: ConnId,
        id: Option<RequestId>,
        query: Query,
        asker: Option<UserId>,
    ) {
        let readers = if asker.is_some() { &self.users } else { &self.visitors };
        let (store, registry, clock) = (readers.store.clone(), self.registry.clone(), self.clock);
        let permit = readers.permits.acquire();
        tokio::spawn(async move {
            // The permit ends before the answer is sent: the client may send the next query at once.
            let event = answer(&store, &query, asker, permit).await;
            registry.answer(connection, id, Notice::new(clock.now(), event));
        });
    }

    /// Answers a client that has logged in again, in a task of its own. It asks for many rooms at once,
    /// and cannot ask again for one that is refused: each waits for its permit.
    fn past_rooms(&self, connection: ConnId, rooms: Vec<PastRoom>) {
        let QueryReaders { store, permits } = self.users.clone();
        let (registry, clock) = (self.registry.clone(), self.clock);
        tokio::spawn(async move {
            for past in rooms {
                if !registry.contains(connection) {
                    return;
                }
                let (query, asker) = (Query::PastRoom(Box::new(past)), None);
                let event = answer(&store, &query, asker, permits.wait().await).await;
                registry.answer(connection, None, Notice::new(clock.now(), event));
            }
        });
    }

    fn command_bots(&self, command: BotCommand) {
        match command {
            BotCommand::Search(job) => {
                self.metrics.bot_jobs.inc();
                self.bots.search(*job);
            }
            BotCommand::Cancel(game) => self.bots.cancel(game),
        }
    }
}

/// Answers a query from the store, if there is a permit.
async fn answer(
    store: &Store,
    query: &Query,
    asker: Option<UserId>,
    permit: Result<OwnedSemaphorePermit, Refusal>,
) -> Event {
    let answer = match permit {
        Ok(_permit) => store.answer(query, asker).await.map_err(Refusal::from),
        Err(busy) => Err(busy),
    };
    answer.unwrap_or_else(|refusal| refusal.into_event(query.command().description().name))
}
