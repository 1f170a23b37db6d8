import type { PositionChanged } from "@candor/domain/events/contract-events";
import type { ExchangeEvent } from "@candor/domain/events/events";
import type { LeverChanged } from "@candor/domain/events/lever-events";

const DAY_MS = 86_400_000;
type Wallet = "main" | "coin" | "contract" | "option" | "lever";

/** Equity by wallet at the end of a day, and the value of what came and went on it; all in 1e-16 USDT. */
export interface NaiveDay {
  readonly equity: Record<Wallet, bigint>;
  flow: bigint;
}

interface Coin {
  readonly symbol: string;
  readonly scale: number;
}

interface Market {
  readonly isContract: boolean;
  readonly base: number;
  readonly quote: number;
  /** Quote units of one lot at a price of one tick. */
  readonly factor: bigint;
}

const tenTo = (n: number): bigint => 10n ** BigInt(n);
/** Reads a decimal such as "0.001" in units of 10^-scale. */
const read = (text: string, scale: number): bigint => {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
};

/**
 * Every user's equity by day, from the balances that the events state, sharing no code with the projection: it knows
 * nothing of costs, trades or transfers.
 */
export class NaiveProfit {
  private readonly coins: Coin[] = [];
  private readonly markets: Market[] = [];
  private readonly index = new Map<number, bigint>();
  private readonly marks = new Map<number, bigint>();
  private readonly labelled = new Set<number>();
  /** By user, then by account: the units of a coin. */
  private readonly users = new Map<number, Map<string, readonly [Wallet, number, bigint]>>();
  private readonly positions = new Map<number, Map<string, PositionChanged>>();
  /** By user, then by day. */
  readonly days = new Map<number, Map<number, NaiveDay>>();
  /** Units at the end of a day, by `user day`, then by `wallet coin`; without empty ones. */
  readonly held = new Map<string, ReadonlyMap<string, bigint>>();
  /** What options and machines brought on a day, by `user day kind coin`. */
  readonly results = new Map<string, bigint>();
  day = 0;

  command(events: readonly ExchangeEvent[]): void {
    const returned = events.some(
      (event) => event.kind === "withdrawal-changed" && event.status === "returned",
    );
    for (const event of events) {
      if (event.kind === "executed") this.begin(event.timeMs);
      else if (event.kind === "funds-posted") {
        const isFlow = ["deposit", "faucet", "adjustment", "withdrawal"].includes(event.record);
        if (isFlow && !returned)
          this.dayOf(event.userId).flow += this.value(event.assetId, event.amountUnits);
        if (event.record.startsWith("mining"))
          this.earn(event.userId, "mining", event.assetId, BigInt(event.amountUnits));
      } else this.apply(event);
    }
  }

  /** Returns the last index of a market; 0 if it never had one. */
  lastIndexE8(marketId: number): bigint {
    return this.index.get(marketId) ?? 0n;
  }

  /** Completes the current day. */
  end(): void {
    this.close(this.day, this.day + 1);
  }

  private begin(timeMs: number): void {
    const day = Math.floor(timeMs / DAY_MS);
    if (this.day === 0) this.day = day;
    if (day > this.day) this.close(this.day, day);
    this.day = day;
  }

  private apply(event: ExchangeEvent): void {
    switch (event.kind) {
      case "asset-listed":
        this.coins[event.assetId] = event.asset;
        return;
      case "market-listed":
        this.list(event.marketId, event.market, false);
        return;
      case "contract-listed":
        this.list(event.marketId, event.contract, true);
        return;
      case "account-opened":
        if (event.role === "labelled") this.labelled.add(event.userId);
        return;
      case "index-changed":
        if (event.priceE8 > 0) this.index.set(event.marketId, BigInt(event.priceE8));
        return;
      case "mark-changed":
        this.marks.set(event.marketId, BigInt(event.markTicks));
        return;
      case "balance-changed":
        this.set(event.userId, `${event.wallet} ${event.assetId}`, event.wallet, event.assetId, [
          event.availableUnits,
          event.frozenUnits,
        ]);
        return;
      case "lever-changed":
        this.margin(event);
        return;
      case "option-changed": {
        const isOpen = event.status === "accepted" || event.status === "running";
        const { quote } = this.market(event.marketId);
        this.set(event.userId, `stake ${event.optionId}`, "option", quote, [isOpen ? event.stakeUnits : 0]);
        if (!isOpen)
          this.earn(event.userId, "option", quote, BigInt(event.payoutUnits) - BigInt(event.stakeUnits));
        return;
      }
      case "miner-changed": {
        const { priceUnits: price, claimedUnits, totalOutputUnits } = event;
        const earned = Number((BigInt(price) * BigInt(claimedUnits)) / BigInt(totalOutputUnits));
        const left = event.releaseReason === "none" ? price - earned : 0;
        const name = `machine ${event.minerId}`;
        const before = this.users.get(event.userId)?.get(name)?.[2] ?? 0n;
        this.earn(event.userId, "mining", event.assetId, BigInt(left) - before);
        this.set(event.userId, name, "main", event.assetId, [left]);
        return;
      }
      case "position-changed": {
        const positions = this.positions.get(event.userId) ?? new Map<string, PositionChanged>();
        this.positions.set(event.userId, positions.set(`${event.marketId} ${event.leg}`, event));
        return;
      }
      default:
    }
  }

