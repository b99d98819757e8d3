//! Profiles: what users tell about themselves, their results, and when they were online.

use willow_protocol::{
    ClassResults, DisplayName, ErrorDetail, Event, GameSummary, Message, Name, Profile,
    ProfileChange, ProfileKey, ProfileText, Role,
};

use crate::domain::{
    Accounts, CommandOutcome, Context, HOUR, HostedGames, Millis, NameKind, Refusal, Reply, UserId,
    UserRecord, UserWrite, is_private, is_reserved, refuse,
};

impl Accounts {
    /// Returns when a user who is offline was online last.
    pub(crate) fn last_seen(&self, id: UserId) -> Option<Millis> {
        let user = &self[id];
        let last_seen = user.record.profile.last_seen;
        (last_seen > 0 && !user.is_online()).then_some(last_seen)
    }

    /// Records that a user is offline now. The last visit of a deleted account is erased, and its last
    /// connections end after that.
    pub(crate) fn note_last_seen(&mut self, user: UserId, context: &mut Context) {
        let now = context.now;
        if self[user].is_deleted {
            return;
        }
        let hour = now - now % HOUR;
        if self[user].record.profile.last_seen < hour {
            self[user].record.profile.last_seen = hour;
            context.write(UserWrite::LastSeen(user, hour));
        }
    }

    /// Refuses a display name that is reserved, or confusable with that of a proxy of another user.
    fn may_be_shown_as(
        &self,
        user: UserId,
        name: &DisplayName,
        context: &Context,
    ) -> Result<(), Refusal> {
        let text = name.to_string();
        if is_reserved(&text, NameKind::Display, &context.settings.reserved_names)
            || self.bridge_of_name(&text).is_some_and(|bridge| bridge != user)
        {
            let message = format!("the name {name} is reserved; choose another one");
            return refuse(ErrorDetail::NameReserved, message);
        }
        Ok(())
    }

    pub(crate) fn set_profile(
        &mut self,
        user: UserId,
        key: ProfileKey,
        value: Option<Message>,
        context: &mut Context,
    ) -> CommandOutcome {
        if self[user].role == Role::Guest {
            return refuse(
                ErrorDetail::AccountNeeded,
                "a guest has no profile of this kind; `register` first",
            );
        }
        let change = ProfileChange::new(key, value);
        let change = change
            .map_err(|error| Refusal::new(ErrorDetail::InvalidArgument, error).about("value"))?;
        if matches!(change, ProfileChange::About(Some(_)) | ProfileChange::DisplayName(Some(_))) {
            self.is_not_silenced(user, context.now)?;
        }
        if let ProfileChange::DisplayName(name) = &change {
            if let Some(name) = name {
                self.may_be_shown_as(user, name, context)?;
            }
            self.set_display_name(user, name.clone()).map_err(|taken| {
                let message = format!("the name {taken} is taken, or looks like one that is taken");
                Refusal::new(ErrorDetail::NameTaken, message)
            })?;
        }
        let profile = &mut self[user].record.profile;
        match change {
            ProfileChange::About(about) => profile.about = about,
            ProfileChange::Country(country) => profile.country = country,
            ProfileChange::DisplayName(name) => profile.display_name = name,
            ProfileChange::AllowFollowers => profile.hidden_from_followers = false,
            ProfileChange::HideFromFollowers => profile.hidden_from_followers = true,
        }
        let profile = Box::new(profile.clone());
        context.write(UserWrite::Profile { user, profile });
        Ok(Reply::Done)
    }

    /// Removes a text from a profile.
    pub(crate) fn clear_profile(&mut self, user: UserId, part: ProfileText, context: &mut Context) {
        match part {
            ProfileText::DisplayName => {
                // Nothing is free for everybody.
                let _ = self.set_display_name(user, None);
                self[user].record.profile.display_name = None;
            }
            ProfileText::About => self[user].record.profile.about = None,
        }
        let profile = Box::new(self[user].record.profile.clone());
        context.write(UserWrite::Profile { user, profile });
    }

    /// Returns the profile of a user, the asker's own if there is no name.
    pub(crate) fn profile(
        &self,
        asker: Option<UserId>,
        name: Option<&Name>,
        games: &HostedGames,
        context: &Context,
    ) -> CommandOutcome {
        let id = match name {
            None => asker.ok_or_else(Refusal::not_logged_in)?,
            Some(name) => self.find(name).ok_or_else(|| Refusal::no_user(name))?,
        };
        Ok(Reply::Answer(Event::Profile(Box::new(self.profile_of(id, asker, games, context)))))
    }

    fn profile_of(
        &self,
        id: UserId,
        asker: Option<UserId>,
        games: &HostedGames,
        context: &Context,
    ) -> Profile {
        let user = &self[id];
        let UserRecord { ratings, profile, .. } = &user.record;
        let results = ratings.iter().map(|(&class, rating)| {
            let (wins, draws, losses) = (rating.wins, rating.draws, rating.losses);
            ClassResults { class, wins, draws, losses }
        });
        let may_be_followed = user.role != Role::Guest && user.bot.is_none();
        Profile {
            name: user.name.clone(),
            role: user.role,
            online: user.is_online(),
            ratings: ratings.iter().map(|(&class, rating)| rating.summary(class)).collect(),
            since: Some(profile.created_at),
            last_seen: self.last_seen(id),
            country: profile.country,
            about: profile.about.clone(),
            display_name: profile.display_name.clone(),
            results: Some(results.collect()),
            games: Some(self.public_games(id, games).collect()),
            bot: user.bot_details(&context.settings),
            followed: asker.map(|asker| self[asker].following.contains(&id)),
            followers: may_be_followed.then_some(user.followers.len()),
            followable: may_be_followed.then_some(!profile.hidden_from_followers),
        }
    }

    /// Returns the public games of a user in progress, the latest first.
    pub(crate) fn public_games(
        &self,
        id: UserId,
        games: &HostedGames,
    ) -> impl Iterator<Item = GameSummary> {
        let public = self[id].games.iter().rev().filter(|&&game| !is_private(game));
        public.filter_map(|game| games.get(game).map(|hosted| hosted.listed_game(self)))
    }
}
