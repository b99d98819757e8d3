//! Formulas: which requests a player accepts or declines without being asked.
//!
//! A formula is a truth over a request, such as `rated & !rand & mt1 >= 300 & or > 1500.0`. As on GGS,
//! the operators of one level group to the right, `|` and `&` are of one level, and what follows `*`,
//! `/` or `%` is taken with the sums after it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::RandomSource;

use super::formula_facts::{Fact, Facts};
use super::formula_value::{Kind, Value};

/// The longest formula.
const LONGEST: usize = 1024;

/// The deepest nesting of a formula.
const DEEPEST: u32 = 64;

/// What is wrong with a formula.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum FormulaError {
    #[error("formula too long: {LONGEST} characters at most")]
    TooLong,
    #[error("formula too deep: {DEEPEST} levels at most")]
    TooDeep,
    #[error("unknown word: {0}")]
    UnknownWord(String),
    #[error("number too large: {0}")]
    Number(String),
    #[error("unexpected: {0}")]
    Unexpected(String),
    #[error("the formula ends too early")]
    End,
    #[error("{place} needs {needed}, not {found}")]
    Type { place: String, needed: &'static str, found: &'static str },
}

/// A function of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    /// How many matches the player plays, with a random start or without.
    Playing,
    /// What a result in discs changes in the player's rating.
    OwnDelta,
    /// What it changes in the opponent's.
    TheirDelta,
    /// A random number from 0 up to, and without, another.
    Random,
    Not,
    Negative,
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// A part of a formula.
#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Constant(Value),
    Fact(Fact),
    Call(Function, Box<Expr>),
    Pair(Operator, Box<Expr>, Box<Expr>),
}

/// The operators by their level: what binds weakest comes first. Longer ones come before those that
/// begin like them.
const LEVELS: [&[(&str, Operator)]; 4] = [
    &[("|", Operator::Or), ("&", Operator::And)],
    &[
        ("==", Operator::Equal),
        ("!=", Operator::Unequal),
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("<", Operator::Less),
        (">", Operator::More),
    ],
    &[("+", Operator::Add), ("-", Operator::Subtract)],
    &[("*", Operator::Multiply), ("/", Operator::Divide), ("%", Operator::Remainder)],
];

/// The level of products, and that of sums.
const PRODUCTS: usize = 3;
const SUMS: usize = 2;

/// The functions that have names.
const FUNCTIONS: [(&str, Function); 4] = [
    ("playing", Function::Playing),
    ("md", Function::OwnDelta),
    ("od", Function::TheirDelta),
    ("rnd", Function::Random),
];

/// A formula that was read, with its text. It is kept as its text.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(crate) struct Formula {
    text: String,
    expr: Option<Arc<Expr>>,
}

impl PartialEq for Formula {
    fn eq(&self, other: &Formula) -> bool {
        self.text == other.text
    }
}

impl Eq for Formula {}

impl From<String> for Formula {
    /// Reads a formula that was kept. One of an earlier program that cannot be read is never true.
    fn from(text: String) -> Formula {
        Formula::parse(&text).unwrap_or(Formula { text, expr: None })
    }
}

impl From<Formula> for String {
    fn from(formula: Formula) -> String {
        formula.text
    }
}

impl Formula {
    /// Reads a formula. An empty one is never true.
    pub(crate) fn parse(text: &str) -> Result<Formula, FormulaError> {
        if text.len() > LONGEST {
            return Err(FormulaError::TooLong);
        }
        let mut reader = Reader { rest: text.trim(), depth: 0 };
        if reader.rest.is_empty() {
            return Ok(Formula::default());
        }
        let expr = reader.level(0)?;
        expr.must_be(Kind::Bool, "the formula")?;
        match reader.rest {
            "" => Ok(Formula { text: text.to_owned(), expr: Some(Arc::new(expr)) }),
            rest => Err(FormulaError::Unexpected(rest.to_owned())),
        }
    }

    /// Returns whether the formula is true of a request.
    pub(crate) fn holds(&self, facts: &Facts, random: &mut impl RandomSource) -> bool {
        let value = self.expr.as_ref().map(|expr| expr.value(facts, random));
        value == Some(Value::Bool(true))
    }

