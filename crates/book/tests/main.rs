//! Tests of opening books as their users see them.

mod formats;
mod learning;
