import type { AccountView, PositionView } from "@candor/domain/engine-port";
import type { PositionLeg } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import type { WireContractAccount } from "@candor/wire/contract-objects";
import type { ListedAsset, ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireContractAccount } from "../../../market/wire-objects/position.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { catchUp } from "../own-orders.ts";
import { openUnitsOf } from "./open-notional.ts";

/** Current state of a user's contract account. */
export class ContractAccount {
  readonly view: AccountView;
  /** Margin coin of the contracts. */
  readonly margin: ListedAsset;
  readonly figures: WireContractAccount;
  /** Fees of the open positions since they were opened, by the position's number. */
  private readonly fees: ReadonlyMap<number, number>;

  constructor(view: AccountView, margin: ListedAsset, fees: ReadonlyMap<number, number> = new Map()) {
    this.view = view;
    this.margin = margin;
    this.fees = fees;
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
  openUnits(market: ListedMarket, side: "buy" | "sell", leg?: PositionLeg): number {
    return openUnitsOf(this.view.orders, market, side, leg);
  }

  /** Returns what an open position's trades have cost in fees since it was opened, in units of the margin coin. */
  feeUnits({ positionId }: Pick<PositionView, "positionId">): number {
    return this.fees.get(positionId) ?? 0;
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
  return new ContractAccount(await engine.accountView(userId), marginAssetOf(listings));
}

/** Returns the account with the fees of its open positions. Throws -1007 if the read models are late. */
export async function contractAccountWithFees(
  ports: Pick<BinancePorts, "engine" | "listings" | "readModels">,
  userId: number,
): Promise<ContractAccount> {
  const account = await contractAccount(ports, userId);
  if (!account.positions.some(({ lots }) => lots !== 0)) return account;
  await catchUp(ports);
  const open = await ports.readModels.openPositions(userId);
  const fees = new Map(open.map(({ feeUnits, positionId }) => [positionId, feeUnits]));
  return new ContractAccount(account.view, account.margin, fees);
}

/** Returns the one coin in which all contracts are margined: their quote coin. */
export function marginAssetOf(listings: BinancePorts["listings"]): ListedAsset {
  const asset = listings.contracts[0]?.quote ?? listings.assetBySymbol("USDT");
  if (asset === undefined) throw new Error("no margin coin for contracts is listed");
  return asset;
}
