//! Which encoding a client likes best (RFC 9110, section 12.5.3).

use crate::web_assets::{Asset, Encoding};
use axum::http::{HeaderMap, header};

/// The encodings, the smallest first: of two that a client likes equally, it gets the smaller one.
const BY_SIZE: [Encoding; 2] = [Encoding::Brotli, Encoding::Gzip];

/// Chooses the encoding of a file. A client that does not say what it accepts gets the file as it is.
pub(super) fn best(headers: &HeaderMap, asset: &Asset) -> Encoding {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter();
    let accepted: Vec<&str> = accepted.filter_map(|line| line.to_str().ok()).collect();
    let weighed = |encoding: Encoding| {
        weight(&accepted, encoding.name().unwrap_or("identity")).map(|weight| (weight, encoding))
    };
    let there = BY_SIZE.into_iter().filter(|&encoding| asset.has(encoding));
    let mut best = (0, Encoding::Identity);
    for (weight, encoding) in there.filter_map(weighed) {
        if weight > best.0 {
            best = (weight, encoding);
        }
    }
    best.1
}

/// Returns the weight of an encoding in thousandths, if the client names it, or `*`.
fn weight(accepted: &[&str], encoding: &str) -> Option<u32> {
    let named = accepted.iter().flat_map(|line| line.split(',')).map(|item| {
        let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
        (name.trim(), thousandths(parameters.trim()))
    });
    let mut any = None;
    for (name, weight) in named {
        match name {
            name if name.eq_ignore_ascii_case(encoding) => return Some(weight),
            "*" => any = Some(weight),
            _ => {}
        }
    }
    any
}

/// Reads `q=0.8`; without it the weight is 1. Nonsense weighs nothing.
fn thousandths(parameter: &str) -> u32 {
    if parameter.is_empty() {
        return 1000;
    }
    let value = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
    let weight = value.and_then(|value| value.trim().parse::<f32>().ok()).unwrap_or(0.0);
    (weight.clamp(0.0, 1.0) * 1000.0) as u32
}

#[cfg(test)]
mod tests {
    use crate::web_assets::Bundle;
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn the_smallest_that_is_accepted_is_sent_unless_weights_decide() {
        for (accepted, wanted) in [
            (&["gzip, deflate, br, zstd"][..], Some("br")),
            (&["gzip, deflate"], Some("gzip")),
            (&["deflate", "GZIP"], Some("gzip")),
            (&["*"], Some("br")),
            (&["br;q=0.2, gzip;q=0.9"], Some("gzip")),
            (&["br;q=0, *"], Some("gzip")),
            (&["br; q=0.5"], Some("br")),
            (&[], None),
            (&["identity"], None),
            (&["br;q=0, gzip;q=0"], None),
            (&["br;q=x"], None),
            (&["deflate"], None),
        ] {
            let mut headers = HeaderMap::new();
            for &line in accepted {
                headers.append(header::ACCEPT_ENCODING, HeaderValue::from_static(line));
            }
            let chosen = best(&headers, Bundle::embedded().page()).name();
            assert_eq!(chosen, wanted, "{accepted:?}");
        }
    }
}
