/** Advice for a store that is missing, shorter, older or different. */
const recoveryAdvice = (store: string): string =>
  `Restore a newer copy of it if you have one (docs/recovery.md). To accept the loss and continue without it: ` +
  `npm run operator -- accept-loss ${store} --home ${process.env.CANDOR_HOME ?? ".candor"} --operator NAME --reason "…"`;

/** A store of the home has lost data or was replaced. The server does not start. */
export class StoreLossError extends Error {
  readonly stores: readonly string[];

  /** @param losses each with the problem as a sentence with "it" as the subject */
  constructor(...losses: readonly { readonly store: string; readonly problem: string }[]) {
    super(losses.map(({ store, problem }) => `${store}: ${problem}. ${recoveryAdvice(store)}`).join("\n"));
    this.name = "StoreLossError";
    this.stores = losses.map(({ store }) => store);
  }
}
