import type { ExchangeView, OptionsView, SolvencyView } from "@candor/domain/engine-port";
import type { MiningView } from "@candor/domain/mining-view";
import { formatDecimal } from "@candor/money/decimal";
import type { PoolLine, SolvencyLine } from "@candor/wire/console/dashboard";
import type { CustodyView } from "../../custody/chain/chain-port.ts";
import { decimalOf } from "../../custody/chain/deposit-view.ts";
import type { Listings } from "../../market/market-data/listings.ts";

const E4 = 10_000n;
/** More decimals than any chain uses. */
const CHAIN_DIGITS = 36;

type Assets = Pick<Listings, "asset" | "assets">;

/** Returns liabilities, escrow, holdings and coverage of each asset with a balance. */
export function solvencyLines(
  listings: Assets,
  { assets }: SolvencyView,
  options: OptionsView,
  mining: MiningView,
  custody: readonly CustodyView[] | undefined,
): SolvencyLine[] {
  return assets.map(({ assetId, usersUnits, outsideWorldUnits, treasuryUnits }) => {
    const { symbol, scale } = listings.asset(assetId).spec;
    const escrowUnits = escrowOf(symbol, assetId, options, mining);
    const heldUnits = 0 - outsideWorldUnits - treasuryUnits;
    const owed = BigInt(usersUnits) + BigInt(escrowUnits);
    return {
      asset: symbol,
      owed: formatDecimal(usersUnits, scale),
      escrowed: formatDecimal(escrowUnits, scale),
      held: formatDecimal(heldUnits, scale),
      playMoney: formatDecimal(0 - treasuryUnits, scale),
      onChain: chainSum(custody, assetId, ({ hotWallet, depositAddresses }) => [hotWallet, depositAddresses]),
      coverE4: owed <= 0n ? null : Number((BigInt(heldUnits) * E4) / owed),
      difference: chainSum(custody, assetId, ({ difference }) => [difference]),
    };
  });
}

/** Returns the maximum payout of sold options plus the remaining payouts of running mining machines. */
function escrowOf(symbol: string, assetId: number, options: OptionsView, mining: MiningView): number {
  const ofOptions = options.terms?.asset === symbol ? options.escrowUnits : 0;
  const ofMachines = mining.reserves.find((reserve) => reserve.assetId === assetId)?.lockedUnits ?? 0;
  return ofOptions + ofMachines;
}

function chainSum(
  custody: readonly CustodyView[] | undefined,
  assetId: number,
  amounts: (view: CustodyView) => readonly string[],
): string | null {
  const views = custody?.filter((view) => view.assetId === assetId) ?? [];
  if (views.length === 0) return null;
  let sum = 0n;
  for (const view of views)
    for (const amount of amounts(view))
      sum += BigInt(amount) * 10n ** BigInt(CHAIN_DIGITS - view.chainDecimals);
  return decimalOf(String(sum), CHAIN_DIGITS);
}

/** Returns the pools that back products, and how much of each is in use. */
export function poolLines(
  listings: Assets,
  view: ExchangeView,
  { pools }: SolvencyView,
  options: OptionsView,
  mining: MiningView,
): PoolLine[] {
  const lines: PoolLine[] = [];
  const add = (
    name: string,
    usedFor: PoolLine["usedFor"],
    assetId: number,
    usedUnits: number,
    freeUnits: number,
  ): void => {
    const { symbol, scale } = listings.asset(assetId).spec;
    const total = usedUnits + freeUnits;
    const write = (units: number): string => formatDecimal(units, scale);
    const usedE4 = total === 0 ? 0 : Math.ceil((usedUnits / total) * Number(E4));
    lines.push({ name, usedFor, asset: symbol, used: write(usedUnits), total: write(total), usedE4 });
  };
  const ofOptions = listings.assets.find(({ spec }) => spec.symbol === options.terms?.asset);
  if (ofOptions !== undefined)
    add("Option pool", "in escrow", ofOptions.assetId, options.owedUnits, options.poolUnits);
  for (const { assetId, lockedUnits, freeUnits } of mining.reserves)
    add("Mining reserve", "owed", assetId, lockedUnits, freeUnits);
  for (const { pool, assetId, balanceUnits } of pools)
    if (pool === "lending-pool")
      add("Lending pool", "borrowed", assetId, lentOf(assetId, listings, view), balanceUnits);
  return lines;
}

function lentOf(assetId: number, listings: Assets, { markets }: ExchangeView): number {
  const { symbol } = listings.asset(assetId).spec;
  return markets.reduce((sum, { spec, lever }) => {
    const base = spec.base === symbol ? (lever?.baseLentUnits ?? 0) : 0;
    const quote = spec.quote === symbol ? (lever?.quoteLentUnits ?? 0) : 0;
    return sum + base + quote;
  }, 0);
}
