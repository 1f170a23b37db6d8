import type { EnginePort } from "@candor/domain/engine-port";
import type { FundRecordKind, PositionCause } from "@candor/domain/enumerations";
import type { PositionChanged } from "@candor/domain/events/contract-events";
import type { BalanceChanged, OrderState } from "@candor/domain/events/events";
import { averageTicksOf, unrealizedOf } from "@candor/formulas/perpetual/profit";
import { formatDecimal } from "@candor/money/decimal";
import type { ApiRevision } from "../../../../config/api-settings.ts";
import type { Listings } from "../../../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../../../market/market-data/market-data-mirror.ts";
import type { ReadModels } from "../../../gateway/read-models.ts";
import type { News, UserReport } from "../../streams/user-reports.ts";
import type { UserEvents } from "../../streams/user-streams.ts";
import { breakEvenPrice } from "../break-even-price.ts";
import { marginAssetOf } from "../contract-account.ts";
import { RestingOrders } from "../open-notional.ts";
import { positionSideOf } from "../position-side.ts";
import { contractOrderEvents } from "./contract-order-events.ts";
import { FiredOrders } from "./fired-orders.ts";
import { loadPositionFees, nameOf, type PositionFees } from "./position-fees.ts";
import { SharedContractEvents } from "./shared-contract-events.ts";

export interface ContractEventPorts {
  readonly engine: Pick<EnginePort, "accountView">;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly readModels: ReadModels;
  /** Where conditional orders are. */
  readonly revision: ApiRevision;
}

/** Margin of a user's isolated positions. No single event carries all of it. */
interface IsolatedMargins {
  readonly knownSeq: number;
  /** By nameOf. */
  readonly byPosition: Map<string, number>;
}

const NOTHING = "0";
/** Postings that Binance reports in order events instead. */
const ORDER_RECORD_KINDS: readonly FundRecordKind[] = ["realized-profit", "trade-fee", "liquidation", "adl"];
/** Causes of position changes to report. Changes of order margin are not reported by Binance. */
const REPORTED_CAUSES: readonly PositionCause[] = ["funding", "liquidation", "adl"];

/** Events of the contract user data stream: each order, then balances and positions, then leverage. */
export class ContractUserEvents implements UserEvents {
  readonly kind = "contract";
  private readonly ports: ContractEventPorts;
  private readonly isolated = new Map<number, IsolatedMargins>();
  private readonly fees = new Map<number, PositionFees>();
  private readonly fired = new Map<number, FiredOrders>();
  private readonly resting = new Map<number, RestingOrders>();
  readonly shared: SharedContractEvents;

  constructor(ports: ContractEventPorts) {
    this.ports = ports;
    this.shared = new SharedContractEvents(ports.listings, ports.revision);
  }

  readonly begin = async (userId: number): Promise<void> => {
    // Reports since the subscription follow, so this is what had been triggered before them.
    const { orders: earlier } = await this.ports.engine.accountView(userId);
    // It may wait for the read models: no price after the view below may be missed.
    const fees = await loadPositionFees(this.ports, userId);
    const view = await this.ports.engine.accountView(userId);
    const { asOfSeq, contracts, orders } = view;
    const byPosition = new Map<string, number>();
    for (const position of contracts?.positions ?? [])
      byPosition.set(nameOf(position), isolatedUnits(position));
    this.isolated.set(userId, { knownSeq: asOfSeq, byPosition });
    this.fees.set(userId, fees);
    this.fired.set(userId, new FiredOrders(earlier));
    this.resting.set(userId, new RestingOrders(orders));
    this.shared.begin(userId, view);
  };

  readonly end = (userId: number): void => {
    this.isolated.delete(userId);
    this.fees.delete(userId);
    this.fired.delete(userId);
    this.resting.delete(userId);
    this.shared.end(userId);
  };

  of(report: UserReport): readonly object[] {
    const { news, times, userId } = report;
    const { listings, revision } = this.ports;
    const movesMargin = this.movesMargin(report);
    const isNew = this.follow(report);
    this.fees.get(userId)?.follow(report);
    const fired = this.fired.get(userId) ?? new FiredOrders();
    const resting = this.resting.get(userId) ?? new RestingOrders();
    const marketOf = (marketId: number) => listings.market(marketId);
    const isActive = (order: OrderState) => this.shared.isActive(order);
    const events = [...contractOrderEvents(news, { revision, marketOf, fired, resting, isActive }, times)];
    if (isNew) this.shared.follow(report);
    const trades = news.trades.filter(({ marketId }) => listings.market(marketId).kind === "contract");
    const hasMoved =
      trades.length > 0 ||
      news.postings.length > 0 ||
      movesMargin ||
      news.positions.some(({ cause }) => REPORTED_CAUSES.includes(cause));
    if (hasMoved) events.push(this.accountUpdate(report, trades.length > 0));
    // In hedge mode both positions of a contract have its leverage.
    const leverages = new Map(
      news.positions
        .filter(({ cause }) => cause === "leverage")
        .map(({ marketId, leverage }) => [marketId, leverage]),
    );
    for (const [marketId, leverage] of leverages)
      events.push({
        e: "ACCOUNT_CONFIG_UPDATE",
        E: times.nowMs,
        T: times.timeMs,
        ac: { s: listings.market(marketId).spec.symbol, l: leverage },
      });
    return events;
  }

