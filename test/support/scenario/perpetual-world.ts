import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import type { ContractEvent } from "@candor/domain/events/contract-events";
import type { ExchangeEvent, Executed, OrderChanged } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { SpotMarketSpec } from "@candor/domain/specs/listing";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal, trimZeros } from "@candor/money/decimal";
import { Auditor } from "@candor/simulator/auditor";

const SPOT: SpotMarketSpec = {
  symbol: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  tick: "1",
  lot: "0.001",
  minQuantity: "0.001",
  maxQuantity: "1000",
  minNotional: "5",
  priceBandPpm: 200_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
};

/** One tick is 1 USDT, one lot 0.001 BTC; maker fee 0.02 %, taker fee 0.05 %, liquidation fee 0.1 %. */
export const CONTRACT: ContractSpec = {
  ...SPOT,
  makerFeePpm: 200,
  takerFeePpm: 500,
  liquidationFeePpm: 1_000,
  indexSymbol: "BTCUSDT",
  fundingIntervalMs: 28_800_000,
  interestPpm: 100,
  fundingCapPpm: 3_000,
  brackets: [
    { notionalCap: "50000", maxLeverage: 100, maintenancePpm: 4_000, cumulative: "0" },
    { notionalCap: "250000", maxLeverage: 50, maintenancePpm: 5_000, cumulative: "50" },
    { notionalCap: "10000000", maxLeverage: 20, maintenancePpm: 10_000, cumulative: "1300" },
  ],
};

/** Starts at midnight UTC, so that funding is due at 8, 16 and 24 hours. */
const START_MS = 1_767_225_600_000;
export const SPOT_MARKET = 0;
export const PERPETUAL = 1;
export const SECOND = 1_000;

const lots = (text: string): Lots => read(text, 3) as Lots;
const usdt = (text: string): Units => read(text, 6) as Units;

function read(text: string, scale: number): number {
  const value = parseDecimal(text, scale);
  if (typeof value === "string") throw new Error(`"${text}": ${value}`);
  return value;
}

/** "12.50" as "12.5". */
export function plain(units: number, scale = 6): string {
  return trimZeros(formatDecimal(units, scale));
}

export interface Outcome {
  readonly error: string | undefined;
  readonly params: readonly number[];
  readonly orderId: number;
  /** "filled 1", "expired price-protection 0.4 of 1". */
  readonly order: string;
  readonly trades: readonly string[];
  readonly events: readonly ExchangeEvent[];
}

export type OrderTerms = Partial<Omit<PlaceContractOrder, "kind" | "userId" | "quantityLots">> & {
  readonly tp?: number;
  readonly sl?: number;
};

/** A small exchange with one contract: actions, then everyone's balances. Every command passes the auditor. */
export class PerpetualWorld {
  exchange = new Exchange();
  timeMs = START_MS;
  readonly events: ExchangeEvent[] = [];
  private readonly auditor = new Auditor();
  private readonly out = new EventWriter();
  private readonly users = new Map<string, number>();
  private readonly orders = new Map<number, OrderChanged>();

