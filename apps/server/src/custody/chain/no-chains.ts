import type { ChainPort } from "./chain-port.ts";

/** Where no chain is offered: nothing can be deposited from one or withdrawn to one. */
export const NO_CHAINS: ChainPort = {
  chains: [],
  chain: () => undefined,
  chainOfIndex: () => undefined,
  depositAddressOf: () => Promise.reject(new Error("there is no chain")),
  knownDepositAddressOf: () => undefined,
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
  findDeposits: () => Promise.resolve("There is no chain."),
  acceptLoss: () => Promise.resolve(false),
  subscribe: () => () => undefined,
  custody: () => Promise.resolve([]),
  gas: () => Promise.resolve([]),
};
