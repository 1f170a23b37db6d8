import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { MarginMode, Side } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { FLOW_CONTRACT, FLOW_SPOT } from "@candor/simulator/perpetual-flow";

const START_MS = 1_767_225_600_000;
const SPOT_MARKET = 0;
export const CONTRACT_MARKET = 1;
/** 1,000 USDT, where everyone opens. */
export const MIDDLE_TICKS = 100_000;
const E8_PER_TICK = 1_000_000;

/** An exchange with one contract; benches open accounts as needed. */
export class PerpetualAccounts {
  readonly exchange = new Exchange();
  readonly out = new EventWriter();
  timeMs = START_MS;
  private users = 0;

  constructor() {
    this.execute({
      kind: "list-asset",
      asset: { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "0" },
    });
    this.execute({
      kind: "list-asset",
      asset: { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" },
    });
    this.execute({ kind: "list-market", minSources: 1, market: FLOW_SPOT });
    this.execute({ kind: "list-contract", minSources: 1, contract: FLOW_CONTRACT });
    this.observe(MIDDLE_TICKS);
  }

  /** Executes a command that must be accepted; its events stay in `out`. */
  execute(command: Command): void {
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    const error = this.out.words[5] as number;
    if (error !== 0) throw new Error(`${command.kind} was refused with ${error - 1}`);
  }

  /** Opens a user with this many USDT for contracts. */
  open(wholeUsdt: number, leverage: number, marginMode: MarginMode): number {
    const userId = LIMITS.firstUserId + this.users++;
    const amountUnits = (wholeUsdt * 1_000_000) as Units;
    this.execute({ kind: "open-account", userId, role: "trader" });
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
    this.execute({ kind: "set-leverage", userId, marketId: CONTRACT_MARKET, leverage, marginMode, key: "" });
    return userId;
  }

  order(userId: number, side: Side, lots: number, ticks: number): void {
    this.execute({
      kind: "place-contract-order",
      userId,
      marketId: CONTRACT_MARKET,
      side,
      type: "limit",
      timeInForce: "gtc",
      selfTrade: "expire-taker",
      quantityLots: lots as Lots,
      priceTicks: ticks as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      triggerBy: "mark",
      reduceOnly: false,
      leverage: 0,
      takeProfitTicks: 0 as Ticks,
      stopLossTicks: 0 as Ticks,
      key: "",
    });
  }

  observe(ticks: number): void {
    this.execute({
      kind: "observe-price",
      marketId: SPOT_MARKET,
      sourceId: 0,
      priceE8: (ticks * E8_PER_TICK) as PriceE8,
      observedAtMs: this.timeMs,
    });
  }

  /** Returns the number of records of a kind from the last command. */
  told(kind: number): number {
    const cursor = new EventCursor(this.out.words, 0, this.out.length);
    let count = 0;
    while (cursor.next()) if (cursor.kind === kind) count++;
    return count;
  }

  /** Id of the order accepted by the last command. */
  get lastOrderId(): number {
    const cursor = new EventCursor(this.out.words, 0, this.out.length);
    let orderId = 0;
    // Liquidation orders have smaller ids.
    while (cursor.next())
      if (cursor.kind === EVENT.orderChanged)
        orderId = Math.max(orderId, cursor.field(LAYOUT.orderChanged.at.orderId));
    return orderId;
  }

  /** Liquidation steps in the last command. */
  get steps(): number {
    return this.told(EVENT.liquidationStep);
  }
}
