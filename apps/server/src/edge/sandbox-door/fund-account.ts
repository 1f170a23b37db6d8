import type { Command } from "@candor/domain/commands/commands";
import type { AccountView, EnginePort } from "@candor/domain/engine-port";
import type { Wallet } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import type { Listings } from "../../market/market-data/listings.ts";
import { Refusal } from "../../operators/protocol/operator-messages.ts";
import type { WantedFunds } from "./account-request.ts";

/** Engine and listings, as far as a new account needs them. */
export interface FundingPorts {
  readonly engine: Pick<EnginePort, "execute" | "accountView" | "solvencyView">;
  readonly listings: Listings;
}

/** Amounts by asset, as decimal strings. */
export type Amounts = Readonly<Record<string, string>>;

/** Returns why the treasury cannot issue the money, or `undefined` if it can. */
export async function checkTreasury(
  { engine }: FundingPorts,
  funds: readonly WantedFunds[],
): Promise<Refusal | undefined> {
  const { assets } = await engine.solvencyView();
  for (const { asset, spotUnits, futuresUnits } of funds) {
    const issued = assets.find(({ assetId }) => assetId === asset.assetId);
    const left = LIMITS.maxUnits + (issued?.treasuryUnits ?? 0) + (issued?.outsideWorldUnits ?? 0);
    if (spotUnits + futuresUnits > left) {
      const { symbol, scale } = asset.spec;
      return new Refusal(`The sandbox's treasury can issue only ${write(left, scale)} ${symbol} more.`);
    }
  }
  return undefined;
}

/**
 * Puts play money from the sandbox's treasury into both wallets of an account that was just opened, and sets all of its
 * contracts to cross margin. Throws if the exchange rejects a command.
 */
export async function fundAccount(
  { engine, listings }: FundingPorts,
  userId: number,
  funds: readonly WantedFunds[],
): Promise<void> {
  const must = async (command: Command): Promise<void> => {
    const { executed } = await engine.execute(command);
    if (executed.error !== undefined)
      throw new Error(`${command.kind} of the new account ${userId} was rejected: ${executed.error}`);
  };
  for (const { asset, spotUnits, futuresUnits } of funds) {
    const { assetId } = asset;
    const amountUnits = (spotUnits + futuresUnits) as Units;
    await must({ kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" });
    for (const [to, units] of [
      ["contract", futuresUnits],
      ["coin", spotUnits],
    ] as const) {
      const money = { assetId, from: "main", to, amountUnits: units as Units, key: "" } as const;
      if (units > 0) await must({ kind: "transfer", userId, ...money });
    }
  }
  // As at Binance. A leverage of 0 keeps the default.
  for (const { marketId } of listings.contracts)
    await must({ kind: "set-leverage", userId, marketId, leverage: 0, marginMode: "cross", key: "" });
}

/** Returns the balances of a wallet, including frozen money. */
export function amountsIn(view: AccountView, wallet: Wallet, listings: Listings): Amounts {
  const held = view.balances.filter(
    (balance) => balance.wallet === wallet && balance.availableUnits + balance.frozenUnits > 0,
  );
  return Object.fromEntries(
    held.map(({ assetId, availableUnits, frozenUnits }) => {
      const { spec } = listings.asset(assetId);
      return [spec.symbol, write(availableUnits + frozenUnits, spec.scale)];
    }),
  );
}

const write = (units: number, scale: number): string => trimZeros(formatDecimal(units, scale));
