// `cargo xtask npm` puts the modules beside the scripts.
declare module "*/wasm/willow_wasm.js";
declare module "*/wasm/willow_engine.js";
declare module "*/wasm/willow_reasons.js";
