//! A game in memory with what belongs to it here: players, rooms, spectators, the other game of its pair, and timers.

use std::collections::BTreeSet;
use std::ops::Deref;

use willow_board::{Color, Square};
use willow_protocol::{
    ColorChoice, GameEnd, GameId, GameRatings, GameState, GameSummary, KomiBid, Name, RatingChange,
    Side, StateDetails, SummaryDetails, Terms,
};

use super::{BotMove, KnownSpectators};
use crate::domain::{ActiveGame, ConnId, HeldContent, Millis, RoomLog, StartedGame, UserId};

/// A game that is in progress, or ended a moment ago. Only [`HostedGames`](super::HostedGames) lends one to be changed.
#[derive(Debug)]
pub(crate) struct HostedGame {
    pub(super) game: ActiveGame,
    pub(crate) players: [UserId; 2],
    pub(crate) names: [Name; 2],
    /// The players' ratings when the game started.
    pub(crate) ratings: Option<GameRatings>,
    /// Whether the game was offered as a rated one, as a rematch is again.
    was_offered_rated: bool,
    /// The logs of the rooms, by [`GameRoom`].
    pub(super) rooms: [RoomLog; 3],
    pub(crate) spectator_connections: BTreeSet<ConnId>,
    pub(crate) known_spectators: KnownSpectators,
    pub(crate) twin: Option<Twin>,
    pub(super) timers: GameTimers,
    /// The move of a bot that waits until a person can follow.
    pub(super) bot_move: Option<BotMove>,
    /// Counts the turns, for the bots: a ply is not enough, because moves can be taken back.
    pub(super) turn: u64,
    pub(super) ended_at: Option<Millis>,
    /// The changes of the players' ratings, when the game is over and rated.
    pub(super) rating_changes: Vec<RatingChange>,
}

/// The other game of a synchro pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Twin {
    pub(crate) game: GameId,
    /// Its end, if it is over.
    pub(crate) end: Option<GameEnd>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameRoom {
    Game,
    /// The chat of the players.
    Players,
    /// The chat of the spectators.
    Spectators,
}

/// When the timers of a game are due; `None` if not set.
#[derive(Debug, Default)]
pub(super) struct GameTimers {
    pub(super) flag: Option<Millis>,
    /// The end of a game in which a bot waits for a person.
    pub(super) patience: Option<Millis>,
}

/// Read access for the whole domain; only `hosted_games` can borrow the game mutably.
impl Deref for HostedGame {
    type Target = ActiveGame;

    fn deref(&self) -> &ActiveGame {
        &self.game
    }
}

impl HostedGame {
    pub(crate) fn new(started: StartedGame) -> HostedGame {
        let StartedGame { game: id, players, names, terms, start, twin, ratings, at } = started;
        HostedGame {
            was_offered_rated: terms.rated,
            game: ActiveGame::new(id, terms, start, at),
            players,
            names,
            ratings,
            rooms: Default::default(),
            spectator_connections: BTreeSet::new(),
            known_spectators: KnownSpectators::default(),
            twin: twin.map(|game| Twin { game, end: None }),
            timers: GameTimers::default(),
            bot_move: None,
            turn: 0,
            ended_at: None,
            rating_changes: Vec::new(),
        }
    }

    pub(crate) const fn player(&self, color: Color) -> UserId {
        self.players[color.index()]
    }

    pub(crate) const fn log(&self, room: GameRoom) -> &RoomLog {
        &self.rooms[room as usize]
    }

    pub(crate) const fn last_event(&self) -> u64 {
        self.log(GameRoom::Game).last()
    }

    /// Returns the colour of a player.
    pub(crate) fn color_of(&self, user: UserId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.player(color) == user)
    }

    /// Returns the colour of the player with a name.
    pub(super) fn color_named(&self, name: &Name) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.names[color.index()].key() == name.key())
    }

    /// Returns whether the game is over and, if it is one of a synchro pair, the other one too. Until
    /// then the players may not read what spectators say: it could help them.
    pub(crate) fn is_decided(&self) -> bool {
        self.end.is_some() && self.twin.is_none_or(|twin| twin.end.is_some())
    }

    /// Returns the terms of a rematch that the player of a colour offers.
    pub(crate) fn rematch_terms(&self, color: Color) -> Terms {
        let next = if color == Color::Black { ColorChoice::White } else { ColorChoice::Black };
        Terms { color: next, rated: self.was_offered_rated, ..self.terms.clone() }
    }

    /// Returns the square of a user that nobody else is shown yet.
    pub(crate) fn own_square(&self, user: Option<UserId>) -> Option<Square> {
        let color = self.color_of(user?)?;
        self.own_held(color).map(|content| content.square)
    }

    /// Exchanges the colours of the players.
    pub(super) fn exchange_colors(&mut self) {
        self.game.exchange_colors();
        self.players.reverse();
        self.names.reverse();
        if let Some(ratings) = &mut self.ratings {
            std::mem::swap(&mut ratings.black, &mut ratings.white);
        }
    }

    /// Returns the bids for all to see.
    pub(super) fn shown_bids(&self) -> Vec<KomiBid> {
        let bids = self.both_bids().into_iter().flatten().zip(&self.names);
        bids.map(|(HeldContent { square, value }, name)| KomiBid {
            name: name.clone(),
            square,
            value,
        })
        .collect()
    }

    pub(crate) fn summary(&self) -> GameSummary {
        let [black, white] = self.names.clone();
        GameSummary {
            game: self.id,
            black,
            white,
            terms: self.terms.clone(),
            twin: self.twin.map(|twin| twin.game),
            plies: self.game().n_plies(),
            end: self.end,
            details: SummaryDetails {
                ratings: self.ratings,
                spectators: Some(self.known_spectators.count),
                ..self.summary_details()
            },
        }
    }

    pub(crate) fn state(&self, now: Millis) -> Box<GameState> {
        let name = |color: Color| self.names[color.index()].clone();
        Box::new(GameState {
            summary: self.summary(),
            initial: *self.game().start(),
            moves: self.game().moves().collect(),
            position: *self.game().position(),
            clocks: self.clocks(now),
            takeback: self.requests.takeback.map(Side),
            watchers: self.spectator_connections.len(),
            last: self.last_event(),
            details: StateDetails {
                ended_at: self.ended_at,
                rating_changes: self.rating_changes.clone(),
                waiting: self.waiting().map(name).collect(),
                ..self.state_details()
            },
        })
    }
}
