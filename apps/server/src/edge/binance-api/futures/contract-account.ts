import type { AccountView, PositionView } from "@candor/domain/engine-port";
import { formatDecimal } from "@candor/money/decimal";
import type { WireContractAccount } from "@candor/wire/contract-objects";
import type { ListedAsset, ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireContractAccount } from "../../../market/wire-objects/position.ts";
import type { BinancePorts } from "../binance-ports.ts";

/** The account of somebody who trades contracts, as it stands. */
export class ContractAccount {
  readonly view: AccountView;
  /** What contracts are margined in. */
  readonly margin: ListedAsset;
  readonly figures: WireContractAccount;

  constructor(view: AccountView, margin: ListedAsset) {
    this.view = view;
    this.margin = margin;
    this.figures = toWireContractAccount(view, margin.assetId, margin.spec.scale);
  }

  get positions(): readonly PositionView[] {
    return this.view.contracts?.positions ?? [];
  }

  /** What the contract wallet holds of an asset, frozen or not. */
  walletUnits(assetId: number): number {
    const held = this.view.balances.find(
      (balance) => balance.wallet === "contract" && balance.assetId === assetId,
    );
    return (held?.availableUnits ?? 0) + (held?.frozenUnits ?? 0);
  }

  /** The margin coin but for the margin of isolated positions. */
  get crossWalletUnits(): number {
    const isolatedUnits = this.sum("isolated", ({ marginUnits }) => marginUnits);
    return this.walletUnits(this.margin.assetId) - isolatedUnits;
  }

  get crossUnrealizedUnits(): number {
    return this.sum("cross", ({ unrealizedUnits }) => unrealizedUnits);
  }

  /** The value of the resting orders of one side that may open something. */
  openUnits(market: ListedMarket, side: "buy" | "sell"): number {
    return this.view.orders
      .filter((order) => order.marketId === market.marketId && order.side === side && !order.reduceOnly)
      .filter(({ status }) => status === "open" || status === "partially-filled")
      .reduce(
        (sum, { priceTicks, quantityLots, executedLots }) =>
          sum + priceTicks * (quantityLots - executedLots) * market.scale.quoteUnitsPerTickLot,
        0,
      );
  }

  /** Amounts of the margin coin. */
  write(units: number): string {
    return formatDecimal(units, this.margin.spec.scale);
  }

  private sum(mode: "isolated" | "cross", of: (position: PositionView) => number): number {
    return this.positions
      .filter(({ marginMode }) => marginMode === mode)
      .reduce((total, position) => total + of(position), 0);
  }
}

export async function contractAccount(
  { engine, listings }: Pick<BinancePorts, "engine" | "listings">,
  userId: number,
): Promise<ContractAccount> {
  const view = await engine.accountView(userId);
  return new ContractAccount(view, marginAssetOf(listings));
}

/** Contracts are margined in one coin, that of their quotes. */
export function marginAssetOf(listings: BinancePorts["listings"]): ListedAsset {
  const asset = listings.contracts[0]?.quote ?? listings.assetBySymbol("USDT");
  if (asset === undefined) throw new Error("no coin that contracts could be margined in");
  return asset;
}
