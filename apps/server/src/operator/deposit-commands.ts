import { z } from "zod";
import type { DepositView } from "../chain/chain-port.ts";
import { decimalOf } from "../chain/deposit-view.ts";
import type { OperatorCommand } from "./operator-command.ts";
import { Refusal, type Row } from "./operator-messages.ts";
import type { OperatorPorts } from "./operator-ports.ts";

/** `evm-1/0x…` */
const FOUND_TARGET = /^([a-z0-9-]{1,20})\/(0x[0-9a-fA-F]{64})$/;
const MAX_ROWS = 200;

/** Empty where the node traces: then the trace alone says what arrived. */
const claim = z.union([
  z.strictObject({}),
  z.strictObject({
    user: z.int().min(1),
    amount: z.string().regex(/^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/),
  }),
]);

/** What arrived and was not credited, and what an operator may do about it: never more than the chain shows. */
export function depositCommands({ chains, listings }: Pick<OperatorPorts, "chains" | "listings">) {
  const symbolOf = ({ assetId }: DepositView): string => listings.asset(assetId).spec.symbol;
  return {
    "deposit list": {
      kind: "read",
      read: () => {
        const deposits = chains.uncreditedDeposits();
        const held = deposits.filter(({ status }) => status === "held").length;
        const unclaimed = chains.unclaimedCoins();
        return {
          note: `${held} wait for a decision, ${deposits.length - held} others were not credited, ${unclaimed.length} addresses hold coins that no transaction explains`,
          rows: [
            ...unclaimed.map(
              ({ chain, userId, address, symbol, amount }): Row => ({
                deposit: null,
                state: "unexplained",
                chain,
                user: userId,
                asset: symbol,
                amount,
                reason: "find its transaction: deposit find",
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
                asset: symbolOf(deposit),
                amount: decimalOf(BigInt(deposit.amountWei), deposit.chainDecimals),
                reason: deposit.note === null ? deposit.reason : `settled: ${deposit.note}`,
                txHash: deposit.txHash,
                address: deposit.address,
              }),
            ),
          ],
        };
      },
    },
    "deposit credit": {
      kind: "act",
      plan: ({ target }) => {
        const deposit = chains.deposit(target);
        if (deposit === undefined) return new Refusal(`there is no deposit ${target}`);
        if (deposit.amountUnits === undefined || deposit.amountUnits === 0)
          return new Refusal(`${target} is no amount that the exchange can count: settle it instead`);
        return {
          target,
          before: factsOf(deposit, symbolOf(deposit)),
          act: async () =>
            (await chains.creditDeposit(target))
              ? {
                  after: { status: "to be credited" },
                  note: `${target}: it is credited as soon as the chain shows it once more`,
                }
              : new Refusal(`${target} does not wait to be credited: it is ${deposit.status}`),
        };
      },
    },
    "deposit settle": {
      kind: "act",
      plan: ({ target, reason }) => {
        const deposit = chains.deposit(target);
        if (deposit === undefined) return new Refusal(`there is no deposit ${target}`);
        return {
          target,
          before: factsOf(deposit, symbolOf(deposit)),
          act: async () =>
            (await chains.settleDeposit(target, reason))
              ? { after: { status: "settled" }, note: `${target}: its user reads what you wrote` }
              : new Refusal(`${target} does not wait for a decision: it is ${deposit.status}`),
        };
      },
    },
    "deposit find": {
      kind: "act",
      plan: ({ target, input }) => {
        const [, chain, txHash] = FOUND_TARGET.exec(target) ?? [];
        if (chain === undefined || txHash === undefined)
          return new Refusal("say the chain and the transaction: evm-1/0x…");
        const claimed = claim.safeParse(input ?? {});
        if (!claimed.success)
          return new Refusal('--input is {} or says whose coins they are: {"user":10042,"amount":"0.5"}');
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
                  note: `found ${found.join(", ")}: credited like any other`,
                };
          },
        };
      },
    },
  } as const satisfies Record<string, OperatorCommand>;
}

function factsOf(deposit: DepositView, symbol: string) {
  const { userId, status, reason, amountWei, chainDecimals, txHash } = deposit;
  const amount = `${decimalOf(BigInt(amountWei), chainDecimals)} ${symbol}`;
  return { user: userId, status, reason: reason ?? "", amount, txHash };
}
