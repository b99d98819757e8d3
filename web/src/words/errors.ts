// What all languages say of several refusals in one sentence. Only words come here, as in `figures.ts`.
import type { ErrorDetail } from "../protocol/wire";

/** What only a mistake of this page can cause. */
const FAULTS_OF_PAGE = [
  "invalid-json",
  "invalid-id",
  "wrong-port",
  "unexpected-argument",
  "invalid-body",
  "invalid-request",
  "unknown-parameter",
  "wrong-method",
  "id-reused",
] as const satisfies readonly ErrorDetail[];

type FaultOfPage = (typeof FAULTS_OF_PAGE)[number];

export function faultsOfPage(sentence: string): Record<FaultOfPage, string> {
  return Object.fromEntries(FAULTS_OF_PAGE.map((detail) => [detail, sentence])) as Record<
    FaultOfPage,
    string
  >;
}
