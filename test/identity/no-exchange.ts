import type { ExchangeAccounts } from "../../apps/server/src/people/identity/exchange-accounts.ts";

/** An exchange that accepts everything. */
export const NO_EXCHANGE: ExchangeAccounts = {
  openAccount: () => Promise.resolve(),
  setInviter: () => Promise.resolve(),
  freezeUser: () => Promise.resolve(),
};
