//! The macro that makes everything about events from one list.

/// Defines all events.
///
/// Each entry is a variant, its name in both encodings and, for the numbered events of a game's room, `kept`: the
/// room keeps it, and the game is restored from it.
macro_rules! define_events {
    (@kept) => { false };
    (@kept kept) => { true };
    ($(
        $(#[$attribute:meta])*
        $variant:ident $(($payload:ty))? $({ $($fields:tt)* })? = $name:literal $($kept:ident)?,
    )+) => {
        /// An event that the server sends.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "event")]
        #[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
        pub enum Event {$(
            $(#[$attribute])*
            #[serde(rename = $name)]
            $variant $(($payload))? $({ $($fields)* })?,
        )+}

        impl Event {
            /// Returns the name, the same in text and in JSON.
            pub const fn name(&self) -> &'static str {
                match self {$(
                    Event::$variant { .. } => $name,
                )+}
            }

            /// Returns whether the room of a game keeps the event: it has a number there.
            pub const fn is_kept_by_game(&self) -> bool {
                match self {$(
                    Event::$variant { .. } => define_events!(@kept $($kept)?),
                )+}
            }
        }
    };
}
pub(super) use define_events;
