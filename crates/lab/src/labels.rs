//! Positions with labels: made, labelled again by search, corrected, and kept out of the training.

pub mod debias;
pub mod exclusion;
pub mod fingerprint;
pub mod label;
pub mod label_search;
pub mod opening_labels;
pub mod relabel;
pub mod samples;
