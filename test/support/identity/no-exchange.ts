import type { ExchangeAccounts } from "@candor/server/people/identity/exchange-account/exchange-accounts";

/** An exchange that accepts everything. */
export const NO_EXCHANGE: ExchangeAccounts = {
  openAccount: () => Promise.resolve(),
  setInviter: () => Promise.resolve(),
  freezeUser: () => Promise.resolve(),
};
