import type { SystemAccount } from "@candor/core/ledger/system-accounts";
import type { Command } from "@candor/domain/commands/commands";
import type { AccountRole, EndowableAccount, Wallet } from "@candor/domain/enumerations";
import type { ExchangeEvent, Executed, OrderChanged } from "@candor/domain/events/events";
import type { OptionChanged } from "@candor/domain/events/option-events";
import { LIMITS } from "@candor/domain/limits";
import type { AssetSpec } from "@candor/domain/specs/listing";
import type { Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal, trimZeros } from "@candor/money/decimal";
import { expect } from "vitest";
import { AuditedExchange } from "./audited-exchange.ts";

export const ASSETS = [
  { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" },
  { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0.0001" },
] as const satisfies readonly AssetSpec[];
export type Coin = (typeof ASSETS)[number]["symbol"];

/** Midnight UTC, so that funding is due at 8, 16 and 24 hours. */
export const START_MS = 1_767_225_600_000;
export const SECOND = 1_000;

const PERCENT_PPM = 10_000;

/** A user's balances in the spot wallet, each "available + frozen"; other wallets as "main USDT". */
export type Balances = Readonly<Record<string, string>>;

/** A command's result as text. */
export interface Outcome {
  readonly error: string | undefined;
  readonly params: readonly number[];
  readonly replayedSeq: number;
  readonly seq: number;
  /** Id of the first order placed by the command, 0 if none. */
  readonly orderId: number;
  /** State of that order: "filled 1", "expired ioc 0.4 of 1", "open 0 of 1"; "" if none. */
  readonly order: string;
  /** "0.4 @ 1000". */
  readonly trades: readonly string[];
  /** Timed options that the command changed. */
  readonly options: readonly OptionChanged[];
  readonly events: readonly ExchangeEvent[];
}

/** "12.50" as "12.5"; of USDT unless `scale` is given. */
export function plain(units: number, scale = 6): string {
  return trimZeros(formatDecimal(units, scale));
}

/** Reads a decimal as units of a scale. */
export function read(text: string, scale: number): number {
  const value = parseDecimal(text, scale);
  if (typeof value === "string") throw new Error(`"${text}": ${value}`);
  return value;
}

export const usdt = (text: string): Units => read(text, 6) as Units;

/** Units of a coin as its decimal. */
export function amountOf(units: number, coin: Coin): string {
  return plain(units, ASSETS[assetIdOf(coin)]?.scale);
}

const assetIdOf = (coin: Coin): number => ASSETS.findIndex(({ symbol }) => symbol === coin);

/**
 * A small exchange for tests that a trader can read: actions, then balances. It lists USDT and BTC; users have names;
 * numbers are the decimals shown on screen. Market 0 has the index. Subclasses add the markets and actions of a product.
 */
export class ExchangeWorld extends AuditedExchange {
  /** All commands so far, which reproduce the exchange. */
  readonly journal: { readonly command: Command; readonly timeMs: number }[] = [];
  private readonly lotScale: number;
  private readonly users = new Map<string, number>();
  private readonly orders = new Map<number, OrderChanged>();

  /**
   * @param lotScale decimals of an order's quantity
   * @param isScenario whether it is a test rig
   */
  protected constructor(lotScale: number, isScenario = false) {
    super(START_MS);
    this.lotScale = lotScale;
    if (isScenario) this.run({ kind: "begin-scenario" });
    for (const asset of ASSETS) this.run({ kind: "list-asset", asset });
  }

  override run(command: Command): readonly ExchangeEvent[] {
    this.journal.push({ command, timeMs: this.timeMs });
    return super.run(command);
  }

  execute(command: Command): Outcome {
    const events = this.run(command);
    const { error, params, replayedSeq, seq } = events[0] as Executed;
    let orderId = 0;
    const trades: string[] = [];
    const options: OptionChanged[] = [];
    for (const event of events)
      if (event.kind === "order-changed") {
        if (event.cause === "accepted" && orderId === 0) orderId = event.orderId;
        this.orders.set(event.orderId, event);
      } else if (event.kind === "trade-made")
        trades.push(`${plain(event.quantityLots, this.lotScale)} @ ${event.priceTicks}`);
      else if (event.kind === "option-changed") options.push(event);
    const order = orderId === 0 ? "" : this.order(orderId);
    return { error, params, replayedSeq, seq, orderId, order, trades, options, events };
  }

  adoptRules(version: number): Outcome {
    return this.execute({ kind: "adopt-rules", version });
  }

  /** Opens an account without funds. */
  protected open(name: string, role: AccountRole = "trader"): void {
    const userId = LIMITS.firstUserId + this.users.size;
    this.users.set(name, userId);
    this.execute({ kind: "open-account", userId, role });
  }

  /** Moves an order to another price or trigger, in ticks, or to another trailing rate. */
  changePrice(
    name: string,
    orderId: number,
    {
      price = 0,
      stop = 0,
      percent = 0,
      key = "",
    }: { readonly price?: number; readonly stop?: number; readonly percent?: number; readonly key?: string },
    marketId = 0,
  ): Outcome {
    const [priceTicks, stopTicks] = [price as Ticks, stop as Ticks];
    const userId = this.id(name);
    const rate = percent === 0 ? {} : { trailingPpm: Math.round(percent * PERCENT_PPM) as Ppm };
    const prices = { priceTicks, stopTicks, ...rate };
    return this.execute({ kind: "change-price", userId, marketId, orderId, ...prices, key });
  }

  id(name: string): number {
    const userId = this.users.get(name);
    if (userId === undefined) throw new Error(`nobody is called ${name}`);
    return userId;
  }

  deposit(name: string, coin: Coin, amount: string, key = ""): Outcome {
    const asset = this.amount(coin, amount);
    return this.execute({ kind: "deposit", userId: this.id(name), ...asset, origin: "faucet", key });
  }

  transfer(name: string, coin: Coin, amount: string, from: Wallet, to: Wallet, key = ""): Outcome {
    const asset = this.amount(coin, amount);
    return this.execute({ kind: "transfer", userId: this.id(name), ...asset, from, to, key });
  }

  /** Deposits into the main wallet and transfers to another one. */
  protected depositInto(name: string, coin: Coin, amount: string, wallet: Wallet): void {
    this.deposit(name, coin, amount);
    this.transfer(name, coin, amount, "main", wallet);
  }

  /** Reports a source's price, which becomes the index if it is the only source. */
  observe(price: number | string, sourceId = 0, marketId = 0): Outcome {
    const priceE8 = Math.round(Number(price) * 1e8) as PriceE8;
    return this.execute({ kind: "observe-price", marketId, sourceId, priceE8, observedAtMs: this.timeMs });
  }

  /** Notifies the exchange of the time. */
  advance(): Outcome {
    return this.execute({ kind: "advance-time" });
  }

  /** Advances time; the source reports `price` at the end. Without a price it is silent. */
  wait(ms: number, price?: number): Outcome {
    this.timeMs += ms;
    return price === undefined ? this.advance() : this.observe(price);
  }

  cancel(name: string, orderId: number): Outcome {
    return this.execute({ kind: "cancel-order", userId: this.id(name), orderId, key: "" });
  }

  /** Returns an order's last known state. */
  order(orderId: number): string {
    const order = this.orders.get(orderId);
    if (order === undefined) throw new Error(`no order ${orderId}`);
    const { status, reason, quantityLots, executedLots } = order;
    const executed = plain(executedLots, this.lotScale);
    const of =
      quantityLots === 0 || quantityLots === executedLots
        ? executed
        : `${executed} of ${plain(quantityLots, this.lotScale)}`;
    return reason === "none" ? `${status} ${of}` : `${status} ${reason} ${of}`;
  }

  balances(name: string): Balances {
    const view = this.exchange.accountView(this.id(name));
    const found: Record<string, string> = {};
    for (const { wallet, assetId, availableUnits, frozenUnits } of view.balances) {
      const asset = ASSETS[assetId] as AssetSpec;
      const place = wallet === "coin" ? asset.symbol : `${wallet} ${asset.symbol}`;
      found[place] = `${plain(availableUnits, asset.scale)} + ${plain(frozenUnits, asset.scale)}`;
    }
    return found;
  }

  /** Checks all balances of all users, and the venue's earnings. */
  expectBalances(expected: Readonly<Record<string, Balances>>): void {
    const found: Record<string, Balances> = {};
    for (const name of this.users.keys()) found[name] = this.balances(name);
    const fees: Record<string, string> = {};
    for (const { symbol } of ASSETS) {
      const earned = this.own("fees", symbol);
      if (earned !== "0") fees[symbol] = earned;
    }
    if (Object.keys(fees).length > 0) found["fees"] = fees;
    expect(found).toEqual(expected);
  }

  /** Balance of one of the exchange's own accounts. */
  own(account: SystemAccount, coin: Coin): string {
    return amountOf(this.exchange.systemBalance(account, assetIdOf(coin)), coin);
  }

  /** Sets the total of a pool. */
  endow(pool: EndowableAccount, coin: Coin, total: string): Outcome {
    const { assetId, amountUnits } = this.amount(coin, total);
    return this.execute({ kind: "endow-pool", pool, assetId, totalUnits: amountUnits });
  }

  protected amount(coin: Coin, amount: string): { readonly assetId: number; readonly amountUnits: Units } {
    const assetId = assetIdOf(coin);
    return { assetId, amountUnits: read(amount, ASSETS[assetId]?.scale ?? 0) as Units };
  }
}
