//! A check of JSON against the parts of JSON Schema that our descriptions use. It panics at any other part.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Mutex;

use regex::Regex;
use serde_json::Value;

/// Where a value differs from its schema, and how.
#[derive(Debug, PartialEq, Eq)]
pub struct SchemaMismatch(String);

impl fmt::Display for SchemaMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks that a value is what a schema says, and that no object in it has a field that is not described: the
/// schemas allow others, so that clients of a newer server go on. References lead into `document`.
///
/// # Errors
/// The first difference.
pub fn check_schema(document: &Value, schema: &Value, value: &Value) -> Result<(), SchemaMismatch> {
    let described = described_fields(document, schema, value)?;
    let fields = value.as_object().into_iter().flatten();
    match fields.map(|(name, _)| name).find(|name| !described.contains(name.as_str())) {
        Some(name) => Err(SchemaMismatch(format!("{name} is not described: {value}"))),
        None => Ok(()),
    }
}

/// Returns the fields of a value that a schema describes, and parts of it that the value has.
fn described_fields<'a>(
    document: &'a Value,
    schema: &'a Value,
    value: &'a Value,
) -> Result<BTreeSet<&'a str>, SchemaMismatch> {
    let mut described = BTreeSet::new();
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        match keyword.as_str() {
            "$ref" => {
                let pointer = rule.as_str().and_then(|name| name.strip_prefix('#'));
                let target = pointer.and_then(|pointer| document.pointer(pointer));
                let target = target.expect("a reference leads somewhere");
                described.extend(described_fields(document, target, value)?);
            }
            "anyOf" | "oneOf" => {
                let parts = list(rule).iter().map(|part| described_fields(document, part, value));
                let (fits, fails): (Vec<_>, Vec<_>) = parts.partition(Result::is_ok);
                if fits.is_empty() || (keyword == "oneOf" && 1 < fits.len()) {
                    let why = fails.into_iter().filter_map(Result::err).map(|why| why.0);
                    let why = why.collect::<Vec<String>>().join("; ");
                    return Err(SchemaMismatch(format!("{} of {keyword} fit; {why}", fits.len())));
                }
                described.extend(fits.into_iter().flatten().flatten());
            }
            "properties" | "additionalProperties" => {
                for (name, field) in value.as_object().into_iter().flatten() {
                    let own = schema["properties"].get(name);
                    let part = own.or(schema.get("additionalProperties"));
                    if part == Some(&Value::Bool(false)) {
                        return Err(SchemaMismatch(format!("{name} may not be there: {value}")));
                    }
                    if let Some(part) = part {
                        check_schema(document, part, field)
                            .map_err(|why| SchemaMismatch(format!("{name}: {why}")))?;
                        described.insert(name.as_str());
                    }
                }
            }
            "items" => {
                for element in value.as_array().into_iter().flatten() {
                    check_schema(document, rule, element)?;
                }
            }
            "prefixItems" => {
                let elements = value.as_array().into_iter().flatten();
                for (part, element) in list(rule).iter().zip(elements) {
                    check_schema(document, part, element)?;
                }
            }
            _ if fits(keyword, rule, value) => {}
            _ => return Err(SchemaMismatch(format!("not {keyword} {rule}: {value}"))),
        }
    }
    Ok(described)
}