    /// Returns the text of the formula.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

impl Function {
    /// Returns the kind of the argument; the signs take two.
    const fn argument(self) -> Option<Kind> {
        match self {
            Function::Playing | Function::Not => Some(Kind::Bool),
            Function::OwnDelta | Function::TheirDelta => Some(Kind::Real),
            Function::Random => Some(Kind::Int),
            Function::Negative => None,
        }
    }
}

impl Expr {
    fn kind(&self) -> Kind {
        match self {
            Expr::Constant(value) => value.kind(),
            Expr::Fact(fact) => fact.kind(),
            Expr::Call(Function::Playing | Function::Random, _) => Kind::Int,
            Expr::Call(Function::OwnDelta | Function::TheirDelta, _) => Kind::Real,
            Expr::Call(Function::Negative, argument) => argument.kind(),
            Expr::Pair(operator, first, _) if operator.is_arithmetic() => first.kind(),
            Expr::Call(Function::Not, _) | Expr::Pair(..) => Kind::Bool,
        }
    }

    fn must_be(&self, needed: Kind, place: &str) -> Result<(), FormulaError> {
        if self.kind() == needed {
            return Ok(());
        }
        Err(self.wrong(needed.name(), place))
    }

    fn wrong(&self, needed: &'static str, place: &str) -> FormulaError {
        FormulaError::Type { place: place.to_owned(), needed, found: self.kind().name() }
    }

    /// Returns two parts with an operator between them, if their kinds fit.
    fn pair(
        (text, operator): (&str, Operator),
        first: Expr,
        second: Expr,
    ) -> Result<Expr, FormulaError> {
        match operator {
            Operator::Or | Operator::And => first.must_be(Kind::Bool, text)?,
            Operator::Remainder => first.must_be(Kind::Int, text)?,
            Operator::Equal | Operator::Unequal => {}
            _ if first.kind().is_number() => {}
            _ => return Err(first.wrong("INT or REAL", text)),
        }
        second.must_be(first.kind(), text)?;
        Ok(Expr::Pair(operator, Box::new(first), Box::new(second)))
    }

    fn value(&self, facts: &Facts, random: &mut impl RandomSource) -> Value {
        match self {
            Expr::Constant(value) => *value,
            Expr::Fact(fact) => facts.value(*fact),
            Expr::Call(function, argument) => {
                let argument = argument.value(facts, random);
                function.value(argument, facts, random)
            }
            Expr::Pair(operator, first, second) => {
                operator.value(first.value(facts, random), second.value(facts, random))
            }
        }
    }
}

impl Function {
    fn value(self, argument: Value, facts: &Facts, random: &mut impl RandomSource) -> Value {
        match (self, argument) {
            (Function::Playing, Value::Bool(is_random)) => Value::Int(facts.playing(is_random)),
            (Function::OwnDelta, Value::Real(discs)) => Value::Real(facts.own_delta(discs)),
            (Function::TheirDelta, Value::Real(discs)) => Value::Real(facts.their_delta(discs)),
            (Function::Random, Value::Int(bound)) => Value::Int(below(bound, random)),
            (Function::Not, Value::Bool(is_true)) => Value::Bool(!is_true),
            (Function::Negative, Value::Int(number)) => Value::Int(number.saturating_neg()),
            (Function::Negative, Value::Real(number)) => Value::Real(-number),
            _ => unreachable!("the kinds were checked when the formula was read"),
        }
    }
}

/// Returns a random number between 0 and a bound, which may be negative.
fn below(bound: i64, random: &mut impl RandomSource) -> i64 {
    let size = usize::try_from(bound.unsigned_abs()).unwrap_or(usize::MAX);
    let number = if size == 0 { 0 } else { random.below(size) as i64 };
    number * bound.signum()
}

impl Operator {
    const fn is_arithmetic(self) -> bool {
        use Operator::{Add, Divide, Multiply, Remainder, Subtract};
        matches!(self, Add | Subtract | Multiply | Divide | Remainder)
    }

    fn value(self, first: Value, second: Value) -> Value {
        match (first, second) {
            (Value::Int(a), Value::Int(b)) if self.is_arithmetic() => Value::Int(self.whole(a, b)),
            (Value::Real(a), Value::Real(b)) if self.is_arithmetic() => {
                Value::Real(self.real(a, b))
            }
            (Value::Bool(a), Value::Bool(b)) if self == Operator::Or => Value::Bool(a || b),
            (Value::Bool(a), Value::Bool(b)) if self == Operator::And => Value::Bool(a && b),
            _ => Value::Bool(self.compares(first, second)),
        }
    }

    /// Calculates with whole numbers. A division by zero gives zero.
    const fn whole(self, a: i64, b: i64) -> i64 {
        match self {
            Operator::Add => a.saturating_add(b),
            Operator::Subtract => a.saturating_sub(b),
            Operator::Multiply => a.saturating_mul(b),
            _ if b == 0 => 0,
            Operator::Remainder => a.wrapping_rem(b),
            _ => a.saturating_div(b),
        }
    }

    /// Calculates with real numbers. A division by zero gives zero.
    fn real(self, a: f64, b: f64) -> f64 {
        match self {
            Operator::Add => a + b,
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            _ if b == 0.0 => 0.0,
            _ => a / b,
        }
    }

