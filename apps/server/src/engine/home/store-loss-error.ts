/** What to do about a store that is missing, shorter, older or another one. */
const wayOut = (store: string): string =>
  `Look for a newer copy of it and restore that (docs/recovery.md). To go on without what is missing, knowingly: ` +
  `npm run operator -- accept-loss ${store} --home ${process.env.CANDOR_HOME ?? ".candor"} --operator NAME --reason "…"`;

/** A store of the home is not what it was. Nothing is started on it. */
export class StoreLossError extends Error {
  readonly stores: readonly string[];

  /** @param losses each with what is wrong, as a sentence about "it" */
  constructor(...losses: readonly { readonly store: string; readonly problem: string }[]) {
    super(losses.map(({ store, problem }) => `${store}: ${problem}. ${wayOut(store)}`).join("\n"));
    this.name = "StoreLossError";
    this.stores = losses.map(({ store }) => store);
  }
}
