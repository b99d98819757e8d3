//! Tests of the domain, without a socket or a file.

mod accounts;
mod begin;
mod bots;
mod catch_up;
mod command_ids;
mod correspondence;
mod dialogue;
mod fairness;
mod game_details;
mod lockstep;
mod more_time;
mod offer_choice;
mod offer_limits;
mod pairing;
mod pairs;
mod people;
mod presence;
mod progress;
mod quotas;
mod reports;
mod restart;
mod restart_steps;
mod rooms;
mod special_games;
mod spectators;
mod visitors;
pub(crate) mod world;
