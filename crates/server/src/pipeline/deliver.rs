//! The task that delivers notices and starts the bots after a commit.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc;
use willow_protocol::{Event, Notice, RequestId};

use super::{CommandTimes, LobbyBroadcaster};
use crate::bots::BotPool;
use crate::domain::{BotCommand, ConnId, Delivery, PastRoom, Query};
use crate::net::{ConnectionRegistry, QueryPermits};
use crate::ops::{Metrics, ServerClock};
use crate::store::Store;

/// The task that delivers what has been committed.
pub(crate) struct DeliveryTask {
    pub(crate) registry: ConnectionRegistry,
    pub(crate) lobby_broadcaster: LobbyBroadcaster,
    pub(crate) bots: BotPool,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
    /// Who is logged in asks these.
    pub(crate) users: QueryReaders,
    /// Clients without a login ask these, so that they do not delay users.
    pub(crate) visitors: QueryReaders,
}

/// Readers of the store, and how many queries may wait for them.
#[derive(Clone, Debug)]
pub(crate) struct QueryReaders {
    pub(crate) store: Store,
    pub(crate) permits: QueryPermits,
}

/// The effects of a group whose writes have been committed.
pub(super) struct Committed {
    pub(super) deliveries: Vec<Delivery>,
    pub(super) bot_commands: Vec<BotCommand>,
    /// The commands that the deliveries acknowledge.
    pub(super) commands: Vec<CommandTimes>,
}

impl DeliveryTask {
    /// Delivers groups in order, until there are no more.
    pub(super) async fn run(self, mut committed: mpsc::Receiver<Committed>) {
        while let Some(group) = committed.recv().await {
            let Committed { deliveries, bot_commands, commands } = group;
            for delivery in deliveries {
                self.deliver(delivery).await;
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
            Delivery::SignedIn { connection, user, name } => {
                self.registry.signed_in(connection, user, name);
            }
            Delivery::Close { connection, reason } => {
                self.registry.close(connection, reason);
            }
            Delivery::PastRooms { connection, rooms } => self.past_rooms(connection, rooms),
            Delivery::Query { connection, id, query, asker } => {
                let readers = if asker.is_some() { &self.users } else { &self.visitors };
                self.query(readers, connection, id, query);
            }
        }
    }

    /// Answers a query in a task of its own.
    fn query(
        &self,
        readers: &QueryReaders,
        connection: ConnId,
        id: Option<RequestId>,
        query: Query,
    ) {
        let (store, registry, clock) = (readers.store.clone(), self.registry.clone(), self.clock);
        let permit = match readers.permits.acquire() {
            Ok(permit) => permit,
            Err(busy) => {
                let event = busy.into_event(query.command().description().name);
                registry.answer(connection, id, Notice::new(clock.now(), event));
                return;
            }
        };
        tokio::spawn(async move {
            let event = answer(&store, &query).await;
            // A client that receives the answer may send the next query at once.
            drop(permit);
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
                let query = Query::PastRoom(Box::new(past));
                let event = match permits.wait().await {
                    Ok(_permit) => answer(&store, &query).await,
                    Err(refusal) => refusal.into_event(query.command().description().name),
                };
                registry.answer(connection, None, Notice::new(clock.now(), event));
            }
        });
    }

    fn command_bots(&self, command: BotCommand) {
        match command {
            BotCommand::Search(job) => {
                self.metrics.bot_job();
                self.bots.search(*job);
            }
            BotCommand::Cancel(game) => self.bots.cancel(game),
        }
    }
}

/// Answers a query from the store.
async fn answer(store: &Store, query: &Query) -> Event {
    let command = query.command().description().name;
    let answer = store.answer(query).await.unwrap_or_else(|error| Err(error.into()));
    answer.unwrap_or_else(|refusal| refusal.into_event(command))
}
