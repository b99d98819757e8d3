import svelte from "eslint-plugin-svelte";
import tseslint from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default tseslint.config(
  { ignores: ["dist", "node_modules", "src/*/generated", "src/*/wasm", "test-results"] },
  ...tseslint.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: tseslint.parser, svelteConfig } },
  },
  {
    rules: {
      // The server's words are text, never markup.
      "svelte/no-at-html-tags": "error",
      "svelte/no-inline-styles": "error",
      "max-lines-per-function": ["error", { max: 60, skipComments: true, skipBlankLines: true }],
      "max-lines": ["error", { max: 400 }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
  {
    // What a component reads is Svelte's; the bookkeeping beside it is plain on purpose.
    files: ["src/state/**"],
    rules: { "svelte/prefer-svelte-reactivity": "off" },
  },
  { files: ["**/*.test.ts", "tests/**"], rules: { "max-lines-per-function": "off" } },
);
