import type { ExchangeAccounts } from "../../apps/server/src/people/identity/exchange-accounts.ts";

/** An exchange that takes all it is told. */
export const NO_EXCHANGE: ExchangeAccounts = {
  openAccount: () => Promise.resolve(),
  setInviter: () => Promise.resolve(),
  freezeUser: () => Promise.resolve(),
};