  /**
   * @param rules rules of a new exchange, unless the test is about older ones
   * @param spot its only source may halve or double the price at once, unless the test is about that
   */
  constructor(
    spec: Partial<ContractSpec> = {},
    rules: number = NEWEST_RULES,
    spot: Partial<SpotMarketSpec> = { sourceStepPpm: 1_000_000 },
  ) {
    if (rules > 0) this.execute({ kind: "adopt-rules", version: rules });
    this.execute({
      kind: "list-asset",
      asset: { symbol: "USDT", name: "Tether", scale: 6, minTransfer: "1" },
    });
    this.execute({
      kind: "list-asset",
      asset: { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" },
    });
    this.execute({ kind: "list-market", market: { ...SPOT, ...spot }, minSources: 1 });
    this.execute({ kind: "list-contract", contract: { ...CONTRACT, ...spec }, minSources: 1 });
    this.index(60_000);
  }

  execute(command: Command): Outcome {
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    const events = readEvents(this.out.take());
    this.events.push(...events);
    this.auditor.command(events);
    this.restart();
    this.auditor.compare(this.exchange);
    const executed = events[0] as Executed;
    let placed: OrderChanged | undefined;
    for (const event of events) {
      if (event.kind !== "order-changed") continue;
      if (event.cause === "accepted") placed ??= event;
      this.orders.set(event.orderId, event);
    }
    return {
      error: executed.error,
      params: executed.params,
      orderId: placed?.orderId ?? 0,
      order: placed === undefined ? "" : this.order(placed.orderId),
      trades: events.flatMap((event) =>
        event.kind === "trade-made" ? [`${plain(event.quantityLots, 3)} @ ${event.priceTicks}`] : [],
      ),
      events,
    };
  }

  /** Continues from a snapshot, which must contain everything. */
  private restart(): void {
    const before = this.exchange.snapshot();
    this.exchange = Exchange.restore(before);
    if (Buffer.compare(before, this.exchange.snapshot()) !== 0)
      throw new Error("a snapshot changes when it is read");
  }

  /** Opens the account on first use, with this balance in the contract wallet. */
  user(name: string, funds: string): this {
    const userId = LIMITS.firstUserId + this.users.size;
    this.users.set(name, userId);
    this.execute({ kind: "open-account", userId, role: "trader" });
    if (funds === "0") return this;
    const amountUnits = usdt(funds);
    this.execute({ kind: "deposit", userId, assetId: 0, amountUnits, origin: "faucet", key: "" });
    this.execute({
      kind: "transfer",
      userId,
      assetId: 0,
      from: "main",
      to: "contract",
      amountUnits,
      key: "",
    });
    return this;
  }

  id(name: string): number {
    const id = this.users.get(name);
    if (id === undefined) throw new Error(`who is ${name}?`);
    return id;
  }

  index(price: number, sourceId = 0): Outcome {
    return this.execute({
      kind: "observe-price",
      marketId: SPOT_MARKET,
      sourceId,
      priceE8: (price * 100_000_000) as PriceE8,
      observedAtMs: this.timeMs,
    });
  }

  /** Advances time; the source reports `price` at the end. */
  pass(ms: number, price?: number): Outcome {
    this.timeMs += ms;
    return price === undefined ? this.execute({ kind: "advance-time" }) : this.index(price);
  }

  place(name: string, side: "buy" | "sell", quantity: string, terms: OrderTerms = {}): Outcome {
    const { tp, sl, ...rest } = terms;
    const type = terms.type ?? (terms.priceTicks === undefined ? "market" : "limit");
    return this.execute({
      kind: "place-contract-order",
      userId: this.id(name),
      marketId: PERPETUAL,
      side,
      timeInForce: "gtc",
      selfTrade: "expire-taker",
      quantityLots: lots(quantity),
      priceTicks: 0 as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      triggerBy: "mark",
      reduceOnly: false,
      leverage: 0,
      takeProfitTicks: (tp ?? 0) as Ticks,
      stopLossTicks: (sl ?? 0) as Ticks,
      key: "",
      ...rest,
      type,
    });
  }

  limit(
    name: string,
    side: "buy" | "sell",
    quantity: string,
    price: number,
    terms: OrderTerms = {},
  ): Outcome {
    return this.place(name, side, quantity, { ...terms, priceTicks: price as Ticks });
  }

  leverage(name: string, leverage: number, marginMode: "" | "isolated" | "cross" = ""): Outcome {
    const userId = this.id(name);
    return this.execute({ kind: "set-leverage", userId, marketId: PERPETUAL, leverage, marginMode, key: "" });
  }

  margin(name: string, direction: "add" | "remove", amount: string): Outcome {
    const amountUnits = usdt(amount);
    const userId = this.id(name);
    return this.execute({
      kind: "move-margin",
      userId,
      marketId: PERPETUAL,
      direction,
      amountUnits,
      key: "",
    });
  }

  protect(
    name: string,
    takeProfitTicks: number,
    stopLossTicks: number,
    triggerBy: "mark" | "last" | "index" = "mark",
  ): Outcome {
    const userId = this.id(name);
    return this.execute({
      kind: "set-protection",
      userId,
      marketId: PERPETUAL,
      takeProfitTicks,
      stopLossTicks,
      triggerBy,
      key: "",
    });
  }

  close(name: string, quantity = "0", price = 0): Outcome {
    const userId = this.id(name);
    const quantityLots = quantity === "0" ? 0 : lots(quantity);
    return this.execute({
      kind: "close-position",
      userId,
      marketId: PERPETUAL,
      quantityLots,
      priceTicks: price,
      key: "",
    });
  }

  closeAll(name: string): Outcome {
    return this.execute({ kind: "close-all-positions", userId: this.id(name), marketId: -1, key: "" });
  }

  cancel(name: string, orderId: number): Outcome {
    return this.execute({ kind: "cancel-order", userId: this.id(name), orderId, key: "" });
  }

  transfer(name: string, amount: string): Outcome {
    const amountUnits = usdt(amount);
    const userId = this.id(name);
    return this.execute({
      kind: "transfer",
      userId,
      assetId: 0,
      from: "contract",
      to: "main",
      amountUnits,
      key: "",
    });
  }

  /** Balance of the insurance fund. */
  get fund(): string {
    return plain(this.exchange.systemBalance("insurance", 0));
  }

  /** Contract wallet as "available + frozen". */
  wallet(name: string): string {
    const view = this.exchange.accountView(this.id(name));
    const balance = view.balances.find(({ wallet }) => wallet === "contract");
    return `${plain(balance?.availableUnits ?? 0)} + ${plain(balance?.frozenUnits ?? 0)}`;
  }

  /** "1 for 60000, margin 3000, liquidation 57230", or "none". */
  position(name: string): string {
    const view = this.exchange.accountView(this.id(name)).contracts?.positions[0];
    if (view === undefined || view.lots === 0) return "none";
    const size = view.lots < 0 ? `-${plain(-view.lots, 3)}` : plain(view.lots, 3);
    const at = `${size} for ${plain(view.entryCostUnits)}`;
    return `${at}, margin ${plain(view.marginUnits)}, liquidation ${view.liquidationTicks}`;
  }

  view(name: string) {
    const view = this.exchange.accountView(this.id(name)).contracts?.positions[0];
    if (view === undefined) throw new Error(`${name} has no position`);
    return view;
  }

  order(orderId: number): string {
    const order = this.orders.get(orderId);
    if (order === undefined) throw new Error(`no order ${orderId}`);
    const { status, reason, executedLots, quantityLots } = order;
    const done = plain(executedLots, 3);
    const words = reason === "none" ? status : `${status} ${reason}`;
    return status === "filled" ? `${words} ${done}` : `${words} ${done} of ${plain(quantityLots, 3)}`;
  }

  /** Returns all contract events of a kind so far. */
  told<Kind extends ContractEvent["kind"]>(kind: Kind): Extract<ContractEvent, { readonly kind: Kind }>[] {
    return this.events.filter((event) => event.kind === kind) as Extract<
      ContractEvent,
      { readonly kind: Kind }
    >[];
  }
}
