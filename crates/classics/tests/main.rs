//! Tests of the old programs as their users see them.

mod book;
mod laws;
mod programs;
mod search_trees;
mod searcher;
