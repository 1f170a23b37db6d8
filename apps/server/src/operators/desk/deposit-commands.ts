import type { DepositReason } from "@candor/domain/enumerations";
import { z } from "zod";
import type { DepositView } from "../../custody/chain/chain-port.ts";
import { decimalOf } from "../../custody/chain/deposit-view.ts";
import { Refusal, type Row } from "../protocol/operator-messages.ts";
import type { OperatorCommand } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";

/** For example `evm-1/0x…`. */
const FOUND_TARGET = /^([a-z0-9-]{1,20})\/(0x[0-9a-fA-F]{64})$/;
const MAX_ROWS = 200;

const REASON_WORDS: Readonly<Record<DepositReason, string>> = {
  "failed-transaction": "The transaction failed.",
  "unknown-token": "This token is not offered.",
  "below-minimum": "The amount is below the minimum deposit.",
  "wrong-chain": "The coins were sent on another chain.",
  reorganised: "The chain reverted the transaction.",
  "over-limit": "The amount is more than the exchange can represent or issue.",
  "account-closed": "The account is closed.",
  "not-offered": "Deposits of this coin are not offered.",
  unproven: "The node did not confirm the contract's payment in a second query.",
};

/** Empty if the node supports tracing: then only the trace determines what arrived. */
const claim = z.union([
  z.strictObject({}),
  z.strictObject({
    user: z.int().min(1),
    amount: z.string().regex(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/),
  }),
]);

type DepositPorts = Pick<OperatorPorts, "chains" | "listings">;

/**
 * Lists deposits that arrived but were not credited, and lets an operator settle them: never for more than the chain
 * shows.
 */
export function depositCommands(ports: DepositPorts) {
  return {
    "deposit list": listDeposits(ports),
    "deposit credit": creditDeposit(ports),
    "deposit settle": settleDeposit(ports),
    "deposit find": findDeposit(ports),
  } satisfies Record<string, OperatorCommand>;
}

function listDeposits({ chains, listings }: DepositPorts): OperatorCommand {
  return {
    kind: "read",
    read: () => {
      const deposits = chains.uncreditedDeposits();
      const held = deposits.filter(({ status }) => status === "held").length;
      const unclaimed = chains.unclaimedCoins();
      return {
        note: `Waiting for a decision: ${held}. Not credited for other reasons: ${deposits.length - held}. Addresses with coins that no transaction explains: ${unclaimed.length}.`,
        rows: [
          ...unclaimed.map(
            ({ chain, userId, address, symbol, amount }): Row => ({
              deposit: null,
              state: "unexplained",
              chain,
              user: userId,
              asset: symbol,
              amount,
              reason: null,
              why: "No transaction explains these coins. Name it with deposit find.",
              txHash: null,
              address,
            }),
          ),
          ...deposits.slice(0, MAX_ROWS).map(
            (deposit): Row => ({
              deposit: deposit.depositId,
              state: deposit.status,
              chain: chains.chainOfIndex(deposit.chainIndex)?.chain ?? null,
              user: deposit.userId,
              asset: symbolOf(listings, deposit),
              amount: decimalOf(BigInt(deposit.amountWei), deposit.chainDecimals),
              reason: deposit.reason,
              why: describe(deposit),
              txHash: deposit.txHash,
              address: deposit.address,
            }),
          ),
        ],
      };
    },
  };
}

function creditDeposit({ chains, listings }: DepositPorts): OperatorCommand {
  return {
    kind: "act",
    plan: ({ target }) => {
      const deposit = chains.deposit(target);
      if (deposit === undefined) return new Refusal(`There is no deposit ${target}.`);
      if (deposit.amountUnits === undefined || deposit.amountUnits === 0)
        return new Refusal(
          `The exchange cannot represent the amount of deposit ${target}. Settle it instead.`,
        );
      return {
        target,
        before: factsOf(deposit, symbolOf(listings, deposit)),
        act: async () =>
          (await chains.creditDeposit(target))
            ? {
                after: { status: "to be credited" },
                note: `Deposit ${target} will be credited once the chain shows it again.`,
              }
            : new Refusal(`Deposit ${target} is not waiting to be credited: it is ${deposit.status}.`),
      };
    },
  };
}

function settleDeposit({ chains, listings }: DepositPorts): OperatorCommand {
  return {
    kind: "act",
    plan: ({ target, reason }) => {
      const deposit = chains.deposit(target);
      if (deposit === undefined) return new Refusal(`There is no deposit ${target}.`);
      return {
        target,
        before: factsOf(deposit, symbolOf(listings, deposit)),
        act: async () =>
          (await chains.settleDeposit(target, reason))
            ? {
                after: { status: "settled" },
                note: `Deposit ${target} is settled. Its user sees your reason.`,
              }
            : new Refusal(`Deposit ${target} is not waiting for a decision: it is ${deposit.status}.`),
      };
    },
  };
}

function findDeposit({ chains }: DepositPorts): OperatorCommand {
  return {
    kind: "act",
    plan: ({ target, input }) => {
      const [, chain, txHash] = FOUND_TARGET.exec(target) ?? [];
      if (chain === undefined || txHash === undefined)
        return new Refusal(
          `Write the chain and the transaction, such as ${chains.chains[0]?.chain ?? "evm-1"}/0x….`,
        );
      const claimed = claim.safeParse(input ?? {});
      if (!claimed.success)
        return new Refusal('The input is {}, or says whose coins they are: {"user":10042,"amount":"0.5"}.');
      const said =
        "user" in claimed.data ? { userId: claimed.data.user, amount: claimed.data.amount } : undefined;
      return {
        target,
        before: said === undefined ? {} : { user: said.userId, amount: said.amount },
        act: async () => {
          const found = await chains.findDeposits(chain, txHash, said);
          return typeof found === "string"
            ? new Refusal(found)
            : {
                after: { deposits: found.join(" ") },
                note: `Found ${found.join(", ")}. Each is credited like any other deposit.`,
              };
        },
      };
    },
  };
}

const symbolOf = (listings: DepositPorts["listings"], { assetId }: DepositView): string =>
  listings.asset(assetId).spec.symbol;

/** Returns why it was not credited, or how it was settled. */
function describe({ note, reason }: DepositView): string | null {
  if (note !== null) return `Settled: ${note}`;
  return reason === null ? null : REASON_WORDS[reason];
}

function factsOf(deposit: DepositView, symbol: string) {
  const { userId, status, reason, amountWei, chainDecimals, txHash } = deposit;
  const amount = `${decimalOf(BigInt(amountWei), chainDecimals)} ${symbol}`;
  return { user: userId, status, reason: reason ?? "", amount, txHash };
}
