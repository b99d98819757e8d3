// The beginning: it waits for nothing, neither for styles nor for the client, so that the words of the user's language come
// together with the client, which needs them. The build writes the client beside it into the page (`vite.config.ts`).
import "./words/chosen";

if (import.meta.env.DEV) void import("./client");