    fn compares(self, first: Value, second: Value) -> bool {
        let order = match (first, second) {
            (Value::Int(a), Value::Int(b)) => a.partial_cmp(&b),
            (Value::Real(a), Value::Real(b)) => a.partial_cmp(&b),
            _ => None,
        };
        match self {
            Operator::Unequal => first != second,
            Operator::Less => order.is_some_and(std::cmp::Ordering::is_lt),
            Operator::AtMost => order.is_some_and(std::cmp::Ordering::is_le),
            Operator::More => order.is_some_and(std::cmp::Ordering::is_gt),
            Operator::AtLeast => order.is_some_and(std::cmp::Ordering::is_ge),
            _ => first == second,
        }
    }
}

/// What of a formula is not read yet.
struct Reader<'a> {
    rest: &'a str,
    depth: u32,
}

impl<'a> Reader<'a> {
    /// Reads parts of a level with the operators of that level between them.
    fn level(&mut self, level: usize) -> Result<Expr, FormulaError> {
        let Some(operators) = LEVELS.get(level) else { return self.nested(Reader::single) };
        let mut last = self.level(level + 1)?;
        let mut earlier = Vec::new();
        while let Some(found) = self.operator(operators) {
            earlier.push((last, found));
            last = if level == PRODUCTS {
                self.nested(|reader| reader.level(SUMS))?
            } else {
                self.level(level + 1)?
            };
        }
        // The last two belong together, then the one before, and so on.
        earlier
            .into_iter()
            .rev()
            .try_fold(last, |right, (left, found)| Expr::pair(found, left, right))
    }