  /** Returns whether a position has got or given margin; an order that became smaller changes only its own. */
  private movesMargin({ userId, seq, news }: UserReport): boolean {
    const known = this.isolated.get(userId);
    const isKnown = known !== undefined && seq > known.knownSeq;
    return news.positions.some(
      (position) =>
        position.cause === "margin" &&
        !(isKnown && isolatedUnits(position) === (known.byPosition.get(nameOf(position)) ?? 0)),
    );
  }

  /** Returns whether the report is newer than what the stream began with. */
  private follow({ userId, seq, news }: UserReport): boolean {
    const known = this.isolated.get(userId);
    if (known === undefined || seq <= known.knownSeq) return false;
    for (const position of news.positions) known.byPosition.set(nameOf(position), isolatedUnits(position));
    for (const order of news.orders) this.resting.get(userId)?.follow(order);
    return true;
  }

  private accountUpdate({ userId, news, times }: UserReport, hasTraded: boolean): object {
    const balances = new Map(news.balances.map((balance) => [balance.assetId, balance]));
    const positions = new Map(news.positions.map((position) => [nameOf(position), position]));
    return {
      e: "ACCOUNT_UPDATE",
      E: times.nowMs,
      T: times.timeMs,
      a: {
        m: reasonOf(news, hasTraded),
        B: [...balances.values()].map((balance) => this.balance(userId, balance, news)),
        P: [...positions.values()].map((position) =>
          this.position(position, this.fees.get(userId)?.of(position) ?? 0),
        ),
      },
    };
  }

  private balance(userId: number, { assetId, availableUnits, frozenUnits }: BalanceChanged, news: News) {
    const { listings } = this.ports;
    const { spec } = listings.asset(assetId);
    const walletUnits = availableUnits + frozenUnits;
    const isolated = [...(this.isolated.get(userId)?.byPosition.values() ?? [])];
    const isMargin = assetId === marginAssetOf(listings).assetId;
    const heldUnits = isMargin ? isolated.reduce((sum, units) => sum + units, 0) : 0;
    const changedUnits = news.postings
      .filter((posting) => posting.assetId === assetId && !ORDER_RECORD_KINDS.includes(posting.record))
      .reduce((sum, { amountUnits }) => sum + amountUnits, 0);
    return {
      a: spec.symbol,
      wb: formatDecimal(walletUnits, spec.scale),
      cw: formatDecimal(walletUnits - heldUnits, spec.scale),
      bc: formatDecimal(changedUnits, spec.scale),
    };
  }

  private position(position: PositionChanged, feeUnits: number) {
    const { listings, mirror } = this.ports;
    const market = listings.market(position.marketId);
    const { format, scale, spec } = market;
    const { lots, entryCostUnits, marginMode } = position;
    const factor = scale.quoteUnitsPerTickLot;
    const markTicks = mirror.market(position.marketId)?.figures?.markTicks ?? 0;
    const valueUnits = Math.abs(lots) * markTicks * factor;
    const profitUnits = lots === 0 || markTicks === 0 ? 0 : unrealizedOf(lots, entryCostUnits, valueUnits);
    return {
      s: spec.symbol,
      pa: format.quantity(lots),
      ep: lots === 0 ? NOTHING : format.price(averageTicksOf(lots, entryCostUnits, factor)),
      bep: breakEvenPrice(position, feeUnits, market),
      cr: format.quoteAmount(position.realizedUnits),
      up: format.quoteAmount(profitUnits),
      mt: marginMode === "isolated" ? "isolated" : "cross",
      iw: format.quoteAmount(isolatedUnits(position)),
      ps: positionSideOf(position.leg),
    };
  }
}

const isolatedUnits = ({ marginMode, marginUnits }: Pick<PositionChanged, "marginMode" | "marginUnits">) =>
  marginMode === "isolated" ? marginUnits : 0;

/** Returns Binance's reason for a balance change. */
function reasonOf({ postings, positions }: News, hasTraded: boolean): string {
  const has = (...kinds: FundRecordKind[]) => postings.some(({ record }) => kinds.includes(record));
  if (hasTraded) return "ORDER";
  if (has("transfer-in")) return "DEPOSIT";
  if (has("transfer-out")) return "WITHDRAW";
  if (has("liquidation", "adl")) return "INSURANCE_CLEAR";
  if (has("funding")) return "FUNDING_FEE";
  return positions.some(({ cause }) => cause === "margin") ? "MARGIN_TRANSFER" : "ADJUSTMENT";
}
