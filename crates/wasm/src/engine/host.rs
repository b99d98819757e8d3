//! What the search asks its worker for: the time, whether to stop, and to take reports of progress.

use std::cell::RefCell;
use std::time::Duration;

use wasm_bindgen::prelude::wasm_bindgen;

use super::found::Found;

#[wasm_bindgen(typescript_custom_section)]
const HOST: &str = "
/**
 * What the search asks its worker for.
 */
export interface Host {
    /**
     * The time since a fixed moment, in milliseconds.
     */
    now(): number;
    /**
     * Whether the search is to stop.
     */
    isStopped(): boolean;
    /**
     * Takes the result of an iteration. It must be freed.
     */
    onProgress(found: Found): void;
}
";

#[wasm_bindgen]
extern "C" {
    /// What the search asks its worker for.
    #[derive(Clone, Debug)]
    #[wasm_bindgen(typescript_type = "Host")]
    pub type Host;

    #[wasm_bindgen(method)]
    fn now(this: &Host) -> f64;

    #[wasm_bindgen(method, js_name = isStopped)]
    fn is_stopped(this: &Host) -> bool;

    #[wasm_bindgen(method, js_name = onProgress)]
    fn on_progress(this: &Host, found: Found);
}

thread_local! {
    /// The host of this instance. Without one, no time passes and nobody stops a search.
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Sets the host of all searches of this instance.
pub(super) fn set(host: Host) {
    HOST.set(Some(host));
}

fn ask<T>(question: impl FnOnce(&Host) -> T) -> Option<T> {
    HOST.with_borrow(|host| host.as_ref().map(question))
}

/// Returns the time since a fixed moment.
pub(super) fn now() -> Duration {
    let milliseconds = ask(Host::now).unwrap_or(0.0);
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or(Duration::ZERO)
}

/// Reports whether the search is to stop.
pub(super) fn is_stopped() -> bool {
    ask(Host::is_stopped).unwrap_or(false)
}

/// Reports the result of an iteration.
pub(super) fn report(found: Found) {
    ask(|host| host.on_progress(found));
}
