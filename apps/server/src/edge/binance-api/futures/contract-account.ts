import type { AccountView, PositionView } from "@candor/domain/engine-port";
import type { PositionLeg } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import type { WireContractAccount } from "@candor/wire/contract-objects";
import type { ListedAsset, ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireContractAccount } from "../../../market/wire-objects/position.ts";
import type { BinancePorts } from "../binance-ports.ts";

/** Current state of a user's contract account. */
export class ContractAccount {
  readonly view: AccountView;
  /** Margin coin of the contracts. */
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

  /** Returns the contract wallet's balance of an asset, including frozen units. */
  walletUnits(assetId: number): number {
    const held = this.view.balances.find(
      (balance) => balance.wallet === "contract" && balance.assetId === assetId,
    );
    return (held?.availableUnits ?? 0) + (held?.frozenUnits ?? 0);
  }

  /** Margin coin balance minus the margin of isolated positions. */
  get crossWalletUnits(): number {
    const isolatedUnits = this.sum("isolated", ({ marginUnits }) => marginUnits);
    return this.walletUnits(this.margin.assetId) - isolatedUnits;
  }

  get crossUnrealizedUnits(): number {
    return this.sum("cross", ({ unrealizedUnits }) => unrealizedUnits);
  }

  /** Returns the value of one side's resting orders that may open a position: in hedge mode that of `leg`. */
  openUnits({ marketId, scale }: ListedMarket, side: "buy" | "sell", leg?: PositionLeg): number {
    return this.view.orders
      .filter((order) => order.marketId === marketId && order.side === side && !order.reduceOnly)
      .filter((order) => order.leg === leg)
      .filter(({ status }) => status === "open" || status === "partially-filled")
      .reduce(
        (sum, { priceTicks, quantityLots, executedLots }) =>
          sum + priceTicks * (quantityLots - executedLots) * scale.quoteUnitsPerTickLot,
        0,
      );
  }

  /** Formats an amount of the margin coin. */
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

/** Returns the one coin in which all contracts are margined: their quote coin. */
export function marginAssetOf(listings: BinancePorts["listings"]): ListedAsset {
  const asset = listings.contracts[0]?.quote ?? listings.assetBySymbol("USDT");
  if (asset === undefined) throw new Error("no margin coin for contracts is listed");
  return asset;
}
