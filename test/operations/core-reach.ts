import type { CommandKind } from "@candor/domain/commands/commands";
import type { ExchangeEvent } from "@candor/domain/events/events";

/** Who can cause a command of the exchange. */
type Bringer =
  | "user"
  | "sandbox door"
  | "test rig"
  | "operators"
  | "two operators"
  | "founding"
  | "sources"
  | "clock"
  | "server"
  | "chain"
  | "identity";

export interface Reach {
  readonly by: readonly Bringer[];
  /** Server files that create it, below apps/server/src. */
  readonly files: readonly string[];
  /** What it may write, in the wording of docs/no-hand-on-the-scale.md. */
  readonly writes: string;
}

const OWN = "the caller's own orders, positions and money, under the rules";
const SETTING = "a setting, effective from then on";
const LIMIT = "a setting that pays out no more and gives users no less than before, effective from then on";

const own = (...files: string[]): Reach => ({ by: ["user"], files, writes: OWN });
const calls = (name: string): string => `edge/gateway/calls/${name}.ts`;
const DOOR = "edge/sandbox-door/fund-account.ts";
/** The door also does it for an account that it just opened. */
const ownOrNew = (...files: string[]): Reach => ({
  by: ["user", "sandbox door"],
  files: [...files, DOOR],
  writes: OWN,
});
const FORMS = "operators/settings/setting-forms.ts";
const FOUNDING = "config/initialize-exchange.ts";

/** Sandbox and live exchanges reject it. */
const ofRig = (what: string): Reach => ({
  by: ["test rig"],
  files: ["edge/sandbox-door/scenario.ts"],
  writes: `only in a test rig, which is one from its founding on: ${what}`,
});

/**
 * Every command of the exchange. A new kind does not compile without a row, and a new file that creates one fails the
 * test.
 */
export const CORE_REACH: Readonly<Record<CommandKind, Reach>> = {
  "list-asset": { by: ["founding"], files: [FOUNDING], writes: "a new asset" },
  "list-market": { by: ["founding"], files: [FOUNDING], writes: "a new market" },
  "list-contract": { by: ["founding"], files: [FOUNDING], writes: "a new market" },
  "list-lever": { by: ["founding"], files: [FOUNDING], writes: "margin terms of a market without any" },
  "set-market-status": { by: ["operators"], files: [FORMS], writes: SETTING },
  "set-market-fees": { by: ["operators"], files: [FORMS], writes: LIMIT },
  "set-lever-terms": { by: ["operators"], files: [FORMS], writes: LIMIT },
  "set-funding-terms": {
    by: ["operators"],
    files: [FORMS],
    writes: "a contract's funding cap and interest, for intervals that begin a day later",
  },
  "set-withdrawal-fee": {
    by: ["operators"],
    files: [FORMS],
    writes: LIMIT,
  },
  "set-mining-plan": { by: ["founding", "operators"], files: [FOUNDING, FORMS], writes: LIMIT },
  "set-option-terms": { by: ["founding", "operators"], files: [FOUNDING, FORMS], writes: LIMIT },
  "set-referral-rate": { by: ["founding", "operators"], files: [FOUNDING, FORMS], writes: LIMIT },
  "set-withdrawal-rules": { by: ["founding", "operators"], files: [FOUNDING, FORMS], writes: LIMIT },
  "adopt-rules": {
    by: ["founding"],
    files: [FOUNDING],
    writes: "the rule version for everything after it",
  },
  "hold-clock": {
    by: ["clock"],
    files: ["operators/alarms/clock-guard.ts"],
    writes:
      "that the system clock jumped, returned or was accepted; while it is held, nothing trades or falls due",
  },
  "announce-setting": {
    by: ["two operators", "founding"],
    files: ["config/announce-configured.ts", "operators/desk/setting-commands.ts"],
    writes: "a setting that pays out more or gives users less, effective after a day of public notice",
  },
  "withdraw-announcement": {
    by: ["operators"],
    files: ["operators/desk/setting-commands.ts"],
    writes: "cancels an announced setting",
  },
  "set-site": {
    by: ["founding", "operators"],
    files: [FOUNDING, "operators/desk/site-commands.ts"],
    writes: "whether users have access",
  },
  "endow-pool": {
    by: ["founding"],
    files: [FOUNDING, FORMS],
    writes: "play money of the sandbox into a pool or the insurance fund, while the exchange has no traders",
  },
  "correct-balance": {
    by: ["two operators"],
    files: ["operators/desk/correction-commands.ts"],
    writes: "one user's balance and one account of the exchange, with a reason that the user reads",
  },
  "freeze-account": {
    by: ["operators", "identity"],
    files: ["people/identity/exchange-account/exchange-accounts.ts", "operators/desk/account-commands.ts"],
    writes: "whether an account can open anything new",
  },
  "open-account": {
    by: ["identity"],
    files: ["people/identity/exchange-account/exchange-accounts.ts"],
    writes: "an empty account",
  },
  "set-inviter": {
    by: ["identity"],
    files: ["people/identity/exchange-account/exchange-accounts.ts"],
    writes: "who invited a user, once, at registration",
  },
  "observe-price": {
    by: ["sources"],
    files: ["market/prices/price-service.ts"],
    writes: "one named source's observation; the index follows from all of them",
  },
  "note-stores": {
    by: ["server"],
    files: ["engine/home/store-keeper.ts"],
    writes: "nothing: records the state of the server's other stores, for the next start to check",
  },
  "advance-time": { by: ["clock"], files: ["market/prices/price-service.ts"], writes: "the time" },
  "credit-deposit": {
    by: ["chain"],
    files: ["custody/chain/credit-deposits.ts"],
    writes: "a transfer that exists on a chain, once",
  },
  "advance-withdrawal": {
    by: ["operators", "clock", "chain"],
    files: ["custody/chain/withdrawal-executor.ts", "custody/withdrawals/withdrawal-service.ts"],
    writes: "the next step of a withdrawal that its user asked for",
  },
  "settle-withdrawal": {
    by: ["operators", "chain"],
    files: ["custody/chain/withdrawal-executor.ts", "custody/withdrawals/withdrawal-service.ts"],
    writes: "the end of a withdrawal: paid on the chain, or all of it back to its user",
  },
  deposit: {
    by: ["user", "sandbox door"],
    files: [calls("faucet"), DOOR, "market/liquidity/sandbox-liquidity.ts"],
    writes: "play money of the sandbox to the caller, or to an account that the door just opened",
  },
  transfer: ownOrNew(calls("wallet"), "market/liquidity/sandbox-liquidity.ts"),
  "request-withdrawal": own(calls("withdraw")),
  "place-order": own(calls("read-spot-order")),
  "place-iceberg": own(calls("read-spot-order")),
  "place-oco": own(calls("read-spot-order")),
  "place-again": own(calls("place-again")),
  "replace-order": own(calls("place-again")),
  "change-price": own(calls("change-price")),
  "modify-order": own(calls("modify-order")),
  "place-list": own(calls("read-order-list")),
  "place-oto": own(calls("read-oto")),
  "cancel-order": own(calls("change-orders")),
  "cancel-all": own(calls("change-orders")),
  "reduce-order": own(calls("change-orders")),
  "place-contract-order": own(calls("read-contract-order")),
  "place-contract-terms": own(calls("read-contract-order")),
  "set-protection": own(calls("contract-positions")),
  "close-position": own(calls("contract-orders")),
  "close-all-positions": own(calls("contract-positions")),
  "set-leverage": ownOrNew(calls("contract-positions")),
  "move-margin": own(calls("contract-positions")),
  "set-position-mode": own(calls("contract-positions")),
  "buy-miners": own(calls("mining")),
  "claim-mining": own(calls("mining")),
  "recycle-miner": own(calls("mining")),
  "place-option": own(calls("place-option")),
  convert: own(calls("convert")),
  "place-lever-order": own(calls("lever-orders")),
  "repay-loan": own(calls("lever-money")),
  "move-lever-funds": own(calls("lever-money")),
  "begin-scenario": {
    by: ["founding"],
    files: [FOUNDING],
    writes: "that a new exchange is a test rig, as the first command of its journal",
  },
  "set-balance": ofRig("a user's available balance"),
  "push-index": ofRig("the index of a market"),
  "settle-funding-now": ofRig("the end of a contract's funding interval"),
};