    fn operator(
        &mut self,
        operators: &[(&'static str, Operator)],
    ) -> Option<(&'static str, Operator)> {
        let found = operators.iter().find(|(text, _)| self.rest.starts_with(text))?;
        self.skip(found.0.len());
        Some(*found)
    }

    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Expr, FormulaError>,
    ) -> Result<Expr, FormulaError> {
        if self.depth == DEEPEST {
            return Err(FormulaError::TooDeep);
        }
        self.depth += 1;
        let expr = read(self)?;
        self.depth -= 1;
        Ok(expr)
    }

    /// Reads a constant, a fact, a function or something in parentheses.
    fn single(&mut self) -> Result<Expr, FormulaError> {
        let first = self.rest.chars().next().ok_or(FormulaError::End)?;
        match first {
            '(' => self.in_parentheses(0),
            '!' | '-' | '+' => self.signed(first),
            '0'..='9' | '.' => self.number(),
            '?' => {
                self.skip(1);
                Ok(Expr::Constant(Value::Color('?')))
            }
            'a'..='z' | 'A'..='Z' => self.word(),
            _ => Err(FormulaError::Unexpected(self.rest.to_owned())),
        }
    }

    fn in_parentheses(&mut self, level: usize) -> Result<Expr, FormulaError> {
        self.must_skip('(')?;
        let expr = self.level(level)?;
        self.must_skip(')')?;
        Ok(expr)
    }

    fn signed(&mut self, sign: char) -> Result<Expr, FormulaError> {
        self.skip(1);
        let expr = self.nested(Reader::single)?;
        match sign {
            '!' => expr.must_be(Kind::Bool, "!")?,
            _ if !expr.kind().is_number() => return Err(expr.wrong("INT or REAL", "a sign")),
            '+' => return Ok(expr),
            _ => {}
        }
        let function = if sign == '!' { Function::Not } else { Function::Negative };
        Ok(Expr::Call(function, Box::new(expr)))
    }

    fn number(&mut self) -> Result<Expr, FormulaError> {
        let text = self.taken(|c| c.is_ascii_digit() || c == '.');
        let value = if text.contains('.') {
            text.parse().map(Value::Real).map_err(|_| FormulaError::Unexpected(text.to_owned()))?
        } else {
            text.parse().map(Value::Int).map_err(|_| FormulaError::Number(text.to_owned()))?
        };
        Ok(Expr::Constant(value))
    }

    fn word(&mut self) -> Result<Expr, FormulaError> {
        let word = self.taken(|c| c.is_ascii_alphanumeric());
        if let Some((_, function)) = FUNCTIONS.iter().find(|(name, _)| *name == word) {
            let argument = self.in_parentheses(SUMS)?;
            if let Some(kind) = function.argument() {
                argument.must_be(kind, word)?;
            }
            return Ok(Expr::Call(*function, Box::new(argument)));
        }
        let constant = match word {
            "T" | "F" => Value::Bool(word == "T"),
            "B" => Value::Color('B'),
            "W" => Value::Color('W'),
            _ => {
                let fact = Fact::named(word);
                let unknown = || FormulaError::UnknownWord(word.to_owned());
                return fact.map(Expr::Fact).ok_or_else(unknown);
            }
        };
        Ok(Expr::Constant(constant))
    }

    /// Takes the characters at the front that belong to a word or number.
    fn taken(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest: &'a str = self.rest;
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.skip(end);
        &rest[..end]
    }

    fn skip(&mut self, n_bytes: usize) {
        self.rest = self.rest[n_bytes..].trim_start();
    }

    fn must_skip(&mut self, c: char) -> Result<(), FormulaError> {
        match self.rest.chars().next() {
            None => Err(FormulaError::End),
            Some(next) if next == c => {
                self.skip(1);
                Ok(())
            }
            Some(_) => Err(FormulaError::Unexpected(self.rest.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ggs_server::formula_facts::tests::facts;

    /// Always the largest number.
    struct Largest;

    impl RandomSource for Largest {
        fn below(&mut self, n: usize) -> usize {
            n - 1
        }
    }

    #[track_caller]
    fn holds(text: &str) -> bool {
        let formula = Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        formula.holds(&facts("8b"), &mut Largest)
    }

    #[track_caller]
    fn error(text: &str) -> String {
        Formula::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn formulas_are_true_or_false() {
        let (yes, no) = (["T", "!F", "T | F", "1 < 2", "?==?", "B != W"], ["", " ", "F", "T&F"]);
        for text in yes {
            assert!(holds(text), "{text}");
        }
        for text in no {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn operators_group_to_the_right_as_on_ggs() {
        assert!(!holds("F & F | T"), "F & (F | T)");
        assert!(holds("T | F & F"), "T | (F & F)");
        assert!(holds("5 - 3 - 1 == 3"));
        assert!(holds("2 * 3 + 4 == 14"), "what follows a product is taken with the sums after it");
        assert!(holds("4 + 2 * 3 == 10") && holds("(2 * 3) + 4 == 10"));
    }

    #[test]
    fn numbers_are_calculated_and_zero_divides_to_zero() {
        assert!(holds("7 / 2 == 3 & 7 % 4 == 3 & 1 / 0 == 0 & 1 % 0 == 0"));
        assert!(holds("7.0 / 2.0 == 3.5 & 1.0 / 0.0 == 0.0 & -1 + +2 == 1"));
        assert!(holds("rnd(7) == 6 & rnd(-7) == -6 & rnd(0) == 0"));
        assert!(holds("9223372036854775807 + 1 == 9223372036854775807"));
    }

    #[test]
    fn errors_are_named() {
        assert_eq!(error("ratd"), "unknown word: ratd");
        assert_eq!(error("rated &"), "the formula ends too early");
        assert_eq!(error("(rated"), "the formula ends too early");
        assert_eq!(error("rated T"), "unexpected: T");
        assert_eq!(error("rated & size"), "& needs BOOL, not INT");
        assert_eq!(error("size"), "the formula needs BOOL, not INT");
        assert_eq!(error("mr > 1500"), "> needs REAL, not INT");
        assert_eq!(error("mc < B"), "< needs INT or REAL, not COLOR");
        assert_eq!(error("md(2) > 0.0"), "md needs REAL, not INT");
        assert_eq!(error("!1 == 1"), "! needs BOOL, not INT");
        assert_eq!(error("99999999999999999999 > 1"), "number too large: 99999999999999999999");
        assert_eq!(error("1.2.3 > 1.0"), "unexpected: 1.2.3");
        assert_eq!(error("#"), "unexpected: #");
        assert!(error(&"T".repeat(1025)).starts_with("formula too long"));
        assert!(error(&"(".repeat(1024)).starts_with("formula too deep"));
        assert!(error(&"!".repeat(1024)).starts_with("formula too deep"));
    }

    #[test]
    fn a_formula_is_kept_as_its_text() {
        let formula = Formula::parse("rated & !komi").unwrap();
        let kept = serde_json::to_string(&formula).unwrap();
        assert_eq!(kept, "\"rated & !komi\"");
        let again: Formula = serde_json::from_str(&kept).unwrap();
        assert_eq!(again.expr, formula.expr);
        let old: Formula = serde_json::from_str("\"no formula\"").unwrap();
        assert_eq!((old.text(), old.expr.as_ref()), ("no formula", None));
    }

    #[test]
    fn a_long_chain_is_no_nesting() {
        assert!(holds("T|".repeat(511).trim_end_matches('|')));
        assert!(error(&format!("{}1 == 1", "1*".repeat(500))).starts_with("formula too deep"));
    }
}