  private margin(event: LeverChanged): void {
    const { base, quote } = this.market(event.marketId);
    const set = (name: string, assetId: number, units: readonly number[]): void =>
      this.set(event.userId, `margin ${event.marketId} ${name}`, "lever", assetId, units);
    set("base", base, [
      event.baseAvailableUnits,
      event.baseFrozenUnits,
      0 - event.baseDebtUnits,
      0 - event.baseInterestUnits,
    ]);
    set("quote", quote, [
      event.quoteAvailableUnits,
      event.quoteFrozenUnits,
      0 - event.quoteDebtUnits,
      0 - event.quoteInterestUnits,
    ]);
  }

  private set(userId: number, name: string, wallet: Wallet, assetId: number, units: readonly number[]): void {
    const accounts = this.users.get(userId) ?? new Map<string, readonly [Wallet, number, bigint]>();
    const sum = units.reduce((total, each) => total + BigInt(each), 0n);
    this.users.set(userId, accounts.set(name, [wallet, assetId, sum]));
  }

  private earn(userId: number, kind: "option" | "mining", assetId: number, units: bigint): void {
    const name = `${userId} ${this.day} ${kind} ${assetId}`;
    this.results.set(name, (this.results.get(name) ?? 0n) + units);
  }

  private list(
    marketId: number,
    spec: { readonly base: string; readonly quote: string; readonly tick: string; readonly lot: string },
    isContract: boolean,
  ): void {
    const [base, quote] = [spec.base, spec.quote].map((symbol) =>
      this.coins.findIndex((coin) => coin.symbol === symbol),
    ) as [number, number];
    const quoteScale = (this.coins[quote] as Coin).scale;
    // tick × lot in quote units.
    const factor = (read(spec.tick, 12) * read(spec.lot, 12)) / tenTo(24 - quoteScale);
    this.markets[marketId] = { isContract, base, quote, factor };
  }

  private market(marketId: number): Market {
    const market = this.markets[marketId];
    if (market === undefined) throw new Error(`unknown market ${marketId}`);
    return market;
  }

  private price(assetId: number): bigint {
    if (this.coins[assetId]?.symbol === "USDT") return 100_000_000n;
    const at = this.markets.findIndex(
      (market) =>
        !market.isContract && market.base === assetId && this.coins[market.quote]?.symbol === "USDT",
    );
    return this.index.get(at) ?? 0n;
  }

  private value(assetId: number, units: number | bigint): bigint {
    return BigInt(units) * this.price(assetId) * tenTo(8 - (this.coins[assetId] as Coin).scale);
  }

  private dayOf(userId: number): { flow: bigint } {
    if (this.labelled.has(userId)) return { flow: 0n };
    const days = this.days.get(userId) ?? new Map<number, NaiveDay>();
    this.days.set(userId, days);
    const equity = { main: 0n, coin: 0n, contract: 0n, option: 0n, lever: 0n };
    const day = days.get(this.day) ?? { equity, flow: 0n };
    days.set(this.day, day);
    return day;
  }

  /** Values every account at the prices of the day's end; nothing changes until the next command. */
  private close(fromDay: number, toDay: number): void {
    for (const [userId, accounts] of this.users) {
      if (this.labelled.has(userId)) continue;
      const equity = { main: 0n, coin: 0n, contract: 0n, option: 0n, lever: 0n };
      const held = new Map<string, bigint>();
      for (const [wallet, assetId, units] of accounts.values()) {
        equity[wallet] += this.value(assetId, units);
        const name = `${wallet} ${assetId}`;
        held.set(name, (held.get(name) ?? 0n) + units);
      }
      for (const [name, units] of held) if (units === 0n) held.delete(name);
      for (let day = fromDay; day < toDay; day++) this.held.set(`${userId} ${day}`, held);
      for (const { marketId, lots, entryCostUnits } of this.positions.get(userId)?.values() ?? []) {
        const { factor, quote } = this.market(marketId);
        const mark = this.marks.get(marketId) ?? 0n;
        if (lots === 0 || mark === 0n) continue;
        const size = BigInt(Math.abs(lots)) * factor * mark;
        const units = lots > 0 ? size - BigInt(entryCostUnits) : BigInt(entryCostUnits) - size;
        equity.contract += this.value(quote, units);
      }
      const days = this.days.get(userId) ?? new Map<number, NaiveDay>();
      this.days.set(userId, days);
      for (let day = fromDay; day < toDay; day++) days.set(day, { equity, flow: days.get(day)?.flow ?? 0n });
    }
  }
}