/// Returns whether a value keeps a rule that needs no other schema. A rule about another type holds.
fn fits(keyword: &str, rule: &Value, value: &Value) -> bool {
    let length = |holds: fn(u64, u64) -> bool| {
        let bound = rule.as_u64().expect("a length is a number");
        value.as_array().is_none_or(|elements| holds(elements.len() as u64, bound))
    };
    match keyword {
        "default" | "description" | "format" => true,
        "type" if rule.is_array() => list(rule).iter().any(|name| has_type(name, value)),
        "type" => has_type(rule, value),
        "const" => value == rule,
        "enum" => list(rule).contains(value),
        "minimum" => value.as_f64() >= rule.as_f64() || !value.is_number(),
        "maximum" => value.as_f64() <= rule.as_f64() || !value.is_number(),
        "minItems" => length(|n, bound| bound <= n),
        "maxItems" => length(|n, bound| n <= bound),
        "required" => value.as_object().is_none_or(|fields| {
            list(rule)
                .iter()
                .all(|name| name.as_str().is_some_and(|name| fields.contains_key(name)))
        }),
        "pattern" => {
            let pattern = rule.as_str().expect("a pattern is a text");
            value.as_str().is_none_or(|text| fits_pattern(pattern, text))
        }
        _ => panic!("`{keyword}` is not known"),
    }
}

fn fits_pattern(pattern: &str, text: &str) -> bool {
    static COMPILED: Mutex<BTreeMap<String, Regex>> = Mutex::new(BTreeMap::new());
    let mut compiled = COMPILED.lock().expect("nothing panics while it is locked");
    let known = compiled.entry(pattern.to_owned());
    let regex =
        known.or_insert_with_key(|it| Regex::new(it).expect("a pattern is one of ECMAScript"));
    regex.is_match(text)
}

fn has_type(name: &Value, value: &Value) -> bool {
    match name.as_str().expect("a type has a name") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type `{other}` is not known"),
    }
}

fn list(rule: &Value) -> &[Value] {
    rule.as_array().expect("a list of rules")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_fit_their_schema_and_others_do_not() {
        let named = json!({"type": "object", "properties": {"name": {"pattern": "^[A-Za-z][A-Za-z0-9_-]{1,19}$"}}});
        let document = json!({"named": named});
        for (schema, fitting, wrong) in [
            (json!({"type": ["string", "null"]}), json!(["a", null]), json!([1, [], {}])),
            (
                json!({"type": "integer", "minimum": -1, "maximum": 3}),
                json!([-1, 3]),
                json!([-2, 4, 1.5, "1"]),
            ),
            (json!({"enum": ["a", 1]}), json!(["a", 1]), json!(["b", 2])),
            (json!({"anyOf": [{"const": 1}, {"type": "number"}]}), json!([1, 2.5]), json!([null])),
            (json!({"oneOf": [{"const": 1}, {"type": "number"}]}), json!([2.5]), json!([1, null])),
            (
                json!({"items": {"type": "boolean"}, "minItems": 1, "maxItems": 2}),
                json!([[true], [true, false]]),
                json!([[], [1], [true, true, true]]),
            ),
            (
                json!({"prefixItems": [{"type": "boolean"}, {"type": "null"}]}),
                json!([[true, null], [false]]),
                json!([[null], [true, true]]),
            ),
            (
                json!({"$ref": "#/named", "required": ["id"], "properties": {"id": {"type": "string"}}}),
                json!([{"id": "x", "name": "a-b"}, {"id": "x"}]),
                json!([{"name": "ab"}, {"id": 1}, {"id": "x", "name": "a"}, {"id": "x", "more": 1}]),
            ),
            (
                json!({"properties": {"of": {"$ref": "#/named"}}, "additionalProperties": {"type": "null"}}),
                json!([{"of": {"name": "ab"}}, {"x": null}]),
                json!([{"of": {"name": "ab", "more": 1}}, {"x": 1}]),
            ),
            (
                json!({"properties": {}, "additionalProperties": false}),
                json!([{}]),
                json!([{"x": 1}]),
            ),
        ] {
            let check = |value: &Value| check_schema(&document, &schema, value);
            for value in list(&fitting) {
                assert_eq!(check(value), Ok(()), "{schema}");
            }
            for value in list(&wrong) {
                assert!(check(value).is_err(), "{schema}: {value}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "`not` is not known")]
    fn what_is_not_known_is_no_rule_that_holds() {
        let _ = check_schema(&json!({}), &json!({"not": {}}), &json!(1));
    }
}
