import type { ChainPort } from "./chain-port.ts";

/** Used when no chain is offered: no deposits and no withdrawals. */
export const NO_CHAINS: ChainPort = {
  chains: [],
  chain: () => undefined,
  chainOfIndex: () => undefined,
  depositAddressOf: () => Promise.reject(new Error("no chain is configured")),
  existingDepositAddressOf: () => undefined,
  isValidAddress: () => false,
  isOwnAddress: () => false,
  depositsOf: () => [],
  deposit: () => undefined,
  explainTransaction: () => Promise.resolve({ kind: "not-found", deposit: undefined }),
  withdrawalProgress: () => undefined,
  sendFromFaucet: () => Promise.resolve(undefined),
  uncreditedDeposits: () => [],
  unclaimedCoins: () => [],
  creditDeposit: () => Promise.resolve(false),
  settleDeposit: () => Promise.resolve(false),
  findDeposits: () => Promise.resolve("No chain is configured."),
  acceptLoss: () => Promise.resolve(false),
  subscribe: () => () => undefined,
  custody: () => Promise.resolve([]),
  gas: () => Promise.resolve([]),
};
