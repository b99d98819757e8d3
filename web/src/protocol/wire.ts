// The types of the server's commands and events. They are made from the Rust ones.
export type * from "../../../crates/protocol/bindings/protocol";
