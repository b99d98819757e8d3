//! What a commit writes, by tables.
//!
//! Every statement is a way to the thread of `SQLite` and back, which under load takes longer than
//! what it does there. So there is one for all rows of a table, as far as there are many of them.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;
use willow_protocol::{GameId, Offer};

use super::handled::{HandledRing, HandledRow};
use super::tables::game::{self, EventRow, RatingRow};
use super::{StoreError, user_write};
use crate::archive;
use crate::core::{BegunGame, FinishedGame, Write};

/// The rows to be written.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// What there is little of, in its order.
    few: Vec<Write>,
    events: Vec<EventRow>,
    handled: Vec<HandledRow>,
    offers: BTreeMap<GameId, Offer>,
    /// Offers of earlier commits that are gone.
    gone_offers: Vec<GameId>,
    begun: Vec<BegunGame>,
    finished: Vec<FinishedGame>,
    ratings: Vec<RatingRow>,
    settings: BTreeMap<&'static str, u64>,
}

impl Batch {
    pub(super) fn new(writes: Vec<Write>) -> Batch {
        let mut batch = Batch::default();
        for write in writes {
            batch.add(write);
        }
        batch
    }

    fn add(&mut self, write: Write) {
        match write {
            Write::Event { room, number, notice } => {
                self.events.push(EventRow { room, number, notice });
            }
            Write::Handled { user, request, at } => {
                self.handled.push(HandledRow { user, request, at });
            }
            Write::Offer(offer) => _ = self.offers.insert(offer.game, offer),
            Write::OfferGone(game) => {
                if self.offers.remove(&game).is_none() {
                    self.gone_offers.push(game);
                }
            }
            Write::Begun(begun) => self.begun.push(*begun),
            Write::Finished(finished) => self.finished.push(*finished),
            Write::Rating { user, class, rating, game, at } => {
                self.ratings.push(RatingRow { user, class, rating, game, at });
            }
            Write::Alive(time) => _ = self.settings.insert("alive", time),
            Write::Reserved(number) => _ = self.settings.insert(game::RESERVED, number),
            write => self.few.push(write),
        }
    }

    /// Writes all rows. A row that another needs comes before it.
    pub(super) async fn write(
        self,
        connection: &mut SqliteConnection,
        ring: &mut HandledRing,
    ) -> Result<(), StoreError> {
        for write in self.few {
            user_write(connection, write).await?;
        }
        let settings: Vec<(&str, u64)> = self.settings.into_iter().collect();
        game::set(connection, &settings).await?;
        let offers: Vec<Offer> = self.offers.into_values().collect();
        game::insert_offers(connection, &offers).await?;
        game::delete_offers(connection, &self.gone_offers).await?;
        game::insert(connection, &self.begun).await?;
        game::finish(connection, &self.finished).await?;
        game::rate(connection, &self.ratings).await?;
        game::insert_events(connection, &self.events).await?;
        ring.insert(connection, self.handled).await?;
        let finished: Vec<GameId> = self.finished.iter().map(|finished| finished.game).collect();
        archive::enter_finished(connection, &finished).await
    }
}
