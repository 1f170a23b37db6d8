/** How a store comes back, or goes on without what is missing; for every refusal of one. */
const wayOut = (store: string): string =>
  `Look for a newer copy of it first and restore that (docs/recovery.md). To go on without what is missing, knowingly: ` +
  `npm run operator -- accept-loss ${store} --reason "…"`;

/** A store of the home is missing, shorter, older or another one than was noted. Nothing is started on it. */
export class StoreLossError extends Error {
  readonly store: string;

  /** @param problem what is wrong with it, as a sentence about "it" */
  constructor(store: string, problem: string) {
    super(`${store}: ${problem}. ${wayOut(store)}`);
    this.name = "StoreLossError";
    this.store = store;
  }
}
