//! Following: users are notified when those whom they follow come online or play.
//!
//! Users who follow each other are friends. These notifications are not stored: the list
//! `following` shows the same.

use std::collections::BTreeSet;

use willow_protocol::text::counted;
use willow_protocol::{ErrorDetail, Event, FollowedUser, GameId, Name, Notice, Role};

use super::user::ToldPresence;
use crate::domain::{
    Accounts, CommandOutcome, ConnId, Context, EncodedNotice, HostedGames, Millis, Refusal,
    Relation, RelationChange, Reply, Timer, UserId, UserWrite, refuse,
};

/// Window in milliseconds within which a user's changes are sent to followers together.
const INTERVAL: Millis = 30_000;

/// How many games of a followed user are listed.
const GAMES: usize = 5;

impl Accounts {
    fn may_follow(&self, user: UserId, other: UserId, context: &Context) -> Result<(), Refusal> {
        let (follower, followed) = (&self[user], &self[other]);
        let name = &followed.name;
        let max = context.settings.limits.following_per_user;
        if user == other {
            return refuse(ErrorDetail::OwnName, "this is your own name");
        }
        if follower.role == Role::Guest {
            let message = "guests cannot follow others; `register` first";
            return refuse(ErrorDetail::AccountNeeded, message);
        }
        if followed.blocked.contains(&user) {
            return refuse(ErrorDetail::Blocked, format!("{name} has blocked you"));
        }
        let obstacle = if followed.role == Role::Guest {
            Some("is a guest")
        } else if followed.bot.is_some() {
            Some("is a bot of the server, which is always online")
        } else if followed.record.profile.hidden_from_followers {
            Some("does not want to be followed")
        } else {
            None
        };
        if let Some(obstacle) = obstacle {
            let message = format!("{name} cannot be followed: {name} {obstacle}");
            return refuse(ErrorDetail::NotFollowable, message);
        }
        if follower.following.len() >= max && !follower.following.contains(&other) {
            return refuse(
                ErrorDetail::TooManyFollowed,
                format!(
                    "you may follow {}; `unfollow NAME` makes room",
                    counted(max as u64, "user")
                ),
            );
        }
        Ok(())
    }

    /// Ends that a user follows another, if that is so.
    pub(crate) fn end_following(&mut self, user: UserId, other: UserId, context: &mut Context) {
        let was_so = self.get_mut(user).is_some_and(|user| user.following.remove(&other));
        let was_so = was_so | self.get_mut(other).is_some_and(|it| it.followers.remove(&user));
        if was_so {
            let (relation, change) = (Relation::Followed, RelationChange::End);
            context.write(UserWrite::Relation { user, other, relation, change });
        }
    }

    pub(crate) fn unfollow(
        &mut self,
        user: UserId,
        name: &Name,
        context: &mut Context,
    ) -> CommandOutcome {
        let other = self.find(name).ok_or_else(|| Refusal::no_user(name))?;
        self.end_following(user, other, context);
        Ok(Reply::Done)
    }

    /// Ends that anybody follows a user whose account is deleted, and that the user follows anybody.
    pub(crate) fn end_all_following(&mut self, user: UserId, context: &mut Context) {
        for follower in self[user].followers.clone() {
            self.end_following(follower, user, context);
        }
        for followed in self[user].following.clone() {
            self.end_following(user, followed, context);
        }
    }

    pub(crate) fn follow(
        &mut self,
        user: UserId,
        name: &Name,
        games: &HostedGames,
        context: &mut Context,
    ) -> CommandOutcome {
        let other = self.find(name).ok_or_else(|| Refusal::no_user(name))?;
        self.may_follow(user, other, context)?;
        if self[user].following.insert(other) {
            if self[other].followers.is_empty() {
                // Earlier changes were not sent to anybody.
                self[other].told = self.present_state(other, games);
            }
            self[other].followers.insert(user);
            let (relation, change) = (Relation::Followed, RelationChange::Begin);
            context.write(UserWrite::Relation { user, other, relation, change });
        }
        Ok(Reply::Done)
    }

    /// Lists the users whom a user follows.
    pub(crate) fn following(&self, user: UserId, games: &HostedGames) -> Reply {
        Reply::Answer(Event::Following { users: self.followed_users(user, |_| true, games) })
    }

    pub(crate) fn friends(&self, user: UserId, games: &HostedGames) -> Reply {
        let users = self.followed_users(user, |followed| followed.friend, games);
        Reply::Answer(Event::Friends { users })
    }

    fn followed_users(
        &self,
        user: UserId,
        wanted: impl Fn(&FollowedUser) -> bool,
        games: &HostedGames,
    ) -> Vec<FollowedUser> {
        let followed = self[user].following.iter();
        let followed = followed.map(|&other| self.followed_user(other, user, games));
        let mut users: Vec<FollowedUser> = followed.filter(wanted).collect();
        users.sort_by_key(|user| (!user.online, user.name.key()));
        users
    }

    /// Returns what a follower sees of a user.
    fn followed_user(&self, id: UserId, follower: UserId, games: &HostedGames) -> FollowedUser {
        let user = &self[id];
        let hidden = user.record.profile.hidden_from_followers;
        FollowedUser {
            name: user.name.clone(),
            display_name: user.record.profile.display_name.clone(),
            role: user.role,
            friend: user.following.contains(&follower),
            online: user.is_online() && !hidden,
            games: self.public_games(id, games).take(if hidden { 0 } else { GAMES }).collect(),
            last_seen: self.last_seen(id).filter(|_| !hidden),
        }
    }

    /// Tells the followers of a user that something has changed: at once, or together with what
    /// else changes within the interval.
    pub(crate) fn followed_user_changed(
        &mut self,
        id: UserId,
        games: &HostedGames,
        context: &mut Context,
    ) {
        let now = context.now;
        let user = &self[id];
        if user.followers.is_empty() || user.told.pending {
            return;
        }
        let due = user.told.at + INTERVAL;
        if user.told.at == 0 || due <= now {
            self.tell_followers(id, games, context);
        } else {
            self[id].told.pending = true;
            context.timers.set(due, Timer::Followers(id));
        }
    }

    /// Returns what followers of a user may know now.
    fn present_state(&self, id: UserId, games: &HostedGames) -> ToldPresence {
        let games: BTreeSet<GameId> = self.public_games(id, games).map(|game| game.game).collect();
        ToldPresence { at: 0, online: self[id].is_online(), games, pending: false }
    }

    /// Tells the followers of a user the present state, unless they know it.
    pub(crate) fn tell_followers(
        &mut self,
        id: UserId,
        games: &HostedGames,
        context: &mut Context,
    ) {
        // An account that has ended may be out of memory already.
        if self.get(id).is_none() {
            return;
        }
        let now = context.now;
        let state = self.present_state(id, games);
        let told = &self[id].told;
        let is_news = (state.online, &state.games) != (told.online, &told.games);
        let at = if is_news { now } else { told.at };
        self[id].told = ToldPresence { at, ..state };
        if !is_news || self[id].record.profile.hidden_from_followers {
            return;
        }
        let followers = &self[id].followers;
        let (friends, others): (Vec<UserId>, Vec<UserId>) =
            followers.iter().partition(|follower| self[id].following.contains(follower));
        for group in [friends, others] {
            let Some(&first) = group.first() else { continue };
            let event = Event::Presence(self.followed_user(id, first, games));
            let online = group.iter().filter_map(|&follower| self.get(follower));
            let connections: Vec<ConnId> =
                online.flat_map(|follower| &follower.connections).copied().collect();
            context.effects.send(connections, EncodedNotice::new(Notice::new(now, event)));
        }
    }
}