/** Additional events that commands of operators and of the initial setup may cause; any others fail the test. */
export const OPERATOR_EVENTS: Readonly<Partial<Record<CommandKind, readonly ExchangeEvent["kind"][]>>> = {
  "list-asset": ["asset-listed"],
  "list-market": ["market-listed", "market-status-changed", "setting-changed"],
  "set-market-status": ["market-status-changed", "setting-changed"],
  "set-market-fees": ["market-fees-set", "setting-changed"],
  "set-lever-terms": ["lever-listed", "setting-changed"],
  "set-funding-terms": ["setting-changed"],
  "set-withdrawal-fee": ["setting-changed"],
  "set-mining-plan": ["mining-plan-changed", "setting-changed"],
  "set-option-terms": ["option-terms-set", "setting-changed"],
  "set-referral-rate": ["referral-rate-set", "setting-changed"],
  "set-withdrawal-rules": ["setting-changed"],
  "adopt-rules": ["setting-changed"],
  "announce-setting": ["setting-announced", "announcement-ended"],
  "withdraw-announcement": ["announcement-ended"],
  "set-site": ["setting-changed"],
  "endow-pool": ["pool-endowed", "setting-changed"],
  "freeze-account": ["account-frozen"],
  "correct-balance": ["balance-corrected", "funds-posted", "balance-changed"],
};

/** Operator commands that reach the exchange; all others must not. */
export const OPERATOR_REACH: Readonly<Record<string, readonly CommandKind[]>> = {
  "withdrawal approve": ["advance-withdrawal"],
  "withdrawal refuse": ["settle-withdrawal"],
  "user freeze": ["freeze-account"],
  "user unfreeze": ["freeze-account"],
  "account freeze": ["freeze-account"],
  "account unfreeze": ["freeze-account"],
  "correction confirm": ["correct-balance"],
  "setting set": [
    "set-market-status",
    "set-market-fees",
    "set-lever-terms",
    "set-funding-terms",
    "set-withdrawal-fee",
    "set-mining-plan",
    "set-option-terms",
    "set-referral-rate",
    "set-withdrawal-rules",
  ],
  "setting withdraw": ["withdraw-announcement"],
  "setting confirm": ["announce-setting", "set-funding-terms"],
  "site close": ["set-site"],
  "site open": ["set-site"],
};
