//! The static evaluation: BILL's own, and those that the report compares it with.

pub(crate) mod bayes;
pub(crate) mod coefficients;
mod explanation;
pub(crate) mod leaf_evaluation;
mod version;

pub use bayes::{BayesClass, BayesClassifier, BayesError, BayesFit};
pub use coefficients::CoefficientPercent;
pub(crate) use explanation::explain_by;
pub use explanation::{Explanation, LineExplanation, TableEntry, explain};
pub use version::Version;
