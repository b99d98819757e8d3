//! Facts about players: the opponents of game servers, the old programs and their authors, measured strengths.

mod house_bots;
mod programs;
mod strengths;

pub use house_bots::{HOUSE_BOTS, HouseBot, HouseBotGroup, ProgramOrigin};
pub use programs::{PROGRAMS, ProgramFacts, ProgramPicture, program_of};
pub use strengths::{
    LEVEL_STRENGTHS, LevelStrength, MeasuredElo, ProgramStrength, RATING_OF_RANDOM_MOVES,
};
