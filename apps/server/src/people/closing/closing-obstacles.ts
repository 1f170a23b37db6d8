import type { AccountView, EnginePort } from "@candor/domain/engine-port";
import type { ClosingObstacle } from "@candor/wire/close-account-calls";
import type { ChainPort } from "../../custody/chain/chain-port.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import { totalEquity, withoutInvested } from "../../market/wire-objects/total-equity.ts";
import { CLOSING_LIMITS } from "./closing-limits.ts";

/** Number of a user's newest deposits to check; older ones are no longer pending. */
const NEWEST_DEPOSITS = 100;
const SCALE = 18;

interface Obstacle {
  readonly kind: ClosingObstacle;
  readonly count: number;
}

export interface ObstacleParts {
  readonly engine: Pick<EnginePort, "accountView" | "withdrawalsView" | "miningView" | "optionsView">;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly chains: Pick<ChainPort, "depositsOf">;
}

export interface Standing {
  /** In the order in which they are best resolved. */
  readonly obstacles: readonly Obstacle[];
  /** Value of the remainder in USDT. */
  readonly leftOver: string;
}

/** Returns what currently prevents closing an account. */
export async function closingStatusOf(parts: ObstacleParts, userId: number): Promise<Standing> {
  const { engine, listings, mirror, chains } = parts;
  const [view, { withdrawals }, { miners }, { open: options }] = await Promise.all([
    engine.accountView(userId),
    engine.withdrawalsView(userId),
    engine.miningView(userId),
    engine.optionsView(userId),
  ]);
  // Machines and options are obstacles of their own.
  const { amount, unpriced } = totalEquity(withoutInvested(view), listings, mirror);
  const deposits = chains
    .depositsOf(userId, NEWEST_DEPOSITS)
    .filter(({ status }) => status === "seen" || status === "confirmed" || status === "held");
  const isRich = unpriced.length > 0 || isMoreThan(amount, CLOSING_LIMITS.leftOver);
  const counts: readonly Obstacle[] = [
    { kind: "frozen", count: view.frozenWallets.length },
    { kind: "order", count: view.orders.length },
    { kind: "position", count: openPositions(view) },
    { kind: "option", count: options.length },
    { kind: "miner", count: miners.length },
    { kind: "loan", count: loans(view) },
    { kind: "deposit", count: deposits.length },
    { kind: "withdrawal", count: withdrawals.length },
    { kind: "balance", count: isRich ? 1 : 0 },
  ];
  return {
    obstacles: counts.filter(({ count }) => count > 0),
    leftOver: amount.startsWith("-") ? "0" : amount,
  };
}

function openPositions({ contracts }: AccountView): number {
  return contracts?.positions.filter(({ lots }) => lots !== 0).length ?? 0;
}

/** Returns the debts of all margin accounts, in coins. */
function loans({ levers = [] }: AccountView): number {
  return levers.flatMap((lever) =>
    [lever.baseDebtUnits + lever.baseInterestUnits, lever.quoteDebtUnits + lever.quoteInterestUnits].filter(
      (units) => units > 0,
    ),
  ).length;
}

function isMoreThan(amount: string, limit: string): boolean {
  return fixed(amount) > fixed(limit);
}

/** Exact at any size: the exchange formatted these amounts itself. */
function fixed(decimal: string): bigint {
  const [whole = "0", part = ""] = decimal.split(".");
  return BigInt(whole + part.padEnd(SCALE, "0").slice(0, SCALE));
}
